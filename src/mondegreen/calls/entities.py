"""Entities of calls: which of those that were said are in what was heard."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mondegreen.calls.folding import normalized
from mondegreen.judges.quoting import words_of
from mondegreen.metrics.entity_spans import Entity, found
from mondegreen.text.normalizers import normalizer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from mondegreen.calls.side import Side
    from mondegreen.corpus.phrases import Phrase

__all__ = ["EntityCounts", "LostEntity", "count_entities", "said_in", "summed"]


@dataclass(frozen=True, slots=True)
class EntityCounts:
    """Numbers of entities of one type.

    Attributes:
        said: in the reference.
        exact: of those, how many are in the hypothesis in the same words; case and punctuation
            do not count.
        forgiving: how many match after the normalizer `calls`, which reads numbers and times, or
            after `mondegreen-en`, which reads amounts, dates and addresses too, or with other
            spaces. Never less than ``exact``.
        written: entities of the same list or kind in the hypothesis, by the forgiving rule.
    """

    said: int = 0
    exact: int = 0
    forgiving: int = 0
    written: int = 0

    @property
    def error_rate(self) -> float | None:
        """The share that was lost, by the forgiving rule; ``None`` where nothing was said.

        >>> EntityCounts(4, 2, 3, 5).error_rate, EntityCounts().error_rate
        (0.25, None)
        """
        return None if not self.said else (self.said - self.forgiving) / self.said

    @property
    def recall(self) -> float | None:
        """The share that was found; ``None`` where nothing was said."""
        return None if not self.said else self.forgiving / self.said

    @property
    def precision(self) -> float | None:
        """The share of those written that were said; ``None`` where nothing is written."""
        return None if not self.written else self.forgiving / self.written

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both: 2 x found / (said + written)."""
        both = self.said + self.written
        return None if not both else 2 * self.forgiving / both

    def __add__(self, other: EntityCounts) -> EntityCounts:
        return EntityCounts(
            self.said + other.said,
            self.exact + other.exact,
            self.forgiving + other.forgiving,
            self.written + other.written,
        )


@dataclass(frozen=True, slots=True)
class LostEntity:
    """An entity that was said and is not in the hypothesis.

    Attributes:
        call: the name of the call.
        type: what kind of thing it names.
        text: as it was said.
    """

    call: str
    type: str
    text: str


def count_entities(
    side: Side,
    named: Sequence[Phrase],
    hypothesis_named: Sequence[Phrase] | None = None,
    *,
    heard: str = "",
) -> tuple[dict[str, EntityCounts], list[LostEntity]]:
    """Count the entities of one side of a call, by type.

    An entity that was said twice must be written twice.

    Args:
        side: one side of a call.
        named: its entities, each as often as it was said.
        hypothesis_named: those of the hypothesis, where somebody named them; without, the
            entities of ``named`` are looked for in it.
        heard: another form of the hypothesis, in which they may also be.
    """
    said = Counter(named)
    apart = _counted(said, words_of(side.reference_text))
    # Named inside of another one, or over its end: to be found there.
    inside = {phrase: max(0, times - apart[phrase]) for phrase, times in said.items()}
    plain = _counted(said, words_of(side.hypothesis_text), inside=inside)
    bare: Counter[Phrase] = Counter()
    for text in (side.hypothesis_text, heard):
        for read in (_of_calls, _of_english):
            bare |= _counted(said, read(text), read=read, inside=inside)
    counts: dict[str, EntityCounts] = {}
    lost = []
    for phrase, times in said.items():
        exact = min(times, plain[phrase])
        forgiving = max(exact, min(times, bare[phrase]))
        written = max(bare[phrase], exact) if hypothesis_named is None else 0
        counts[phrase.type] = counts.get(phrase.type, EntityCounts()) + EntityCounts(
            times, exact, forgiving, written
        )
        lost += [LostEntity(side.call.id, phrase.type, phrase.text)] * (times - forgiving)
    for phrase in hypothesis_named or ():
        kind = counts.get(phrase.type, EntityCounts())
        counts[phrase.type] = kind + EntityCounts(written=1)
    if hypothesis_named is not None:  # nothing can be found more often than it is written
        counts = {
            kind: EntityCounts(c.said, c.exact, c.forgiving, max(c.written, c.forgiving))
            for kind, c in counts.items()
        }
    return dict(sorted(counts.items())), lost


def _counted(
    said: Iterable[Phrase],
    words: Sequence[str],
    *,
    read: Callable[[str], list[str]] = words_of,
    inside: Mapping[Phrase, int] | None = None,
) -> Counter[Phrase]:
    """Return how often each phrase is in words.

    Both are cut by ``read``. The longest is found first, and what belongs to it is no other one, except for as many as
    ``inside`` says: those may share words with others.
    """
    spaces = read is words_of
    by_words: dict[tuple[str, ...], list[Phrase]] = {}
    for phrase in said:
        cut = tuple(read(phrase.text))
        if cut:
            by_words.setdefault(cut, []).append(phrase)
    # Two phrases of the same letters share what is found; the first named takes it.
    known = [Entity(cut) for cut in by_words]
    hits = Counter(entity.words for _, entity in found(words, known, spaces=spaces))
    counted: Counter[Phrase] = Counter()
    for words_there, phrases in by_words.items():
        for phrase in phrases:
            counted[phrase] = hits[words_there]
            if inside is not None and inside[phrase]:
                alone = len(found(words, [Entity(words_there)], spaces=spaces))
                counted[phrase] += min(inside[phrase], alone - hits[words_there])
    return counted


def _of_calls(text: str) -> list[str]:
    return normalized([text])[0].split()


def _of_english(text: str) -> list[str]:
    return str(normalizer("mondegreen-en")(text)).split()


def said_in(text: str, phrases: Iterable[Phrase]) -> list[Phrase]:
    """Return the phrases that a text has, each as often as it has it.

    >>> from mondegreen.corpus.phrases import Phrase
    >>> [phrase.text for phrase in said_in("Ann and Ann Lee", [Phrase("Ann"), Phrase("Ann Lee")])]
    ['Ann', 'Ann Lee']
    """
    counted = _counted(dict.fromkeys(phrases), words_of(text))
    return list(counted.elements())


def summed(counts: Iterable[Mapping[str, EntityCounts]]) -> dict[str, EntityCounts]:
    """Add counts by type; the types in the order of their names."""
    total: dict[str, EntityCounts] = {}
    for each in counts:
        for kind, numbers in each.items():
            total[kind] = total.get(kind, EntityCounts()) + numbers
    return dict(sorted(total.items()))
