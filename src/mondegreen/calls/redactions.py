"""What is in a reference for words that nobody wrote down: cut out, with what was heard there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from mondegreen.alignment.lattice import BRACKETS, Bracket, best, pieces
from mondegreen.calls.compared import compare
from mondegreen.judges.quoting import words_of
from mondegreen.text.alternatives import Marks, Words, parse
from mondegreen.text.dont_care import pattern, pinned

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mondegreen.calls.compared import Compared
    from mondegreen.calls.outcome import Difference
    from mondegreen.metrics.phonetic_wer import PhoneticWordErrorRate

__all__ = ["REDACTIONS", "WHOLLY", "Parts", "as_written", "compare_parts", "parts_of"]

REDACTIONS: Final = pinned("redactions")
WHOLLY: Final = "the reference is redacted as a whole"
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
    redacted = [_has_some(text) for text in references]
    heard = normalize(hypotheses)
    plain = iter(normalize([r for r, cut in zip(references, redacted, strict=True) if not cut]))
    return [
        _cut(reference, hypothesis, normalize) if cut else Parts([(next(plain), hypothesis)])
        for reference, hypothesis, cut in zip(references, heard, redacted, strict=True)
    ]


def as_written(reference: str, hypothesis: str) -> Parts:
    """Return the same with the words as they were written, for those who read texts as such.

    Which words of the hypothesis a redaction takes is decided without case and punctuation.

    >>> as_written("This is [NAME], at the bank.", "This is Ann Lee at a bank.").hypothesis
    'This is at a bank.'
    """
    if not _has_some(reference):
        return Parts([(reference, hypothesis)])
    sequence = parse(reference, _MARKS)
    written: tuple[list[str], list[str]] = ([], hypothesis.split())
    for node in sequence:
        if isinstance(node, Words):
            of_node = node.text.split()
            written[0].extend(of_node)
            node.words = [_plain(word) for word in of_node]
    found: list[tuple[str, str]] = []
    spans = words = 0
    at = [0, 0]
    for piece in pieces(*best(sequence, " ".join(map(_plain, written[1])))):
        heard = len(piece.hypothesis.split())
        if isinstance(piece, Bracket):
            spans, words, said = spans + 1, words + heard, 0
        else:
            said = len(piece.reference.split())
            sides = written[0][at[0] : at[0] + said], written[1][at[1] : at[1] + heard]
            found += [(" ".join(sides[0]), " ".join(sides[1]))] if any(sides) else []
        at = [at[0] + said, at[1] + heard]
    # Punctuation next to a redaction is not a word.
    return Parts([pair for pair in found if any(map(words_of, pair))], spans, words)


def _plain(word: str) -> str:
    return "".join(words_of(word)) or "."


def _has_some(text: str) -> bool:
    """Whether there are redactions; most texts do not even have a mark of one."""
    worth = "[" in text or "<" in text or "*" in text or "xx" in text.lower()
    return worth and _PATTERN is not None and bool(_PATTERN.search(text))


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
            each._replace(
                reference_place=each.reference_place + row,
                hypothesis_place=each.hypothesis_place + column,
            )
            for each in found
        ]
        sums = [a + b for a, b in zip(sums, counts, strict=True)]
    return (sums[0], sums[1], sums[2], sums[3]), tuple(differences)
