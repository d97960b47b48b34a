"""Many differences in a question, so that no text among them decides about its neighbours.

Differences of ordinary utterances go together; an utterance whose text looks like instructions goes by
itself. A pack whose answer is none, since a text made the model refuse or write something else, is asked
about in halves, so that its other differences have their rulings. Canaries are in every pack. Where one
of them is not ruled as it is known to be, and is when it is asked about alone, something in the pack has
moved the rulings: its differences are asked about one by one, and one next to which a canary still moves
has no ruling.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import counted
from mondegreen.judges.answer import Answer
from mondegreen.judges.canaries import Pack
from mondegreen.judges.status import ANSWERED

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
_MOST_FRUITLESS: Final = 2
"""Times that a model may have no answer to any pack: one that never has is not asked about each place."""
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
        halved: how many of them, and of their parts, were asked about in halves.
        moved: how many of them had a canary that was not ruled as known.
        again: how many places were asked about one by one.
        dropped: how many have no ruling, since a canary moved next to them alone, too.
    """

    votes: list[Ruled]
    packs: int
    halved: int = 0
    moved: int = 0
    again: int = 0
    dropped: int = 0

    def drop(self, vote: int, pack_: Pack) -> None:
        """Take the rulings on a pack for none."""
        self.votes[vote] |= dict.fromkeys(pack_.places, Answer("invalid", MOVED))
        self.dropped += len(pack_.places)

    def __str__(self) -> str:
        parts = []
        if self.halved:
            parts.append(
                f"{counted(self.halved, 'request')} without a valid answer, asked again in halves"
            )
        if self.moved:
            parts.append(
                f"in {self.moved:,} of {counted(self.packs, 'request')} a canary was not ruled as "
                f"known; {counted(self.again, 'difference')} asked about one by one"
                + (f", {self.dropped:,} without a ruling" if self.dropped else "")
            )
        return "; ".join(parts)


async def rulings(packs: Sequence[Pack], votes: int, rule: Rule) -> Outcome:
    """Ask about packs, and again where a canary says that a text decided about its neighbours."""
    found = Outcome([{} for _ in range(votes)], 0)
    asked, answers = await _answered(
        [(vote, each) for vote in range(votes) for each in packs], rule, found
    )
    opinions = _Opinions(rule)
    singles: list[tuple[int, Pack]] = []
    for (vote, each), ruled in zip(asked, answers, strict=True):
        found.votes[vote] |= {place: ruled[place] for place in each.places}
    for (vote, each), astray in zip(asked, await opinions.astray(asked, answers), strict=True):
        if not astray or (astray <= opinions.held[vote] and _is_guarded(each, astray)):
            continue  # the model has another opinion of some, here as elsewhere
        found.moved += 1
        if len(each.places) > 1:
            singles += ((vote, _part([place], each)) for place in each.places)
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


async def _answered(
    asked: Sequence[tuple[int, Pack]], rule: Rule, found: Outcome
) -> tuple[list[tuple[int, Pack]], list[Ruled]]:
    """Ask about packs, and about halves of those whose answer is none, as long as this brings any."""
    done: list[tuple[tuple[int, Pack], Ruled]] = []
    fruitless = 0
    while asked:
        found.packs += len(asked)
        answers = await rule(asked)
        derailed = [_is_derailed(ruled) for ruled in answers]
        fruitless = fruitless + 1 if all(derailed) else 0
        halves: list[tuple[int, Pack]] = []
        for (vote, each), ruled, whole in zip(asked, answers, derailed, strict=True):
            middle = len(each.places) // 2
            if whole and middle and fruitless <= _MOST_FRUITLESS:
                found.halved += 1
                sides = each.places[:middle], each.places[middle:]
                halves += ((vote, _part(places, each)) for places in sides)
            else:
                done.append(((vote, each), ruled))
        asked = halves
    return [one for one, _ in done], [ruled for _, ruled in done]


def _is_derailed(ruled: Ruled) -> bool:
    """Return whether the model had its say and what it said is no answer; an outage is something else."""
    return any(isinstance(each, Answer) and each.status in ANSWERED for each in ruled.values())


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


def _part(places: Sequence[Place], pack_: Pack) -> Pack:
    """Return a pack of some places, with the canaries of the pack that they were in."""
    kept = {pack_.lines.index(place) for place in places} | pack_.known.keys()
    lines = tuple(line for at, line in enumerate(pack_.lines) if at in kept)
    known = pack_.canaries
    return Pack(lines, {at: known[line] for at, line in enumerate(lines) if line in known})
