"""One JSON object a line."""

from __future__ import annotations

import json
import re
from array import array
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.runfile import RUN_KEYS, is_run, refusal
from mondegreen.corpus.table import Table, describe, quoted
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from mondegreen.corpus.source import Source

__all__ = ["Jsonl"]

_BATCH = 1024
_MOST_COLUMNS = 1000
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON, expected a number or null")


_DECODER = json.JSONDecoder(parse_constant=_refuse)


class Jsonl:
    """One JSON object a line; its keys are the columns.

    A key that is absent counts as ``null``. Of a key that stands twice the last one holds.
    Blank lines hold no object and so no utterance. ``NaN`` and ``Infinity`` are no JSON, and
    escapes of half a surrogate pair no text; both are refused.
    """

    name = "jsonl"

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


def _move(
    name: str, number: int, batch: list[dict[str, Any]], columns: dict[str, list[Any]]
) -> None:
    """Turn rows into the ends of columns; few rows at a time keep the memory small."""
    so_far = len(next(iter(columns.values()), []))
    if not set().union(*batch) <= columns.keys():
        for key in (key for row in batch for key in row):  # in the order of the file
            if key not in columns:
                columns[key] = [None] * so_far
    if len(columns) > _MOST_COLUMNS:
        raise ParseError(
            name,
            number,
            f"{len(columns)} different keys up to this line, expected the same keys on every "
            'line, such as {"id": ..., "reference": ..., "hypothesis": ...}',
        )
    for key, column in columns.items():
        try:
            column.extend([*map(itemgetter(key), batch)])
        except KeyError:  # slower; seldom needed
            column.extend([row.get(key) for row in batch])
    batch.clear()


def _broken(name: str, number: int, text: str, *, first: bool) -> ParseError:
    """Say what is wrong with a line; only here the time does not matter."""
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        problem = f"{error.msg} at column {error.pos + 1}"
    except RecursionError:
        problem = "lists or objects inside each other, too deep to read"
    except ValueError as error:
        problem = str(error)
    else:
        problem = describe(value)
    advice = "expected one JSON object on each line"
    if first and re.match(r"\[\s*(\{|$)", text):
        problem = "a JSON array"
        advice = "expected JSONL, one object a line; convert with: jq -c '.[]' FILE"
    elif first and re.fullmatch(r'\{\s*|\{\s*"[^{}]*[,\[{]\s*', text):
        problem = "a JSON object over several lines"
        advice = "expected JSONL, one object a line; convert with: jq -c . FILE"
    return ParseError(name, number, f"{problem}: found {quoted(text)}, {advice}")


def _check_surrogates(name: str, number: int, row: dict[str, Any]) -> None:
    r"""Refuse half pairs; ``"\ud83d\ude00"`` is a whole one and was already joined."""
    try:
        json.dumps(row, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = ascii(error.object[error.start])[1:-1]
        raise ParseError(
            name, number, f"{half} is half of a surrogate pair and no text, expected a character"
        ) from None
