"""What is shown of a source to every format, which says how sure it is that it is its own."""

from __future__ import annotations

import json
import re
from functools import cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.source import Folder

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.corpus.source import Source

__all__ = ["Sample", "is_named"]

_MOST_LINES: Final = 200
_FAR: Final = 100
_LONGEST_KEY: Final = 100
_KEY: Final = rf'"([^"\\\n]{{1,{_LONGEST_KEY}}})"\s*+:'
_TOKENS: Final = r'"(?:[^"\\]|\\.)*+"|[\[\]{},]'
_CLOSERS: Final = {"{": "}", "[": "]"}


class Sample:
    """The name and the first bytes of a file, or the names of the files of a folder.

    Everything is made when it is first asked for, and once.

    Attributes:
        name: of the file, without folders and without ``.gz``.
        head: the first bytes, 64 KiB or less; gzip and a byte-order mark are taken off.
        is_cut: whether more may follow the head.
        is_folder: whether it is a folder, which has no head.
    """

    def __init__(self, source: Source, head: bytes | None = None) -> None:
        self._source = source
        self.name = PurePath(source.name.removesuffix(".gz")).name
        self.head = source.head if head is None else head
        self.is_cut = head is None and source.is_cut
        self.is_folder = isinstance(source, Folder)

    def further(self) -> Sample:
        """Return a sample of the same source with the first 16 MiB of it."""
        return Sample(self._source, self._source.look_further())

    def is_named(self, suffixes: Iterable[str]) -> bool:
        """Whether the name ends in one of the suffixes; one without a point is a whole name."""
        return is_named(self.name, suffixes)

    @property
    def suffix(self) -> str:
        """The last ending of the name, in lower case, or nothing."""
        return PurePath(self.name).suffix.lower()

    @cached_property
    def files(self) -> frozenset[str]:
        """The names of the files and folders in a folder; nothing for a file."""
        if not isinstance(self._source, Folder):
            return frozenset()
        return frozenset(self._source.names())

    @cached_property
    def tree(self) -> tuple[str, ...]:
        """The names of the files in a folder and in the folders in it, as `Folder.tree` has them."""
        return tuple(self._source.tree()) if isinstance(self._source, Folder) else ()

    @cached_property
    def text(self) -> str:
        """The head as text; the reader will look at every byte."""
        return self.head.decode("utf-8", "replace")  # it may end inside a character

    @cached_property
    def opening(self) -> str:
        """The first character that is not blank, or nothing."""
        return self.text[:_FAR].lstrip()[:1] or self.text.lstrip()[:1]

    @cached_property
    def lines(self) -> list[str]:
        """The first 200 lines without their ends, blank ones left out; the last may be cut."""
        lines = self.text.split("\n")[:_MOST_LINES]
        return [line.removesuffix("\r") for line in lines if line.strip()]

    @cached_property
    def whole_lines(self) -> list[str]:
        """The same without the last one if it has no end, unless it is the only one."""
        whole = self.lines if self.text.endswith("\n") else self.lines[:-1]
        return whole or self.lines

    @cached_property
    def record(self) -> dict[str, Any] | None:
        """The object that the first line is, as in JSON lines; else ``None``."""
        if not self.lines or not self.lines[0].lstrip().startswith("{"):
            return None
        try:
            value = json.loads(self.lines[0])
        except (ValueError, RecursionError):
            return None
        return value if isinstance(value, dict) else None

    @cached_property
    def is_json_lines(self) -> bool:
        """Whether the first line is a whole JSON object and more lines follow."""
        return self.record is not None and bool(self.text.lstrip().partition("\n")[2].strip())

    @cached_property
    def keys(self) -> frozenset[str]:
        """All keys, at any depth, that can be seen in a JSON document, which may be cut or broken."""
        return frozenset(re.findall(_KEY, self.text))

    @cached_property
    def document(self) -> Any:
        """The JSON document as far as it can be seen, with what is open closed; ``None`` if none.

        What is cut is left out: a value that does not end, and the key before it.
        """
        try:
            return json.loads(_closed(self.text) if self.is_cut else self.text)
        except (ValueError, RecursionError):
            return None


def is_named(name: str, suffixes: Iterable[str]) -> bool:
    """Whether a name ends in one of the suffixes; one without a point is a whole name.

    >>> is_named("talk.SRT", (".srt",)), is_named("text", (".text", "text")), is_named(".srt", (".srt",))
    (True, True, False)
    """
    folded = name.lower()
    return any(
        folded.endswith(suffix) and folded != suffix if suffix[0] == "." else name == suffix
        for suffix in suffixes
    )


def _closed(text: str) -> str:
    """Return the beginning of a JSON document as a whole one.

    >>> _closed('{"a": [1, {"b": 2, "c": "x')
    '{"a": [1, {"b": 2}]}'
    """
    open_at: list[str] = []
    end = 0
    for found in re.finditer(_TOKENS, text):
        mark = found[0]
        if mark in "{[":
            open_at.append(_CLOSERS[mark])
        elif mark in "}]":
            if not open_at:
                return text
            open_at.pop()
        elif mark != ",":
            continue
        end = found.start() if mark == "," else found.end()
    return text[:end] + "".join(reversed(open_at))
