"""The numbers of a text as typed values, for rules that compare them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen.errors import UnknownNameError, UsageError
from mondegreen.languages import codes, folders
from mondegreen.languages import language as pack_of

if TYPE_CHECKING:
    from pathlib import Path

    from mondegreen.languages import Language

__all__ = ["NumberSpan", "Reading", "read"]

_KINDS = frozenset(
    {
        "cardinal",
        "negative",
        "ordinal",
        "year",
        "decade",
        "century",
        "fraction",
        "percent",
        "permille",
        "digits",
        "phone",
        "time",
        "date",
        "money",
        "measure",
    }
)
"""Kinds of readings that are one number and nothing else."""
_BY_SYMBOL = {"measure", "money"}


class Reading(NamedTuple):
    """Something else that a number may be."""

    kind: str
    value: str


class NumberSpan(NamedTuple):
    """A number in a text.

    ``kind`` is that of the row that reads it: cardinal, ordinal, year, time, date, money, percent, fraction,
    digits, measure, decade and others of the language. ``value`` is exact, and the same for words and digits:
    ``"1234"``, ``"-4.85"``, ``"7:30"``, ``"1/2"``, ``"0142"``. ``unit`` is the name of the money, the
    measure, the month or the half of the day. ``start`` and ``end`` are in code points. Where ``sure`` is
    false, no normalizer would write it in digits: the words may say something else.
    """

    kind: str
    value: str
    unit: str | None
    start: int
    end: int
    sure: bool = True
    alternatives: tuple[Reading, ...] = ()


def read(text: str, language: str = "en") -> list[NumberSpan]:
    """Return the numbers of ``text``, in words and in digits, in their order.

    Of spans that overlap the longest is taken. Languages without rows have digits alone.

    >>> read("four dollars and eighty five cents")
    [NumberSpan(kind='money', value='4.85', unit='dollar', start=0, end=34, sure=True, alternatives=())]
    >>> read("room seven thirty")[0].alternatives
    (Reading(kind='cardinal', value='7.3'), Reading(kind='digits', value='730'))
    >>> read("halb vier", "de")[0].value, read("drie komma vijf", "nl")[0].value
    ('3:30', '3.5')

    Raises:
        UnknownNameError: the language is not known; the message lists those that are.
        UsageError: the language is no text.
    """
    if not isinstance(language, str):
        raise UsageError(f"language={language!r:.60}: expected a code of a language, such as 'en'")
    spans: dict[tuple[int, int], list[Any]] = {}
    for reading in _pack(language, tuple(folders())).readings(text):
        # A short form in small letters may be a word: *five a* are not always five amperes.
        if reading.kind in _BY_SYMBOL and not reading.written:
            continue
        if reading.kind in _KINDS and not _is_inside_a_word(text, reading):
            spans.setdefault((reading.start, reading.end), []).append(reading)
    found: list[NumberSpan] = []
    end = 0
    for (start, to), readings in sorted(spans.items(), key=lambda each: (each[0][0], -each[0][1])):
        if start >= end:
            found.append(_number(start, to, readings))
            end = to
    return found


@cache
def _pack(language: str, _: tuple[Path, ...]) -> Language:
    """Return a language, looked up once for the folders that are read now."""
    if language not in (known := ["any", *codes()]):
        raise UnknownNameError("language", language, known)
    return pack_of(language)


def _number(start: int, end: int, readings: list[Any]) -> NumberSpan:
    readings.sort(key=lambda reading: (not reading.written, reading.kind == "digits"))
    every = dict.fromkeys((each.kind, _value(each), each.unit or None) for each in readings)
    (kind, value, unit), *others = every
    alternatives = dict.fromkeys(Reading(kind, value) for kind, value, _ in others)
    return NumberSpan(kind, value, unit, start, end, bool(readings[0].written), tuple(alternatives))


def _value(reading: Any) -> str:
    """Return a value; the parts of a time have colons between."""
    first, *parts = reading.value.split(" ")
    if reading.kind == "cardinal":
        return str(first)  # what follows is its gender
    if reading.kind != "time":
        return str(reading.value)
    return ":".join([first, *(part.zfill(2) for part in parts)])


def _is_inside_a_word(text: str, reading: Any) -> bool:
    """Whether a letter of a script with spaces, or a figure, goes on before or after it, as in *room2b*."""
    sides = (text[reading.start - 1 : reading.start], text[reading.end : reading.end + 1])
    return any(side.isalnum() and side < _FIRST_UNSPACED for side in sides)


_FIRST_UNSPACED = "\u0e00"
