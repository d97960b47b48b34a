"""Who speaks twice at once, which is most often a segment that is in a file twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen._kernel.sessions import Turns, self_overlap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.speakers.streams import Streams

__all__ = ["Twice", "speaking_twice"]

_LEAST: Final = 0.05
"""The least share of the time of a speaker that is worth a word; segments often overlap a little."""


class Twice(NamedTuple):
    """A speaker of a session, and for which share of its time it speaks twice at once."""

    share: float
    file: str
    speaker: str
    session: str


def speaking_twice(side: Streams) -> Iterator[Twice]:
    """Yield the speakers of one side who speak twice at once for more than a moment.

    >>> from mondegreen.speakers.streams import Streams
    >>> list(speaking_twice(Streams("a.stm", ["talk"] * 2, ["ann"] * 2, [0, 1], [4, 2], [""] * 2)))
    [Twice(share=0.25, file='a.stm', speaker='ann', session='talk')]
    """
    for session, rows in side.rows_by_session().items():
        starts: Any = [side.start[row] for row in rows]
        ends: Any = [side.end[row] for row in rows]
        if None in starts:
            continue
        names = {
            name: at for at, name in enumerate(dict.fromkeys(map(side.speaker.__getitem__, rows)))
        }
        turns = Turns([names[side.speaker[row]] for row in rows], starts, ends, len(names))
        for name, (over, total) in zip(names, self_overlap(turns), strict=True):
            if total and over >= _LEAST * total:
                yield Twice(over / total, side.name, name, session)
