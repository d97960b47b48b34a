"""One utterance, taken out of a result to be looked at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mondegreen import errors
from mondegreen.alignment.cells import visible

if TYPE_CHECKING:
    from mondegreen.alignment import Alignment
    from mondegreen.forgive.spans import Span
    from mondegreen.scoring.result import Result


@dataclass(frozen=True)
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
        spans: what was forgiven, and why, and what remains; empty without forgivers.
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

    def __str__(self) -> str:
        return self.render()

    def render(self, *, colour: bool = False) -> str:
        """Return one line about it and, if the texts are there, the alignment below."""
        rate = "no rate" if self.rate is None else f"{self.metric} {100 * self.rate:.1f} %"
        count = self.exact or self.errors
        head = f"{visible(self.id)}: {count} {'error' if count == 1 else 'errors'}, {rate}"
        if self.note:
            head += f" ({errors.visible(self.note)})"  # cells show every space
        lines = [] if self.alignment is None else [self.alignment.render(colour=colour)]
        return "\n".join([head, *lines, *map(str, self.spans)])

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
        }

    def _reason(self) -> str | None:
        if self.rate is not None:
            return None
        return "errors against an empty reference" if self.errors else "not scored"


def spans_of(result: Result, row: int, metric: str) -> tuple[Span, ...]:
    """Return what became of the differences of one utterance; nothing where none is forgiven."""
    if not (result.metrics[metric].forgives and result.has_texts and result.is_scored(row)):
        return ()
    if result.forgiving is None and result.recipe.forgiving() is None:
        return ()
    from mondegreen.scoring.forgiven_spans import pieces  # nobody pays who forgives nothing

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


def worst_rows(result: Result, metric: str) -> list[int]:
    """Return the scored rows with errors, most errors first, then the higher rate, then in order."""
    kind = result.metrics[metric]
    keys = []
    for row, counts in enumerate(zip(*result.rows[metric].columns, strict=True)):
        errors = kind.errors(counts)
        if errors and result.is_scored(row):
            keys.append((-errors, -kind.value(counts), row))
    return [row for _, _, row in sorted(keys)]


def utterance_of(result: Result, row: int, metric: str) -> Utterance:
    """Return one row with its texts, counts and alignment."""
    kind, counts = result.metrics[metric], result.counts(row, metric)
    texts: dict[str, Any] = {"reference": None, "hypothesis": None, **result.texts(row)}
    return Utterance(
        id=result.id(row),
        **texts,
        metric=metric,
        errors=kind.errors(counts),
        rate=result.rate(row, metric),
        counts=dict(zip(kind.statistics, counts, strict=True)),
        metadata={column: values[row] for column, values in result.metadata.items()},
        alignment=result.align_rows([row], metric)[0] if result.has_texts else None,
        note=note_of(result, row, metric) if result.has_texts else "",
        spans=spans_of(result, row, metric),
        exact=kind.exact(counts),
    )


def rates_of(result: Result, metric: str) -> list[float]:
    """Return the rates of the scored utterances that the metric does not leave out."""
    kind = result.metrics[metric]
    rows = [result.counts(row, metric) for row in range(len(result)) if result.is_scored(row)]
    return [float(kind.value(counts)) for counts in rows if not kind.left_out_of(counts)]
