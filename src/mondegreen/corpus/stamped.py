"""Plain lines that begin with the times at which they were said, in files of few lines.

In many lines such times are a structure that no plain text has. In two or three they may be said, so
that only times which nobody says are refused: ``[0:12]``, ``0:05``, ``1:02:03``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.structure import STAMPED, seconds_of
from mondegreen.corpus.table import quoted
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.corpus.table import Table

__all__ = ["refuse_stamps"]

_MOST_LINES: Final = 50
_NOT_SAID: Final = pattern(r"\W|00?:|.*[:.,].*[:.,]|.*[.,]")
"""What brackets, no minutes, hours, or parts of a second make no time of day."""
_COLON: Final = r"^(\s*[\d:.,]+):(?=\s)"


def refuse_stamps(tables: Sequence[Table], given: tuple[str | None, str | None]) -> None:
    """Refuse plain lines that all begin with a time; one line only if the other file has no such time.

    Args:
        tables: of both files, of any format.
        given: the formats that the user named.

    Raises:
        ParseError: such times, in the order of the lines.
    """
    for at, option in enumerate(("--format", "--hypothesis-format")):
        if (given[at] or given[0]) is None and tables[at].format == "lines":
            _refuse(tables[at], tables[1 - at], f"{option} lines")


def _refuse(table: Table, other: Table, option: str) -> None:
    if len(table) > _MOST_LINES:
        return
    lines = [line for line in table.columns["text"] if line.strip()]
    found = [re.match(STAMPED, re.sub(_COLON, r"\1", line, count=1)) for line in lines]
    stamps = [each for each in found if each is not None]
    if not stamps or len(stamps) < len(lines) or not all(map(_is_not_said, stamps)):
        return
    if len(lines) == 1 and _begins_with_a_time(other):
        return
    times = [seconds_of(next(filter(None, each.groups()))) for each in stamps]
    if times == sorted(times) and len({*times}) == len(times):
        raise table.error(
            0,
            f"each line begins with a time, the first with {quoted(stamps[0][0].strip())}, and is read as "
            f"plain lines, times included; take the times out, or add {option} if they were said",
        )


def _is_not_said(stamp: re.Match[str]) -> bool:
    return _NOT_SAID.match(stamp[0].strip()) is not None


def _begins_with_a_time(table: Table) -> bool:
    texts = table.columns.get("text", [""])
    return re.match(STAMPED, str(texts[0])) is not None
