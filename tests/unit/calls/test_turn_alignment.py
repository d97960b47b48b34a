"""Which turns belong together: laws, and what was done to turns by hand is found."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from call_makers import turns
from hypothesis import given, settings
from hypothesis import strategies as st

from mondegreen.calls import turns as turns_module
from mondegreen.calls.call import Call, Turn
from mondegreen.calls.roles import AGENT
from mondegreen.calls.scored_turns import score_turns
from mondegreen.calls.side import sides_of
from mondegreen.calls.turns import Group, align_turns, kinds
from mondegreen.metrics.phonetic_wer import PhoneticWordErrorRate

WORDS = [f"w{number}" for number in range(60)]


def made(texts: list[str], times: list[float | None] | None = None) -> list[Turn]:
    starts = times or [None] * len(texts)
    return [
        Turn("Agent", text, at, place=n)
        for n, (text, at) in enumerate(zip(texts, starts, strict=True))
    ]


def aligned(said: list[str], heard: list[str]) -> list[Group]:
    return align_turns(made(said), made(heard), (said, heard))[0]


texts = st.lists(st.lists(st.sampled_from(WORDS[:8]), max_size=5).map(" ".join), max_size=6)
times = st.lists(st.one_of(st.none(), st.floats(0, 100, allow_nan=False)), min_size=6, max_size=6)


@given(texts, texts, times, times)
@settings(max_examples=400, deadline=None)
def test_every_turn_is_in_one_group(said, heard, first, second) -> None:
    reference, hypothesis = made(said, first[: len(said)]), made(heard, second[: len(heard)])
    groups, by = align_turns(reference, hypothesis, (said, heard))
    assert sorted(n for g in groups for n in g.reference) == list(range(len(said)))
    assert sorted(n for g in groups for n in g.hypothesis) == list(range(len(heard)))
    firsts = [group.reference[0] for group in groups if group.reference]
    assert firsts == sorted(firsts)
    extras = [g.hypothesis[0] for g in groups if not g.reference]
    assert extras == sorted(extras)
    for group in groups:
        for side in (group.reference, group.hypothesis):
            assert all(a < b for a, b in pairwise(side))
    assert sum(kinds(groups).values()) == len(groups)
    assert by in {"time", "words"}


def sentences(chance: random.Random, number: int) -> list[str]:
    return [f"t{n} " + " ".join(chance.sample(WORDS, 5)) + f" e{n}" for n in range(number)]


@pytest.mark.parametrize("seed", range(40))
def test_what_was_done_is_found(seed: int) -> None:
    chance = random.Random(seed)
    said = sentences(chance, 9)
    heard, expected, at = [], [], 0
    while at < len(said):
        way = chance.choice(["matched", "missing", "split", "merged", "extra"])
        if expected[-1:] == ["extra"] and way == "missing":
            way = "matched"  # both together are one turn that was heard all wrong
        if way == "merged" and at + 1 == len(said):
            way = "matched"
        if way == "matched":
            heard.append(said[at])
        elif way == "split":
            words = said[at].split()
            heard += [" ".join(words[:3]), " ".join(words[3:])]
        elif way == "merged":
            heard.append(f"{said[at]} {said[at + 1]}")
            at += 1
        elif way == "extra":
            heard += [said[at], f"x{at} y{at} z{at}"]
            expected.append("matched")
        expected.append(way)
        at += 1
    assert [group.kind for group in aligned(said, heard)] == expected


def test_one_that_was_heard_all_wrong_still_stands_in_its_place() -> None:
    said = ["good morning to you", "what can i do", "goodbye and thanks"]
    heard = ["good morning to you", "watch canaries", "goodbye and thanks"]
    assert [g.kind for g in aligned(said, heard)] == ["matched"] * 3


def test_times_decide_where_they_agree_with_the_words() -> None:
    said, heard = ["yes", "yes", "yes"], ["yes", "yes"]
    reference = made(said, [0.0, 10.0, 20.0])
    hypothesis = made(heard, [0.2, 20.3])
    ends = [Turn(t.speaker, t.text, t.start, (t.start or 0) + 2, place=t.place) for t in hypothesis]
    groups, by = align_turns(reference, ends, (said, heard))
    assert by == "time"
    assert groups == [Group((0,), (0,)), Group((1,), ()), Group((2,), (1,))]


def test_clocks_that_differ_are_not_believed() -> None:
    said = [f"a{n} b{n} c{n}" for n in range(4)]
    reference, hypothesis = made(said, [0, 10, 20, 30]), made(said, [1000, 1010, 1020, 1030])
    groups, by = align_turns(reference, hypothesis, (said, said))
    assert by == "words"
    assert [group.kind for group in groups] == ["matched"] * 4


def test_nothing() -> None:
    assert align_turns([], [], ([], [])) == ([], "words")
    assert aligned(["a"], []) == [Group((0,), ())]
    assert aligned([], ["a"]) == [Group((), (0,))]


def test_times_that_all_turns_share_say_nothing() -> None:
    said = [f"word{n} and more of it" for n in range(2_000)]
    turns = [Turn("Agent", text, 0.0, 100.0, place=n) for n, text in enumerate(said)]
    groups, by = align_turns(turns, turns, (said, said))
    assert by == "words"
    assert groups == [Group((n,), (n,)) for n in range(2_000)]


@given(st.lists(st.tuples(st.sampled_from(WORDS[:8]), st.integers(0, 20)), max_size=6), texts)
def test_what_decides_is_what_decided_with_all_hits_counted(
    said: list[tuple[str, int]], heard: list[str]
) -> None:
    """The short cut by the words that both sides share takes times only where the long way does."""
    reference = made([text for text, _ in said], sorted(float(at) for _, at in said))
    hypothesis = made(heard, [float(n) for n in range(len(heard))])
    sides = [turn.text for turn in reference], heard
    found = align_turns(reference, hypothesis, sides)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turns_module, "_most_hits", lambda _: 10**9)
        assert align_turns(reference, hypothesis, sides) == found


@given(
    *[st.lists(st.sampled_from(["", " ", "...", "ann", "lee ann", "—", "नमस्ते"]), max_size=6)] * 2
)
@settings(max_examples=100, deadline=None)
def test_a_turn_without_words_is_neither_missing_nor_extra(
    said: list[str], heard: list[str]
) -> None:
    (side,) = sides_of(
        [Call("a", turns("ann", *said), turns("ann", *heard, speaker="agent"))], AGENT
    )
    found = score_turns([side], PhoneticWordErrorRate())["a"]
    for turn in found:
        assert turn.group.kind == "matched" or any(turn.counts)
    # All words are still counted, each once.
    words = [sum(len(text.split()) for text in fold) for fold in (
        [text for text in each if any(map(str.isalnum, text))] for each in (said, heard)
    )]  # fmt: skip
    hits, substitutions, deletions, insertions = (
        sum(column) for column in zip(*(turn.counts for turn in found), strict=True)
    )
    assert [hits + substitutions + deletions, hits + substitutions + insertions] == [
        1 + number for number in words
    ]
