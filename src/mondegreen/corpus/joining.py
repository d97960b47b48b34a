"""References and hypotheses that need not pair up, as for one alignment of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.corpus.reading import read
from mondegreen.corpus.sniffing import sniff
from mondegreen.corpus.source import opened
from mondegreen.errors import UsageError

if TYPE_CHECKING:
    from mondegreen.corpus.table import Column

__all__ = ["read_sides"]


def read_sides(files: tuple[str, str | None], **options: Any) -> tuple[Column, Column]:
    """Return all references and all hypotheses; two files may hold different numbers of texts.

    Args:
        files: one file with both sides, or two.
        options: those of `mondegreen.corpus.read`.

    Raises:
        InputError: as `mondegreen.corpus.read` does.
        UsageError: standard input beside another file.
    """
    first, second = files
    if second is None:
        corpus = read(first, **options)
        return corpus.references, corpus.hypotheses
    if "-" in files:
        raise UsageError("--global needs both sides as files")
    other = options.pop("hypothesis_format", None) or options.get("format")
    return _side(first, options), _side(second, {**options, "format": other})


def _side(path: str, options: dict[str, Any]) -> Column:
    given = dict(options)
    if given.get("format") is None:
        # By itself: a file paired with itself would always look as if it had ids.
        with opened(path, max_line=given.get("max_line", 16 * 2**20)) as source:
            given["format"] = sniff(source)
    return read(path, path, **given).references
