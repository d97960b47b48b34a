"""What an option may be. Each check takes its name and a value; it returns the value, or raises."""

from __future__ import annotations

import operator
from os import PathLike
from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError, did_you_mean, given

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

__all__ = ["boolean", "confidence", "name", "number", "one_of", "path", "seconds", "whole"]


def whole(option: str, value: Any, *, least: int = 0, meaning: str = "") -> int:
    """Return a whole number of at least ``least``; numpy's will do, True and texts will not.

    Raises:
        UsageError: anything else.
    """
    try:
        found = operator.index(value)
    except TypeError:
        found = least - 1
    if isinstance(value, bool) or found < least:
        typed = isinstance(value, str) and option.startswith("-")
        shown = repr(value) if typed or type(value) is int else given(value)
        expected = meaning or f"{least} or more"
        raise UsageError(f"{option}={shown}: expected a whole number, {expected}")
    return found


def number(option: str, value: Any, *, low: float, high: float, optional: bool = False) -> Any:
    """Return a number in a range; ``None`` too where that is said.

    Raises:
        UsageError: anything else.
    """
    fits = isinstance(value, int | float) and not isinstance(value, bool)
    if (value is None and optional) or (fits and low <= value <= high):
        return value
    raise UsageError(f"{option}={value!r}: expected a number from {low:g} to {high:g}")


def one_of(option: str, value: Any, *, known: Iterable[str]) -> str:
    """Return one of a few names.

    Raises:
        UsageError: it is another one; the nearest is in the message.
    """
    if isinstance(value, str) and value in known:
        return value
    near = did_you_mean(value, known) if isinstance(value, str) else ""
    shown = repr(value) if isinstance(value, str) else given(value)
    expected = ", ".join(map(repr, known))
    raise UsageError(
        f"{option}={shown} is not known; expected one of {expected}{f'.{near}' if near else ''}"
    )


def name(option: str, value: Any) -> str:
    """Return a name, of a column or a format.

    Raises:
        UsageError: it is not a text.
    """
    if not isinstance(value, str):
        raise UsageError(f"{option}={value!r:.60}: expected a name")
    return value


def path(option: str, value: Any) -> Path:
    """Return the path of a file.

    Raises:
        UsageError: it is none.
    """
    if not isinstance(value, str | PathLike) or "\0" in str(value):
        raise UsageError(f"{option}={given(value)}: expected the path of a file")
    from pathlib import Path  # imported only if needed

    return Path(value)


def seconds(option: str, value: Any) -> str:
    """Return a number of seconds as it is written in a signature, to the microsecond.

    Raises:
        UsageError: no number, a negative one, or one of more than ten million seconds.

    >>> seconds("collar", 5), seconds("collar", "0.250"), seconds("collar", "1e-1")
    ('5', '0.25', '0.1')
    """
    from decimal import Decimal, InvalidOperation  # seldom needed

    try:
        plain = isinstance(value, int | float | str | Decimal) and not isinstance(value, bool)
        found = Decimal(str(value)) if plain else Decimal(-1)
    except InvalidOperation:
        found = Decimal(-1)
    if not found.is_finite() or not 0 <= found <= 10_000_000:  # noqa: PLR2004
        shown = repr(value) if isinstance(value, (str, int, float)) else given(value)
        raise UsageError(f"{option}={shown:.60}: expected seconds, 0 or more, such as 5 or 0.25")
    text = f"{found:.6f}"
    return text.rstrip("0").rstrip(".")


def boolean(option: str, value: Any) -> bool:
    """Return whether something is requested.

    Raises:
        UsageError: it is neither true nor false.
    """
    if not isinstance(value, bool):
        raise UsageError(f"{option}={given(value)}: expected true or false")
    return value


def confidence(option: str, value: Any) -> float:
    """Return a level of confidence, which may be written in percent.

    Raises:
        UsageError: it is none; 95 is one of these.

    >>> confidence("level", "95%"), confidence("level", 0.9)
    (0.95, 0.9)
    """
    percent = isinstance(value, str) and value.strip().endswith("%")
    try:
        level = float(value.strip()[:-1]) / 100 if percent else float(value)
    except (TypeError, ValueError):
        level = 0.0
    if not 0 < level < 1:
        shown = repr(value) if isinstance(value, str) else given(value)
        raise UsageError(f"{option}={shown:.60}: expected a confidence, such as 95% or 0.95")
    return level
