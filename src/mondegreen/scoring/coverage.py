"""How many utterances were scored, and why the others were not."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from mondegreen._kernel import EMPTY, looks
from mondegreen.corpus.table import as_list
from mondegreen.errors import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mondegreen.metrics.base import Metric, Rows
    from mondegreen.scoring.result import Result

_MOST_NAMED: Final = 5
NOBODY: Final = "(nobody)"
"""The speaker of a row with what belongs to no reference speaker."""


@dataclass(frozen=True, repr=False)
class Coverage:
    """Counts of utterances, which is printed next to every score.

    Attributes:
        total: utterances in the input; of sessions, here and below, their reference speakers.
        scored: utterances that are in the rates.
        empty: scored ones whose hypothesis has no tokens.
        missing: utterances whose hypothesis is not there.
        failed: utterances whose recogniser failed.
        emptied: scored ones of which a text lost all its tokens in the normalizer.
        policy: what was done with missing and failed ones: ``error``, ``deletions`` (they are in
            ``scored``) or ``skip``.
        reasons: how often each reason was given for a failure.
        left_out: for each metric that left scored utterances out, how many.
        needed: for each metric that asked a judge, how many of the scored utterances needed it.
        unjudged: for each metric whose judge could not judge some of these, how many, by status.
        words_given: words of the scored references before the normalizer; 0 without one.
        words_normalized: the same after normalization.
        dont_care: spans of references that stand for anything.
        words_not_counted: words of hypotheses in their places.
        rows_left_out: rows of the input that are no utterances and not in ``total``, by the reason:
            their lines or names.
        sessions: how many sessions with several speakers are scored; 0 for none.

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
    left_out: dict[str, int] = field(default_factory=dict)
    unjudged: dict[str, dict[str, int]] = field(default_factory=dict)
    needed: dict[str, int] = field(default_factory=dict)
    words_given: int = 0
    words_normalized: int = 0
    dont_care: int = 0
    words_not_counted: int = 0
    rows_left_out: dict[str, list[str]] = field(default_factory=dict)
    sessions: int = 0

    @classmethod
    def of(
        cls,
        status: bytes,
        reasons: Mapping[int, str | None],
        *,
        emptied: int,
        policy: str,
        left_out: Mapping[str, int],
        unjudged: Mapping[str, dict[str, int]] | None = None,
        needed: Mapping[str, int] | None = None,
        words: tuple[int, int] = (0, 0),
        dont_care: tuple[int, int] = (0, 0),
    ) -> Coverage:
        """Count utterances by their status; ``reasons`` has the rows without a hypothesis."""
        failures: dict[str, int] = {}
        for reason in reasons.values():
            if reason is not None:
                failures[reason] = failures.get(reason, 0) + 1
        failed = sum(failures.values())
        return cls(
            total=len(status),
            scored=len(status) - (len(reasons) if policy == "skip" else 0),
            empty=status.count(EMPTY),
            missing=len(reasons) - failed,
            failed=failed,
            emptied=emptied,
            policy=policy,
            reasons=dict(sorted(failures.items())),
            left_out=dict(left_out),
            unjudged=dict(unjudged or {}),
            needed=dict(needed or {}),
            words_given=words[0],
            words_normalized=words[1],
            dont_care=dont_care[0],
            words_not_counted=dont_care[1],
        )

    @property
    def fraction(self) -> float:
        """Utterances with a hypothesis over all, 0 to 1."""
        return (self.total - self.missing - self.failed) / self.total if self.total else 0.0

    def judged(self, metric: str) -> float:
        """Return the share of the utterances that needed a metric's judge and were judged, 0 to 1.

        1 where none needed it.

        >>> coverage = Coverage(100, 100, needed={"m": 40}, unjudged={"m": {"timeout": 30}})
        >>> coverage.judged("m"), coverage.judged("wer")
        (0.25, 1.0)
        """
        needed = self.needed.get(metric, 0)
        unjudged = sum(self.unjudged.get(metric, {}).values())
        return (needed - unjudged) / needed if needed else 1.0

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        scored = f"{self.scored:,} scored"
        if self.sessions:
            speakers = counted(self.scored, "speaker")
            scored = f"{counted(self.sessions, 'session')} with {speakers} scored"
        parts = f"{scored}, {self.empty:,} empty"
        parts += f", {self.missing:,} missing, {self.failed:,} failed"
        if self.emptied:
            parts += f", {self.emptied:,} emptied by the normalizer"
        if self.missing + self.failed:
            left_out = self.policy == "skip"
            parts += f" (missing and failed {'left out' if left_out else 'count as deletions'})"
        for metric, times in self.left_out.items():
            parts += f"; {metric} leaves out {times:,} with an empty text"
        for metric, by_status in self.unjudged.items():
            why = ", ".join(f"{times:,} {status}" for status, times in by_status.items())
            parts += (
                f"; {metric}: {judged_share(self.needed[metric], sum(by_status.values()))} ({why})"
            )
        if self.words_given != self.words_normalized:
            parts += (
                f"; {self.words_normalized:,} reference word{'s' * (self.words_normalized != 1)}"
            )
            parts += f" ({self.words_given:,} before normalizing)"
        if self.dont_care:
            parts += f"; {self.dont_care:,} don't-care span{'s' * (self.dont_care > 1)} with"
            parts += f" {self.words_not_counted:,} hypothesis words, not counted"
        for reason, names in self.rows_left_out.items():
            listed = ", ".join(names[:_MOST_NAMED]) + ", ..." * (len(names) > _MOST_NAMED)
            parts += f"; left out: {reason}: {len(names):,} ({listed})"
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
            left_out={
                metric: self.left_out.get(metric, 0) + other.left_out.get(metric, 0)
                for metric in {**self.left_out, **other.left_out}
            },
            unjudged={
                metric: _added(self.unjudged.get(metric, {}), other.unjudged.get(metric, {}))
                for metric in {**self.unjudged, **other.unjudged}
            },
            needed=_added(self.needed, other.needed),
            words_given=self.words_given + other.words_given,
            words_normalized=self.words_normalized + other.words_normalized,
            dont_care=self.dont_care + other.dont_care,
            words_not_counted=self.words_not_counted + other.words_not_counted,
            rows_left_out={
                reason: self.rows_left_out.get(reason, []) + other.rows_left_out.get(reason, [])
                for reason in {**self.rows_left_out, **other.rows_left_out}
            },
            sessions=self.sessions + other.sessions,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as plain values; those of words where a normalizer was at work.

        What was left out only where something was.
        """
        values = {**asdict(self), "fraction": self.fraction}
        if not self.words_given and not self.words_normalized:
            del values["words_given"], values["words_normalized"]
        for name in ("left_out", "unjudged", "needed", "rows_left_out", "sessions"):
            if not values[name]:
                del values[name]
        if not self.dont_care:
            del values["dont_care"], values["words_not_counted"]
        return values

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Coverage:
        """Rebuild from `to_dict`."""
        return cls(**{name: value for name, value in values.items() if name != "fraction"})


def unclaimed_rows(result: Result) -> set[int]:
    """Return the rows of a result that are of no speaker: those with what belongs to none of them."""
    if not result.recipe.uses_sessions:
        return set()
    speakers = result.metadata.get("speaker", [])
    return {row for row, name in enumerate(speakers) if name == NOBODY}


def of_speakers(
    status: bytes, reasons: Mapping[int, str | None], speakers: Sequence[Any]
) -> tuple[bytes, dict[int, str | None]]:
    r"""Return the status of the rows of speakers alone, and why some have no hypothesis.

    >>> of_speakers(bytes([2, 0, 2]), {0: None, 2: None}, ["ann", "bo", NOBODY])
    (b'\x02\x00', {0: None})
    """
    kept = [row for row, name in enumerate(speakers) if name != NOBODY]
    absent = {at: reasons[row] for at, row in enumerate(kept) if row in reasons}
    return bytes(status[row] for row in kept), absent


def with_left_out(result: Result, given: Any) -> Result:
    """Return a result whose coverage has the rows that were left out of the corpus it is of, if any."""
    rows = getattr(given, "left_out", None)
    if not rows:
        return result
    return replace(result, coverage=replace(result.coverage, rows_left_out=rows))


def emptied_rows(before: Any, after: Any) -> set[int]:
    """Return the rows in which a text of a column had tokens before the normalizer and none after.

    >>> emptied_rows(["a", "", None], ["", "", None])
    {0}
    """
    if hasattr(after, "blank_rows"):  # a column of the kernel, which knows
        return {row for row in after.blank_rows() if not _blank(_item(before, row))}
    pairs = enumerate(zip(as_list(before), as_list(after), strict=True))
    return {row for row, (old, new) in pairs if _blank(new) and not _blank(old)}


def judged_share(needed: int, unjudged: int) -> str:
    """Return of how many utterances that needed a judge it judged how many, for people.

    >>> judged_share(40, 30)
    '10 of 40 judged'
    """
    return f"{needed - unjudged:,} of {needed:,} judged"


def left_out_by(metrics: Iterable[Metric], rows: Mapping[str, Rows]) -> dict[str, int]:
    """Return how many scored utterances each metric left out, if it left any."""
    found = {
        metric.name: metric.left_out_of(rows[metric.name].sums)
        for metric in metrics
        if not metric.judged
    }
    return {name: times for name, times in found.items() if times}


def reference_words(given: Any, normalized: Any, left_out: Iterable[int] = ()) -> tuple[int, int]:
    """Return how many words the references have as given and as normalized, without some rows.

    >>> reference_words(["it's", "a b"], ["it is", "a b"], left_out=[1])
    (1, 2)
    """
    rows = list(left_out)
    return looks.count_words(given, rows), looks.count_words(normalized, rows)


def _added(first: dict[str, int], second: dict[str, int]) -> dict[str, int]:
    names = sorted({*first, *second})
    return {name: first.get(name, 0) + second.get(name, 0) for name in names}


def _item(column: Any, row: int) -> Any:
    item = column[row]
    return item.as_py() if hasattr(item, "as_py") else item


def _blank(text: Any) -> bool:
    if isinstance(text, str):
        return not text or text.isspace()
    return isinstance(text, (list, tuple)) and not text
