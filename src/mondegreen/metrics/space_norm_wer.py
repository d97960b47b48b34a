"""``space-norm-wer``: space-insensitive word error rate on texts of its own making."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from mondegreen import _kernel
from mondegreen._kernel import SCORED, normalizing
from mondegreen.corpus.table import as_list
from mondegreen.metrics.base import Metric, Rows
from mondegreen.metrics.space_wer import words_wrong
from mondegreen.text.normalizers import normalize, normalizer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen._kernel import SpaceCounts
    from mondegreen.metrics.batch import Batch

_DIGITS = frozenset("0123456789")


class SpaceNormWordErrorRate(Metric):
    """Reference words touched by edits of letters over all reference words, 0 to 1.

    Both texts go through the normalizer ``space-norm``, which deletes punctuation and the digits 0
    to 9. Their letters are aligned with the spaces left out. An inserted letter touches the word
    before it, at the beginning the first word, so inserted words cost at most one word a place.
    Pairs of which a normalized text is empty are left out, and counted. Pairs that score no error
    though they differ in what was deleted are counted too, and those among them whose digits differ.

    >>> SpaceNormWordErrorRate().value((1, 3, 0, 0, 0))
    0.3333333333333333
    """

    name = "space-norm-wer"
    label = "space-insensitive word error rate without digits"
    statistics = (
        "touched",
        "reference_words",
        "left_out",
        "differ_in_deleted",
        "differ_in_digits",
    )
    normalizer = "space-norm@1"
    takes_normalizer = True
    left_out = "left_out"

    def rows(self, batch: Batch) -> Rows:
        """Return the words touched and said, and what was left out and deleted, of all pairs."""
        given = batch.given or (batch.references, batch.hypotheses)
        counts = _counts(self.normalizer, given, batch.threads)
        batch.set_status(counts.status)
        touched, words = counts.touched, counts.reference_words
        left_out, deleted, digits = (array("q", bytes(8 * len(words))) for _ in range(3))
        if counts.status.count(SCORED) < len(words) or 0 in words:
            for row, status in enumerate(counts.status):
                if status != SCORED or not words[row]:
                    left_out[row], touched[row], words[row] = 1, 0, 0
        for row, reference, hypothesis in _without_errors(*given, touched, left_out):
            deleted[row] = 1
            digits[row] = int(_digits(reference) != _digits(hypothesis))
        columns = (touched, words, left_out, deleted, digits)
        if max(counts.status, default=SCORED) <= _kernel.EMPTY:
            return Rows(columns, tuple(map(sum, columns)))
        there = [status <= _kernel.EMPTY for status in counts.status]
        kept = (sum(n for n, keep in zip(c, there, strict=True) if keep) for c in columns)
        return Rows(columns, tuple(kept))

    def note(self, given: Sequence[str], aligned: Sequence[str], insertions: str) -> str:  # noqa: ARG002
        """Return the words touched, as they are after the metric's own normalizer."""
        return words_wrong(*normalizer(self.normalizer).batch(list(given)), insertions="neighbour")


def _counts(pinned: str, given: tuple[Any, Any], threads: int) -> SpaceCounts:
    """Normalize and count; both at once in the kernel, if it can, and the columns are of texts."""
    if pinned == SpaceNormWordErrorRate.normalizer and _kernel.name == "native":
        counts = normalizing.count_space_norm(*given, threads=threads)
        if counts is not None:
            return counts
    references, hypotheses = (normalize(normalizer(pinned), side, threads) for side in given)
    return _kernel.count_spaces(references, hypotheses, insertions="neighbour", threads=threads)


def _without_errors(
    references: Any, hypotheses: Any, touched: array[int], left_out: array[int]
) -> Iterator[tuple[int, str, str]]:
    """Give the pairs without errors that differ in more than case and white space."""
    sides = as_list(references), as_list(hypotheses)
    for row, errors in enumerate(touched):
        if errors or left_out[row]:
            continue
        reference, hypothesis = (side[row] for side in sides)
        if reference == hypothesis:
            continue
        said, written = _text(reference), _text(hypothesis)
        if _folded(said) != _folded(written):
            yield row, said, written


def _text(item: Any) -> str:
    return item if isinstance(item, str) else " ".join(item)


def _folded(text: str) -> str:
    return "".join(text.lower().split())


def _digits(text: str) -> list[str]:
    return [letter for letter in text if letter in _DIGITS]
