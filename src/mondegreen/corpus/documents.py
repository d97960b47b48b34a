"""Rows that are joined by a column, so that a document is one text, whatever its lines are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.columns import hypothesis_texts, reference_texts, rest
from mondegreen.corpus.corpus import Corpus
from mondegreen.corpus.n_best import refuse_lists
from mondegreen.corpus.pairing import match, merge
from mondegreen.corpus.side import Side
from mondegreen.corpus.sides import alternatives_of
from mondegreen.corpus.table import as_list, quoted
from mondegreen.errors import InputError, UsageError, counted, did_you_mean
from mondegreen.types import AnyOf

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.corpus.table import Column, Table

__all__ = ["join_documents", "join_rows"]

_SHOWN = 5


def join_documents(references: Side, hypotheses: Side, column: str) -> Corpus:
    """Return one utterance per document: the lines of each side in their order, as one text.

    A document that the hypotheses do not have is missing; one that the references do not have is an
    error. Columns that have one value in each document are kept.

    Raises:
        UsageError: a file has no such column.
        InputError: a row names no document, or has no text.
        PairingError: a document without a reference.
    """
    tables = references.table, hypotheses.table
    rows = [_documents(table, column) for table in tables]
    names = [list(documents) for documents in rows]
    order = match(
        *names,
        names=(tables[0].name, tables[1].name),
        place=lambda at: tables[1].place(rows[1][names[1][at]][0]),
    )
    said = _joined(references.texts, rows[0], tables[0].name)
    wrote: list[Any] = _joined(hypotheses.texts, rows[1], tables[1].name)
    if order is not None:
        wrote = [None if at is None else wrote[at] for at in order]
    others = _constant(hypotheses.metadata, rows[1])
    at = range(len(names[0])) if order is None else order
    taken = {key: [None if i is None else values[i] for i in at] for key, values in others.items()}
    return Corpus(
        names[0],
        said,
        wrote,
        merge(_constant(references.metadata, rows[0]), taken) | {column: names[0]},
        " and ".join(dict.fromkeys(table.name for table in tables)),
        alternatives_of(tables[0], references.column),
    )


def join_rows(table: Table, reference: str, hypothesis: str, column: str) -> Corpus:
    """Return one utterance per document of a table whose rows have both texts.

    Raises:
        UsageError: there is no such column.
        InputError: a row names no document, or has no text.
    """
    sides = (
        Side(table, reference, reference_texts(table, reference), None, None, {}),
        Side(table, hypothesis, hypothesis_texts(table, hypothesis), None, None, {}),
    )
    others = rest(table, reference, hypothesis, None)
    return join_documents(replace(sides[0], metadata=others), sides[1], column)


def _documents(table: Table, column: str) -> dict[str, list[int]]:
    """Return the rows of each document, in the order in which the documents come."""
    if column not in table.columns:
        known = ", ".join(map(quoted, table.columns)) or "none"
        raise UsageError(
            f"{table.name}, read as {table.format}: there is no column {quoted(column)} to join by; "
            f"columns: {known}.{did_you_mean(column, table.columns)} To score all lines as one text: "
            "--global"
        )
    found: dict[str, list[int]] = {}
    for row, value in enumerate(as_list(table.columns[column])):
        plain = isinstance(value, (str, int, float)) and value == value  # noqa: PLR0124
        if not plain or value == "":
            raise table.error(row, f"column {quoted(column)} names no document: got {value!r:.40}")
        found.setdefault(str(value), []).append(row)
    return found


def _joined(texts: Column, documents: Mapping[str, Sequence[int]], source: str) -> list[Any]:
    listed = as_list(texts)
    refuse_lists(listed)
    if any(isinstance(text, AnyOf) for text in listed):
        raise UsageError(
            f"{source}: --join-by makes one text of a document, which several references cannot be; "
            "leave out --join-by"
        )
    without = [
        name
        for name, rows in documents.items()
        if not all(isinstance(listed[row], str) for row in rows)
    ]
    if without:
        some = ", ".join(map(quoted, without[:_SHOWN])) + ", ..." * (len(without) > _SHOWN)
        raise InputError(
            f"{source}: {counted(len(without), 'document has', 'documents have')} lines without a text, "
            f"which --join-by would lose: {some}; write an empty text where nothing was heard"
        )
    return [
        " ".join(text for row in rows if (text := listed[row].strip()))
        for rows in documents.values()
    ]


def _constant(
    metadata: Mapping[str, Sequence[Any]], documents: Mapping[str, Sequence[int]]
) -> dict[str, list[Any]]:
    """Return the columns that have one value in each document."""
    kept = {}
    for name, values in metadata.items():
        column = as_list(values)
        if all(column[row] == column[rows[0]] for rows in documents.values() for row in rows):
            kept[name] = [column[rows[0]] for rows in documents.values()]
    return kept
