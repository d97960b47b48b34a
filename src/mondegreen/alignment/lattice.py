"""Which of their ways a reference and a hypothesis take, as two texts that can be aligned.

What counts without being equal, and what does not count, is in brackets, on both sides:

    REF  call ⟦[NAME]⟧ at ⦅th-⦆ three ⦅(uh)⦆
    HYP  call ⟦john smith⟧ at ⦅the⦆ three ⦅⦆

``⟦ ⟧`` is not counted at all, ``⦅ ⦆`` is one word that is right. The pieces between them are
aligned like any other texts, each by itself, and together they have the counts of the best way. With
nothing in it on both sides ``⟦⟧`` only parts two pieces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen import _kernel
from mondegreen.errors import InputError
from mondegreen.patterns import pattern
from mondegreen.text.alternatives import Anything, Choice, Node, Sequence, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["BRACKETS", "Bracket", "Piece", "best", "is_marked", "pieces", "without_brackets"]

BRACKETS = "⟦⟧⦅⦆"
_WITHOUT_BRACKETS = str.maketrans(dict.fromkeys(BRACKETS))
_BRACKETED = pattern(r"⟦([^⟦⟧⦅⦆]*)⟧|⦅([^⟦⟧⦅⦆]*)⦆")

_CUT = "⟦⟧", "⟦⟧"

EQUAL, SUBSTITUTE, DELETE, INSERT, SKIP, FREE, PASS, TURN = range(8)


class Piece(NamedTuple):
    """Two texts that are aligned by themselves."""

    reference: str
    hypothesis: str


class Bracket(NamedTuple):
    """What is in brackets on both sides; it is right, or it is not counted."""

    reference: str
    hypothesis: str
    counts: bool

    @property
    def is_cut(self) -> bool:
        """Whether nothing is in it, so that it only parts two pieces."""
        return not (self.counts or self.reference or self.hypothesis)


class _Lattice:
    """States and arcs, as they are made of a sequence."""

    def __init__(self) -> None:
        self.states = 1
        self.arcs: list[tuple[int, int, str | None, bool]] = []
        self.free: list[int] = []
        self.labels: dict[tuple[int, int], str] = {}
        """What was there for anything, by source and target."""

    @classmethod
    def of(cls, sequence: Sequence) -> _Lattice:
        """Return the lattice of a sequence, its arcs in order."""
        made = cls()
        made.add(sequence, 0)
        made.arcs.sort(key=lambda arc: arc[0])
        return made

    def state(self) -> int:
        self.states += 1
        return self.states - 1

    def add(self, sequence: Sequence, start: int) -> int:
        """Add a sequence after a state; return the state after it."""
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


class _Network:
    """Arcs as NIST's sclite has them: one without a word for a way without words, and no others.

    Those that end at a state come before those that begin there.
    """

    def __init__(self) -> None:
        self.arcs: list[list[Any]] = []
        self._states = 0

    @classmethod
    def of(cls, sequence: Sequence) -> list[tuple[int, int, str | None, bool]]:
        """Return the arcs of a sequence."""
        made = cls()
        made._meet(made._add(sequence, 0), 0)
        return [(source, target, token, optional) for source, target, token, optional in made.arcs]

    def _add(self, sequence: Sequence, start: int) -> list[int]:
        """Add a sequence after a state; return the arcs that end it."""
        ends: list[int] = []
        for node in sequence:
            if isinstance(node, Words):
                for word in node.words:
                    ends = [self._arc(self._meet(ends, start), word, optional=node.optional)]
            elif isinstance(node, Choice):
                here = self._meet(ends, start)
                ends = [
                    end
                    for way in node.ways
                    for end in self._add(way, here) or [self._arc(here, None, optional=False)]
                ]
        return ends

    def _arc(self, start: int, token: str | None, *, optional: bool) -> int:
        self.arcs.append([start, -1, token, optional])
        return len(self.arcs) - 1

    def _meet(self, ends: list[int], start: int) -> int:
        """Return the state where some arcs end; where there are none, the one before them."""
        if not ends:
            return start
        self._states += 1
        for end in ends:
            self.arcs[end][1] = self._states
        return self._states


def best(
    sequence: Sequence,
    hypothesis: str | Sequence,
    *,
    weights: tuple[int, int, int] | None = None,
    fragments: bool = False,
    ties: str = "most-hits",
    cuts: bool = True,
) -> tuple[str, str]:
    """Return both texts of the best way: fewest errors, most hits, what was written first.

    The hypothesis is a text, or it leaves a choice as the reference does. The words of a sequence
    are those of its ``words``. With the ties of ``sclite`` it is the way that sclite takes, unless
    anything may stand somewhere, which sclite does not know; with ``cuts`` the texts are parted
    where their alignment would not be that of sclite.

    Raises:
        InputError: more places and words than fit into memory.

    >>> from mondegreen.text.alternatives import Choice, Words
    >>> ways = [[Words("", words=["going", "to"])], [Words("", words=["gonna"])], []]
    >>> best([Words("", words=["he", "is"]), Choice(ways)], "he is gonna")
    ('he is gonna', 'he is gonna')
    >>> best([Words("", words=["he", "gonna"])], [Words("", words=["he"]), Choice(ways)])
    ('he gonna', 'he gonna')
    """
    if isinstance(hypothesis, str):
        hypothesis = [Words(hypothesis, words=list(_kernel.tokens(hypothesis, "word")))]
    if ties == "sclite" and not any(isinstance(node, Anything) for node in _all(sequence)):
        return _best_of_sclite(sequence, hypothesis, weights, fragments=fragments, cuts=cuts)
    lattice, other = _Lattice.of(sequence), _Lattice.of(hypothesis)
    way = _kernel.best_way(
        *(lattice.states, lattice.arcs, lattice.free, other.states, other.arcs),
        weights=weights,
        fragments=fragments,
    )
    said: list[str] = []
    written: list[str] = []
    label: str | None = None  # of what stands for anything, while the way is there
    unheard: list[str] = []
    for step, number, place in way:
        token, heard = (
            side.arcs[at][2] if at >= 0 else None
            for side, at in ((lattice, number), (other, place))
        )
        if step == FREE and heard is not None:
            unheard.append(heard)
        elif step == PASS:
            if label is not None:
                said.append(f"⟦{label}⟧")
                written.append(f"⟦{' '.join(unheard)}⟧")
                unheard = []
            label = lattice.labels.get(lattice.arcs[number][:2])
        else:
            pair = _shown(step, token, heard)
            said += filter(None, pair[:1])
            written += filter(None, pair[1:])
    return " ".join(said), " ".join(written)


def _all(sequence: Sequence) -> Iterator[Node]:
    for node in sequence:
        yield node
        for way in node.ways if isinstance(node, Choice) else ():
            yield from _all(way)


def _best_of_sclite(
    sequence: Sequence,
    hypothesis: Sequence,
    weights: tuple[int, int, int] | None,
    *,
    fragments: bool,
    cuts: bool,
) -> tuple[str, str]:
    arcs, heard_arcs = _Network.of(sequence), _Network.of(hypothesis)
    taken = [
        (step, _token(arcs, number), _token(heard_arcs, at))
        for step, number, at in _kernel.sclite_way(
            arcs, heard_arcs, weights=weights, fragments=fragments
        )
        if step not in {PASS, TURN}
    ]
    shown = [_shown(step, token, heard) for step, token, heard in taken]
    if cuts and any(token is None for side in (arcs, heard_arcs) for _, _, token, _ in side):
        places = _places([step for step, _, _ in taken], shown, weights)
        for place in sorted(places, reverse=True):
            shown.insert(place, _CUT)
    said, written = zip(*shown, strict=True) if shown else ((), ())
    return " ".join(filter(None, said)), " ".join(filter(None, written))


def _token(arcs: list[tuple[int, int, str | None, bool]], number: int) -> str | None:
    return arcs[number][2] if number >= 0 else None


def _places(
    steps: list[int],
    shown: list[tuple[str | None, str | None]],
    weights: tuple[int, int, int] | None,
) -> set[int]:
    """Return before which steps two texts must be parted, so that they are aligned in these steps.

    sclite sums in single precision, in which the thousandth that an ``@`` costs may tip a tie.
    """
    found: set[int] = set()
    start = 0
    for end in (*(at for at, pair in enumerate(shown) if is_marked(pair[0])), len(shown)):
        stop = end
        while start < stop:
            said, written = ([p[at] for p in shown[start:stop] if p[at]] for at in (0, 1))
            plain = _steps(said, written, weights)
            pairs = zip(reversed(plain), reversed(steps[start:stop]), strict=False)
            same = next((at for at, (one, other) in enumerate(pairs) if one != other), None)
            if same is None:
                break
            stop -= same + 1
            found |= {stop, stop + 1} - {start, end}
        start = end + 1
    return found


def _steps(
    reference: list[Any], hypothesis: list[Any], weights: tuple[int, int, int] | None
) -> list[int]:
    runs = _kernel.align([reference], [hypothesis], ties="sclite", weights=weights)
    lengths = (max(end - i, to - j) for i, end, j, to in zip(*runs[2:], strict=True))
    pairs = zip(runs.operations, lengths, strict=True)
    return [operation for operation, length in pairs for _ in range(length)]


def _shown(step: int, token: str | None, heard: str | None) -> tuple[str | None, str | None]:
    """Return what is in both texts for a step, bracketed where it is right without being equal."""
    if step == SKIP and token is None:
        return "⦅⦆", f"⦅({heard})⦆"
    if step == SKIP:
        return f"⦅({token})⦆", "⦅⦆"
    if step == EQUAL and token != heard:
        return f"⦅{token}⦆", f"⦅{heard}⦆"
    return token, heard


def is_marked(text: Any) -> bool:
    """Whether this is a text with brackets; only texts of `best` may be asked."""
    return isinstance(text, str) and ("⟧" in text or "⦆" in text)


def without_brackets(text: str) -> str:
    """Return a text of `best` with what was in its brackets.

    >>> without_brackets("call ⟦john smith⟧ at ⦅⦆ once")
    'call john smith at  once'
    """
    return text.translate(_WITHOUT_BRACKETS)


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
