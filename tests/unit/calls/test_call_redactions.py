"""References that were redacted: their places are not counted, and all else is."""

from __future__ import annotations

import pytest
from call_makers import call

from mondegreen.calls.redactions import parts_of
from mondegreen.calls.scoring_calls import score_calls

CASES = [
    ("this is [NAME] speaking", "this is ann lee speaking", (3, 0, 0, 0), (1, 2)),
    ("your card ****1234 is here", "your card four three two one is near", (3, 1, 0, 0), (1, 4)),
    ("mail <PII> or [NAME] now", "mail a b or c now", (3, 0, 0, 0), (2, 3)),
    ("call [NAME]", "call", (1, 0, 0, 0), (1, 0)),
    ("do not call [NAME] again", "do need call bob again", (3, 1, 0, 0), (1, 1)),
    ("nothing hidden here", "nothing hidden hear", (3, 0, 0, 0), (0, 0)),
]


@pytest.mark.parametrize(("said", "heard", "counts", "redacted"), CASES)
def test_redactions_stand_for_anything(said, heard, counts, redacted) -> None:
    (side,) = score_calls([call(said, heard)])
    (method,) = side.methods
    assert method.counts == counts
    assert method.redacted == redacted
    assert ("dont-care:redactions@1" in method.signature) == bool(redacted[0])
    (turn,) = side.turns["a"]
    assert turn.counts == counts
    listed = [each.operation for each in method.outcomes[0].differences]
    assert len(listed) == sum(counts[1:])


def test_places_are_those_of_what_is_compared() -> None:
    (side,) = score_calls([call("a [X] b c [Y] d", "a q b z r e")])
    (outcome,) = side.methods[0].outcomes
    for each in outcome.differences:
        if each.reference:
            assert outcome.reference.split()[each.reference_place] == each.reference
        if each.hypothesis:
            assert outcome.hypothesis.split()[each.hypothesis_place] == each.hypothesis


def test_all_redacted_is_no_rate() -> None:
    (side,) = score_calls([call("[NAME]", "ann lee")])
    (outcome,) = side.methods[0].outcomes
    assert (outcome.status, outcome.reason) == ("emptied", "the reference is redacted as a whole")


def test_brackets_of_ours_in_a_text_are_marks_like_others() -> None:
    (parts,) = parts_of(["a ⟦x⟧ [N] b"], ["a x ⟦ q b"], list)
    assert parts.spans == 1
