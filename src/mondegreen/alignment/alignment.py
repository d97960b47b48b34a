"""The alignment of one reference with one hypothesis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mondegreen.alignment import render
from mondegreen.alignment.difference import Difference, find_differences
from mondegreen.alignment.run import ERRORS
from mondegreen.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.alignment.run import Run
    from mondegreen.types import Ties, Unit

__all__ = ["Alignment"]


@dataclass(frozen=True, slots=True)
class Alignment:
    """Which token was heard as which, by the fewest errors.

    Attributes:
        reference: the tokens that were said.
        hypothesis: the tokens that were written.
        runs: what happened, in order; together they cover both texts.
        unit: what the tokens are.
        ties: how one alignment was chosen among equals.
        edit_weights: of a substitution, a deletion and an insertion; ``None`` if all are 1.
        id: the utterance, where it has a name.

    >>> from mondegreen.alignment import align
    >>> alignment = align("the cat sat down", "the hat sat")
    >>> print(alignment)
    REF  the cat sat down
    HYP  the hat sat ----
             S       D
    >>> alignment.errors, list(alignment.pairs())[-1]
    (2, ('down', None))
    """

    reference: tuple[str, ...]
    hypothesis: tuple[str, ...]
    runs: tuple[Run, ...]
    unit: Unit = "word"
    ties: Ties = "most-hits"
    edit_weights: tuple[int, int, int] | None = None
    id: str | None = None

    def __post_init__(self) -> None:
        """Refuse runs that leave a token out or take one twice."""
        at = (0, 0)
        for run in self.runs:
            if (run.reference_start, run.hypothesis_start) != at:
                break
            at = (run.reference_end, run.hypothesis_end)
        if at != (len(self.reference), len(self.hypothesis)):
            raise UsageError(
                f"the runs cover the first {at[0]} of {len(self.reference)} reference tokens and "
                f"{at[1]} of {len(self.hypothesis)} hypothesis tokens; expected all"
            )

    @property
    def hits(self) -> int:
        """Tokens that are equal, or right without being so."""
        accepted = (run for run in self.runs if run.operation == "accept")
        return self._steps("equal") + sum(
            run.reference_end - run.reference_start for run in accepted
        )

    @property
    def substitutions(self) -> int:
        """Reference tokens that were heard as another."""
        return self._steps("substitute")

    @property
    def deletions(self) -> int:
        """Reference tokens that were left out."""
        return self._steps("delete")

    @property
    def insertions(self) -> int:
        """Hypothesis tokens that nobody said."""
        return self._steps("insert")

    @property
    def errors(self) -> int:
        """Substitutions, deletions and insertions."""
        return sum(run.steps for run in self.runs if run.operation in ERRORS)

    def _steps(self, operation: str) -> int:
        return sum(run.steps for run in self.runs if run.operation == operation)

    def pairs(self) -> Iterator[tuple[str | None, str | None]]:
        """Yield each step as a pair of tokens; ``None`` where there is none on a side."""
        for reference, hypothesis, _ in self._triples():
            yield reference, hypothesis

    def _triples(self) -> Iterator[tuple[str | None, str | None, str]]:
        return render.pairs(self.reference, self.hypothesis, self.runs)

    def differences(self, context: int = 3) -> list[Difference]:
        """Return where the texts disagree, each with up to ``context`` equal tokens on a side.

        Raises:
            UsageError: ``context`` is not a number of tokens.

        >>> from mondegreen.alignment import align
        >>> print(*align("a big cat sat down", "a cat sat town").differences(), sep=" / ")
        a [big ->] cat sat ... / ... cat sat [down -> town]
        """
        options: dict[str, Any] = {"context": context, "unit": self.unit, "utterance": self.id}
        return list(find_differences(self.reference, self.hypothesis, self.runs, **options))

    def render(
        self,
        *,
        width: int = 100,
        only_errors: bool = False,
        context: int = 3,
        colour: bool = False,
    ) -> str:
        """Return the alignment as text; see `mondegreen.alignment.render.render`.

        >>> from mondegreen.alignment import align
        >>> print(align("one two three", "one too three").render(only_errors=True, context=1))
        REF  one two three
        HYP  one too three
                 S
        """
        return render.render(
            self.reference,
            self.hypothesis,
            self.runs,
            width=width,
            only_errors=only_errors,
            context=context,
            colour=colour,
        )

    def __str__(self) -> str:
        return self.render()

    def _repr_html_(self) -> str:
        from mondegreen.alignment.html import to_html  # for notebooks alone

        return to_html(self._triples())

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain lists, texts and numbers, ready for JSON.

        >>> from mondegreen.alignment import align
        >>> align("a b", "a").to_dict()["runs"][1]["operation"]
        'delete'
        """
        counts = ("hits", "substitutions", "deletions", "insertions", "errors")
        return {
            "id": self.id,
            "unit": self.unit,
            "ties": self.ties,
            "edit_weights": list(self.edit_weights or (1, 1, 1)),
            "reference": list(self.reference),
            "hypothesis": list(self.hypothesis),
            **{name: getattr(self, name) for name in counts},
            "runs": [run._asdict() for run in self.runs],
        }
