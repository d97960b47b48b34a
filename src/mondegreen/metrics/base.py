"""A metric is a row of integers per utterance, and a function of their sums.

From that alone follow corpus rates, slices, merging, intervals and tests: they only ever add
rows and ask the metric for the value of a sum.
"""

from __future__ import annotations

import math
from array import array
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from mondegreen.corpus.table import as_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mondegreen.alignment import Alignment
    from mondegreen.metrics.batch import Batch
    from mondegreen.metrics.items import Items

__all__ = ["Metric", "Rows", "Unjudged", "ratio"]


class Unjudged(NamedTuple):
    """Why a row of a judged metric has no counts.

    Attributes:
        status: one word, as `mondegreen.judges.status.STATUSES`.
        reason: one sentence.
    """

    status: str
    reason: str

    def __str__(self) -> str:
        return f"{self.status}: {self.reason}"


class Rows(NamedTuple):
    """One int64 column per statistic, and the sums over all rows with a text on both sides.

    Rows that a judge could not judge are in ``unjudged``; their counts are 0 except for ``unjudged``.
    ``details`` is what else is known of a row, as what a judge said; run files keep `Metric.detail_names`. ``traces`` has the
    conversation about a row where there was one, in the columns of ``semantic_wer_traces``.
    ``items`` counts single words or marks.
    """

    columns: tuple[array[int], ...]
    sums: tuple[int, ...]
    unjudged: Mapping[int, Unjudged] = {}
    details: Mapping[int, Any] = {}
    traces: Mapping[int, Mapping[str, Any]] = {}
    items: Items | None = None


class Metric:
    """The base of all metrics.

    A new metric sets ``name`` and ``statistics`` and defines ``row`` (one pair to a tuple of
    non-negative integers) and ``value`` (sums to a rate). Metrics that count in bulk define
    ``rows`` instead of ``row``.

    Attributes:
        name: as on the command line.
        version: part of the signature; raised when the same texts get other numbers.
        statistics: the names of the integers of a row.
        units: the units it can count in, the default first; empty where it has none.
        uses_ties: whether the rate depends on which of several best alignments is chosen.
        uses_insertions: whether it depends on what inserted words count as.
        normalizer: the one it is defined with and applies itself, as ``lower@1``, whatever the
            others are scored on; ``None`` where it takes the texts as they are scored.
        takes_normalizer: whether another one may be given in its name, as
            ``space-norm-wer[normalizer=lower]``; it then applies the one that ``normalizer`` names.
        left_out: the statistic that counts the utterances it leaves out; empty where none.
        higher_is_better: whether more is better, as with accuracies.
        counts_errors: whether what `errors` returns is a number of errors to be shown.
        label: a short heading.
        forgives: whether it is a `mondegreen.metrics.forgiven.ForgivenRate`.
        weighs: whether it takes the forgivers and severities, to weigh what is forgiven.
        undefined: why there is no rate where there is nothing to divide by, as *no entities*;
            `value` is then NaN, and tables show null. Empty where 0 by 0 is a rate of 0.
        uses_entities: whether it reads ``batch.entities``; with ``lists``, the list of phrases.
        lists: whose listed words it tells from others: ``column`` for those of each utterance,
            ``global`` for one list, ``numbers`` for words with a digit; empty for none.
        languages: the codes of those it is for; empty for all.
        takes_pieces: whether an utterance may be cut into pieces that it counts by themselves,
            as one is where a part of the reference stands for anything; see `fold`.
        leaves_out_notes: whether noises and tokens of decoders are no words for it, whatever the
            normalizer.
        aligns_rows: whether what it counts is the alignment of the texts of each row.
        counts_steps: whether its errors are the steps of the alignments that `align` returns.
        accepts: a reason and why, for words that differ and are hits.
        uses_sessions: whether it scores sessions with several speakers, ``batch.sessions``.
        uses_collar: whether it needs a collar for the times of words.
        uses_turns: whether it compares who spoke when, and needs no words.
        leaves_out_times: whether it follows ``der_collar`` and ``der_overlap``.
        uses_words: whether it reads times or confidences of words: ``batch.heard_words()``.
        detail_names: the names of the lists of integers in the details of a row that `measures` needs.
        items_are_texts: whether its items are words of the texts, and of no list that was given.
        uses_lists: what it takes of a list of hypotheses: ``first``, ``mean`` or ``oracle``; empty where it
            takes no lists.
        judged: whether its rows come from answers of a judge: `mondegreen.judges.metric`.
        judge: who judged and in which way, for titles; empty where nobody did.

    >>> class Length(Metric):
    ...     name, statistics = "length", ("hypothesis_characters", "reference_characters")
    ...     def row(self, reference, hypothesis):
    ...         return len(hypothesis), len(reference)
    >>> Length().value((3, 4))
    0.75
    """

    name: ClassVar[str]
    version: ClassVar[str] = "1"
    statistics: ClassVar[tuple[str, ...]]
    units: ClassVar[tuple[str, ...]] = ()
    uses_ties: ClassVar[bool] = False
    uses_insertions: ClassVar[bool] = False
    normalizer: ClassVar[str | None] = None
    takes_normalizer: ClassVar[bool] = False
    left_out: ClassVar[str] = ""
    higher_is_better: ClassVar[bool] = False
    counts_errors: ClassVar[bool] = True
    label: ClassVar[str] = ""
    forgives: ClassVar[bool] = False
    weighs: ClassVar[bool] = False
    undefined: ClassVar[str] = ""
    uses_entities: ClassVar[bool] = False
    lists: ClassVar[str] = ""
    languages: ClassVar[tuple[str, ...]] = ()
    takes_pieces: ClassVar[bool] = False
    leaves_out_notes: ClassVar[bool] = False
    aligns_rows: ClassVar[bool] = True
    counts_steps: ClassVar[bool] = False
    accepts: ClassVar[tuple[str, str]] = ("choice", "the reference lets it be so")
    uses_sessions: ClassVar[bool] = False
    uses_collar: ClassVar[bool] = False
    uses_turns: ClassVar[bool] = False
    leaves_out_times: ClassVar[bool] = False
    uses_words: ClassVar[bool] = False
    detail_names: ClassVar[tuple[str, ...]] = ()
    items_are_texts: ClassVar[bool] = False
    uses_lists: ClassVar[str] = ""
    judged: ClassVar[bool] = False
    judge: str = ""

    def __init__(self, unit: str | None = None) -> None:
        self.unit = unit or (self.units[0] if self.units else None)

    def row(self, reference: Any, hypothesis: Any) -> tuple[int, ...]:
        """Return the statistics of one pair; a missing hypothesis is given as ``""``."""
        raise NotImplementedError

    def rows(self, batch: Batch) -> Rows:
        """Return the statistics of all pairs."""
        columns = tuple(array("q") for _ in self.statistics)
        sums = [0] * len(columns)
        pairs = zip(as_list(batch.references), as_list(batch.hypotheses), strict=True)
        for reference, hypothesis in pairs:
            there = isinstance(hypothesis, (str, list, tuple))
            if not isinstance(reference, (str, list, tuple)):  # the caller refuses it by name
                there, row = False, (0,) * len(columns)
            else:
                row = self.row(reference, hypothesis if there else "")
            for at, (column, number) in enumerate(zip(columns, row, strict=True)):
                column.append(number)
                sums[at] += number if there else 0
        return Rows(columns, tuple(sums))

    def align(
        self, references: Sequence[Any], hypotheses: Sequence[Any], **options: Any
    ) -> list[Alignment]:
        """Return the alignment of each pair, with the hits that the metric counts.

        Words that differ and are hits are runs of ``accept``. The options are ``unit``, ``ties`` and
        ``edit_weights``, as for `mondegreen.align_many`.
        """
        from mondegreen.alignment import align_many  # only for what is shown

        return align_many(references, hypotheses, **options)

    @property
    def aligns_by_itself(self) -> bool:
        """Whether `align` is another one than that of equal words."""
        return type(self).align is not Metric.align

    def fold(self, rows: Rows, starts: Sequence[int], right: Sequence[int]) -> list[array[int]]:
        """Return the columns of utterances from those of their pieces.

        Piece ``starts[i]`` up to ``starts[i + 1]`` are of utterance ``i``, which also has
        ``right[i]`` reference words that are hits though no piece holds them.
        """
        del right
        spans = list(pairwise(starts))
        return [
            array("q", [sum(column[start:end]) for start, end in spans]) for column in rows.columns
        ]

    def value(self, totals: Sequence[Any]) -> Any:
        """Return the rate of summed statistics, as a fraction.

        ``totals`` holds integers, or arrays of integers of one shape (as resampling makes them);
        the result has that shape. By default the first statistic over the second.
        """
        return ratio(totals[0], totals[1])

    def describe(self, totals: Sequence[int]) -> str:
        """Return what a rate is made of, for people; empty where the statistics say it."""
        del totals
        return ""

    def measures(self, details: Iterable[Any]) -> dict[str, Any]:
        """Return numbers that no sums tell, as quantiles, by name; from the details of some rows."""
        del details
        return {}

    def fits(self, counts: Sequence[int], details: Mapping[str, Sequence[int]]) -> bool:
        """Return whether the details of a row may be those of its counts."""
        del counts, details
        return True

    def say(self, measures: Mapping[str, Any]) -> str:
        """Return what tables say of `measures`, in one line; empty for nothing."""
        del measures
        return ""

    def exact(self, totals: Sequence[int]) -> float:
        """Return the errors for people, of which a part may count; else the same as `errors`."""
        return int(self.errors(totals))

    def shown(self, errors: float) -> str:
        """Return what `exact` says of a row, for people, in a unit that they know."""
        return f"{errors:,}"

    def left_out_of(self, totals: Sequence[Any]) -> Any:
        """Return how many of the summed utterances the metric leaves out."""
        return totals[self.statistics.index(self.left_out)] if self.left_out else 0

    def note(self, given: Sequence[str], aligned: Sequence[str], insertions: str) -> str:  # noqa: ARG002
        """Return what is wrong in one pair, where its alignment in words would not show it.

        ``given`` is the pair before normalization, ``aligned`` after it.
        """
        return ""

    def errors(self, totals: Sequence[Any]) -> Any:
        """Return the number of errors in summed statistics, by which the worst come first."""
        return totals[0]

    def compared(self, totals: Sequence[Any]) -> Any:
        """Return whole numbers in proportion to the errors, of which a part may count."""
        return self.errors(totals)


def ratio(numerator: Any, denominator: Any) -> Any:
    """Divide: 0 by 0 is 0, anything else by 0 is infinite.

    >>> ratio(1, 4), ratio(0, 0), ratio(2, 0)
    (0.25, 0.0, inf)
    """
    if isinstance(denominator, int):
        if denominator:
            return numerator / denominator
        return math.inf if numerator else 0.0
    import numpy as np  # only who brings arrays has it

    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where((numerator == 0) & (denominator == 0), 0.0, numerator / denominator)
