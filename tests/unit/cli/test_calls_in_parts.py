"""``mondegreen calls`` of very many calls: some at a time, with the bytes of all at once."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from mondegreen.calls import in_parts, joined

if TYPE_CHECKING:
    from pathlib import Path

    from mondegreen.calls.scoring_calls import SideResult

CALLS = 23
WORDS = [
    "so",
    "the",
    "knight",
    "night",
    "rode",
    "twenty",
    "20",
    "card",
    "[NAME]",
    "paid",
    "it",
    "is",
]


def make(folder: Path, seed: int) -> Path:
    """Write calls: some without hypothesis, without an agent, that nobody heard, or that are damaged."""
    chance = random.Random(f"calls in parts {seed}")
    for number in range(CALLS):
        call = folder / f"call {number:02}"
        call.mkdir(parents=True)
        timed = chance.random() < 0.5
        sides: dict[str, list[dict[str, Any]]] = {"gt": [], "ref": []}
        for turn in range(chance.randint(1, 6)):
            words = chance.choices(WORDS, k=chance.randint(0, 7))
            heard = [word for word in words if chance.random() < 0.8] + chance.choices(WORDS, k=1)
            names = ("Agent", "assistant") if turn % 2 == 0 else ("Customer", "user")
            for side, name, text in zip(sides, names, (words, heard), strict=True):
                time = {"timestamp": float(turn)} if timed else {}
                sides[side].append({"speaker": name, "content": " ".join(text), **time})
        kind = number % 8
        if kind == 3:
            sides["ref"] = []
        elif kind == 5:
            sides["gt"] = [turn | {"speaker": "Boss"} for turn in sides["gt"]]
        for side, turns in sides.items():
            text = "[" if kind == 6 and side == "ref" else json.dumps(turns)
            (call / f"{side}_transcript.json").write_text(text, "utf-8")
        if number % 4 == 0:
            labels = [{"start": 0, "end": 3, "text": "the", "labels": ["thing"]}]
            (call / "annotated.json").write_text(json.dumps(labels), "utf-8")
    (folder / "notes").mkdir()
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.*"))
    }


CHOSEN = [
    ["--speaker", "agent"],
    ["--speaker", "all"],
    ["--speaker", "all", "--json"],
    ["--speaker", "all", "--recipe", "seed-004"],
    ["--no-text"],
    ["--redact"],
    ["--speaker", "Boss=assistant", "--fail-above", "library=1%"],
    ["--speaker", "auto"],
    ["--forgive", "agent"],
    ["--html", "page.html"],
]


@pytest.mark.parametrize("chosen", CHOSEN, ids=" ".join)
@pytest.mark.parametrize("most", [40, 200_000])
def test_the_bytes_are_those_of_all_at_once(
    chosen: list[str],
    most: int,
    command: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(joined, "_MOST_WORDS", most)
    monkeypatch.setattr(in_parts, "_SIZE", 4)
    monkeypatch.chdir(tmp_path)
    folder = make(tmp_path / "calls", most)
    found = []
    for fewest in (1, 1000):
        monkeypatch.setattr(in_parts, "FEWEST", fewest)
        done = command("calls", str(folder), "--output", "output", *chosen)
        page = tmp_path / "page.html"
        files = contents(tmp_path / "output")
        found.append((done.status, done.out, done.err, files, page.exists() and page.read_text()))
        (tmp_path / "output").rename(tmp_path / f"output-{fewest}")
    assert found[0] == found[1]
    assert found[0][3]


def test_files_go_to_each_call(
    command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_parts, "_SIZE", 4)
    found = []
    for fewest in (1, 1000):
        monkeypatch.setattr(in_parts, "FEWEST", fewest)
        folder = make(tmp_path / "calls", 1)
        done = command("calls", str(folder), "--in-place", "--speaker", "all")
        found.append((done.status, done.out, contents(folder)))
        folder.rename(tmp_path / f"calls-{fewest}")
    assert found[0] == found[1]


def test_texts_are_let_go_of(command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_parts, "_SIZE", 4)
    monkeypatch.setattr(in_parts, "FEWEST", 1)
    kept: list[SideResult] = []
    results = in_parts.AllCalls.results

    def watched(every: in_parts.AllCalls) -> list[tuple[SideResult, str]]:
        found = results(every)
        kept.extend(side for side, _ in found)
        return found

    monkeypatch.setattr(in_parts.AllCalls, "results", watched)
    folder = make(tmp_path / "calls", 3)
    command("calls", str(folder), "--output", str(tmp_path / "output"), "--speaker", "all")
    assert len(kept) == 2
    for side in kept:
        turns = [turn for each in side.sides for turn in (*each.call.reference, *each.reference)]
        outcomes = [outcome for method in side.methods for outcome in method.outcomes]
        assert turns
        assert not any(turn.text for turn in turns)
        assert not any(each.reference or each.hypothesis or each.differences for each in outcomes)
        assert not any(
            turn.reference or turn.hypothesis or turn.differences
            for of_call in side.turns.values()
            for turn in of_call
        )
