"""A call: what was said in turns, and what a system made of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from mondegreen.corpus.phrases import Phrase

__all__ = ["Call", "Identified", "Turn", "speakers"]


class Turn(NamedTuple):
    """What one speaker says until another one does.

    Attributes:
        speaker: as the transcript names them.
        text: the words.
        start: seconds from the start of the call; ``None`` if unknown.
        end: when it ends; ``None`` if unknown.
        timestamp: the time as it was written, for artifacts.
        place: its place in the transcript, from 0, all speakers counted.
    """

    speaker: str
    text: str
    start: float | None = None
    end: float | None = None
    timestamp: str | float | None = None
    place: int = 0


@dataclass(frozen=True)
class Identified:
    """Who is who in one call.

    Attributes:
        names: the speakers of the hypothesis by those of the reference, as they are named there.
        errors: all errors in words if they are taken so.
        next_errors: the same for the best other way; ``None`` if there is none.
    """

    names: dict[str, str]
    errors: int
    next_errors: int | None

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {"names": self.names, "errors": self.errors, "next_errors": self.next_errors}


@dataclass(frozen=True)
class Call:
    """One call.

    Attributes:
        id: its name.
        reference: the turns that were said, of all speakers, in order.
        hypothesis: the turns that a system wrote; none where it heard nobody.
        folder: where it was read from; ``None`` where it was in a table.
        entities: for each reference turn what it names, from annotations; ``None`` without.
        not_placed: labels of annotations whose words are not where they say.
        unlabelled: whether there are annotations, and no label of an entity in them.
        identified: who of the hypothesis was taken for whom, and by how much; ``None`` where their names
            said it.
        absent: whether there is no hypothesis of it, as of a recording that a ctm does not name.
        unclear: why it cannot be told who is who; empty where it can.

    >>> call = Call("a", (Turn("Agent", "hello"),), (Turn("assistant", "hallo"),))
    >>> speakers(call.reference)
    {'Agent': 1}
    """

    id: str
    reference: tuple[Turn, ...]
    hypothesis: tuple[Turn, ...]
    folder: Path | None = field(default=None, compare=False)
    entities: tuple[tuple[Phrase, ...], ...] | None = None
    not_placed: int = 0
    unlabelled: bool = False
    absent: bool = False
    identified: Identified | None = field(default=None, compare=False)
    unclear: str = ""

    @property
    def left_out(self) -> str:
        """Why no side of it is scored; empty where that depends on the side."""
        return "it has no hypothesis" if self.absent else self.unclear


def speakers(turns: Sequence[Turn]) -> dict[str, int]:
    """Return how many turns each speaker has, those who speak first coming first."""
    found: dict[str, int] = {}
    for turn in turns:
        found[turn.speaker] = found.get(turn.speaker, 0) + 1
    return found
