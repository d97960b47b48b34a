"""JSON lines that are NeMo's manifests or Lhotse's supervisions, told by their keys."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from segment_strategies import transcripts

from mondegreen.corpus import FORMATS, read
from mondegreen.corpus.converting import read_transcript, store, write_transcript
from mondegreen.corpus.sniffing import sniff
from mondegreen.corpus.source import opened
from mondegreen.corpus.texts import read_texts

NEMO = {"audio_filepath": "a.wav", "duration": 1.5, "text": "so it goes"}
LHOTSE = {"id": "a-1", "recording_id": "a", "start": 0.5, "duration": 1.5, "channel": 0}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def rows(name: str, *found: dict[str, Any]) -> str:
    Path(name).write_text("".join(json.dumps(row) + "\n" for row in found), "utf-8")
    return name


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (NEMO, "nemo"),
        ({"audio_filepath": "a", "duration": 1, "pred_text": "so"}, "nemo"),
        ({"text": "so", "offset": 1, "duration": 1, "audio_filepath": "a", "lang": "en"}, "nemo"),
        ({"audio_filepath": "a.wav", "text": "so"}, "jsonl"),
        ({"audio_filepath": "a.wav", "duration": 1}, "jsonl"),
        ({"audio_filepath": "a.wav", "duration": None, "text": "so"}, "jsonl"),
        (LHOTSE, "lhotse"),
        ({**LHOTSE, "text": "so", "alignment": {"word": [["so", 0.5, 1, 0.9]]}}, "lhotse"),
        ({"id": "a", "recording_id": "a", "text": "so"}, "jsonl"),
        ({"id": "a", "start": 0, "duration": 1, "supervisions": [LHOTSE]}, "jsonl"),
        ({"id": "a", "reference": "so", "hypothesis": "no"}, "jsonl"),
    ],
)
@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize("packed", ["", "gz"])
def test_sniffed(row: dict[str, Any], expected: str, times: int, packed: str) -> None:
    name = rows("m.json", *[row] * times)
    if packed:
        Path("m.json.gz").write_bytes(gzip.compress(Path(name).read_bytes()))
        name = "m.json.gz"
    with opened(name, max_line=10_000) as source:
        assert sniff(source) == expected


@pytest.mark.parametrize("packed", ["", ".gz"])
@pytest.mark.parametrize("name", ["nemo", "lhotse"])
@settings(deadline=None, max_examples=50)
@given(data=st.data())
def test_written_and_found(name: str, packed: str, data: st.DataObject) -> None:
    kind: Any = FORMATS.get(name)
    whole = data.draw(transcripts(name, kind.holds))
    path = f"x.jsonl{packed}"
    store(path, write_transcript(whole, name))
    assert (Path(path).read_bytes()[:2] == b"\x1f\x8b") is bool(packed)
    found = read_transcript(path)
    assert found.format == name
    assert list(found.segments) == list(whole.segments)


def test_columns_stay_columns() -> None:
    """What a manifest is for scoring: rows, of which every column can be chosen."""
    one = rows("m.json", {**NEMO, "pred_text": "so it went", "whisper": "so it"})
    assert read(one).hypotheses == ["so it went"]
    assert read(one, hypothesis_column="whisper").hypotheses == ["so it"]
    assert list(read_texts(one, column="pred_text").texts) == ["so it went"]
    assert [each.text for each in read_transcript(one, column="pred_text").segments] == [
        "so it went"
    ]
    other = rows("h.json", {"audio_filepath": "a.wav", "duration": 1, "pred_text": None})
    corpus = read(one, other)
    assert (corpus.ids, list(corpus.hypotheses)) == (["a.wav"], [None])
    assert read(one, one, hypothesis_column="whisper").hypotheses == ["so it"]


def test_pieces_of_one_recording() -> None:
    cut = [{**NEMO, "offset": at, "text": text} for at, text in ((0, "so it"), (2, "goes on"))]
    said = rows("m.json", *cut)
    heard = rows("h.json", *({**row, "text": "x", "pred_text": row["text"]} for row in cut))
    assert read(said, heard).hypotheses == ["so it", "goes on"]


@pytest.mark.parametrize("key", ["pred_text", "hypothesis", "asr"])
def test_the_reference_in_a_file_of_hypotheses_is_not_the_hypothesis(key: str) -> None:
    """Against segments as well: else the reference would be compared with itself."""
    Path("r.stm").write_text("a 1 ada 0.0 1.5 so it goes\n", "utf-8")
    row = {"audio_filepath": "a", "duration": 1.5, "text": "so it goes", key: "so it went"}
    for more in ({}, {"offset": 0}):
        assert read("r.stm", rows("h.json", {**row, **more})).hypotheses == ["so it went"]
    Path("h.csv").write_text(f"recording,text,{key}\na,so it goes,so it went\n", "utf-8")
    assert read("r.stm", "h.csv").hypotheses == ["so it went"]


def test_supervisions_against_a_ctm() -> None:
    said = rows(
        "s.jsonl",
        {**LHOTSE, "text": "so it goes"},
        {**LHOTSE, "id": "a-2", "text": "on", "start": 3},
    )
    Path("h.ctm").write_text("a 0 0.6 0.2 so\na 0 0.9 0.2 it\na 0 3.1 0.2 on\n", "utf-8")
    corpus = read(said, "h.ctm")
    assert (corpus.ids, corpus.hypotheses) == (["a-1", "a-2"], ["so it", "on"])
