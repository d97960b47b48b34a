"""``hf-leaderboard-wer``: the word error rate of the Open ASR Leaderboard."""

from __future__ import annotations

from array import array
from itertools import starmap
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen import _kernel
from mondegreen._kernel import EMPTY, NO_REFERENCE
from mondegreen._kernel.reference_compounds import joined, merged_steps
from mondegreen.alignment import Alignment, Run
from mondegreen.alignment.run import OPERATIONS
from mondegreen.corpus.table import as_list
from mondegreen.errors import UsageError
from mondegreen.metrics.base import Rows
from mondegreen.metrics.batch import Batch
from mondegreen.metrics.edits import EditMetric

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen._kernel import EditCounts

NOT_SCORED: Final = "ignore time segment in scoring"
"""What NIST writes for a segment that is not scored, without its underscores."""


class HfLeaderboardWordErrorRate(EditMetric):
    """Word error rate without the utterances in which nothing was said.

    Utterances whose reference has no words, or is *ignore time segment in scoring*, are left out, and
    counted. Otherwise as ``wer``.

    >>> HfLeaderboardWordErrorRate().row("", "hello")
    (0, 0, 0, 0, 1)
    """

    name = "hf-leaderboard-wer"
    label = "word error rate of the Open ASR Leaderboard"
    statistics = (*EditMetric.statistics, "left_out")
    units: ClassVar[tuple[str, ...]] = ("word",)
    left_out = "left_out"
    takes_pieces = False  # what is left out is a whole utterance
    accepts: ClassVar[tuple[str, str]] = ("compound", "one word on one side, several on the other")
    rules: ClassVar[tuple[str, ...]] = ()
    raw: ClassVar[bool] = False

    def row(self, reference: Any, hypothesis: Any) -> tuple[int, ...]:
        """Return hits, substitutions, deletions, insertions, and whether the pair is left out."""
        return self.rows(Batch([reference], [hypothesis])).sums

    def rows(self, batch: Batch) -> Rows:
        """Return the same of all pairs."""
        if batch.weights is not None:
            raise UsageError(f"{self.name} counts each error as one; leave edit_weights out")
        counts = self._count(batch)
        columns = [*counts[:4], array("q", bytes(8 * len(counts.status)))]
        sums = [*counts.sums, 0]
        given = batch.given[0] if self.raw and batch.given else batch.references
        rows = _not_scored(given, counts)
        if rows:
            columns = [array("q", column) for column in columns]
        for row in rows:
            there = counts.status[row] <= EMPTY
            for at, column in enumerate(columns[:4]):
                sums[at] -= column[row] * there
                column[row] = 0
            columns[-1][row] = 1
            sums[-1] += there
        return Rows(tuple(columns), tuple(sums))

    def value(self, totals: Sequence[Any]) -> Any:
        """Return (S + D + I) / (H + S + D)."""
        return self.error_rate(totals)

    def align(
        self, references: Sequence[Any], hypotheses: Sequence[Any], **options: Any
    ) -> list[Alignment]:
        """Return the alignments of the words that are counted: some are joined, some accepted as joined."""
        if not self.rules:
            return super().align(references, hypotheses, **options)
        pairs = list(zip(map(_words, references), map(_words, hypotheses), strict=True))
        if "difflib" in self.rules:
            pairs = list(starmap(joined, pairs))
        if "kaldialign" in self.rules:
            return [_merged(*pair) for pair in pairs]
        said, written = ([pair[at] for pair in pairs] for at in range(2))
        return super().align(said, written, **options)

    def _count(self, batch: Batch) -> EditCounts:
        if not self.rules:
            return batch.edit_counts("word")
        sides = batch.references, batch.hypotheses
        return _kernel.count_compounds(*sides, self.rules, ties=batch.ties, threads=batch.threads)


class Difflib(HfLeaderboardWordErrorRate):
    """The same, and words that one side writes in several are joined first.

    Where the texts differ in spaces alone between words that agree, as Python's difflib finds them,
    both sides become one word, so that there are fewer reference words.

    >>> Difflib().row("a white paper is here", "a whitepaper is there")
    (3, 1, 0, 0, 0)
    """

    name = "hf-leaderboard-wer[difflib]"
    label = f"{HfLeaderboardWordErrorRate.label}, compounds joined"
    rules: ClassVar[tuple[str, ...]] = ("difflib",)


class DifflibRaw(Difflib):
    """The same, but left out is whose reference has no words before it is normalized.

    Where the normalizer leaves none, the words of the hypothesis are insertions.
    """

    name = "hf-leaderboard-wer[difflib-raw]"
    label = f"{Difflib.label}, all references that were written"
    raw = True


class DifflibKaldialignRaw(DifflibRaw):
    """The same, and compounds are first joined as with ``difflib`` and then merged as with ``kaldialign``.

    >>> DifflibKaldialignRaw().row("ice cream is x white paper", "icecream is y whitepaper")
    (4, 1, 0, 0, 0)
    """

    name = "hf-leaderboard-wer[difflib-kaldialign-raw]"
    label = f"{DifflibRaw.label}, compounds merged"
    rules = ("difflib", "kaldialign")


class Kaldialign(HfLeaderboardWordErrorRate):
    """Word error rate in which neighbouring words that are one word of the other side are hits.

    The alignment is the one of fewest errors, and the steps are those that kaldialign counts with
    ``merge_compounds``, whatever the rule for ties. The reference has as many words as before.

    >>> Kaldialign().row("a white paper is here", "a whitepaper is there")
    (4, 1, 0, 0, 0)
    """

    name = "hf-leaderboard-wer[kaldialign]"
    label = f"{HfLeaderboardWordErrorRate.label}, compounds merged"
    rules = ("kaldialign",)


def _not_scored(references: Any, counts: EditCounts) -> list[int]:
    """Return the rows in which nothing was said, or that are not to be scored.

    The references may be those before the normalizer, which are blank in no more rows.
    """
    words = list(map(sum, zip(*counts[:3], strict=True)))
    possible = {0, len(NOT_SCORED.split())}
    if possible.isdisjoint(words):
        return []
    texts = as_list(references)
    return [
        row
        for row, number in enumerate(words)
        if number in possible
        and counts.status[row] != NO_REFERENCE
        and _text(texts[row]).strip() in {"", NOT_SCORED}
    ]


def _words(text: Any) -> list[str]:
    return list(_kernel.tokens(text, "word") if isinstance(text, str) else text)


def _merged(reference: list[str], hypothesis: list[str]) -> Alignment:
    """Return the alignment in which words that are one word of the other side are accepted."""
    runs = []
    said = written = 0
    for step, words, others in merged_steps(reference, hypothesis):
        operation = OPERATIONS[step] if max(words, others) == 1 else "accept"
        runs.append(Run(operation, said, said + words, written, written + others))
        said, written = said + words, written + others
    return Alignment(tuple(reference), tuple(hypothesis), tuple(runs))


def _text(item: Any) -> str:
    return item if isinstance(item, str) else " ".join(item)
