"""The endings of files with a transcript of one recording, as the formats have them."""

from __future__ import annotations

from functools import cache
from typing import Final

from mondegreen.corpus.formats import BY_SHAPE, FORMATS

__all__ = ["endings_of", "transcript_endings"]

# Folders, and files that hold many recordings: tables, in text or not.
_OTHERS: Final = frozenset((*BY_SHAPE["folder"], *BY_SHAPE["binary"], *BY_SHAPE["table"]))


@cache
def transcript_endings() -> tuple[str, ...]:
    """Return the endings of all formats of which a file may hold one recording, sorted.

    This imports them all, so it is asked where a folder is read, or an ending is not that of audio.
    """
    found = {".jsonl"}
    for name, kind in FORMATS.loaded().items():
        if name not in _OTHERS and {"text", "words"} & kind.holds and not kind.has_columns:
            found.update(endings_of(name))
    return tuple(sorted(found))


def endings_of(name: str) -> tuple[str, ...]:
    """Return the endings that files of a format have."""
    kind = FORMATS.get(name)
    suffixes = (*kind.suffixes, *kind.shared_suffixes)
    return tuple(suffix for suffix in suffixes if suffix.startswith("."))
