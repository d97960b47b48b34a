"""Texts that are what a program wrote in place of a transcript: an error, a null, an object.

They are scored as they are, since somebody may have said them, and named, since a failure is never
a score. Only what programs write is known here: names of exceptions, levels of logs, the phrases of
HTTP, and objects.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.corpus import Corpus
from mondegreen.corpus.table import as_list, quoted
from mondegreen.errors import DoubtWarning, counted, warn
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mondegreen.corpus.table import Column

__all__ = ["Spread", "doubt_failures", "is_error"]

_LOOKED_AT: Final = 2000
"""Rows at the beginning, and as many of all, since a service may begin to fail late."""
_FEWEST: Final = 2
"""So many rows with the same error on both sides are no chance."""
_FEWEST_WORDS: Final = 3
"""A hypothesis of so many words has a reference that is not the word null."""
_NULLS: Final = frozenset(
    {
        "NULL",
        "null",
        "None",
        "NaN",
        "nan",
        "NA",
        "N/A",
        "n/a",
        "#N/A",
        "<NA>",
        "<null>",
        "undefined",
    }
    | {"#NAME?", "#REF!", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#ERROR!", "[BLANK_AUDIO]"}
)
_SAID: Final = frozenset({"null", "NA"})
"""Those that people say too, in other languages than English."""
_LEVEL: Final = "(?:error|fatal|critical)"
_ERROR: Final = pattern(
    rf"[\[<(]?{_LEVEL}(?:[\])>]|\s*:|\s+-\s)"  # [ERROR] so
    rf"|{_LEVEL}\b.{{0,20}}\b[45][0-9]{{2}}\b"  # Error code 429
    r"|HTTP(?:/[0-9.]+)?\s+[1-5][0-9]{2}\b"
    r"|rpc error: code\b|curl: \([0-9]+\)|Traceback \(most recent call last\)"
    r"|<(?:!doctype html|html)\b"
    r"|<[^<>]+\bat 0x[0-9a-f]+>|<Response \[[0-9]+\]>|\[object [a-z]+\]"
    r"|status(?:[ _]?code)?\s*[=:]\s*[45][0-9]{2}\b",
    re.IGNORECASE,
)
_EXCEPTION: Final = pattern(
    r"(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Timeout)\b\s*(?:[:(]|$)"
)
_PHRASE: Final = pattern(r"\b([45][0-9]{2})\b[\s:,-]*([A-Za-z][A-Za-z '-]+)")
_STARTS: Final = frozenset({"erro", "fata", "crit", "http", "rpc ", "curl", "trac", "stat"})
"""The first letters of what `_ERROR` finds, brackets aside; most texts are not looked at any more."""
_NUMBER: Final = pattern("[45][0-9]{2}")
_TITLE: Final = pattern(r"[A-Z][A-Za-z'-]+(?: [A-Z][A-Za-z'-]+)+\.?")
_CLOSED: Final = {"{": "}", "[": "]"}
_EMPTY: Final = frozenset({"{}", "[]", '""', "''"})


def doubt_failures(corpus: Corpus) -> bool:
    """Warn of texts that are the errors of a service, or the nulls and objects of a program.

    Where both sides have the same text, it counts only if it is there several times and nobody
    would say it.

    Returns:
        Whether there was a warning.
    """
    told = False
    sides = corpus.hypotheses, corpus.references
    sample = _sample(*sides)
    for rule, what in (
        (is_error, "what a program writes in the place of a transcript, an error or an object"),
        (_is_null, "the word {first} or the like"),
    ):
        for is_reference, names in enumerate(
            (("hypothesis is", "hypotheses are"), ("reference is", "references are"))
        ):
            if not any(
                _found(rule, _turned(sample, is_reference), is_reference=bool(is_reference))
            ):
                continue
            found = [*_found(rule, _turned(sides, is_reference), is_reference=bool(is_reference))]
            first = repr(found[0]) if rule is _is_null else quoted(found[0])
            shown = "" if rule is _is_null else f"; the first is {first}"
            warn(
                f"{counted(len(found), *names)} {what.format(first=first)}, scored as spoken{shown}; "
                "where it stands for no transcript, leave the cell empty",
                DoubtWarning,
            )
            told = True
    return told


class Spread:
    """As many rows of a corpus that comes in parts as `doubt_failures` looks at, from all of it.

    Args:
        rows: how many there are, or about so many.
    """

    def __init__(self, rows: int) -> None:
        self._step, self._seen = max(1, rows // _LOOKED_AT), 0
        self._rows: list[tuple[Any, Any]] = []

    def add(self, corpus: Corpus) -> None:
        """Take some rows of a part."""
        rows = range(-self._seen % self._step, len(corpus), self._step)
        sides = corpus.references, corpus.hypotheses
        self._rows += zip(*(_some(side, rows) for side in sides), strict=True)
        self._seen += len(corpus)

    def corpus(self) -> Corpus:
        """Return the rows that were taken."""
        references, hypotheses = map(list, zip(*self._rows, strict=True))
        return Corpus(None, references, hypotheses)


def _some(column: Column, rows: range) -> list[Any]:
    """Return some rows as values of Python, one by one: pyarrow's slices with steps import half of it."""
    found = (column[row] for row in rows)
    return [each.as_py() if hasattr(each, "as_py") else each for each in found]


def _turned(columns: tuple[Column, Column], by: int) -> tuple[Column, Column]:
    return (columns[1], columns[0]) if by else columns


def _sample(*columns: Column) -> tuple[Column, Column]:
    """Return the first rows, and as many that are spread over all."""
    one, other = columns
    if len(one) <= 2 * _LOOKED_AT:
        return one, other
    step = len(one) // _LOOKED_AT
    first, second = (
        [*as_list(each[:_LOOKED_AT]), *_some(each, range(_LOOKED_AT, len(each), step))]  # type: ignore[index] # all columns have slices
        for each in columns
    )
    return first, second


def _found(
    rule: Callable[[str], bool], columns: tuple[Column, Column], *, is_reference: bool
) -> Iterator[str]:
    """Yield the texts of the first column of which the rule holds and which the second has not."""
    again: list[str] = []
    for text, other in zip(*map(as_list, columns), strict=True):
        if not isinstance(text, str) or not rule(text):
            continue
        if not isinstance(other, str):
            if not is_reference:
                yield text
        elif text.casefold() == other.casefold():
            if not is_reference and text not in _SAID:
                again.append(text)
        elif not is_reference or len(other.split()) >= _FEWEST_WORDS:
            yield text
    if len(again) >= _FEWEST:
        yield from again


def _is_null(text: str) -> bool:
    return text in _NULLS


def is_error(text: str) -> bool:
    """Whether a text is an error, a page of HTML, an object or the like.

    >>> [*map(is_error, ["429 Too Many Requests", '{"error": "quota"}', "an error: so", "{ a / b }"])]
    [True, True, False, False]
    """
    text = text.strip()
    if not text:
        return False
    first = text[0]
    if (first in "[<({\"'" or text[:4].casefold() in _STARTS) and (
        text in _EMPTY or _ERROR.match(text) or _is_object(text)
    ):
        return True
    if ("Error" in text or "Exception" in text or "Timeout" in text) and _EXCEPTION.match(text):
        return True
    if ("4" in text or "5" in text) and _NUMBER.search(
        text
    ):  # a search alone takes ten times as long
        phrases = _phrases()
        return any(
            found[2].casefold().startswith(phrases.get(found[1], "\n"))
            for found in _PHRASE.finditer(text)
        )
    if first.isupper() and _TITLE.fullmatch(text):
        return text.rstrip(".").casefold() in _phrases().values()
    return False


def _is_object(text: str) -> bool:
    if text[:1] not in _CLOSED or not text.endswith(_CLOSED[text[0]]):
        return False
    try:
        return isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        return False


@cache
def _phrases() -> dict[str, str]:
    """Return the phrases of HTTP for errors, of two words or more, by their numbers."""
    from http import HTTPStatus  # only for what may be one of them

    errors = (each for each in HTTPStatus if each >= HTTPStatus.BAD_REQUEST)
    return {str(each.value): each.phrase.casefold() for each in errors}
