"""A result cut into groups of utterances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mondegreen.scoring.arguments import is_null
from mondegreen.scoring.coverage import unclaimed_rows
from mondegreen.scoring.ranges import Range
from mondegreen.scoring.renderers import GROUP_RENDERERS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from mondegreen.scoring.result import MetricResult, Result

__all__ = ["Groups", "cuts_words", "exact_key", "key_order", "unclashing"]

_OF_WORDS = ("script", "frequency", "frequency:", "vocabulary:")


def cuts_words(name: str) -> bool:
    """Whether a name that is no column stands for a cut by words: `mondegreen.scoring.word_slices`.

    >>> [cuts_words(name) for name in ("script", "frequency:1,2", "vocabulary:words.txt", "speaker")]
    [True, True, True, False]
    """
    return name in _OF_WORDS or name[: name.find(":") + 1] in _OF_WORDS


@dataclass(frozen=True, repr=False)
class Groups(Mapping[Any, "dict[str, MetricResult]"]):
    """Groups in order of their keys; each key has one result per metric.

    What belongs to no speaker of a session is a group only where it has errors.

    A key is the value of the column, or a tuple of values where several columns were named. The
    keys ``True``, ``1`` and ``1.0`` are three, as are null and the text ``"None"``; a key that is
    looked up and not there finds one that equals it.

    >>> from mondegreen import score
    >>> groups = score(["a", "b", "c"], ["a", "x", "c"], by={"k": [1, True, 1]}).by("k")
    >>> groups[1]["wer"].value, groups[True]["wer"].value
    (0.0, 1.0)
    """

    columns: tuple[str, ...]
    groups: tuple[tuple[Any, dict[str, MetricResult]], ...]
    _places: dict[Any, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        places: dict[Any, int] = {}
        for place, (key, _) in enumerate(self.groups):
            places.setdefault(exact_key(key), place)
        object.__setattr__(self, "_places", places)

    @classmethod
    def of(cls, result: Result, columns: Sequence[str]) -> Groups:
        """Cut ``result`` by the values of ``columns``."""
        values = [list(map(_key, result.column(name))) for name in columns]
        keys = values[0] if len(values) == 1 else list(zip(*values, strict=True))
        rows: dict[Any, list[int]] = {}
        shown: dict[Any, Any] = {}
        for row, key in enumerate(keys):
            exact = exact_key(key)
            rows.setdefault(exact, []).append(row)
            shown.setdefault(exact, key)
        groups = []
        unclaimed = unclaimed_rows(result)
        for exact in sorted(rows, key=key_order):
            kept = [row for row in rows[exact] if result.is_scored(row)]
            spoken = len(kept) - len(unclaimed.intersection(kept))
            metrics = {
                name: result._summary(
                    name,
                    [sum(column[row] for row in kept) for column in part.columns],
                    spoken,
                    (result, kept),
                )
                for name, part in result.rows.items()
            }
            if not unclaimed.issuperset(rows[exact]) or any(m.errors for m in metrics.values()):
                groups.append((shown[exact], metrics))
        return cls(tuple(columns), tuple(groups))

    def __getitem__(self, key: Any) -> dict[str, MetricResult]:
        try:
            place = self._places.get(exact_key(_key(key)))
            if place is None:
                place = next((at for at, (each, _) in enumerate(self.groups) if each == key), None)
        except (RuntimeError, TypeError, ValueError):  # it is not a key, as an array is none
            place = None
        if place is None:
            raise KeyError(key)
        return self.groups[place][1]

    def __iter__(self) -> Iterator[Any]:
        return (key for key, _ in self.groups)

    def __len__(self) -> int:
        return len(self.groups)

    def records(self) -> list[dict[str, Any]]:
        """Return one row per group and metric: the columns, then what `MetricResult` has.

        A column whose name is taken by one of those gets ``column_`` in front of it.
        """
        metrics = [metric.to_dict() for _, group in self.groups for metric in group.values()]
        titles = unclashing(self.columns, metrics[0] if metrics else ())
        keys = [self.key(key) for key, group in self.groups for _ in group]
        return [
            {**dict(zip(titles, key, strict=True)), **metric}
            for key, metric in zip(keys, metrics, strict=True)
        ]

    def key(self, key: Any) -> tuple[Any, ...]:
        """Return a key as a tuple, one value per column."""
        return (key,) if len(self.columns) == 1 else key

    def __str__(self) -> str:
        return GROUP_RENDERERS.get("table")(self)

    __repr__ = __str__


def unclashing(columns: Iterable[str], taken: Collection[str]) -> list[str]:
    """Return names of columns of which none is taken: ours keep theirs, the user's grow.

    >>> unclashing(["speaker", "errors", "column_errors"], {"errors"})
    ['speaker', 'column_errors', 'column_column_errors']
    """
    used, titles = set(taken), []
    for name in columns:
        title = name
        while title in used:
            title = f"column_{title}"
        used.add(title)
        titles.append(title)
    return titles


def _key(value: Any) -> Any:
    """Return what a value is grouped by: NaN and NA are null, what cannot be a key its text."""
    if is_null(value):
        return None
    try:
        hash(value)
    except TypeError:
        return _Text(value)
    return value


class _Text(str):
    """The text of a value that cannot be a key; no text that somebody wrote."""

    __slots__ = ()


def exact_key(key: Any) -> tuple[str, Any]:
    """Return a key with the name of its type, that equals none of another type, as 1 equals 1.0 and True."""
    return type(key).__name__, tuple(map(exact_key, key)) if isinstance(key, tuple) else key


def key_order(exact: tuple[str, Any]) -> tuple[Any, ...]:
    """Sort numbers as numbers, the rest as text, nulls last; never compare unlike things."""
    kind, part = exact
    if part is None:
        return 2, 0, "", ""
    if isinstance(part, Range):
        return 0, part.place, "", ""
    if isinstance(part, (int, float)):
        return 0, part, "", kind
    if isinstance(part, tuple):
        return 1, 0, "", kind, tuple(map(key_order, part))
    return 1, 0, str(part), kind
