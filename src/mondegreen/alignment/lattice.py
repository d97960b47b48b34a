"""Which of its ways a reference takes against a hypothesis, as two texts that can be aligned.

What counts without being equal, and what does not count, stands in brackets, on both sides:

    REF  call ⟦[NAME]⟧ at ⦅th-⦆ three ⦅(uh)⦆
    HYP  call ⟦john smith⟧ at ⦅the⦆ three ⦅⦆

``⟦ ⟧`` is not counted at all, ``⦅ ⦆`` is one word that is right. The pieces between them are
aligned like any other texts, each by itself, and together they have the counts of the best way.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen import _kernel
from mondegreen.errors import InputError
from mondegreen.text.alternatives import Anything, Choice, Sequence, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["BRACKETS", "Bracket", "Piece", "best", "is_marked", "pieces"]

BRACKETS = "⟦⟧⦅⦆"
_BRACKETED = re.compile(r"⟦([^⟦⟧⦅⦆]*)⟧|⦅([^⟦⟧⦅⦆]*)⦆")

EQUAL, SUBSTITUTE, DELETE, INSERT, SKIP, FREE, PASS = range(7)


class Piece(NamedTuple):
    """Two texts that are aligned by themselves."""

    reference: str
    hypothesis: str


class Bracket(NamedTuple):
    """What stands in brackets on both sides; it is right, or it is not counted."""

    reference: str
    hypothesis: str
    counts: bool


class _Lattice:
    """States and arcs, as they are made of a sequence."""

    def __init__(self) -> None:
        self.states = 1
        self.arcs: list[tuple[int, int, str | None, bool]] = []
        self.free: list[int] = []
        self.labels: dict[tuple[int, int], str] = {}
        """What stood there for anything, by source and target."""

    def state(self) -> int:
        self.states += 1
        return self.states - 1

    def add(self, sequence: Sequence, start: int) -> int:
        """Add a sequence behind a state; return the state behind it."""
        for node in sequence:
            if isinstance(node, Words):
                for word in node.words:
                    end = self.state()
                    self.arcs.append((start, end, word, node.optional))
                    start = end
            elif isinstance(node, Anything):
                free = self.state()
                self.free.append(free)
                self.labels[start, free] = node.text
                self.arcs.append((start, free, None, False))
                start = self.state()
                self.arcs.append((free, start, None, False))
            else:
                start = self._choice(node, start)
        return start

    def _choice(self, choice: Choice, start: int) -> int:
        ends = []
        for way in choice.ways:
            first = self.state()  # a state of its own, so that the order of arcs is that of ways
            self.arcs.append((start, first, None, False))
            ends.append(self.add(way, first))
        end = self.state()
        self.arcs += [(other, end, None, False) for other in ends]
        return end


def best(
    sequence: Sequence,
    hypothesis: str,
    *,
    weights: tuple[int, int, int] | None = None,
    fragments: bool = False,
) -> tuple[str, str]:
    """Return both texts of the best way: fewest errors, most hits, what was written first.

    The words of the sequence are those of its ``words``.

    Raises:
        InputError: more places and words than fit into memory.

    >>> from mondegreen.text.alternatives import Choice, Words
    >>> ways = [[Words("", words=["going", "to"])], [Words("", words=["gonna"])], []]
    >>> best([Words("", words=["he", "is"]), Choice(ways)], "he is gonna")
    ('he is gonna', 'he is gonna')
    """
    lattice = _Lattice()
    lattice.add(sequence, 0)
    lattice.arcs.sort(key=lambda arc: arc[0])
    heard = _kernel.tokens(hypothesis, "word")
    way = _kernel.best_way(
        lattice.states, lattice.arcs, lattice.free, heard, weights=weights, fragments=fragments
    )
    said: list[str] = []
    written: list[str] = []
    column = 0
    at = 0
    while at < len(way):
        step, number = way[at]
        at += 1
        if step == INSERT:
            written.append(heard[column])
            column += 1
            continue
        source, target, token, _ = lattice.arcs[number]
        if token is None:
            label = lattice.labels.get((source, target))
            if label is not None:
                start = column
                while at < len(way) and way[at][0] == FREE:
                    column, at = column + 1, at + 1
                said.append(f"⟦{label}⟧")
                written.append(f"⟦{' '.join(heard[start:column])}⟧")
        elif step == SKIP:
            said.append(f"⦅({token})⦆")
            written.append("⦅⦆")
        elif step == EQUAL and token != heard[column]:
            said.append(f"⦅{token}⦆")
            written.append(f"⦅{heard[column]}⦆")
            column += 1
        else:
            said.append(token)
            if step != DELETE:
                written.append(heard[column])
                column += 1
    return " ".join(said), " ".join(written)


def is_marked(text: Any) -> bool:
    """Whether this is a text with brackets; only texts of `best` may be asked."""
    return isinstance(text, str) and ("⟧" in text or "⦆" in text)


def pieces(reference: str, hypothesis: str) -> Iterator[Piece | Bracket]:
    """Yield the pieces of two texts that `best` returned, and the brackets between them.

    >>> list(pieces("a ⟦[X]⟧", "a ⟦so it⟧"))[:2]
    [Piece(reference='a ', hypothesis='a '), Bracket(reference='[X]', hypothesis='so it', counts=False)]

    Raises:
        InputError: the brackets of one are not those of the other.
    """
    cuts = [list(_BRACKETED.finditer(text)) for text in (reference, hypothesis)]
    if [match[0][0] for match in cuts[0]] != [match[0][0] for match in cuts[1]]:
        raise InputError(f"the brackets {BRACKETS} differ in {reference!r:.80}, {hypothesis!r:.80}")
    ends = [0, 0]
    for said, written in zip(*cuts, strict=True):
        yield Piece(reference[ends[0] : said.start()], hypothesis[ends[1] : written.start()])
        counts = said[0][0] == BRACKETS[2]
        yield Bracket(said[0][1:-1], written[0][1:-1], counts)
        ends = [said.end(), written.end()]
    yield Piece(reference[ends[0] :], hypothesis[ends[1] :])
