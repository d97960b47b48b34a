"""What a forgiver is: it looks at one difference and says why it does not matter, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from mondegreen.alignment.difference import Difference

__all__ = ["Forgiver", "Reason"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why a difference does not matter.

    Attributes:
        forgiver: who says so.
        version: in which version.
        why: a short text for people, as "both are 5 dollars".

    >>> Reason(forgiver="numbers", version="1", why="both are 5 dollars").why
    'both are 5 dollars'
    """

    forgiver: str
    version: str
    why: str


@runtime_checkable
class Forgiver(Protocol):
    """A rule that looks at one difference at a time.

    It is asked about spans of at most four words on a side inside what differs, and about whole
    differences of at most twelve; about each pair of spans once. The answer may depend on the
    words of the difference and on ``context`` words around it, on nothing else.

    Each of these may be ``async``; what must be waited for is waited for together.

    Attributes that may be there as well:

    - ``batch(differences)``: the same for many at once, one answer each;
    - ``pairs(spans)``: the same for many pairs of tuples of words, which is quicker; each answer is
      the text of a reason, or ``None``;
    - ``context``: how many equal words the answer depends on, on each side; 0 if not said;
    - ``most_words``: 1 for a rule that goes word for word, so that it is asked about less;
    - ``endings``: pairs of endings, as ``("ies", "y")``, the lesser first; for a rule that is asked
      only about as many words on both sides that differ, one by one, by such endings after what
      they begin with alike. Words with anything but the letters a to z may differ in any way;
    - ``one_sided``: whether it also wants spans of which one side is empty; no if not said;
    - ``sees_accents``: whether it is shown the words with their accents, where these are forgiven
      too; no if not said;
    - ``guarded``: whether numbers, negations, answers and names are kept from it; no if not said,
      and always for ``inflection``, ``homophone``, ``phonetic`` and ``script``.
    """

    name: str
    version: str

    def forgives(self, difference: Difference) -> Reason | None:
        """Return why the difference does not matter, or ``None`` if that cannot be said."""
        ...
