"""Two phrases that may stand for each other, and the lines that say so."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Rewrite", "filled_lines"]


class Rewrite(NamedTuple):
    """Two phrases as words in lower case, and the line that says so."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    line: int


def filled_lines(text: str, comment: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are neither blank nor comments, with their numbers."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        kept = line.removesuffix("\r")
        if kept.strip() and not kept.lstrip().startswith(comment):
            yield number, kept.strip(" ") if comment == "#" else kept.strip()
