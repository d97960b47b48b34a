"""Texts after public reports of other tools: what is counted, what is equal, and what is said."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen import _kernel

pytestmark = pytest.mark.skipif(
    _kernel.name != "native", reason="these normalizers are in the native kernel alone"
)
FILE = Path(__file__).with_name("reported_texts.jsonl")
CASES = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    options, expected = dict(case["options"]), case["expected"]
    metric = options.pop("metric")
    sides = [case["reference"], case["hypothesis"]]
    sides = [[side] if isinstance(side, str) else side for side in sides]
    if "refuse" in expected:
        with pytest.raises(mg.MondegreenError):
            mg.score(*sides, metrics=[metric], **options)
        return
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        found = mg.score(*sides, metrics=[metric], **options)[metric]
    if "equal" in expected:
        assert (found.errors == 0) == expected["equal"]
    else:
        assert found.errors == expected["errors"]
    if "rate" in expected:
        assert found.value == pytest.approx(expected["rate"], abs=5e-5)
    counts = found.counts
    if "ref_words" in expected and "hits" in counts:
        words = sum(counts[name] for name in ("hits", "substitutions", "deletions"))
        assert words == expected["ref_words"]
    if "warning" in expected:
        assert any(expected["warning"] in str(each.message) for each in said)
