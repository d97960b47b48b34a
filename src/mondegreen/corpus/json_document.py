"""One JSON document, walked with errors that name the line of what is wrong."""

from __future__ import annotations

import json
import math
import re
from decimal import Decimal, InvalidOperation
from json.decoder import JSONDecodeError
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.doubled_keys import DoubledKeyError, doubled_key, single
from mondegreen.corpus.table import describe, quoted
from mondegreen.corpus.times import exact, plain, signed
from mondegreen.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.corpus.source import Source

__all__ = ["FailedReplyError", "Node", "parse", "parse_text", "to_json"]

_MOST_LEVELS: Final = 64
_MOST_DIGITS: Final = 400
_LARGEST: Final = 10**18  # of times in any unit
_BLANK: Final = re.compile(r"[ \t\r\n]*")
_CLOSERS: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)


def parse(source: Source, expected: str) -> Node:
    """Return the root of a document that must be an object or an array.

    Args:
        source: the file.
        expected: what it should be, for messages.

    Raises:
        ParseError: it is no JSON, or nested too deep.
    """
    return parse_text(source.name, source.text(), expected)


def parse_text(name: str, text: str, expected: str, *, first: int = 1) -> Node:
    """Return the root of a text that begins on line ``first`` of a file.

    Raises:
        ParseError: it is no JSON, or nested too deep.
    """
    _refuse_depth(name, text, first)
    try:
        value = _DECODER.decode(text)
    except JSONDecodeError as error:
        problem = f"{error.msg} at column {error.colno}, expected {expected}"
        raise ParseError(name, error.lineno + first - 1, problem) from None
    except DoubledKeyError:
        key, place = doubled_key(text)
        problem = (
            f"the key {quoted(key)} occurs twice in one object, so one value is lost, expected "
            f"{expected}"
        )
        raise ParseError(name, text.count("\n", 0, place) + first, problem) from None
    except _NoNumberError as error:
        place = text.find(error.found)
        line = text.count("\n", 0, max(place, 0)) + first
        problem = f"{quoted(error.found)} is not a JSON number, expected {expected}"
        raise ParseError(name, line, problem) from None
    root = Node(name, text, value, (), first)
    if type(value) not in {dict, list}:
        raise root.error(f"{describe(value)}, expected {expected}")
    return root


class _NoNumberError(ValueError):
    def __init__(self, found: str) -> None:
        super().__init__(found)
        self.found = found


def _refuse(constant: str) -> None:
    raise _NoNumberError(constant)


def _integer(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise _NoNumberError(digits)
    return int(digits)


def _decimal(digits: str) -> Decimal:
    if len(digits) > _MOST_DIGITS:
        raise _NoNumberError(digits)
    try:
        return Decimal(digits)
    except InvalidOperation:
        raise _NoNumberError(digits) from None


_DECODER: Final = json.JSONDecoder(
    parse_constant=_refuse, parse_int=_integer, parse_float=_decimal, object_pairs_hook=single
)


def _refuse_depth(name: str, text: str, first: int) -> None:
    """Refuse brackets too deep inside each other before anything follows them."""
    if text.count("[") + text.count("{") <= _MOST_LEVELS:
        return
    level = 0
    for found in _CLOSERS.finditer(text):
        mark = found[0]
        if mark in "[{":
            level += 1
            if level > _MOST_LEVELS:
                line = text.count("\n", 0, found.start()) + first
                problem = f"lists or objects are nested more than {_MOST_LEVELS} deep, expected fewer levels"
                raise ParseError(name, line, problem)
        elif mark in "]}":
            level -= 1


class FailedReplyError(ParseError):
    """A recogniser's reply that says that it failed; ``reason`` is what it says."""

    def __init__(self, path: str, line: int | None, problem: str, reason: str) -> None:
        super().__init__(path, line, problem)
        self.reason = reason


class Node:
    """A value of a document, and the way to it."""

    __slots__ = ("_first", "_name", "_path", "_text", "value")

    def __init__(
        self, name: str, text: str, value: Any, path: tuple[str | int, ...], first: int
    ) -> None:
        self._name, self._text, self.value, self._path = name, text, value, path
        self._first = first

    def failure(self, status: str, reason: str) -> FailedReplyError:
        """Return the error for a reply that says that it failed."""
        problem = f"the status is {status!r:.60}: {reason:.200}"
        return FailedReplyError(self._name, self.line, problem, reason[:200])

    def error(self, problem: str) -> ParseError:
        """Return the error for this value, with its line and the way to it."""
        way = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in self._path)
        where = f"{way[:200].lstrip('.')}: " if way else ""
        return ParseError(self._name, self.line, f"{where}{problem}")

    @property
    def line(self) -> int:
        """The line of the value."""
        return self._text.count("\n", 0, _place(self._text, self._path)) + self._first

    def has(self, key: str) -> bool:
        """Whether a key is there with anything but null."""
        return isinstance(self.value, dict) and self.value.get(key) is not None

    def at(self, key: str) -> Node:
        """Return the value of a key.

        Raises:
            ParseError: this is not an object, or has no such key.
        """
        if type(self.value) is not dict:
            raise self.error(f"{describe(self.value)}, expected an object with {key!r}")
        if key not in self.value:
            raise self.error(f"the key {key!r} is missing")
        return Node(self._name, self._text, self.value[key], (*self._path, key), self._first)

    def items(self, key: str | None = None, *, optional: bool = False) -> Iterator[Node]:
        """Yield the parts of a list: of this one, or of the one under a key."""
        if key is not None:
            if optional and not self.has(key):
                return
            yield from self.at(key).items()
            return
        if type(self.value) is not list:
            raise self.error(f"{describe(self.value)}, expected a list")
        for at, part in enumerate(self.value):
            yield Node(self._name, self._text, part, (*self._path, at), self._first)

    def text(self, key: str) -> str:
        """Return the text under a key."""
        return self.at(key).string()

    def string(self) -> str:
        """Return this value, which must be a text."""
        if type(self.value) is not str:
            raise self.error(f"{describe(_shown(self.value))}, expected a text")
        return self._checked(self.value)

    def _checked(self, text: str) -> str:
        try:
            text.encode()
        except UnicodeEncodeError as error:
            half = ascii(error.object[error.start])[1:-1]
            raise self.error(f"{half} is half of a surrogate pair and no text") from None
        return text

    def extra(self, *known: str) -> dict[str, Any]:
        """Return the texts, whole numbers and truth values under other keys."""
        return {
            self._checked(key): self.text(key) if type(value) is str else value
            for key, value in self.value.items()
            if key not in known and isinstance(value, str | int)
        }

    def maybe_text(self, key: str) -> str | None:
        """Return the text under a key, ``None`` where it is absent or null."""
        return self.text(key) if self.has(key) else None

    def label(self, key: str) -> str | None:
        """Return a name that may be a text or a whole number; ``None`` where it is absent."""
        if not self.has(key):
            return None
        value = self.value[key]
        return str(value) if type(value) is int else self.text(key)

    def time(self, key: str, scale: int = 0) -> Decimal:
        """Return the seconds under a key; with ``scale`` -3 it holds milliseconds."""
        return self.at(key).seconds(scale)

    def seconds(self, scale: int = 0) -> Decimal:
        """Return this value, which must be a time, in seconds."""
        value, time = self.value, None
        if type(value) in {int, Decimal} and -_LARGEST < value < _LARGEST:
            time = exact(Decimal(value).scaleb(scale) if scale else value)
        if time is None:
            raise self.error(f"{describe(_shown(value))}, expected a time in seconds below 10**9")
        return time

    def maybe_time(self, key: str, scale: int = 0) -> Decimal | None:
        """Return the seconds under a key, ``None`` where it is absent or null."""
        return self.time(key, scale) if self.has(key) else None

    def number(self, key: str) -> Decimal | None:
        """Return a number, such as a confidence; ``None`` where it is absent or null."""
        if not self.has(key):
            return None
        value = self.at(key)
        number = signed(value.value)
        if number is None:
            raise value.error(f"{describe(_shown(value.value))}, expected a number below 10**9")
        return number


def _shown(value: Any) -> Any:
    return float(value) if isinstance(value, Decimal) else value


def _place(text: str, path: tuple[str | int, ...]) -> int:
    """Return where a value is; the text has been read without error."""
    at = _skip(text, 0)
    for part in path:
        at = _skip(text, at + 1)
        count = 0
        while text[at] not in "]}":
            if isinstance(part, str):
                key, at = _DECODER.raw_decode(text, at)
                at = _skip(text, _skip(text, at) + 1)
                if key == part:
                    break
            elif count == part:
                break
            at = _skip(text, _DECODER.raw_decode(text, at)[1])
            if text[at] == ",":
                at = _skip(text, at + 1)
            count += 1
    return at


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return at if found is None else found.end()


def to_json(value: Any, *, indent: bool = True) -> str:
    """Write objects, lists, texts and numbers; decimals with all their digits.

    >>> print(to_json({"start": Decimal("1.10"), "words": []}, indent=False))
    {"start": 1.10, "words": []}
    """
    return "".join(_pieces(value, "\n" if indent else "")) + ("\n" if indent else "")


def _pieces(value: Any, end: str) -> Iterator[str]:
    inner = f"{end}  " if end else ""
    between = f",{inner}" if end else ", "
    if isinstance(value, dict | list | tuple) and value:
        yield "{" if isinstance(value, dict) else "["
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for number, (key, part) in enumerate(parts):
            yield between if number else inner
            if isinstance(value, dict):
                yield f"{json.dumps(str(key), ensure_ascii=False)}: "
            yield from _pieces(part, inner)
        yield end + ("}" if isinstance(value, dict) else "]")
    elif isinstance(value, Decimal):
        yield plain(value)
    elif isinstance(value, float) and not math.isfinite(value):
        yield "null"
    elif value is None or isinstance(value, str | bool | int | float | dict | list | tuple):
        yield json.dumps(value, ensure_ascii=False)  # the last three are empty here
    else:
        yield json.dumps(str(value), ensure_ascii=False)
