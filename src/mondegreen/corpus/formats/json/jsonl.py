"""One JSON object per line."""

from __future__ import annotations

import json
import math
import re
from array import array
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.doubled_keys import doubled_in_row
from mondegreen.corpus.format import Certainty
from mondegreen.corpus.json_document import to_json
from mondegreen.corpus.runfile import RUN_KEYS, is_run, refusal
from mondegreen.corpus.table import Table, describe, quoted
from mondegreen.corpus.table_format import TableFormat
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from collections import Counter

    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source

__all__ = ["Jsonl"]

_BATCH = 1024
_MOST_COLUMNS = 1000
_MOST_LEVELS = 32  # so that JSON, Parquet and Python can all write again what was read
_TOO_DEEP = f"lists or objects more than {_MOST_LEVELS} deep inside each other"
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")

# An object, maybe over several lines, or an array of objects. What `+` took is not given back,
# so that nothing is looked at twice.
_BEGINS = re.compile(r'\s*+(\{\s*+"|\[\s*+\{\s*+")')


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON, expected a number or null")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(f"{digits:.60} is too large for a number, expected less than 1.8e308")
    return number


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)


class Jsonl(TableFormat):
    """One JSON object per line; its keys are the columns.

    A key that is absent counts as ``null``. Blank lines hold no object and so no utterance.
    ``NaN`` and ``Infinity`` are no JSON, numbers such as ``1e999`` none that Python can hold, and
    escapes of half a surrogate pair no text; all are refused, and so are a row with the same key
    twice and what is nested more than 32 deep.
    """

    name = "jsonl"
    about = "one JSON object per line, whose keys are columns"
    suffixes = (".jsonl", ".ndjson")
    shared_suffixes = (".json",)
    example = (
        '{"id": "u1", "reference": "press one", "hypothesis": "press won", "speaker": "ada"}\n'
        '{"id": "u2", "reference": "thank you", "hypothesis": "thank you", "speaker": "bo"}\n'
    )

    def recognise(self, sample: Sample) -> int:
        """Look for an object in the first line; arrays, and objects of several lines, are refused there."""
        if sample.record is not None or _BEGINS.match(sample.text):
            return Certainty.MARKS
        return Certainty.NAME if sample.is_named((*self.suffixes, ".json")) else Certainty.NO

    def read(self, source: Source) -> Table:
        """Read every line; values stay as they are, nested ones too."""
        if is_run(source.head):  # one line, which may be longer than the limit
            raise refusal(source.name)
        columns: dict[str, list[Any]] = {}
        numbers = array("Q")
        batch: list[dict[str, Any]] = []
        scan = _DECODER.raw_decode  # json.loads adds half its time again in Python
        for number, line in enumerate(source.lines(keep_ends=True), 1):
            text = line.strip(" \t\r\n")
            if not text:
                continue
            try:
                row, end = scan(text)
            except (ValueError, RecursionError):
                raise _broken(source.name, number, text, first=not numbers) from None
            if end != len(text) or type(row) is not dict:
                raise _broken(source.name, number, text, first=not numbers)
            # Objects inside have colons of their own, and so has a key that occurs twice.
            if "[" in text or text.count(":") > len(row):
                _check_structure(source.name, number, text, row)
            if "\\u" in text and _SURROGATE.search(text):
                _check_surrogates(source.name, number, row)
            numbers.append(number)
            batch.append(row)
            if len(batch) == _BATCH:
                _move(source.name, number, batch, columns)
        _move(source.name, numbers[-1] if numbers else 0, batch, columns)
        if len(numbers) == 1 and columns.keys() >= RUN_KEYS:
            raise refusal(source.name)
        return Table(source.name, self.name, {**columns}, numbers)

    def write_columns(self, columns: dict[str, list[Any]], losses: Counter[str]) -> str:  # noqa: ARG002
        """Write one object per row."""
        rows = zip(*columns.values(), strict=True)
        return "".join(
            f"{to_json(dict(zip(columns, row, strict=True)), indent=False)}\n" for row in rows
        )


def _move(
    name: str, number: int, batch: list[dict[str, Any]], columns: dict[str, list[Any]]
) -> None:
    """Turn rows into the ends of columns; few rows at a time keep the memory small."""
    so_far = len(next(iter(columns.values()), []))
    new = set().union(*batch).difference(columns)
    if len(columns) + len(new) > _MOST_COLUMNS:
        raise ParseError(
            name,
            number,
            f"{len(columns) + len(new)} different keys up to this line, more than {_MOST_COLUMNS:,}; "
            "expected the same keys on "
            'every line, such as {"id": ..., "reference": ..., "hypothesis": ...}',
        )
    if new:
        for key in (key for row in batch for key in row):  # in the order of the file
            if key not in columns:
                columns[key] = [None] * so_far
    for key, column in columns.items():
        try:
            column.extend([*map(itemgetter(key), batch)])
        except KeyError:  # slower; seldom needed
            column.extend([row.get(key) for row in batch])
    batch.clear()


def _check_structure(name: str, number: int, text: str, row: dict[str, Any]) -> None:
    """Refuse what is nested too deep, and a key that occurs twice."""
    if _is_too_deep(text, row):
        raise _broken(name, number, text, first=False, problem=_TOO_DEEP)
    if (again := doubled_in_row(text, row)) is not None:
        problem = f"the key {quoted(again)} occurs twice, so one value is lost: got {quoted(text)}"
        raise ParseError(name, number, f"{problem}, expected each key once")


def _is_too_deep(text: str, row: dict[str, Any]) -> bool:
    if text.count("[") + text.count("{") <= _MOST_LEVELS:
        return False
    level: list[Any] = [row]
    for _ in range(_MOST_LEVELS):
        level = [
            part
            for whole in level
            for part in (whole.values() if type(whole) is dict else whole)
            if type(part) in {dict, list}
        ]
        if not level:
            return False
    return True


def _broken(
    name: str, number: int, text: str, *, first: bool, problem: str | None = None
) -> ParseError:
    """Say what is wrong with a line; only here the time does not matter."""
    problem = _problem(text) if problem is None else problem
    advice = "expected one JSON object on each line"
    if first and re.match(r"\[\s*(\{|$)", text):
        problem = "a JSON array"
        advice += "; a table that is one document is read with --format json"
    elif first and re.fullmatch(r'\{\s*|\{\s*"[^{}]*[,\[{]\s*', text):
        problem = "a JSON object over several lines"
        advice += "; a table that is one document is read with --format json"
    return ParseError(name, number, f"{problem}: got {quoted(text)}, {advice}")


def _problem(text: str) -> str:
    try:
        return describe(_DECODER.decode(text))
    except json.JSONDecodeError as error:
        return f"{error.msg} at column {error.pos + 1}"
    except RecursionError:
        return _TOO_DEEP
    except ValueError as error:
        if "integer string" in str(error):  # Python's own words speak of its settings
            return "a whole number of too many digits"
        return str(error)


def _check_surrogates(name: str, number: int, row: dict[str, Any]) -> None:
    r"""Refuse half pairs; ``"\ud83d\ude00"`` is a whole one and was already joined."""
    try:
        json.dumps(row, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = ascii(error.object[error.start])[1:-1]
        raise ParseError(
            name, number, f"{half} is half of a surrogate pair and no text, expected a character"
        ) from None
