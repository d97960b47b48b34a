"""Ends of turns: in manifests, from files of them and from segments, kept under the same dataset."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from bench_fakes import recordings

from mondegreen.bench.clips import Clip
from mondegreen.bench.freezing import load_manifest
from mondegreen.bench.turn_ends import Turns, turns_in, turns_of, with_turns
from mondegreen.cli.app import run
from mondegreen.errors import InputError
from mondegreen.store import open_store

pytest.importorskip("soundfile")
STM = """\
call A ada 0.0 1.0 <o> so it goes
call A ada 1.4 2.0 <o> on
call B bo 2.2 3.0 <o> yes
call A ada 3.1 4.0 <o> and
call A ada 6.0 7.5 <o> done
"""
RTTM = """\
SPEAKER call 1 0.0 2.0 <NA> <NA> ada <NA> <NA>
SPEAKER call 1 2.2 0.8 <NA> <NA> bo <NA> <NA>
SPEAKER call 1 3.1 4.4 <NA> <NA> ada <NA> <NA>
"""
SEGLST = json.dumps(
    [
        {"session_id": "call", "speaker": "ada", "start_time": 0.0, "end_time": 2.0, "words": "so"},
        {"session_id": "call", "speaker": "bo", "start_time": 2.2, "end_time": 3.0, "words": "yes"},
        {"session_id": "call", "speaker": "ada", "start_time": 3.1, "end_time": 7.5, "words": "on"},
    ]
)


@pytest.mark.parametrize(
    ("name", "text"), [("a.stm", STM), ("a.rttm", RTTM), ("a.json", SEGLST), ("turns.txt", STM)]
)
def test_a_turn_is_what_one_speaker_says_until_another_begins(
    tmp_path: Path, name: str, text: str
) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    form = "stm" if name == "turns.txt" else None
    (found,) = [*turns_of(tmp_path / name, form=form).items()]
    assert found == ("call", ((2000.0, 3000.0, 7500.0), (0.0, 2200.0, 3100.0)))


def test_a_pause_ends_a_turn_where_that_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a.stm").write_text(STM, "utf-8")
    assert turns_of(tmp_path / "a.stm", pause=1000)["call"].ends == (2000, 3000, 4000, 7500)
    assert turns_of(tmp_path / "a.stm", pause=400)["call"].ends == (1000, 2000, 3000, 4000, 7500)
    assert turns_of(tmp_path / "a.stm", pause=2000.5)["call"].ends == (2000, 3000, 7500)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.jsonl", '{"sample_id": "one", "turn_ends_ms": [900, 2100]}\n\n{"id": "two", "turn_ends_ms": null}\n'),
        ("a.csv", 'sample_id,turn_ends_ms\none,"[900, 2100]"\ntwo,\n'),
        ("a.csv", "sample_id,turn_ends_ms\none,900 2100\ntwo,\n"),
        ("a.tsv", "sample_id\tturn_ends_ms\none\t900;2100\ntwo\t\n"),
        ("a.tsv", "sample_id\tturn_ends_ms\none\t2100,900\ntwo\t \n"),
    ],
)  # fmt: skip
def test_rows_of_ends(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert turns_of(tmp_path / name) == {"one": ((900, 2100), None), "two": (None, None)}


ODD = [
    *(
        "[1,2",
        "1,2]",
        "[[1]]",
        "1_000",
        "1 1_0",
        "１２",
        "٣",
        "1,,2",
        "0x10",
        "nan",
        "inf",
        "-1",
        "+1",
    ),
    *(["1_000"], [[1]], [None], ["１２"], [""]),
]


@pytest.mark.parametrize(
    ("ends", "starts", "problem"),
    [
        (["soon"], None, "turn_ends_ms is .*soon.*expected a list of milliseconds"),
        ([-1], None, "expected a list of milliseconds"),
        ([float("nan")], None, "expected a list of milliseconds"),
        ([True], None, "expected a list of milliseconds"),
        (1200, None, "expected a list of milliseconds"),
        ({"a": 1}, None, "expected a list of milliseconds"),
        ("1200 two", None, "expected a list of milliseconds"),
        ([1200], [100, 200], "turn_starts_ms has 2 numbers and turn_ends_ms has 1"),
        ([1200], [1300], "begins at 1300 ms and ends before it, at 1200 ms"),
        (None, [100], "has turn_starts_ms and no turn_ends_ms"),
        ([10**400], None, "expected a list of milliseconds"),
        *((text, None, "expected a list of milliseconds") for text in ODD),
    ],
)
def test_what_are_no_turns(ends: Any, starts: Any, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        turns_in(ends, starts)


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("a.jsonl", '{"sample_id": "one", "turn_ends_ms": ["x"]}\n', "a.jsonl:1: turn_ends_ms"),
        ("a.jsonl", '{"sample_id": "one", "turn_ends_ms": [1]}\n' * 2, ":2: 'one' occurs twice"),
        ("a.jsonl", '{"turn_ends_ms": [1]}\n', ":1: has no sample_id"),
        ("a.jsonl", '{"sample_id": "one", "turn_ends_ms": [1]}\n{"sample_id": "two"}\n', ":2: has no turn_ends_ms"),
        ("a.jsonl", "[1]\n", ":1: expected an object of JSON"),
        ("a.jsonl", '{"sample_id": "one", "turn_starts_ms": [1]}\n', ":1: has turn_starts_ms and no turn_ends_ms"),
        ("a.csv", "sample_id,turn_starts_ms\none,1\n", ":2: has turn_starts_ms and no turn_ends_ms"),
        ("a.csv", "sample_id,turn_ends_ms,turn_ends_ms\none,1,2\n", ":1: the column 'turn_ends_ms' occurs twice"),
        ("a.tsv", "id\tid\tturn_ends_ms\none\ttwo\t2\n", ":1: the column 'id' occurs twice"),
        ("a.txt", "so it goes\non and on\n", "segment 1 has no start and end"),
        ("gone.stm", None, "gone.stm"),
    ],
)  # fmt: skip
def test_files_without_turns_are_refused(
    tmp_path: Path, name: str, text: str | None, problem: str
) -> None:
    if text is not None:
        (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(InputError, match=problem):
        turns_of(tmp_path / name)


def test_ids_that_are_no_clips_and_ends_after_the_recording_are_refused() -> None:
    clips = [
        Clip("one", "one.wav", "so", 2.0),
        Clip("two", "two.wav", "so", 2.0, turn_ends_ms=(5.0,)),
    ]
    found = with_turns(clips, {"one": turns_in([900], [0])})
    assert [each.turn_ends_ms for each in found] == [(900,), (5,)]
    with pytest.raises(InputError, match="1 id is no clip of the dataset: three"):
        with_turns(clips, {"three": turns_in([1])})
    with pytest.raises(
        InputError, match="at 2500 ms, expected no more than the length of the recording, 2000 ms"
    ):
        with_turns(clips, {"one": turns_in([2500])})


def test_from_the_command_line_into_manifest_and_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    recordings(Path("calls"), 2)
    assert run(["bench", "init", "calls", "--systems", "pocketsphinx-live:en-us"]) == 0
    before = load_manifest("calls", Path("calls.manifest.jsonl"))
    with open_store("mondegreen_data/results.db"):
        pass
    Path("turns.jsonl").write_text('{"sample_id": "r000", "turn_ends_ms": [100, 40]}\n', "utf-8")
    assert run(["bench", "turn-ends", "turns.jsonl"]) == 0
    assert "1 clip changed; 2 turns in 1 clip, in calls.manifest.jsonl" in capsys.readouterr().err
    after = load_manifest("calls", Path("calls.manifest.jsonl"))
    assert (after.id, [each.turn_ends_ms for each in after.clips]) == (before.id, [(40, 100), None])
    with open_store("mondegreen_data/results.db") as store:
        rows = store.observations.samples(after.id)
    assert [row["turn_ends_ms"] for row in rows] == ["[40.0, 100.0]", None]
    Path("turns.jsonl").write_text(
        '{"id": "r000", "turn_ends_ms": [90], "turn_starts_ms": [10]}\n', "utf-8"
    )
    assert run(["bench", "turn-ends", "turns.jsonl"]) == 0
    with open_store("mondegreen_data/results.db") as store:
        row, _ = store.observations.samples(after.id)
    assert (row["turn_ends_ms"], row["turn_starts_ms"]) == ("[90.0]", "[10.0]")
    # Frozen again, the same recordings keep them.
    assert run(["bench", "init", "calls"]) == 0
    again = load_manifest("calls", Path("calls.manifest.jsonl"))
    assert again.clips[0].turn_ends_ms == (90,)
    assert run(["bench", "turn-ends", "gone.jsonl"]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_manifest_may_have_them_from_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    recordings(Path("calls"), 1)
    row = {"audio": "calls/r000.wav", "text": "so it goes", "turn_ends_ms": [80.5]}
    Path("clips.jsonl").write_text(json.dumps(row) + "\n", "utf-8")
    assert run(["bench", "init", "clips.jsonl"]) == 0
    (clip,) = load_manifest("clips", Path("clips.manifest.jsonl")).clips
    assert clip.turn_ends_ms == (80.5,)
    Path("odd.jsonl").write_text(json.dumps({**row, "turn_ends_ms": ["x"]}) + "\n", "utf-8")
    assert run(["bench", "init", "odd.jsonl", "--config", "odd.toml"]) == 2
    assert "odd.jsonl" in (said := capsys.readouterr().err)
    assert "expected a list of milliseconds" in said


@pytest.mark.parametrize("column", ["turn_end_ms", "turns_ends_ms", "Turn_Ends_ms"])
@pytest.mark.parametrize("suffix", ["csv", "tsv", "jsonl"])
def test_a_misspelt_column_is_named(tmp_path: Path, column: str, suffix: str) -> None:
    comma = "," if suffix == "csv" else "\t"
    text = f"sample_id{comma}{column}\none{comma}900\n"
    if suffix == "jsonl":
        text = f'{{"sample_id": "one", "{column}": [900]}}\n'
    path = tmp_path / f"turns.{suffix}"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        turns_of(path)
    said = str(caught.value)
    assert f"expected turn_ends_ms, and the columns are sample_id, {column}." in said
    assert f"Did you mean 'turn_ends_ms' by {column!r}?" in said
    assert "--column" not in said


def test_long_times_are_written_out() -> None:
    clip = Clip("one", "", "a", duration=2000.0)
    with pytest.raises(
        InputError, match=r"at 2600000 ms, expected .* length of the recording, 2000000 ms"
    ):
        with_turns([clip], {"one": Turns((2_600_000.0,))})


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        *(("turn_ends_ms", value, "turn_ends_ms is") for value in ([-1], ["x"], "x", {}, 5, [True], [10**400])),
        *(("turn_ends_ms", value, "turn_ends_ms is .* the length of the recording, 1000") for value in ([99999], [1e308])),
        *(("speech_end_ms", value, "speech_end_ms is") for value in (-5, "12", "x", [], True, 10**400)),
        *(("speech_end_ms", value, "the length of the recording, 1000") for value in (1002, 1e308)),
        *(("duration", value, "duration is") for value in (-1, "x", [])),
        *(("speech", value, "speech is .*expected true or false") for value in ("maybe", [], -5, 12)),
        *((name, value, "says that nobody speaks") for name, value in (("speech", "no"), ("silence", True))),
    ],
)  # fmt: skip
def test_what_was_edited_into_a_manifest_is_checked(
    tmp_path: Path, name: str, value: Any, problem: str
) -> None:
    row = {"id": "one", "audio": "a.wav", "sha256": "0" * 64, "duration": 1.0, "text": "so"}
    path = tmp_path / "m.jsonl"
    path.write_text(json.dumps({**row, name: value}) + "\n", "utf-8")
    with pytest.raises(InputError, match=rf"m\.jsonl, line 1: .*{problem}"):
        load_manifest("m", path)


@pytest.mark.parametrize("value", ["NaN", "Infinity", "[NaN]", "[1, Infinity]"])
@pytest.mark.parametrize("name", ["turn_ends_ms", "speech_end_ms", "speech"])
def test_no_number_in_a_manifest(tmp_path: Path, name: str, value: str) -> None:
    path = tmp_path / "m.jsonl"
    path.write_text(f'{{"id": "one", "audio": "a.wav", "{name}": {value}}}\n', "utf-8")
    with pytest.raises(InputError, match=rf"line 1: {name} is"):
        load_manifest("m", path)


def test_a_manifest_may_say_that_nobody_speaks(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_text(
        '{"id": "a", "audio": "a.wav", "speech": false, "speech_end_ms": null}\n', "utf-8"
    )
    assert load_manifest("m", path).clips[0].reference == ""
