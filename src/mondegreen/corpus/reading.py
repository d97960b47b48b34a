"""From one or two files to a `Corpus`."""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.column_sides import are_two_results, both_sides, doubt_two_results, id_name
from mondegreen.corpus.columns import (
    IF_CSV,
    hypothesis_texts,
    identifiers,
    may_be_csv,
    reference_texts,
    rest,
)
from mondegreen.corpus.corpus import Corpus
from mondegreen.corpus.formats import BY_SHAPE, FORMATS
from mondegreen.corpus.memory import WAY_OUT
from mondegreen.corpus.places import files_of
from mondegreen.corpus.sniffing import by_columns, sniff
from mondegreen.corpus.source import Folder, opened
from mondegreen.corpus.table import Table
from mondegreen.errors import InputError, OneSideError, ParseError, UsageError, typed, visible
from mondegreen.options.option import shows_options
from mondegreen.options.reading import Reading

if TYPE_CHECKING:
    from typing import Unpack

    from mondegreen.corpus.side import Side
    from mondegreen.corpus.source import Source
    from mondegreen.options.reading import ReadingKeywords

__all__ = ["formats_of_pair", "from_one", "read", "read_against", "read_lines"]


@shows_options(Reading)
def read(
    reference: str | os.PathLike[str],
    hypothesis: str | os.PathLike[str] | None = None,
    *,
    options: Reading | None = None,
    **chosen: Unpack[ReadingKeywords],
) -> Corpus:
    """Read references and hypotheses from one file that holds both, or from a pair.

    If both files have ids, rows are paired by id, in the order of the reference; a
    reference whose id has no hypothesis gets ``None`` (missing). Without ids the position
    decides, and the counts must be equal. Anything else is an error.

    Args:
        reference: a path, or ``"-"`` for standard input.
        hypothesis: the same; ``None`` where the first file holds both sides.
        options: a `mondegreen.Options`, whose reading options are used.
        chosen: single options; they override those of ``options``:

    Returns:
        The corpus, with all other columns as metadata.

    Raises:
        InputError: a file cannot be read, breaks its format (`ParseError`), or the two do not
            match (`PairingError`), or they do not fit into memory.
        UsageError: the arguments contradict each other, or no format has this name.

    >>> from importlib.resources import files
    >>> example = files("mondegreen") / "examples" / "utterances.jsonl"
    >>> corpus = read(example, hypothesis_column="whisper-tiny")
    >>> corpus.ids[0], corpus.metadata["speaker"][0]
    ('banking-01', 'flite-slt')
    """
    return _checked(reference, hypothesis, Reading.of(options, chosen))


def read_against(
    reference: str | os.PathLike[str],
    hypothesis: str | os.PathLike[str],
    *,
    options: Reading | None = None,
    **chosen: Unpack[ReadingKeywords],
) -> Corpus:
    """Read a pair as `read` does, of which the user said which file has the references.

    So hypotheses in that file, and references in the other, are left alone without a word.

    Args:
        reference: the file of the references.
        hypothesis: the file of the hypotheses.
        options: those of `read`.
        chosen: the same, one by one.

    Raises:
        InputError: as `read` does.
        UsageError: as `read` does.
    """
    return _checked(reference, hypothesis, Reading.of(options, chosen), named=True)


def _checked(
    reference: str | os.PathLike[str],
    hypothesis: str | os.PathLike[str] | None,
    options: Reading,
    *,
    named: bool = False,
) -> Corpus:
    alone = hypothesis is None and isinstance(reference, (str, os.PathLike))
    files = files_of(os.fsdecode(reference)) if alone else None
    if files is not None:
        from mondegreen.corpus.several import read_several  # seldom needed

        return read_several(files, lambda path: _checked(path, None, options))
    formats = options.format, options.hypothesis_format
    _check_usage(reference, hypothesis, options)
    for name in filter(None, formats):
        FORMATS.get(name)  # an unknown name is refused before anything is opened
    columns = options.reference_column, options.hypothesis_column, options.id_column
    try:
        corpus, told = _read(reference, hypothesis, formats, columns, options, named=named)
        from mondegreen.corpus.looks import look_at  # what scores Python's texts has no files

        forms = formats[0], formats[1] or formats[0]
        spoken = forms[0] == "lines", forms[1] == "lines"
        look_at(corpus, spoken=spoken, told=told, is_pair=hypothesis is not None)
        by_name = hypothesis is None and columns[1]
        return replace(corpus, system=by_name or _stem(hypothesis or reference))
    except MemoryError:
        pass  # what was read so far is gone only after this clause
    except ParseError as error:
        if hypothesis is None or not hasattr(error, "with_other"):
            raise
        raise _with_other(error, reference, hypothesis, options) from None
    raise _no_room(reference, hypothesis)


def _with_other(
    error: Any,
    reference: str | os.PathLike[str],
    hypothesis: str | os.PathLike[str],
    options: Reading,
) -> ParseError:
    """Return the error for a file that is not UTF-8 with what the other file says of it."""
    first = visible(os.fsdecode(reference))
    is_hypothesis = error.path != first and not error.path.startswith(f"{first}{os.sep}")
    other = reference if is_hypothesis else hypothesis
    if "-" in {reference, hypothesis}:
        return error  # type: ignore[no-any-return] # what was read is gone
    with opened(other, **options.opening(hypothesis=not is_hypothesis)) as source:
        found: ParseError = error.with_other(source.head, source.name, is_hypothesis=is_hypothesis)
    return found


def read_lines(reference: str, hypothesis: str, options: Reading) -> tuple[Table, Table]:
    """Read two files of plain lines, which need not be as many, to be scored as one text each.

    Where they are Kaldi's after all, the tables are; where that is in doubt, `read` would say so,
    and so does this, unless the user named the format.

    Raises:
        InputError: as `read` does.
    """
    try:
        with (
            opened(reference, **options.opening(hypothesis=False)) as first,
            opened(hypothesis, **options.opening(hypothesis=True)) as second,
        ):
            tables = _load(first, "lines"), _load(second, "lines")
        from mondegreen.corpus.doubts import settled  # what scores texts of Python has no files

        # One line next to several is a text that was not cut.
        several = len(tables[0]) == len(tables[1]) or min(map(len, tables)) > 1
        sure = options.format is not None or options.hypothesis_format is not None
        return settled(*tables)[0] if several and not sure else tables
    except MemoryError:
        pass
    except ParseError as error:
        if not hasattr(error, "with_other"):
            raise
        raise _with_other(error, reference, hypothesis, options) from None
    raise _no_room(reference, hypothesis)


def _stem(path: str | os.PathLike[str]) -> str:
    """Return the name of a file without its folder and ending; none for standard input."""
    name = os.fsdecode(path)
    return "" if name == "-" else visible(PurePath(name.removesuffix(".gz")).stem)


def _no_room(*paths: str | os.PathLike[str] | None) -> InputError:
    names = [visible(os.fsdecode(path)) for path in paths if path is not None]
    verb = "does" if len(names) == 1 else "do"
    return InputError(f"{', '.join(names)}: {verb} not fit into memory; {WAY_OUT}")


def _read(
    reference: str | os.PathLike[str],
    hypothesis: str | os.PathLike[str] | None,
    formats: tuple[str | None, str | None],
    columns: tuple[str | None, str | None, str | None],
    options: Reading,
    *,
    named: bool,
) -> tuple[Corpus, bool]:
    """Return the corpus, and whether a warning said what is in front of its texts."""
    told = False
    with ExitStack() as stack:
        side = None if hypothesis is None else False
        first = stack.enter_context(opened(reference, **options.opening(hypothesis=side)))
        if hypothesis is None:
            table = _load(first, formats[0] or by_columns(sniff(first)))
            return from_one(table, *columns, options.join_by), told
        second = stack.enter_context(opened(hypothesis, **options.opening(hypothesis=True)))
        names = _names((first, second), (formats[0], formats[1] or formats[0]), columns)
        # Only where two files are read: what scores texts of Python imports this module too.
        from mondegreen.corpus.order import refuse_other_order
        from mondegreen.corpus.sides import join, sides_of

        if options.join_by is None and columns[2] != "" and _are_segmented(*names):
            from mondegreen.corpus.segmented_pair import read_segmented  # large, and seldom needed

            corpus = read_segmented((first, second), names, columns, formats, named=named)
            return replace(corpus, formats=names), told
        tables = _load(first, names[0]), _load(second, names[1])
    if options.join_by is not None:
        from mondegreen.corpus.documents import join_documents  # as above

        sides = sides_of(*tables, *columns[:2], "")
        return replace(join_documents(*sides, options.join_by), formats=names), told
    if "lines" in names:
        from mondegreen.corpus.stamped import refuse_stamps  # as above

        refuse_stamps(tables, formats)
    if names == ("lines", "lines") and formats == (None, None):
        from mondegreen.corpus.doubts import settled  # what scores texts of Python has no files

        tables, told = settled(*tables)
    if not named:
        doubt_two_results(*tables, *columns[:2])
    sides = sides_of(*tables, *columns)
    if columns[2] != "" and (sides[0].ids is None) is not (sides[1].ids is None):
        sides = sides_of(*_as_kaldi(sides, formats), *columns)
    if columns[2] is None and sides[0].ids is None and sides[1].ids is None:
        refuse_other_order(*tables, (sides[0].column, sides[1].column))
    if columns[2] is None and sides[0].ids is not None and sides[1].ids is not None:
        from mondegreen.corpus.counted_ids import by_names_of_clips  # as above

        sides = by_names_of_clips(*sides)
    return replace(join(*sides), formats=names), told


def _as_kaldi(
    sides: tuple[Side, Side], formats: tuple[str | None, str | None]
) -> tuple[Table, Table]:
    """Return the tables of both sides; plain lines that begin with ids of the other are Kaldi's."""
    from mondegreen.corpus.doubts import with_ids_of  # as above

    tables = [side.table for side in sides]
    for at, (side, other) in enumerate((sides, sides[::-1])):
        if side.table.format == "lines" and formats[at] is None and other.ids is not None:
            tables[at] = with_ids_of(other.ids, side.table) or side.table
    return tables[0], tables[1]


def _are_segmented(*names: str) -> bool:
    """Whether one of the formats holds segments; it may be one of a plug-in."""
    return any(hasattr(FORMATS.get(name), "read_segments") for name in names)


def _names(
    sources: tuple[Source, Source],
    formats: tuple[str | None, str | None],
    columns: tuple[str | None, str | None, str | None],
) -> tuple[str, str]:
    """Return the formats of a pair: what was named, else what the content says.

    Manifests are read by their columns, so that ids and marks of what is missing are found, unless
    one of them cuts a recording, or the other file has segments.
    """
    names = []
    for source, given in zip(sources, formats, strict=True):
        name = given or sniff(source)
        if isinstance(source, Folder) and name not in BY_SHAPE["folder"]:
            source.inner, name = name, "files"
        names.append(name)
    plain = [
        name if given else by_columns(name) for name, given in zip(names, formats, strict=True)
    ]
    cut = any(
        by_columns(name) != name and FORMATS.get(name)().cuts_recordings(source.head)
        for source, name in zip(sources, names, strict=True)
    )
    results = cut and are_two_results(*map(_first_row, sources))
    if columns != (None, None, None) or results or not (cut or _are_segmented(*plain)):
        names = plain
    return names[0], names[1]


def formats_of_pair(sources: tuple[Source, Source]) -> tuple[str, str]:
    """Return the formats of two files of which the user named nothing, as their content says."""
    return _names(sources, (None, None), (None, None, None))


def _first_row(source: Source) -> Table:
    """Return the first row of a manifest, as far as it is in the first bytes."""
    from mondegreen.corpus.sample import Sample  # where files are read at all

    row = Sample(source).record or {}
    return Table(source.name, "jsonl", {name: [value] for name, value in row.items()})


def _check_usage(reference: object, hypothesis: object, options: Reading) -> None:
    if all(isinstance(path, str) and path == "-" for path in (reference, hypothesis)):
        raise UsageError("only one of reference and hypothesis can be '-', standard input")
    for name in ("format", "encoding"):
        if hypothesis is None and getattr(options, f"hypothesis_{name}") is not None:
            raise UsageError(f"hypothesis_{name} needs a hypothesis file; for one file give {name}")


def _load(source: Source, name: str) -> Table:
    table = FORMATS.get(name)().read(source)
    if not len(table):
        reason = f"it holds no rows, read as {name}" if source.head else "the file is empty"
        from mondegreen.corpus.several import NoUtterancesError  # as above

        raise NoUtterancesError(f"{source.name}: no utterances ({reason}); expected at least one")
    return table


def from_one(
    table: Table,
    reference: str | None,
    hypothesis: str | None,
    identifier: str | None,
    join_by: str | None = None,
) -> Corpus:
    """Return the corpus of one table that holds both sides; the arguments name columns."""
    if table.transcript:
        csv = f"; {IF_CSV}" if may_be_csv(table) else ""
        calls = f"; score a folder of calls with mondegreen calls {typed(table.name)}"
        raise OneSideError(
            f"{table.name}: is read as {table.format}, which holds one text per utterance; give "
            f"the file of the hypotheses too, or one file with a column for each (--format{csv})"
            f"{calls if table.format == 'files' else ''}"
        )
    from mondegreen.corpus.n_best import with_joined_columns  # as above
    from mondegreen.corpus.sides import alternatives_of, warn_of_speakers

    table = with_joined_columns(table, hypothesis)
    said, wrote = both_sides(table, reference, hypothesis)
    for column in (said, wrote):
        warn_of_speakers(table.name, table.columns[column])
    if join_by is not None:
        from mondegreen.corpus.documents import join_rows  # as above

        return join_rows(table, said, wrote, join_by)
    named = id_name(table, identifier, (said, wrote), pair=False)
    return Corpus(
        None if named is None else identifiers(table, named),
        reference_texts(table, said),
        hypothesis_texts(table, wrote),
        rest(table, said, wrote, named),
        f"{table.name} ({table.format})",
        alternatives_of(table, said),
    )
