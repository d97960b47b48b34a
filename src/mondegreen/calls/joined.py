"""All calls of a method as one text, aligned once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen import _kernel
from mondegreen.calls.compared import count

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.calls.outcome import Outcome
    from mondegreen.metrics.phonetic_wer import PhoneticWordErrorRate

__all__ = ["Joined", "Joining", "as_listed", "as_one"]

_MOST_WORDS: Final = 200_000
"""Of all calls joined; longer ones are not aligned again as one text."""

Joined = tuple["tuple[int, int, int, int] | None", str]
"""Hits, substitutions, deletions and insertions; or ``None``, and why."""


class Joining:
    """The texts of calls, that come some at a time, as one text; failed calls are left out.

    No more texts are kept than are aligned.
    """

    def __init__(self) -> None:
        self._sides: tuple[list[str], list[str]] = ([], [])
        self._words = [0, 0]
        self._scored = 0
        self._lacks_texts = False

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Take more calls."""
        scored = [outcome for outcome in outcomes if outcome.counts is not None]
        self._scored += len(scored)
        for at, name in enumerate(("reference", "hypothesis")):
            texts = [getattr(each, name) for each in scored]
            self._lacks_texts |= None in texts
            kept = [text for text in texts if text]
            self._words[at] += sum(text.count(" ") + 1 for text in kept)
            self._sides[at].extend(kept)
        if max(self._words) > _MOST_WORDS:
            for side in self._sides:
                side.clear()

    def texts(self) -> tuple[list[str], str]:
        """Return both sides as one text each, or why they are not joined."""
        words = max(1, *self._words)
        if not self._scored:
            return [], "no call was scored"
        if self._lacks_texts:
            return [], "no text was kept"
        if words > _MOST_WORDS:
            most = f"no more than {_MOST_WORDS:,} are aligned"
            return [], f"{words:,} words in one text, of which {most}"
        return [" ".join(side) for side in self._sides], ""

    def counts(self, metric: PhoneticWordErrorRate) -> Joined:
        """Return the counts of the joined texts, by a metric."""
        texts, why = self.texts()
        return (None, why) if why else (count(texts[0], texts[1], metric), "")


def as_one(outcomes: Iterable[Outcome], metric: PhoneticWordErrorRate) -> Joined:
    """Return the counts of the texts of all calls joined, by a metric; failed calls are left out."""
    joining = Joining()
    joining.add(outcomes)
    return joining.counts(metric)


def as_listed(outcomes: Sequence[Outcome]) -> Joined:
    """Return the counts of all calls joined where somebody listed which differences matter.

    What was listed call by call holds for the joined texts if they differ in as many words as the
    calls do one by one: then each call is aligned as before. Where words of one call go with words
    of another, there are differences that nobody was asked about, and no counts.

    >>> from mondegreen.calls.outcome import Outcome
    >>> first = Outcome("a", "ok", None, (2, 1, 0, 0), "pay the card", "pay the car")
    >>> as_listed([first, Outcome("b", "ok", None, (2, 0, 0, 0), "thank you", "thanks you")])
    ((4, 1, 0, 0), '')
    >>> as_listed([Outcome("a", "ok", None, (1, 0, 1, 0), "x y", "x"), Outcome("b", "ok", None, (1, 0, 0, 1), "z", "y z")])[0]
    """
    joining = Joining()
    joining.add(outcomes)
    texts, why = joining.texts()
    if why:
        return None, why
    scored = [outcome for outcome in outcomes if outcome.counts is not None]
    sides = [[str(getattr(each, side)) for each in scored] for side in ("reference", "hypothesis")]
    apart = _errors(*sides)
    if _errors(texts[:1], texts[1:]) != apart:
        return None, "joined, words of one call go with words of another, which nobody was asked of"
    columns = zip(*(each.counts for each in scored if each.counts is not None), strict=True)
    hits, substitutions, deletions, insertions = map(sum, columns)
    return (hits, substitutions, deletions, insertions), ""


def _errors(references: list[str], hypotheses: list[str]) -> int:
    return int(sum(_kernel.count(references, hypotheses, unit="word").sums[1:]))
