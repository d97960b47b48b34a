"""``mondegreen demo``: the shipped example, from anywhere."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg

Command = Callable[..., Any]
DATA = Path(mg.__file__).parent / "examples" / "utterances.jsonl"


def rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]


def test_it_works_in_any_folder(command: Command, folder: Path) -> None:
    done = command("demo")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"{len(rows())} utterances")
    assert f"coverage: {len(rows())} scored" in done.out
    assert "signature: wer@1+cer@1+mer@1+sentence@1|" in done.out
    written = sorted(path.name for path in (folder / "mondegreen-demo").iterdir())
    assert written == ["pocketsphinx-default.tsv", "pocketsphinx-narrow.tsv", "whisper-tiny.tsv"]


def test_the_files_hold_the_shipped_utterances(command: Command, folder: Path) -> None:
    assert command("demo", "--output", "a/b").status == 0
    with (folder / "a" / "b" / "whisper-tiny.tsv").open(encoding="utf-8", newline="") as lines:
        table = list(csv.DictReader(lines, delimiter="\t"))
    assert [row["id"] for row in table] == [row["id"] for row in rows()]
    assert [row["reference"] for row in table] == [row["reference"] for row in rows()]
    lowered = [row["reference"].lower() for row in rows()]
    assert [row["reference_normalized"] for row in table] == lowered


def test_the_numbers_are_those_of_python(command: Command) -> None:
    out = command("demo").out
    for system in ("pocketsphinx-default", "pocketsphinx-narrow", "whisper-tiny"):
        rate = mg.wer(
            [row["reference"] for row in rows()],
            [row[system] for row in rows()],
            normalizer="lower",
        )
        line = next(line for line in out.splitlines() if line.startswith(system))
        assert f" {100 * rate:.2f} % " in line


def test_a_folder_that_cannot_be(command: Command) -> None:
    done = command("demo", "--output", "r.txt")
    assert done.status == 2
    assert "r.txt: cannot be made a folder" in done.err


def test_the_files_can_be_copied(command: Command, folder: Path) -> None:
    done = command("demo", "--copy", "--output", ".")
    assert (done.status, done.out) == (0, "")
    assert done.err == "mondegreen: copied utterances.jsonl, recordings, submission to .\n"
    for name in ("utterances.jsonl", "recordings", "submission"):
        shipped = [DATA.parent / name, *(DATA.parent / name).rglob("*")]
        for path in filter(Path.is_file, shipped):
            assert (folder / path.relative_to(DATA.parent)).read_bytes() == path.read_bytes()
    mine = folder / "recordings" / "bank.txt"
    mine.write_text("my own words\n", "utf-8")
    again = command("demo", "--copy", "--output", ".")
    assert (again.status, "utterances.jsonl is there already" in again.err) == (2, True)
    assert mine.read_text("utf-8") == "my own words\n"
    (folder / "utterances.jsonl").unlink()
    again = command("demo", "--copy", "--output", ".")
    assert (again.status, "recordings is there already" in again.err) == (2, True)
    assert not (folder / "utterances.jsonl").exists()  # all or nothing
    assert command("demo", "--copy", "--output", "new/folder").status == 0


def test_the_data_keeps_what_its_page_says() -> None:
    data = rows()
    assert len({row["id"] for row in data}) == len(data)
    assert len({row["speaker"] for row in data}) >= 8
    assert len({row["topic"] for row in data}) > 1
    assert all(
        isinstance(value, str) for row in data for value in (row["reference"], row["whisper-tiny"])
    )


@pytest.mark.parametrize("system", ["pocketsphinx-default", "whisper-tiny"])
def test_the_data_can_be_scored_as_a_file(command: Command, system: str) -> None:
    done = command("score", str(DATA), "--hypothesis-column", system, "--by", "noise", "--json")
    assert done.status == 0
    assert len(json.loads(done.out)["slices"]) == len({row["noise"] for row in rows()})
