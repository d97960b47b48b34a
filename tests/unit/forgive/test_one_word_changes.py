"""Pairs that differ in one word that matters: none is forgiven by any preset for meaning, but what is ruled."""

from __future__ import annotations

import pytest
from one_word_changes import PAIRS, RULED

from mondegreen.forgive import forgive_many

FRAMES = {"zh": "请 {} 吧"}


def remaining(language: str, lines: str, chosen: str) -> dict[str, int]:
    """Return the remaining errors of each pair, the least of both directions."""
    frame = FRAMES.get(language, "aaa {} bbb")
    pairs = [[frame.format(side) for side in line.split("/")] for line in lines.split("|")]
    both = pairs + [pair[::-1] for pair in pairs]
    found = forgive_many(
        [said for said, _ in both],
        [written for _, written in both],
        forgive=chosen,
        language=language,
    )
    for each in found:
        assert all(span.reason is None or span.reason.why for span in each.spans)
    counts = [each.errors for each in found]
    half = len(pairs)
    return {line: min(counts[at], counts[at + half]) for at, line in enumerate(lines.split("|"))}


def test_there_are_enough() -> None:
    assert len(PAIRS) == 12
    assert all(lines.count("|") >= 55 for lines in PAIRS.values())


@pytest.mark.parametrize("language", PAIRS)
def test_none_is_forgiven(language: str) -> None:
    left = remaining(language, PAIRS[language], "agent")
    assert not [line for line, errors in left.items() if not errors]


@pytest.mark.parametrize("language", RULED)
def test_what_is_ruled(language: str) -> None:
    left = remaining(language, RULED[language], "agent")
    assert not [line for line, errors in left.items() if errors]
