"""The kernel for sessions with several speakers against the same rules in plain Python."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from plain_speakers import Plain, Segment, diarisation

from mondegreen._kernel.sessions import Session, Side, Turns, diarise

STEP = 100_000
FAR = 10**13
COLLARS = st.sampled_from([0, STEP, 7 * STEP, FAR])
HYPOTHESIS = "hypothesis"
SEGMENTS = st.sampled_from(["reference", HYPOTHESIS])
"""Whose segments are given to the streams of the other side."""
WORDS = st.lists(st.sampled_from(["a", "bb", "été", "so"]), max_size=4).map(" ".join)


def _segments(speakers: int, most: int) -> st.SearchStrategy[list[Segment]]:
    segment = st.builds(
        lambda speaker, start, length, words: Segment(
            speaker, start * STEP, (start + length) * STEP, words
        ),
        st.integers(0, speakers - 1),
        st.integers(-5, 30),
        st.integers(0, 12),
        WORDS,
    )
    return st.lists(segment, max_size=most)


def _side(segments: list[Segment]) -> Side:
    streams = [each.speaker for each in segments]
    times = [each.start for each in segments], [each.end for each in segments]
    return Side(streams, times, [each.words for each in segments])


def _session(reference: list[Segment], hypothesis: list[Segment]) -> Session:
    return Session(_side(reference), _side(hypothesis))


def _errors(session: Session, collar: int | None, hypothesis: list[Segment]) -> int:
    found = session.pairs(collar)
    extra = sum(len(e.words.split()) for e in hypothesis if e.speaker not in found.streams)
    return sum(sum(counts[1:]) for counts in found.counts) + extra


def _assigned(session: Session, collar: int | None, search: str, *, swapped: bool = False) -> int:
    found = session.assigned(collar, search, swapped=swapped)
    return sum(counts[1] + counts[2] for counts in found.counts) + found.insertions


@given(_segments(3, 8), _segments(4, 8), st.none() | COLLARS)
def test_the_map_is_the_first_best_of_all(
    reference: list[Segment], hypothesis: list[Segment], collar: int | None
) -> None:
    session, plain = _session(reference, hypothesis), Plain(reference, hypothesis)
    assert [session.speakers, session.streams] == list(plain.names)
    streams, fewest = plain.pairs(collar)
    assert _errors(session, collar, hypothesis) == fewest
    assert session.pairs(collar).streams == streams


@given(_segments(3, 5), _segments(3, 5), st.none() | COLLARS, SEGMENTS)
def test_the_exact_assignment_is_the_best_of_all(
    reference: list[Segment], hypothesis: list[Segment], collar: int | None, segments: str
) -> None:
    session, plain = _session(reference, hypothesis), Plain(reference, hypothesis)
    fewest = plain.fewest(collar, swapped=segments == HYPOTHESIS)
    assert _assigned(session, collar, "exact", swapped=segments == HYPOTHESIS) == fewest


@settings(max_examples=50)
@given(_segments(3, 4), _segments(2, 4))
def test_the_exact_order_is_the_best_of_all(
    reference: list[Segment], hypothesis: list[Segment]
) -> None:
    fewest = Plain(reference, hypothesis).fewest_interleaved()
    assert _session(reference, hypothesis).interleaved("exact").errors == fewest


@given(_segments(3, 9), _segments(3, 9), st.sampled_from(["exact", "greedy"]))
def test_an_order_loses_no_word(
    reference: list[Segment], hypothesis: list[Segment], search: str
) -> None:
    session = _session(reference, hypothesis)
    found = session.interleaved(search)
    said = [len(each.words.split()) for each in reference]
    heard = sum(len(each.words.split()) for each in hypothesis)
    assert sum(map(sum, found.counts)) == sum(said)
    assert sum(counts[0] + counts[1] for counts in found.counts) + found.insertions == heard
    for name, (hits, substitutions, deletions, _) in zip(
        session.streams, (counts[:4] for counts in found.by_stream), strict=True
    ):
        given_to = zip(found.streams, said, strict=True)
        words = sum(count for stream, count in given_to if stream == name)
        assert hits + substitutions + deletions == words


@given(
    _segments(3, 9),
    _segments(3, 9),
    st.none() | COLLARS,
    SEGMENTS,
    st.sampled_from(["exact", "greedy"]),
)
def test_an_assignment_has_the_errors_that_are_said_of_it(
    reference: list[Segment],
    hypothesis: list[Segment],
    collar: int | None,
    segments: str,
    search: str,
) -> None:
    session, plain = _session(reference, hypothesis), Plain(reference, hypothesis)
    side = hypothesis if segments == HYPOTHESIS else reference
    rows = session.hypothesis_rows if segments == HYPOTHESIS else session.reference_rows
    found = session.assigned(collar, search, swapped=segments == HYPOTHESIS)
    given_to = [found.streams[row] for row in rows if side[row].words.split()]
    errors = sum(counts[1] + counts[2] for counts in found.counts) + found.insertions
    assert plain.assigned_errors(given_to, collar, swapped=segments == HYPOTHESIS) == errors


@given(_segments(3, 12), _segments(3, 12), COLLARS)
def test_rates_are_in_order(
    reference: list[Segment], hypothesis: list[Segment], collar: int
) -> None:
    session = _session(reference, hypothesis)
    cp, tcp = (_errors(session, each, hypothesis) for each in (None, collar))
    orc, greedy = (_assigned(session, None, search) for search in ("exact", "greedy"))
    mimo, greedy_mimo = (session.interleaved(each).errors for each in ("exact", "greedy"))
    tcorc, timed_greedy = (_assigned(session, collar, search) for search in ("exact", "greedy"))
    di, greedy_di = (
        _assigned(session, None, search, swapped=True) for search in ("exact", "greedy")
    )
    assert mimo <= orc <= greedy <= cp <= tcp
    assert mimo <= greedy_mimo <= greedy
    assert orc <= tcorc <= timed_greedy <= tcp
    assert di <= greedy_di <= cp
    if collar == FAR:
        assert (cp, orc) == (tcp, tcorc)


@given(_segments(4, 12), _segments(4, 12), st.none() | COLLARS, SEGMENTS)
def test_no_word_is_lost(
    reference: list[Segment], hypothesis: list[Segment], collar: int | None, segments: str
) -> None:
    session = _session(reference, hypothesis)
    found = session.assigned(collar, "greedy", swapped=segments == HYPOTHESIS)
    side, other = (hypothesis, reference) if segments == HYPOTHESIS else (reference, hypothesis)
    names = session.streams if segments == HYPOTHESIS else session.speakers
    for name, (hits, substitutions, deletions, _) in zip(names, found.counts, strict=True):
        said = sum(len(each.words.split()) for each in side if each.speaker == name)
        assert hits + substitutions + deletions == said
    heard = sum(len(each.words.split()) for each in other)
    assert sum(each[0] + each[1] for each in found.counts) + found.insertions == heard


@given(_segments(3, 8), _segments(3, 8), st.none() | COLLARS)
def test_names_mean_nothing(
    reference: list[Segment], hypothesis: list[Segment], collar: int | None
) -> None:
    renamed = [each._replace(speaker=40 - each.speaker) for each in hypothesis]
    first, second = _session(reference, hypothesis), _session(reference, renamed)
    streams = [None if each is None else 40 - each for each in first.pairs(collar).streams]
    assert streams == second.pairs(collar).streams
    assert first.pairs(collar).counts == second.pairs(collar).counts


@given(_segments(1, 6), _segments(1, 6))
def test_one_speaker_and_one_stream_are_a_text(
    reference: list[Segment], hypothesis: list[Segment]
) -> None:
    session, plain = _session(reference, hypothesis), Plain(reference, hypothesis)
    if not (reference and hypothesis):
        return
    fewest = plain.pairs(None)[1]
    assert _errors(session, None, hypothesis) == fewest
    assert _assigned(session, None, "greedy") == _assigned(session, None, "exact") == fewest


@settings(max_examples=60)
@given(
    _segments(3, 6),
    _segments(3, 6),
    st.sampled_from([0, STEP, 3 * STEP]),
    st.tuples(st.booleans(), st.booleans()),
)
def test_diarisation_is_that_of_every_step(
    reference: list[Segment],
    hypothesis: list[Segment],
    collar: int,
    ways: tuple[bool, bool],
) -> None:
    overlap, map_scored = ways
    region = (-10 * STEP, 45 * STEP)
    sides = [
        Turns(
            [each.speaker for each in side],
            [each.start for each in side],
            [each.end for each in side],
            3,
        )
        for side in (reference, hypothesis)
    ]
    times, false_alarm, _ = diarise(
        *sides,
        region=[region],
        both=True,
        collar=collar,
        overlap=overlap,
        map_scored=map_scored,
    )
    scored, missed, confused = (sum(each[at] for each in times) for at in range(3))
    every = diarisation(
        *(reference, hypothesis, region, collar, STEP),
        overlap=overlap,
        map_scored=map_scored,
    )
    assert (scored, missed, false_alarm, confused) in every
