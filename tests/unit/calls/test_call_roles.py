"""Who is who, and what is said where nobody is."""

from __future__ import annotations

import pytest
from call_makers import call, turns

from mondegreen.calls.call import Call, speakers
from mondegreen.calls.roles import AGENT, ALL, on_no_side, parse_roles, refuse_strangers, turns_of
from mondegreen.calls.scoring_calls import score_calls
from mondegreen.calls.side import sides_of
from mondegreen.errors import PairingError, UsageError


def test_the_names_of_sides() -> None:
    assert parse_roles("agent") == (AGENT,)
    assert parse_roles("ALL") == ALL
    rep, bot = parse_roles("Rep = Bot, Customer=user")
    assert (rep.name, rep.reference, rep.hypothesis) == ("Rep", ("rep",), ("bot",))
    assert bot.hypothesis == ("user",)
    assert parse_roles("A")[0].hypothesis == ("a",)


@pytest.mark.parametrize(
    ("written", "given"),
    [("Müşteri", "mu\u0308s\u0327teri"), ("Straße", "STRASSE"), ("ΠΕΛΆΤΗΣ", "πελάτης"), (" 顧客 ", "顧客")],
)  # fmt: skip
def test_case_and_the_coding_of_accents_mean_nothing(written: str, given: str) -> None:
    for one, other in ((written, given), (given, written)):
        (role,) = parse_roles(other)
        assert turns_of(turns("a", speaker=one), role.reference)
        assert not on_no_side([Call("1", turns("a", speaker=one), ())], (role,))


@pytest.mark.parametrize("text", ["", "=", "Agent=", "=bot", "agent,agent", "agent,,customer"])
def test_names_that_are_none(text: str) -> None:
    with pytest.raises(UsageError, match="--speaker agent, customer, all or auto"):
        parse_roles(text)


def test_a_map_that_matches_nobody_lists_the_speakers() -> None:
    calls = [call("a", "b", "1"), call("a", "b", "2")]
    with pytest.raises(UsageError) as caught:
        refuse_strangers(calls, parse_roles("Rep=bot"))
    assert "no reference has a turn of 'rep'; its speakers: 'Agent' (2 turns)" in str(caught.value)
    with pytest.raises(UsageError, match=r"no hypothesis has a turn of 'bot'.*'assistant'"):
        refuse_strangers(calls, parse_roles("Agent=bot"))
    with pytest.raises(UsageError, match="its speakers: nobody"):
        refuse_strangers([Call("1", (), ())], (AGENT,))


@pytest.mark.parametrize(
    ("said", "heard", "speaker", "words", "not_there"),
    [
        ("Amira", "0", "all", ["--speaker Amira=0;", "-m speakers"], "Did you mean"),
        ("Amira", "0", "Amira", ["--speaker Amira=0;", "'Amira' (1 turn)"], "Did you mean"),
        ("Dr Wu", "S 1", "all", ["--speaker 'Dr Wu=S 1';"], "Did you mean"),
        ("Agent", "bot", "agent", ["or REFERENCE=HYPOTHESIS", "'bot' (1 turn)"], "Did you mean"),
        ("Agent", "bot", "agnt", ["Did you mean 'agent'?"], "-m speakers"),
        ("Amira", "0", "Amyra", ["Did you mean 'Amira'?"], "Choose with"),
    ],
)
def test_how_to_choose_strangers_is_said(
    said: str, heard: str, speaker: str, words: list[str], not_there: str
) -> None:
    calls = [Call("1", turns("hello", speaker=said), turns("hello", speaker=heard))]
    with pytest.raises(UsageError) as caught:
        refuse_strangers(calls, parse_roles(speaker))
    assert all(each in str(caught.value) for each in words)
    assert not_there not in str(caught.value)


def test_a_side_that_is_in_one_transcript_alone_is_missing_and_not_scored() -> None:
    odd = Call("odd", turns("hello"), turns("hello", speaker="Unknown"))
    (side,) = score_calls([call("hello", "hello", "good"), odd])
    (method,) = side.methods
    assert [(o.call, o.status) for o in method.outcomes] == [("good", "ok"), ("odd", "missing")]
    assert method.outcomes[1].counts is None
    assert "its speakers: 'Unknown'" in method.outcomes[1].reason
    assert method.counts == (1, 0, 0, 0)


def test_hypotheses_in_which_nobody_speaks_are_no_strangers() -> None:
    silent = Call("1", turns("hello"), ())
    refuse_strangers([silent], (AGENT,))
    with pytest.raises(UsageError, match="its speakers: 'Unknown'"):
        refuse_strangers([silent, Call("2", turns("a"), turns("a", speaker="Unknown"))], (AGENT,))


def test_turns_end_where_the_next_of_anybody_begins() -> None:
    from mondegreen.calls.call import Turn

    mixed = (Turn("Agent", "a", 0.0), Turn("Customer", "b", 2.0), Turn("Agent", "c", 5.0))
    assert [turn.end for turn in turns_of(mixed, ["agent"])] == [2.0, None]
    assert speakers(mixed) == {"Agent": 2, "Customer": 1}


def test_a_call_is_counted_once() -> None:
    with pytest.raises(PairingError, match="the call 'a' occurs twice"):
        score_calls([call("x", "x"), call("y", "y")])
    with pytest.raises(UsageError, match="expected each once"):
        score_calls([call("x", "x")], methods=("library", "library"))
    with pytest.raises(UsageError, match="asks a model; name one with --model"):
        score_calls([call("x", "x")], methods=("canonical",))


def test_sides() -> None:
    both = Call(
        "a", turns("hi") + turns("yes", speaker="Customer"), turns("hi", speaker="assistant")
    )
    agent, customer = (sides_of([both], role)[0] for role in ALL)
    assert (agent.reference_text, agent.missing) == ("hi", "")
    assert "no turn of the customer in the hypothesis" in customer.missing


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Agent=assistant,agent", "'agent' of the reference"),
        ("Agent=assistant,Customer=assistant", "'assistant' of the hypothesis"),
        ("all,Rep=user", "'user' of the hypothesis"),
    ],
)
def test_nobody_is_on_two_sides(text: str, who: str) -> None:
    with pytest.raises(UsageError, match=f"{who} would be in two sides"):
        parse_roles(text)
