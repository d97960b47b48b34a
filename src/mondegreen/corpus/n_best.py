"""Lists of hypotheses (n-best): from lists in a column, from several columns, and from numbered ids."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.table import as_list, describe
from mondegreen.errors import InputError, UsageError
from mondegreen.patterns import pattern
from mondegreen.types import NBest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.corpus.side import Side
    from mondegreen.corpus.table import Table

__all__ = [
    "are_numbered",
    "by_numbered_ids",
    "is_numbered",
    "of_list",
    "refuse_lists",
    "with_joined_columns",
]

_TEXTS: Final = ("text", "transcript", "hypothesis", "sentence", "pred_text")
_NUMBERED: Final = pattern(r"(.+)-(\d+)")
_DIGITS: Final = pattern(r"(\d+)")


def of_list(value: Any) -> Any:
    """Return the hypotheses of a list: texts, or objects that have one; else the value as it is.

    What is null is no hypothesis.

    >>> of_list(["so it", None, "so is"]), of_list([{"text": "so", "score": -1}]), of_list([1])
    (NBest('so it', 'so is'), NBest('so'), [1])
    """
    if not isinstance(value, list):
        return value
    texts = [_text(each) for each in value if each is not None]
    return NBest(*texts) if all(isinstance(text, str) for text in texts) else value


def _text(value: Any) -> Any:
    if isinstance(value, dict):
        return next((value[name] for name in _TEXTS if name in value), None)
    return value


def with_joined_columns(table: Table, given: str | None) -> Table:
    """Return a table with one more column where several are given, by commas or with a star.

    Its name is what was given, and its values are lists of the texts of those columns in order. What is
    null is in no list, and neither are empty cells after the last text, as tables without nulls have them.

    Raises:
        InputError: a column that is not there, or holds something else than texts.
    """
    if given is None or table.transcript or table.find(given) is not None:
        return table
    names = _names(table, given)
    if len(names) < 2:  # noqa: PLR2004 - several
        return table
    columns = [as_list(table.columns[name]) for name in names]
    for name, column in zip(names, columns, strict=True):
        for row, value in enumerate(column):
            if not isinstance(value, str | None):
                raise table.error(
                    row, f"the hypothesis {name!r} is {describe(value)}, expected a text or null"
                )
    lists = [NBest(*_without_rest(row)) for row in zip(*columns, strict=True)]
    kept = {name: column for name, column in table.columns.items() if name not in names}
    return replace(table, columns={**kept, given: lists})


def _without_rest(row: Sequence[str | None]) -> list[str]:
    """Return texts without the empty ones after the last that is not; one stays if all are empty."""
    texts = [text for text in row if text is not None]
    while len(texts) > 1 and not texts[-1].strip():
        texts.pop()
    return texts


def _names(table: Table, given: str) -> list[str]:
    if "," not in given and "*" not in given:
        return []
    found: list[str] = []
    for part in map(str.strip, given.split(",")):
        if "*" in part:
            known = [name for name in table.columns if fnmatchcase(name, part)]
            found += sorted(known, key=_natural)
        elif (name := table.find(part)) is not None:
            found.append(name)
        else:
            raise InputError(
                f"{table.name}: no column is named {part!r}, of the several in {given!r}; columns: "
                f"{', '.join(map(repr, table.columns))}"
            )
    return list(dict.fromkeys(found))


def _natural(name: str) -> list[tuple[int, str]]:
    """Return what sorts ``hyp_2`` before ``hyp_10``."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in _DIGITS.split(name)]


def by_numbered_ids(references: Side, hypotheses: Side) -> Side:
    """Return the hypotheses with a list for each reference where their ids are numbered, as Kaldi's n-best.

    That is where `are_numbered` says so of their ids.
    """
    if references.ids is None or hypotheses.ids is None:
        return hypotheses
    if not are_numbered(references.ids, hypotheses.ids):
        return hypotheses
    found = [_NUMBERED.fullmatch(name) for name in hypotheses.ids]
    names = [(match[1], int(match[2])) for match in found if match is not None]
    counts = Counter(name for name, _ in names)
    order = sorted(range(len(names)), key=lambda row: names[row][1])
    texts = as_list(hypotheses.texts)
    lists: dict[str, list[Any]] = {name: [] for name in counts}
    for row in order:
        lists[names[row][0]].append(texts[row])
    return replace(
        hypotheses,
        ids=list(lists),
        texts=[_listed(each) for each in lists.values()],
        metadata={},
        words=None,
    )


def are_numbered(references: Sequence[str], hypotheses: Sequence[str]) -> bool:
    """Whether ids of hypotheses are those of references with ``-`` and a number, several of one at least.

    All are numbered, and most are of references; none is an id of a reference itself.

    >>> are_numbered(["u1", "u2"], ["u1-1", "u1-2", "u2-1"]), are_numbered(["u1"], ["u1", "u1-1"])
    (True, False)
    """
    if len(hypotheses) < 2 or not is_numbered(hypotheses[0]):  # noqa: PLR2004 - several
        return False
    known = set(references)
    found = [_NUMBERED.fullmatch(name) for name in hypotheses]
    if None in found or not known.isdisjoint(hypotheses):
        return False
    names = [match[1] for match in found if match is not None and match[1] in known]
    return 2 * len(names) > len(hypotheses) and len(names) > len({*names})


def is_numbered(name: str) -> bool:
    """Whether an id ends in ``-`` and a number."""
    return _NUMBERED.fullmatch(name) is not None


def refuse_lists(hypotheses: Any) -> None:
    """Refuse lists where one text per utterance is needed.

    Raises:
        UsageError: there are some.
    """
    if isinstance(hypotheses, list) and NBest in set(map(type, hypotheses)):
        raise UsageError(
            "hypotheses are lists of several (n-best), and here one text per utterance is needed; name one "
            "column with --hypothesis-column, or score the lists: mondegreen score FILE -m n-best"
        )


def _listed(texts: Sequence[Any]) -> Any:
    known = [text for text in texts if isinstance(text, str)]
    return NBest(*known) if known else texts[0]
