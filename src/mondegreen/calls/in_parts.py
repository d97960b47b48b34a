"""Many calls, some at a time: what is written is let go of, and counts stay.

The method ``library`` looks at each call by itself, so the result is that of all calls at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from mondegreen.calls.call import Turn
from mondegreen.calls.folder import call_folders, read_folders
from mondegreen.calls.joined import Joining
from mondegreen.calls.log import logged
from mondegreen.calls.roles import refuse_strangers
from mondegreen.calls.scoring_calls import SideResult
from mondegreen.errors import UsageError
from mondegreen.metrics.phonetic_wer import LoosePhoneticWordErrorRate, PhoneticWordErrorRate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from mondegreen.calls.call import Call
    from mondegreen.calls.method import MethodResult
    from mondegreen.calls.roles import Role
    from mondegreen.calls.scored_turns import ScoredTurn
    from mondegreen.calls.side import Side

__all__ = ["FEWEST", "AllCalls", "parts_of_folder"]

_T = TypeVar("_T")
FEWEST: Final = 500
"""Calls; fewer are scored at once."""
_SIZE: Final = 125
"""Calls of a part, of which a turn each is scored in a second process too."""


def parts_of_folder(
    folder: Path,
    roles: Sequence[Role],
    failed: dict[str, str],
    encoding: str | None,
    system: str | None,
) -> tuple[list[str], Iterator[list[Call]]] | None:
    """Return the names of the calls of a folder, and the calls, some at a time.

    ``None`` where that would not say the same as all calls at once: of few calls, of names that differ in
    case alone, and where no call of the first part has a side, or a hypothesis.

    Args:
        folder: with a folder per call.
        roles: the sides that are scored.
        failed: takes why calls could not be read.
        encoding: of transcripts that are not JSON.
        system: whose hypotheses are read.

    Raises:
        InputError: there is no folder, or it is itself a call.
    """
    if not folder.is_dir():  # a table of turns
        return None
    places, twice = call_folders(folder)
    names = [place.name for place in places]
    if len(names) < FEWEST or len({name.casefold() for name in names}) < len(names):
        return None
    unread = dict(twice)
    calls = read_folders(places, unread, encoding, system)
    first = list(islice(calls, _SIZE))
    try:
        refuse_strangers(first, roles)
    except UsageError:
        return None
    if all(call.absent for call in first):
        return None

    def parts() -> Iterator[list[Call]]:
        part = first
        while part:
            yield part
            part = list(islice(calls, _SIZE))
        failed.update(sorted(unread.items()))

    return names, parts()


@dataclass
class AllCalls:
    """What stays of the sides of calls, as they are scored.

    Args:
        roles: the sides.
        loose: whether words are alike by the rules of seed 004.
        keep_texts: whether the log may hold what was said.
        for_page: whether turns stay as they are, for a page.
    """

    roles: Sequence[Role]
    loose: bool
    keep_texts: bool
    for_page: bool
    joinings: dict[str, Joining] = field(init=False)
    _sides: dict[str, _Kept] = field(init=False)

    def __post_init__(self) -> None:
        """Begin with nothing."""
        self.joinings = {role.name: Joining() for role in self.roles}
        self._sides = {role.name: _Kept(for_page=self.for_page) for role in self.roles}

    def add(self, sides: Iterable[SideResult]) -> None:
        """Take what was found in some calls."""
        for side in sides:
            self._sides[side.role.name].add(side, keep_texts=self.keep_texts)

    def results(self) -> list[tuple[SideResult, str]]:
        """Return each side of all calls, and what the log says of the calls."""
        metric = LoosePhoneticWordErrorRate() if self.loose else PhoneticWordErrorRate()
        return [
            (self._sides[role.name].result(role, self.joinings[role.name], metric), "".join(log))
            for role in self.roles
            for log in (self._sides[role.name].log,)
        ]


class _Kept:
    """What stays of one side."""

    def __init__(self, *, for_page: bool) -> None:
        self.log: list[str] = []
        self._for_page = for_page
        self._methods: list[MethodResult] = []
        self._sides: list[Side] = []
        self._turns: dict[str, list[ScoredTurn]] = {}
        self._entities: dict[str, dict[str, Any]] = {}
        self._lost: list[Any] = []
        self._times: dict[str, Any] = {}
        self._same: dict[Any, Any] = {}

    def add(self, side: SideResult, *, keep_texts: bool) -> None:
        """Take what was found in some calls."""
        (method,) = side.methods
        self.log.append(logged(method, keep_texts=keep_texts))
        outcomes = tuple(
            replace(each, reference=None, hypothesis=None, differences=())
            for each in method.outcomes
        )
        self._methods.append(replace(method, outcomes=outcomes))
        self._sides += side.sides if self._for_page else map(self._without_texts, side.sides)
        for call, turns in side.turns.items():
            self._turns[call] = list(map(self._counted, turns))
        for source, by_call in side.entities.items():
            self._entities.setdefault(source, {}).update(by_call)
        self._lost += side.lost
        self._times.update(side.times)

    def _without_texts(self, side: Side) -> Side:
        """Return a side of which nothing but the speakers of the turns stays."""
        reference, hypothesis = (
            tuple(self._one(Turn(turn.speaker, "")) for turn in turns)
            for turns in (side.call.reference, side.call.hypothesis)
        )
        call = replace(side.call, reference=reference, hypothesis=hypothesis, entities=None)
        return replace(side, call=call, reference=(), hypothesis=())

    def _counted(self, turn: ScoredTurn) -> ScoredTurn:
        """Return a turn without what differs in it, and without texts if no page is made."""
        if self._for_page:
            return replace(turn, differences=())
        group, counts = self._one(turn.group), self._one(turn.counts)
        return self._one(
            replace(turn, group=group, counts=counts, reference="", hypothesis="", differences=())
        )

    def _one(self, value: _T) -> _T:
        """Return the same object for equal values, as there are few that differ."""
        return cast("_T", self._same.setdefault(value, value))

    def result(self, role: Role, joining: Joining, metric: PhoneticWordErrorRate) -> SideResult:
        """Return what is known of all calls."""
        parts = self._methods
        spans, words = (sum(each.redacted[at] for each in parts) for at in (0, 1))
        # Of calls with redactions the signature says how they were read.
        signed = next((each for each in parts if each.redacted[0]), parts[0])
        concatenated, why = joining.counts(metric)
        seconds = [each.seconds for each in parts if each.seconds is not None]
        method = replace(
            signed,
            outcomes=tuple(outcome for each in parts for outcome in each.outcomes),
            concatenated=concatenated,
            not_concatenated=why,
            redacted=(spans, words),
            seconds=round(sum(seconds), 3) if seconds else None,
        )
        return SideResult(
            role,
            tuple(self._sides),
            (method,),
            self._turns,
            self._entities,
            tuple(self._lost),
            self._times,
        )
