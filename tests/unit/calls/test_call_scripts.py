"""Rates by script, and words that are in another script than they were said in."""

from __future__ import annotations

import pytest
from call_makers import call

from mondegreen.calls.scoring_calls import score_calls
from mondegreen.calls.scripts import changes_script
from mondegreen.errors import UsageError

CALLS = [
    call("मेरा card खो गया है", "मेरा कार्ड खो गया", "1"),
    call("account number 42 please", "account number 43 प्लीज़", "2"),
]


def test_counts_by_script_are_those_of_the_method() -> None:
    (side,) = score_calls(CALLS, lang="hi-en")
    (method,) = side.methods
    found = side.scripts
    assert found is not None
    assert tuple(map(sum, zip(*found.counts.values(), strict=True))) == method.counts
    assert found.counts == {
        "Devanagari": (3, 0, 1, 0), "Digit": (0, 1, 0, 0), "Latin": (2, 2, 0, 0),
    }  # fmt: skip
    assert found.strict == (5, 3, 1, 0)
    assert found.forgiven == 2
    assert found.through_script == pytest.approx(2 / 9)
    assert "forgive:script" in found.signature
    assert "normalizer:calls" in found.signature


def test_only_where_the_language_has_two_scripts() -> None:
    assert score_calls(CALLS)[0].scripts is None
    assert score_calls(CALLS, lang="en")[0].scripts is None
    assert [changes_script(lang) for lang in ("hi", "en-hi", "de-en")] == [True, True, False]


def test_nothing_scored_is_no_rate() -> None:
    from mondegreen.calls.scripts import scripts_of

    (side,) = score_calls([call("...", "x")])
    found = scripts_of(side.methods[0], side.sides, "hi-en")
    assert (found.counts, found.through_script, found.forgiven) == ({}, None, 0)


@pytest.mark.parametrize("lang", ["xx", "english", "hi-xx"])
def test_a_language_that_there_is_not(lang: str) -> None:
    with pytest.raises(UsageError, match="language"):
        score_calls(CALLS, lang=lang)
