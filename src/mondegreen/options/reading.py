"""How files are read."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

from mondegreen.errors import UsageError
from mondegreen.options.checks import name, path
from mondegreen.options.option import Group, group, option
from mondegreen.options.typed import WHOLE

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Reading", "ReadingKeywords"]


def _max_line(name: str, value: Any) -> int:
    if not isinstance(value, int) or value < 1:
        raise UsageError(f"{name} is {value!r:.60}, expected 1 or more bytes")
    return min(value, sys.maxsize - 3)


@group
class Reading(Group):
    """How files are read."""

    panel: ClassVar[str] = "Input"

    format: str | None = option(
        "Format of the files. Detected from the content by default.",
        values="formats",
        metavar="NAME",
        check=name,
        default=None,
    )
    hypothesis_format: str | None = option(
        "Format of the hypothesis file, if it differs.",
        values="formats",
        metavar="NAME",
        check=name,
        default=None,
    )
    encoding: str | None = option(
        "Encoding of the files, such as cp1252. Default: UTF-8, or that of the byte-order mark.",
        metavar="NAME",
        check=name,
        default=None,
    )
    hypothesis_encoding: str | None = option(
        "Encoding of the hypothesis file, if it differs.", metavar="NAME", check=name, default=None
    )
    reference_column: str | None = option(
        "Column of the references.", metavar="NAME", common=True, check=name, default=None
    )
    hypothesis_column: str | None = option(
        "Column of the hypotheses.", metavar="NAME", common=True, check=name, default=None
    )
    id_column: str | None = option(
        "Column of the ids, in both files. '' ignores ids and pairs by position.",
        metavar="NAME",
        check=name,
        default=None,
    )
    join_by: str | None = option(
        "Column of both files that names the document of each line, such as doc. The lines of a document "
        "are aligned as one text.",
        metavar="COLUMN",
        check=name,
        default=None,
    )
    uem: str | Path | None = option(
        "UEM file with the parts of recordings to score, for metrics of sessions with several speakers.",
        metavar="FILE",
        path=True,
        check=path,
        default=None,
    )
    max_line: int = option(
        "Maximum length of a line, in bytes.",
        default=16 * 2**20,
        kind=WHOLE,
        metavar="BYTES",
        check=_max_line,
    )

    def opening(self, *, hypothesis: bool | None = None) -> dict[str, Any]:
        """Return how `mondegreen.corpus.source.opened` opens a file, or that of one side of two."""
        other = self.hypothesis_encoding if hypothesis else None
        found = {"max_line": self.max_line, "encoding": other or self.encoding}
        if hypothesis is not None:
            found["expected"] = "the hypotheses" if hypothesis else "the references"
        return found


class ReadingKeywords(TypedDict, total=False):
    """The options of `mondegreen.read`, for editors and type checkers."""

    format: str | None
    hypothesis_format: str | None
    encoding: str | None
    hypothesis_encoding: str | None
    reference_column: str | None
    hypothesis_column: str | None
    id_column: str | None
    join_by: str | None
    uem: str | Path | None
    max_line: int
