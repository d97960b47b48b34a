"""``uem``: the parts of recordings that are scored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.corpus.nist import BLANK
from mondegreen.corpus.source import opened
from mondegreen.corpus.table import quoted
from mondegreen.corpus.times import written_signed
from mondegreen.errors import InputError, ParseError

if TYPE_CHECKING:
    import os

__all__ = ["Regions", "read_uem"]

Regions = dict[str, list[tuple[int, int]]]
"""The parts of each session, in microseconds, in order; they do not overlap."""

_EXPECTED: Final = "recording channel start end"
_FIELDS: Final = 4
_LONGEST_LINE: Final = 2**20
_MICROSECONDS: Final = 1_000_000


def read_uem(path: str | os.PathLike[str]) -> Regions:
    """Read a file with a part per line: recording, channel, start and end in seconds.

    A recording may have several lines, which are joined; the channel is not used. ``;;`` begins a
    comment.

    Raises:
        ParseError: a line is something else, or ends before its start.
        InputError: there is no line.
    """
    found: Regions = {}
    with opened(path, max_line=_LONGEST_LINE) as source:
        for number, line in enumerate(source.lines(), 1):
            bare = line.strip(BLANK)
            if not bare or bare.startswith(";;"):
                continue
            fields = bare.split()
            times = [written_signed(each) for each in fields[2:]]
            start, end = times if len(fields) == _FIELDS else (None, None)
            if start is None or end is None or end < start:
                why = "" if start is None or end is None else ", which ends before its start"
                raise ParseError(
                    source.name,
                    number,
                    f"got {quoted(line)}{why}; expected {_EXPECTED}, in seconds",
                )
            part = (int(start * _MICROSECONDS), int(end * _MICROSECONDS))
            found.setdefault(fields[0], []).append(part)
        if not found:
            raise InputError(f"{source.name}: no parts of recordings; expected {_EXPECTED}")
    return {name: _joined(parts) for name, parts in found.items()}


def _joined(parts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return parts in order, those that overlap or touch as one.

    >>> _joined([(5, 9), (0, 2), (8, 12)])
    [(0, 2), (5, 12)]
    """
    joined: list[tuple[int, int]] = []
    for start, end in sorted(parts):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined
