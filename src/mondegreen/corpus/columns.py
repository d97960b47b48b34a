"""Which column is what, and the checks that a column must pass."""

from __future__ import annotations

import difflib
import json
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from mondegreen._kernel import looks
from mondegreen.corpus.status_column import is_reason, with_status
from mondegreen.corpus.table import as_list, describe, quoted
from mondegreen.errors import InputError, OneSideError, typed
from mondegreen.types import AnyOf, Failed, NBest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.corpus.table import Column, Table

__all__ = [
    "HYPOTHESIS",
    "HYPOTHESIS_OF_PAIR",
    "ID",
    "IF_CSV",
    "KNOWN",
    "OTHER_ID",
    "REFERENCE",
    "SEGMENT_IDS",
    "Role",
    "choose",
    "hypothesis_texts",
    "identifiers",
    "may_be_csv",
    "reference_texts",
    "rest",
]

_HYPOTHESES: Final = {str, type(None), NBest}
_MOST_LISTED = 30
_WORDS_OF_A_TEXT = 4  # names of columns have fewer
_MOST_COMPARED = 1000
_LONGEST_NAME = 100
_ROWS_COMPARED = 100
IF_CSV: Final = "if it is CSV: --format csv"


@dataclass(frozen=True)
class Role:
    """What a column is for, the names it goes by, in order, and the flag that names it."""

    name: str
    names: tuple[str, ...]

    @property
    def flag(self) -> str:
        """The option of the command line."""
        return f"--{self.name}-column" if self.name else "--column"


REFERENCE: Final = Role(
    "reference",
    (
        *("reference", "ref", "text", "target", "ground_truth", "transcript", "sentence"),
        *("references", "reference_text", "groundtruth", "gt", "label", "normalized_text"),
    ),
)
HYPOTHESIS: Final = Role(
    "hypothesis",
    (
        *("hypothesis", "hyp", "pred_text", "prediction", "predicted", "asr"),
        *("hypotheses", "hyp_text", "predictions", "pred", "predicted_text", "asr_output"),
        *("output", "transcription"),  # the last may be the reference: see `roles`
    ),
)
# A file that holds only hypotheses may call them a text like any other.
HYPOTHESIS_OF_PAIR: Final = Role(
    "hypothesis", (*HYPOTHESIS.names, "text", "transcript", "sentence")
)
ID: Final = Role(
    "id",
    ("id", "utterance_id", "utt_id", "uttid", "sample_id", "file_path", "audio_filepath"),
)
SEGMENT_IDS: Final = ID.names[:5]
"""Names of ids of utterances; what is under the others may be a recording of several."""
# Ids where the values can be ids; the more exact names first.
OTHER_ID: Final = (
    *("utt", "key", "segment_id", "segment", "audio_path", "path", "audio", "filename", "file"),
    *("wav", "recording_id"),
)
KNOWN: Final = frozenset({*REFERENCE.names, *HYPOTHESIS.names, *ID.names, *OTHER_ID})
"""All names that say which column it is."""


def choose(
    table: Table, role: Role, given: str | None, *, taken: tuple[str | None, ...] = ()
) -> str | None:
    """Return the column of a role: the given one, else the first known name that is there.

    ``taken`` columns have a role already. Returns ``None`` where no known name is there.

    Raises:
        InputError: the given column is not there.
    """
    if given is None:
        there = (table.find(name) for name in role.names)
        return next((name for name in there if name is not None and name not in taken), None)
    found_name = table.find(given)
    if found_name is not None:
        return found_name
    if table.transcript:
        hint = f" ({IF_CSV})" if may_be_csv(table) else ""
        raise InputError(
            f"{table.name}: is read as {table.format}, which has no columns to choose from; "
            f"leave out {role.flag}, or name the format with --format{hint}"
        )
    # In a wide table this would take long, and nobody types a name like these.
    short = (name for name in islice(table.columns, _MOST_COMPARED) if len(name) <= _LONGEST_NAME)
    near = difflib.get_close_matches(given, short, n=1) if len(given) <= _LONGEST_NAME else []
    hint = f" Did you mean {near[0]!r}?" if near else ""
    raise InputError(
        f"{table.name}: no column is named {given!r}.{hint} {found(table)} ({role.flag})"
    )


def may_be_csv(table: Table) -> bool:
    """Whether lines could be CSV without the suffix: standard input, or a comma in the first."""
    if table.format != "lines":
        return False
    return table.name == "<stdin>" or "," in table.columns["text"][0]


def found(table: Table) -> str:
    """List the columns of a table for a message, the ones left out with their types."""
    names = list(table.columns)
    text = f"Columns found: {', '.join(map(quoted, names[:_MOST_LISTED]))}"
    if len(names) > _MOST_LISTED:
        text += f" and {len(names) - _MOST_LISTED} more"
    if table.skipped:
        text += f"; not usable: {', '.join(table.skipped[:_MOST_LISTED])}"
        if len(table.skipped) > _MOST_LISTED:
            text += f" and {len(table.skipped) - _MOST_LISTED} more"
    if len(names) == 1 and any(mark in names[0] for mark in ";\t|,"):
        text += " (one column only: is the separator a comma in .csv, a tab in .tsv?)"
    if any(len(name.split()) >= _WORDS_OF_A_TEXT for name in names[:_MOST_LISTED]):
        text += " (is the first line a row? A table needs a header, as id,text)"
    if any(name != name.strip() for name in names):
        text += " (some have spaces around them: take these out of the header)"
    return text + "."


def not_found(
    table: Table,
    role: Role,
    taken: str | None = None,
    *,
    reference: str | None = None,
    also: Role | None = None,
) -> InputError:
    """Say that a needed column is not there, and what to type.

    ``taken`` was named by the user for the other side; ``reference`` has the references, and columns
    with words of them may be the hypotheses. ``also`` is the other side if it is not found either.
    """
    said = _failure(table)
    if said is not None:
        return InputError(
            f"{table.name}: is the reply of a recogniser that failed, with no transcript: {said:.200}"
        )
    other = f" next to {quoted(taken)}, which has the other side" if taken else ""
    start = f"{table.name}: no {role.name} column{other}. {found(table)}"
    alike = _alike(table, reference) if reference is not None else []
    ids = ' If these are ids and their values texts, as {"u1": "so it goes"}, add --format json.'
    ids = ids if _may_be_ids(table) else ""
    if also is not None and (columns := _columns_to_type(table)):
        return InputError(f"{start} {columns}{ids}")
    if not alike:
        flags = f"{role.flag} NAME{f' and {also.flag} NAME' if also else ''}"
        kind = InputError if role.name == "reference" else OneSideError
        return kind(f"{start} Known names: {', '.join(role.names)}. Name yours with {flags}.{ids}")
    words = f"{start} Words of {quoted(str(reference))} are in {', '.join(map(quoted, alike))}: "
    several = f", or compare them with --systems {_as_list(alike)}"
    return InputError(
        f"{words}add {role.flag} {typed(alike[0])}{several if _as_list(alike) else ''}"
    )


def _as_list(names: Sequence[str]) -> str:
    """Return names as one typed argument; nothing where there is one name, or one has a comma."""
    return typed(",".join(names)) if len(names) > 1 and "," not in "".join(names) else ""


def _columns_to_type(table: Table) -> str:
    """Return the columns to name where most texts of one share words with those of others, or nothing.

    Which of them has the references is for the user to know.
    """
    shared = ((name, _alike(table, name)) for name in _with_texts(table))
    first, others = next(((name, found) for name, found in shared if found), ("", []))
    others = [name for name in others if name in _with_texts(table)]
    if not others:
        return ""
    reference, hypothesis = typed(first), typed(others[0])
    compared = f"{REFERENCE.flag} {reference} --systems {_as_list(others)}"
    several = f"; to compare them: {compared}"
    return (
        f"Words of {quoted(first)} are in {', '.join(map(quoted, others))}: if {quoted(first)} has the references, "
        f"add {REFERENCE.flag} {reference} {HYPOTHESIS.flag} {hypothesis}{several if _as_list(others) else ''}."
    )


def _with_texts(table: Table) -> list[str]:
    """Return the columns that may be texts: most rows have several words."""
    rows = {name: as_list(column)[:_ROWS_COMPARED] for name, column in table.columns.items()}
    return [
        name
        for name, texts in islice(rows.items(), _MOST_LISTED)
        if 2 * sum(len(_words(text)) > 1 for text in texts) > len(texts)
    ]


def _may_be_ids(table: Table) -> bool:
    """Whether a file of one object has texts alone, as one of texts by ids has."""
    if table.format != "jsonl" or len(table) != 1 or len(table.columns) < 2:  # noqa: PLR2004
        return False
    return all(isinstance(column[0], str | None) for column in table.columns.values())


def _failure(table: Table) -> str | None:
    """Return what went wrong where the whole file is one reply of a recogniser that failed."""
    if not table.name.lower().endswith(".json") or len(table) != 1:
        return None
    from mondegreen.corpus.failures import failure_in  # imported only if needed

    return failure_in({name: as_list(column)[0] for name, column in table.columns.items()})


def _alike(table: Table, reference: str) -> list[str]:
    """Return the columns most of whose texts share a word with the reference."""
    said = [_words(text) for text in as_list(table.columns[reference])[:_ROWS_COMPARED]]
    names = [name for name in islice(table.columns, _MOST_COMPARED) if name != reference]
    return [
        name
        for name in names
        if 2 * sum(map(_share, said, as_list(table.columns[name])[:_ROWS_COMPARED])) >= len(said)
    ][:_MOST_LISTED]


def _share(said: set[str], text: Any) -> bool:
    return bool(said & _words(text))


def _words(text: Any) -> set[str]:
    return set(text.casefold().split()) if isinstance(text, str) else set()


def reference_texts(table: Table, column: str) -> Column:
    """Return references; each must be a text, or a list of several, of which any one will do.

    Raises:
        ParseError: a value is null or not a text.
    """
    texts = table.columns[column]
    _refuse_json(table, column)
    if isinstance(texts, list):
        kinds = set(map(type, texts))
        if list in kinds:
            texts = [_any_of(value) for value in texts]
            kinds = set(map(type, texts))
        if kinds <= {str, AnyOf}:
            return texts
    elif not getattr(texts, "null_count", 0):
        return texts
    row, value = next((i, v) for i, v in enumerate(as_list(texts)) if type(v) not in {str, AnyOf})
    raise table.error(row, f"the reference {column!r} is {describe(value)}, expected a text")


def _refuse_json(table: Table, column: str) -> None:
    """Refuse a column whose first text is an object or a list of JSON, and so no words."""
    first = str(next(iter(table.columns[column]), "") or "")
    if first[:1] not in {"{", "["} or first[-1] not in {"}", "]"}:
        return
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        return
    if isinstance(value, dict) or any(isinstance(part, str | dict) for part in value):
        raise table.error(
            0,
            f"the column {column!r} holds JSON, as {quoted(first)}, expected texts; write the texts "
            "alone, or give the export as JSON",
        )


def _any_of(value: Any) -> Any:
    listed = type(value) is list and value and all(isinstance(text, str) for text in value)
    return AnyOf(*value) if listed else value


def hypothesis_texts(table: Table, column: str) -> Column:
    """Return hypotheses: texts, ``None`` where there is none, `Failed` where that is said.

    Raises:
        ParseError: a value is neither null nor a text, or has words although its status is
            missing or failed.
    """
    texts = table.columns[column]
    _refuse_json(table, column)
    if isinstance(texts, list) and list in set(map(type, texts)):
        from mondegreen.corpus.n_best import of_list  # seldom needed

        texts = list(map(of_list, texts))
    if isinstance(texts, list) and not set(map(type, texts)) <= _HYPOTHESES:
        row, value = next((i, v) for i, v in enumerate(texts) if type(v) not in _HYPOTHESES)
        raise table.error(
            row, f"the hypothesis {column!r} is {describe(value)}, expected a text or null"
        )
    return with_status(table, column, _with_errors(table, column, texts))


def _with_errors(table: Table, column: str, texts: Column) -> Column:
    if "error" not in table.columns or column == "error":
        return texts
    reasons = as_list(table.columns["error"])
    if not any(map(is_reason, reasons)):
        return texts
    return [
        Failed(str(reason)) if is_reason(reason) and not _has_words(text) else text
        for text, reason in zip(as_list(texts), reasons, strict=True)
    ]


def _has_words(text: Any) -> bool:
    return bool(text.strip()) if isinstance(text, str) else text is not None


def identifiers(table: Table, column: str) -> list[str]:
    """Return ids as texts; each is there and is once.

    Raises:
        ParseError: an id is null, empty, no text or whole number, or there twice.
    """
    values = as_list(table.columns[column])
    way_out = f"choose another column with {ID.flag}, or {ID.flag} '' to do without ids"
    if table.transcript:
        way_out = "every id occurs once"
        if table.format == "kaldi":
            way_out += "; an id ends at the first blank, so write _ for a blank in it"
    if not set(map(type, values)) <= {str} or "" in values:
        for row, value in enumerate(values):
            if type(value) not in {str, int} or value == "":
                what = "empty" if value == "" else describe(value)
                raise table.error(
                    row,
                    f"the id {column!r} is {what}, expected a text or a whole number; {way_out}",
                )
        values = [str(value) for value in values]
    if looks.first_repeated(values) is not None:
        first: dict[str, int] = {}
        apart = None if table.transcript else _telling_apart(table, column, values)
        if apart is not None:
            way_out = (
                f"{way_out}. With {quoted(apart)} added no id is a duplicate: if it names the "
                f"system, compare with --system-column {typed(apart)}"
            )
        for row, value in enumerate(values):
            if first.setdefault(value, row) != row:
                raise table.error(
                    row,
                    f"the id {quoted(value)} occurs here and on {table.place(first[value])}, "
                    f"expected different ids; {way_out}",
                )
    return values


def _telling_apart(table: Table, column: str, values: list[str]) -> str | None:
    """Return the column that tells rows of one id apart, as that of the system in a long table.

    It has no more values than one id has rows, and each of them in two rows or more.
    """
    most = max(Counter(values).values())
    for name, others in table.columns.items():
        if name == column:
            continue
        listed = as_list(others)
        if not set(map(type, listed)) <= {str} or "" in listed:
            continue
        counts = Counter(listed)
        if len(counts) > most or min(counts.values()) < 2:  # noqa: PLR2004 - a value of one row
            continue
        if len(set(zip(values, listed, strict=True))) == len(values):
            return name
    return None


def rest(table: Table, *used: str | None) -> dict[str, list[Any]]:
    """Return the columns without a role, as Python values."""
    return {name: as_list(column) for name, column in table.columns.items() if name not in used}
