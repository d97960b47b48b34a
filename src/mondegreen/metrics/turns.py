"""``turns``: whether turns begin where they do, and by whom; overlap and interruptions."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.errors import counted
from mondegreen.metrics.quantiles import percent
from mondegreen.metrics.session import SessionMetric, rate_of_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen._kernel.sessions import Turns
    from mondegreen.speakers.meetings import Meeting

__all__ = [
    "TurnStarts",
    "TurnStarts250",
    "TurnStarts1000",
    "found_within",
    "interruptions",
    "overlap",
    "starts",
]

_TOLERANCES: Final = (500, 250, 1000)
"""Milliseconds."""
_SIDES: Final = ("reference", "hypothesis")


class TurnStarts(SessionMetric):
    """F1 of turns that begin within half a second, by the same speaker.

    A turn is what one speaker says until another one begins. Speakers are mapped as for `der`. Each turn
    of the hypothesis stands for one of the reference at most. An interruption is a turn that begins
    while another speaker speaks; overlap is the time in which several speak. Times are in
    microseconds.

    >>> TurnStarts().value((4, 4, 3, 2, 4, 0, 0, 0, 0))
    0.75
    """

    name = "turns"
    label = "F1 of turns that begin within 0.5 s"
    statistics: ClassVar[tuple[str, ...]] = (
        *("reference_turns", "hypothesis_turns"),
        *(f"found_within_{each}_ms" for each in _TOLERANCES),
        *(f"{side}_interruptions" for side in _SIDES),
        *(f"{side}_overlap" for side in _SIDES),
    )
    undefined = "nobody speaks"
    higher_is_better: ClassVar[bool] = True
    counts_errors: ClassVar[bool] = False
    uses_turns: ClassVar[bool] = True
    tolerance: ClassVar[int] = _TOLERANCES[0]

    def of_session(self, meeting: Meeting) -> list[Sequence[int]]:
        """Return the turns of each speaker with those of the mapped one, and then of nobody."""
        _, _, heard = meeting.diarised(
            collar=0, overlap=True, convention=meeting.conditions.der_convention
        )
        sides = [meeting.turns(side) for side in range(2)]
        began = [starts(each) for each in sides]
        cut_in = [interruptions(each, own) for each, own in zip(sides, began, strict=True)]
        rows: list[Sequence[int]] = []
        left = set(range(sides[1].known))
        for speaker, other in enumerate(heard):
            said = began[0][speaker]
            wrote: list[int] = []
            interrupted = 0
            if other is not None:
                left.discard(other)
                wrote, interrupted = began[1][other], cut_in[1][other]
            found = (found_within(said, wrote, 1000 * each) for each in _TOLERANCES)
            rows.append((len(said), len(wrote), *found, cut_in[0][speaker], interrupted, 0, 0))
        extra, interrupted = (
            sum(each[at] for at in left) for each in (_counts(began[1]), cut_in[1])
        )
        nothing = [0] * len(_TOLERANCES)
        return [*rows, (0, extra, *nothing, 0, interrupted, *map(overlap, sides))]

    def value(self, totals: Sequence[Any]) -> Any:
        """Return 2 x the turns that were found over the turns of both sides."""
        return rate_of_time(2 * self._found(totals), totals[0] + totals[1])

    def errors(self, totals: Sequence[Any]) -> Any:
        """Return the turns of both sides that were not found."""
        return totals[0] + totals[1] - 2 * self._found(totals)

    def _found(self, totals: Sequence[Any]) -> Any:
        return totals[self.statistics.index(f"found_within_{self.tolerance}_ms")]

    def describe(self, totals: Sequence[int]) -> str:
        """Return precision and recall, interruptions, and overlap in seconds."""
        said, wrote, found = totals[0], totals[1], self._found(totals)
        cut_in, other_cut_in, over, other_over = totals[-4:]
        return (
            f"{found:,} of {counted(said, 'turn')} found, {wrote:,} in the hypothesis; precision "
            f"{percent(found, wrote)}, recall {percent(found, said)}; {counted(cut_in, 'interruption')} "
            f"({other_cut_in:,}), {over / 1e6:,.2f} s overlap ({other_over / 1e6:,.2f} s)"
        )


class TurnStarts250(TurnStarts):
    """The same within a quarter of a second."""

    name = "turns[250]"
    label = "F1 of turns that begin within 0.25 s"
    tolerance: ClassVar[int] = 250


class TurnStarts1000(TurnStarts):
    """The same within one second."""

    name = "turns[1000]"
    label = "F1 of turns that begin within 1 s"
    tolerance: ClassVar[int] = 1000


def starts(turns: Turns) -> list[list[int]]:
    """Return of each speaker when the turns begin: where somebody else spoke before.

    >>> from mondegreen._kernel.sessions import Turns
    >>> starts(Turns([0, 0, 1, 0], [0, 2, 3, 5], [1, 3, 4, 6], 2))
    [[0, 5], [3]]
    """
    found: list[list[int]] = [[] for _ in range(turns.known)]
    before = None
    for start, _, speaker in sorted(zip(turns.starts, turns.ends, turns.speakers, strict=True)):
        if speaker != before:
            found[speaker].append(start)
        before = speaker
    return found


def interruptions(turns: Turns, began: list[list[int]]) -> list[int]:
    """Return of each speaker how many turns begin while another one speaks.

    >>> from mondegreen._kernel.sessions import Turns
    >>> turns = Turns([0, 1], [0, 3], [5, 9], 2)
    >>> interruptions(turns, starts(turns))
    [0, 1]
    """
    # The two latest ends so far are enough: at most one of them is the speaker's own.
    moments = sorted((time, speaker) for speaker, own in enumerate(began) for time in own)
    spans = sorted(zip(turns.starts, turns.ends, turns.speakers, strict=True))
    found = [0] * turns.known
    latest: dict[int, int] = {}
    at = 0
    for time, speaker in moments:
        while at < len(spans) and spans[at][0] < time:
            _, end, who = spans[at]
            latest[who] = max(end, latest.get(who, end))
            if len(latest) > 2:  # noqa: PLR2004
                latest.pop(min(latest, key=latest.__getitem__))
            at += 1
        found[speaker] += any(end > time for who, end in latest.items() if who != speaker)
    return found


def overlap(turns: Turns) -> int:
    """Return the time in which several speakers speak.

    >>> from mondegreen._kernel.sessions import Turns
    >>> overlap(Turns([0, 1, 1], [0, 3, 4], [5, 9, 6], 2))
    2
    """
    events = [(time, 1, who) for time, who in zip(turns.starts, turns.speakers, strict=True)]
    events += [(time, -1, who) for time, who in zip(turns.ends, turns.speakers, strict=True)]
    speaking = [0] * turns.known
    active = whole = 0
    events.sort()
    for (time, change, who), (until, _, _) in pairwise(
        [*events, (events[-1][0], 0, 0)] if events else []
    ):
        before = speaking[who] > 0
        speaking[who] += change
        active += (speaking[who] > 0) - before
        whole += (until - time) * (active > 1)
    return whole


def _counts(began: list[list[int]]) -> list[int]:
    return list(map(len, began))


def found_within(said: list[int], heard: list[int], tolerance: int) -> int:
    """Return how many times of both sides go together one to one; both are in order."""
    row = at = found = 0
    while row < len(said) and at < len(heard):
        apart = heard[at] - said[row]
        if abs(apart) <= tolerance:
            found, row, at = found + 1, row + 1, at + 1
        elif apart < 0:
            at += 1
        else:
            row += 1
    return found
