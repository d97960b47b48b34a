"""Sessions some at a time, for what needs no look at all of them at once.

Files are looked at first for where each session is. Whatever is doubtful raises, and who asked then reads
the files at once, which says what there is to say.
"""

from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple

from mondegreen.corpus.sniffing import sniff
from mondegreen.corpus.source import Source, opened
from mondegreen.corpus.tables_in_parts import at_once
from mondegreen.speakers.sessions import names_of, paired, side_of
from mondegreen.speakers.uem import read_uem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mondegreen.options.reading import Reading
    from mondegreen.speakers.sessions import Sessions
    from mondegreen.speakers.streams import Streams

__all__ = ["PartOfSessions", "in_parts"]

_SMALLEST: Final = 2**22  # bytes of both files; smaller ones are sooner read at once
_PART: Final = 2**21
_BLOCK: Final = 2**20
_FIELDS: Final = {"stm": 0, "ctm": 0, "rttm": 1}
"""Formats with a segment or a word per line, and the field that names the session."""
_SEGLST: Final = "seglst"
_LONGEST: Final = 2**24  # bytes of an object
_OPENED: Final = re.compile(r"[ \t\r\n]*\[[ \t\r\n]*(]|(?=\{))")
_NEXT: Final = re.compile(r"[ \t\r\n]*(?:(])|,[ \t\r\n]*(?=\{))")
_DECODER: Final = json.JSONDecoder()
_MARK: Final = "\ufeff"

Spans = dict[str, list[tuple[int, int]]]
"""Where the segments of each session begin and end in a file, in bytes."""


class PartOfSessions(NamedTuple):
    """Some sessions of about so many."""

    corpus: Sessions
    ids: None
    about: int


def in_parts(reference: str, hypothesis: str, options: Reading) -> Iterator[PartOfSessions]:
    """Yield parts of two files of sessions; sessions are whole, and in the order of the reference.

    Args:
        reference: a file of stm, ctm, RTTM or SegLST.
        hypothesis: the same.
        options: how files are read.

    Raises:
        InputError: they cannot be read in parts, or not at all; also after some parts.
    """
    first = _File.of(reference, options, hypothesis=False)
    second = _File.of(hypothesis, options, hypothesis=True)
    if first.size + second.size < _SMALLEST:
        raise at_once(first.name)
    others: dict[str, list[str]] = {}
    names = names_of((first.name, second.name), first.spans, second.spans)
    for name in second.spans:
        others.setdefault(names.get(name, name), []).append(name)
    regions = None if options.uem is None else read_uem(options.uem)
    held: list[str] = []
    size = 0
    for name in first.spans:
        held.append(name)
        size += first.bytes_of([name]) + second.bytes_of(others.get(name, []))
        if size >= _PART:
            heard = chain.from_iterable(others.get(each, []) for each in held)
            yield _part(first, second, (held, heard), names, regions)
            held, size = [], 0
    if held:
        heard = chain.from_iterable(others.get(each, []) for each in held)
        yield _part(first, second, (held, heard), names, regions)


def _part(
    first: _File,
    second: _File,
    sessions: tuple[Iterable[str], Iterable[str]],
    names: dict[str, str],
    regions: Any,
) -> PartOfSessions:
    said, heard = first.read(sessions[0]), second.read(sessions[1])
    found = paired(said, heard.named(names), regions)
    if found.left_out:  # which are named by their numbers in the file
        raise at_once(second.name)
    return PartOfSessions(found, None, len(first.spans))


@dataclass(frozen=True)
class _File:
    """A file, and where its sessions are."""

    path: str
    name: str
    format: str
    size: int
    max_line: int
    hypothesis: bool
    spans: Spans

    @classmethod
    def of(cls, path: str, options: Reading, *, hypothesis: bool) -> _File:
        with opened(path, **options.opening(hypothesis=hypothesis)) as source:
            form = (options.hypothesis_format if hypothesis else None) or options.format
            form = form or sniff(source)
            if source.path is None or form not in {*_FIELDS, _SEGLST}:
                raise at_once(source.name)
            size = Path(source.path).stat().st_size
            with Path(source.path).open("rb") as file:
                try:
                    spans = _objects(file) if form == _SEGLST else _lines(file, _FIELDS[form])
                except ValueError:
                    raise at_once(source.name) from None
            if any(
                name.startswith(_MARK) for name in spans
            ):  # of a file that was put after another
                raise at_once(source.name)
            return cls(source.path, source.name, form, size, source.max_line, hypothesis, spans)

    def bytes_of(self, sessions: Iterable[str]) -> int:
        """Return how many bytes some sessions have."""
        return sum(end - start for name in sessions for start, end in self.spans.get(name, ()))

    def read(self, sessions: Iterable[str]) -> Streams:
        """Return the segments of some sessions."""
        found, named = list[bytes](), list(sessions)
        with Path(self.path).open("rb") as file:
            for start, end in chain.from_iterable(self.spans.get(name, ()) for name in named):
                file.seek(start)
                found.append(file.read(end - start))
        data = b"[%b]" % b",".join(found) if self.format == _SEGLST else b"\n".join(found)
        source = Source(self.name, None, io.BytesIO(data), max(self.max_line, len(data)))
        read = side_of(source, self.format, hypothesis=self.hypothesis)
        if not {*read.session} <= {*named}:  # written in a way that was not understood
            raise at_once(self.name)
        return read


def _lines(file: BinaryIO, field: int) -> Spans:
    r"""Return where the lines of each session are.

    >>> _lines(io.BytesIO(b"a 1 x 0 1 so\na 1 y 1 2 it\n\nb 1 x 0 1 goes\na 1 x 2 3 on"), 0)
    {'a': [(0, 26), (42, 54)], 'b': [(27, 42)]}
    """
    found: dict[bytes, list[tuple[int, int]]] = {}
    at = 0
    for line in file:
        start, at = at, at + len(line)
        fields = line.split(None, field + 1)
        if not fields or line.startswith(b";;"):
            continue
        if len(fields) <= field:
            raise ValueError(line)
        _add(found.setdefault(fields[field], []), start, at)
    return {name.decode(): spans for name, spans in found.items()}


def _objects(file: BinaryIO) -> Spans:
    """Return where the objects of a JSON list are, by their sessions.

    >>> _objects(io.BytesIO(b'[{"session_id": "a"}, {"session_id": "b"}]'))
    {'a': [(1, 20)], 'b': [(22, 41)]}
    """
    # A character for each byte, so that places are places in the file.
    found, before, text, at = dict[str, list[tuple[int, int]]](), 0, "", 0
    expected = _OPENED
    while True:
        mark = expected.match(text, at)
        if mark is not None and mark[1] == "]":
            break
        try:
            value, end = _DECODER.raw_decode(text, mark.end()) if mark else (None, at)
        except (ValueError, RecursionError):
            value = None
        if mark is None or value is None:
            more = file.read(_BLOCK).decode("latin-1")
            if not more or len(text) - at > _LONGEST:
                raise ValueError(text[at : at + 60])
            before, text, at = before + at, text[at:] + more, 0
            continue
        name = value.get("session_id")
        if not isinstance(name, str):
            raise ValueError(text[at : at + 60])  # noqa: TRY004 - as for all that is left to the reader
        spans = found.setdefault(name.encode("latin-1").decode(), [])
        spans.append((before + mark.end(), before + end))
        at, expected = end, _NEXT
    if text[mark.end() :].strip() or file.read().strip():
        raise ValueError(text[at : at + 60])
    return found


def _add(spans: list[tuple[int, int]], start: int, end: int) -> None:
    """Add a line, to the one before it if it follows that."""
    if spans and spans[-1][1] == start:
        spans[-1] = spans[-1][0], end
    else:
        spans.append((start, end))
