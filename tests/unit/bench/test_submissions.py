"""Submissions: all faults in one run with file and line, and what a valid one becomes."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from boards import bench, dataset_of, wrong

import mondegreen as mg
from mondegreen.bench.submissions.checking import check_submission
from mondegreen.bench.submissions.reading import read_folder
from mondegreen.bench.submissions.schema import Conditions, Options, Row, Submission, System
from mondegreen.cli.app import run

if TYPE_CHECKING:
    from collections.abc import Callable

CLIPS = 6
DATASET = dataset_of(CLIPS)
EXAMPLE = Path(mg.__file__).parent / "examples" / "submission"
PAGE = Path(__file__).parents[3] / "docs" / "submissions.md"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A valid submission in a bench that has measured another system."""
    monkeypatch.chdir(tmp_path)
    bench(tmp_path, DATASET, {"bolt:two": [2, 1, 0] * 2})
    return made(tmp_path / "acme")


def made(path: Path, *, latency: bool = False) -> Path:
    path.mkdir()
    text = (EXAMPLE / "submission.toml").read_text("utf-8")
    text = re.sub(r"dataset = \S+", f'dataset = "{DATASET.id}"', text)
    if not latency:
        text = re.sub(r"\[latency\].*?(?=\[options\])", "", text, flags=re.DOTALL)
    (path / "submission.toml").write_text(text, "utf-8")
    rows = [{"id": f"c{at:03}", "text": wrong(at % 3)} for at in range(CLIPS)]
    write(path / "transcripts.jsonl", rows)
    if latency:
        write(
            path / "latency.jsonl", [{**row, "seconds": TIMES[at]} for at, row in enumerate(rows)]
        )
    return path


TIMES = [0.41, 0.39, 0.52, 0.47, 0.44, 0.61]


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def timed(path: Path, seconds: list[float | None]) -> None:
    rows = read(path / "transcripts.jsonl")
    for row, took in zip(rows, seconds, strict=True):
        if took is not None:
            row["seconds"] = took
    write(path / "transcripts.jsonl", rows)


def changed(path: Path, old: str, new: str) -> int:
    """Change one place of submission.toml, and return its line."""
    file = path / "submission.toml"
    text = file.read_text("utf-8")
    assert text.count(old) == 1, old
    file.write_text(text.replace(old, new), "utf-8")
    return text[: text.index(old)].count("\n") + 1


def faults(path: Path) -> list[tuple[str, int, str]]:
    checked = check_submission(path, DATASET)
    return [(each.file, each.line, each.problem) for each in checked.faults]


def test_a_valid_one(folder: Path) -> None:
    assert faults(folder) == []
    assert run(["bench", "validate", "acme"]) == 0
    assert run(["bench", "validate", "acme", "trees.manifest.jsonl"]) == 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format = 1", "format = 2", "format is 2, expected 1"),
        ('vendor = "acme"', "vendor = 3", "system.vendor is 3"),
        ('vendor = "acme"', 'vendor = " "', "system.vendor is ' '"),
        ('model = "nova"', 'modle = "nova"', "system.modle is not known"),
        ('mode = "batch"', 'mode = "live"', "system.mode is 'live', expected batch or streaming"),
        ("concurrency = 4", "concurrency = 0", "conditions.concurrency is 0"),
        ("concurrency = 4", "concurrency = true", "conditions.concurrency is True"),
        ("concurrency = 4", 'concurrency = "4"', "conditions.concurrency is '4'"),
        ('protocol = "http/2"', 'protocol = "carrier pigeon"', "conditions.protocol is"),
        ("date = 2026-11-20", "date = 2999-01-01", "conditions.date is 2999-01-01"),
        ("date = 2026-11-20", 'date = "yesterday"', "conditions.date is 'yesterday'"),
        ('key_terms = "default"', 'keyterms = "x"', "options.keyterms is not known"),
        ('key_terms = "default"', 'key_terms = ""', '"default" if nothing was chosen'),
        ('key_terms = "default"', "key_terms = {}", '"default" if nothing was chosen'),
        ('key_terms = "default"', "key_terms = nan", '"default" if nothing was chosen'),
        (f'"{DATASET.id}"', '"trees"', "dataset is 'trees'"),
        (f'"{DATASET.id}"', '"trees@0123456789ab"', f"the manifest is of {DATASET.id}"),
    ],
)  # fmt: skip
def test_a_value_that_cannot_be_used_is_named_with_its_line(
    folder: Path, old: str, new: str, said: str
) -> None:
    line = changed(folder, old, new)
    found = faults(folder)
    assert any(place == ("submission.toml", line) and said in problem
               for *place_, problem in found for place in [tuple(place_)]), found  # fmt: skip


@pytest.mark.parametrize("kind", [Submission, System, Conditions, Options])
def test_every_name_has_to_be_said_and_is_on_the_page(kind: Any, folder: Path) -> None:
    page = PAGE.read_text("utf-8")
    file = folder / "submission.toml"
    text = file.read_text("utf-8")
    for name, field in kind.model_fields.items():
        assert name in page
        assert field.description
        if kind is Submission:
            continue
        file.write_text(re.sub(rf"(?m)^{name} = .*\n", "", text), "utf-8")
        found = [problem for _, _, problem in faults(folder)]
        assert any(f".{name} is not said" in problem for problem in found), (name, found)
    assert all(name in page for name in Row.model_fields)


def test_all_faults_of_all_files_are_named_in_one_run(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = changed(folder, 'mode = "batch"', 'mode = "live"')
    second = changed(folder, 'other = "default"\n', "")
    rows = read(folder / "transcripts.jsonl")
    rows[1]["id"] = "c000"
    rows[2]["id"] = "C002"
    rows[3]["confidence"] = 0.5
    rows[4] |= {"error": "late"}
    write(folder / "transcripts.jsonl", rows)
    with (folder / "transcripts.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"id": "c005", "text": "a", "id": "c004"}\n[]\n{"id"\n')
        file.write('{"id": "c004", "text": "\\u0000"}\n{"id": "c004", "text": "\\ud800"}\n')
    write(folder / "latencies.jsonl", [])
    assert run(["bench", "validate", "acme"]) == 1
    out = capsys.readouterr().out
    for place in (
        f"submission.toml, line {first}: system.mode", "options.other is not said",
        "transcripts.jsonl, line 2: c000 is there already, in line 1",
        "transcripts.jsonl, line 3: C002 is no clip of the manifest. Did you mean 'c002'?",
        "transcripts.jsonl, line 4: confidence is not known",
        "transcripts.jsonl, line 5: c004 has both text and error",
        "transcripts.jsonl, line 7: has 'id' twice", "transcripts.jsonl, line 8: is []",
        "transcripts.jsonl, line 9: is no JSON", "transcripts.jsonl, line 10: text is 'a"[:35],
        "transcripts.jsonl, line 11: has half of a character",
        'a call that failed has a row too, with "error": c001, c002, c003, c004',
        "latencies.jsonl: is no file of a submission",
    ):  # fmt: skip
        assert place in out, (place, out)
    assert second
    capsys.readouterr()
    assert run(["bench", "validate", "acme", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert not found["valid"]
    assert len(found["faults"]) == out.count("\n")


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        ([0.5] * CLIPS, "all 6 times are 0.5 s"),
        ([0.5001, 0.5002, 0.5, 0.5, 0.5, 0.5], "all 6 times are 0.5 s"),
        ([0.5, 0.5, 0.5, 0.5, 0.41, 0.63], "4 of 6 times are 0.5 s"),
        ([*TIMES[:-1], None], "c005 has a transcript and no seconds"),
        ([*TIMES[:-1], -1.0], "seconds is -1.0"),
        ([*TIMES[:-1], 0.0], "seconds is 0.0"),
        (TIMES, ""),
        ([0.4, 0.4, 0.5, 0.5, 0.6, 0.6], ""),
    ],
)
def test_times_that_were_not_measured_call_by_call(
    folder: Path, seconds: list[float | None], said: str
) -> None:
    timed(folder, seconds)
    found = [problem for _, _, problem in faults(folder)]
    assert any(said in problem for problem in found) if said else not found


@pytest.mark.parametrize(("start", "slope"), [(0.0, 0.1), (0.2, 0.05), (0.3, 0.25)])
def test_times_that_were_reckoned_from_the_durations(
    folder: Path, start: float, slope: float
) -> None:
    clips = [
        type(clip)(clip.id, "", clip.reference, duration=2.0 + at * 1.3, sha256=clip.sha256)
        for at, clip in enumerate(DATASET.clips)
    ]
    longer = type(DATASET)("trees", clips)
    timed(folder, [round(start + slope * (clip.duration or 0), 3) for clip in clips])
    (fault,) = check_submission(folder, longer).faults
    assert "times the duration of the recording" in fault.problem
    rows = read(folder / "transcripts.jsonl")
    rows[3]["seconds"] += 0.04
    write(folder / "transcripts.jsonl", rows)
    assert check_submission(folder, longer).valid


def test_a_latency_pass_and_its_conditions_go_together(tmp_path: Path) -> None:
    path = made(tmp_path / "acme", latency=True)
    assert faults(path) == []
    changed(path, "concurrency = 1\n", "concurrency = 2\n")
    assert "expected 1: one call at a time" in faults(path)[0][2]
    (path / "latency.jsonl").unlink()
    assert any("there is no file latency.jsonl" in problem for _, _, problem in faults(path))
    other = made(tmp_path / "other")
    shutil.copy(other / "transcripts.jsonl", other / "latency.jsonl")
    found = [problem for _, _, problem in faults(other)]
    assert any("[latency] is not said" in problem for problem in found)
    assert sum("has a transcript and no seconds" in problem for problem in found) == CLIPS


def test_times_of_a_stream_are_refused(folder: Path) -> None:
    changed(folder, 'mode = "batch"', 'mode = "streaming"')
    assert faults(folder) == []
    timed(folder, list(TIMES))
    assert "one sender for all" in faults(folder)[0][2]


def test_the_recording_that_was_sent_is_compared(folder: Path) -> None:
    rows = read(folder / "transcripts.jsonl")
    rows[0]["sha256"] = DATASET.clips[0].sha256
    rows[1]["sha256"] = DATASET.clips[0].sha256
    write(folder / "transcripts.jsonl", rows)
    ((file, line, problem),) = faults(folder)
    assert (file, line) == ("transcripts.jsonl", 2)
    assert "the recording of c001 has sha256" in problem


def test_a_key_is_part_of_no_submission(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACME_API_KEY", "sk-1234567890abcdefghij")
    changed(folder, 'prompt = "default"', 'prompt = "sk-1234567890abcdefghij"')
    found = faults(folder)
    assert any("has the value of ACME_API_KEY" in problem for _, _, problem in found)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[system\n", b"a = 1\na = 2\n", b"\n\n"])
def test_files_that_cannot_be_read_are_faults(folder: Path, content: bytes) -> None:
    for name in ("submission.toml", "transcripts.jsonl"):
        (folder / name).write_bytes(content)
    assert {file for file, _, _ in faults(folder)} == {"submission.toml", "transcripts.jsonl"}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("a" * 10_001, "has more than 10,000 characters in a line"),
        ("[" + " " * 9000, "is no TOML"),
        ("a " * 4500, "is no TOML"),
        (".".join(["a"] * 4000) + " = 1", "has tables or lists more than 8 deep"),
        ("x = " + "[" * 9000, "is no TOML"),
        ("x = " + "9" * 5000, "is no TOML"),
        ("x = 0x" + "f" * 6000, "has a whole number above"),
        ("x = {a = [9223372036854775808]}", "has a whole number above"),
    ],
)
def test_what_is_too_long_too_deep_or_too_large_is_a_fault(
    folder: Path, line: str, problem: str
) -> None:
    with (folder / "submission.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")
    start = time.perf_counter()
    ((file_name, _, said),) = faults(folder)
    assert time.perf_counter() - start < 5
    assert (file_name, said[: len(problem)]) == ("submission.toml", problem)
    assert run(["bench", "validate", str(folder), "--json"]) == 1
    assert run(["bench", "import", str(folder)]) == 2


@pytest.mark.parametrize("seconds", [86_400.5, 1e300, 1e308, 10**400, -0.0, 5e-324 / 2])
def test_seconds_that_the_store_does_not_take_are_faults(folder: Path, seconds: float) -> None:
    timed(folder, [seconds, 0.4, 0.5, 0.6, 0.7, 0.8])
    (one,) = (each for each in faults(folder) if each[1])
    assert one[:2] == ("transcripts.jsonl", 1)
    assert "at most 86400" in one[2]
    assert run(["bench", "import", str(folder)]) == 2
    assert run(["bench", "report"]) == 0


@pytest.mark.parametrize("name", ["submission.toml", "transcripts.jsonl"])
def test_pipes_and_links_out_of_the_folder_are_faults(folder: Path, name: str) -> None:
    content = (folder / name).read_bytes()
    (folder.parent / "elsewhere").write_bytes(content)
    (folder / name).unlink()
    (folder / name).symlink_to("../elsewhere")
    assert (name, 0, "is a link to a file outside the folder, expected the file itself") in faults(
        folder
    )
    (folder / name).unlink()
    os.mkfifo(folder / name)
    assert (name, 0, "is no regular file") in faults(folder)
    assert run(["bench", "validate", str(folder)]) == 1
    (folder / name).unlink()
    (folder / "readme.txt").write_bytes(content)
    (folder / name).symlink_to("readme.txt")
    assert faults(folder) == []


def test_rows_that_are_too_long_or_have_many_names(folder: Path) -> None:
    names = ",".join(f'"k{at}": 1' for at in range(60_000))
    lines = [
        json.dumps({"id": "a" * 2**21, "text": "x"}),
        f'{{{names}, "k59999": 1}}',
        json.dumps({"id": "b" * 100_000, "text": "x"}),
    ]
    with (folder / "transcripts.jsonl").open("a", encoding="utf-8") as file:
        file.write(f"{lines[1]}\n{lines[2]}\n")
    start = time.perf_counter()
    found = faults(folder)
    assert time.perf_counter() - start < 5
    assert [each[1] for each in found] == [CLIPS + 1, CLIPS + 2]
    assert found[0][2].startswith("has 'k59999' twice")
    assert all(len(each[2]) < 300 for each in found)
    with (folder / "transcripts.jsonl").open("a", encoding="utf-8") as file:
        file.write(f"{lines[0]}\n")
    problem = "has more than 1,048,576 characters in a line"
    assert ("transcripts.jsonl", CLIPS + 3, problem) in faults(folder)


def test_marks_and_ends_of_lines_of_other_editors(folder: Path) -> None:
    for name in ("submission.toml", "transcripts.jsonl"):
        text = (folder / name).read_text("utf-8")
        (folder / name).write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    (folder / "README.md").write_text("ours", "utf-8")
    assert faults(folder) == []


@pytest.mark.parametrize(
    "words", [["nothing"], ["bench.toml"], [], ["acme", "nothing.jsonl"], ["acme", "bench.toml"]]
)
def test_wrong_usage_is_2(folder: Path, words: list[str]) -> None:
    assert folder.is_dir()
    assert run(["bench", "validate", *words]) == 2


def test_without_a_manifest_it_says_that_clips_were_not_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    made(tmp_path / "acme")
    assert run(["bench", "validate", "acme"]) == 0
    assert "the clips were not checked" in capsys.readouterr().err


def test_the_schema_is_that_of_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    from jsonschema import validate

    assert run(["bench", "validate", "--schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    said = tomllib.loads((EXAMPLE / "submission.toml").read_text("utf-8"))
    validate(json.loads(json.dumps(said, default=str)), schema["submission"])
    for name in ("transcripts.jsonl", "latency.jsonl"):
        for row in read(EXAMPLE / name):
            validate(row, schema["row"])
    assert not read_folder(EXAMPLE).faults


# -- the import ------------------------------------------------------------------------------------


Said = tuple[str, str]


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    def call(*words: str) -> Said:
        capsys.readouterr()
        run(["bench", *words])
        return tuple(capsys.readouterr())  # type: ignore[return-value]

    return call


def test_a_submission_is_a_system_that_is_marked(folder: Path, shown: Callable[..., Said]) -> None:
    rows = read(folder / "transcripts.jsonl")
    rows[5] = {"id": "c005", "error": "HTTP 503"}
    rows[4]["text"] = ""
    write(folder / "transcripts.jsonl", rows)
    timed(folder, [*TIMES[:-1], None])
    changed(folder, "concurrency = 4", "concurrency = 1")
    changed(folder, 'client_region = "eu-central-1"', 'client_region = "here"')
    assert run(["bench", "import", "acme"]) == 0
    report = {each["system"]: each for each in json.loads(shown("report", "--to", "json")[0])}
    mine = report["acme-nova"]
    assert mine["submitted"]
    assert "submitted" not in report["bolt:two"]
    assert mine["coverage"]["failed"] == 1
    assert mine["coverage"]["empty"] == 1
    heard = [row.get("text", mg.Failed("HTTP 503")) for row in rows]
    said = [clip.reference for clip in DATASET.clips]
    wanted = mg.score(said, heard, normalizer="mondegreen-en", missing="deletions")
    assert mine["metrics"][0]["value"] == wanted["wer"].value
    for words in (["report"], ["leaderboard", "--without", "delay"]):
        text = shown(*words)[0]
        assert "acme-nova (submitted)" in text
        assert "acme-nova: submitted, not measured here" in text
    board = json.loads(shown("leaderboard", "--without", "delay", "--to", "json")[0])[0]
    assert [each["submitted"] for each in board["systems"]] == [
        each["system"] == "acme-nova" for each in board["systems"]
    ]
    assert "client_region" in shown("leaderboard")[1]  # measured elsewhere: not in one table


def test_one_table_where_all_conditions_are_alike(folder: Path, shown: Callable[..., Said]) -> None:
    made(folder.parent / "second")
    changed(folder.parent / "second", 'name = "acme-nova"', 'name = "bee"')
    for name in ("acme", "second"):
        timed(folder.parent / name, [each + len(name) / 100 for each in TIMES])
        assert run(["bench", "import", name]) == 0
    out, err = shown("leaderboard", "--systems", "acme-nova,bee")
    assert "seconds: median" in out, err


def test_names_that_are_there_and_what_is_not_valid_are_not_imported(
    folder: Path, shown: Callable[..., Said]
) -> None:
    assert run(["bench", "import", "acme"]) == 0
    assert run(["bench", "import", "acme"]) == 2
    changed(folder, 'name = "acme-nova"', 'name = "bolt:two"')
    assert "has results of bolt:two" in shown("import", "acme")[1]
    changed(folder, 'mode = "batch"', 'mode = "live"')
    assert "mondegreen bench validate acme" in shown("import", "acme")[1]
    assert len(json.loads(shown("report", "--to", "json")[0])) == 2
    Path("bench.toml").unlink()
    assert "is of a dataset that bench.toml does not have" in shown("import", "acme")[1]


def test_text_and_delay_of_a_point_are_of_the_latency_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shown: Callable[..., Said]
) -> None:
    monkeypatch.chdir(tmp_path)
    bench(tmp_path, DATASET, {"bolt:two": [0] * CLIPS})
    path = made(tmp_path / "acme", latency=True)
    write(
        path / "latency.jsonl",
        [{"id": clip.id, "text": clip.reference, "seconds": TIMES[at]}
         for at, clip in enumerate(DATASET.clips)],
    )  # fmt: skip
    assert run(["bench", "import", "acme"]) == 0
    board = json.loads(shown("leaderboard", "--systems", "acme-nova", "--to", "json")[0])[0]
    (row,) = board["systems"]
    assert row["rate"] == 0.1
    assert row["conditions"]["latency_pass"] == ["yes"]
    assert row["seconds"]["percentiles"][0]["value"] == pytest.approx(0.455)
