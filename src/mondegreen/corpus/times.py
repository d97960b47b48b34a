"""Times of media in seconds, as exact decimals.

A time is a `decimal.Decimal`, as it was written. Floats would not do: ``1.10`` would lose its
digits, and start plus duration, which ctm, RTTM and Lhotse write, would give back another
duration. Whole milliseconds would not do either: ctm and JSON have finer ones. With at most 9
digits before the point and 18 after it every sum and difference of two times is exact.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import Final

from mondegreen.patterns import pattern

__all__ = [
    "MILLISECOND",
    "as_clock",
    "clock_time",
    "exact",
    "parse_clock",
    "plain",
    "signed",
    "written",
    "written_signed",
]

_WRITTEN: Final = pattern(r"[0-9]{0,9}(?:\.[0-9]{0,18})?", re.ASCII)
_CLOCK: Final = pattern(r"(-)?(?:([0-9]{1,6}):)?([0-5]?[0-9]):([0-5][0-9])[.,]([0-9]{3})", re.ASCII)
_CLOCK_OF_TABLES: Final = pattern(
    r"(?:([0-9]{1,5}):)?([0-5]?[0-9]):([0-5][0-9])(?:[.,]([0-9]{1,9}))?", re.ASCII
)
_NUMBER: Final = pattern(r"[-+]?[0-9]{0,40}\.?[0-9]{0,40}(?:[eE][+-]?[0-9]{1,3})?", re.ASCII)
_LARGEST: Final = Decimal(10) ** 9
_FINEST: Final = Decimal(10) ** -18
MILLISECOND: Final = Decimal("0.001")
_LEAST_EXPONENT: Final = -18


def written(text: str) -> Decimal | None:
    """Return the time that digits with or without a point stand for; ``None`` if they do not.

    >>> written("1.10"), written("7"), written("-1"), written("nan"), written(".")
    (Decimal('1.10'), Decimal('7'), None, None, None)
    """
    if not _WRITTEN.fullmatch(text) or text in {"", "."}:
        return None
    return Decimal(text)


def written_signed(text: str) -> Decimal | None:
    """Return the time that digits stand for, with or without a sign before them.

    >>> written_signed("-0.50"), written_signed("7"), written_signed("--1")
    (Decimal('-0.50'), Decimal('7'), None)
    """
    time = written(text[1:] if text[:1] in {"-", "+"} else text)
    return -time if time and text[0] == "-" else time


def exact(value: object) -> Decimal | None:
    """Return the time of a number, text or decimal; ``None`` if it is none.

    Finer than 10**-18 s is rounded, which only the noise of floats is.

    >>> exact(2), exact(0.1), exact("1e-5"), exact(float("nan")), exact(True), exact(-0.5)
    (Decimal('2'), Decimal('0.1'), Decimal('0.00001'), None, None, Decimal('-0.5'))
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        return None
    if isinstance(value, str) and not _NUMBER.fullmatch(value):
        return None
    if isinstance(value, int) and not -_LARGEST < value < _LARGEST:
        return None  # without printing a number of a million digits
    try:
        time = value if isinstance(value, Decimal) else Decimal(str(value))
    except InvalidOperation:
        return None
    if not time.is_finite() or not -_LARGEST < time < _LARGEST:
        return None
    time = time or abs(time)  # without the sign of a zero
    exponent = time.as_tuple().exponent
    if isinstance(exponent, int) and exponent < _LEAST_EXPONENT:
        time = time.quantize(_FINEST)
    return Decimal(f"{time:f}") if exponent != 0 else time


def signed(value: object) -> Decimal | None:
    """Return a number that may be negative, such as a confidence; ``None`` if it is too large.

    >>> signed(-6.763), signed(Decimal("1e999999999"))
    (Decimal('-6.763'), None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    number = Decimal(str(value)) if isinstance(value, float) else Decimal(value)
    size = exact(number.copy_abs())
    return size.copy_negate() if size is not None and number < 0 else size


def plain(time: Decimal) -> str:
    """Write a time without an exponent, as many digits as it has.

    >>> plain(Decimal("1.10")), plain(Decimal("1e2"))
    ('1.10', '100')
    """
    return f"{time:f}"


def parse_clock(text: str) -> Decimal | None:
    """Return the time of ``[-][hours:]minutes:seconds.milliseconds``; a comma may be the point.

    >>> parse_clock("01:02:03,500"), parse_clock("02:03.500"), parse_clock("2:3.5")
    (Decimal('3723.500'), Decimal('123.500'), None)
    """
    found = _CLOCK.fullmatch(text)
    if found is None:
        return None
    hours, minutes, seconds, milliseconds = (int(part or 0) for part in found.groups()[1:])
    whole = hours * 3600 + minutes * 60 + seconds
    if whole >= _LARGEST:
        return None
    time = Decimal(whole * 1000 + milliseconds).scaleb(-3)
    return -time if found[1] and time else time


def clock_time(text: str) -> Decimal | None:
    """Return the time of a clock that can be meant in one way; ``None`` for what is none or not clear.

    That is hours, minutes and seconds, or minutes and seconds with a part of a second.

    >>> clock_time("0:00:05.2"), clock_time("01:02:03"), clock_time("2:03,5"), clock_time("2:03")
    (Decimal('5.2'), Decimal('3723'), Decimal('123.5'), None)
    """
    found = _CLOCK_OF_TABLES.fullmatch(text.strip())
    if found is None or (found[1] is None and found[4] is None):
        return None
    hours, minutes, seconds = (int(part or 0) for part in found.groups()[:3])
    whole = hours * 3600 + minutes * 60 + seconds
    return Decimal(whole if found[4] is None else f"{whole}.{found[4]}")


def as_clock(time: Decimal, point: str) -> str:
    """Write hours, minutes, seconds and milliseconds, to the nearest one.

    >>> as_clock(Decimal("3723.5"), ",")
    '01:02:03,500'
    """
    count = int(time.quantize(MILLISECOND) * 1000)
    seconds, milliseconds = divmod(count, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{seconds:02}{point}{milliseconds:03}"
