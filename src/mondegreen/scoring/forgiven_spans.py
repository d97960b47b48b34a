"""What was forgiven in the utterances of a result, span by span."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen._kernel import tokens
from mondegreen.alignment.lattice import Bracket
from mondegreen.alignment.lattice import pieces as marked_pieces
from mondegreen.errors import UsageError
from mondegreen.forgive.spans import Span, spans_of
from mondegreen.metrics.forgiven import ForgivenRate
from mondegreen.scoring.before import before_of_rows
from mondegreen.scoring.found import Found

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen._kernel.forgiven import Given
    from mondegreen.scoring.result import Result

__all__ = ["Spans", "pieces", "pieces_of_rows"]

_AT_ONCE = 10_000


class Spans(Found[Span]):
    """Forgiven spans in the order of the utterances.

    >>> from mondegreen import score
    >>> found = score("the data base", "the database", forgive=["spacing"]).forgiven()
    >>> found.records()[0]["why"]
    'the same letters: database'
    """

    columns = (
        *("id", "reason", "why", "reference", "hypothesis", "before", "after"),
        *("errors", "letters", "reference_start", "hypothesis_start"),
    )

    def records(self) -> list[dict[str, Any]]:
        """Return one row a span; words are parted by spaces."""
        return [span.to_dict() for span in self]


def pieces(result: Result, metric: str, rows: list[int] | None = None) -> Iterator[Span]:
    """Yield what was forgiven and the remaining errors in all utterances with errors, or some, in order.

    Raises:
        UsageError: the metric was scored without forgivers, or they or the texts are not here.
    """
    return (span for _, span in pieces_of_rows(result, metric, rows))


def pieces_of_rows(
    result: Result, metric: str, among: Sequence[int] | None = None
) -> Iterator[tuple[int, Span]]:
    """Yield the same with the row of each utterance, of all rows or of those named.

    Raises:
        UsageError: as `pieces` does.
    """
    kind = result.metrics[metric]
    if not isinstance(kind, ForgivenRate):
        raise UsageError(
            f"{metric} was scored without forgivers; score with forgive='agent', or the names of "
            "forgivers"
        )
    if kind.judged:
        raise UsageError(
            f"{metric} has forgivers of its own and a judge; result.details({metric!r}) has its "
            "differences with their reasons, where a model judged"
        )
    if not kind.aligns_rows:
        raise UsageError(
            f"{metric} compares words by their times, or those of several speakers, and not the texts of a "
            "row, so what is forgiven is counted and not listed; score cpwer to list it"
        )
    chosen = result.forgiving or result.recipe.forgiving()
    if chosen is None:
        raise UsageError(
            "the forgivers of this result, or the names that it must not lose, are not here; "
            "score the texts again"
        )
    columns = result.rows[metric].columns
    rows = [
        row
        for row in (range(len(result)) if among is None else among)
        if kind.strict([column[row] for column in columns]) and result.is_scored(row)
    ]
    if not rows:
        result.aligned_texts(rows)  # refuses all the same where there are no texts
    unit = result.unit_of(metric)
    for start in range(0, len(rows), _AT_ONCE):
        part = rows[start : start + _AT_ONCE]
        places = [(row, 0, 0) for row in part]
        sides = result.aligned_texts(part)
        if result.recipe.reads:
            places, sides = _cut(part, sides, unit)
        said, written = ([_words(text, unit) for text in side] for side in sides)
        spoken = chosen.of(result.metadata, [place[0] for place in places])
        forgiven = spoken.run(
            *(said, written),
            unit=unit,
            ties=result.recipe.ties,
            detail=True,
            given=_before(result, part),
        )
        for at, (row, *start_of) in enumerate(places):
            found = spans_of(forgiven, at, said[at], written[at], spoken, result.id(row))
            for span in found:
                yield row, span.moved(*start_of) if any(start_of) else span


def _before(result: Result, rows: Sequence[int]) -> Given | None:
    """Return the texts of rows as forgivers read them."""
    if result.references_normalized is None:
        return None
    texts = list(map(result.texts, rows))
    sides = [text["reference"] for text in texts], [text["hypothesis"] for text in texts]
    metadata = {name: [values[row] for row in rows] for name, values in result.metadata.items()}
    return before_of_rows(result.recipe, sides, metadata)


def _cut(
    rows: Sequence[int], sides: tuple[list[Any], list[Any]], unit: str
) -> tuple[list[tuple[int, int, int]], tuple[list[Any], list[Any]]]:
    """Cut texts at what is not counted; return of each piece its row and its place there."""
    places: list[tuple[int, int, int]] = []
    found: tuple[list[Any], list[Any]] = [], []
    for row, *texts in zip(rows, *sides, strict=True):
        start = begin = 0
        for part in marked_pieces(*texts):
            if not isinstance(part, Bracket):
                places.append((row, start, begin))
                for side, text in zip(found, part, strict=True):
                    side.append(text)
            start += len(tokens(part.reference, unit))
            begin += len(tokens(part.hypothesis, unit))
    return places, found


def _words(text: Any, unit: str) -> list[str]:
    return list(tokens(text, unit)) if isinstance(text, str) else list(text)
