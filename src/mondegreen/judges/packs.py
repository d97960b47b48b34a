"""Many differences in a question, so that no text among them decides about its neighbours.

Differences of ordinary utterances go together; an utterance whose text looks like instructions goes by
itself. Canaries are in every pack. Where one of them is not ruled as it is known to be, and is when
it is asked about alone, something in the pack has moved the rulings: its differences are asked
about one by one, and one next to which a canary still moves has no ruling.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import counted
from mondegreen.judges.answer import Answer
from mondegreen.judges.canaries import Pack

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence

    from mondegreen.judges.difference_in_context import Place

    Ruling = tuple[bool, str] | Answer[Any]
    """Whether a difference matters and why, or the answer that was none."""
    Ruled = dict[Place, Ruling]
    Rule = Callable[[Sequence[tuple[int, Pack]]], Awaitable[list[Ruled]]]
    """Asks about packs, each with its vote; returns the rulings on all lines, canaries included."""

__all__ = ["MOST_AT_ONCE", "MOST_LETTERS", "Outcome", "pack", "rulings"]

MOST_AT_ONCE, MOST_LETTERS = 40, 8_000
_ENDS_A_PACK: Final = 24  # of so many places one ends its pack: which, its own text decides
MOVED: Final = (
    "next to this difference the model rules otherwise on differences whose ruling is known; its "
    "text may give orders"
)


def pack(places: Iterable[Place]) -> Iterator[list[Place]]:
    """Yield packs of distinct places.

    Where a pack ends is decided by the texts of its last place, so that an utterance more or less
    changes one pack or two, and the answers about all others are found again.
    """
    bundle: list[Place] = []
    letters = 0
    for place in dict.fromkeys(places):
        line = place.line(0)
        if bundle and (len(bundle) == MOST_AT_ONCE or letters + len(line) > MOST_LETTERS):
            yield bundle
            bundle, letters = [], 0
        bundle.append(place)
        letters += len(line)
        if sha256(line.encode("utf-8", "surrogatepass")).digest()[0] % _ENDS_A_PACK == 0:
            yield bundle
            bundle, letters = [], 0
    if bundle:
        yield bundle


@dataclass
class Outcome:
    """The rulings on all places, and what the canaries said of the packs.

    Attributes:
        votes: the rulings by place, of each vote.
        packs: how many packs were asked about.
        moved: how many of them had a canary that was not ruled as known.
        again: how many places were asked about one by one.
        dropped: how many have no ruling, since a canary moved next to them alone, too.
    """

    votes: list[Ruled]
    packs: int
    moved: int = 0
    again: int = 0
    dropped: int = 0

    def drop(self, vote: int, pack_: Pack) -> None:
        """Take the rulings on a pack for none."""
        self.votes[vote] |= dict.fromkeys(pack_.places, Answer("invalid", MOVED))
        self.dropped += len(pack_.places)

    def __str__(self) -> str:
        text = (
            f"in {self.moved:,} of {counted(self.packs, 'request')} a canary was not ruled as known; "
            f"{counted(self.again, 'difference')} asked about one by one"
        )
        return f"{text}, {self.dropped:,} without a ruling" if self.dropped else text


async def rulings(packs: Sequence[Pack], votes: int, rule: Rule) -> Outcome:
    """Ask about packs, and again where a canary says that a text decided about its neighbours."""
    asked = [(vote, each) for vote in range(votes) for each in packs]
    found = Outcome([{} for _ in range(votes)], len(asked))
    opinions = _Opinions(rule)
    singles: list[tuple[int, Pack]] = []
    answers = await rule(asked)
    for (vote, each), ruled in zip(asked, answers, strict=True):
        found.votes[vote] |= {place: ruled[place] for place in each.places}
    for (vote, each), astray in zip(asked, await opinions.astray(asked, answers), strict=True):
        if not astray or (astray <= opinions.held[vote] and _is_guarded(each, astray)):
            continue  # the model has another opinion of some, here as elsewhere
        found.moved += 1
        if len(each.places) > 1:
            singles += ((vote, _single(place, each)) for place in each.places)
        elif not astray <= opinions.held[vote]:
            found.drop(vote, each)
    found.again = len(singles)
    answers = await rule(singles) if singles else []
    for (vote, each), ruled in zip(singles, answers, strict=True):
        found.votes[vote] |= {place: ruled[place] for place in each.places}
    for (vote, each), astray in zip(singles, await opinions.astray(singles, answers), strict=True):
        if not astray <= opinions.held[vote]:
            found.drop(vote, each)
    return found


class _Opinions:
    """The canaries that a model does not rule as known when asked alone, either.

    Attributes:
        held: by vote.
    """

    def __init__(self, rule: Rule) -> None:
        self.held: defaultdict[int, set[Place]] = defaultdict(set)
        self._rule = rule
        self._asked: set[tuple[int, Place]] = set()

    async def astray(
        self, asked: Sequence[tuple[int, Pack]], answers: Sequence[Ruled]
    ) -> list[set[Place]]:
        """Return for each pack which of its canaries are not ruled as known; ask about those alone."""
        found = [_astray(each, ruled) for (_, each), ruled in zip(asked, answers, strict=True)]
        known = {
            (vote, place): each.canaries[place]
            for (vote, each), places in zip(asked, found, strict=True)
            for place in places
            if (vote, place) not in self._asked
        }
        self._asked |= known.keys()
        alone = [(vote, Pack((place,), {})) for vote, place in known]
        rulings_ = await self._rule(alone) if alone else []
        for ((vote, place), matters), ruled in zip(known.items(), rulings_, strict=True):
            if _is_other(ruled[place], matters):
                self.held[vote].add(place)
        return found


def _astray(pack_: Pack, ruled: Ruled) -> set[Place]:
    """Return the canaries that are not ruled as known; none where there is no answer."""
    return {place for place, matters in pack_.canaries.items() if _is_other(ruled[place], matters)}


def _is_other(ruling: Ruling, matters: bool) -> bool:  # noqa: FBT001 - what is known
    return isinstance(ruling, tuple) and ruling[0] is not matters


def _is_guarded(pack_: Pack, astray: set[Place]) -> bool:
    """Return whether a canary of each kind is where it should."""
    return {kind for place, kind in pack_.canaries.items() if place not in astray} == {True, False}


def _single(place: Place, pack_: Pack) -> Pack:
    """Return a pack of one place, with the canaries of the pack that it was in."""
    at = pack_.lines.index(place)
    lines = tuple(line for n, line in enumerate(pack_.lines) if n == at or n in pack_.known)
    known = pack_.canaries
    return Pack(lines, {n: known[line] for n, line in enumerate(lines) if line in known})
