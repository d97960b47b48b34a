"""``phonetic-wer``: word error rate in which words that sound alike are no errors."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen import _kernel
from mondegreen.alignment import align_alike
from mondegreen.corpus.table import as_list
from mondegreen.errors import UsageError
from mondegreen.forgive.homophone import homophone_pairs
from mondegreen.forgive.pronunciation import VERSION as DICTIONARY
from mondegreen.forgive.sounds_alike import VERSION as SOUNDS
from mondegreen.forgive.sounds_alike import alike_pairs
from mondegreen.metrics.base import Rows
from mondegreen.metrics.edits import EditMetric

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.alignment import Alignment
    from mondegreen.metrics.batch import Batch


class PhoneticWordErrorRate(EditMetric):
    """Word error rate where a word that sounds exactly like the one said counts as a hit.

    Two words do if a pronouncing dictionary of English gives them the same phonemes, or if they
    differ in letter case alone; numbers, negations and answers (*two*, *no*, *not*, *yes*) only
    match themselves. Words that are not listed match themselves in any case of letters. The
    alignment is the one of fewest remaining errors, with most hits. 0 and infinite as in ``wer``.

    >>> PhoneticWordErrorRate().row("the knight rode two miles", "the night rode to miles")
    (4, 1, 0, 0)
    """

    name = "phonetic-wer"
    label = "phonetic word error rate"
    version = f"1-{DICTIONARY}"
    units: ClassVar[tuple[str, ...]] = ("word",)
    takes_pieces = False  # the way that a reference takes is chosen by equal words
    languages: ClassVar[tuple[str, ...]] = ("en",)
    accepts: ClassVar[tuple[str, str]] = ("sound", "sounds the same")

    def row(self, reference: Any, hypothesis: Any) -> tuple[int, ...]:
        """Return hits, substitutions, deletions and insertions of one pair."""
        return self._count([reference], [hypothesis], 1).sums

    def rows(self, batch: Batch) -> Rows:
        """Return hits, substitutions, deletions and insertions of all pairs."""
        if batch.ties != "most-hits" or batch.weights is not None:
            raise UsageError(
                f"{self.name} takes the alignment of fewest errors and most hits; score it with "
                "ties='most-hits' and without edit_weights"
            )
        return self._count(batch.references, batch.hypotheses, batch.threads)

    def value(self, totals: Sequence[Any]) -> Any:
        """Return (S + D + I) / (H + S + D)."""
        return self.error_rate(totals)

    def align(
        self,
        references: Sequence[Any],
        hypotheses: Sequence[Any],
        **options: Any,  # noqa: ARG002
    ) -> list[Alignment]:
        """Return the alignments that are counted; there is one rule for ties."""
        pairs = self.pairs(vocabulary(references), vocabulary(hypotheses))
        return align_alike(references, hypotheses, pairs)

    def alike(self, references: set[str], hypotheses: set[str]) -> set[tuple[str, str]]:
        """Return which reference words and hypothesis words are hits though they differ."""
        return homophone_pairs(references, hypotheses)

    def pairs(self, references: set[str], hypotheses: set[str]) -> set[tuple[str, str]]:
        """Return all different words that are hits: those alike, and those of the same letters."""
        return self.alike(references, hypotheses) | _same_letters(references, hypotheses)

    def _count(self, references: Any, hypotheses: Any, threads: int) -> Rows:
        pairs = self.pairs(*(vocabulary(as_list(side)) for side in (references, hypotheses)))
        counts = _kernel.count_alike(references, hypotheses, sorted(pairs), threads=threads)
        return Rows(counts[:4], counts.sums)


class LoosePhoneticWordErrorRate(PhoneticWordErrorRate):
    """``phonetic-wer[seed-004]``: the same with the loose rules of call-transcript scoring.

    See `mondegreen.forgive.sounds_alike`: Double Metaphone, phonemes, letters, with fixed
    thresholds and nothing that guards numbers or negations. *not* and *need* are alike under
    them, so the rate shows how far sounds could explain errors, not whether they matter.

    >>> LoosePhoneticWordErrorRate().row("do not pay the card", "do need pay the cart")
    (5, 0, 0, 0)
    """

    name = "phonetic-wer[seed-004]"
    label = "phonetic word error rate, seed-004"
    version = f"1-{SOUNDS}"
    accepts: ClassVar[tuple[str, str]] = ("sound", "sounds similar")

    def alike(self, references: set[str], hypotheses: set[str]) -> set[tuple[str, str]]:
        """Return which reference words and hypothesis words are alike by the loose rules."""
        return alike_pairs(references, hypotheses)


def vocabulary(texts: Iterable[Any]) -> set[str]:
    """Return the distinct words of texts or of lists of words; what is missing has none.

    >>> sorted(vocabulary(["a b", None, "b c"]))
    ['a', 'b', 'c']
    """
    found: set[str] = set()
    for text in texts:
        if isinstance(text, str):
            found.update(text.split())
        elif isinstance(text, (list, tuple)):
            found.update(word for word in text if isinstance(word, str))
    return found


def _same_letters(references: set[str], hypotheses: set[str]) -> set[tuple[str, str]]:
    """Return the pairs of words that differ in case alone."""
    lower: defaultdict[str, list[str]] = defaultdict(list)
    for word in references:
        lower[word.lower()].append(word)
    pairs = ((said, heard) for heard in hypotheses for said in lower.get(heard.lower(), ()))
    return {(said, heard) for said, heard in pairs if said != heard}
