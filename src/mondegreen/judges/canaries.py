"""Canaries: differences whose ruling is known, among those that are asked about.

A text may give orders, and a model may follow them: then it rules on its neighbours as the text wants.
Canaries look like any other difference. There are as many that matter as such that do not, so an
order that moves all rulings to one side changes one of them. Which ones they are, and where they
stand, follows from the digest of the pack: the same everywhere, and known to nobody who wrote a text.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from mondegreen.judges.data import rows
from mondegreen.judges.difference_in_context import Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Pack", "canaries", "guarded", "is_canary"]

_EVERY: Final = 16
"""Of so many differences in a pack each begun number has two canaries, one of each kind."""


class Pack(NamedTuple):
    """The differences of one question, canaries among them.

    Attributes:
        lines: in the order of their numbers.
        known: which of them are canaries, by place in ``lines``, and whether they matter.
    """

    lines: tuple[Place, ...]
    known: dict[int, bool]

    @property
    def places(self) -> tuple[Place, ...]:
        """The differences that are no canaries."""
        return tuple(line for at, line in enumerate(self.lines) if at not in self.known)

    @property
    def canaries(self) -> dict[Place, bool]:
        """The canaries, and whether they matter."""
        return {self.lines[at]: matters for at, matters in self.known.items()}


@cache
def canaries(language: str = "en") -> dict[Place, bool]:
    """Return all canaries of a language, and whether they matter; the English ones if it has none.

    >>> sorted({matters for matters in canaries("de").values()})
    [False, True]
    """
    return _table().get(language.partition("-")[0]) or _table()["en"]


@cache
def _table() -> dict[str, dict[Place, bool]]:
    found: dict[str, dict[Place, bool]] = {}
    for code, matters, before, said, heard, after in rows("canaries.tsv"):
        place = Place((before, said, after), (before, heard, after), end=False)
        found.setdefault(code, {})[place] = matters == "yes"
    return found


def is_canary(place: Place) -> bool:
    """Return whether a difference is a canary, of any language."""
    return any(place in known for known in _table().values())


def guarded(places: Sequence[Place], language: str = "en") -> Pack:
    """Return places with canaries among them.

    >>> pack = guarded([Place(("pay the", "card", ""), ("pay the", "car", ""), end=True)])
    >>> len(pack.lines), sorted(pack.known.values())
    (3, [False, True])
    """
    text = "\n".join(place.line(0) for place in places)
    numbers = _numbers(sha256(text.encode("utf-8", "surrogatepass")).digest())
    lines: list[tuple[Place, bool | None]] = [(place, None) for place in places]
    known = canaries(language)
    for matters in (True, False):
        free = [each for each, kind in known.items() if kind is matters and each not in places]
        for _ in range(min(1 + len(places) // _EVERY, len(free))):
            chosen = free.pop(next(numbers) % len(free))
            lines.insert(next(numbers) % (len(lines) + 1), (chosen, matters))
    return Pack(
        tuple(line for line, _ in lines),
        {at: matters for at, (_, matters) in enumerate(lines) if matters is not None},
    )


def _numbers(seed: bytes) -> Iterator[int]:
    """Yield numbers that nobody can foretell who does not know the seed; the same for the same one."""
    while True:
        seed = sha256(seed).digest()
        yield int.from_bytes(seed[:8])
