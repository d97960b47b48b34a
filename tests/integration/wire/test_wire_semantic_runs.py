"""Whole runs of ``semantic-wer`` over HTTP: large ones, killed ones, and what they ask for."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

import pytest
from test_wire_runs import requests, served, stored

import mondegreen as mg
from mondegreen.judges.answer import Answer, read
from mondegreen.judges.canaries import canaries
from mondegreen.judges.difference_in_context import Place
from mondegreen.options.judging import Settings

MODEL = "anthropic:claude-sonnet-5-5"
EXAMPLE = Path(mg.__file__).parent / "examples" / "utterances.jsonl"
KILLS, CONCURRENCY = 10, 4
# A small process between: a new one begins with the most memory that its parent ever had.
MEASURED = """
import json, os, subprocess, sys
process = subprocess.Popen(sys.argv[1:])
_, status, used = os.wait4(process.pid, 0)
process.returncode = os.waitstatus_to_exitcode(status)
print(json.dumps({"cpu": used.ru_utime + used.ru_stime, "memory": used.ru_maxrss}), end="")
sys.exit(process.returncode)
"""
BEGUN = "from mondegreen.cli import main; print('begun', flush=True); main()"
WORDS = ("card", "bill", "plan", "order", "ticket", "refund", "flight", "room", "key", "line")


def corpus(path: Path, count: int) -> Path:
    """Write pairs in which every difference is in a context of its own."""
    with path.open("w", encoding="utf-8") as out:
        for number in range(count):
            first, second = WORDS[number % 10], WORDS[number // 10 % 10]
            said = f"please cancel the {first} for customer {number} and send the {second} home"
            heard = said.replace("cancel", "council").replace("home", "hum")
            line = {"id": str(number), "reference": said, "hypothesis": heard}
            out.write(json.dumps(line) + "\n")
    return path


def command(file: Path, cache: Path, base_url: str, concurrency: int) -> list[str]:
    return [
        *(sys.executable, "-m", "mondegreen", "score", str(file), "-m", "semantic-wer", "--json"),
        *("--model", MODEL, "--base-url", base_url, "--cache", str(cache)),
        *("--concurrency", str(concurrency)),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["judge-every-other"])
def test_five_thousand_samples_fifty_at_a_time(tmp_path: Path, scenario: str) -> None:
    file = corpus(tmp_path / "many.jsonl", 5_000)
    with served(0.2) as server:
        base_url = f"{server}/s/{scenario}/many"
        words = command(file, tmp_path / "cache", base_url, 50)
        done = subprocess.run(
            [sys.executable, "-c", MEASURED, *words], capture_output=True, text=True, check=True
        )
        asked = requests(server, "many")
    result, used = (json.loads(line) for line in done.stdout.rsplit("\n", 1))
    assert result["metrics"][0]["utterances"] == 5_000
    assert asked < 1_000
    assert used["cpu"] < 60
    assert used["memory"] < 700 * 1024  # KiB
    sys.stdout.write(
        f"{used['cpu']:.1f} s of CPU, {asked} requests, {used['memory'] // 1024} MiB\n"
    )


@pytest.mark.slow
def test_a_run_that_is_killed_ten_times_goes_on_where_it_was(tmp_path: Path) -> None:
    file, cache = corpus(tmp_path / "some.jsonl", 600), tmp_path / "cache"
    with served(0.05) as server:
        base_url = f"{server}/s/judge-every-other/killed"
        asked = 0
        for _kill in range(KILLS):
            process = subprocess.Popen(
                command(file, cache, base_url, CONCURRENCY),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            while requests(server, "killed") < asked + 4 and process.poll() is None:
                time.sleep(0.002)
            assert process.poll() is None
            os.kill(process.pid, signal.SIGKILL)
            process.communicate()
            time.sleep(0.2)  # what was under way reaches the server
            asked = requests(server, "killed")
        kept = stored(cache / "judgements.db")
        assert kept >= asked - CONCURRENCY * KILLS
        last = subprocess.run(
            command(file, cache, base_url, CONCURRENCY), capture_output=True, check=True
        )
        total = requests(server, "killed")
        whole = f"{server}/s/judge-every-other/whole"
        other = subprocess.run(
            command(file, tmp_path / "other", whole, CONCURRENCY), capture_output=True, check=True
        )
        packs = requests(server, "whole")
        assert packs <= total <= packs + CONCURRENCY * KILLS
        assert last.stdout == other.stdout
        again = subprocess.run(
            command(file, cache, base_url, CONCURRENCY), capture_output=True, check=True
        )
        assert again.stdout == last.stdout
        assert requests(server, "killed") == total


class Terse:
    """A model that gives the shortest answer that passes, and counts what it would send."""

    spec, remote, address = "test:terse", False, None
    settings = Settings()

    def __init__(self) -> None:
        self.requests = self.letters = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        pass

    def host(self) -> str:
        return "nowhere"

    async def ask(self, question: Any) -> Answer[Any]:
        for text in self.answers(question):
            complaints, value = read(text, question, text=True)
            if not complaints:
                break
        else:
            raise AssertionError(complaints)
        self.requests += 1
        self.letters += len(text)
        if question.tool is not None:  # the tool's result goes back, and the model closes
            self.requests += 1
            self.letters += 1
        return Answer("ok", value=value)

    def answers(self, question: Any) -> list[str]:
        if question.tool is None:
            places = [Place.of(json.loads(line)) for line in question.prompt.split("\n")]
            known = [canaries().get(place, True) for place in places]
            free = [
                {"number": n, "words": places[n - 1].heard[1], "because": "-"}
                for n, matters in enumerate(known, 1)
                if not matters
            ]
            rest = [n for n, matters in enumerate(known, 1) if matters]
            return [json.dumps({"matter": rest, "harmless": free}, separators=(",", ":"))]
        pair = json.loads(question.prompt)
        normalize = mg.normalizer("semantic")
        words = [normalize(text).split() for text in (pair["reference"], pair["hypothesis"])]
        return [report(words, share) for share in (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)]


def report(words: list[list[str]], share: float) -> str:
    """Return a report without errors that holds this share of the words."""
    sides = [" ".join(side[: max(1, round(share * len(side)))]) for side in words]
    return json.dumps(
        {
            "substitutions": 0,
            "deletions": 0,
            "insertions": 0,
            "reference_words": len(sides[0].split()),
            "normalized_reference": sides[0],
            "normalized_hypothesis": sides[1],
            "errors": [],
        },
        separators=(",", ":"),
    )


@pytest.mark.parametrize("system", ["whisper-tiny", "pocketsphinx-default"])
def test_differences_ask_a_quarter_and_read_a_tenth_of_single_pass(system: str) -> None:
    rows = [json.loads(line) for line in EXAMPLE.read_text("utf-8").splitlines()]
    texts = [row["reference"] for row in rows], [row[system] for row in rows]
    took = {}
    for protocol in ("differences", "single-pass"):
        model = Terse()
        judging = mg.Judging(model, protocol=protocol, tell=lambda _line: None)
        mg.score(*texts, metrics=["semantic-wer"], judge=judging)
        took[protocol] = model
    ours, seeds = took["differences"], took["single-pass"]
    assert 4 * ours.requests <= seeds.requests
    assert 10 * ours.letters <= seeds.letters
    sys.stdout.write(
        f"{system}: {ours.requests} of {seeds.requests} requests, "
        f"{ours.letters} of {seeds.letters} letters back\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["score", "compare"])
def test_ctrl_c_at_any_moment_of_a_judged_run(tmp_path: Path, kind: str) -> None:
    """Also while the clients are imported (a second or two), and while many requests are in flight."""
    file = corpus(tmp_path / "some.jsonl", 600)
    other = corpus(tmp_path / "other.jsonl", 600)
    kept = 0
    with served(0.2) as server:
        for stop in range(40):  # on a busy machine the first ones come before anything is asked
            words = command(file, tmp_path / "cache", f"{server}/s/judge-every-other/stopped", 8)
            if kind == "compare":
                words[3:5] = [kind, str(file), str(other)]
            process = subprocess.Popen(
                [sys.executable, "-c", BEGUN, *words[3:]],  # before that Python itself answers
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            time.sleep(0.03 + 0.25 * stop)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
            if process.returncode == 0:  # it had come to its end
                break
            assert (process.returncode, out) == (130, "")
            assert all(line.startswith("mondegreen: ") for line in err.splitlines()), err
            if (tmp_path / "cache" / "judgements.db").exists():
                before, kept = kept, stored(tmp_path / "cache" / "judgements.db")
                assert kept >= before
            if kept and stop > 10:
                break
    assert kept
