"""``word-times``: how many words are right and at the right time."""

from __future__ import annotations

from array import array
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.errors import counted
from mondegreen.metrics.base import Metric, Rows
from mondegreen.metrics.forgiven_words import forgiven_places
from mondegreen.metrics.quantiles import percent, quantile
from mondegreen.metrics.session import rate_of_time

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mondegreen.metrics.batch import Batch
    from mondegreen.metrics.heard_words import HeardWords

__all__ = ["WordTimes", "WordTimes50", "WordTimes100"]

_TOLERANCES: Final = (200, 100, 50)
"""Milliseconds."""
_PERCENTS: Final = (5, 25, 50, 75, 95)
_SIDES: Final = ("start", "end")


class WordTimes(Metric):
    """F1 of words that are right and begin and end within 200 ms of the reference.

    A word of either side without both times cannot be right in time, and is counted. Words that are
    right are pairs of equal words of an alignment with fewest errors and most hits, as `wer` counts
    them, of several the one whose words are nearest in time; and of a forgiven difference with as many
    words on both sides, the words in their order. Offsets are those of the hypothesis less
    those of the reference.

    >>> round(WordTimes().value((10, 8, 7, 7, 6, 4, 2, 6, 6, 0, 0)), 4)
    0.6667
    """

    name = "word-times"
    label = "F1 of words within 200 ms"
    statistics: ClassVar[tuple[str, ...]] = (
        *("reference_words", "hypothesis_words", "hits", "timed_hits"),
        *(f"within_{each}_ms" for each in _TOLERANCES),
        *("starts_within_200_ms", "ends_within_200_ms"),
        *("untimed_reference_words", "untimed_hypothesis_words"),
    )
    uses_words: ClassVar[bool] = True
    detail_names: ClassVar[tuple[str, ...]] = tuple(f"{side}_offsets" for side in _SIDES)
    higher_is_better: ClassVar[bool] = True
    counts_errors: ClassVar[bool] = False
    undefined = "no word has times on one side"
    tolerance: ClassVar[int] = _TOLERANCES[0]

    def rows(self, batch: Batch) -> Rows:
        """Return how many words are right and near in time; the offsets of each row are its details."""
        heard = batch.heard_words()
        said, wrote = heard.reference, heard.hypothesis
        columns = [array("q", bytes(8 * len(said))) for _ in self.statistics]
        counts = dict(zip(self.statistics, columns, strict=True))
        for side, words in (("reference", said), ("hypothesis", wrote)):
            for row, places in enumerate(words.rows()):
                untimed = sum(words.start[at] is None or words.end[at] is None for at in places)
                counts[f"{side}_words"][row] = len(places)
                counts[f"untimed_{side}_words"][row] = untimed
        offsets: list[dict[str, list[int]]] = [
            {f"{side}_offsets": [] for side in _SIDES} for _ in range(len(said))
        ]
        row = 0
        for first, second in _pairs(batch, heard):
            while first >= said.offsets[row + 1]:
                row += 1
            counts["hits"][row] += 1
            apart = []
            for side in _SIDES:
                one, other = getattr(said, side)[first], getattr(wrote, side)[second]
                if one is None or other is None:
                    continue
                offsets[row][f"{side}_offsets"].append(other - one)
                apart.append(abs(other - one))
                counts[f"{side}s_within_200_ms"][row] += apart[-1] <= 1000 * _TOLERANCES[0]
            if len(apart) == len(_SIDES):
                counts["timed_hits"][row] += 1
                for each in _TOLERANCES:
                    counts[f"within_{each}_ms"][row] += max(apart) <= 1000 * each
        there = batch.has_hypothesis()
        sums = tuple(sum(map(int.__mul__, column, there)) for column in columns)
        return Rows(tuple(columns), sums, details=dict(enumerate(offsets)))

    def value(self, totals: Sequence[Any]) -> Any:
        """Return 2 x the words within the tolerance over the words of both sides."""
        said, heard, untimed = totals[0], totals[1], totals[-2:]
        timed = (said > untimed[0]) & (heard > untimed[1])
        return rate_of_time(2 * self._within(totals), (said + heard) * timed)

    def errors(self, totals: Sequence[Any]) -> Any:
        """Return the words of both sides that have times and are not within the tolerance."""
        return sum(totals[:2]) - sum(totals[-2:]) - 2 * self._within(totals)

    def _within(self, totals: Sequence[Any]) -> Any:
        return totals[self.statistics.index(f"within_{self.tolerance}_ms")]

    def describe(self, totals: Sequence[int]) -> str:
        """Return precision and recall, F1 for other tolerances, and words without times."""
        counts = dict(zip(self.statistics, totals, strict=True))
        said, heard = counts["reference_words"], counts["hypothesis_words"]
        within = self._within(totals)
        parts = [
            f"{within:,} of {counted(counts['hits'], 'hit')} within {self.tolerance} ms",
            f"precision {percent(within, heard)}, recall {percent(within, said)}",
        ]
        others = [each for each in _TOLERANCES if each != self.tolerance]
        parts.append(
            "F1 "
            + ", ".join(
                f"{percent(2 * counts[f'within_{each}_ms'], said + heard)} at {each} ms"
                for each in others
            )
        )
        untimed = ((side, counts[f"untimed_{side}_words"]) for side in ("reference", "hypothesis"))
        parts += [f"{counted(n, f'{side} word')} without times" for side, n in untimed if n]
        return "; ".join(parts)

    def measures(self, details: Iterable[Any]) -> dict[str, Any]:
        """Return quantiles of the offsets of hits, in seconds, signed."""
        listed = list(details)
        found: dict[str, Any] = {}
        for side in _SIDES:
            offsets = sorted(chain.from_iterable(each[f"{side}_offsets"] for each in listed))
            for each in _PERCENTS:
                value = quantile(offsets, each)
                found[f"{side}_offset_p{each}"] = None if value is None else value / 1e6
        return found

    def fits(self, counts: Sequence[int], details: Mapping[str, Sequence[int]]) -> bool:
        """Return whether as many offsets are within 200 ms as were counted."""
        counted_of = dict(zip(self.statistics, counts, strict=True))
        return all(
            len(own := details[f"{side}_offsets"]) <= counted_of["hits"]
            and sum(abs(each) <= 1000 * _TOLERANCES[0] for each in own)
            == counted_of[f"{side}s_within_200_ms"]
            for side in _SIDES
        )

    def say(self, measures: Mapping[str, Any]) -> str:
        """Return medians and the range of nine tenths of the offsets."""
        parts = []
        for side in _SIDES:
            low, middle, high = (measures.get(f"{side}_offset_p{each}") for each in (5, 50, 95))
            if low is not None and middle is not None and high is not None:
                parts.append(
                    f"{side}s {middle:+.3f} s in the median, {low:+.3f} s (P5) to {high:+.3f} s (P95)"
                )
        return f"offsets of hits: {'; '.join(parts)}" if parts else ""


def _pairs(batch: Batch, heard: HeardWords) -> list[tuple[int, int]]:
    """Return the words that are right, and those of forgiven differences of as many words on both sides."""
    pairs = list(zip(*heard.pairs, strict=True))
    if batch.forgiving is None:
        return pairs
    said, wrote = set(heard.pairs[0]), set(heard.pairs[1])
    starts = heard.reference.offsets, heard.hypothesis.offsets
    for row, *places in forgiven_places(batch, heard.sides()):
        first, second = (
            range(at[row] + place.start, at[row] + place.stop)
            for at, place in zip(starts, places, strict=True)
        )
        if len(first) == len(second):
            more = zip(first, second, strict=True)
            pairs += [pair for pair in more if pair[0] not in said and pair[1] not in wrote]
    return sorted(pairs)


class WordTimes100(WordTimes):
    """The same within 100 ms."""

    name = "word-times[100]"
    label = "F1 of words within 100 ms"
    tolerance: ClassVar[int] = 100


class WordTimes50(WordTimes):
    """The same within 50 ms."""

    name = "word-times[50]"
    label = "F1 of words within 50 ms"
    tolerance: ClassVar[int] = 50
