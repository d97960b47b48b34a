"""One side of one call: what one of the two said, and what was heard of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mondegreen.calls.roles import turns_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.calls.call import Call, Turn
    from mondegreen.calls.roles import Role
    from mondegreen.corpus.phrases import Phrase

__all__ = ["Side", "sides_of"]


@dataclass(frozen=True)
class Side:
    """One side of one call.

    Attributes:
        call: the call.
        role: which side.
        reference: its turns as they were said.
        hypothesis: its turns as a system wrote them.
    """

    call: Call
    role: Role
    reference: tuple[Turn, ...]
    hypothesis: tuple[Turn, ...]

    @property
    def reference_text(self) -> str:
        """All that was said, on one line."""
        return _joined(self.reference)

    @property
    def hypothesis_text(self) -> str:
        """All that was heard, on one line."""
        return _joined(self.hypothesis)

    @property
    def missing(self) -> str:
        """Why there is nothing to score; empty where there is.

        A side of which a hypothesis has turns of others alone may have been heard under another
        name, which is not a rate of 0 or of 1. Where nothing was heard of anybody, see `empty`.
        """
        if self.call.left_out:
            return self.call.left_out
        for name, turns, every in (
            ("reference", self.reference, self.call.reference),
            ("hypothesis", self.hypothesis, self.call.hypothesis),
        ):
            if not turns and (every or name == "reference"):
                there = ", ".join(dict.fromkeys(repr(turn.speaker) for turn in every)) or "nobody"
                return f"no turn of the {self.role.name} in the {name}; its speakers: {there}"
        if not any(turn.text.strip() for turn in self.reference):
            return f"the reference has no words of the {self.role.name}"
        return ""

    @property
    def status(self) -> str:
        """What a side is of which nothing is scored."""
        return "unclear" if self.call.unclear else "missing"

    @property
    def empty(self) -> str:
        """Why all that was said is deleted; empty where something was heard, or all is missing.

        A recogniser that wrote nothing is wrong in every word, so it is scored.
        """
        if self.missing or any(char.isalnum() for turn in self.hypothesis for char in turn.text):
            return ""
        where = f"no words of the {self.role.name}" if self.hypothesis else "no turn of anybody"
        return f"the hypothesis has {where}, so all that was said is deleted"

    def entities(self) -> list[tuple[Phrase, ...]] | None:
        """What each reference turn of this side names; ``None`` without annotations."""
        if self.call.entities is None:
            return None
        return [self.call.entities[turn.place] for turn in self.reference]


def _joined(turns: Iterable[Turn]) -> str:
    return " ".join(" ".join(turn.text.split()) for turn in turns if turn.text.strip())


def sides_of(calls: Sequence[Call], role: Role) -> list[Side]:
    """Return one side of all calls."""
    return [
        Side(
            call,
            role,
            tuple(turns_of(call.reference, role.reference)),
            tuple(turns_of(call.hypothesis, role.hypothesis)),
        )
        for call in calls
    ]
