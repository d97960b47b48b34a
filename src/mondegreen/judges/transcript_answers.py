"""What models answer when they write transcripts again, as types with bounds; needs pydantic."""

# No postponed annotations: pydantic reads them as they are.
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

__all__ = ["Canonical", "Conversational"]

MOST_WORDS = 20_000
Word = Annotated[str, Field(max_length=100)]
Words = Annotated[list[Word], Field(max_length=MOST_WORDS)]
Text = Annotated[str, Field(max_length=400_000)]
Count = Annotated[int, Field(ge=0)]


@dataclass
class Entity:
    """One entity, copied from the canonical transcript."""

    value: Annotated[str, Field(max_length=300)]
    type: Literal[
        "person", "organisation", "location", "date", "time", "money", "number", "phone", "email",
        "product", "id",
    ]  # fmt: skip


@dataclass
class Canonical:
    """A canonical transcript and its entities."""

    canonical_transcript: Text
    entities: Annotated[list[Entity], Field(max_length=2000)]


@dataclass
class Pair:
    """A word, and the word in its place."""

    reference: Word
    hypothesis: Word


@dataclass
class Conversational:
    """Both texts in one form, and the differences that matter."""

    normalized_reference: Text
    normalized_hypothesis: Text
    substitution_pairs: Annotated[list[Pair], Field(max_length=MOST_WORDS)]
    deletion_words: Words
    insertion_words: Words
    substitutions: Count
    deletions: Count
    insertions: Count
    explanation: Annotated[str, Field(max_length=600)]
