"""The cases that ask whether two texts are the same, given to the forgivers as they are.

Where a case counts strictly, because what it is about is switched off, the strict errors are compared.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mondegreen import _kernel
from mondegreen._kernel.forgiven import languages
from mondegreen.forgive import forgive

AREAS = {
    "compounds": "spacing",
    "contractions": "agent",
    "entities": "agent",
    "fillers": "case,punctuation,fillers",
    "numbers": "agent",
    "phonetic": "homophone",
}
OFF = {"cmp-06": "merge_compounds", "fil-06": "remove_fillers"}
"""Cases that switch off what they are about, by an option."""
STRICT = {"cmp-01", "ent-04", "ph-01"}
"""Cases that name a strict rate next to their subject."""

CASES: list[dict[str, Any]] = [
    case
    for line in (Path(__file__).parent / "cases.jsonl").read_text("utf-8").splitlines()
    if (case := json.loads(line))["area"] in AREAS
    and ("equal" in case["expected"] or "wer" in case["expected"])
]


@pytest.mark.skipif(_kernel.name != "native", reason="forgivers are in the native kernel alone")
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_forgivers_say_what_the_case_says(case: dict[str, Any]) -> None:
    options, expected = case["options"], case["expected"]
    language = options.get("normalizer") or "en"
    language = language if language in languages() else "en"
    found = forgive(
        case["reference"], case["hypothesis"], forgive=AREAS[case["area"]], language=language
    )
    if case["id"] in STRICT or case["id"] in OFF:
        assert case["id"] in STRICT or options[OFF[case["id"]]] is False
        assert found.strict == round(expected["wer"] * found.reference_words)
        return
    same = expected.get("equal", expected.get("wer") == 0)
    assert (found.errors == 0) is same, found


def test_so_many_cases_there_are() -> None:
    assert len(CASES) >= 41
