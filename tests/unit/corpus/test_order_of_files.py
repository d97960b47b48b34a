"""Files in the wrong order: said by the names of the files and by their formats, and never in doubt."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from mondegreen.corpus import read
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.order_of_files import why_swapped

if TYPE_CHECKING:
    from pathlib import Path

SWAPPED = [  # the first file, its format, the second one, its format
    ("hyp.txt", "lines", "ref.txt", "lines"),
    ("HYP.TXT", "lines", "Ref_2.txt", "lines"),
    ("out/hyp/a.txt", "lines", "out/ref/a.txt", "lines"),
    ("hyps/", "files", "refs/", "files"),
    ("pred-1.txt", "lines", "gt.txt", "lines"),
    ("predictions.json", "jsonl", "manifest.json", "jsonl"),
    ("asr.csv", "csv", "gold.csv", "csv"),
    ("whisper.srt", "srt", "reference.txt", "lines"),
    ("whisper_large-v3.txt", "lines", "talk.txt", "lines"),
    ("talk.srt", "srt", "truth.txt", "lines"),
    ("deepgram.json", "deepgram", "talk.txt", "lines"),
    ("reply.json", "assemblyai", "talk.stm", "stm"),
    ("audio.json", "whisper", "talk.txt", "lines"),
    ("audio.tsv", "whisper-tsv", "talk.txt", "lines"),
    ("talk.ctm", "ctm", "talk.stm", "stm"),
    ("exp/tri3/decode_test", "kaldi", "data/test", "kaldi"),
    ("results.txt", "lines", "expected.txt", "lines"),
]
SILENT = [
    ("ref.txt", "lines", "hyp.txt", "lines"),
    ("ref.srt", "srt", "hyp.srt", "srt"),
    ("a.txt", "lines", "b.txt", "lines"),
    ("hyp-1.txt", "lines", "hyp-2.txt", "lines"),
    ("refs-2024.txt", "lines", "refs-2025.txt", "lines"),
    ("a.ctm", "ctm", "b.ctm", "ctm"),
    ("deepgram.json", "deepgram", "whisper.json", "whisper"),
    ("ref.ctm", "ctm", "b.txt", "lines"),
    ("ref.ctm", "ctm", "sys.ctm", "ctm"),
    ("reference.json", "whisper", "talk.txt", "lines"),
    ("ref_asr.txt", "lines", "b.txt", "lines"),
    ("ref_asr.json", "whisper", "b.txt", "lines"),
    ("talk.stm", "stm", "talk.ctm", "ctm"),
    ("talk.txt", "lines", "talk.srt", "srt"),
    ("talk.srt", "srt", "talk.txt", "lines"),
    ("manifest.json", "jsonl", "predictions.json", "jsonl"),
    ("refund.txt", "lines", "prediction.txt", "lines"),
    ("refund.txt", "lines", "hypertension.txt", "lines"),
    ("dev.tsv", "tsv", "hypotheses.txt", "kaldi"),
    ("data/test", "kaldi-folder", "exp/tri3/decode_test", "kaldi"),
    ("calls/ref_transcript.json", "json", "calls/gt_transcript.json", "json"),
]


@pytest.mark.parametrize("pair", SWAPPED, ids=lambda pair: f"{pair[0]} {pair[2]}")
def test_swapped_files_are_seen(pair: tuple[str, str, str, str]) -> None:
    first, form, second, other = pair
    why = why_swapped(first, second, (form, other))
    assert why is not None
    assert any(path in why for path in (first, second))


@pytest.mark.parametrize("pair", SWAPPED, ids=lambda pair: f"{pair[0]} {pair[2]}")
def test_the_right_order_of_the_same_files_is_silent(pair: tuple[str, str, str, str]) -> None:
    first, form, second, other = pair
    assert why_swapped(second, first, (other, form)) is None


@pytest.mark.parametrize("pair", SILENT, ids=lambda pair: f"{pair[0]} {pair[2]}")
def test_there_is_no_false_alarm(pair: tuple[str, str, str, str]) -> None:
    first, form, second, other = pair
    assert why_swapped(first, second, (form, other)) is None


@pytest.mark.parametrize("name", FORMATS.names())
def test_two_files_of_one_format_are_silent(name: str) -> None:
    assert why_swapped("a", "b", (name, name)) is None


def test_which_formats_recognisers_write() -> None:
    written = {name for name in FORMATS.names() if FORMATS.get(name).by_recognisers}
    assert {"deepgram", "whisper", "whisperx", "whisper-tsv", "whisper-console", "ctm"} <= written
    assert not {"lines", "stm", "srt", "vtt", "trn", "csv", "jsonl", "nemo", "kaldi"} & written
    assert FORMATS.get("deepgram").description()["by_recognisers"] is True


def test_a_pair_knows_its_formats(tmp_path: Path) -> None:
    (tmp_path / "r.txt").write_text("so it goes\n", "utf-8")
    (tmp_path / "h.json").write_text(json.dumps({"text": "so it goes"}), "utf-8")
    corpus = read(tmp_path / "r.txt", tmp_path / "h.json")
    assert corpus.formats is not None
    assert corpus.formats[0] == "lines"
    assert read(os.fspath(tmp_path / "r.txt"), tmp_path / "r.txt").formats == ("lines", "lines")
