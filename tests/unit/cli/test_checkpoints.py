"""A run that was stopped goes on from its checkpoints, and ends in the bytes of one that was not."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from test_summing import _small, corpus, written  # noqa: F401 - a fixture is used by its name

from mondegreen.cli import checkpoints
from mondegreen.cli.app import run
from mondegreen.cli.streams import BAD_INPUT
from mondegreen.errors import InputError


class Stopped(BaseException):
    """Stands for a signal that nobody can catch."""


def outcome(
    arguments: list[str], target: Path | None, capsys: pytest.CaptureFixture[str]
) -> tuple[Any, ...]:
    capsys.readouterr()
    status = run(arguments)
    return (status, *capsys.readouterr(), target and target.read_bytes())


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("ending", ["parquet", "jsonl", "csv", ""])
@pytest.mark.parametrize("kind", ["parquet", "lines"])
def test_goes_on(
    kind: str, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    columns = corpus()
    columns["reference"][2900] = ""  # a column of reasons, late
    target = tmp_path / f"rows.{ending}" if ending else None
    arguments = ["score", *written(tmp_path, kind, columns), "--missing", "skip"]
    arguments += [] if target is None else ["--per-utterance", str(target)]
    arguments += [] if kind == "lines" else ["--by", "speaker", "--by", "take"]
    whole = outcome(arguments, target, capsys)
    arguments += ["--resume", str(tmp_path / "half")]
    save, saved = checkpoints.Checkpoints.save, []

    def stopping(self: Any, *given: Any) -> None:
        saved.append(given[0])
        if len(saved) in {2, 3, 5}:
            if len(saved) == 3:  # before the sums are written, and after rows are
                self._spool(b"lost")
                raise Stopped
            save(self, *given)
            raise Stopped
        save(self, *given)

    monkeypatch.setattr(checkpoints.Checkpoints, "save", stopping)
    for _ in range(3):
        if target is not None:
            target.unlink(missing_ok=True)
        with pytest.raises(Stopped):
            run(arguments)
        assert target is None or not target.exists()
    assert outcome(arguments, target, capsys) == whole
    assert saved.count(1) <= 2 + 1, "a part is scored again only where a column came late"
    assert not (tmp_path / "half").exists()


@pytest.mark.usefixtures("_small")
def test_other_options_and_other_files_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    files = written(tmp_path, "parquet", corpus())
    arguments = ["score", *files, "--resume", "half"]
    monkeypatch.chdir(tmp_path)

    def stopping(*_: Any) -> None:
        save(*_)
        raise Stopped

    save = checkpoints.Checkpoints.save
    monkeypatch.setattr(checkpoints.Checkpoints, "save", stopping)
    with pytest.raises(Stopped):
        run(arguments)
    assert run([*arguments, "-n", "lower"]) == BAD_INPUT
    assert "another run" in capsys.readouterr().err
    written(tmp_path, "parquet", corpus(3001))
    assert run(arguments) == BAD_INPUT
    assert "another run" in capsys.readouterr().err


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize(
    "content", [b"", b"so it goes", pickle.dumps(subprocess.Popen), b"\x80\x05"]
)
def test_a_foreign_file_is_no_checkpoint(content: bytes, tmp_path: Path, capsys: Any) -> None:
    folder = tmp_path / "half"
    folder.mkdir()
    (folder / "sums.checkpoint").write_bytes(content)
    assert (
        run(["score", *written(tmp_path, "parquet", corpus()), "--resume", str(folder)])
        == BAD_INPUT
    )
    said = capsys.readouterr().err
    assert "no checkpoint" in said
    assert "version" not in said
    assert "builtins" not in said


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (
            [],
            "text files under 32 MiB, and what is in doubt are scored at once; leave out --resume",
        ),
        (["--worst", "3"], "--worst needs all utterances at once; leave out one of them"),
        (["-m", "space-wer"], "-m space-wer needs all utterances at once"),
        (["--to", "html"], "--to html needs all utterances at once"),
    ],
)
def test_what_is_scored_at_once_says_why(more: list[str], why: str, capsys: Any) -> None:
    assert run(["score", "r.txt", "h.txt", "--resume", "half", *more]) == 0
    said = capsys.readouterr().err
    assert "--resume half: there are no checkpoints: " in said
    assert why in said


@pytest.mark.usefixtures("_small")
def test_groups_by_ranges_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    arguments = ["score", *written(tmp_path, "jsonl", corpus()), "--by", "take:0,2,3"]
    whole = outcome(arguments, None, capsys)
    save = checkpoints.Checkpoints.save

    def stopping(*given: Any) -> None:
        save(*given)
        raise Stopped

    arguments += ["--resume", str(tmp_path / "half")]
    with monkeypatch.context() as patched:
        patched.setattr(checkpoints.Checkpoints, "save", stopping)
        with pytest.raises(Stopped):
            run(arguments)
    assert (tmp_path / "half").exists()
    assert outcome(arguments, None, capsys) == whole
    assert not (tmp_path / "half").exists()


@pytest.mark.slow
def test_killed_at_any_point(tmp_path: Path) -> None:
    rng = random.Random("kill")
    files = written(tmp_path, "parquet", corpus(900_000))
    target = tmp_path / "rows.parquet"
    program = "import sys; from mondegreen.cli import main; sys.exit(main())"
    arguments = [sys.executable, "-c", program, "score", *files, "--per-utterance", str(target)]
    began = time.monotonic()
    whole = subprocess.run(arguments, check=True, capture_output=True)
    seconds, rows = time.monotonic() - began, target.read_bytes()
    arguments += ["--resume", str(tmp_path / "half")]
    killed = 0
    for _ in range(20):
        target.unlink(missing_ok=True)
        process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            process.wait(rng.uniform(0.05, 0.9) * seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            killed += 1
        process.communicate()
    done = subprocess.run(arguments, check=True, capture_output=True)
    assert killed
    assert (done.stdout, done.stderr, target.read_bytes()) == (whole.stdout, whole.stderr, rows)


@pytest.fixture
def stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> tuple[list[str], Path]:
    """A run that was stopped after two parts: its arguments, and the folder of its checkpoints."""
    request.getfixturevalue("_small")
    monkeypatch.chdir(tmp_path)
    files = written(tmp_path, "parquet", corpus())
    arguments = ["score", *files, "--per-utterance", "rows.jsonl", "--resume", "half"]
    save, saved = checkpoints.Checkpoints.save, []

    def stopping(*given: Any) -> None:
        save(*given)
        saved.append(1)
        if len(saved) == 2:
            raise Stopped

    with monkeypatch.context() as patched:
        patched.setattr(checkpoints.Checkpoints, "save", stopping)
        with pytest.raises(Stopped):
            run(arguments)
    return arguments, tmp_path / "half"


@pytest.mark.parametrize("damage", ["gone", "cut", "changed", "link"])
def test_damaged_rows_are_named(
    damage: str, stopped: tuple[list[str], Path], tmp_path: Path, capsys: Any
) -> None:
    arguments, folder = stopped
    rows = folder / "rows.checkpoint"
    data = rows.read_bytes()
    if damage == "gone":
        rows.unlink()
    elif damage == "cut":
        rows.write_bytes(data[: len(data) // 2])
    elif damage == "changed":
        at = len(data) // 2
        rows.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    else:
        (tmp_path / "victim").write_bytes(b"precious")
        rows.unlink()
        rows.symlink_to(tmp_path / "victim")
    assert run(arguments) == BAD_INPUT
    assert "rows.checkpoint: is no checkpoint" in capsys.readouterr().err
    assert not (tmp_path / "rows.jsonl").exists()
    if damage == "link":
        assert (tmp_path / "victim").read_bytes() == b"precious"


def test_any_damage_of_the_sums_is_named(stopped: tuple[list[str], Path], capsys: Any) -> None:
    arguments, folder = stopped
    sums = folder / "sums.checkpoint"
    data, draw = sums.read_bytes(), random.Random("damage")
    for _ in range(8):
        at = draw.randrange(len(data))
        sums.write_bytes(data[:at] + bytes([data[at] ^ (1 << draw.randrange(8))]) + data[at + 1 :])
        assert run(arguments) == BAD_INPUT
        assert "sums.checkpoint: is no checkpoint" in capsys.readouterr().err
    for odd in (b"\x8d" + b"\xff" * 8 + b".", b"\x80\x04]K\x01K\x02s."):
        sums.write_bytes(checkpoints.sha256(odd).digest() + odd)
        assert run(arguments) == BAD_INPUT
        assert "sums.checkpoint: is no checkpoint" in capsys.readouterr().err


def test_an_error_keeps_the_checkpoints(
    stopped: tuple[list[str], Path], monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    arguments, folder = stopped

    def full(*_: Any) -> None:
        raise InputError("rows.jsonl: cannot be written: No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(checkpoints.Checkpoints, "save", full)
        assert run(arguments) == BAD_INPUT
    said = capsys.readouterr().err
    assert "No space left" in said
    assert "at once" not in said
    assert (folder / "sums.checkpoint").exists()
    assert run(arguments) == 0


@pytest.mark.usefixtures("_small")
def test_one_of_several_files_that_changed_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shards").mkdir()
    (first,) = written(tmp_path, "parquet", corpus())
    Path(first).rename("shards/a.parquet")
    (second,) = written(tmp_path, "parquet", corpus(3001))
    Path(second).rename("shards/b.parquet")
    for name in ("shards", "shards/*.parquet"):
        key = checkpoints.key_of([name])
        assert checkpoints.key_of([name]) == key
        with Path("shards/a.parquet").open("r+b") as file:
            file.seek(100)
            file.write(b"x")
        os.utime("shards/a.parquet", ns=(1, len(name)))
        assert checkpoints.key_of([name]) != key


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("given", ["shards", "shards/*.parquet"])
def test_rows_never_replace_what_is_read(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shards").mkdir()
    for name in ("a", "b"):
        (file,) = written(tmp_path, "parquet", corpus())
        Path(file).rename(f"shards/{name}.parquet")
    before = Path("shards/b.parquet").read_bytes()
    for option in ("--per-utterance", "--save"):
        assert run(["score", given, option, "shards/b.parquet"]) == BAD_INPUT
        assert "would be lost" in capsys.readouterr().err
        assert run(["score", given, option, "shards/new.parquet"]) == BAD_INPUT
        assert "would be read by this command the next time" in capsys.readouterr().err
    assert Path("shards/b.parquet").read_bytes() == before
    assert not Path("shards/new.parquet").exists()
