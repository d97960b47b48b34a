"""``mondegreen convert``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mondegreen.cli.app import run

Command = Callable[..., Any]
STM = "talk 1 ada 0.10 2.00 <o,f0> so it goes\ntalk 1 bo 2.00 3.00 and on\n"


@pytest.fixture(autouse=True)
def talk(folder: Path) -> None:
    (folder / "talk.stm").write_text(STM, "utf-8")


def test_what_is_lost_is_said(command: Command) -> None:
    done = command("convert", "talk.stm", "talk.srt")
    assert done.status == 0
    assert done.out == ""
    assert done.err.splitlines() == [
        "mondegreen: srt cannot hold all of talk.stm: dropped 2 names of recordings, 2 channels, 1 label",
    ]
    assert (
        Path("talk.srt").read_text("utf-8").startswith("1\n00:00:00,100 --> 00:00:02,000\n[ada]:")
    )


def test_nothing_is_said_where_nothing_is_lost(command: Command) -> None:
    assert command("convert", "talk.stm", "again.stm").err == ""
    assert Path("again.stm").read_text("utf-8") == STM


@pytest.mark.parametrize("to", ["jsonl", "csv", "tsv", "parquet", "arrow", "lhotse", "seglst"])
def test_there_and_back(command: Command, to: str) -> None:
    if to in {"parquet", "arrow"}:
        pytest.importorskip("pyarrow")
    assert command("convert", "talk.stm", "there", "--to", to).status == 0
    assert command("convert", "there", "back.stm", "--from", to).status == 0
    again = Path("back.stm").read_text("utf-8").replace("0.1 2.0", "0.10 2.00")
    labels = "" if to in {"lhotse", "seglst"} else " <o,f0>"
    assert again.splitlines()[0] == f"talk 1 ada 0.10 2.00{labels} so it goes"


def test_a_data_set_of_hugging_face(command: Command) -> None:
    pytest.importorskip("pyarrow")
    assert command("convert", "talk.stm", "set", "--to", "huggingface").status == 0
    assert sorted(path.name for path in Path("set").iterdir()) == [
        "data-00000-of-00001.arrow", "dataset_info.json", "state.json",
    ]  # fmt: skip
    done = command("convert", "set", "-", "--to", "lines")
    assert done.status == 0
    Path("whole").mkdir()
    Path("whole/dataset_dict.json").write_text('{"splits": ["test", "train"]}', "utf-8")
    assert "has the splits test, train" in command("convert", "whole", "x.stm").err
    Path("set/state.json").write_text('{"_data_files": [{"filename": "../x.arrow"}]}', "utf-8")
    assert "not the name of a file in this folder" in command("convert", "set", "x.stm").err


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("talk.stm", "talk.json"), "the name does not say the format; name it with --to"),
        (("talk.stm", "talk.stm"), "would be lost"),
        (("talk.stm", "x.srt", "--to", "srtt"), "Did you mean 'srt'?"),
        (("talk.stm", "-", "--to", "kaldi-folder"), "name a folder"),
        (("talk.stm", "no/x.srt"), "there is no folder no"),
        (("r.txt", "x.srt"), "has no start and end, without which no srt can be written"),
        (("none.stm", "x.srt"), "no such file"),
        (("talk.stm", "x.srt", "--column", "a"), "has no columns"),
        (("empty", "x.srt"), "is a directory, expected a file"),
    ],
)
def test_refused(command: Command, words: tuple[str, ...], part: str) -> None:
    Path("empty").mkdir()
    done = command("convert", *words)
    assert (done.status, done.out) == (2, "")
    assert part in done.err
    assert done.err.count("\n") == 1


def test_the_file_names_the_recording(command: Command) -> None:
    Path("call.json").write_text(
        json.dumps([{"words": "a", "start_time": 0, "end_time": 1, "speaker": "x"}])
    )
    done = command("convert", "call.json", "call.stm")
    assert done.status == 0
    assert "1 segment got 'call' as recording, after the file" in done.err
    assert Path("call.stm").read_text("utf-8").startswith("call ")
    assert command("convert", "call.json", "call.srt").err.count("recording") == 0
    assert "after the file" not in command("convert", "call.stm", "again.stm").err


@pytest.mark.parametrize(
    "to", ["jsonl", "csv", "parquet", "arrow", "huggingface", "seglst", "nemo"]
)
def test_columns_of_mixed_and_odd_values(command: Command, to: str) -> None:
    if to in {"parquet", "arrow", "huggingface"}:
        pytest.importorskip("pyarrow")
    rows = [
        {"text": "a", "x": 1, "y": [1, {"z": None}], "recording": "r"},
        {"text": "b", "x": "two", "y": 10**300, "recording": "r"},
    ]
    Path("odd.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert command("convert", "odd.jsonl", "out", "--to", to).status == 0
    assert command("convert", "out", "-", "--from", to, "--to", "lines").out == "a\nb\n"


@pytest.mark.parametrize("name", ["seglst", "nemo", "lhotse"])
def test_halves_of_pairs_are_no_text(command: Command, name: str) -> None:
    row = (
        '{"words": "a", "text": "a", "audio_filepath": "a", "recording_id": "a", "start": 0,'
        ' "duration": 1, "noise": "\\ud800"}'
    )
    Path("half").write_text(f"[{row}]" if name == "seglst" else row, "utf-8")
    done = command("convert", "half", "x.stm", "--from", name)
    assert done.status == 2
    assert "half:1: " in done.err
    assert "half of a surrogate pair" in done.err


@pytest.mark.parametrize(
    ("first", "second", "to", "written"),
    [
        ("a(1", "a_1", "trn", "a_1"),
        ("a_1)", "a_1_", "trn", "a_1_"),
        ("a b", "a\tb", "kaldi", "a_b"),
        ("a b", "a_b", "trn", "a_b"),
    ],
)
def test_ids_that_a_format_makes_alike_are_named(
    command: Command, first: str, second: str, to: str, written: str
) -> None:
    rows = [{"id": name, "text": "so it goes"} for name in (first, second)]
    Path("alike.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    done = command("convert", "alike.jsonl", "alike.out", "--to", to)
    assert done.status == 2
    assert f"the ids {first!r} and {second!r} are both {written!r} in {to}" in done.err.replace(
        "\\\\t", "\\t"
    )
    assert not Path("alike.out").exists()


@pytest.mark.parametrize(
    ("content", "to", "said"),
    [
        (STM, "lines", "dropped 2 speakers, 2 names of recordings, 2 channels, 1 label, 2 times"),
        (STM, "kaldi", "dropped 2 speakers"),
        (STM, "ctm", "word times are not known and were spread evenly"),
        ("talk 1 ada 0.12345 2.00 <o> so it goes\n", "srt", "time was rounded to milliseconds"),
    ],
)
def test_all_losses_are_one_line(command: Command, content: str, to: str, said: str) -> None:
    Path("from.stm").write_text(content, "utf-8")
    done = command("convert", "from.stm", f"there.{to}", "--to", to)
    assert done.status == 0
    assert done.err.count("\n") == 1
    assert done.err.startswith(f"mondegreen: {to} cannot hold all of from.stm: ")
    for part in said.removeprefix("dropped ").split(", "):
        assert part in done.err
    assert done.err.count("cannot hold") == 1


def test_a_name_that_a_format_needs_is_made_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    segment = '{"speaker": "ann", "start_time": 0, "end_time": 1, "words": "hi"}'
    Path("meet.json").write_text(f"[{segment}, {segment}]", "utf-8")
    assert run(["convert", "meet.json", "meet.stm"]) == 0
    said = capsys.readouterr().err
    assert "stm needs names that are not in meet.json: 2 segments got" in said
    assert "2 segments got '1' as channel, which is not known" in said
    assert "cannot hold" not in said


def test_of_several_files_the_one_without_ids_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, row in (
        ("a", '{"id": "1", "reference": "x", "hypothesis": "x"}'),
        ("b", '{"reference": "x", "hypothesis": "x"}'),
    ):
        Path(f"{name}.jsonl").write_text(f"{row}\n", "utf-8")
    assert run(["score", "*.jsonl"]) != 0
    said = capsys.readouterr().err
    assert "a.jsonl has a column of ids and b.jsonl has none" in said
    assert "--id-column ''" in said
