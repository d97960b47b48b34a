"""What was forgiven in one pair, span by span, and the remaining errors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from mondegreen import _kernel
from mondegreen._kernel.reference_ties import DELETE, INSERT, SUBSTITUTE
from mondegreen.alignment.difference import Difference
from mondegreen.errors import counted, visible
from mondegreen.forgive.base import Reason
from mondegreen.forgive.registry import rank

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen._kernel.forgiven import Columns
    from mondegreen.forgive.choosing import Forgiving
    from mondegreen.forgive.languages import Spoken

__all__ = ["Forgiven", "Span", "spans_of"]

_AROUND = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A difference, or a part of one, with the reason why it does not matter, or none.

    Attributes:
        reason: who forgave it and why; ``None`` for the remaining errors.
        difference: the words, their places, and the words around them.
        words: the errors that the strict alignment counts for it.
        letters: its edit distance in letters, spaces left out.
    """

    reason: Reason | None
    difference: Difference
    words: int
    letters: int

    @property
    def errors(self) -> int:
        """The same as ``words``."""
        return self.words

    def moved(self, reference: int, hypothesis: int) -> Span:
        """Return the span at its places in texts of which its own are pieces that begin there."""
        found = self.difference
        moved = replace(
            found,
            reference_start=found.reference_start + reference,
            reference_end=found.reference_end + reference,
            hypothesis_start=found.hypothesis_start + hypothesis,
            hypothesis_end=found.hypothesis_end + hypothesis,
        )
        return replace(self, difference=moved)

    def __str__(self) -> str:
        if self.reason is None:
            return f"{self.difference}  remains"
        return f"{self.difference}  {self.reason.forgiver}: {visible(self.reason.why)}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, as a row of a table."""
        reason, found = self.reason, self.difference
        return {
            "id": found.id,
            "reason": None if reason is None else reason.forgiver,
            "why": None if reason is None else reason.why,
            "reference": " ".join(found.reference),
            "hypothesis": " ".join(found.hypothesis),
            "before": " ".join(found.before),
            "after": " ".join(found.after),
            "errors": self.words,
            "letters": self.letters,
            "reference_start": found.reference_start,
            "hypothesis_start": found.hypothesis_start,
        }


@dataclass(frozen=True, kw_only=True)
class Forgiven:
    """What became of the differences of one pair.

    Attributes:
        spans: what was forgiven, in order.
        remaining: what was not.
        reference_words: the words of the reference.

    >>> from mondegreen.forgive import forgive
    >>> found = forgive("it cost five dollars then", "it cost $5 now", forgive=["numbers", "spacing"])
    >>> print(found)
    3 errors in 5 words, 2 forgiven (numbers 2), 1 remains
    it cost [five dollars -> $5] ...  numbers: both are 5 dollar
    ... [then -> now]  remains
    """

    spans: tuple[Span, ...]
    remaining: tuple[Span, ...]
    reference_words: int

    @property
    def forgiven(self) -> int:
        """Errors that were forgiven."""
        return sum(span.words for span in self.spans)

    @property
    def errors(self) -> int:
        """Remaining errors."""
        return sum(span.words for span in self.remaining)

    @property
    def strict(self) -> int:
        """Errors of the strict alignment: those that were forgiven and the remaining ones."""
        return self.forgiven + self.errors

    def waterfall(self) -> list[tuple[str, int]]:
        """Return the steps from the strict errors to the remaining ones.

        >>> from mondegreen.forgive import forgive
        >>> forgive("the data base", "a database", forgive=["spacing", "case"]).waterfall()
        [('strict', 3), ('spacing', -2), ('remaining', 1)]
        """
        steps: dict[str, int] = {}
        for span in self.spans:
            name = span.reason.forgiver if span.reason else ""
            steps[name] = steps.get(name, 0) - span.words
        ordered = sorted(steps.items(), key=lambda step: rank(step[0]))
        return [("strict", self.strict), *ordered, ("remaining", self.errors)]

    def __str__(self) -> str:
        by = ", ".join(f"{name} {-count}" for name, count in self.waterfall()[1:-1])
        words = counted(self.reference_words, "word")
        head = f"{counted(self.strict, 'error')} in {words}, {self.forgiven:,} forgiven"
        tail = f"{self.errors} {'remains' if self.errors == 1 else 'remain'}"
        lines = sorted(
            (*self.spans, *self.remaining),
            key=lambda s: (s.difference.reference_start, s.difference.hypothesis_start),
        )
        return "\n".join([f"{head}{f' ({by})' if by else ''}, {tail}", *map(str, lines)])


def spans_of(  # noqa: PLR0917 - one pair, and what it was made of
    columns: Columns,
    row: int,
    reference: Sequence[str],
    hypothesis: Sequence[str],
    chosen: Forgiving | Spoken,
    utterance: str | None = None,
) -> Iterator[Span]:
    """Yield the pieces of one pair in order."""
    pieces = columns.pieces
    if pieces is None:
        return
    chosen = chosen.of_row(row)
    for at in range(pieces.starts[row], pieces.starts[row + 1]):
        start, end = pieces.reference_starts[at], pieces.reference_ends[at]
        begin, until = pieces.hypothesis_starts[at], pieces.hypothesis_ends[at]
        said, written = tuple(reference[start:end]), tuple(hypothesis[begin:until])
        errors = pieces.errors[at]
        back = reference[max(0, start - _AROUND) : start][::-1]
        before = _equal(back, hypothesis[max(0, begin - _AROUND) : begin][::-1])[::-1]
        after = _equal(reference[end : end + _AROUND], hypothesis[until : until + _AROUND])
        place = pieces.ranks[at]
        reason = None
        if place >= 0:
            forgiver = chosen.at_rank(place)
            reason = Reason(
                forgiver=forgiver.name,
                version=forgiver.version,
                why=chosen.why(place, said, written),
            )
        steps = _steps(said, written, errors, remains=place < 0)
        yield Span(
            reason=reason,
            difference=Difference(
                reference_start=start,
                reference_end=end,
                hypothesis_start=begin,
                hypothesis_end=until,
                reference=said,
                hypothesis=written,
                substitutions=steps[0],
                deletions=steps[1],
                insertions=steps[2],
                before=before,
                after=after,
                continues=end + len(after) < len(reference) or until + len(after) < len(hypothesis),
                id=utterance,
            ),
            words=errors,
            letters=pieces.letters[at],
        )


def _equal(said: Sequence[str], written: Sequence[str]) -> tuple[str, ...]:
    """Return the words at the beginning of both that are equal."""
    pairs = zip(said, written, strict=False)
    return tuple(word for word, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _steps(
    said: Sequence[str], written: Sequence[str], errors: int, *, remains: bool
) -> tuple[int, int, int]:
    """Return substitutions, deletions and insertions; no two words of the remaining errors are equal."""
    if remains:
        substitutions = len(said) + len(written) - errors
        return substitutions, len(said) - substitutions, len(written) - substitutions
    steps = _kernel.steps(said, written)
    return steps.count(SUBSTITUTE), steps.count(DELETE), steps.count(INSERT)
