"""Hypotheses cut as the references are."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mondegreen import score
from mondegreen.corpus import read, resegmenting
from mondegreen.corpus.segments import Segment, Segments, Word
from mondegreen.errors import DoubtWarning, InputError, PairingError

TEXTS = st.lists(st.sampled_from(["so", "it", "goes", "on", "你好", "A,"]), max_size=6).map(
    " ".join
)


def by_words(said: list[Segment], wrote: list[Segment]) -> list[str]:
    return resegmenting.by_words(Segments.of(said), Segments.of(wrote))


def timed(texts: list[str], length: int = 2) -> list[Segment]:
    return [
        Segment(text, start=Decimal(at * length), end=Decimal((at + 1) * length))
        for at, text in enumerate(texts)
    ]


@settings(deadline=None)
@given(said=st.lists(TEXTS, min_size=1, max_size=4), wrote=st.lists(TEXTS, max_size=4))
def test_no_word_is_lost_or_moved(said: list[str], wrote: list[str]) -> None:
    """Together the parts are the hypothesis, in order, with times and without."""
    for cut in (timed, lambda texts: [Segment(text) for text in texts]):
        parts = by_words(cut(said), cut(wrote))
        assert len(parts) == len(said)
        words = [word for part in parts for word in part.split()]
        assert "".join(words) == "".join("".join(text.split()) for text in wrote)


@st.composite
def spoken(draw: st.DrawFn) -> tuple[list[Segment], list[Segment]]:
    """References and a hypothesis with errors, cut elsewhere; with times of words, or of segments."""
    letters = st.sampled_from("abcd")
    said, wrote, at = [], [], 0
    longest = draw(st.sampled_from([9, 30]))  # tenths of a second; over 10 is a silence
    for word in draw(st.lists(letters, min_size=1, max_size=14)):
        at += draw(st.integers(0, longest))
        said.append(Word(word, Decimal(at) / 10, Decimal(at + 2) / 10))
        shift = draw(st.integers(0, 1))
        heard = draw(st.sampled_from([word, word, word, "a", None]))
        times = Decimal(at + shift) / 10, Decimal(at + shift + 2) / 10
        heard_too = draw(st.sampled_from([None, None, "b"]))
        wrote += [Word(each, *times) for each in (heard, heard_too) if each is not None]
        at += 2
    by_word = draw(st.booleans())
    return cut(draw, said, words=False), cut(draw, wrote, words=by_word)


def cut(draw: st.DrawFn, found: list[Word], *, words: bool) -> list[Segment]:
    ends = {*draw(st.lists(st.integers(1, max(len(found), 1)), max_size=4)), len(found)}
    segments, begin = [], 0
    for end in sorted(ends):
        if part := found[begin : min(end, len(found))]:
            text = " ".join(word.text for word in part)
            times = {"start": part[0].start, "end": max(word.end or Decimal(0) for word in part)}
            segments.append(Segment(text, **times, words=tuple(part) if words else ()))  # type: ignore[arg-type]
        begin = end
    return segments


@settings(deadline=None, max_examples=300)
@given(spoken())
def test_errors_are_those_of_the_whole_text(both: tuple[list[Segment], list[Segment]]) -> None:
    """Cutting loses no word and adds no error; only a silence may part what would be paired."""
    said, wrote = both
    whole = [" ".join(each.text for each in side) for side in both]
    least = score([whole[0]], [whole[1]])["wer"].errors
    bare = [[Segment(each.text) for each in side] for side in both]
    for references, hypotheses in (both, bare):
        parts = by_words(references, hypotheses)
        assert " ".join(filter(None, parts)) == whole[1]
        errors = score([each.text for each in said], parts)["wer"].errors
        heard = [word for each in wrote for word in each.words or (each,)]
        times = sorted(
            (each.start or Decimal(0), each.end or Decimal(0)) for each in (*said, *heard)
        )
        silent = any(after[0] - before[1] > 1 for before, after in pairwise(times))
        if references is bare[0] or not silent:
            assert errors == least
        else:
            assert errors >= least


@settings(deadline=None)
@given(said=st.lists(TEXTS, min_size=1, max_size=4))
def test_the_same_words_go_to_the_same_segments(said: list[str]) -> None:
    """However a hypothesis without errors is cut, it becomes the reference."""
    whole = [Segment(" ".join(" ".join(said).split()))]
    assert [part.split() for part in by_words([Segment(t) for t in said], whole)] == [
        text.split() for text in said
    ]


def test_words_do_not_cross_a_silence() -> None:
    """By words alone the second one would be the better match of the first segment."""
    said = [
        Segment("hello there", start=Decimal(0), end=Decimal(2)),
        Segment("goodbye", start=Decimal(60), end=Decimal(61)),
    ]
    wrote = [Segment("hello there", start=Decimal(60), end=Decimal(61))]
    assert by_words(said, wrote) == ["", "hello there"]


def test_an_inserted_word_goes_to_the_nearer_segment() -> None:
    said = [
        Segment("one", start=Decimal(0), end=Decimal(1)),
        Segment("two", start=Decimal(5), end=Decimal(6)),
    ]
    for at, expected in (("1.2", ["one um", "two"]), ("4.5", ["one", "um two"])):
        words = (
            Word("one", Decimal(0), Decimal(1)),
            Word("um", Decimal(at), Decimal(at)),
            Word("two", Decimal(5), Decimal(6)),
        )
        wrote = [Segment("one um two", start=Decimal(0), end=Decimal(6), words=words)]
        assert by_words(said, wrote) == expected


def test_alternatives_stay_together() -> None:
    words = [
        Word("<ALT_BEGIN>"),
        Word("it", Decimal("0.8"), Decimal(1)),
        Word("<ALT>"),
        Word("at", Decimal(1), Decimal("1.4")),
        Word("<ALT_END>"),
    ]
    segments = [
        Segment("", start=Decimal(0), end=Decimal(1)),
        Segment("", start=Decimal(1), end=Decimal(2)),
    ]
    wrote = Segments.of([Segment("", words=tuple(words))])
    assert resegmenting.by_middles(Segments.of(segments), wrote.words) == [[], [0, 1, 2, 3, 4]]


STM = (
    "f A s1 0.0 2.0 so it goes\nf A s2 2.0 3.0 IGNORE_TIME_SEGMENT_IN_SCORING\nf A s1 3.0 4.0 on\n"
)
CTM = "F a 0.1 0.2 so\nF a 0.5 0.2 it;tag\nF a 2.2 0.2 noise\nF a 3.1 0.3 on\n"


def test_stm_and_ctm(write: Any) -> None:
    """Ids are those of sclite; what an ignored segment takes is gone; case of names means nothing."""
    corpus = read(write("r.stm", STM), write("h.ctm", CTM))
    assert corpus.ids == ["s1-000", "s1-001"]
    assert corpus.references == ["so it goes", "on"]
    assert corpus.hypotheses == ["so it", "on"]
    assert corpus.metadata["speaker"] == ["s1", "s1"]
    assert corpus.metadata["start"] == [0.0, 3.0]


def test_a_recording_without_hypotheses_is_missing(write: Any) -> None:
    stm = "f A s 0.0 2.0 so\ng A s 0.0 1.0 it\n"
    assert read(write("r.stm", stm), write("h.ctm", "f A 0.1 0.2 so\n")).hypotheses == ["so", None]


def test_a_recording_without_references_is_an_error(write: Any) -> None:
    with pytest.raises(PairingError, match="recordings without a reference: 1, as 'h a'"):
        read(write("r.stm", STM + "g A s 0.0 1.0 it\n"), write("h.ctm", CTM + "h a 0.1 0.2 so\n"))


SRT = "1\n00:00:00,000 --> 00:00:02,000\nSo it goes,\n\n2\n00:00:02,500 --> 00:00:04,000\nand so on.\n"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("h.json", '{"text": "so it goes and on"}'),
        ("h.txt", "so it\ngoes and on\n"),
        ("h.vtt", "WEBVTT\n\n00:00.000 --> 00:04.000\nso it goes and on\n"),
        ("h.ctm", "talk 1 0.1 0.5 so\ntalk 1 0.7 0.3 it\ntalk 1 1.2 0.6 goes\ntalk 1 2.6 0.3 and\ntalk 1 3.4 0.5 on\n"),
        (
            "h.json",
            ('{"results": {"channels": [{"alternatives": [{"transcript": "so it goes and on", "words": '
            '[{"word": "so", "start": 0, "end": 1}, {"word": "it", "start": 1, "end": 1.1}, '
            '{"word": "goes", "start": 1.1, "end": 2.2}, {"word": "and", "start": 2.2, "end": 3}, '
            '{"word": "on", "start": 3.5, "end": 4}]}]}]}}'),
        ),
        ("h.jsonl", '{"text": "so it goes", "start": 0, "end": 2}\n{"text": "and on", "start": 2, "end": 4}\n'),
    ],
)  # fmt: skip
def test_subtitles_against_anything(write: Any, name: str, content: str) -> None:
    form = "openai" if content.startswith('{"text": "so it goes and on"') else None
    corpus = read(write("r.srt", SRT), write(name, content), hypothesis_format=form)
    assert corpus.references == ["So it goes,", "and so on."]
    assert corpus.hypotheses == ["so it goes", "and on"]


def test_the_same_segments_are_not_aligned(write: Any) -> None:
    """Who cut as the reference is cut answers for the words of each segment."""
    other = SRT.replace("So it goes,", "and so on.").replace("2\n00:00:02,500", "2\n00:00:02,500")
    corpus = read(write("r.srt", SRT), write("h.srt", other))
    assert corpus.hypotheses == ["and so on.", "and so on."]


def test_turns_are_no_transcript(write: Any) -> None:
    rttm = write("r.rttm", "SPEAKER f 1 0.0 1.0 <NA> <NA> s <NA> <NA>\n")
    with pytest.raises(InputError, match="holds no words"):
        read(rttm, write("h.ctm", CTM))


def test_a_folder_of_kaldi_goes_by_its_ids(write: Any, tmp_path: Any) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "text").write_text("u1 so it goes\nu2 on\n", "utf-8")
    (folder / "utt2spk").write_text("u1 ada\nu2 bo\n", "utf-8")
    corpus = read(folder, write("text", "u2 on\nu1 so\n"))
    assert (corpus.ids, corpus.hypotheses) == (["u1", "u2"], ["so", "on"])
    assert corpus.metadata["speaker"] == ["ada", "bo"]


@pytest.mark.parametrize("timed_too", ["", "timed"])
def test_recordings_come_one_after_the_other(timed_too: str) -> None:
    """Where a hypothesis names none, its times and the order of theirs do not mix recordings."""
    said = [
        Segment(text, recording=name, start=Decimal(at), end=Decimal(at + 1))
        for name, at, text in (("a", 0, "so it"), ("a", 5, "goes"), ("b", 1, "and so on"))
    ]
    times = {"start": Decimal(0), "end": Decimal(9)} if timed_too else {}
    wrote = [Segment("so it goes and so on", **times)]  # type: ignore[arg-type]
    assert by_words(said, wrote) == ["so it", "goes", "and so on"]


@pytest.mark.parametrize("side", [0, 1])
def test_lines_with_ids_next_to_segments_are_warned_of(write: Any, side: int) -> None:
    """Else ids are scored as words, and nothing says so."""
    stm = write("a.stm", "a 1 ada 0.0 1 so it\na 1 ada 1.0 2 goes on\n")
    lines = write("x.txt", "ada-001 so it\nada-002 goes on\n")
    files = (lines, stm) if side == 0 else (stm, lines)
    option = "--format kaldi" if side == 0 else "--hypothesis-format kaldi"
    with pytest.warns(DoubtWarning) as told:
        read(*files)
    said = [str(warning.message) for warning in told]
    assert re.match(f".*x.txt: .*an id, such as 'ada-001'.*{option}", said[0])
    # Of references it is also said that the hypotheses have nothing of this.
    assert len(said) == 2 - side
    assert all("such as 'ada-001'" in each for each in said)
    plain = write("y.txt", "so it 5-1\ngoes on\n")
    read(stm, plain)
    read(stm, lines, hypothesis_format="lines")
    with pytest.raises(PairingError, match=r"only x\.txt has ids, .*nothing says which"):
        read(stm, lines, hypothesis_format="kaldi")
