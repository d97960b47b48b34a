"""What a forgiver is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from mondegreen.alignment import Difference

__all__ = ["Forgiver", "Reason"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why a difference does not matter: who says so, and what it saw, as text for people."""

    forgiver: str
    version: str
    why: str


class Forgiver(Protocol):
    """A rule that may say of a difference that it does not matter."""

    name: str
    version: str

    def forgives(self, difference: Difference) -> Reason | None:
        """Return the reason, or ``None`` where the rule has nothing to say."""
        ...
