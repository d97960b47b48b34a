"""Judges for the cases: they answer by a rule, and their answers are recorded."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Self

import mondegreen as mg
from mondegreen.judges.answer import Answer, read
from mondegreen.options.judging import Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cases import Case

SYNONYMS = ({"car", "automobile"}, {"shut", "close"}, {"begin", "start"})


class Stub:
    """A model that forgives the differences of which its rule says so."""

    spec, remote, address = "test:stub", True, None
    settings = Settings()

    def __init__(self, harmless: Callable[[dict[str, Any]], bool]) -> None:
        self.harmless = harmless
        self.asked = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        pass

    def host(self) -> str:
        return "nowhere"

    async def ask(self, question: Any) -> Answer[Any]:
        self.asked += 1
        lines = [json.loads(line) for line in question.prompt.split("\n")]
        free = [line["number"] for line in lines if self.harmless(line)]
        answer = {
            "matter": [line["number"] for line in lines if line["number"] not in free],
            "harmless": [
                {"number": n, "words": named(lines[n - 1]), "because": "a synonym"} for n in free
            ],
        }
        complaints, value = read(json.dumps(answer), question, text=True)
        assert not complaints
        return Answer("ok", value=value)


def named(line: dict[str, Any]) -> str:
    return str(line["heard"][1] or line["said"][1])


def synonyms(line: dict[str, Any]) -> bool:
    return {line["said"][1], line["heard"][1]} in SYNONYMS


class Alternating:
    """Says no and yes in turn."""

    def __init__(self) -> None:
        self.said = False

    def __call__(self, _line: dict[str, Any]) -> bool:
        self.said = not self.said
        return not self.said


def rule_of(case: Case) -> Any:
    return Alternating() if "alternates" in case.options["judge"] else synonyms


def recorded(case: Case, folder: Path) -> str:
    """Return ``replay:FILE`` with what the stub of a case answers."""
    file = folder / "answers.jsonl"
    if not file.exists():
        judge_once(case, folder, Stub(rule_of(case)))
    return f"replay:{file}"


def judge_once(case: Case, folder: Path, model: Stub) -> Any:
    """Score a case with a stub whose answers are kept."""
    judging = mg.Judging(
        model,
        record=folder / "answers.jsonl",
        cache=str(folder / "judgements.db"),
        tell=lambda _line: None,
    )
    return mg.score(case.reference, case.hypothesis, metrics=["semantic-wer"], judge=judging)
