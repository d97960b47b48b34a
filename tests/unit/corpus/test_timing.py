"""Times of two files that do not fit each other."""

from __future__ import annotations

import warnings
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mondegreen.corpus import read, timing
from mondegreen.corpus.segments import Segment, Segments, Word
from mondegreen.errors import PairingError

NAMES = ("r.stm", "h.srt")


def by_words_and_times(
    names: tuple[str, str], said: list[Segment], wrote: list[Segment]
) -> list[str]:
    return timing.by_words_and_times(names, Segments.of(said), Segments.of(wrote)).texts


def check_middles(
    names: tuple[str, str], said: list[Segment], wrote: list[Segment], texts: list[str]
) -> None:
    timing.check_middles(names, Segments.of(said), Segments.of(wrote), texts)


def talk(lengths: list[int], gap: Decimal) -> list[Segment]:
    """Return segments of three seconds, each of other words."""
    segments, at, number = [], Decimal(0), 0
    for length in lengths:
        text = " ".join(f"w{number + word}" for word in range(length))
        segments.append(Segment(text, recording="talk", start=at, end=at + 3))
        at, number = at + 3 + gap, number + length
    return segments


def moved(segments: list[Segment], *, by: Decimal = Decimal(0), times: int = 1) -> list[Segment]:
    return [
        Segment(each.text, start=(each.start or 0) * times + by, end=(each.end or 0) * times + by)
        for each in segments
    ]


TALKS = st.builds(
    talk,
    st.lists(st.integers(1, 9), min_size=3, max_size=12),
    st.decimals("0.1", "4", places=1),
)


@settings(deadline=None)
@given(talk=TALKS, by=st.decimals("-0.5", "0.5", places=2))
def test_times_that_fit_are_not_spoken_of(talk: list[Segment], by: Decimal) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert by_words_and_times(NAMES, talk, moved(talk, by=by)) == [each.text for each in talk]


@settings(deadline=None)
@given(talk=TALKS, by=st.decimals("400", "5000", places=1), sign=st.sampled_from([1, -1]))
def test_a_shift_is_found_and_measured(talk: list[Segment], by: Decimal, sign: int) -> None:
    """Whatever is moved, the words go to the segments that have them."""
    where = "later" if sign > 0 else "earlier"
    heard = moved(talk, by=5000 + sign * by)
    with pytest.warns(UserWarning, match=rf"0 % overlap, the words {by:.2f} s {where}"):
        parts = by_words_and_times(NAMES, moved(talk, by=Decimal(5000)), heard)
    assert parts == [each.text for each in talk]


@settings(deadline=None)
@given(talk=TALKS, times=st.sampled_from([(1000, "milliseconds"), (16, "another unit")]))
def test_another_unit_is_found(talk: list[Segment], times: tuple[int, str]) -> None:
    with pytest.warns(UserWarning, match=f"about {times[0]:,} times the other ones.*{times[1]}"):
        parts = by_words_and_times(NAMES, talk, moved(talk, times=times[0]))
    assert parts == [each.text for each in talk]


def test_times_that_are_all_the_same() -> None:
    said = talk([3, 4, 5], Decimal(2))
    heard = [Segment(each.text, start=Decimal(0), end=Decimal(0)) for each in said]
    with pytest.warns(UserWarning, match="all its times are the same"):
        assert by_words_and_times(NAMES, said, heard) == [each.text for each in said]


def test_a_dense_talk_in_the_middle_of_its_time() -> None:
    """Most times overlap, and the words are still 20 s late."""
    said = talk([8] * 60, Decimal("0.1"))
    with pytest.warns(UserWarning, match=r"86 % overlap, the words 20.00 s later"):
        parts = by_words_and_times(NAMES, said, moved(said, by=Decimal(20)))
    assert parts == [each.text for each in said]


def test_another_recording_is_refused() -> None:
    said = talk([8] * 5, Decimal(1))
    heard = [Segment(each.text.replace("w", "x")) for each in said]
    timed = [
        Segment(each.text, start=(other.start or 0) + 900, end=(other.end or 0) + 900)
        for each, other in zip(heard, said, strict=True)
    ]
    with pytest.raises(
        PairingError, match=r"0 % overlap.* of 40 words match, as if it were of another"
    ):
        by_words_and_times(NAMES, said, timed)


def test_few_words_match_at_the_right_times() -> None:
    """That is a bad recogniser, and its rate."""
    said = talk([8] * 5, Decimal(1))
    heard = [Segment(each.text.replace("w", "x"), start=each.start, end=each.end) for each in said]
    assert by_words_and_times(NAMES, said, heard) == [each.text for each in heard]


@pytest.mark.parametrize(("by", "known"), [("0.1", True), ("2.2", False), ("60", False)])
def test_words_with_times_alone(*, by: str, known: bool) -> None:
    """Nothing but times says where the words of a ctm are, so wrong ones are refused."""
    said = talk([4] * 6, Decimal(1))
    heard = [
        Segment(
            each.text,
            words=tuple(
                Word(word, at := (each.start or 0) + Decimal(by) + place * Decimal("0.7"), at + 1)
                for place, word in enumerate(each.text.split())
            ),
        )
        for each in said
    ]
    by_time = [each.text for each in said] if known else ["", *(each.text for each in said[:-1])]
    if known:
        check_middles(NAMES, said, heard, by_time)
        return
    with pytest.raises(PairingError, match=r"later in the median; by them 0 words match, and 24"):
        check_middles(NAMES, said, heard, by_time)


def test_files_that_are_a_minute_apart(write: Any) -> None:
    """The warning is at the line of who reads."""
    write("r.stm", "f A s 0.0 2.0 so it goes\nf A s 5.0 6.0 and so on\n")
    write(
        "h.srt",
        "1\n00:01:00,000 --> 00:01:02,000\nso it goes\n\n2\n00:01:05,000 --> 00:01:06,000\nand on\n",
    )
    with pytest.warns(UserWarning, match="60.00 s later") as caught:
        corpus = read("r.stm", "h.srt")
    assert corpus.hypotheses == ["so it goes", "and on"]
    assert caught[0].filename == __file__
