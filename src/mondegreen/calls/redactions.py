"""What stands in a reference for words that nobody wrote down: cut out, with what was heard there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from mondegreen.alignment.lattice import BRACKETS, Bracket, best, pieces
from mondegreen.calls.compared import compare
from mondegreen.text.alternatives import Marks, Words, parse
from mondegreen.text.dont_care import pattern, pinned

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mondegreen.calls.compared import Compared
    from mondegreen.calls.outcome import Difference
    from mondegreen.metrics.phonetic_wer import PhoneticWordErrorRate

__all__ = ["REDACTIONS", "Parts", "compare_parts", "parts_of"]

REDACTIONS: Final = pinned("redactions")
_PATTERN: Final = pattern(REDACTIONS)
_MARKS: Final = Marks(anything=_PATTERN)
_BARE: Final = str.maketrans(dict.fromkeys(BRACKETS, " "))


class Parts(NamedTuple):
    """A pair of normalized texts, cut where the reference was redacted.

    Attributes:
        pairs: what is compared, reference and hypothesis, in order.
        spans: how many redactions were cut out.
        words: how many words of the hypothesis were heard in their places.
    """

    pairs: list[tuple[str, str]]
    spans: int = 0
    words: int = 0

    @property
    def reference(self) -> str:
        """What is compared of the reference, as one text."""
        return " ".join(said for said, _ in self.pairs if said)

    @property
    def hypothesis(self) -> str:
        """What is compared of the hypothesis, as one text."""
        return " ".join(heard for _, heard in self.pairs if heard)


def parts_of(
    references: Sequence[str],
    hypotheses: Sequence[str],
    normalize: Callable[[Sequence[str]], list[str]],
) -> list[Parts]:
    """Return what is compared of each pair: ``[NAME]``, ``<PII>``, ``****1234`` stand for anything.

    The best alignment of the whole says which words of the hypothesis a redaction takes.

    >>> (parts,) = parts_of(["This is [NAME] at the bank"], ["this is ann lee at a bank"], list)
    >>> parts.pairs, parts.words
    ([('This is', 'this is'), ('at the bank', 'at a bank')], 2)
    """
    if _PATTERN is None:  # which it never is
        raise AssertionError(REDACTIONS)
    redacted = [_may_have(text) and bool(_PATTERN.search(text)) for text in references]
    heard = normalize(hypotheses)
    plain = iter(normalize([r for r, cut in zip(references, redacted, strict=True) if not cut]))
    return [
        _cut(reference, hypothesis, normalize) if cut else Parts([(next(plain), hypothesis)])
        for reference, hypothesis, cut in zip(references, heard, redacted, strict=True)
    ]


def _may_have(text: str) -> bool:
    """Whether it is worth looking closer; most texts have no mark of a redaction."""
    return "[" in text or "<" in text or "*" in text or "xx" in text.lower()


def _cut(reference: str, heard: str, normalize: Callable[[Sequence[str]], list[str]]) -> Parts:
    sequence = parse(reference.translate(_BARE), _MARKS)
    for node in sequence:
        if isinstance(node, Words):
            node.words = normalize([node.text])[0].split()
    found = Parts([])
    spans = words = 0
    for piece in pieces(*best(sequence, heard.translate(_BARE))):
        if isinstance(piece, Bracket):
            spans, words = spans + 1, words + len(piece.hypothesis.split())
        elif piece.reference.strip() or piece.hypothesis.strip():
            found.pairs.append((piece.reference.strip(), piece.hypothesis.strip()))
    return found._replace(spans=spans, words=words)


def compare_parts(parts: Sequence[Parts], metric: PhoneticWordErrorRate) -> list[Compared]:
    """Return counts and differences of each pair: those of its parts, put together."""
    flat = [pair for each in parts for pair in each.pairs]
    compared = iter(compare([said for said, _ in flat], [heard for _, heard in flat], metric))
    return [
        _joined([next(compared) for _ in each.pairs]) if len(each.pairs) != 1 else next(compared)
        for each in parts
    ]


def _joined(compared: Sequence[Compared]) -> Compared:
    sums = [0, 0, 0, 0]
    differences: list[Difference] = []
    for counts, found in compared:
        hits, substituted, deleted, inserted = sums
        row, column = hits + substituted + deleted, hits + substituted + inserted
        differences += [
            replace(
                each,
                reference_place=each.reference_place + row,
                hypothesis_place=each.hypothesis_place + column,
            )
            for each in found
        ]
        sums = [a + b for a, b in zip(sums, counts, strict=True)]
    return (sums[0], sums[1], sums[2], sums[3]), tuple(differences)
