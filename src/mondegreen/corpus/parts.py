"""A large corpus part by part, for what needs the sums of its utterances alone.

Parts are read only where they say the same as the whole file: whatever is doubtful raises, and who asked then
reads the file at once, which says what there is to say. What looks at the first rows of a file looks at the
first part; what looks at all rows looks at each part.
"""

from __future__ import annotations

from array import array
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mondegreen import _kernel
from mondegreen.corpus.column_sides import both_sides, id_name
from mondegreen.corpus.columns import HYPOTHESIS, hypothesis_texts, identifiers, reference_texts
from mondegreen.corpus.corpus import Corpus
from mondegreen.corpus.doubts import begin_with_different_words, settled
from mondegreen.corpus.failed_texts import doubt_failures
from mondegreen.corpus.formats.binary.arrow import (
    import_pyarrow,
    opened_natively,
    refuse_twice,
    refusing_damage,
    to_table,
    usable,
)
from mondegreen.corpus.formats.binary.parquet import batch_size
from mondegreen.corpus.looks import look_at
from mondegreen.corpus.reading import formats_of_pair, from_one
from mondegreen.corpus.runfile import RUN_METADATA
from mondegreen.corpus.sides import join, sides_of
from mondegreen.corpus.source import opened
from mondegreen.corpus.table import Table, as_list
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from mondegreen.corpus.source import Source
    from mondegreen.options.reading import Reading

__all__ = ["FEWEST", "in_parts"]

FEWEST: Final = 200_000
"""Rows; a file with fewer of them is not worth it."""

_ROWS: Final = 2**15
_SMALLEST: Final = 96 * 2**20  # bytes of a file of lines; a smaller one is sooner read at once
_BLOCK: Final = 2**23
_STATES: Final = frozenset(
    {"status", "error"}
)  # in columns of which all rows decide what one means
_MARK: Final = "\n\ufeff".encode()


def in_parts(
    reference: str, hypothesis: str | None, options: Reading, keep: Collection[str]
) -> Iterator[Corpus]:
    """Yield parts of a corpus, without ids, with the columns to keep as metadata.

    Args:
        reference: a Parquet file with both sides, or a file of plain lines.
        hypothesis: the other file of plain lines.
        options: how files are read.
        keep: names of columns that are wanted.

    Raises:
        InputError: it cannot be read in parts, or not at all; also after some parts.
    """
    columns = options.reference_column, options.hypothesis_column, options.id_column
    if options.join_by is not None:
        raise _at_once(reference)
    if hypothesis is None:
        yield from _parquet(reference, options, columns, keep)
    elif options.format or options.hypothesis_format or columns != (None, None, None):
        raise _at_once(reference)
    else:
        yield from _lines(reference, hypothesis, options)


def _at_once(name: str) -> InputError:
    return InputError(f"{name}: is not read in parts")


def _parquet(
    path: str,
    options: Reading,
    columns: tuple[str | None, str | None, str | None],
    keep: Collection[str],
) -> Iterator[Corpus]:
    with opened(path, **options.opening()) as source:
        if not source.head.startswith(b"PAR1") or options.format not in {None, "parquet"}:
            raise _at_once(source.name)
        arrow = import_pyarrow("reading Parquet files", "parquet")
        with (
            refusing_damage(arrow, source, "a Parquet file"),
            opened_natively(arrow, source) as file,
        ):
            yield from _batches(arrow, file, source, columns, keep)


def _batches(
    arrow: Any,
    file: Any,
    source: Source,
    columns: tuple[str | None, str | None, str | None],
    keep: Collection[str],
) -> Iterator[Corpus]:
    parquet = arrow.parquet.ParquetFile(file, pre_buffer=False)  # which keeps what it has read
    schema = parquet.schema_arrow
    names, _ = usable(arrow, schema)
    few = parquet.metadata.num_rows <= FEWEST
    if few or RUN_METADATA in (schema.metadata or {}) or _STATES.intersection(names):
        raise _at_once(source.name)
    refuse_twice(schema, source.name)
    size = batch_size(arrow, parquet, file, source.name, names)

    def table(batches: Sequence[Any]) -> Table:
        return to_table(arrow, arrow.Table.from_batches(batches), source.name, "parquet")

    first = table(next(_enough(parquet.iter_batches(size, columns=names))))
    look_at(from_one(first, *columns), spoken=(False, False), told=False, is_pair=False)
    said, wrote = both_sides(first, *columns[:2])
    others = {first.find(name) for name in HYPOTHESIS.names} - {None, said, wrote}
    if (others and columns[1] is None) or any(
        isinstance(first.columns[s], list) for s in (said, wrote)
    ):
        raise _at_once(source.name)
    named = id_name(first, columns[2], (said, wrote), pair=False)
    kept = [name for name in names if name in keep and name not in {said, wrote, named}]
    wanted = list(dict.fromkeys(filter(None, [said, wrote, named, *kept])))
    ids = array("q")
    for batches in _enough(parquet.iter_batches(size, columns=wanted)):
        part = table(batches)
        if named is not None:
            ids.extend(map(hash, identifiers(part, named)))
        metadata = {name: as_list(part.columns[name]) for name in kept}
        corpus = Corpus(
            None,
            reference_texts(part, said),
            hypothesis_texts(part, wrote),
            metadata,
            f"{source.name} (parquet)",
        )
        doubt_failures(corpus)
        yield corpus
    if _has_equal(ids):
        raise _at_once(source.name)


def _enough(batches: Iterator[Any]) -> Iterator[list[Any]]:
    """Yield as many batches together as have enough rows."""
    held: list[Any] = []
    for batch in batches:
        held.append(batch)
        if sum(map(len, held)) >= _ROWS:
            yield held
            held = []
    if held:
        yield held


def _has_equal(hashes: array[int]) -> bool:
    """Whether two hashes are equal, as of equal ids, or by a chance of one in thousands."""
    import numpy as np  # pyarrow, which has read the ids, brings it

    table = np.frombuffer(hashes, np.int64) if hashes else np.zeros(0, np.int64)
    table.sort()
    return bool((table[1:] == table[:-1]).any())


def _lines(reference: str, hypothesis: str, options: Reading) -> Iterator[Corpus]:
    with (
        opened(reference, **options.opening()) as first,
        opened(hypothesis, **options.opening(hypothesis=True)) as second,
    ):
        sources = first, second
        if any(
            source.path is None or Path(source.path).stat().st_size < _SMALLEST
            for source in sources
        ):
            raise _at_once(first.name)
        formats = formats_of_pair(sources)
        if formats != ("lines", "lines"):
            raise _at_once(first.name)
        start = True
        for tables in _same_lines(sources):
            corpus = _of_lines(tables, formats, start=start)
            start = False
            doubt_failures(corpus)
            yield corpus


def _of_lines(tables: Sequence[Table], formats: tuple[str, str], *, start: bool) -> Corpus:
    first, second = tables
    if start:
        (one, other), told = settled(first, second)
        ids = begin_with_different_words(first) or begin_with_different_words(second)
        if told or ids or one is not first or other is not second:
            raise _at_once(first.name)
    corpus = join(*sides_of(first, second, None, None, None))
    if start:
        look_at(corpus, spoken=(False, False), told=False, is_pair=True)
    return Corpus(None, corpus.references, corpus.hypotheses, {}, corpus.source, formats=formats)


def _same_lines(sources: Sequence[Source]) -> Iterator[tuple[Table, Table]]:
    """Yield the lines of both files, as many of each, as long as both have some.

    Raises:
        InputError: one of them has more lines.
    """
    columns = [_columns(source) for source in sources]
    held: list[Any] = [(), ()]
    while True:
        held = [
            side if len(side) else next(more, ()) for side, more in zip(held, columns, strict=True)
        ]
        rows = min(map(len, held))
        if not rows:
            break
        first, second = (
            Table(source.name, "lines", {"text": side[:rows]}, range(1, rows + 1), transcript=True)
            for source, side in zip(sources, held, strict=True)
        )
        yield first, second
        held = [side[rows:] for side in held]
    if any(map(len, held)):
        raise _at_once(sources[0].name)


def _columns(source: Source) -> Iterator[Any]:
    split = getattr(_kernel, "split_lines", None)
    blocks = source.blocks(_BLOCK)
    block = next(blocks, b"")
    size = Path(source.path or "").stat().st_size
    few = block.count(b"\n") * size <= FEWEST * len(block)
    if split is None or few:
        raise _at_once(source.name)
    for each in chain([block], blocks):
        if b"\0" in each or _MARK in each:
            raise _at_once(source.name)
        yield split(each, source.name, source.max_line)
