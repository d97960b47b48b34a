"""Columns of segments: what was put in comes out, and no operation changes anything else."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import groupby
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from mondegreen.corpus.segments import Segment, Segments, Transcript, Word, is_odd

NAMES = st.none() | st.sampled_from(["", "a", "b", "é"])
TIMES = st.none() | st.sampled_from(["1.10", "1.1", "0", "-2", "3e2"]).map(Decimal)
WORDS = st.builds(Word, st.text(max_size=3), TIMES, TIMES, TIMES, NAMES)
EXTRA = st.dictionaries(st.sampled_from(["n", "m", "k"]), st.none() | st.integers() | st.text())
SEGMENTS = st.builds(
    Segment,
    st.text(max_size=3),
    *[NAMES] * 4,
    *[TIMES] * 2,
    st.lists(WORDS, max_size=3).map(tuple),
    NAMES,
    st.booleans(),
    EXTRA,
    st.none() | st.integers(1, 9),
)
ROWS = st.lists(SEGMENTS, max_size=5)


def shown(segments: Any) -> list[str]:
    """Return all that is known, lines and the digits of times too."""
    return [
        repr(replace(each, extra={name: each.extra[name] for name in sorted(each.extra)}))
        for each in segments
    ]


@given(ROWS)
def test_what_was_added_is_seen(rows: list[Segment]) -> None:
    segments = Segments.of(rows)
    assert len(segments) == len(rows)
    assert shown(segments) == shown(rows)
    assert shown(segments[row] for row in range(-len(rows), 0)) == shown(rows)
    assert segments.text == [each.text for each in rows]
    assert segments.words.text == [word.text for each in rows for word in each.words]
    assert Transcript("x", "stm", rows) == Transcript("x", "stm", segments)


@given(ROWS, st.data())
def test_rows_are_taken_as_they_are(rows: list[Segment], data: st.DataObject) -> None:
    segments = Segments.of(rows)
    chosen = data.draw(st.lists(st.sampled_from(range(len(rows))) if rows else st.nothing()))
    taken = segments.take(chosen)
    assert shown(taken) == shown(rows[row] for row in chosen)
    again = data.draw(st.lists(st.sampled_from(range(len(chosen))) if chosen else st.nothing()))
    assert taken.take(again) == segments.take([chosen[row] for row in again])
    assert segments.take(range(len(rows))) == segments
    assert shown(segments[1:3]) == shown(rows[1:3])


@given(ROWS, st.data())
def test_a_replaced_column_changes_nothing_else(rows: list[Segment], data: st.DataObject) -> None:
    segments = Segments.of(rows)
    before = shown(segments)
    name = data.draw(st.sampled_from(["id", "recording", "channel", "speaker", "labels"]))
    values = data.draw(st.lists(NAMES, min_size=len(rows), max_size=len(rows)))
    expected = [replace(each, **{name: value}) for each, value in zip(rows, values, strict=True)]
    assert shown(segments.replace(**{name: values})) == shown(expected)
    assert shown(segments.without_words()) == shown(replace(each, words=()) for each in rows)
    assert shown(segments) == before
    assert segments.replace(**{name: getattr(segments, name)}) == segments


@given(st.lists(ROWS, max_size=4))
def test_parts_are_joined_in_their_order(parts: list[list[Segment]]) -> None:
    joined = Segments.joined(map(Segments.of, parts))
    assert shown(joined) == shown(each for part in parts for each in part)
    assert joined == Segments.of(each for part in parts for each in part)


@given(ROWS)
def test_times_that_cannot_be_are_found_and_taken_away(rows: list[Segment]) -> None:
    segments = Segments.of(rows)
    assert segments.odd_rows() == [
        row for row, each in enumerate(rows) if is_odd(each) or any(map(is_odd, each.words))
    ]
    none = {"start": None, "end": None}
    assert shown(segments.without_odd_times()) == shown(
        replace(
            each,
            **(none if is_odd(each) else {}),
            words=tuple(replace(word, **none) if is_odd(word) else word for word in each.words),
        )
        for each in rows
    )


@given(ROWS, ROWS)
def test_equal_are_those_that_hold_the_same(rows: list[Segment], others: list[Segment]) -> None:
    assert (Segments.of(rows) == Segments.of(others)) == (rows == others)
    assert Segments.of(rows) == Segments.of(replace(each, line=5) for each in rows)
    assert Segments.of(rows) != rows


@given(st.lists(WORDS, max_size=6), NAMES, NAMES, st.booleans())
def test_words_are_cut_where_the_speaker_changes(
    words: list[Word],
    text: str | None,
    channel: str | None,
    named: bool,  # noqa: FBT001
) -> None:
    segments = Segments()
    segments.add("before")
    for word in words:
        segments.word(word.text, word.start, word.end, word.confidence, word.speaker)
    count = segments.add_by_speaker(text, channel=channel, named=named)
    parts = [list(part) for _, part in groupby(words, lambda word: word.speaker)]
    assert count == len(parts) == len(segments) - 1
    for part, found in zip(parts, list(segments)[1:], strict=True):
        kept = [replace(word, speaker=word.speaker if named else None) for word in part]
        assert found.words == tuple(kept)
        assert (found.speaker, found.channel) == (part[0].speaker, channel)
        said = " ".join(word.text for word in part)
        assert found.text == (text if text is not None and count == 1 else said)
        starts = [word.start for word in part if word.start is not None]
        ends = [word.end for word in part if word.end is not None]
        known = (starts[0], max(ends)) if starts and ends else (None, None)
        assert (found.start, found.end) == known
