"""``mondegreen score --forgive``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Command

ROWS = "id,reference,hypothesis\n1,um it cost five dollars,it cost $5\n2,the data base Bo Bo,a database Bo\n"


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "calls.csv"
    path.write_text(ROWS)
    return str(path)


def test_the_waterfall_stands_below(command: Command, table: str) -> None:
    done = command("score", table, "--forgive", "numbers,fillers", "--forgive", "spacing")
    assert done.status == 0
    lines = done.out.splitlines()
    steps = [line.split()[0] for line in lines if line[:2] in {"st", "  ", "re"}]
    assert steps == ["step", "strict", "spacing", "numbers", "fillers", "remaining"]
    assert "forgive:spacing@1+numbers@1+fillers@1" in lines[-1]


def test_severities_names_and_the_guard(command: Command, table: str, tmp_path: Path) -> None:
    def errors(*options: str) -> tuple[float, float]:
        done = command("score", table, "--json", *options)
        assert done.status == 0, done.err
        (metric,) = json.loads(done.out)["metrics"]
        return metric["errors"], metric["value"]

    assert errors("--forgive", "repetition")[0] == 6
    assert errors("--forgive", "repetition", "--entity", "Bo")[0] == 7
    assert errors("--forgive", "repetition", "--entity", "Bo", "--no-guard")[0] == 6
    own = tmp_path / "own.toml"
    own.write_text('unit = "words"\nrest = 0\n[severities]\nrepetition = 500\n')
    assert errors("--forgive", "repetition", "--severities", str(own)) == (6.5, 0.65)
    assert errors("-m", "reader")[0] > 0


def test_a_run_file_can_be_weighed_again(command: Command, table: str, tmp_path: Path) -> None:
    import mondegreen as mg

    run = tmp_path / "run.json"
    done = command("score", table, "--forgive", "agent", "--save", str(run))
    assert done.status == 0
    assert mg.load(run).rate(severities="strict") == 0.7


def test_a_wrong_name(command: Command, table: str) -> None:
    done = command("score", table, "--forgive", "spacign")
    assert done.status == 2
    assert "Did you mean 'spacing'" in done.err
    done = command("score", table, "--forgive", "agent", "-m", "mer")
    assert done.status == 2
    assert "does not go with forgive=" in done.err
