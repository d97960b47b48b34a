"""References and hypotheses that need not pair up, as for one alignment of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.corpus.n_best import refuse_lists
from mondegreen.corpus.reading import read, read_lines
from mondegreen.corpus.sniffing import sniff
from mondegreen.corpus.source import opened
from mondegreen.corpus.table import as_list
from mondegreen.errors import InputError, UsageError, counted
from mondegreen.options.reading import Reading

if TYPE_CHECKING:
    from typing import Unpack

    from mondegreen.corpus.table import Column
    from mondegreen.options.reading import ReadingKeywords

__all__ = ["format_of", "read_sides"]


def read_sides(
    files: tuple[str, str | None],
    *,
    options: Reading | None = None,
    **chosen: Unpack[ReadingKeywords],
) -> tuple[Column, Column]:
    """Return all references and all hypotheses; two files may hold different numbers of texts.

    Args:
        files: one file with both sides, or two.
        options: how they are read, as for `mondegreen.read`.
        chosen: the same, one by one.

    Raises:
        InputError: as `mondegreen.corpus.read` does.
        UsageError: standard input together with another file.
    """
    first, second = files
    options = Reading.of(options, chosen)
    if second is None:
        corpus = read(first, options=options)
        return corpus.references, _complete(corpus.hypotheses)
    if "-" in files:
        raise UsageError("--global needs two files: the references, then the hypotheses; give both")
    if {format_of(first, options), format_of(second, options, hypothesis=True)} == {"lines"}:
        sides = read_lines(first, second, options)
        if {table.format for table in sides} == {"lines"}:
            return sides[0].columns["text"], sides[1].columns["text"]
    # Columns and ids say what goes with what, and so which column is which side.
    corpus = read(first, second, options=options)
    return corpus.references, _complete(corpus.hypotheses)


def format_of(path: str, options: Reading, *, hypothesis: bool = False) -> str:
    """Return the format of a file: the one that is given, or what its content says."""
    form = (options.hypothesis_format if hypothesis else None) or options.format
    if form is not None:
        return form
    with opened(path, **options.opening(hypothesis=hypothesis)) as source:
        return sniff(source)


def _complete(hypotheses: Column) -> Column:
    """Refuse missing hypotheses, which in one long text would be gone without a trace."""
    refuse_lists(hypotheses)
    missing = sum(not isinstance(text, str) for text in as_list(hypotheses))
    if missing:
        raise InputError(
            f"{counted(missing, 'hypothesis is', 'hypotheses are')} missing, and --global would lose "
            f"{'it' if missing == 1 else 'them'} among the others; "
            "score without --global, with --missing deletions or --missing skip"
        )
    return hypotheses
