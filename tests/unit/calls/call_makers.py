"""Makes calls, folders of calls, and a model that answers by a rule."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Self

from mondegreen.calls.call import Call, Turn
from mondegreen.judges import Answer, Question, Settings, Usage
from mondegreen.judges.answer import read

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

_DELIMITED = re.compile(r"<([\w-]+)>\n(.*?)\n</\1>", re.DOTALL)


def turns(*texts: str, speaker: str = "Agent") -> tuple[Turn, ...]:
    return tuple(Turn(speaker, text, place=place) for place, text in enumerate(texts))


def call(said: str, heard: str, name: str = "a") -> Call:
    return Call(name, turns(said), turns(heard, speaker="assistant"))


def write_call(folder: Path, said: Sequence[Any], heard: Sequence[Any]) -> Path:
    """Write a call; each turn is a speaker, a text, and perhaps a time."""
    folder.mkdir(parents=True)
    for name, rows in (("gt_transcript.json", said), ("ref_transcript.json", heard)):
        listed = []
        for speaker, text, *at in rows:
            listed.append(
                {"speaker": speaker, "content": text, **({"timestamp": at[0]} if at else {})}
            )
        (folder / name).write_text(json.dumps(listed, ensure_ascii=False), "utf-8")
    return folder


def texts_in(prompt: str) -> dict[str, str]:
    """Return what is between the tags of a prompt."""
    return {re.sub(r"-\d+$", "", name): text for name, text in _DELIMITED.findall(prompt)}


@dataclass
class RuledModel:
    """``rule`` gets the texts of a question and returns the JSON of an answer, or an `Answer`."""

    rule: Callable[[dict[str, str]], Any]
    spec: str = "openai-chat:ruled"
    settings: Settings = field(default_factory=Settings)
    address: str | None = None
    remote: bool = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        pass

    def host(self) -> str:
        return "rules.example"

    async def ask(self, question: Question[Any]) -> Answer[Any]:
        data = self.rule(texts_in(question.prompt))
        if isinstance(data, Answer):
            return data
        complaints, value = read(data, question)
        usage = Usage(1, 0, 100, 0, 0, 10)
        if complaints:
            return Answer("invalid", complaints[0], usage=usage, money=Decimal("0.01"))
        return Answer("ok", None, value, usage, Decimal("0.01"), "ruled-1")


def plainly(texts: dict[str, str]) -> dict[str, Any]:
    """Write what was said as it is, with no entities and no differences that matter."""
    if "transcript" in texts:
        return {"canonical_transcript": texts["transcript"].lower(), "entities": []}
    return {
        "normalized_reference": texts["reference"], "normalized_hypothesis": texts["hypothesis"],
        "substitution_pairs": [], "deletion_words": [], "insertion_words": [],
        "substitutions": 0, "deletions": 0, "insertions": 0, "explanation": "",
    }  # fmt: skip
