"""A model that answers as a function says, its answers checked as those of any model."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Self

from mondegreen.judges import Answer, Question, Settings, Usage
from mondegreen.judges.answer import read
from mondegreen.judges.quoting import occurs, words_of

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


_DELIMITED = re.compile(r"<([\w-]+)>\n(.*?)\n</\1>", re.DOTALL)


def texts_in(prompt: str) -> dict[str, str]:
    """Return what is between the tags of a prompt."""
    return {re.sub(r"-\d+$", "", name): text for name, text in _DELIMITED.findall(prompt)}


def plainly(question: Question[Any]) -> Any:
    """Answer any question of the judges of texts in the simplest way that passes.

    A fact is a word of the reference; it is kept if the hypothesis has the word.
    """
    texts = texts_in(question.prompt)
    match question.protocol:
        case "facts-list@1":
            words = dict.fromkeys(words_of(texts["reference"])[:5])
            return {"facts": [
                {"subject": "speaker", "predicate": "says", "object": w, "quotation": w} for w in words
            ]}  # fmt: skip
        case "facts-two-step@1":
            lines = [line.partition(". ") for line in texts["facts"].split("\n")]
            facts = [(int(number), fact.rpartition(" | ")[2]) for number, _, fact in lines]
            return {"invented": [], "facts": [
                {"number": n, "because": "", "quotation": w if (kept := occurs(w, texts["hypothesis"])) else "",
                 "verdict": "preserved" if kept else "missing"}
                for n, w in facts
            ]}  # fmt: skip
        case "facts-single-call@1":
            return {"facts": []}
        case "canonical-wer@1":
            return {"canonical_transcript": texts["transcript"].lower(), "entities": []}
    return {
        "normalized_reference": texts["reference"], "normalized_hypothesis": texts["hypothesis"],
        "substitution_pairs": [], "deletion_words": [], "insertion_words": [],
        "substitutions": 0, "deletions": 0, "insertions": 0, "explanation": "",
    }  # fmt: skip
