"""What a fact is, and what can be said of one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

__all__ = ["Fact", "FactVerdict", "Ruling", "SemanticFact", "Verdict"]

Ruling = Literal["preserved", "contradicted", "missing", "invented"]


@dataclass(frozen=True)
class Fact:
    """One statement of a text.

    Attributes:
        subject: who or what it is about.
        predicate: what is said of it, with its negation.
        object: the rest; may be empty.
        quotation: the words of the text that state it; empty where nobody gave them.

    >>> print(Fact("speaker", "wants to cancel", "card 42"))
    speaker | wants to cancel | card 42
    """

    subject: str
    predicate: str
    object: str
    quotation: str = ""

    def __str__(self) -> str:
        return " | ".join(part for part in (self.subject, self.predicate, self.object) if part)


@dataclass(frozen=True)
class FactVerdict:
    """What became of a fact.

    Attributes:
        fact: of the reference; of the hypothesis where it is invented.
        ruling: preserved, contradicted, missing or invented.
        quotation: the words of the hypothesis that show it; empty where the fact is missing, or
            where the protocol asks for no quotation.
        because: the model's reason, in its words.
    """

    fact: Fact
    ruling: Ruling
    quotation: str = ""
    because: str = ""


class Verdict(str, Enum):  # noqa: UP042 - compared with plain strings by those who come from there
    """Which of the two texts has a fact.

    >>> Verdict("expected") is Verdict.EXPECTED
    True
    """

    BOTH = "both"
    EXPECTED = "expected"
    GOT = "got"


@dataclass(frozen=True)
class SemanticFact:
    """A fact and in which of the texts it is.

    Attributes:
        subject: who or what it is about.
        predicate: what is said of it.
        object: the rest.
        verdict: ``both``, ``expected`` (lost) or ``got`` (only in the transcript).

    >>> SemanticFact("speaker", "pays", "5 dollars", Verdict.BOTH).verdict == "both"
    True
    """

    subject: str
    predicate: str
    object: str
    verdict: Verdict
