"""Hypotheses with alternatives that are cut as the references are: no alternative is split."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.corpus.alternations import alternations, first_way
from mondegreen.corpus.resegmenting import by_words
from mondegreen.corpus.segments import Segment, Segments, Word

if TYPE_CHECKING:
    from pathlib import Path

MARKS = [("{", "/", "}"), ("<ALT_BEGIN>", "<ALT>", "<ALT_END>")]
word = st.sampled_from("abcd")
way = st.lists(word, max_size=3)
part = st.one_of(word.map(lambda each: [each]), st.lists(way, min_size=2, max_size=3))


def balanced(text: str, marks: tuple[str, str, str]) -> bool:
    words = text.split()
    inside = False
    for each in words:
        if each == marks[0]:
            if inside:
                return False
            inside = True
        elif each in marks[1:] and not inside:
            return False
        elif each == marks[2]:
            inside = False
    return not inside


@given(
    st.lists(st.lists(word, max_size=4), min_size=1, max_size=4),
    st.lists(part, max_size=6),
    st.sampled_from(MARKS),
    st.booleans(),
)
def test_none_is_split_and_no_word_is_lost(said, parts, marks, timed) -> None:
    words: list[str] = []
    for each in parts:
        if isinstance(each[0], str):
            words += each
        else:
            words.append(marks[0])
            for number, ways in enumerate(each):
                words += [marks[1]] * (number > 0) + (ways or ["@"])
            words.append(marks[2])
    time = dict(zip(("start", "end"), (Decimal(0), Decimal(100)), strict=True)) if timed else {}
    spoken = tuple(
        Word(each) if each in marks or not timed else Word(each, Decimal(at), Decimal(at + 1))
        for at, each in enumerate(words)
    )
    hypothesis = Segment(" ".join(words), words=spoken, **time)
    step = Decimal(100) / len(said)
    references = [
        Segment(" ".join(each), **({"start": step * at, "end": step * (at + 1)} if timed else {}))
        for at, each in enumerate(said)
    ]
    found = by_words(Segments.of(references), Segments.of([hypothesis]))
    assert sorted(" ".join(found).split()) == sorted(words)
    assert all(balanced(text, marks) for text in found)
    if not timed:
        groups = [words[group.start : group.stop] for group in alternations(words)]
        again = [text.split() for text in found]
        kept = [cut[group.start : group.stop] for cut in again for group in alternations(cut)]
        assert kept == groups or sorted(kept) == sorted(groups)


@given(st.lists(st.sampled_from(["{", "/", "}", "@", "a", "<ALT>", "<ALT_END>"]), max_size=12))
def test_groups_are_apart_and_hold_their_first_way(words: list[str]) -> None:
    groups = alternations(words)
    assert all(first.stop <= second.start for first, second in pairwise(groups))
    for group in groups:
        assert all(at in group and words[at] == "a" for at in first_way(words, group))


CTM = """\
rec A 0.0 0.4 so
rec A * * <ALT_BEGIN>
rec A 0.5 0.4 going
rec A 0.9 0.4 to
rec A * * <ALT>
rec A 0.5 0.8 gonna
rec A * * <ALT_END>
rec A 1.6 0.3 go
rec A 5.0 0.5 and
rec A * * <ALT_BEGIN>
rec A 5.5 0.4 on
rec A * * <ALT>
rec A 5.5 0.4 gone
rec A * * <ALT_END>
"""


@pytest.mark.parametrize("middle", ["0,700", "1,000", "1,400", "2,500"])
def test_a_ctm_against_subtitles(middle: str, tmp_path: Path) -> None:
    (tmp_path / "rec.srt").write_text(
        f"1\n00:00:00,000 --> 00:00:0{middle}\nSo gonna go\n\n"
        f"2\n00:00:0{middle} --> 00:00:07,000\nand on\n",
        "utf-8",
    )
    (tmp_path / "rec.ctm").write_text(CTM, "utf-8")
    corpus = mg.read(tmp_path / "rec.srt", tmp_path / "rec.ctm")
    result = mg.score(corpus, normalizer="lower")
    assert result["wer"].errors == 0
    assert list(corpus.hypotheses) == ["so { going to / gonna } go", "and { on / gone }"]
