"""Finds the words of entities in a text."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Annotation", "Entity", "common", "found", "places"]


class Entity(NamedTuple):
    """Words that name something, and what kind of thing; the kind may be empty."""

    words: tuple[str, ...]
    type: str = ""

    @property
    def joined(self) -> str:
        """The words without spaces.

        >>> Entity(("whats", "app")).joined
        'whatsapp'
        """
        return "".join(self.words)


class Annotation(NamedTuple):
    """The entities of an utterance, each as often as it is there.

    Attributes:
        said: those of the reference.
        written: those of the hypothesis; ``None`` for those of ``said`` that are in it.
        written_no_space: the same where only their letters count; ``None`` as above.
    """

    said: Sequence[Entity] = ()
    written: Sequence[Entity] | None = None
    written_no_space: Sequence[Entity] | None = None


def places(words: Sequence[str], joined: str) -> list[tuple[int, int]]:
    """Return where a text is in words, whatever spaces are in it; none overlaps another.

    >>> places(["on", "whats", "app", "or", "whatsapp"], "whatsapp")
    [(1, 3), (4, 5)]
    """
    starts = {}  # the word that begins after so many letters
    letters = 0
    for at, word in enumerate(words):
        starts[letters] = at
        letters += len(word)
    starts[letters] = len(words)
    text, found_there, at = "".join(words), [], 0
    while joined and (at := text.find(joined, at)) >= 0:
        end = at + len(joined)
        if at in starts and end in starts:
            found_there.append((starts[at], starts[end]))
            at = end
        else:
            at += 1
    return found_there


def found(
    words: Sequence[str], entities: Iterable[Entity], *, spaces: bool
) -> list[tuple[int, Entity]]:
    """Return the entities that are in a text, each with its first word, the longest first.

    What belongs to one is not looked at again. Where two kinds have the same words, the one that
    is named first is found. With ``spaces`` the words must be the same; without, only their
    letters in a row.

    >>> known = [Entity(("york",), "CITY"), Entity(("new", "york"), "CITY")]
    >>> [entity.words for _, entity in found("new york or york".split(), known, spaces=True)]
    [('new', 'york'), ('york',)]
    """
    by_letters: dict[str, Entity] = {}
    by_words: dict[tuple[str, ...], Entity] = {}
    for entity in entities:
        by_letters.setdefault(entity.joined, entity)
        by_words.setdefault(entity.words, entity)
    longest = max(map(len, by_letters), default=0)
    result, at = [], 0
    while at < len(words):
        best, end, joined = None, at, ""
        for last in range(at, len(words)):
            joined += words[last]
            if len(joined) > longest:
                break
            known = by_words.get(tuple(words[at : last + 1])) if spaces else by_letters.get(joined)
            if known is not None:
                best, end = known, last + 1
        if best is None:
            at += 1
        else:
            result.append((at, best))
            at = end
    return result


def common(first: Iterable[object], second: Iterable[object]) -> int:
    """Return how many things two collections share, each as often as both have it.

    >>> common("aab", "abb")
    2
    """
    return (Counter(first) & Counter(second)).total()
