"""A judged run in a process of its own: ``python reading_client.py STORE WORD...``, a pair per word."""

from __future__ import annotations

import json
import sys
from typing import Any, Self

import mondegreen as mg
from mondegreen.judges import Answer, Settings
from mondegreen.judges.canaries import canaries
from mondegreen.judges.differences import Harmless, Place, Rulings


def named(line: dict[str, Any]) -> str:
    """Return the words by which a model names a difference."""
    return str(line["heard"][1] or line["said"][1])


class Strict:
    """A model to which everything matters but what is known not to."""

    spec, remote, address = "test:strict", True, None
    settings = Settings()
    asked = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        pass

    def host(self) -> str:
        return "nowhere"

    async def ask(self, question: Any) -> Answer[Any]:
        self.asked += 1
        lines = [json.loads(line) for line in question.prompt.split("\n")]
        known = [canaries().get(Place.of(line), True) for line in lines]
        matter = [n for n, matters in enumerate(known, 1) if matters]
        free = [n for n, matters in enumerate(known, 1) if not matters]
        harmless = [Harmless(n, named(lines[n - 1]), "the same") for n in free]
        return Answer("ok", value=Rulings(matter, harmless))


def main(where: str, *words: str, **options: Any) -> dict[str, Any]:
    """Judge a pair per word, each in a request of its own, and return what came of it."""
    model, lines = Strict(), list[str]()
    judging = mg.Judging(model, cache=where, tell=lines.append, **options)
    errors = 0
    for word in words:
        found = mg.score([f"the {word}"], [f"the {word}x"], metrics=["semantic-wer"], judge=judging)
        errors += found["semantic-wer"].errors
    return {"errors": errors, "asked": model.asked, "lines": lines}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(*sys.argv[1:])) + "\n")
