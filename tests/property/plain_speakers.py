"""The rules for sessions with several speakers in plain Python: every assignment is tried."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from math import floor
from typing import Any, NamedTuple


class Segment(NamedTuple):
    """A segment in whole microseconds."""

    speaker: int
    start: int
    end: int
    words: str


Word = tuple[str, int, int]


def in_order(segments: list[Segment]) -> list[Segment]:
    """Return segments by start; equal starts keep their order."""
    return sorted(segments, key=lambda each: each.start)


def _nearest(value: Fraction) -> int:
    return floor(value + Fraction(1, 2))


def timed(segment: Segment, *, points: bool) -> list[Word]:
    """Return the words with times in proportion to their letters, or with the middle of these."""
    words = segment.words.split()
    total, done, found = sum(map(len, words)), 0, []
    for word in words:
        at = [
            _nearest(segment.start + Fraction((segment.end - segment.start) * part, 2 * total))
            for part in (2 * done, 2 * done + len(word), 2 * (done + len(word)))
        ]
        found.append((word, at[1], at[1]) if points else (word, at[0], at[2]))
        done += len(word)
    return found


def errors(reference: list[Word], hypothesis: list[Word], collar: int | None) -> tuple[int, int]:
    """Return the fewest errors, and the most hits among the alignments with so few."""
    row = [(at, 0) for at in range(len(hypothesis) + 1)]
    for word, begin, end in reference:
        before, row = row, [(row[0][0] + 1, row[0][1])]
        for at, (other, other_begin, other_end) in enumerate(hypothesis):
            ways = [
                (before[at + 1][0] + 1, before[at + 1][1]),
                (row[at][0] + 1, row[at][1]),
            ]
            if collar is None or (begin < other_end + collar and other_begin - collar < end):
                same = word == other
                ways.append((before[at][0] + (not same), before[at][1] - same))
            row.append(min(ways))
    return row[-1][0], -row[-1][1]


class Plain:
    """One session."""

    def __init__(self, reference: list[Segment], hypothesis: list[Segment]) -> None:
        self.sides = in_order(reference), in_order(hypothesis)
        self.names = tuple(list(dict.fromkeys(e.speaker for e in side)) for side in self.sides)

    def words(self, side: int, segments: list[Segment]) -> list[Word]:
        """Return the words of some segments, with their times."""
        return [word for each in segments for word in timed(each, points=bool(side))]

    def stream(self, side: int, name: int) -> list[Word]:
        """Return the words of a stream."""
        return self.words(side, [each for each in self.sides[side] if each.speaker == name])

    def pairs(self, collar: int | None) -> tuple[list[int | None], int]:
        """Return the first best map in order, and its errors; try all of them."""
        speakers, streams = self.names
        size = max(len(speakers), len(streams))
        rows = [self.stream(0, name) for name in speakers] + [[]] * (size - len(speakers))
        columns = [self.stream(1, name) for name in streams] + [[]] * (size - len(streams))
        matrix = [[errors(row, column, collar) for column in columns] for row in rows]
        best: Any = min(
            (sum(matrix[a][b][0] for a, b in pairs), -sum(matrix[a][b][1] for a, b in pairs), pairs)
            for pairs in (tuple(enumerate(p)) for p in permutations(range(size)))
        )
        found = [streams[b] if b < len(streams) else None for _, b in best[2][: len(speakers)]]
        return found, best[0]

    def assigned_errors(self, given: list[int], collar: int | None, *, swapped: bool) -> int:
        """Return the errors of an assignment of the spoken segments of a side."""
        side, other = (1, 0) if swapped else (0, 1)
        segments = [each for each in self.sides[side] if each.words.split()]
        total = 0
        for name in dict.fromkeys([*self.names[other], *given]):
            own = [each for each, to in zip(segments, given, strict=True) if to == name]
            pair = self.words(side, own), self.stream(other, name)
            total += errors(*(pair[::-1] if swapped else pair), collar)[0]
        return total

    def fewest(self, collar: int | None, *, swapped: bool) -> int:
        """Return the errors of the best of all assignments."""
        side, other = (1, 0) if swapped else (0, 1)
        count = sum(bool(each.words.split()) for each in self.sides[side])
        streams = self.names[other] or [-1]
        return min(
            self.assigned_errors(list(given), collar, swapped=swapped)
            for given in product(streams, repeat=count)
        )

    def fewest_interleaved(self) -> int:
        """Return the errors of the best order that keeps each speaker's, and the best assignment of it."""
        spoken = [each for each in self.sides[0] if each.words.split()]
        segments, best = self.sides[0], None
        for order in permutations(range(len(spoken))):
            places = [[at for at in order if spoken[at].speaker == name] for name in self.names[0]]
            if any(own != sorted(own) for own in places):
                continue
            self.sides = [spoken[at] for at in order], self.sides[1]
            errors = self.fewest(None, swapped=False)
            best = errors if best is None else min(best, errors)
        self.sides = segments, self.sides[1]
        assert best is not None
        return best


def diarisation(
    reference: list[Segment],
    hypothesis: list[Segment],
    region: tuple[int, int],
    collar: int,
    step: int,
    *,
    overlap: bool,
    map_scored: bool,
) -> set[tuple[int, int, int, int]]:
    """Return scored, missed, false alarm and confused time for each best map."""
    names = [sorted({each.speaker for each in side}) for side in (reference, hypothesis)]

    def active(side: list[Segment], at: int) -> frozenset[int]:
        return frozenset(e.speaker for e in side if e.start <= at < e.end)

    frames = []
    for at in range(region[0], region[1], step):
        said, heard = active(reference, at), active(hypothesis, at)
        # A border of a speaker, whose turns that overlap or touch are one.
        borders = [
            time
            for e in reference
            if e.end > e.start
            for time in (e.start, e.end)
            if (e.speaker in active(reference, time))
            is not (any(o.speaker == e.speaker and o.start < time <= o.end for o in reference))
        ]
        near = any(time - collar <= at < time + collar for time in borders)
        frames.append((said, heard, not near and (overlap or len(said) < 2)))
    size = max(map(len, names))
    padded = [[*side, *([None] * (size - len(side)))] for side in names]
    maps = [dict(zip(padded[0], order, strict=True)) for order in permutations(padded[1])]

    def right(found: dict[Any, Any], said: Any, heard: Any) -> int:
        return sum(found[each] in heard for each in said)

    counted = [frame for frame in frames if frame[2] or not map_scored]
    best = max(sum(right(found, *frame[:2]) for frame in counted) for found in maps)
    ends = set()
    for found in maps:
        if sum(right(found, *frame[:2]) for frame in counted) < best:
            continue
        scored = missed = false_alarm = confused = 0
        for said, heard, is_scored in frames:
            if is_scored:
                scored += step * len(said)
                missed += step * max(0, len(said) - len(heard))
                false_alarm += step * max(0, len(heard) - len(said))
                both = min(len(said), len(heard))
                confused += step * (both - right(found, said, heard))
        ends.add((scored, missed, false_alarm, confused))
    return ends
