"""What models answer about facts, as types with bounds; loaded when a question is made."""

# No postponed annotations: pydantic reads them as they are.
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

__all__ = ["FactsOfBoth", "FactsOfOne", "Judged"]

MOST_FACTS = 200
Part = Annotated[str, Field(max_length=300)]
Quotation = Annotated[str, Field(max_length=600)]


@dataclass
class StatedFact:
    """One fact and where it is stated."""

    subject: Part
    predicate: Part
    object: Part
    quotation: Quotation


@dataclass
class FactsOfOne:
    """The facts of one text."""

    facts: Annotated[list[StatedFact], Field(max_length=MOST_FACTS)]


@dataclass
class JudgedFact:
    """What became of the fact with this number."""

    number: int
    verdict: Literal["preserved", "contradicted", "missing"]
    quotation: Quotation
    because: Part


@dataclass
class Judged:
    """What became of each fact, and what is invented."""

    facts: Annotated[list[JudgedFact], Field(max_length=MOST_FACTS)]
    invented: Annotated[list[StatedFact], Field(max_length=MOST_FACTS)]


@dataclass
class ComparedFact:
    """One fact and in which text it is."""

    subject: Part
    predicate: Part
    object: Part
    verdict: Literal["both", "expected", "got"]


@dataclass
class FactsOfBoth:
    """The facts of two texts together."""

    facts: Annotated[list[ComparedFact], Field(max_length=MOST_FACTS)]
