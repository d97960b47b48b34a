"""Rates by how frequent a reference word is, and by a vocabulary."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.cli.app import run

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = st.lists(st.sampled_from(["a", "b", "B", "c", "d"]), max_size=8).map(" ".join)
PAIRS = st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=6)
OPERATIONS = {"equal": 0, "substitute": 1, "delete": 2, "insert": 3}


def counted(result: mg.Result, kind_of: Any) -> dict[Any, list[int]]:
    """Count the steps of all alignments by a kind of their words."""
    found: dict[Any, list[int]] = {}
    for alignment in result.align_rows(range(len(result)), "wer"):
        for run_ in alignment.runs:
            at = OPERATIONS[run_.operation]
            words = (
                alignment.hypothesis[run_.hypothesis_start : run_.hypothesis_end]
                if run_.operation == "insert"
                else alignment.reference[run_.reference_start : run_.reference_end]
            )
            for word in words:
                found.setdefault(kind_of(word), [0, 0, 0, 0])[at] += 1
    return found


@settings(deadline=None)
@given(PAIRS)
def test_frequencies(pairs: list[tuple[str, str]]) -> None:
    result = mg.score(*map(list, zip(*pairs, strict=True)))
    times = Counter(word for said, _ in pairs for word in said.split())

    def kind_of(word: str) -> str:
        number = times[word]
        return "<1" if number < 1 else "[1, 3)" if number < 3 else "≥3"

    groups = result.by("frequency:1,3")
    wanted = counted(result, kind_of)
    assert {str(key): [*m["wer"].counts.values()] for key, m in groups.items()} == wanted
    assert list(groups) == [key for key in ("<1", "[1, 3)", "≥3") if key in wanted]


@settings(deadline=None)
@given(pairs=PAIRS, words=st.sets(st.sampled_from(["a", "B", "d", "x"]), min_size=1))
def test_vocabularies(
    pairs: list[tuple[str, str]], words: set[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("v") / "words.txt"
    path.write_text("\n".join(f"{word}\tpronounced so" for word in sorted(words)))
    result = mg.score(*map(list, zip(*pairs, strict=True)), normalizer="lower")
    known = {word.lower() for word in words}
    wanted = counted(result, lambda w: "in the vocabulary" if w in known else "out of vocabulary")
    found = result.by(f"vocabulary:{path}")
    assert {key: [*m["wer"].counts.values()] for key, m in found.items()} == wanted


def test_hostile_vocabularies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = mg.score(["a b"], ["a c"])
    empty, latin, rows = tmp_path / "empty", tmp_path / "latin", tmp_path / "rows.csv"
    empty.write_text("\n \n")
    latin.write_bytes("é".encode("latin-1"))
    rows.write_text("reference,hypothesis\na b,a c\n")
    for name, message in (
        ("vocabulary:", "name the file of words"),
        (f"vocabulary:{tmp_path / 'gone'}", "No such file"),
        (f"vocabulary:{empty}", "no words; expected one per line"),
        (f"vocabulary:{latin}", "expected a file in UTF-8"),
        ("frequency:quartiles", "as frequency:1,2,10,100"),
        ("frequency:2,1", "ascending order"),
        ("frequencies", "no column 'frequencies'"),
    ):
        with pytest.raises(mg.MondegreenError, match=message):
            result.by(name)
        assert run(["score", str(rows), "--by", name]) == 2
        assert message in capsys.readouterr().err
    assert run(["score", str(rows), "--by", "frequency"]) == 0
    assert "[1, 2)" in capsys.readouterr().out
    with pytest.raises(mg.UsageError, match="must be used alone"):
        mg.score(["a"], ["b"], by={"k": [1]}).by("frequency", "k")
    assert list(mg.score(["a"], ["b"], by={"frequency": [7]}).by("frequency")) == [7]
