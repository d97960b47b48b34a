"""Negative times, and ends before their starts: read with a warning that names the row."""

from __future__ import annotations

import json
import warnings
from decimal import Decimal
from typing import Any

import pytest

from mondegreen.corpus import read
from mondegreen.corpus.converting import read_transcript, write_transcript
from mondegreen.corpus.segments import Segment, Segments, Word, is_odd
from mondegreen.errors import InputError

STM = "talk 1 ada 0.0 1.0 so it goes\ntalk 1 ada 2.0 3.0 and so on\ntalk 1 ada 4.0 5.0 to the end\n"
TEXTS = ["so it goes", "and so on", "to the bend"]


def rows(*times: tuple[float, float]) -> list[dict[str, Any]]:
    return [
        {"start": start, "end": end, "text": text}
        for (start, end), text in zip(times, TEXTS, strict=True)
    ]


def clocks(mark: str) -> list[str]:
    """Cues of which the second ends before it begins."""
    times = (("00", "01"), ("03", "02"), ("04", "05"))
    return [f"00:00:{start}{mark}000 --> 00:00:{end}{mark}000" for start, end in times]


def cues(mark: str) -> str:
    return "\n".join(f"{at}\n{clock}\n{text}\n" for at, (clock, text) in enumerate(zip(clocks(mark), TEXTS, strict=True), 1))  # fmt: skip


REVERSED = rows((0, 1), (3, 2), (4, 5))
FILES = {
    "h.jsonl": "".join(json.dumps(row) + "\n" for row in REVERSED),
    "h.csv": "start_time,end_time,text\n" + "".join(f"{r['start']},{r['end']},{r['text']}\n" for r in REVERSED),
    "h.srt": cues(","),
    "h.vtt": "WEBVTT\n\n" + cues("."),
    "h.json": json.dumps({"segments": [{**row, "id": at} for at, row in enumerate(REVERSED)], "text": " ".join(TEXTS)}),
    "h.txt": "".join(f"{r['start']}.0\t{r['end']}.0\t{r['text']}\n" for r in REVERSED),
}  # fmt: skip
FORMATS = {"h.txt": "audacity", "h.json": "whisper"}
LINES = {"h.jsonl": 2, "h.csv": 3, "h.srt": 6, "h.vtt": 8, "h.txt": 2}


@pytest.mark.parametrize("name", FILES)
def test_an_end_before_its_start(write: Any, name: str) -> None:
    """The words are aligned all the same, and nothing goes to the wrong segment."""
    write("r.stm", STM)
    write(name, FILES[name])
    where = f"line {LINES[name]}" if name in LINES else "segment 2"
    message = (
        rf"{name}: 1 row has a negative time, .*, the first is {where} \(3(\.0+)? to 2(\.0+)? s\)"
    )
    with pytest.warns(UserWarning, match=message):
        corpus = read("r.stm", name, hypothesis_format=FORMATS.get(name))
    assert corpus.hypotheses == TEXTS


def test_several_are_counted_and_negative_ones_too(write: Any) -> None:
    write("r.stm", STM)
    write("h.jsonl", "".join(json.dumps(row) + "\n" for row in rows((-1, 1), (3, 2), (4, 5))))
    with pytest.warns(UserWarning, match=r"2 rows have a negative time.*line 1 \(-1 to 1 s\)"):
        assert read("r.stm", "h.jsonl").hypotheses == TEXTS
    with pytest.warns(UserWarning, match="h.jsonl: 2 rows have a negative time"):
        assert len(read("h.jsonl", "r.stm")) == 3


def test_files_that_are_paired_by_ids_need_no_times(write: Any) -> None:
    """What is wrong with them is said all the same."""
    said = [{"id": f"u{at}", "text": text} for at, text in enumerate(TEXTS)]
    heard = [{"segment_id": f"u{at}", "session_id": "t", "start_time": 2, "end_time": 1, "words": text} for at, text in enumerate(TEXTS)]  # fmt: skip
    write("r.jsonl", "".join(json.dumps(row) + "\n" for row in said))
    write("h.json", json.dumps(heard, indent=1))
    with pytest.warns(UserWarning, match=r"h.json: 3 rows have a negative time"):
        assert read("r.jsonl", "h.json").hypotheses == TEXTS


def test_formats_that_cannot_hold_them_refuse_the_row(write: Any) -> None:
    transcript = read_transcript(write("h.srt", FILES["h.srt"]), None)
    assert list(map(is_odd, transcript.segments)) == [False, True, False]
    with pytest.raises(
        InputError, match="line 6: a time is negative, or an end is before its start"
    ):
        write_transcript(transcript, "vtt")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert write_transcript(transcript, "stm").content


def test_only_what_cannot_be_is_taken_away() -> None:
    one, two, three = Decimal(1), Decimal(2), Decimal(3)
    words = Word("so", one, two), Word("on", three, two)
    right = Segment("so", start=one, end=two)
    segments = Segments.of([Segment("so on", start=one, end=three, words=words), right])
    kept, same = segments.without_odd_times()
    assert (kept.start, kept.end) == (one, three)
    assert [word.start for word in kept.words] == [one, None]
    assert same == right
    assert segments.odd_rows() == [0]
