"""One utterance, taken out of a result to be looked at."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mondegreen import errors
from mondegreen.alignment.cells import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.alignment import Alignment
    from mondegreen.forgive.spans import Span
    from mondegreen.scoring.result import Result


@dataclass(frozen=True, repr=False)
class Utterance:
    """One scored pair.

    Attributes:
        id: its name.
        reference: the text as it was given, ``None`` if the result has no texts.
        hypothesis: the same; also ``None`` where it is missing.
        metric: whose counts these are.
        errors: the number of errors.
        rate: the rate, ``None`` where there is none (an empty reference with errors).
        counts: the statistics by name.
        metadata: the other columns.
        alignment: how the two were aligned.
        reference_normalized: the text as it was aligned, if a normalizer made it.
        hypothesis_normalized: the same.
        note: what the metric counts, where the alignment does not show it.
        exact: the errors where a part of one may count; 0 stands for ``errors``.
        unjudged: why it could not be judged, where it needed a judge; ``errors`` are then 0.
        most_errors: how many errors it then may have; ``None`` where nothing bounds them.
        spans: what was forgiven, and why, and the remaining errors; empty without forgivers.
    """

    id: str
    reference: Any
    hypothesis: Any
    metric: str
    errors: int
    rate: float | None
    counts: dict[str, int]
    metadata: dict[str, Any] = field(default_factory=dict)
    alignment: Alignment | None = None
    reference_normalized: Any = None
    hypothesis_normalized: Any = None
    note: str = ""
    spans: tuple[Span, ...] = ()
    exact: float = 0
    unjudged: str = ""
    most_errors: int | None = None

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return self.render()

    def render(self, *, colour: bool = False) -> str:
        """Return one line about it and, if the texts are there, the alignment below."""
        head = f"{visible(self.id)}: {self._counted()}"
        if self.note:
            head += f" ({errors.visible(self.note)})"  # cells show every space
        lines = [] if self.alignment is None else [self.alignment.render(colour=colour)]
        return "\n".join([head, *lines, *map(str, self.spans)])

    def _counted(self) -> str:
        """Return the errors and the rate, or how many errors there may be where there is no judgement."""
        if self.unjudged:
            most = self.most_errors
            shown = "any number of errors"
            if most is not None:
                shown = f"0 to {errors.counted(most, 'error')}"
            return f"{shown}, not judged ({errors.visible(self.unjudged)})"
        rate = "no rate" if self.rate is None else f"{self.metric} {100 * self.rate:.1f} %"
        count = self.exact or self.errors
        return f"{count} {'error' if count == 1 else 'errors'}, {rate}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, without the alignment."""
        texts = {"reference": self.reference, "hypothesis": self.hypothesis}
        if self.reference_normalized is not None:
            texts["reference_normalized"] = self.reference_normalized
            texts["hypothesis_normalized"] = self.hypothesis_normalized
        return {
            "id": self.id,
            "metric": self.metric,
            "errors": self.exact or self.errors,
            "rate": self.rate,
            "reason": self._reason(),
            "counts": dict(self.counts),
            **{name: _plain(text) for name, text in texts.items()},
            **({"spans": [span.to_dict() for span in self.spans]} if self.spans else {}),
            **({"most_errors": self.most_errors} if self.unjudged else {}),
        }

    def _reason(self) -> str | None:
        if self.rate is not None:
            return None
        if self.unjudged:
            return f"not judged ({self.unjudged})"
        return "errors against an empty reference" if self.errors else "not scored"


def spans_of(result: Result, row: int, metric: str) -> tuple[Span, ...]:
    """Return what became of the differences of one utterance; nothing where none is forgiven."""
    kind = result.metrics[metric]
    if not (kind.forgives and kind.aligns_rows and result.has_texts and result.is_scored(row)):
        return ()
    if result.forgiving is None and result.recipe.forgiving() is None:
        return ()
    from mondegreen.scoring.forgiven_spans import pieces  # imported only if needed

    return tuple(pieces(result, metric, [row]))


def note_of(result: Result, row: int, metric: str) -> str:
    """Return the note of a metric on one utterance of a result that has its texts."""
    texts = result.texts(row)
    given = [plain_text(texts[name]) for name in ("reference", "hypothesis")]
    aligned = [plain_text(side[0]) for side in result.aligned_texts([row])]
    return result.metrics[metric].note(given, aligned, result.recipe.insertions)


def plain_text(text: Any) -> str:
    """Return a text or its tokens as one text; what is missing is empty.

    >>> plain_text(["so", "it"]), plain_text(None)
    ('so it', '')
    """
    if isinstance(text, str):
        return text
    return " ".join(text) if isinstance(text, (list, tuple)) else ""


def _plain(text: Any) -> Any:
    return text if isinstance(text, (str, list, tuple)) else None


def worst_rows(result: Result, metric: str, count: int | None = None) -> list[int]:
    """Return the scored rows with errors, most errors first, then the higher rate, then in order.

    ``count`` says how many at most are wanted.
    """
    if count == 0:
        return []
    kind, unjudged = result.metrics[metric], result.rows[metric].unjudged

    def key(counts: Any) -> tuple[float, float] | None:
        errors = kind.errors(counts)
        return (-errors, -kind.value(counts)) if errors else None

    kinds = result.kinds(metric)
    if not unjudged and result.all_scored:
        return kinds.ordered(key, count)
    open_rows = {row: at_worst(kind, result.counts(row, metric)) for row in unjudged}
    worst = [
        (row, (math.inf, 0) if counts is None else key(counts)) for row, counts in open_rows.items()
    ]
    keys = list(kinds.column(key).replaced(worst))
    rows = [row for row in result.scored_rows() if keys[row] is not None]
    return sorted(rows, key=keys.__getitem__)[:count]


def at_worst(kind: Any, counts: Sequence[int]) -> Any:
    """Return the counts of a row that was not judged at their worst; ``None`` without a bound."""
    return kind.filled(counts, worst=True) if kind.is_bounded(counts) else None


def utterance_of(result: Result, row: int, metric: str) -> Utterance:
    """Return one row with its texts, counts and alignment."""
    kind, counts = result.metrics[metric], result.counts(row, metric)
    why = result.rows[metric].unjudged.get(row)
    worst = None if why is None else at_worst(kind, counts)
    shows = result.has_texts and kind.aligns_rows
    texts: dict[str, Any] = {"reference": None, "hypothesis": None, **result.texts(row)}
    return Utterance(
        id=result.id(row),
        **texts,
        metric=metric,
        errors=kind.errors(counts),
        rate=result.rate(row, metric),
        counts=dict(zip(kind.statistics, counts, strict=True)),
        metadata={column: values[row] for column, values in result.metadata.items()},
        alignment=result.align_rows([row], metric)[0] if shows else None,
        note=note_of(result, row, metric) if result.has_texts else "",
        spans=spans_of(result, row, metric),
        exact=kind.exact(counts),
        unjudged="" if why is None else str(why),
        most_errors=None if worst is None else kind.errors(worst),
    )


def rate_of(result: Result, row: int | None, metric: str, severities: Any) -> float | None:
    """Return the rate of an utterance, or of all; see `Result.rate`.

    Raises:
        UsageError: severities, and no forgivers.
    """
    kind = result.metrics[metric]
    counts = result.rows[metric].sums if row is None else result.counts(row, metric)
    if row is not None and not result.is_scored(row):
        return None
    if kind.left_out_of(counts) and (row is not None or kind.judged):
        return None
    if severities is None:
        value = kind.value(counts)
    elif kind.forgives:
        from mondegreen.forgive.severities import Severities  # imported only if needed

        value = kind.rate(counts, Severities.of(severities))  # type: ignore[attr-defined]
    else:
        raise errors.UsageError(
            f"{metric} was scored without forgivers, so there are no severities to apply; score with "
            "forgive='agent', or the names of forgivers"
        )
    nothing = row is None and not result.coverage.scored
    return float(value) if math.isfinite(value) and not nothing else None
