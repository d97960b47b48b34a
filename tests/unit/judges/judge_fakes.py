"""A model without a network, and a question for it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Self

from mondegreen.errors import UsageError
from mondegreen.judges import Answer, Question, Settings, Usage


@dataclass
class Verdict:
    """What is asked for."""

    same: bool
    why: str = ""


def question(prompt: str = "card / car", **options: Any) -> Question[Verdict]:
    return Question("demo", "pair@1", "Would an agent answer the same?", prompt, Verdict, **options)


@dataclass
class FakeModel:
    """Answers at once; a prompt may name a status, and ``stop`` stops the run."""

    spec: str = "fake:model"
    settings: Settings = field(default_factory=Settings)
    address: str | None = None
    remote: bool = True
    asked: list[str] = field(default_factory=list)
    opened: int = 0

    async def __aenter__(self) -> Self:
        self.opened += 1
        return self

    async def __aexit__(self, *_error: object) -> None:
        self.opened -= 1

    def host(self) -> str:
        return "fake.example"

    async def ask(self, asked: Question[Any]) -> Answer[Any]:
        self.asked.append(asked.prompt)
        await asyncio.sleep(0)
        usage = Usage(1, 0, 100, 50, 0, 10)
        if asked.prompt.startswith("stop"):
            raise UsageError(f"{self.spec}: the key is not accepted")
        if asked.prompt.startswith("refused"):
            return Answer("refused", "the model refused", usage=usage, money=Decimal("0.01"))
        if asked.prompt.startswith("timeout"):
            return Answer("timeout", "no reply in time", usage=Usage(1, 1))
        value = Verdict(same=False, why=f"because of {asked.prompt}")
        return Answer(
            "ok", None, value, usage, Decimal("0.01"), "model-2026", {"seed": 1}, "[]", 0.5
        )
