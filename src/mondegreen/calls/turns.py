"""Which turn of the hypothesis belongs to which of the reference."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from mondegreen import _kernel

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.calls.call import Turn

__all__ = ["Group", "Kind", "Links", "align_turns", "kinds"]

Kind = Literal["matched", "merged", "split", "mixed", "missing", "extra"]

_ENOUGH: Final = 0.5
"""How much of the shorter turn's words must be hits for two turns to belong together."""
_MOST_LOOKS: Final = 50
"""Turns of the other side that a turn may overlap on an average."""
_TRUST: Final = 0.8
"""Times are believed while they keep so much of the hits that the words alone find."""

Links = set[tuple[int, int]]


class Group(NamedTuple):
    """Turns that belong together, by their places among the turns that were given.

    Attributes:
        reference: places of reference turns, in order; empty for an extra turn.
        hypothesis: places of hypothesis turns; empty for a missing turn.
    """

    reference: tuple[int, ...]
    hypothesis: tuple[int, ...]

    @property
    def kind(self) -> Kind:
        """What became of the turns.

        >>> Group((0,), (0, 1)).kind, Group((3,), ()).kind
        ('split', 'missing')
        """
        said, heard = len(self.reference), len(self.hypothesis)
        if not heard:
            return "missing"
        if not said:
            return "extra"
        if said == 1:
            return "matched" if heard == 1 else "split"
        return "merged" if heard == 1 else "mixed"


def kinds(groups: Iterable[Group]) -> dict[Kind, int]:
    """Return how many groups there are of each kind."""
    found = Counter(group.kind for group in groups)
    order: tuple[Kind, ...] = ("matched", "merged", "split", "mixed", "missing", "extra")
    return {kind: found[kind] for kind in order}


def align_turns(
    reference: Sequence[Turn],
    hypothesis: Sequence[Turn],
    texts: tuple[Sequence[str], Sequence[str]],
) -> tuple[list[Group], Literal["time", "words"]]:
    """Return which turns belong together, in order, and what decided it.

    Where all turns have times, two belong together that overlap most; the end of a turn that
    does not say is where the next one begins. If that loses hits that the words alone find, as
    with clocks that differ, and where there are no times, two belong together if at least half
    of the words of the shorter one are hits in the alignment of the whole call. What then is
    left between two neighbours is matched in its order if as many turns are left on both sides.

    Args:
        reference: turns of one side of the call.
        hypothesis: turns of the same side.
        texts: what they say, normalized, one a turn.
    """
    sizes = len(reference), len(hypothesis)
    by_time: list[Group] = []
    within = 0
    timed = all(sizes) and _timed(reference) and _timed(hypothesis)
    linked = _by_time(reference, hypothesis) if timed else None
    if linked is not None:
        by_time = _groups(linked, *sizes)
        within = _hits_within(by_time, texts)
        if within >= _TRUST * _most_hits(texts):  # which no alignment can have more of
            return by_time, "time"
    words = [[len(text.split()) for text in side] for side in texts]
    hits = _hits(*texts, *words)
    links = _by_words(hits, *words)
    if by_time and within >= _TRUST * _kept(hits, links):
        return by_time, "time"
    return _groups(links | _between(links, *sizes), *sizes), "words"


def _most_hits(texts: tuple[Sequence[str], Sequence[str]]) -> int:
    """Return how many words the two sides share, in whatever order."""
    said, heard = (Counter(" ".join(side).split()) for side in texts)
    return (said & heard).total()


def _hits(
    references: Sequence[str],
    hypotheses: Sequence[str],
    said: Sequence[int],
    heard: Sequence[int],
) -> Counter[tuple[int, int]]:
    """Return how many words are hits between each two turns, when all are aligned at once."""
    owners: tuple[list[int], list[int]] = ([], [])
    ends: tuple[list[int], list[int]] = ([], [])
    for side, words in enumerate((said, heard)):
        for turn, number in enumerate(words):
            owners[side].extend([turn] * number)
            ends[side].append(len(owners[side]))
    found: Counter[tuple[int, int]] = Counter()
    if not owners[0] or not owners[1]:
        return found
    runs = _kernel.align_alike([" ".join(references)], [" ".join(hypotheses)], [])
    for at, operation in enumerate(runs.operations):
        if operation:
            continue
        row, column = runs.reference_starts[at], runs.hypothesis_starts[at]
        while row < runs.reference_ends[at]:  # as far as both turns go, all at once
            r, h = owners[0][row], owners[1][column]
            steps = min(ends[0][r] - row, ends[1][h] - column, runs.reference_ends[at] - row)
            found[r, h] += steps
            row, column = row + steps, column + steps
    return found


def _by_words(hits: Counter[tuple[int, int]], said: Sequence[int], heard: Sequence[int]) -> Links:
    return {(r, h) for (r, h), number in hits.items() if number >= _ENOUGH * min(said[r], heard[h])}


def _timed(turns: Sequence[Turn]) -> bool:
    return all(turn.start is not None for turn in turns)


def _by_time(reference: Sequence[Turn], hypothesis: Sequence[Turn]) -> Links | None:
    """Return for each turn the one of the other side that it overlaps most, if there is one.

    ``None`` where turns overlap so many others that times say nothing.
    """
    said, heard = _intervals(reference), _intervals(hypothesis)
    best: list[list[tuple[float, int]]] = [[(0.0, -1)] * len(said), [(0.0, -1)] * len(heard)]
    first, looks = 0, _MOST_LOOKS * (len(said) + len(heard))
    for r, (start, end) in enumerate(said):
        while first < len(heard) and heard[first][1] <= start:
            first += 1
        for h in range(first, len(heard)):
            if heard[h][0] >= end:
                break
            looks -= 1
            if not looks:
                return None
            overlap = min(end, heard[h][1]) - max(start, heard[h][0])
            best[0][r] = max(best[0][r], (overlap, h), key=lambda pair: pair[0])
            best[1][h] = max(best[1][h], (overlap, r), key=lambda pair: pair[0])
    links = {(r, h) for r, (_, h) in enumerate(best[0]) if h >= 0}
    return links | {(r, h) for h, (_, r) in enumerate(best[1]) if r >= 0}


def _intervals(turns: Sequence[Turn]) -> list[tuple[float, float]]:
    starts = [turn.start or 0.0 for turn in turns]
    running = 0.0
    for at, start in enumerate(starts):  # clocks may not run backwards
        running = starts[at] = max(running, start)
    ends = [*starts[1:], (starts[-1] + 60.0) if starts else 0.0]
    return [
        (start, max(start, turn.end) if turn.end is not None else end)
        for turn, start, end in zip(turns, starts, ends, strict=True)
    ]


def _kept(hits: Counter[tuple[int, int]], links: Links) -> int:
    return sum(number for pair, number in hits.items() if pair in links)


def _hits_within(groups: Sequence[Group], texts: tuple[Sequence[str], Sequence[str]]) -> int:
    """Return how many words are hits when each group is aligned by itself."""
    references = [" ".join(texts[0][n] for n in group.reference) for group in groups]
    hypotheses = [" ".join(texts[1][n] for n in group.hypothesis) for group in groups]
    return int(_kernel.count(references, hypotheses, unit="word").sums[0])


def _between(links: Links, said: int, heard: int) -> Links:
    """Match what is left between linked turns in order, where both sides have as many."""
    found: Links = set()
    left_r = sorted(set(range(said)) - {r for r, _ in links})
    left_h = sorted(set(range(heard)) - {h for _, h in links})
    anchors = [(-1, -1), *sorted(links), (said, heard)]
    for (r0, h0), (r1, h1) in pairwise(anchors):
        here_r = left_r[bisect_right(left_r, r0) : bisect_left(left_r, r1)]
        here_h = left_h[bisect_right(left_h, h0) : bisect_left(left_h, h1)]
        if len(here_r) == len(here_h):
            found |= set(zip(here_r, here_h, strict=True))
    return found


def _groups(links: Links, said: int, heard: int) -> list[Group]:
    """Join what is linked, and put the groups in the order of the call."""
    parent = list(range(said + heard))

    def root(node: int) -> int:
        while parent[node] != node:
            parent[node] = node = parent[parent[node]]
        return node

    for r, h in links:
        parent[root(r)] = root(said + h)
    members: dict[int, tuple[list[int], list[int]]] = {}
    for node in range(said + heard):
        sides = members.setdefault(root(node), ([], []))
        sides[node >= said].append(node - said if node >= said else node)
    groups = [Group(tuple(r), tuple(h)) for r, h in members.values()]
    # An extra turn comes after the group of the hypothesis turn before it.
    place = {h: g.reference[-1] for g in groups if g.reference for h in g.hypothesis}

    def order(group: Group) -> tuple[int, int, int]:
        if group.reference:
            return group.reference[0], 0, 0
        before = max((h for h in place if h < group.hypothesis[0]), default=None)
        return (-1 if before is None else place[before]), 1, group.hypothesis[0]

    return sorted(groups, key=order)
