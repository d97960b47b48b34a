"""A gate is not met by who leaves out what is hard."""

from __future__ import annotations

from typing import Any

import pytest

import mondegreen as mg
from mondegreen.scoring.comparing.unanswered import in_one_alone

SAID = ["so it goes"] * 20 + ["to be or not to be"] * 20
IDS = [f"u{row}" for row in range(40)]
FAIR = [*SAID[:20], *["to be or not to bee"] * 20]


def results(new: list[Any], old: list[Any] | None = None) -> dict[str, mg.Result]:
    runs = {"old": FAIR if old is None else old, "new": new}
    return {name: mg.score(SAID, heard, ids=IDS, missing="skip") for name, heard in runs.items()}


@pytest.mark.parametrize("rule", ["difference", "significant", "not-shown-equal"])
def test_the_easy_half_alone(rule: str) -> None:
    found = mg.compare(results([*SAID[:20], *[None] * 20]), baseline="old", rule=rule)
    (verdict,) = found.verdicts
    assert not verdict.met
    assert verdict.reason.startswith(
        "new has no hypothesis for 20 of the 40 utterances that old has scored: 'u20', 'u21', "
        "'u22', 'u23', 'u24', ...; counted as deleted, wer of new against old: difference +55.56"
    )
    assert in_one_alone(found.systems).startswith("20 not by new ('u20'")


def test_who_is_better_in_spite_of_it() -> None:
    """One utterance too few, and all others right."""
    found = mg.compare(results([None, *SAID[1:]]), baseline="old", rule="difference")
    (verdict,) = found.verdicts
    assert verdict.met
    assert "1 of the 40 utterances" in verdict.reason


def test_what_the_baseline_left_out_is_no_harm() -> None:
    """It is named, and nothing more; so is what nobody answered."""
    old = [None, None, *FAIR[2:]]
    found = mg.compare(results([None, *SAID[1:]], old), baseline="old")
    assert [each.met for each in found.verdicts] == [True]
    assert in_one_alone(found.systems) == "1 not by old ('u1'), 1 by none ('u0')"
    assert in_one_alone(mg.compare(results(SAID)).systems) == ""


def test_a_gate_that_is_not_met_anyway() -> None:
    found = mg.compare(results([None, *["x"] * 39]), baseline="old")
    assert "no hypothesis" not in found.verdicts[0].reason
    assert not found.verdicts[0].met


def test_a_metric_of_which_more_is_better() -> None:
    runs = {
        name: mg.score(SAID, heard, ids=IDS, missing="skip", metrics="wip")
        for name, heard in (("old", FAIR), ("new", [*SAID[:20], *[None] * 20]))
    }
    (verdict,) = mg.compare(runs, baseline="old").verdicts
    assert not verdict.met
