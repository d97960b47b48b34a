"""Two tables, one of references and one of hypotheses, that become one corpus."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.column_sides import hypothesis_of_pair, id_name, reference_of_pair
from mondegreen.corpus.columns import (
    ID,
    OTHER_ID,
    hypothesis_texts,
    identifiers,
    reference_texts,
    rest,
)
from mondegreen.corpus.corpus import Corpus
from mondegreen.corpus.mismatch import advice
from mondegreen.corpus.n_best import by_numbered_ids, with_joined_columns
from mondegreen.corpus.pairing import match, merge, take
from mondegreen.corpus.side import Side
from mondegreen.corpus.speakers import warning_of_speakers
from mondegreen.corpus.table import as_list, quoted
from mondegreen.errors import DoubtWarning, PairingError, counted, warn

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.corpus.row_words import RowWords
    from mondegreen.corpus.table import Column, Table

__all__ = ["alternatives_of", "join", "sides_of", "warn_of_speakers"]

_LOOKED_AT: Final = 100


def sides_of(
    first: Table, second: Table, reference: str | None, hypothesis: str | None, given: str | None
) -> tuple[Side, Side]:
    """Return both sides of a pair; the arguments name columns, as those of `read` do.

    A column of ids that only one file has is that of this file; the other has its usual one. Where
    no id of one file is in the other, a column of ids that both have, with the same values, holds
    the ids of both.

    Raises:
        InputError: a column is not there, or holds something else.
    """
    second = with_joined_columns(second, hypothesis)
    said, wrote = reference_of_pair(first, reference), hypothesis_of_pair(second, hypothesis)
    there = [given is not None and table.find(given) is not None for table in (first, second)]
    named = [given if here or not any(there) else None for here in there]
    sides = (
        _side(first, said, reference_texts(first, said), named[0]),
        _side(second, wrote, hypothesis_texts(second, wrote), named[1]),
    )
    shared = None if given is not None else _shared_ids(*sides)
    if shared is None:
        return sides
    return (
        _side(first, said, sides[0].texts, shared),
        _side(second, wrote, sides[1].texts, shared),
    )


def _shared_ids(references: Side, hypotheses: Side) -> str | None:
    """Return the column of ids that both files have with the same values, if their ids differ."""
    if references.ids is None or hypotheses.ids is None:
        return None
    if references.id_column == hypotheses.id_column or {*references.ids} & {*hypotheses.ids}:
        return None
    both = [name for name in (*ID.names, *OTHER_ID) if name in references.metadata]
    both += [name for name in (references.id_column, hypotheses.id_column) if name is not None]
    values = [
        {name: side.ids if name == side.id_column else side.metadata.get(name) for name in both}
        for side in (references, hypotheses)
    ]
    return next((name for name in both if _same_ids(values[0][name], values[1][name])), None)


def _same_ids(first: list[Any] | None, second: list[Any] | None) -> bool:
    if not first or not second or len(first) != len(second):
        return False
    names = [set(map(str, column)) for column in (first, second)]
    return names[0] == names[1] and len(names[0]) == len(first)


def _side(table: Table, column: str, texts: Column, given: str | None) -> Side:
    named = id_name(table, given, (column,), pair=True)
    ids = None if named is None else identifiers(table, named)
    return Side(table, column, texts, ids, named, rest(table, column, named))


def join(references: Side, hypotheses: Side) -> Corpus:
    """Return the corpus of two sides: by id where both have ids, by position where neither has.

    Raises:
        PairingError: a hypothesis without a reference, ids on one side alone, or, without ids,
            other numbers of rows.
    """
    first, second = references.table, hypotheses.table
    for side in (references, hypotheses):
        if side.table.format != "lines":
            warn_of_speakers(side.table.name, side.texts)
    source = f"{first.name} ({first.format}), {second.name} ({second.format})"
    hypotheses = by_numbered_ids(references, hypotheses)
    counts = f"references: {len(first)} in {first.name}, hypotheses: {len(second)} in {second.name}"
    texts, metadata, words = hypotheses.texts, hypotheses.metadata, hypotheses.words
    if references.ids is not None and hypotheses.ids is not None:
        order = match(
            references.ids,
            hypotheses.ids,
            names=(first.name, second.name),
            place=second.place,
            fold=first.fold_ids and second.fold_ids,
            advice=lambda: advice(
                (first, second),
                (references.id_column, hypotheses.id_column),
                (references.ids or [], hypotheses.ids or []),
            ),
        )
        if order is not None:
            texts = take(texts, order)
            metadata = {name: take(column, order) for name, column in metadata.items()}
            words = None if words is None else partial(_in_order, words, order)
    elif references.ids is not None or hypotheses.ids is not None:
        bare = second if hypotheses.ids is None else first
        named = references.ids if references.ids is not None else hypotheses.ids
        if spaced := _with_blanks(named or [], bare):
            raise PairingError(
                f"{counts}; the lines of {bare.name} begin with ids that have blanks, as {quoted(spaced)}, "
                "and an id of Kaldi text ends at the first one: write _ for a blank in both files, or give "
                "both as tables"
            )
        raise PairingError(
            f"{counts}; only one of them has ids, so nothing says which belong together. Give "
            f"{bare.name}, read as {bare.format}, ids too (Kaldi text, trn, or a column id; "
            f"{ID.flag} names the column), or pair by position with {ID.flag} ''"
        )
    elif len(first) != len(second):
        raise PairingError(
            f"{counts}; without ids the counts must be equal. {_blank_lines(first, second)}"
            "Give both files ids (Kaldi text, with --format kaldi; trn; or a column id), or add the "
            "missing lines. If the line breaks differ: --join-by COLUMN aligns each document as one text, "
            "mondegreen score -g all lines"
        )
    return Corpus(
        references.ids,
        references.texts,
        texts,
        merge(references.metadata, metadata),
        source,
        alternatives_of(first, references.column) or ("nist" if second.alternatives else ""),
        left_out=first.left_out,
        words=(references.words, words),
    )


def _in_order(words: Callable[[], RowWords], order: list[int | None]) -> RowWords:
    return words().take(order)


def _with_blanks(ids: list[str], lines: Table) -> str:
    """Return the first id with blanks with which one of plain lines begins; else nothing."""
    if lines.format != "lines":
        return ""
    spaced = [name for name in ids[:_LOOKED_AT] if len(name.split()) > 1]
    texts = as_list(lines.columns["text"])[:_LOOKED_AT]
    return next((name for name in spaced if any(text.startswith(name) for text in texts)), "")


def _blank_lines(*tables: Table) -> str:
    """Return a sentence on the blank lines of two files of plain lines, where there are some."""
    if any(table.format != "lines" for table in tables):
        return ""
    blank = [
        [row for row, text in enumerate(table.columns["text"]) if not text.strip()]
        for table in tables
    ]
    if len(blank[0]) == len(blank[1]):
        return ""
    said = " and ".join(
        f"{table.name} has {counted(len(rows), 'blank line')} ({table.place(rows[0])} is the first)"
        for table, rows in zip(tables, blank, strict=True)
        if rows
    )
    one, other = (len(table) - len(rows) for table, rows in zip(tables, blank, strict=True))
    equal = " Without blank lines the counts are equal: take them out." if one == other else ""
    return f"A blank line is an utterance without words, and {said}.{equal} "


def warn_of_speakers(name: str, texts: Column) -> None:
    """Warn where speakers are in front of all texts of a column, which are then words."""
    doubt = warning_of_speakers(name, texts)
    if doubt:
        warn(doubt, DoubtWarning)


def alternatives_of(table: Table, column: str) -> str:
    """Return what alternatives the references have by their format; see `Corpus`."""
    if table.alternatives:
        return "nist"
    texts = table.columns[column]
    return "references" if isinstance(texts, list) and list in set(map(type, texts)) else ""
