"""The commands that faults are tried on: what each reads, how it is typed, and what must come of it."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import stat
import wave
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from speech import LIVE
from test_wire_outages import MODEL, SAID, answer, heard

from mondegreen.cli.app import run
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["COMMANDS", "Command", "answer"]

CALLS: Final = Path(__file__).parents[2] / "examples" / "calls"
CLIPS: Final = 12
STREAMS: Final = 6
ROWS: Final = 4_000
WORDS: Final = [
    "we",
    "said",
    "that",
    "it",
    "was",
    "time",
    "for",
    "the",
    "two",
    "of",
    "us",
    "to",
    "go",
    "home",
    "again",
    "and",
    "then",
    "eat",
]


def _few_rows(*_given: Any) -> int:
    return 200


SMALL: Final = {
    "mondegreen.corpus.parts.FEWEST": 1000,
    "mondegreen.corpus.places._SMALLEST": 1000,
    "mondegreen.corpus.parts._BLOCK": 2**13,
    "mondegreen.corpus.tables_in_parts._ROWS": 500,
    "mondegreen.corpus.tables_in_parts._BLOCK": 2**14,
    "mondegreen.corpus.tables_in_parts.batch_size": _few_rows,
    "mondegreen.report.rows._GROUP": 800,
    "mondegreen.cli.hints.FORM_LIMIT": 1000,
    "mondegreen.cli.summing.FORM_LIMIT": 1000,
}
"""What is large for the program is small here, so that a run in parts has several."""


@dataclass(frozen=True)
class Command:
    """A command.

    Attributes:
        words: as they are typed; ``{url}`` is the address of a model on this machine.
        make: writes into a folder what the command reads.
        store: the file in which it keeps what it has finished, if it does.
        writes: the files that it writes.
        asks: whether it asks a model.
        prints: whether its result is on standard output.
        measures: whether it prints what differs from run to run, such as times.
        listens: whether its model is a vendor of live transcription, at ``{live}`` of `bench.toml`.
        serves: whether it shows a page until it is stopped.
        under_way: whether it has begun its work, in its folder; where that cannot be seen, it
            waits for a pipe of this name, in place of a file.
        patches: of its modules.
    """

    words: tuple[str, ...]
    make: Callable[[Path], None]
    store: str = ""
    writes: tuple[str, ...] = ()
    asks: bool = False
    prints: bool = True
    measures: bool = False
    listens: bool = False
    serves: bool = False
    under_way: Callable[[Path], bool] | str = ""
    patches: Any = None

    def outcome(self, folder: Path, printed: str) -> Any:
        """Return what must be the same after a fault as without one."""
        files = {}
        for name in self.writes:
            for path in (
                sorted((folder / name).rglob("*")) if (folder / name).is_dir() else [folder / name]
            ):
                if path.is_file():
                    files[str(path.relative_to(folder))] = len(path.read_bytes())
        return (
            printed if self.prints and not self.measures else "",
            files,
            _rows(folder / self.store) if self.store else 0,
        )


def _rows(path: Path) -> Any:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        found = connection.execute(
            "SELECT sample_id, system, transcription FROM results WHERE status = 'ok' ORDER BY 1, 2"
        )
        rows = found.fetchall()
        found = connection.execute(
            "SELECT DISTINCT metric, sample_id, wer FROM evaluations WHERE metric != 'facts'"
        )
        counted = connection.execute(
            "SELECT count(*) FROM judgements WHERE status = 'ok'"
        ).fetchone()
        return [rows, sorted(found.fetchall()), counted]


def _texts(folder: Path) -> None:
    lines = [f"please pay bill number {at} today" for at in range(ROWS)]
    (folder / "said.txt").write_text("\n".join(lines) + "\n")
    (folder / "heard.txt").write_text("\n".join(lines).replace("bill", "mill") + "\n")
    (folder / "other.txt").write_text("\n".join(lines).replace("pay", "say") + "\n")


def _few(folder: Path) -> None:
    (folder / "said.txt").write_text("\n".join(SAID) + "\n")
    (folder / "heard.txt").write_text("\n".join(heard("bad")) + "\n")
    open_store(folder / "answers.db").close()


def _table(folder: Path) -> None:
    chance = random.Random("rows")
    said = [" ".join(chance.choices(WORDS, k=chance.randint(3, 9))) for _ in range(ROWS)]
    wrote = [
        " ".join(word for word in text.split() if chance.random() < 0.9)
        + chance.choice(["", " no"])
        for text in said
    ]
    columns = {"id": [f"u{at}" for at in range(ROWS)], "reference": said, "hypothesis": wrote}
    rows = zip(*columns.values(), strict=True)
    lines = [json.dumps(dict(zip(columns, row, strict=True))) + "\n" for row in rows]
    (folder / "pairs.jsonl").write_text("".join(lines))


def _cues(folder: Path) -> None:
    times = (f"{at // 60:02}:{at % 60:02}" for at in range(1500))
    cues = [f"{at + 1}\n00:{t},000 --> 00:{t},900\nso it goes {at}\n" for at, t in enumerate(times)]
    (folder / "in.srt").write_text("\n".join(cues))


def _calls(folder: Path) -> None:
    shutil.copytree(CALLS / "refund", folder / "calls" / "refund")
    shutil.copytree(CALLS / "order-status", folder / "calls" / "order-status")
    open_store(folder / "answers.db").close()


def _clips(folder: Path, count: int) -> None:
    (folder / "clips").mkdir()
    for at in range(count):
        with wave.open(str(folder / "clips" / f"c{at}.wav"), "wb") as file:
            file.setparams((1, 2, 16_000, 0, "NONE", ""))
            file.writeframes((at + 100).to_bytes(2, "little") * 800)
        (folder / "clips" / f"c{at}.txt").write_text(f"this is clip {at}\n")


def _bench(folder: Path) -> None:
    _clips(folder, CLIPS)
    program = folder / "hear"
    program.write_text(
        '#!/bin/sh\necho x >> "$(dirname "$0")/begun"\nsleep 0.1\necho this is a clip\n'
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    (folder / "begun").touch()
    (folder / "begun").chmod(0o666)
    here = Path.cwd()
    os.chdir(folder)
    try:
        assert run(["bench", "init", "clips", "--systems", "command:./hear {wav}"]) == 0
    finally:
        os.chdir(here)
    open_store(folder / "results.db").close()


def _live(folder: Path) -> None:
    _clips(folder, STREAMS)
    here = Path.cwd()
    os.chdir(folder)
    try:
        assert run(["bench", "init", "clips", "--systems", LIVE.system]) == 0
    finally:
        os.chdir(here)
    toml = folder / "bench.toml"
    options = '{ base_url = "{live}", quiet = 0.1, wait = 1.0 }'
    toml.write_text(
        toml.read_text().replace(f'"{LIVE.system}" = {{}}', f'"{LIVE.system}" = {options}')
    )
    open_store(folder / "results.db").close()


def _nothing(_folder: Path) -> None:
    """It reads nothing."""


def _asked_thrice(folder: Path) -> bool:
    return (folder / "asked").read_text().count("x") >= 3


def _observed(folder: Path) -> None:
    _bench(folder)
    (folder / "hear").write_text("#!/bin/sh\necho this is a clip\n")
    here = Path.cwd()
    os.chdir(folder)
    try:
        assert run(["bench", "run", "--db", "results.db"]) == 0
    finally:
        os.chdir(here)


_JUDGED = ("--model", MODEL, "--base-url", "{url}", "--cache", "answers.db", "--concurrency", "1")

COMMANDS: Final[dict[str, Command]] = {
    "score": Command(
        ("score", "said.txt", "heard.txt", "-m", "wer", "--per-utterance", "rows.jsonl"),
        _texts, writes=("rows.jsonl",), under_way="heard.txt",
    ),
    "score, judged": Command(
        ("score", "said.txt", "heard.txt", "-m", "facts", "--to", "json", *_JUDGED),
        _few, store="answers.db", asks=True,
        under_way=_asked_thrice,
    ),
    "score --resume": Command(
        ("score", "pairs.jsonl", "-m", "wer", "--per-utterance", "rows.jsonl", "--resume", "half"),
        _table, writes=("rows.jsonl",), patches=SMALL,
        under_way=lambda folder: (folder / "half" / "sums.checkpoint").exists(),
    ),
    "compare": Command(
        ("compare", "said.txt", "heard.txt", "other.txt"), _texts, under_way="other.txt"
    ),
    "report": Command(
        ("report", "said.txt", "heard.txt", "--output", "page.html"),
        _texts, writes=("page.html",), under_way="heard.txt", prints=False,
    ),
    "convert": Command(
        ("convert", "in.srt", "out.stm"),
        _cues, writes=("out.stm",), under_way="in.srt", prints=False,
    ),
    "calls": Command(
        ("calls", "calls", "--output", "out", "--method", "canonical",
         *_JUDGED),
        _calls, store="answers.db", writes=("out",), asks=True,
        under_way=_asked_thrice,
    ),
    "bench run": Command(
        ("bench", "run", "--db", "results.db"), _bench, store="results.db", prints=False,
        under_way=lambda folder: (folder / "begun").read_text().count("x") >= 3,
    ),
    "bench run, live": Command(
        ("bench", "run", "--db", "results.db", "--retry-failed"), _live, store="results.db", asks=True,
        listens=True, prints=False, under_way=_asked_thrice,
    ),
    "bench score": Command(
        ("bench", "score", "--db", "results.db", *("-m", "wer", "-m", "cer", "-m", "mer", "-m", "wil")), _observed, store="results.db", measures=True,
    ),
    "serve": Command(
        ("serve", "--no-browser"), _nothing, writes=("page.html",), measures=True, serves=True,
    ),
}  # fmt: skip
