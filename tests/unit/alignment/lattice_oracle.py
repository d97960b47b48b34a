"""Every way through a small lattice, and every span for what stands for anything, one by one."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from mondegreen._kernel.reference_lattice import fits
from mondegreen._kernel.reference_ties import least
from mondegreen.text.alternatives import Anything, Choice, Sequence, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen._kernel.reference import Weights


class Word(NamedTuple):
    text: str
    optional: bool


ANYTHING = None


def paths(sequence: Sequence) -> Iterator[list[Word | None]]:
    """Yield every path, written out."""
    parts: list[list[list[Word | None]]] = []
    for node in sequence:
        if isinstance(node, Anything):
            parts.append([[ANYTHING]])
        elif isinstance(node, Words):
            parts.append([[Word(word, node.optional) for word in node.words]])
        else:
            parts.append([path for way in node.ways for path in paths(way)])
    for chosen in product(*parts):
        yield [word for part in chosen for word in part]


class Heard:
    """A token that equals what it fits."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return fits(self.text, other.text)  # type: ignore[attr-defined]


def least_cost(
    sequence: Sequence, hypothesis: list[str], weights: Weights, *, fragments: bool
) -> tuple[int, int, int]:
    """Return weight, errors and minus hits of the best of all paths.

    An optional word that is left out is a hit that weighs one less than a deletion.
    """
    costs = []
    for path in paths(sequence):
        optional = [at for at, word in enumerate(path) if word is not None and word.optional]
        for kept in product((True, False), repeat=len(optional)):
            out = {at for at, stays in zip(optional, kept, strict=True) if not stays}
            rest = [word for at, word in enumerate(path) if at not in out]
            weight, errors, hits = cheapest_cuts(rest, hypothesis, weights, fragments=fragments)
            costs.append((weight + len(out) * (weights[1] - 1), errors, hits - len(out)))
    return min(costs)


def cheapest_cuts(
    path: list[Word | None], hypothesis: list[str], weights: Weights, *, fragments: bool
) -> tuple[int, int, int]:
    """Return the cost where each place for anything takes the best span of the hypothesis."""
    if ANYTHING not in path:
        return plain([word.text for word in path if word], hypothesis, weights, fragments=fragments)
    at = path.index(ANYTHING)
    before = [word.text for word in path[:at] if word]
    costs = []
    for start in range(len(hypothesis) + 1):
        first = plain(before, hypothesis[:start], weights, fragments=fragments)
        for end in range(start, len(hypothesis) + 1):
            rest = cheapest_cuts(path[at + 1 :], hypothesis[end:], weights, fragments=fragments)
            costs.append(tuple(a + b for a, b in zip(first, rest, strict=True)))
    return min(costs)


def plain(
    reference: list[str], hypothesis: list[str], weights: Weights, *, fragments: bool
) -> tuple[int, int, int]:
    sides: list[list[object]] = [list(reference), list(hypothesis)]
    if fragments:
        sides = [[Heard(text) for text in side] for side in (reference, hypothesis)]
    steps = least(*sides, weights)  # type: ignore[arg-type]
    counts = [steps.count(step) for step in range(4)]
    return (
        sum(map(int.__mul__, counts[1:], weights)),
        sum(counts[1:]),
        -counts[0],
    )


def random_sequence(chance: object, depth: int = 2, *, marks: bool = True) -> Sequence:
    """Return a small sequence of the letters a to d."""
    found: Sequence = []
    for _ in range(chance.choice((0, 1, 1, 2, 2, 3))):  # type: ignore[attr-defined]
        kind = chance.random()  # type: ignore[attr-defined]
        word = chance.choice("abcd")  # type: ignore[attr-defined]
        if kind < 0.3 and depth:
            count = chance.choice((1, 2, 2, 3))  # type: ignore[attr-defined]
            ways = [random_sequence(chance, depth - 1, marks=marks) for _ in range(count)]
            found.append(Choice(ways))
        elif kind < 0.4 and marks:
            found.append(Anything("[X]"))
        elif kind < 0.55 and marks:
            found.append(Words(word, optional=True, words=[word]))
        elif kind < 0.65 and marks:
            found.append(Words(word, words=[chance.choice((f"{word}-", f"-{word}", "ab-"))]))  # type: ignore[attr-defined]
        else:
            found.append(Words(word, words=list(chance.choices("abcd", k=2))))  # type: ignore[attr-defined]
    return found
