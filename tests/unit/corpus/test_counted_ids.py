"""Ids that only count rows do not pair other clips than columns that name the clips."""

from __future__ import annotations

import re
import warnings
from typing import Any

import pytest

from mondegreen.corpus import read
from mondegreen.errors import DoubtWarning, PairingError

TEXTS = {"a": "so it goes on", "b": "and then it stops", "c": "nobody knows it yet"}


def _table(rows: str, column: str, form: str = "{}", first: int = 1) -> str:
    lines = [
        f"{number},{form.format(clip)},{TEXTS[clip]}\n" for number, clip in enumerate(rows, first)
    ]
    return "".join([f"id,{column},text\n", *lines])


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(
    ("column", "other"),
    [("audio", "audio"), ("path", "file"), ("clip", "clip"), ("utterance", "utterance")],
)
def test_the_names_pair(write: Any, column: str, other: str, first: int) -> None:
    said = write("r.csv", _table("abc", column, "{}.wav", first))
    wrote = write("h.csv", _table("cab", other, "x/{}.wav", first))
    with pytest.warns(UserWarning, match="'id' only count the rows"):
        corpus = read(said, wrote)
    assert corpus.ids == [str(first), str(first + 1), str(first + 2)]
    assert corpus.hypotheses == list(TEXTS.values())
    assert corpus.metadata[column] == ["a.wav", "b.wav", "c.wav"]


def test_the_count_pairs_if_it_is_named(write: Any) -> None:
    said, wrote = write("r.csv", _table("abc", "audio")), write("h.csv", _table("cab", "audio"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DoubtWarning)
        assert read(said, wrote, id_column="id").hypotheses == [TEXTS[clip] for clip in "cab"]


def test_names_of_clips_that_some_rows_lack(write: Any) -> None:
    """A clip that was left out moves the counts of those after it."""
    said, wrote = write("r.csv", _table("abc", "audio")), write("h.csv", _table("ac", "audio"))
    with pytest.warns(UserWarning, match=r"in 1 of 2 rows, the first are 'b' and 'c'"):
        corpus = read(said, wrote)
    assert corpus.hypotheses == [TEXTS["a"], None, TEXTS["c"]]


@pytest.mark.parametrize(
    ("said", "wrote", "columns", "says"),
    [
        ("abc", "aab", ("audio", "audio"), "--id-column audio or --id-column id"),
        ("abc", "aab", ("audio", "path"), "--id-column clip"),
    ],
)
def test_refused(write: Any, said: str, wrote: str, columns: tuple[str, str], says: str) -> None:
    names = (
        write("r.csv", _table(said, columns[0], "{}.wav")),
        write("h.csv", _table(wrote, columns[1], "{}.wav")),
    )
    with pytest.raises(PairingError, match=says):
        read(*names)


@pytest.mark.parametrize("column", ["audio", "file_name"])
def test_ids_that_are_no_count(write: Any, column: str) -> None:
    said, wrote = _table("abc", column), _table("cab", column)
    names = (
        write(name, re.sub(r"(?m)^(\d)", r"u\1", text))
        for name, text in (("r.csv", said), ("h.csv", wrote))
    )
    with pytest.raises(PairingError, match="'id' pair other clips than"):
        read(*names)


@pytest.mark.parametrize("column", ["speaker_id", "index", "note", "duration"])
def test_columns_that_name_no_clip(write: Any, column: str) -> None:
    """Numbers, who spoke and words say nothing against a count."""
    values = {
        "speaker_id": ("s1", "s2", "s3"),
        "index": ("7", "9", "5"),
        "note": ("loud", "low", "clear"),
        "duration": ("1.5", "2.5", "3.5"),
    }[column]
    rows = list(enumerate(TEXTS.values()))
    said = "".join(f"{row},{values[row]},{text}\n" for row, text in rows)
    wrote = "".join(f"{row},{values[(row + 1) % 3]},{text}\n" for row, text in rows)
    head = f"id,{column},text\n"
    corpus = read(write("r.csv", head + said), write("h.csv", head + wrote))
    assert corpus.ids == ["0", "1", "2"]


def test_other_clips(write: Any) -> None:
    said = write("r.csv", _table("abc", "audio", "clip-{}.wav"))
    with pytest.warns(DoubtWarning, match="of the same clips"):
        read(said, write("h.csv", _table("abc", "audio", "take_{}.wav")))
    assert read(said, write("h.csv", _table("abc", "audio", "clip-{}_noisy.wav"))).ids is not None
