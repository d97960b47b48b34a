"""A review by real key presses in a pseudo-terminal, and the other commands around it."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

pexpect = pytest.importorskip("pexpect")
pytest.importorskip("soundfile")
pytest.importorskip("prompt_toolkit")
RECORDINGS = Path(mg.__path__[0]) / "examples" / "recordings"
NAMES = ("bank", "numbers", "store", "weather")
ASKS = r"\[q\]uit >"
CLEAR = "\x15"  # Ctrl-U: from the cursor to the beginning


@pytest.fixture
def bench(command: Any, tmp_path: Path) -> Iterator[str]:
    """Four recordings without texts, drafted from two systems; yields the id of the run."""
    for at, name in enumerate(("one", "two")):
        Path(name).mkdir()
        for path in RECORDINGS.glob("*.txt"):
            words = path.read_text("utf-8").split()
            kept = words[at:] if path.stem == "bank" else words
            (Path(name) / path.name).write_text(" ".join(kept), "utf-8")
    Path("set").mkdir()
    for path in RECORDINGS.glob("*.flac"):
        (Path("set") / path.name).write_bytes(path.read_bytes())
    command("bench", "init", "set", "--systems", "files:one,files:two")
    assert command("bench", "run").status == 0
    done = command("bench", "ground-truth", "draft")
    assert done.status == 0, done.err
    assert "4 drafts by agreement@1" in done.err
    assert tmp_path == Path.cwd()
    return done.err.rpartition(" ")[2].strip()


class Terminal:
    """A review in a pseudo-terminal."""

    def __init__(self, *words: str, path: str | None = None) -> None:
        environment = {**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": ""}
        if path is not None:
            environment["PATH"] = path
        arguments = ["-m", "mondegreen", "bench", "ground-truth", "review", *words]
        self.child = pexpect.spawn(
            sys.executable, arguments, env=environment, encoding="utf-8", timeout=90,
            dimensions=(40, 150),
        )  # fmt: skip

    def see(self, pattern: str) -> str:
        self.child.expect(pattern)
        return str(self.child.before)

    def press(self, keys: str) -> None:
        self.see(ASKS)
        self.child.send(keys)

    def type(self, prompt: str, text: str) -> None:
        self.see(prompt)
        self.child.send(CLEAR + text + "\r")

    def end(self) -> int:
        self.child.expect(pexpect.EOF)
        self.child.close()
        return int(self.child.exitstatus)


def newest() -> dict[str, tuple[str, str | None, str | None]]:
    with open_store("mondegreen_data/results.db") as store:
        (dataset,) = (row["dataset"] for row in store.observations.datasets())
        rows = store.ground_truth.newest(dataset)
    return {
        name: (row["text"], row["verified_by"], row["original_text"]) for name, row in rows.items()
    }


@pytest.mark.usefixtures("bench")
def test_keys_play_edit_approve_note_and_skip(tmp_path: Path) -> None:
    player = tmp_path / "listen"
    player.write_text(
        f'#!/bin/sh\nhead -c 4 "$2" >> {tmp_path}/heard\necho "$1" >> {tmp_path}/heard\n'
    )
    player.chmod(player.stat().st_mode | stat.S_IXUSR)
    one = Terminal("--by", "ada", "--player", f"{player} -q")
    assert "1 of 4  bank" in one.see(r"text:  please cancel my card and send me a new one")
    one.press("p")
    one.press("x")  # is no key
    one.child.send("r")
    one.press("a")
    one.see("2 of 4  numbers")
    one.press("e")
    one.type("new text:", "two plus two is five ü")
    one.see("3 of 4  store")
    one.press("n")
    one.type("note:", "a cough")
    one.see("4 of 4  weather")
    one.press("q")
    one.see("3 of 4; the same command continues")
    assert one.end() == 0
    assert (tmp_path / "heard").read_text("utf-8") == "RIFF-q\n" * 2
    found = newest()
    assert found["bank"] == ("please cancel my card and send me a new one", "ada", None)
    assert found["numbers"][:2] == ("two plus two is five ü", "ada")
    assert found["numbers"][2] == "two plus two is four and three more is seven"
    assert found["store"][1] is None

    two = Terminal("--by", "ada")
    two.see("4 of 4  weather")
    two.press("e")
    two.see("new text:")
    two.child.send("\x03")  # Ctrl-C leaves it as it is
    two.press("b")
    two.see("3 of 4  store")
    two.see("noted: a cough")
    two.press("a")
    two.press("\r")
    two.see("all 4 samples are reviewed")
    two.see("3 approved, 1 edited, 0 noted, 1 skipped")
    assert two.end() == 0
    assert newest()["store"][1] == "ada"
    assert newest()["weather"][1] is None


@pytest.mark.usefixtures("bench")
def test_a_killed_review_has_lost_nothing(tmp_path: Path) -> None:
    one = Terminal()
    one.press("a")
    one.see("2 of 4")
    one.press("a")
    one.see("3 of 4")
    one.child.kill(9)
    assert [row[1] for row in newest().values()] == ["human", "human", None, None]
    two = Terminal()
    two.see("3 of 4  store")
    two.press("\x04")  # Ctrl-D ends it
    assert two.end() == 0
    assert tmp_path == Path.cwd()


@pytest.mark.usefixtures("bench")
@pytest.mark.parametrize(
    ("player", "problem"),
    [
        ("", "no player is installed here; listen to the file elsewhere: /.*set/bank.flac"),
        ("nowhere-to-be-found", "nowhere-to-be-found cannot be run: No such file or directory"),
        ("sh -c 'echo no sound card >&2; exit 3'", "sh ended with status 3: no sound card"),
    ],
)
def test_without_a_player_one_is_told_where_the_recording_is(
    tmp_path: Path, player: str, problem: str
) -> None:
    one = Terminal("--player", player, path=str(tmp_path) if not player else None)
    one.press("p")
    one.see(problem)
    one.press("a")
    one.see("2 of 4")
    one.press("q")
    assert one.end() == 0


def test_the_other_commands(bench: str, command: Any) -> None:
    done = command("bench", "report")
    assert (done.status, "no reference is verified" in done.err) == (2, True)
    assert command("bench", "report", "--unverified").status == 0
    done = command("bench", "ground-truth", "review")
    assert (done.status, "a review needs a terminal" in done.err) == (2, True)
    done = command("bench", "ground-truth", "edit", "ba", "--text", "please  cancel my card")
    assert (done.status, done.err) == (0, "mondegreen: bank: a new version is verified\n")
    done = command("bench", "ground-truth", "edit", "bank")
    assert (done.status, "there is no terminal to edit bank in" in done.err) == (2, True)
    done = command("bench", "ground-truth", "edit", "x", "--text", "y")
    assert (done.status, "has no sample 'x'" in done.err) == (2, True)
    done = command("bench", "report")
    assert done.status == 0
    assert "references: 1 verified (1 corrected)" in done.out
    done = command("bench", "ground-truth", "list", "--json")
    (row,) = json.loads(done.out)
    assert (row["run"], row["drafts"], row["approved"], row["open"]) == (bench, 4, 1, 3)
    done = command("bench", "ground-truth", "list", "--sample", "bank")
    assert done.out.count("please cancel my card") == 3  # the draft, its correction, the original
    done = command("bench", "ground-truth", "export", "-o", "out")
    assert sorted(path.name for path in Path("out").iterdir()) == [
        f"{bench}.jsonl", f"{bench}_notes.jsonl",
    ]  # fmt: skip
    done = command("bench", "ground-truth", "import", f"out/{bench}.jsonl")
    assert done.status == 0
    assert "4 transcripts, 1 edits, 1 verified, 0 new versions" in done.err
    done = command("bench", "ground-truth", "export", "nothing")
    assert (done.status, "no run 'nothing' of set@" in done.err) == (2, True)
    done = command("bench", "ground-truth", "sample", "2", "--by", "duration", "-o", "drawn.tsv")
    assert done.status == 0
    assert len(Path("drawn.tsv").read_text("utf-8").splitlines()) == 3
    done = command("bench", "ground-truth", "draft", "--only", "drawn.tsv", "--again")
    assert "2 drafts by agreement@1" in done.err
    done = command("bench", "ground-truth", "draft")
    assert "all samples have a reference or a draft" in done.err
    done = command("bench", "ground-truth", "doubtful")
    assert done.status == 0
    done = command("bench", "ground-truth", "draft", "--name", "sets")
    assert (done.status, "no dataset 'sets'" in done.err) == (2, True)


def test_one_system_drafts_what_it_has_not_transcribed_yet(command: Any) -> None:
    Path("heard").mkdir()
    Path("set").mkdir()
    for path in RECORDINGS.iterdir():
        if path.suffix == ".txt":
            (Path("heard") / path.name).write_bytes(path.read_bytes())
        else:
            (Path("set") / path.name).write_bytes(path.read_bytes())
    command("bench", "init", "set", "--systems", "files:heard")
    done = command("bench", "ground-truth", "draft", "--by", "files:heard", "--limit", "3")
    assert done.status == 0, done.err
    assert "3 drafts by files:heard" in done.err
    done = command("bench", "status")
    assert "3 of 4 transcribed" in done.out
