"""Lists of phrases with their kinds, as files and as values of a column."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from mondegreen.errors import InputError, ParseError, UsageError

__all__ = ["Phrase", "phrases", "phrases_of", "read_phrases"]

_SHAPE = 'a list of texts or of objects, as ["Rome", {"text": "Ann", "type": "PERSON"}]'


class Phrase(NamedTuple):
    """A phrase, and what kind of thing it names; the kind may be empty."""

    text: str
    type: str = ""


def read_phrases(path: str | Path) -> list[Phrase]:
    """Read a file of phrases: one per line, optionally with a tab and its kind after it.

    Empty lines and lines that begin with ``#`` mean nothing; a phrase may be there once.

    Raises:
        ParseError: a line of another form, or bytes that are not UTF-8; with file and line.
        InputError: the file cannot be read, or has no phrase.
    """
    name = str(path)
    try:
        lines = Path(path).read_bytes().removeprefix(b"\xef\xbb\xbf").split(b"\n")
    except (OSError, ValueError) as error:  # a name with NUL is no name
        why = getattr(error, "strerror", None) or error
        raise InputError(f"{name}: {why}; expected a file of phrases") from None
    found: dict[Phrase, int] = {}
    for number, line in enumerate(lines, 1):
        try:
            text = line.decode().rstrip("\r")
        except UnicodeDecodeError as error:
            problem = f"byte 0x{line[error.start]:02x} is not UTF-8; save the file as UTF-8"
            raise ParseError(name, number, problem) from None
        if not text.strip() or text.startswith("#"):
            continue
        cells = [cell.strip() for cell in text.split("\t")]
        if len(cells) > len(Phrase._fields) or not cells[0]:
            raise ParseError(
                name, number, f"got {text!r}, expected a phrase, or a phrase, a tab and its type"
            )
        phrase = Phrase(*cells)
        if phrase in found:
            problem = f"{text!r} is on line {found[phrase]} already, expected it once; remove one"
            raise ParseError(name, number, problem)
        found[phrase] = number
    if not found:
        raise InputError(f"{name}: no phrases; expected one per line, with a tab before its type")
    return list(found)


def phrases(given: Any) -> list[Phrase]:
    """Return phrases from the path of a file, or from a list as a column may hold it.

    A `Path` among the items of the list is a file of them.

    Raises:
        UsageError: anything else.

    >>> phrases(["Rome", {"text": "Ann", "type": "PERSON"}])
    [Phrase(text='Rome', type=''), Phrase(text='Ann', type='PERSON')]
    """
    if isinstance(given, (str, Path)):
        return read_phrases(given)
    if isinstance(given, (set, frozenset)):
        given = sorted(given, key=str)  # which have no order of their own
    elif isinstance(given, Iterator):
        given = list(given)
    if not isinstance(given, (list, tuple)):
        raise UsageError(f"entities: got {type(given).__name__}; expected a file or {_SHAPE}")
    found: list[Phrase] = []
    for item in given:
        found += read_phrases(item) if isinstance(item, Path) else [_phrase(item, None, "entities")]
    return found


def phrases_of(value: Any, reference: str | None, where: str) -> list[Phrase]:
    """Return the phrases of one utterance, from the value of a column.

    Args:
        value: a list, or JSON of one; ``None`` and an empty text are no phrases. An object may
            have ``start`` and ``end``, places in the reference, in place of a text.
        reference: the text that places point into.
        where: the utterance and the column, for messages.

    Raises:
        InputError: another value.

    >>> phrases_of('[{"start": 0, "end": 3, "type": "PERSON"}]', "Ann called", "id 'a'")
    [Phrase(text='Ann', type='PERSON')]
    """
    if value is None or value == "" or (isinstance(value, float) and value != value):  # noqa: PLR0124
        return []
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            raise InputError(f"{where}: {value[:80]!r} is not JSON; expected {_SHAPE}") from None
    if not isinstance(value, (list, tuple)):
        raise InputError(f"{where}: got {type(value).__name__}; expected {_SHAPE}")
    return [
        _plain(item) if type(item) is str and item.strip() else _phrase(item, reference, where)
        for item in value
    ]


@lru_cache(2**16)
def _plain(text: str) -> Phrase:
    """Return a phrase of a text alone; the same words are listed again and again."""
    return Phrase(text, "")


def _phrase(item: Any, reference: str | None, where: str) -> Phrase:
    if isinstance(item, Phrase):
        item = item._asdict()
    if isinstance(item, str):
        item = {"text": item}
    text = item.get("text") if isinstance(item, dict) else None
    if isinstance(item, dict) and text is None and reference is not None and "start" in item:
        text = _cut(reference, item["start"], item.get("end"), where)
    kind = (item.get("type") or "") if isinstance(item, dict) else ""
    if not isinstance(text, str) or not text.strip() or not isinstance(kind, str):
        shown = repr(text[:80]) if isinstance(text, str) else type(item).__name__
        if not isinstance(kind, str):
            shown += f" whose type is {type(kind).__name__}"
        raise InputError(f"{where}: got {shown}; expected {_SHAPE}")
    return Phrase(text, kind)


def _cut(reference: str, start: Any, end: Any, where: str) -> str:
    """Return the part of a reference between two places."""
    if type(start) is int and type(end) is int and 0 <= start < end <= len(reference):
        return reference[start:end]
    raise InputError(
        f"{where}: an entity from {start!r:.40} to {end!r:.40} in a reference of "
        f"{len(reference):,} characters; expected start and end as whole numbers, the first "
        "character 0, the end after the last one"
    )
