"""No forgiver hides what the tables of equal and of different texts tell apart.

The third text of a row says something else. Forgivers of numbers, and the preset `agent`, leave an error between it
and the other two, whatever the normalizer. Where they do not, the pair is listed in ``equal_texts_forgiven.tsv`` with
the reason: mostly the normalizer leaves as it was said what has the same value. What begins with ``limit`` does
hide something.
"""

from __future__ import annotations

from functools import cache

import pytest
from equal_texts import HERE, lines, rows

import mondegreen as mg
from mondegreen import _kernel

pytestmark = pytest.mark.skipif(
    _kernel.name != "native", reason="these normalizers are in the native kernel alone"
)

HOW = [
    (normalizer, forgivers)
    for normalizer in ("none", "lower", "mondegreen")
    for forgivers in ("numbers", "agent")
]


def errors(
    pairs: list[tuple[str, str]], language: str, normalizer: str, forgivers: str
) -> list[int]:
    """The errors that are left in each pair."""
    name = f"mondegreen-{language}" if normalizer == "mondegreen" else normalizer
    said, written = map(list, zip(*pairs, strict=True))
    result = mg.score(
        said, written, metrics=["wer"], normalizer=name, forgive=forgivers, lang=language
    )
    assert result.metrics["wer"].statistics[0] == "remaining"
    return [result.counts(at, "wer")[0] for at in range(len(pairs))]


@cache
def hidden(language: str) -> dict[tuple[str, str], set[str]]:
    """Pairs of different texts in which nothing is left, and with what."""
    found: dict[tuple[str, str], set[str]] = {}
    pairs = [
        pair
        for text, equal, other in rows()[language]
        for pair in ((text, other), (other, text), (equal, other), (other, equal))
    ]
    for normalizer, forgivers in HOW:
        left = errors(pairs, language, normalizer, forgivers)
        for pair in (pair for pair, count in zip(pairs, left, strict=True) if not count):
            one, other = sorted(pair)
            found.setdefault((one, other), set()).add(f"{normalizer}+{forgivers}")
    return found


@cache
def listed(language: str) -> dict[tuple[str, str], str]:
    table = lines(HERE / "equal_texts_forgiven.tsv")
    return {(one, other): reason for code, one, other, reason in table if code == language}


@pytest.mark.parametrize("language", sorted(rows()))
def test_what_differs_is_never_forgiven_wholly(language: str) -> None:
    found, known = hidden(language), listed(language)
    assert found.keys() == known.keys()
    assert all(known.values())
