"""One walk over all utterances of a result, for what a page says of the whole."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from mondegreen.alignment import align_many
from mondegreen.errors import UsageError
from mondegreen.metrics.edits import EditMetric
from mondegreen.metrics.forgiven import ForgivenRate
from mondegreen.scoring.coverage import unclaimed_rows
from mondegreen.scoring.forgiven_spans import pieces_of_rows
from mondegreen.scoring.steps import DELETE, EQUAL, INSERT, SUBSTITUTE, steps
from mondegreen.scoring.utterance import at_worst

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.forgive.spans import Span
    from mondegreen.scoring.result import MetricResult, Result

__all__ = ["RATES", "LengthBin", "Survey", "Word", "survey"]

RATES: Final = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""The upper ends of the bars of the histogram; the first is exactly 0, one more follows."""

_WORDS: Final = (0, 2, 5, 10, 20, 40, 80)
_LETTERS: Final = (0, 10, 25, 50, 100, 200, 400)
_AT_ONCE: Final = 4096


@dataclass(slots=True)
class Word:
    """A token of the references: how often it was said, was right at once, and remains wrong."""

    said: int = 0
    right: int = 0
    wrong: int = 0

    @property
    def forgiven(self) -> int:
        """How often it was in a difference that was forgiven."""
        return max(0, self.said - self.right - self.wrong)


@dataclass(frozen=True)
class LengthBin:
    """The utterances whose references have from ``low`` to ``high`` tokens (``None``: or more)."""

    low: int
    high: int | None
    rate: MetricResult


@dataclass
class Survey:
    """What is known of a result after one walk.

    Attributes:
        unit: what the tokens are.
        bars: utterances by rate, one a bar of `RATES`, and one for more than the last.
        without_rate: scored utterances with errors against an empty reference.
        perfect: scored utterances without errors.
        order: rows with errors, the worst first; those that were not judged with all they may have.
        lengths: rates by the length of the reference.
        substitutions: pairs of tokens that remain, how often.
        deletions: deleted tokens, how often.
        insertions: inserted tokens, how often.
        words: tokens of the references.
        reasons: forgiven differences by reason.
        note: why there are no differences to show, or ``""``.
    """

    unit: str
    bars: list[int] = field(default_factory=lambda: [0] * (len(RATES) + 1))
    without_rate: int = 0
    perfect: int = 0
    order: list[int] = field(default_factory=list)
    lengths: list[LengthBin] = field(default_factory=list)
    substitutions: Counter[tuple[str, str]] = field(default_factory=Counter)
    deletions: Counter[str] = field(default_factory=Counter)
    insertions: Counter[str] = field(default_factory=Counter)
    words: dict[str, Word] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    note: str = ""


def survey(result: Result, metric: str) -> Survey:
    """Walk over all scored utterances.

    >>> from mondegreen import score
    >>> found = survey(score(["a cat", "a mat"], ["the cat", "a mat is"]), "wer")
    >>> found.perfect, found.substitutions, found.words["a"].right
    (0, Counter({('a', 'the'): 1}), 1)
    """
    found = Survey(unit=result.unit_of(metric))
    scored = [row for row in range(len(result)) if result.is_scored(row)]
    lengths = _lengths(result, metric, scored)
    if result.has_texts:
        found.note = _not_counted(result, metric)
        _read_steps(result, metric, scored, found, lengths)
    else:
        found.note = "stored without its texts, so there are no words to show"
    _read_rates(result, metric, scored, found)
    found.lengths = _by_length(result, metric, lengths, found.unit)
    return found


def _not_counted(result: Result, metric: str) -> str:
    """Return why the differences that are shown are not the errors that a metric counts."""
    kind, first = result.metrics[metric], next(iter(result.metrics.values()))
    if not kind.counts_steps:
        return f"the errors of {metric} are not the differences below, which are those of an alignment of words"
    if kind.uses_lists not in {"", first.uses_lists}:
        return f"the differences below are those of {first.name}; {metric} takes other hypotheses of a list"
    return ""


def _read_rates(result: Result, metric: str, scored: Sequence[int], found: Survey) -> None:
    kind, columns = result.metrics[metric], result.rows[metric].columns
    keys = []
    unclaimed = unclaimed_rows(result)
    for row in scored:
        counts = [column[row] for column in columns]
        if kind.left_out_of(counts):
            worst = at_worst(kind, counts) if kind.judged else None
            if worst is not None and kind.errors(worst):
                keys.append((-kind.errors(worst), -kind.value(worst), row))
            continue
        errors, value = kind.errors(counts), kind.value(counts)
        if errors:
            keys.append((-errors, -value, row))
        if row in unclaimed:
            continue
        if math.isfinite(value):
            found.bars[bisect_left(RATES, value)] += 1
        else:
            found.without_rate += 1
        found.perfect += not errors
    keys.sort()
    found.order = [row for _, _, row in keys]


def _lengths(result: Result, metric: str, scored: Sequence[int]) -> dict[int, int]:
    """Return the lengths of the references where the counts say them."""
    kind, columns = result.metrics[metric], result.rows[metric].columns
    if isinstance(kind, EditMetric):
        parts = columns[:3]
    elif "reference_words" in kind.statistics:
        parts = (columns[kind.statistics.index("reference_words")],)
    else:
        return {}
    return {row: sum(column[row] for column in parts) for row in scored}


def _by_length(result: Result, metric: str, lengths: dict[int, int], unit: str) -> list[LengthBin]:
    ends = _WORDS if unit.startswith("word") else _LETTERS
    column = [
        bisect_left(ends, lengths[row]) if row in lengths else None for row in range(len(result))
    ]
    groups = replace(result, metadata={**result.metadata, "length": column}).by("length")
    return [
        LengthBin(
            low=ends[at - 1] + 1 if at else 0,
            high=ends[at] if at < len(ends) else None,
            rate=metrics[metric],
        )
        for at, metrics in groups.items()
        if at is not None
    ]


def _read_steps(
    result: Result, metric: str, scored: Sequence[int], found: Survey, lengths: dict[int, int]
) -> None:
    forgives = isinstance(result.metrics[metric], ForgivenRate)
    said_often: Counter[str] = Counter()
    right: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    pairs: Counter[Any] = Counter()
    left_out: Counter[str] = Counter()
    put_in: Counter[str] = Counter()
    counted = bool(lengths)
    for row, operation, said, written in steps(result, scored, metric):
        said_often.update(said)
        if not counted:
            lengths[row] = lengths.get(row, 0) + len(said)
        if operation == EQUAL:
            right.update(said)
        elif operation == SUBSTITUTE:
            pairs.update(zip(said, written, strict=True))
            wrong.update(said)
        elif operation == DELETE:
            left_out.update(said)
            wrong.update(said)
        elif operation == INSERT:
            put_in.update(written)
    if forgives:
        try:
            pairs, left_out, put_in, wrong = _remaining(result, metric, found)
        except UsageError as error:  # its forgivers are not here
            found.note = f"differences are shown before forgiving: {error}"
    found.substitutions, found.deletions, found.insertions = pairs, left_out, put_in
    found.words = {
        token: Word(times, right[token], wrong[token]) for token, times in said_often.items()
    }


def _remaining(result: Result, metric: str, found: Survey) -> tuple[Counter[Any], ...]:
    """Count the tokens of what was not forgiven, and the reasons of what was."""
    counters: tuple[Counter[Any], ...] = Counter(), Counter(), Counter(), Counter()
    waiting: list[Span] = []
    for _, span in pieces_of_rows(result, metric):
        if span.reason is not None:
            found.reasons[span.reason.forgiver] += 1
            continue
        waiting.append(span)
        if len(waiting) == _AT_ONCE:
            _count(waiting, counters)
            waiting.clear()
    _count(waiting, counters)
    return counters


def _count(spans: Sequence[Span], counters: tuple[Counter[Any], ...]) -> None:
    pairs, left_out, put_in, wrong = counters
    sides = (
        [list(span.difference.reference) for span in spans],
        [list(span.difference.hypothesis) for span in spans],
    )
    for alignment in align_many(*sides):
        for said, written in alignment.pairs():
            if said is None:
                put_in[written] += 1
                continue
            wrong[said] += said != written
            if written is None:
                left_out[said] += 1
            elif said != written:
                pairs[said, written] += 1
