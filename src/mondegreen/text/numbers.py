"""The numbers of a text as typed values, for rules that compare them."""

from __future__ import annotations

from typing import NamedTuple

from mondegreen._kernel import own
from mondegreen.errors import UnknownNameError, UsageError

__all__ = ["NumberSpan", "Reading", "read"]


class Reading(NamedTuple):
    """Something else that a number may be."""

    kind: str
    value: str


class NumberSpan(NamedTuple):
    """A number in a text.

    ``kind`` is one of cardinal, ordinal, year, time, date, money, percentage, fraction, decimal,
    digits, measure, decade. ``value`` is exact, and the same for words and digits: ``"1234"``,
    ``"-4.85"``, ``"7:30"``, ``"2024-05-01"``, ``"--05-01"`` (a day of any year), ``"1/2"``,
    ``"0142"``. ``unit`` is the name of the money or the measure. ``start`` and ``end`` are in code
    points. Where ``sure`` is false, the words may be no number at all.
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

    Languages without number words (``docs/normalizers/mondegreen.md``) have digits alone.

    >>> read("four dollars and eighty five cents")
    [NumberSpan(kind='money', value='4.85', unit='dollar', start=0, end=34, sure=True, alternatives=())]
    >>> read("room seven thirty")[0].alternatives
    (Reading(kind='cardinal', value='730'),)
    >>> read("halb vier", "de")[0].value, read("drie komma vijf", "nl")
    ('3:30', [])

    Raises:
        UnknownNameError: the language is not known; the message lists those that are.
        UsageError: the language is no text.
    """
    if not isinstance(language, str):
        raise UsageError(f"language={language!r:.60}: expected a code of a language, such as 'en'")
    if language not in own.languages():
        raise UnknownNameError("language", language, sorted(own.languages()))
    return [
        NumberSpan(kind, value, unit, start, end, sure, tuple(Reading(*other) for other in others))
        for kind, value, unit, start, end, sure, others in own.read_numbers(text, language)
    ]
