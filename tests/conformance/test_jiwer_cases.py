"""The cases that come from jiwer's users, asked of its interface here."""

from __future__ import annotations

from typing import Any

import pytest
from cases import HERE, Case, load, texts_of

from mondegreen.compat import jiwer

NAMES = {"H": "hits", "S": "substitutions", "D": "deletions", "I": "insertions"}
RATES = ("wer", "mer", "wil", "wip", "cer")


IDS = {
    *("agg-05", "agg-08", "align-01", "align-04", "align-07", "align-08", "align-09", "align-10"),
    *("cer-01", "empty-01", "empty-03", "empty-06", "ph-01", "scale-02"),
}
JIWERS = [case for case in load(HERE / "cases.jsonl") if case.id in IDS]


def test_all_are_there() -> None:
    assert {case.id for case in JIWERS} == IDS


@pytest.mark.parametrize("case", JIWERS, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    references, hypotheses = texts_of(case)
    in_characters = case.options["metric"] == "cer"
    found: Any = (jiwer.process_characters if in_characters else jiwer.process_words)(
        references, hypotheses
    )
    for name, wanted in case.expected.items():
        if name in NAMES:
            assert getattr(found, NAMES[name]) == wanted
        elif name in RATES:
            assert getattr(jiwer, name)(references, hypotheses) == pytest.approx(wanted, abs=1e-6)
        elif name == "errors":
            assert found.substitutions + found.deletions + found.insertions == wanted
        elif name in {"ref_words", "ref_chars"}:
            assert sum(map(len, found.references)) == wanted
        elif name == "wer_contiguous":
            assert jiwer.wer(references, hypotheses, *[jiwer.wer_contiguous] * 2) == wanted
        elif name == "deleted_ref_indices":
            deleted = [
                at
                for chunk in found.alignments[0]
                if chunk.type == "delete"
                for at in range(chunk.ref_start_idx, chunk.ref_end_idx)
            ]
            assert deleted == wanted
