"""A large corpus part by part, for what needs no look at all utterances at once.

Parts are read only where they say the same as the whole file: whatever is doubtful raises, and who asked then
reads the file at once, which says what there is to say. What looks at the first rows of a file looks at the
first part; what looks at all rows looks at each part.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen import _kernel
from mondegreen._kernel.looks import Distinct
from mondegreen.corpus.column_sides import both_sides, id_name
from mondegreen.corpus.columns import HYPOTHESIS, hypothesis_texts, identifiers, reference_texts
from mondegreen.corpus.corpus import Corpus
from mondegreen.corpus.doubts import begin_with_different_words, settled
from mondegreen.corpus.failed_texts import Spread, doubt_failures
from mondegreen.corpus.looks import look_at
from mondegreen.corpus.places import files_of, is_remote, is_small
from mondegreen.corpus.reading import formats_of_pair, from_one
from mondegreen.corpus.sides import join, sides_of
from mondegreen.corpus.source import opened
from mondegreen.corpus.table import Column, Table, as_list
from mondegreen.corpus.tables_in_parts import Several, Tables, at_once, tables_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from mondegreen.corpus.source import Source
    from mondegreen.options.reading import Reading

__all__ = ["FEWEST", "Part", "in_parts"]

FEWEST: Final = 200_000
"""Rows; a file with fewer of them is not worth it."""

_BLOCK: Final = 2**21
_STATES: Final = frozenset(
    {"status", "error"}
)  # in columns of which all rows decide what one means
_MOST: Final = 2**20  # lines


class Part(NamedTuple):
    """Some rows of a corpus of about so many; ``ids`` are there where they were asked for."""

    corpus: Corpus
    ids: Column | None
    about: int


def in_parts(
    reference: str,
    hypothesis: str | None,
    options: Reading,
    keep: Collection[str] | None,
    empty: dict[str, None] | None = None,
) -> Iterator[Part]:
    """Yield parts of a corpus, with the columns to keep as metadata.

    Args:
        reference: a file with both sides that `tables_of` reads in parts, or a file of plain lines.
        hypothesis: the other file of plain lines.
        options: how files are read.
        keep: names of columns that are wanted; ``None`` for all, and the ids.
        empty: takes the names of files without utterances, where there are several.

    Raises:
        InputError: it cannot be read in parts, or not at all; also after some parts.
    """
    columns = options.reference_column, options.hypothesis_column, options.id_column
    if options.join_by is not None or not all(
        map(_comes_again, filter(None, [reference, hypothesis]))
    ):
        raise at_once(reference)
    files = None if hypothesis else files_of(reference)
    if files is not None:
        yield from _of_tables(
            Several(files, options, {} if empty is None else empty), reference, columns, keep
        )
    elif hypothesis is None:
        with (
            opened(reference, **options.opening()) as source,
            tables_of(source, options) as tables,
        ):
            yield from _of_tables(tables, source.name, columns, keep)
    elif options.format or options.hypothesis_format or columns != (None, None, None):
        raise at_once(reference)
    else:
        yield from _lines(reference, hypothesis, options)


def _comes_again(path: str) -> bool:
    """Whether a path gives the same twice: of a pipe, whoever reads it at once has to be the first."""
    return is_remote(path) or files_of(path) is not None or Path(path).is_file()


def _of_tables(
    tables: Tables,
    name: str,
    columns: tuple[str | None, str | None, str | None],
    keep: Collection[str] | None,
) -> Iterator[Part]:
    if tables.rows <= FEWEST or _STATES.intersection(tables.names):
        raise at_once(name)
    first = next(tables.read(None))
    look_at(from_one(first, *columns), spoken=(False, False), told=False, is_pair=False)
    said, wrote = both_sides(first, *columns[:2])
    others = {first.find(name) for name in HYPOTHESIS.names} - {None, said, wrote}
    if others and columns[1] is None:
        raise at_once(name)
    named = id_name(first, columns[2], (said, wrote), pair=False)
    sides = said, wrote, named
    kept = [name for name in tables.names if (keep is None or name in keep) and name not in sides]
    wanted = [name for name in tables.names if name in {*sides, *kept}]
    spread, ids = Spread(tables.rows), Distinct()
    for part in tables.read(wanted):
        if any(_is_mixed(part.columns[side]) for side in (said, wrote)):
            raise at_once(name)
        names = None if named is None else _taken(ids, part, named)
        corpus = Corpus(
            None,
            reference_texts(part, said),
            hypothesis_texts(part, wrote),
            {name: as_list(part.columns[name]) for name in kept},
            f"{part.name} ({part.format})",
        )
        spread.add(corpus)
        yield Part(corpus, names if keep is None else None, tables.rows)
    doubt_failures(spread.corpus())
    if named is not None and not _differ(ids, tables.read, named):
        raise at_once(name)


def _is_mixed(column: Column) -> bool:
    """Whether values may be something else than texts, or missing."""
    return isinstance(column, list) and not set(map(type, column)) <= {str, type(None)}


def _taken(ids: Distinct, part: Table, named: str) -> Column:
    """Return the ids of a part, which were looked at."""
    column = part.columns[named]
    if ids.add(column):
        return column
    listed = identifiers(part, named)  # numbers, or an error
    ids.add(listed)
    return listed


def _differ(ids: Distinct, read: Callable[[list[str]], Iterator[Table]], named: str) -> bool:
    """Whether all ids differ; they are read again where they were in order at first alone."""
    found = ids.are_distinct()
    if found is None:
        again = Distinct(kept=True)
        for part in read([named]):
            _taken(again, part, named)
        found = again.are_distinct()
    return bool(found)


def _lines(reference: str, hypothesis: str, options: Reading) -> Iterator[Part]:
    with (
        opened(reference, **options.opening(hypothesis=False)) as first,
        opened(hypothesis, **options.opening(hypothesis=True)) as second,
    ):
        sources = first, second
        if any(source.path is None or is_small(str(source.path)) for source in sources):
            raise at_once(first.name)
        formats = formats_of_pair(sources)
        if formats != ("lines", "lines"):
            raise at_once(first.name)
        spread: Spread | None = None
        for tables, rows in _same_lines(sources):
            corpus = _of_lines(tables, formats, start=spread is None)
            spread = spread or Spread(rows)
            spread.add(corpus)
            yield Part(corpus, None, rows)
        if spread is not None:
            doubt_failures(spread.corpus())


def _of_lines(tables: Sequence[Table], formats: tuple[str, str], *, start: bool) -> Corpus:
    first, second = tables
    if start:
        (one, other), told = settled(first, second)
        ids = begin_with_different_words(first) or begin_with_different_words(second)
        if told or ids or one is not first or other is not second:
            raise at_once(first.name)
    corpus = join(*sides_of(first, second, None, None, None))
    if start:
        look_at(corpus, spoken=(False, False), told=False, is_pair=True)
    return Corpus(None, corpus.references, corpus.hypotheses, {}, corpus.source, formats=formats)


class _Lines:
    """The lines of a file, of which blocks are read and not all lines of a block are taken.

    Args:
        source: a file that can be opened again.
        size: bytes that are read at once.
    """

    def __init__(self, source: Source, size: int) -> None:
        self._source, self._block, self._data = source, size, b""
        self.at, self.end = source.place(), source.size()

    def read(self) -> None:
        """Read the next block."""
        self._data = self._source.bytes_at(self.at, self._block)

    def lines(self, most: int) -> tuple[Any, int]:
        """Return lines of the block, at most so many, and the place after them."""
        last = self.at + len(self._data) >= self.end
        found = _kernel.split_block(self._data, self._source.max_line, most, last=last)
        if found is None or (self._data and not found[1]):
            raise at_once(self._source.name)
        return found[0], self.at + found[1]


def _same_lines(sources: Sequence[Source]) -> Iterator[tuple[tuple[Table, Table], int]]:
    """Yield the lines of both files, as many of each, and about how many there are in all.

    Raises:
        InputError: one of them has more lines.
    """
    sizes = [source.size() for source in sources]
    sides = [
        _Lines(source, max(_BLOCK // 64, _BLOCK * size // max(sizes)))
        for source, size in zip(sources, sizes, strict=True)
    ]
    most, about = _MOST, 0
    while any(side.at < side.end for side in sides):
        for side in sides:
            side.read()
        found = [sides[0].lines(most)]
        found.append(sides[1].lines(len(found[0][0])))
        rows = len(found[1][0])
        if not rows:
            raise at_once(sources[0].name)
        if len(found[0][0]) > rows:
            found[0] = sides[0].lines(rows)
        if not about:
            about = rows * sizes[1] // (found[1][1] - sides[1].at)
            if about <= FEWEST:
                raise at_once(sources[0].name)
            # Of what comes, no side is to have fewer: the other would be cut twice.
            most = rows - rows // 16
        first, second = (
            Table(source.name, "lines", {"text": lines}, range(1, rows + 1), transcript=True)
            for source, (lines, _) in zip(sources, found, strict=True)
        )
        yield (first, second), about
        for side, (_, after) in zip(sides, found, strict=True):
            side.at = after
