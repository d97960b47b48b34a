"""``confidence``: how well the confidences of words tell right words from wrong ones."""

from __future__ import annotations

import math
from array import array
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.errors import InputError, counted
from mondegreen.metrics.base import Metric, Rows
from mondegreen.metrics.forgiven_words import forgiven_places

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from decimal import Decimal

    from mondegreen.metrics.batch import Batch
    from mondegreen.metrics.heard_words import HeardWords

__all__ = ["Confidence", "ForgivenConfidence", "auroc", "calibration", "threshold"]

_PARTS: Final = 10**9
"""A confidence of 1, and a bit of information, in the whole numbers of a row."""
_FLOOR: Final = 1e-7
"""The nearest that a confidence comes to 0 and 1 where its logarithm is taken, as in sclite."""
_BINS: Final = 15
_PRECISIONS: Final = (90, 95, 99)


class Confidence(Metric):
    """Normalized cross entropy of the confidences of words, as in NIST's sclite (SCTK).

    With n right words of N, H = -n log2(n/N) - (N-n) log2(1-n/N) bits say which are right if nothing
    else is known. The rate is (H + sum of log2 c over right words + sum of log2(1-c) over wrong ones) / H: 1
    is perfect, 0 is no better than one confidence for all, and it can be far below. Confidences are kept
    from 0.0000001 to 0.9999999. Words without a confidence are counted and not in the rate.

    >>> round(Confidence().value((3, 1, 260_000_000, 515_000_000, 0, 0, 0)), 4)
    0.7612
    """

    name = "confidence"
    label = "normalized cross entropy of confidences"
    statistics: ClassVar[tuple[str, ...]] = (
        *("right_words", "wrong_words", "right_nanobits", "wrong_nanobits"),
        *("right_confidence_sum", "wrong_confidence_sum", "words_without_confidence"),
    )
    detail_names: ClassVar[tuple[str, ...]] = ("right", "wrong")
    units: ClassVar[tuple[str, ...]] = ("word", "mixed")
    uses_words: ClassVar[bool] = True
    higher_is_better: ClassVar[bool] = True
    counts_errors: ClassVar[bool] = False
    undefined = "not both right and wrong words with confidences"

    def rows(self, batch: Batch) -> Rows:
        """Return right and wrong words and their bits; the confidences of each row are its details.

        Raises:
            InputError: a confidence that is not from 0 to 1.
        """
        heard = batch.heard_words(self.unit or "word")
        words, right = heard.hypothesis, self.right_words(batch, heard)
        columns = tuple(array("q", bytes(8 * len(words))) for _ in self.statistics)
        details = {}
        for row, places in enumerate(words.rows()):
            found: dict[str, list[int]] = {"right": [], "wrong": []}
            for at in places:
                confidence = words.confidence[at]
                if confidence is None:
                    columns[6][row] += 1
                    continue
                if not 0 <= confidence <= 1:
                    name = f"row {row + 1}" if batch.ids is None else f"id {batch.ids[row]!r}"
                    raise InputError(
                        f"{name}: the confidence of {words.text[at]!r:.60} is {confidence}, expected 0 "
                        "to 1; divide percents by 100, and take exp of logarithms"
                    )
                kind = int(at not in right)
                number = _whole(confidence)
                columns[kind][row] += 1
                columns[2 + kind][row] += _nanobits(confidence, kind == 0)
                columns[4 + kind][row] += number
                found["wrong" if kind else "right"].append(number)
            details[row] = found
        there = batch.has_hypothesis()
        sums = tuple(sum(map(int.__mul__, column, there)) for column in columns)
        return Rows(columns, sums, details=details)

    def right_words(self, batch: Batch, heard: HeardWords) -> set[int]:
        """Return the places of the words of the hypothesis that are right, or of forgiven differences."""
        right, own = {*heard.pairs[1]}, heard.hypothesis
        for row, _, wrote in forgiven_places(batch, heard.sides()):
            right.update(range(own.offsets[row] + wrote.start, own.offsets[row] + wrote.stop))
        return right

    def value(self, totals: Sequence[Any]) -> Any:
        """Return the normalized cross entropy; not a number where all words are right, or none is."""
        right, wrong, bits = totals[0], totals[1], (totals[2] + totals[3]) / _PARTS
        if isinstance(right, int):
            if not (right and wrong):
                return math.nan
            share = right / (right + wrong)
            whole = -right * math.log2(share) - wrong * math.log2(1 - share)
            return 1 - bits / whole
        import numpy as np  # only who brings arrays has it

        with np.errstate(divide="ignore", invalid="ignore"):
            share = right / (right + wrong)
            whole = -right * np.log2(share) - wrong * np.log2(1 - share)
            return np.where((right > 0) & (wrong > 0), 1 - bits / whole, np.nan)

    def errors(self, totals: Sequence[Any]) -> Any:
        """Return the wrong words, by which rows are sorted."""
        return totals[1]

    def describe(self, totals: Sequence[int]) -> str:
        """Return what the value is, and how confident the system was of right and of wrong words."""
        right, wrong, _, _, right_sum, wrong_sum, without = totals
        parts = [
            f"{counted(count, kind)}{f', mean confidence {total / _PARTS / count:.4f}' if count else ''}"
            for kind, count, total in (
                ("right word", right, right_sum),
                ("wrong word", wrong, wrong_sum),
            )
        ]
        if without:
            parts.append(f"{counted(without, 'word')} without a confidence")
        return f"NCE; {'; '.join(parts)}"

    def measures(self, details: Iterable[Any]) -> dict[str, Any]:
        """Return means, AUROC, calibration error and curve, and thresholds for a precision."""
        right, wrong = list[int](), list[int]()
        for each in details:
            right += each["right"]
            wrong += each["wrong"]
        error, curve = calibration(right, wrong)
        found: dict[str, Any] = {
            "mean_of_right": sum(right) / len(right) / _PARTS if right else None,
            "mean_of_wrong": sum(wrong) / len(wrong) / _PARTS if wrong else None,
            "auroc": auroc(right, wrong),
            "calibration_error": error,
        }
        for percent in _PRECISIONS:
            limit, kept = threshold(right, wrong, Fraction(percent, 100))
            found[f"threshold_for_precision_{percent}"] = limit
            found[f"words_above_threshold_{percent}"] = kept
        return found | {"calibration_curve": curve}

    def fits(self, counts: Sequence[int], details: Mapping[str, Sequence[int]]) -> bool:
        """Return whether the confidences of right and wrong words have the sums that were counted."""
        return all(
            (len(own := details[name]), sum(own)) == (counts[at], counts[4 + at])
            for at, name in enumerate(self.detail_names)
        )

    def say(self, measures: Mapping[str, Any]) -> str:
        """Return AUROC, calibration error and thresholds."""
        parts = []
        if (area := measures.get("auroc")) is not None:
            parts.append(f"AUROC {area:.4f}")
        if (error := measures.get("calibration_error")) is not None:
            parts.append(f"calibration error {error:.4f}")
        for percent in _PRECISIONS:
            limit = measures.get(f"threshold_for_precision_{percent}")
            if limit is not None:
                kept = measures[f"words_above_threshold_{percent}"]
                parts.append(f"{percent} % right from {limit:.4f} up ({100 * kept:.1f} % of words)")
        return f"confidence: {'; '.join(parts)}" if parts else ""


class ForgivenConfidence(Confidence):
    """The same, where words of differences that are forgiven are right."""

    units: ClassVar[tuple[str, ...]] = ("word",)


@lru_cache(2**16)
def _whole(confidence: Decimal) -> int:
    return int((confidence * _PARTS).to_integral_value())


@lru_cache(2**16)
def _nanobits(confidence: Decimal, right: bool) -> int:  # noqa: FBT001 - a cache takes no keywords
    """Return the bits that a confidence costs, given what the word is."""
    kept = min(max(float(confidence), _FLOOR), 1 - _FLOOR)
    return round(-_PARTS * math.log2(kept if right else 1 - kept))


def auroc(right: Iterable[int], wrong: Iterable[int]) -> float | None:
    """Return how often a right word has a higher confidence than a wrong one; equal ones count half.

    ``None`` if there are no right or no wrong words.

    >>> auroc([9, 8, 5], [5, 1])
    0.9166666666666666
    """
    groups = _groups(right, wrong)
    rights, wrongs = (sum(group[at] for group in groups) for at in (1, 2))
    if not (rights and wrongs):
        return None
    below = won = 0
    for _, good, bad in groups:
        won += good * (2 * below + bad)
        below += bad
    return won / (2 * rights * wrongs)


def calibration(
    right: Iterable[int], wrong: Iterable[int]
) -> tuple[float | None, list[dict[str, Any]]]:
    """Return the calibration error and the curve it is made of, in 15 bins of equally many words.

    The error is the mean over words of the distance between the mean confidence of a bin and the share
    of its words that are right. Words of equal confidence share what is right among them, so their order
    decides nothing. ``None`` without words.

    >>> calibration([1_000_000_000] * 15, [])[0], calibration([], [1_000_000_000])[0]
    (0.0, 1.0)
    """
    groups = _groups(right, wrong)
    count = sum(good + bad for _, good, bad in groups)
    curve, error, at, used = [], Fraction(0), 0, 0
    for number in range(_BINS):
        size = count * (number + 1) // _BINS - count * number // _BINS
        left, confidence, hits = size, 0, Fraction(0)
        while left:
            value, good, bad = groups[at]
            part = min(left, good + bad - used)
            confidence += part * value
            hits += Fraction(part * good, good + bad)
            left, used = left - part, used + part
            if used == good + bad:
                at, used = at + 1, 0
        if size:
            error += abs(Fraction(confidence, _PARTS) - hits)
            curve.append(
                {
                    "words": size,
                    "mean_confidence": confidence / _PARTS / size,
                    "right": float(hits / size),
                }
            )
    return (float(error / count) if count else None), curve


def threshold(
    right: Iterable[int], wrong: Iterable[int], precision: Fraction
) -> tuple[float | None, float | None]:
    """Return the lowest confidence from which up words are right as often as ``precision``.

    And the share of all words that have it, 0 to 1; both ``None`` where there is none.

    >>> threshold([900_000_000, 800_000_000], [500_000_000], Fraction(9, 10))
    (0.8, 0.6666666666666666)
    """
    groups = _groups(right, wrong)
    count = sum(good + bad for _, good, bad in groups)
    found: tuple[float | None, float | None] = (None, None)
    rights = kept = 0
    for value, good, bad in reversed(groups):
        rights, kept = rights + good, kept + good + bad
        if rights >= precision * kept:
            found = value / _PARTS, kept / count
    return found


def _groups(right: Iterable[int], wrong: Iterable[int]) -> list[tuple[int, int, int]]:
    """Return each confidence with how many right and wrong words have it, in ascending order."""
    found: dict[int, list[int]] = {}
    for kind, values in enumerate((right, wrong)):
        for value in values:
            found.setdefault(value, [0, 0])[kind] += 1
    return [(value, found[value][0], found[value][1]) for value in sorted(found)]
