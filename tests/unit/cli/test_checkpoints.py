"""A run that was stopped goes on from its checkpoints, and ends in the bytes of one that was not."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from test_summing import _small, corpus, written  # noqa: F401 - a fixture is used by its name

from mondegreen.cli import checkpoints
from mondegreen.cli.app import run
from mondegreen.cli.streams import BAD_INPUT

if TYPE_CHECKING:
    from pathlib import Path


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
    assert "no checkpoint" in capsys.readouterr().err


def test_what_is_scored_at_once_has_none(capsys: Any) -> None:
    assert run(["score", "r.txt", "h.txt", "--resume", "half"]) == 0
    assert "scored at once" in capsys.readouterr().err


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
