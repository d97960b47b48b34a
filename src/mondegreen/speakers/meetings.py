"""What metrics ask about sessions: who is who, which segment goes where, who spoke when."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from mondegreen._kernel.sessions import (
    Assignment,
    Pairs,
    Session,
    Side,
    Turns,
    diarise,
    self_overlap,
)
from mondegreen.corpus.table import quoted
from mondegreen.errors import InputError, UsageError
from mondegreen.options.scoring import CONVENTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mondegreen.speakers.sessions import Sessions
    from mondegreen.speakers.streams import Streams

__all__ = ["Conditions", "Meeting", "Meetings"]

_MICROSECONDS: Final = 1_000_000
_T = TypeVar("_T")


@dataclass(frozen=True)
class Conditions:
    """What decides about times.

    Attributes:
        collar: how far apart two words may be, in microseconds; ``None`` if not given.
        der_collar: what is not scored on either side of a border of a reference turn.
        der_overlap: whether times are scored at which several reference speakers speak.
        der_convention: whose rules hold. Without a UEM md-eval scores from the first start to the last
            end of the reference, the others what either side covers. pyannote.metrics maps speakers
            by what is scored alone, md-eval and dscore by the whole region.
    """

    collar: int | None = None
    der_collar: int = 0
    der_overlap: bool = True
    der_convention: str = CONVENTIONS[0]

    @classmethod
    def of(cls, collar: str, der_collar: str, convention: str, *, overlap: bool) -> Conditions:
        """Return those of a recipe, which has seconds as texts; ``""`` is no collar."""
        return cls(
            microseconds(collar) if collar else None,
            microseconds(der_collar or "0"),
            overlap,
            convention,
        )


def microseconds(seconds: str) -> int:
    """Return seconds, as they are written in a recipe, in microseconds.

    >>> microseconds("0.25")
    250000
    """
    return int((Decimal(seconds) * _MICROSECONDS).to_integral_value())


class Meeting:
    """One session.

    Attributes:
        name: of the session.
        speakers: of the reference, in order of first start.
        streams: of the hypothesis, likewise.
        is_missing: whether the hypothesis has nothing of this session, within its region or outside.
    """

    def __init__(
        self,
        name: str,
        sides: tuple[Streams, Streams],
        rows: tuple[list[int], list[int]],
        region: Sequence[tuple[int, int]] | None,
        conditions: Conditions,
    ) -> None:
        self.name, self.conditions = name, conditions
        self.is_missing = not rows[1]
        self._sides, self._region = sides, region
        self._said = rows[0]  # also outside of the region
        self._rows = [side.touching(own, region) for side, own in zip(sides, rows, strict=True)]
        self._labels = tuple(
            list(dict.fromkeys(side.speaker[row] for row in own))
            for side, own in zip(sides, self._rows, strict=True)
        )
        self._timed = [
            all(side.start[row] is not None for row in own)
            for side, own in zip(sides, self._rows, strict=True)
        ]
        self._session = Session(self._side(0), self._side(1))
        self.speakers = [self._labels[0][number] for number in self._session.speakers]
        self.streams = [self._labels[1][number] for number in self._session.streams]
        self._pairs: dict[int | None, Pairs] = {}
        self._assigned: dict[Any, Assignment] = {}
        self._diarised: dict[Any, Any] = {}

    def _side(self, at: int) -> Side:
        side, rows = self._sides[at], self._rows[at]
        numbers = {name: number for number, name in enumerate(self._labels[at])}
        times: Any = None
        if self._timed[at]:
            times = [side.start[row] for row in rows], [side.end[row] for row in rows]
        streams = [numbers[side.speaker[row]] for row in rows]
        return Side(streams, times, [side.text[row] for row in rows])

    def _collar(self, *, timed: bool) -> int | None:
        if not timed:
            return None
        self.need_times()
        if self.conditions.collar is None:
            raise UsageError("metrics with times need collar=, in seconds; 5 is usual")
        return self.conditions.collar

    def need_times(self) -> None:
        """Refuse segments without times.

        Raises:
            InputError: there are some.
        """
        if self.is_timed:
            return
        for side, rows in zip(self._sides, self._rows, strict=True):
            without = [row for row in rows if side.start[row] is None]
            if without:
                raise InputError(
                    f"{side.name}: segment {without[0] + 1} has no times, without which tcpwer, tcorc-wer, "
                    "di-tcpwer, der, jer and turns mean nothing; cpwer, orc-wer, di-cpwer and mimo-wer need none"
                )

    def pairs(self, *, timed: bool = False) -> Pairs:
        """Return which stream is which speaker."""
        collar = self._collar(timed=timed)
        if collar not in self._pairs:
            self._pairs[collar] = self._session.pairs(collar)
        return self._pairs[collar]

    def stream_of(self, *, timed: bool = False) -> list[int | None]:
        """Return for each speaker the place of the stream in ``streams``; ``None`` for nobody."""
        places = {number: at for at, number in enumerate(self._session.streams)}
        found = self.pairs(timed=timed).streams
        return [None if number is None else places[number] for number in found]

    def assigned(self, search: str, *, timed: bool = False, swapped: bool = False) -> Assignment:
        """Return which segment goes to which stream; ``swapped`` to which speaker."""
        key = self._collar(timed=timed), search, swapped
        if key not in self._assigned:
            find = partial(self._session.assigned, key[0], search, swapped=swapped)
            self._assigned[key] = self._named(find)
        return self._assigned[key]

    def interleaved(self, search: str) -> Assignment:
        """Return which segment goes to which stream, in any order that each speaker's segments keep."""
        key = "interleaved", search
        if key not in self._assigned:
            self._assigned[key] = self._named(partial(self._session.interleaved, search))
        return self._assigned[key]

    def _named(self, find: Callable[[], Assignment]) -> Assignment:
        """Return what is found; name the session where that is too large a search."""
        try:
            return find()
        except UsageError as error:
            if not self.name:
                raise
            raise UsageError(f"the session {quoted(self.name)}: {error}") from None

    def given_to(self, found: Assignment, side: int) -> list[int]:
        """Return for each segment of a side, in order, the place of the stream or speaker it is given to."""
        names = (self._session.streams, self._session.speakers)[side]
        order = (self._session.reference_rows, self._session.hypothesis_rows)[side]
        places = {number: at for at, number in enumerate(names)}
        return [places.get(found.streams[row], len(names)) for row in order]

    def stretches(
        self, reference: Sequence[int], hypothesis: Sequence[int]
    ) -> list[tuple[int, int]]:
        """Return where the alignment by time of some segments is cut: `Session.stretches`."""
        collar = self._collar(timed=True)
        return self._session.stretches(reference, hypothesis, collar or 0)

    def word_diarisation(self) -> list[list[int]]:
        """Return of each speaker wrong hits, wrong substitutions, hits, substitutions."""
        return self._session.word_diarisation()[0]

    def diarised(
        self, *, collar: int, overlap: bool, convention: str
    ) -> tuple[list[list[int]], int, list[int | None]]:
        """Return the times of `mondegreen._kernel.sessions.diarise`, speakers in order."""
        self.need_times()
        key = collar, overlap, convention
        if key not in self._diarised:
            # Turns outside of the region have collars that may reach into it.
            times, extra, mapped = diarise(
                self._turns(0, self._said),
                self.turns(1),
                region=self._region,
                both=convention != "md-eval",
                collar=collar,
                overlap=overlap,
                map_scored=convention == "pyannote",
            )
            known = len(self.speakers)
            self._diarised[key] = times[:known], extra, mapped[:known]
        return self._diarised[key]  # type: ignore[no-any-return]

    def turns(self, side: int) -> Turns:
        """Return who spoke when in the reference (0) or the hypothesis (1)."""
        return self._turns(side, self._rows[side])

    def _turns(self, side: int, rows: Sequence[int]) -> Turns:
        """Return the turns of some rows; speakers of none that is scored follow the others."""
        names = (self.speakers, self.streams)[side]
        numbers = {name: number for number, name in enumerate(names)}
        streams = self._sides[side]
        starts: Any = [streams.start[row] for row in rows]
        ends: Any = [streams.end[row] for row in rows]
        spoken = [numbers.setdefault(streams.speaker[row], len(numbers)) for row in rows]
        return Turns(spoken, starts, ends, len(numbers))

    def self_overlap(self, side: int) -> list[tuple[int, int]]:
        """Return of each speaker or stream the time that is spoken twice, and all; none without times."""
        return self_overlap(self.turns(side)) if self.is_timed else []

    @property
    def is_timed(self) -> bool:
        """Whether all segments of both sides have times."""
        return all(self._timed)

    def has_times(self, side: int) -> bool:
        """Whether all segments of a side have times."""
        return self._timed[side]

    def spoken_times(self) -> list[tuple[float, float]]:
        """Return when each speaker of the reference begins, and for how long it speaks, in seconds."""
        starts = {place: start or 0 for place, start, _, _ in reversed(self.spoken(0))}
        lengths = [length for _, length in self_overlap(self.turns(0))]
        return [
            (starts[place] / _MICROSECONDS, length / _MICROSECONDS)
            for place, length in enumerate(lengths)
        ]

    @cached_property
    def lengths(self) -> list[int]:
        """How many words each stream has."""
        found = dict.fromkeys(self.streams, 0)
        side = self._sides[1]
        for row in self._rows[1]:
            found[side.speaker[row]] += len(side.text[row].split())
        return list(found.values())

    def spoken(self, side: int) -> list[tuple[int, int | None, int | None, str]]:
        """Return the segments of a side in order of their starts, as their words are joined.

        Each is the place in ``speakers`` or ``streams``, the times in microseconds, and the words.
        """
        names = (self.speakers, self.streams)[side]
        places = {name: at for at, name in enumerate(names)}
        order = (self._session.reference_rows, self._session.hypothesis_rows)[side]
        own, rows = self._sides[side], [self._rows[side][place] for place in order]
        return [(places[own.speaker[r]], own.start[r], own.end[r], own.text[r]) for r in rows]

    def words(self, texts: Sequence[str], side: int) -> list[str]:
        """Return what each speaker or stream says, in order; ``texts`` are those of the whole side."""
        names = (self.speakers, self.streams)[side]
        order = (self._session.reference_rows, self._session.hypothesis_rows)[side]
        found: dict[str, list[str]] = {name: [] for name in names}
        for place in order:
            row = self._rows[side][place]
            if texts[row]:
                found[self._sides[side].speaker[row]].append(texts[row])
        return [" ".join(found[name]) for name in names]


class Meetings:
    """All sessions, and the rows that results have of them.

    A session has a row per reference speaker, and one for what belongs to none of them.
    """

    def __init__(self, sessions: Sessions, conditions: Conditions) -> None:
        sides = sessions.reference, sessions.hypothesis
        said, heard = (side.rows_by_session() for side in sides)
        regions = sessions.regions or {}
        self.conditions = conditions
        self.meetings = [
            Meeting(name, sides, (rows, heard.get(name, [])), regions.get(name), conditions)
            for name, rows in said.items()
        ]

    def __iter__(self) -> Iterator[Meeting]:
        return iter(self.meetings)

    def ask(self, what: Callable[[Meeting], _T], threads: int = 1) -> Iterator[_T]:
        """Yield what is asked of each session, in their order, whoever is ready first.

        The kernel works without the lock of the interpreter. ``threads`` is 0 for all cores.
        """
        if threads == 1 or len(self.meetings) == 1:
            yield from map(what, self.meetings)
            return
        with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
            yield from pool.map(what, self.meetings)

    def __len__(self) -> int:
        """Return the number of rows."""
        return sum(len(each.speakers) + 1 for each in self.meetings)
