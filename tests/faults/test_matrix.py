"""Every command with every fault: one clear line, no traceback, its exit status, and the same result afterwards.

What is expected of a cell is a line of ``matrix.tsv``, from which the table in the docs is made.
"""

from __future__ import annotations

import csv
import re
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from commands import COMMANDS
from speech import Vendor
from wire_server import serving

from faults import FAULTS, Case, cells, folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wire_server import WireServer

pytest.importorskip("soundfile")
pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="Linux says more")

TABLE: Final = Path(__file__).with_name("matrix.tsv")
QUICK: Final = {
    ("score", "output full"),
    ("score", "disk full"),
    ("compare", "no memory"),
    ("score, judged", "connection cut"),
    ("bench run", "SIGTERM"),
}
"""The others are slow."""


def expected() -> dict[tuple[str, str], tuple[int, str]]:
    with TABLE.open(encoding="utf-8", newline="") as lines:
        return {
            (row["command"], row["fault"]): (int(row["status"]), row["says"])
            for row in csv.DictReader(lines, delimiter="\t")
        }


EXPECTED: Final = expected()


@pytest.fixture(scope="module")
def wire() -> Iterator[WireServer]:
    with serving() as server:
        yield server


def answers(path: Path) -> int:
    """Return how many answers a store holds."""
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as connection:
        counts = [
            connection.execute(f"SELECT count(*) FROM {table} WHERE status = 'ok'").fetchone()[0]
            for table in ("judgements", "results")
        ]
        return int(sum(counts))


@pytest.fixture(scope="module")
def live() -> Iterator[Vendor]:
    with Vendor().serving() as vendor:
        yield vendor


@pytest.fixture(scope="module")
def clean(wire: WireServer, live: Vendor) -> Any:
    """Return what comes of a command without a fault, and how many requests it takes."""

    @cache
    def of(name: str) -> tuple[Any, int]:
        with folder() as here:
            case = Case(name, here, wire, live)
            done = case.do()
            assert done.status == 0, done.err
            return case.command.outcome(here, _plain(done.out, here)), case.asked

    return of


def _plain(text: str, here: Path) -> str:
    return text.replace(str(here), "HERE")


def test_the_table_has_every_cell() -> None:
    assert list(EXPECTED) == cells()


@pytest.mark.parametrize(
    ("name", "fault"),
    [pytest.param(*cell, marks=[] if cell in QUICK else pytest.mark.slow) for cell in cells()],
)
def test_a_cell(name: str, fault: str, wire: WireServer, live: Vendor, clean: Any) -> None:
    status, says = EXPECTED[name, fault]
    result, requests = clean(name)
    with folder() as here:
        case = Case(name, here, wire, live)
        done = FAULTS[fault].done(case)
        assert "Traceback" not in done.err
        assert done.status == status, done
        assert all(line.startswith("mondegreen: ") for line in done.err.splitlines()), done.err
        assert re.search(says, done.err), done.err
        kept = answers(here / case.command.store) if case.command.asks else 0
        before = case.asked
        again = case.do()
        assert again.status == 0, again.err
        outcome = case.command.outcome(here, _plain(again.out, here))
        assert outcome[1:] == result[1:]
        if COMMANDS[name].asks:  # what was answered is not asked again, and nothing else is lost
            assert case.asked - before == requests - kept
        assert outcome[0] == result[0]


def test_a_record_on_a_full_disk_is_named_and_answers_are_kept(
    wire: WireServer, live: Vendor
) -> None:
    with folder() as here:
        case = Case("score, judged", here, wire, live)
        (here / "full.jsonl").symlink_to("/dev/full")
        case.words += ["--record", "full.jsonl"]
        done = case.do()
        assert done.status == 0
        (line,) = {line for line in done.err.splitlines() if "No space" in line}  # per step once
        assert line.startswith(
            "mondegreen: full.jsonl: cannot be written: No space left on device;"
        )
        assert line.endswith("continues without recording any more"), line
        before = case.asked
        assert answers(here / case.command.store) == before
        assert case.do().out == done.out
        assert case.asked == before
