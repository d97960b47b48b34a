"""The question that the tests ask: small, and with everything that can be wrong with an answer."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal

from mondegreen.judges import Question, Tool

REFERENCE, HYPOTHESIS = "cancel my card now", "cancel my car now"
INSTRUCTIONS = "Count the differences that would change what an agent does. " * 20


@dataclass
class Error:
    """One difference."""

    type: Literal["substitution", "deletion", "insertion"]
    word: str


@dataclass
class Counts:
    """What the model hands in."""

    substitutions: int
    deletions: int
    insertions: int
    errors: list[Error]


def complaints(counts: Counts) -> list[str]:
    """Check counts against their own list, and the list against the texts."""
    listed = Counter(error.type for error in counts.errors)
    found = []
    for kind in ("substitution", "deletion", "insertion"):
        said = getattr(counts, f"{kind}s")
        if said != listed[kind]:
            found.append(f"{kind}s is {said}, but errors lists {listed[kind]}")
    words = {*REFERENCE.split(), *HYPOTHESIS.split()}
    found += [
        f"{error.word!r} is in neither text" for error in counts.errors if error.word not in words
    ]
    if len(counts.errors) > len(REFERENCE.split()) + len(HYPOTHESIS.split()):
        found.append(f"{len(counts.errors)} errors are more than the texts have words")
    return found


TOOL: Tool[Counts] = Tool("report_counts", "Hand in the counts.")
TOOL_WITH_RESULT: Tool[Counts] = Tool(
    "report_counts",
    "Hand in the counts.",
    run=lambda c: {"wer": (c.substitutions + c.deletions + c.insertions) / 4},
)


def question(
    prompt: str = "", tool: Tool[Counts] | None = None, **options: Any
) -> Question[Counts]:
    """Return the question, by tool or as JSON."""
    text = prompt or f"Reference: {REFERENCE}\nHypothesis: {HYPOTHESIS}"
    return Question(
        "test", "counts@1", INSTRUCTIONS, text, Counts, complaints, tool, max_tokens=512, **options
    )
