"""Results of several systems, brought together utterance by utterance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.table import as_list, quoted
from mondegreen.errors import PairingError, SignatureMismatchError, UsageError, given, visible
from mondegreen.scoring.coverage import unclaimed_rows
from mondegreen.scoring.result import Result
from mondegreen.scoring.utterance import plain_text

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Systems"]

_MOST = 32
"""So many systems have marks of their own."""


@dataclass(frozen=True)
class Systems:
    """Results that were made in the same way, with one row per utterance.

    Attributes:
        names: of the systems, as the user gave them; one empty name for a single result.
        results: of the systems.
        metric: whose errors the page shows.
        places: for each utterance its row in each result, ``None`` where it has none. Of sessions the
            row of nobody is among them if it has errors.
    """

    names: tuple[str, ...]
    results: tuple[Result, ...]
    metric: str
    places: Sequence[tuple[int | None, ...]]

    @classmethod
    def of(cls, results: Any, metric: str | None = None) -> Systems:
        """Pair one result, or a mapping of names to results, by id.

        Without ids utterances are paired by position, and there must be as many in each.

        Raises:
            UsageError: no result, too many, or something else.
            SignatureMismatchError: they were scored in different ways.
            PairingError: the same id has different references, or the counts differ.
        """
        named = {"": results} if isinstance(results, Result) else results
        if not isinstance(named, Mapping) or not named:
            raise UsageError(
                f"report of {given(results)}: expected a result, or a mapping of systems to "
                "results, as {'a': result_a, 'b': result_b}"
            )
        if len(named) > _MOST:
            raise UsageError(
                f"{len(named)} systems: a report shows at most {_MOST}; choose some, "
                "as with --systems a,b"
            )
        for name, result in named.items():
            if not isinstance(name, str) or not isinstance(result, Result):
                raise UsageError(f"report of {given(name)}: {given(result)}: expected a result")
        parts = tuple(named.values())
        first = parts[0]
        chosen = first[metric or _shown(first)].name
        for other in parts[1:]:
            if chosen not in other.rows:
                raise SignatureMismatchError(first.signature, other.signature)
            signatures = first[chosen].signature, other[chosen].signature
            if signatures[0] != signatures[1]:
                raise SignatureMismatchError(*signatures)
        names = tuple(named)
        places = _places(names, parts)
        idle = [_idle_rows(part, chosen) for part in parts]
        if any(idle):
            places = [rows for rows in places if not all(map(_is_in, idle, rows))]
        _same_references(names, parts, places)
        return cls(names, parts, chosen, places)

    @property
    def first(self) -> Result:
        """The first result, which stands for all in what they share."""
        return self.results[0]

    @property
    def total(self) -> int:
        """How many utterances or speakers there are."""
        unclaimed = [unclaimed_rows(result) for result in self.results]
        if not any(unclaimed):
            return len(self.places)
        return sum(not all(map(_is_in, unclaimed, rows)) for rows in self.places)

    @property
    def common(self) -> int:
        """How many utterances every system has."""
        return sum(None not in rows for rows in self.places)

    def id(self, at: int) -> str:
        """Return the id of an utterance."""
        result, row = self.somewhere(at)
        return result.id(row)

    def somewhere(self, at: int) -> tuple[Result, int]:
        """Return the first result that has an utterance, and its row there."""
        for result, row in zip(self.results, self.places[at], strict=True):
            if row is not None:
                return result, row
        raise LookupError(at)  # an utterance comes from a result


def _shown(result: Result) -> str:
    """Return the metric whose errors are shown: the first; of sessions the first with errors in rows."""
    if result.recipe.uses_sessions:
        for name, kind in result.metrics.items():
            if kind.aligns_rows:
                return name
    return next(iter(result.rows))


def _idle_rows(result: Result, metric: str) -> set[int]:
    """Return the rows of no speaker that have no errors."""
    kind, columns = result.metrics[metric], result.rows[metric].columns
    rows = unclaimed_rows(result)
    return {row for row in rows if not kind.errors([column[row] for column in columns])}


def _is_in(rows: set[int], row: int | None) -> bool:
    return row is None or row in rows


def _places(names: Sequence[str], results: Sequence[Result]) -> Sequence[tuple[int | None, ...]]:
    if len(results) == 1:
        return [(row,) for row in range(len(results[0]))]
    if any(result.ids is None for result in results):
        counts = [len(result) for result in results]
        if len({*counts}) > 1:
            shown = ", ".join(f"{n}: {c:,}" for n, c in zip(names, counts, strict=True))
            raise PairingError(
                f"the systems have different numbers of utterances ({shown}) and no ids to pair "
                "them by; score them with an id column"
            )
        return [(row,) * len(results) for row in range(counts[0])]
    rows: dict[str, list[int | None]] = {}
    for at, result in enumerate(results):
        for row, name in enumerate(result.ids or ()):
            rows.setdefault(name, [None] * len(results))[at] = row
    return [tuple(row) for row in rows.values()]


def _same_references(
    names: Sequence[str],
    results: Sequence[Result],
    places: Sequence[tuple[int | None, ...]],
) -> None:
    """Refuse systems that were scored against other texts under the same id."""
    if len(results) == 1:
        return
    columns = [as_list(result.references) if result.has_texts else None for result in results]
    for rows in places:
        known: tuple[str, str] | None = None
        for name, column, result, row in zip(names, columns, results, rows, strict=True):
            if row is None or column is None:
                continue
            text = plain_text(column[row])
            if known is not None and text != known[1]:
                raise PairingError(
                    f"utterance {visible(result.id(row))} has one reference in {visible(known[0])} "
                    f"({quoted(known[1])}) and another in {visible(name)} ({quoted(text)}); a report "
                    "shows systems on the same references"
                )
            known = name, text
