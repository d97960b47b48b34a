"""A model that answers as a function says, its answers checked as those of any model."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Self

from mondegreen.judges import Answer, Question, Settings, Usage
from mondegreen.judges.answer import read

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class ScriptedModel:
    """``script`` gets a question and returns the JSON of an answer, or an `Answer`."""

    script: Callable[[Question[Any]], Any]
    spec: str = "fake:scripted"
    settings: Settings = field(default_factory=Settings)
    address: str | None = None
    remote: bool = False
    asked: list[Question[Any]] = field(default_factory=list)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        pass

    def host(self) -> str:
        return "fake.example"

    async def ask(self, question: Question[Any]) -> Answer[Any]:
        self.asked.append(question)
        data = self.script(question)
        if isinstance(data, Answer):
            return data
        complaints, value = read(data, question)
        usage = Usage(1, 0, 100, 0, 0, 10)
        if complaints:
            return Answer("invalid", complaints[0], usage=usage, money=Decimal("0.01"))
        return Answer("ok", None, value, usage, Decimal("0.01"), "scripted-1")
