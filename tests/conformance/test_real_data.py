"""Real pairs of references and hypotheses, against what jiwer and NIST's sclite say of them.

The data are next to the project (``../shared/data``, see its ``SOURCES.md``) and are no part of it;
without them every test here is skipped.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from rapidfuzz.distance import Levenshtein

import mondegreen as mg
from mondegreen.alignment import align_many

if TYPE_CHECKING:
    from collections.abc import Iterable

DATA = Path(__file__).parents[3] / "shared" / "data"
STEPS = ("hits", "substitutions", "deletions", "insertions")
OPERATIONS = {"equal": "equal", "replace": "substitute", "delete": "delete", "insert": "insert"}

pytestmark = pytest.mark.skipif(
    not (DATA / "expected.json").exists(), reason="the shared data are not next to the project"
)


def _sets() -> dict[str, Any]:
    path = DATA / "expected.json"
    return json.loads(path.read_text("utf-8"))["sets"] if path.exists() else {}


SETS = _sets()
every_set = pytest.mark.parametrize("name", SETS)


@cache
def corpus(name: str) -> mg.Corpus:
    return mg.read(DATA / f"{name}.jsonl")


def test_all_sets_are_here() -> None:
    assert len(SETS) == 13
    for name, expected in SETS.items():
        assert len(corpus(name)) == expected["pairs"]


@every_set
# jiwer splits at U+0020 alone; on these texts the two units are the same.
@pytest.mark.parametrize("unit", ["word", "word-ascii-space"])
def test_words_as_jiwer_counts_them(name: str, unit: str) -> None:
    rates = ("wer", "mer", "wil", "wip")
    result = mg.score(corpus(name), metrics=rates, ties="jiwer", unit=unit, threads=2)
    expected = SETS[name]["jiwer"]
    assert result["wer"].counts == {step: expected[step] for step in STEPS}
    assert {rate: result[rate].value for rate in rates} == {rate: expected[rate] for rate in rates}


@every_set
def test_characters_as_jiwer_counts_them(name: str) -> None:
    found = mg.score(corpus(name), metrics="cer", ties="jiwer", threads=2)["cer"]
    expected = SETS[name]["jiwer"]
    assert found.counts == {step: expected[f"char_{step}"] for step in STEPS}
    assert found.value == expected["cer"]


@every_set
def test_empty_hypotheses_are_counted(name: str) -> None:
    assert mg.score(corpus(name)).coverage.empty == SETS[name]["empty_hyps"]


@every_set
def test_ties_move_no_error_rate(name: str) -> None:
    results = [
        mg.score(corpus(name), ties=ties, threads=2)["wer"] for ties in ("most-hits", "jiwer")
    ]
    assert results[0].value == results[1].value
    assert results[0].counts["hits"] >= results[1].counts["hits"]


@every_set
def test_words_as_sclite_counts_them(name: str) -> None:
    """The sums of sclite 2.10 where each distinct word was one number."""
    found = mg.score(corpus(name), edit_weights="sclite", threads=2)["wer"]
    expected = SETS[name]["sclite_ids"]
    assert list(found.counts.values()) == [expected[step] for step in "CSDI"]
    assert found.value == expected["wer"]


def opcodes(reference: Iterable[str], hypothesis: Iterable[str]) -> list[tuple[Any, ...]]:
    found = Levenshtein.opcodes(list(reference), list(hypothesis))
    return [
        (OPERATIONS[step.tag], step.src_start, step.src_end, step.dest_start, step.dest_end)
        for step in found
    ]


@every_set
def test_alignments_of_words_as_rapidfuzz_has_them(name: str) -> None:
    references, hypotheses = corpus(name).references, corpus(name).hypotheses
    found = align_many(references, hypotheses, ties="jiwer")
    for reference, hypothesis, alignment in zip(references, hypotheses, found, strict=True):
        assert list(alignment.runs) == opcodes(reference.split(), hypothesis.split())


@every_set
def test_alignments_of_characters_as_rapidfuzz_has_them(name: str) -> None:
    references, hypotheses = corpus(name).references, corpus(name).hypotheses
    found = align_many(references, hypotheses, ties="jiwer", unit="character")
    for reference, hypothesis, alignment in zip(references, hypotheses, found, strict=True):
        assert list(alignment.runs) == opcodes(reference, hypothesis)


def test_a_whole_set_as_one_text_as_rapidfuzz_has_it() -> None:
    """Long enough (14,000 words) that RapidFuzz splits the problem, which changes ties."""
    nova = corpus("ms_revolab_nova-3")
    sides = [" ".join(texts).split() for texts in (nova.references, nova.hypotheses)]
    assert len(sides[0]) == 14138
    assert list(mg.align(*sides, ties="jiwer").runs) == opcodes(*sides)


# -- NIST's own files --------------------------------------------------------------------------


def test_csrnab_as_sclite_counts_it() -> None:
    """``sclite -r csrnab.ref -h csrnab.hyp -i wsj``: case is folded, in words and in ids.

    Six of the references have alternatives.
    """
    nist = mg.read(DATA / "sclite" / "csrnab.ref", DATA / "sclite" / "csrnab.hyp")
    expected = json.loads((DATA / "sclite" / "expected.json").read_text("utf-8"))["test1"]
    assert sum("{" in reference for reference in nist.references) == 6
    result = mg.score(nist, metrics=["wer", "sentence"], normalizer="lower", edit_weights="sclite")
    counts, wrong = result["wer"].counts, result["sentence"].errors
    correct, substitutions, deletions, insertions = counts.values()
    total = result["wer"].errors
    assert [correct, substitutions, deletions, insertions, total, wrong] == [
        int(number) for number in expected["row"]
    ]
    assert correct + substitutions + deletions == expected["ref_words"]
    assert len(result) == expected["sentences"]
