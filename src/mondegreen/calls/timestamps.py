"""Times as transcripts of calls write them: seconds, a clock, or a date."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.table import describe

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["backwards", "relative", "seconds"]

_CLOCK: Final = re.compile(r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2}(?:[.,]\d{1,9})?)")
_NUMBER: Final = re.compile(r"-?\d{1,12}(?:\.\d{1,9})?")
_EXPECTED: Final = (
    "seconds, as 12.5; a clock, as 00:12.5 or 1:02:03; or a date, as 2024-03-01T09:00:00Z"
)


def seconds(value: Any) -> tuple[float, bool] | None:
    """Return a time in seconds, and whether it is counted from the start of a call.

    ``None`` and an empty text are no time. A date counts from 1970. Seconds may be negative, as of
    clocks that start after somebody speaks.

    Raises:
        ValueError: something else, with what was expected.

    >>> seconds("01:02.5"), seconds("2024-03-01T09:00:00Z"), seconds("")
    ((62.5, True), (1709283600.0, False), None)
    """
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise ValueError(f"got {describe(value)}; expected {_EXPECTED}")  # noqa: TRY004
    if not isinstance(value, str):
        if not (math.isfinite(value) and abs(value) < 1e15):  # noqa: PLR2004 - all dates are less
            raise ValueError(f"got {value!r:.80}; expected {_EXPECTED}")
        # More than three years is no length of a call: seconds since 1970 are a date.
        return float(value), value < 1e8  # noqa: PLR2004
    text = value.strip()
    if _NUMBER.fullmatch(text):
        return seconds(float(text))
    if clock := _CLOCK.fullmatch(text):
        hours, minutes, rest = clock.groups()
        return int(hours or 0) * 3600 + int(minutes) * 60 + float(rest.replace(",", ".")), True
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return moment.timestamp(), False
    except (ValueError, OverflowError):
        raise ValueError(f"got {value!r:.80}; expected {_EXPECTED}") from None


def relative(times: list[tuple[float, bool] | None]) -> list[float | None]:
    """Return times from the start of the call; dates count from the first of them.

    Raises:
        ValueError: dates and clocks side by side.

    >>> relative([(1709283600.0, False), None, (1709283602.5, False)])
    [0.0, None, 2.5]
    """
    kinds = {at[1] for at in times if at is not None}
    if len(kinds) > 1:
        raise ValueError("dates next to times from the start of the call; expected one of them")
    base = 0.0 if True in kinds else min((at[0] for at in times if at is not None), default=0.0)
    return [None if at is None else round(at[0] - base, 6) for at in times]


def backwards(starts: Sequence[float | None], ends: Sequence[float | None]) -> int | None:
    """Return the first place where something ends before it starts, or ``None``.

    >>> backwards([0.0, 3.0, None], [1.0, 2.0, 1.0])
    1
    """
    for place, (start, end) in enumerate(zip(starts, ends, strict=True)):
        if start is not None and end is not None and end < start:
            return place
    return None
