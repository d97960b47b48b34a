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

    def __str__(self) -> str:
        return self.render()

    def render(self, *, colour: bool = False) -> str:
        """Return one line about it and, if the texts are there, the alignment below."""
        rate = "no rate" if self.rate is None else f"{self.metric} {100 * self.rate:.1f} %"
        plural = "error" if self.errors == 1 else "errors"
        head = f"{visible(self.id)}: {self.errors} {plural}, {rate}"
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
            "errors": self.errors,
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
