"""How many utterances were scored, and why the others were not."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from mondegreen import _kernel
from mondegreen._kernel import EMPTY
from mondegreen.corpus.table import as_list

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mondegreen.scoring.result import Result


@dataclass(frozen=True)
class Coverage:
    """Counts of utterances, which is printed beside every score.

    Attributes:
        total: utterances in the input.
        scored: utterances that are in the rates.
        empty: scored ones whose hypothesis has no tokens.
        missing: utterances whose hypothesis is not there.
        failed: utterances whose recogniser failed.
        emptied: scored ones of which a text lost all its tokens in the normalizer.
        policy: what was done with missing and failed ones: ``error``, ``deletions`` (they are in
            ``scored``) or ``skip``.
        reasons: how often each reason was given for a failure.

    >>> print(Coverage(total=921, scored=820, empty=101, missing=100, failed=1, policy="skip"))
    820 scored, 101 empty, 100 missing, 1 failed (missing and failed left out)
    """

    total: int
    scored: int
    empty: int = 0
    missing: int = 0
    failed: int = 0
    emptied: int = 0
    policy: str = "error"
    reasons: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(
        cls, status: bytes, reasons: Mapping[int, str | None], *, emptied: int, policy: str
    ) -> Coverage:
        """Count utterances by their status; ``reasons`` has the rows without a hypothesis."""
        counted: dict[str, int] = {}
        for reason in reasons.values():
            if reason is not None:
                counted[reason] = counted.get(reason, 0) + 1
        failed = sum(counted.values())
        return cls(
            total=len(status),
            scored=len(status) - (len(reasons) if policy == "skip" else 0),
            empty=status.count(EMPTY),
            missing=len(reasons) - failed,
            failed=failed,
            emptied=emptied,
            policy=policy,
            reasons=dict(sorted(counted.items())),
        )

    @property
    def fraction(self) -> float:
        """Utterances with a hypothesis over all, 0 to 1."""
        return (self.total - self.missing - self.failed) / self.total if self.total else 0.0

    def __str__(self) -> str:
        parts = f"{self.scored:,} scored, {self.empty:,} empty"
        parts += f", {self.missing:,} missing, {self.failed:,} failed"
        if self.emptied:
            parts += f", {self.emptied:,} emptied by the normalizer"
        if self.missing + self.failed:
            left_out = self.policy == "skip"
            parts += f" (missing and failed {'left out' if left_out else 'count as deletions'})"
        return parts

    def __add__(self, other: Coverage) -> Coverage:
        reasons = dict(self.reasons)
        for reason, times in other.reasons.items():
            reasons[reason] = reasons.get(reason, 0) + times
        return Coverage(
            total=self.total + other.total,
            scored=self.scored + other.scored,
            empty=self.empty + other.empty,
            missing=self.missing + other.missing,
            failed=self.failed + other.failed,
            emptied=self.emptied + other.emptied,
            policy=self.policy,
            reasons=dict(sorted(reasons.items())),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as plain values."""
        return {**asdict(self), "fraction": self.fraction}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Coverage:
        """Rebuild from `to_dict`."""
        return cls(**{name: value for name, value in values.items() if name != "fraction"})


def emptied_rows(before: Any, after: Any) -> set[int]:
    """Return the rows in which a text of a column had tokens before the normalizer and none after.

    >>> emptied_rows(["a", "", None], ["", "", None])
    {0}
    """
    if hasattr(after, "blank_rows"):  # a column of the kernel, which knows
        blank = after.blank_rows()
        texts = as_list(before) if blank else []
        return {row for row in blank if not _blank(texts[row])}
    pairs = enumerate(zip(as_list(before), as_list(after), strict=True))
    return {row for row, (old, new) in pairs if _blank(new) and not _blank(old)}


def reference_words(result: Result) -> tuple[int, int] | None:
    """Return how many words the scored references have as given, and as normalized.

    ``None`` where there was no normalizer, or the texts are not there, as in a stored result.
    """
    if result.references is None or result.references_normalized is None:
        return None
    given, normalized = (
        _words(result, column) for column in (result.references, result.references_normalized)
    )
    return given, normalized


def _words(result: Result, column: Any) -> int:
    counted = _kernel.count(column, column)  # equal texts are counted without being aligned
    if result.recipe.missing != "skip":
        return int(counted.sums[0])
    hits = counted.hits
    return sum(hits[row] for row in range(len(result)) if result.is_scored(row))


def _blank(text: Any) -> bool:
    if isinstance(text, str):
        return not text or text.isspace()
    return isinstance(text, (list, tuple)) and not text
