"""Which side a column is on, where its name alone does not say so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.corpus.columns import (
    HYPOTHESIS,
    HYPOTHESIS_OF_PAIR,
    ID,
    OTHER_ID,
    REFERENCE,
    SEGMENT_IDS,
    Role,
    choose,
    not_found,
)
from mondegreen.corpus.table import as_list, quoted
from mondegreen.errors import InputError, UsageError, typed, warn

if TYPE_CHECKING:
    from mondegreen.corpus.table import Table

__all__ = [
    "are_two_results",
    "both_sides",
    "doubt_two_results",
    "hypothesis_of_pair",
    "id_name",
    "reference_of_pair",
    "refuse_split",
]

_EITHER: Final = "transcription"  # what a person or a system wrote
_TEXT: Final = "text"
# Any text could go by these, so next to one of them nothing says which side ``text`` is.
_VAGUE: Final = {_TEXT, "transcript", "sentence", "normalized_text"}
_NO_IDS: Final = ""


def both_sides(table: Table, reference: str | None, hypothesis: str | None) -> tuple[str, str]:
    """Return the columns of the references and of the hypotheses in one file.

    >>> from mondegreen.corpus.table import Table
    >>> both_sides(Table("x", "csv", {"transcription": ["a"], "pred": ["b"]}), None, None)
    ('transcription', 'pred')
    >>> both_sides(Table("x", "csv", {"text": ["b"], "ref": ["a"]}), None, None)
    ('ref', 'text')

    Raises:
        InputError: a side is not there, or nothing says which column it is.
        UsageError: both sides are the same column.
    """
    said = _reference(table, reference, hypothesis)
    wrote = choose(table, HYPOTHESIS, hypothesis, taken=(said,))
    text = table.find(_TEXT)
    if wrote is None and text is not None:
        clear = _clear_reference(table) if reference is None else reference
        if clear is not None and clear != text:
            said, wrote = clear, text
    if said is None:
        raise not_found(table, REFERENCE, hypothesis, also=HYPOTHESIS if wrote is None else None)
    if wrote is None:
        raise not_found(table, HYPOTHESIS, reference, reference=said)
    if hypothesis is None and len(table.columns) > 2:  # noqa: PLR2004 - else there is no other
        refuse_split(table, wrote, HYPOTHESIS)
    if said == wrote:
        raise UsageError(f"the column {said!r} cannot be both the reference and the hypothesis")
    return said, wrote


def reference_of_pair(table: Table, given: str | None) -> str:
    """Return the column of the references in the first of two files."""
    column = _reference(table, given, None)
    if column is None:
        column = table.find(_EITHER)  # the other side is the second file
    if column is None:
        raise not_found(table, REFERENCE)
    return column


def hypothesis_of_pair(table: Table, given: str | None) -> str:
    """Return the column of the hypotheses in the second of two files."""
    column = choose(table, HYPOTHESIS_OF_PAIR, given)
    if column is None:
        raise not_found(table, HYPOTHESIS_OF_PAIR)
    if given is None and len(table.columns) > 1:
        refuse_split(table, column, HYPOTHESIS)
    return column


def doubt_two_results(
    first: Table, second: Table, reference: str | None, hypothesis: str | None
) -> None:
    """Refuse a pair of files in which each has references and hypotheses of its own.

    Such files are the results of two systems. Where the user named both columns, the pair is
    what was asked for, and there is a warning.

    Raises:
        UsageError: it is unclear whether the hypotheses of the first are ignored on purpose.
    """
    if first.name == second.name:
        return
    sides = (
        _both_or_none(first, reference, hypothesis),
        _both_or_none(second, reference, hypothesis),
    )
    if sides[0] is None or sides[1] is None:
        return
    both = (
        f"{first.name} and {second.name} have references and hypotheses of their own, "
        f"{' and '.join(map(quoted, sides[0]))} in the first, {' and '.join(map(quoted, sides[1]))} in "
        "the second"
    )
    compare = f"mondegreen compare {typed(first.name)} {typed(second.name)}"
    if reference is not None and hypothesis is not None:
        warn(
            f"{both}. The references of the first are paired with the hypotheses of the second; to "
            f"compare the two systems: {compare}",
        )
        return
    raise UsageError(
        f"{both}: the results of two systems. Compare them with {compare}, or score one of them: "
        f"mondegreen score {typed(second.name)}. To pair the references of the first with the "
        f"hypotheses of the second, name both columns: {REFERENCE.flag} {typed(sides[0][0])} "
        f"{HYPOTHESIS.flag} {typed(sides[1][1])}"
    )


def refuse_split(table: Table, column: str, role: Role) -> None:
    """Refuse a side whose texts are in another known column wherever they are not in the chosen one.

    Such rows would be missing their texts, which are there under another name.

    Raises:
        InputError: there is such a column.
    """
    texts = table.columns[column]
    if not getattr(texts, "null_count", None in texts if isinstance(texts, list) else 0):
        return
    for name in map(table.find, role.names):
        if name is None or name == column:
            continue
        pairs = zip(as_list(texts), as_list(table.columns[name]), strict=True)
        both = [(isinstance(one, str), isinstance(other, str)) for one, other in pairs]
        here, there = sum(one for one, _ in both), sum(other for _, other in both)
        if here and there and not any(one and other for one, other in both):
            raise InputError(
                f"{table.name}: the texts of the {role.name} are under {quoted(column)} in {here:,} rows and "
                f"under {quoted(name)} in {there:,}; give them one name in all rows, or choose one with "
                f"{role.flag}"
            )


def are_two_results(first: Table, second: Table) -> bool:
    """Whether each of two tables has references and hypotheses of its own, by their columns.

    >>> from mondegreen.corpus.table import Table
    >>> row = {"text": ["so"], "pred_text": ["so"]}
    >>> are_two_results(Table("a", "jsonl", row), Table("b", "jsonl", {"text": ["so"]}))
    False
    """
    return all(_both_or_none(table, None, None) for table in (first, second))


def _both_or_none(
    table: Table, reference: str | None, hypothesis: str | None
) -> tuple[str, str] | None:
    if table.transcript:
        return None
    try:
        return both_sides(table, reference, hypothesis)
    except (InputError, UsageError):
        return None


def id_name(table: Table, given: str | None, taken: tuple[str, ...], *, pair: bool) -> str | None:
    """Return the column of the ids, or ``None`` where there is none.

    Names that often stand for more than one utterance, such as a file cut into segments, count
    where the values can be ids. In a pair, which would else go by position, they also count
    where only some can, and are then an error.
    """
    if given == _NO_IDS:
        return None
    # A transcript has its ids in one place; the given name is then meant for the other file.
    column = choose(table, ID, None if table.transcript else given, taken=taken)
    if column is not None and (pair or column == given or column in map(table.find, SEGMENT_IDS)):
        return column
    found = map(table.find, (*ID.names, *OTHER_ID))
    there = [name for name in found if name is not None and name not in taken]
    good = next((name for name in there if _are_ids(table, name)), None)
    if good is not None or not pair:
        return good
    return next((name for name in there if _types(table, name) & {str, int}), None)


def _reference(table: Table, given: str | None, hypothesis: str | None) -> str | None:
    column = choose(table, REFERENCE, given, taken=(hypothesis,))
    either = table.find(_EITHER)
    if column is None and either is not None and hypothesis != either:
        other = hypothesis or choose(table, HYPOTHESIS, None, taken=(either,))
        return None if other is None else either
    return column


def _clear_reference(table: Table) -> str | None:
    return choose(table, REFERENCE, None, taken=tuple(map(table.find, _VAGUE)))


def _types(table: Table, name: str) -> set[type]:
    return set(map(type, as_list(table.columns[name])))


def _are_ids(table: Table, name: str) -> bool:
    if not _types(table, name) <= {str, int}:
        return False
    values = list(map(str, as_list(table.columns[name])))
    return "" not in values and len(set(values)) == len(values)
