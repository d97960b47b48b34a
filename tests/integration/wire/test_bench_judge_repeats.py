"""A judge that judges the same transcripts several times: what is asked, kept and shown."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path
from statistics import stdev
from typing import TYPE_CHECKING, Any

import pytest
from wire_good import PAIRS, good
from wire_judges import JUDGES, by, lines

from mondegreen.cli.app import run
from mondegreen.judges import client

if TYPE_CHECKING:
    from wire_server import WireServer

soundfile = pytest.importorskip("soundfile")
WORDS = sum(len(said.split()) for said, _ in PAIRS)
DIFFERENT = 3  # pairs that need a judge, with one difference each: all of them in one request


@pytest.fixture(autouse=True)
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MONDEGREEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(client, "_FIRST_WAIT", 0.01)
    for folder in ("clips", "heard"):
        Path(folder).mkdir()
    for at, (said, heard) in enumerate(PAIRS):
        Path(f"clips/c{at}.txt").write_text(said, "utf-8")
        Path(f"heard/c{at}.txt").write_text(heard, "utf-8")
        soundfile.write(f"clips/c{at}.wav", [0.1 * (at + 1)] * 800, 16_000)
    assert run(["bench", "init", "clips", "--systems", "files:heard"]) == 0
    assert run(["bench", "run"]) == 0


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A judge to whom ever fewer differences matter: in each request one less than before."""
    requests: list[int] = []

    def wavering(body: dict[str, Any]) -> Any:
        numbers = count()
        harmless = len(requests) % (DIFFERENT + 1)
        requests.append(len(lines(body)))
        return by(lambda _line: next(numbers) < harmless)(body)

    monkeypatch.setitem(JUDGES, "wavering", wavering)
    return requests


def score(wire: WireServer, scenario: str, place: str, *more: str) -> int:
    address = wire.base_url("openai-chat", scenario, place)
    words = ["bench", "score", "-m", "wer", "-m", "semantic-wer", "--model", "openai-chat:gpt-5.2"]
    return run([*words, "--base-url", address, "--concurrency", "1", *more])


def evaluated() -> list[dict[str, Any]]:
    with closing(sqlite3.connect("mondegreen_data/results.db")) as connection:
        connection.row_factory = sqlite3.Row
        wanted = "SELECT * FROM evaluations WHERE kind = 'rate' ORDER BY id"
        return [*map(dict, connection.execute(wanted))]


def semantic(capsys: Any) -> Any:
    capsys.readouterr()
    assert run(["bench", "report", "--to", "json"]) == 0
    return json.loads(capsys.readouterr().out)[0]["semantic_wer"]


def test_each_pass_is_asked_anew_and_the_spread_is_shown(
    wire: WireServer, asked: list[int], capsys: Any
) -> None:
    place = wire.new_run()
    assert score(wire, "wavering", place, "--judge-repeats", "3") == 0
    assert len(asked) == 3
    rows = [row for row in evaluated() if row["metric"] == "semantic-wer"]
    assert len(rows) == 3 * len(PAIRS)
    assert len({row["signature_hash"] for row in rows}) == 1
    assert len([row for row in evaluated() if row["metric"] == "wer"]) == len(PAIRS)
    found = semantic(capsys)["passes"]
    expected = []
    for at in range(3):
        errors = [json.loads(row["statistics"])["remaining"] for row in rows[4 * at : 4 * at + 4]]
        expected.append(sum(errors) / WORDS)
    assert len(set(expected)) == 3
    assert found["values"] == pytest.approx(expected)
    assert (found["low"], found["high"]) == (min(expected), max(expected))
    assert found["deviation"] == pytest.approx(stdev(expected))
    assert semantic(capsys)["rate"] == pytest.approx(expected[-1])  # the newest
    assert run(["bench", "report", "--html", "page.html"]) == 0
    shown = capsys.readouterr().out
    ends = f"3 ({100 * min(expected):.2f} to {100 * max(expected):.2f} %, deviation"
    assert "semantic wer, passes of the judge" in shown
    assert ends in shown
    assert ends in Path("page.html").read_text("utf-8")
    # what is there is not asked again, and more passes go on from there
    assert score(wire, "wavering", place, "--judge-repeats", "3") == 0
    assert len(asked) == 3
    assert "all is evaluated already" in capsys.readouterr().err
    assert score(wire, "wavering", place, "--judge-repeats", "4") == 0
    assert len(asked) == 4
    assert len(semantic(capsys)["passes"]["values"]) == 4


def test_one_pass_has_no_spread_and_asks_once(
    wire: WireServer, asked: list[int], capsys: Any
) -> None:
    place = wire.new_run()
    assert score(wire, "wavering", place) == 0
    assert score(wire, "wavering", place) == 0
    assert len(asked) == 1
    assert semantic(capsys)["passes"] is None
    assert run(["bench", "report"]) == 0
    assert "passes of the judge" not in capsys.readouterr().out


def test_a_pass_that_was_broken_off_goes_on_from_what_is_kept(
    wire: WireServer, asked: list[int], capsys: Any
) -> None:
    place = wire.new_run()
    assert score(wire, "wavering", place, "--judge-repeats", "2") == 0
    first = semantic(capsys)["passes"]["values"]
    with closing(sqlite3.connect("mondegreen_data/results.db")) as connection, connection:
        connection.execute("DELETE FROM evaluations")
    assert score(wire, "wavering", place, "--judge-repeats", "2") == 0
    assert len(asked) == 2  # both passes are kept, each under a key of its own
    assert semantic(capsys)["passes"]["values"] == first
    assert first[0] != first[1]


@pytest.mark.parametrize("protocol", ["differences", "single-pass"])
@pytest.mark.parametrize("votes", ["1", "3"])
def test_a_steady_judge_has_no_spread(
    wire: WireServer, monkeypatch: pytest.MonkeyPatch, capsys: Any, protocol: str, votes: str
) -> None:
    requests = []

    def steady(body: dict[str, Any]) -> Any:
        requests.append(body)
        return good(body)

    monkeypatch.setitem(JUDGES, "steady", steady)
    place = wire.new_run()
    assert score(wire, "steady", place, "--protocol", protocol, "--votes", votes) == 0
    before = len(requests)
    more = ("--protocol", protocol, "--votes", votes, "--judge-repeats", "3")
    assert score(wire, "steady", place, *more) == 0
    assert len(requests) == 3 * before
    found = semantic(capsys)
    assert found["passes"]["deviation"] == 0
    assert found["passes"]["values"] == pytest.approx([found["rate"]] * 3)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["-m", "wer"], "none of the metrics asks a judge"),
        (["-m", "semantic-wer", "--protocol", "rules"], "rules say the same each time"),
    ],
)
def test_repeats_of_nobody(words: list[str], problem: str, capsys: Any) -> None:
    assert run(["bench", "score", *words, "--judge-repeats", "2"]) == 2
    assert problem in capsys.readouterr().err
    assert not evaluated()


def test_answers_on_record_have_no_second_time(
    wire: WireServer, asked: list[int], capsys: Any
) -> None:
    place = wire.new_run()
    assert score(wire, "wavering", place, "--record", "said.jsonl") == 0
    words = ["bench", "score", "-m", "semantic-wer", "--model", "replay:said.jsonl"]
    assert run([*words, "--judge-repeats", "2"]) == 0
    assert len(asked) == 1
    found = semantic(capsys)
    assert found["passes"] is None
    assert found["rate"] is not None


def test_a_run_without_any_usable_answer_says_so_and_fails(
    wire: WireServer, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setitem(JUDGES, "babbling", lambda _body: "well, it depends")
    capsys.readouterr()
    assert score(wire, "babbling", wire.new_run()) == 1
    assert re.search(
        r"semantic-wer: \S+: no answer for \d+ of \d+ transcripts", capsys.readouterr().err
    )
    monkeypatch.setitem(JUDGES, "sound", good)
    assert score(wire, "sound", wire.new_run()) == 0
    assert "no answer for" not in capsys.readouterr().err


def test_a_system_without_any_answer_fails_next_to_one_that_has_some(
    wire: WireServer, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setitem(JUDGES, "sound", good)
    assert score(wire, "sound", wire.new_run()) == 0
    Path("other").mkdir()
    for at, (said, _) in enumerate(PAIRS):
        Path(f"other/c{at}.txt").write_text(f"{said} or so they tell me", "utf-8")
    assert run(["bench", "run", "--systems", "files:heard,files:other"]) == 0
    monkeypatch.setitem(JUDGES, "babbling", lambda _body: "well, it depends")
    capsys.readouterr()
    assert score(wire, "babbling", wire.new_run()) == 1
    said = capsys.readouterr().err
    assert "files:other: no answer for" in said
    assert "files:heard: no answer for" not in said
