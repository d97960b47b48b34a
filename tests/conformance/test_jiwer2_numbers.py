"""What jiwer 2.2.0 gave, with python-Levenshtein 0.27.5, for random texts; see docs/jiwer.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mondegreen.compat import jiwer2 as jiwer

LINES = Path(__file__).with_name("jiwer2.jsonl").read_text("utf-8").splitlines()


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_as_it_was(line: str) -> None:
    case = json.loads(line)
    if "error" in case:
        with pytest.raises((ValueError, TypeError)) as caught:
            call(case)
        assert caught.type.__name__ == case["error"]
        return
    expected = case["measures"] if "measures" in case else case["result"]
    assert repr(call(case)) == repr(expected)  # types and the order of names, too


def call(case: dict[str, Any]) -> Any:
    if "transform" in case:
        return getattr(jiwer, case["transform"])(*case["arguments"])(case["texts"])
    options = {"standardize": True} if case.get("standardize") else {}
    return jiwer.compute_measures(case["truth"], case["hypothesis"], **options)
