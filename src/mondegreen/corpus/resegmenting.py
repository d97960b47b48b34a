"""Cut hypotheses as the references are cut: by times as sclite does, or by an alignment of words.

Two rules, both the same on every machine:

- *middles*, for stm with ctm, so that the counts are those of sclite: the words of a recording and
  channel in the order of their times; each segment takes the words that are left whose middle lies
  before its end, and the last one takes the rest. What an ignored segment takes is not scored.
- *words*, for everything else: all words of a recording are aligned with those of the reference by
  the fewest errors, case and punctuation aside. A word that is aligned with a reference word goes to
  its segment. An inserted one goes to the segment in which it lies or, between two, to the
  nearer one, but never past the words around it, so that no order changes and the errors of all
  segments are those of the whole; without times, to the segment of the word before it. Where both sides have times, what lies more than a second apart from
  everything around it is aligned by itself, so that words never cross a silence.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from decimal import Decimal
from itertools import accumulate, pairwise
from statistics import median
from struct import pack, unpack
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from mondegreen import _kernel
from mondegreen.corpus.alternations import alternations, first_way
from mondegreen.corpus.segments import Segments, Words, are_odd

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Cut", "Piece", "by_middles", "by_words", "cut_by_words", "in_order", "pieces_of"]

Times: TypeAlias = "tuple[Decimal | None, Decimal | None]"
_ZERO: Final = Decimal(0)
_UNKNOWN: Final = None, None
_MARKS: Final = {"{", "/", "}", "@"}
"""Of alternatives; in a reference they are no words."""
_APART: Final = Decimal("0.5")
"""Half of the silence, in seconds, over which nothing is aligned."""
_MOST_MEASURED: Final = 200
_SCRIPTS: Final = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
)
_TOKEN: Final = re.compile(
    # One letter at a time where a script has no spaces between words; else up to the next space.
    rf"[{_SCRIPTS}]|[^\s{_SCRIPTS}]+"
)
_UNPARTED: Final = re.compile(rf"[{_SCRIPTS}\u3001-\u301f\uff01-\uff1f]{{2}}")
"""Two letters or marks of such scripts."""


class Piece(NamedTuple):
    """A word of a text, or a letter where words are not parted.

    Attributes:
        text: as it is written.
        key: as it is compared.
        space: whether white space is before it.
        start: when it begins, ``None`` if unknown.
        end: when it ends.
        begins: whether it is the first of its segment.
        word: its place in the words of all segments; ``None`` where the segment has only a text.
    """

    text: str
    key: str
    space: bool
    start: Decimal | None = None
    end: Decimal | None = None
    begins: bool = False
    word: int | None = None

    @property
    def middle(self) -> Decimal | None:
        """The time between start and end."""
        return None if self.start is None or self.end is None else (self.start + self.end) / 2


def pieces_of(segments: Segments, row: int) -> list[Piece]:
    """Return the words of a segment; those without times of their own share those of the segment.

    >>> [piece.text for piece in pieces_of(Segments.of_columns(["so, it goes"]), 0)]
    ['so,', 'it', 'goes']
    """
    plain = segments.text[row].split()
    words, times, known = _words(plain, segments.words_of(row))
    start, end = segments.start[row], segments.end[row]
    if start is not None and end is not None and _UNKNOWN in times:
        marks = {at for group in alternations(words) for at in group}
        if all(at in marks for at, time in enumerate(times) if time == _UNKNOWN):
            times = _of_marks(times, start)
        else:
            times = _spread(words, start, end)
    parted = set(accumulate(map(len, plain), initial=0))
    found: list[Piece] = []
    at = 0  # in the text without its spaces
    first = segments.offsets[row]
    for place, (word, (start, end)) in enumerate(zip(words, times, strict=True), first):
        space = at in parted
        at += len(word)
        own = place if known else None
        for number, token in enumerate(_TOKEN.finditer(word)):
            key = "".join(filter(str.isalnum, token[0].casefold())) or token[0]
            found.append(Piece(token[0], key, number == 0 and space, start, end, not found, own))
    return found


def _words(plain: list[str], words: Words) -> tuple[list[str], Sequence[Times], bool]:
    """Return the words of the text, with their times where it has as many of them, and whether so."""
    times = list(zip(words.start, words.end, strict=True))
    if len(plain) == len(words):  # the text has the punctuation
        return plain, times, True
    if words and "".join(plain) == "".join(words.text):
        return words.text, times, True
    return plain, [_UNKNOWN] * len(plain), False


def _of_marks(times: Sequence[Times], start: Decimal) -> list[Times]:
    """Return times in which marks of alternatives, which take none, are at the word before."""
    found: list[Times] = []
    at: Decimal | None = start
    for begin, end in times:
        known = begin is not None or end is not None
        found.append((begin, end) if known else (at, at))
        at = end if end is not None else at
    return found


def _spread(words: Sequence[str], start: Decimal, end: Decimal) -> list[tuple[Decimal, Decimal]]:
    whole, at, times, begin = sum(map(len, words)), 0, [], start
    for word in words:
        at += len(word)
        until = start + (end - start) * at / whole
        times.append((begin, until))
        begin = until
    return times


def by_middles(references: Segments, words: Words) -> list[list[int]]:
    """Return which words are those of each reference segment, by their middles, as sclite cuts a ctm.

    sclite has ends of segments in single precision, and all else in double. Where a time is
    negative, or an end before its start, all goes in the order of the files, as it does there.

    Args:
        references: of one recording and channel, with times, ignored ones included.
        words: of the same. Alternatives stay together; the latest middle among them
            counts.

    >>> words = Words(["a", "b"], [Decimal(0), Decimal(1)], [Decimal(1), Decimal(2)])
    >>> references = Segments.of_columns(["", ""], end=[Decimal("1.5"), Decimal(9)])
    >>> by_middles(references, words)
    [[0], [1]]
    """
    parts: list[list[int]] = [[] for _ in references.text]
    order = list(range(len(references)))
    groups = list(_whole_alternatives(words.text))
    if not (any(map(are_odd, references.start, references.end)) or words.are_odd()):
        order.sort(key=lambda at: references.start[at] or _ZERO)
        groups.sort(key=lambda group: _first_start(words.start[group.start : group.stop]))
    ends = [unpack("f", pack("f", end or 0))[0] for end in references.end]
    at = 0
    for group in groups:
        middles = [
            float(start) + float(end - start) / 2
            for row in group
            if (start := words.start[row]) is not None and (end := words.end[row]) is not None
        ]
        middle = max([0.0, *middles] if len(group) > 1 else middles, default=None)
        while middle is not None and at + 1 < len(order) and middle >= ends[order[at]]:
            at += 1
        parts[order[at]].extend(group)
    return parts


def _first_start(starts: Iterable[Decimal | None]) -> Decimal:
    return min((start for start in starts if start is not None), default=_ZERO)


def _whole_alternatives(words: Sequence[str]) -> Iterable[range]:
    """Yield the places of each word, or of all that are between the marks of alternatives."""
    first, inside = 0, False
    for at, word in enumerate(words):
        inside = word == "<ALT_BEGIN>" or (inside and word != "<ALT_END>")
        if not inside:
            yield range(first, at + 1)
            first = at + 1
    if first < len(words):
        yield range(first, len(words))


class Cut(NamedTuple):
    """Hypotheses cut as the references are.

    Attributes:
        texts: one per segment of the references.
        outside: the median of how far words lie outside of the segments they went to, in seconds,
            below 0 before them; ``None`` where times were not used.
        pieces: the words of the hypotheses.
        rows: the places of the pieces that each segment has.
    """

    texts: list[str]
    outside: float | None
    pieces: list[Piece]
    rows: list[list[int]]


def by_words(references: Segments, hypotheses: Segments) -> list[str]:
    """Return the text of each reference segment of one recording, by an alignment of words.

    >>> said, wrote = ["so it goes", "and on"], ["so it", "goes on"]
    >>> by_words(*map(Segments.of_columns, (said, wrote)))
    ['so it goes', 'on']
    """
    return cut_by_words(references, hypotheses).texts


def cut_by_words(references: Segments, hypotheses: Segments) -> Cut:
    """Return the text of each reference segment of one recording, and how its times fit."""
    order = in_order(references)
    said = [
        (at, piece)
        for at in order
        for piece in pieces_of(references, at)
        if piece.text not in _MARKS
    ]
    wrote = [piece for at in in_order(hypotheses) for piece in pieces_of(hypotheses, at)]
    # Times of several recordings have nothing to do with each other.
    alone = len(set(references.recording)) == 1
    timed = alone and references.are_timed() and all(piece.middle is not None for piece in wrote)
    texts = [piece.text for piece in wrote]
    groups = alternations(texts)
    ways = [first_way(texts, group) for group in groups]
    # Of alternatives the first way is aligned, and the others go where it goes.
    aside = {at for group in groups for at in group}.difference(*ways)
    homes = dict.fromkeys(range(len(wrote)), order[0])
    aligned = [at for at in homes if at not in aside]
    cuts: list[Decimal] = []
    if not timed:
        _assign(said, wrote, aligned, homes, order[0])
    else:
        places = _Places(references, order)
        cuts = _silences(references, wrote)
        rows = _grouped(cuts, [references.start[at] for at, _ in said])
        columns = _grouped(cuts, [wrote[at].start for at in aligned])
        last = order[0]
        for number in range(len(cuts) + 1):
            inside = [said[row] for row in rows.get(number, ())]
            heard = [aligned[column] for column in columns.get(number, ())]
            last = _assign(inside, wrote, heard, homes, last, places=places)
    for group, way in zip(groups, ways, strict=True):
        around = way or [max(group.start - 1, 0)]
        counted = Counter(homes[at] for at in around)
        homes |= dict.fromkeys(group, max(counted, key=counted.__getitem__))
    parts = _parts(wrote, homes, groups, len(references), cuts)
    outside = _outside(references, wrote, homes) if timed and wrote else None
    return Cut([_text([wrote[at] for at in part]) for part in parts], outside, wrote, parts)


def _outside(references: Segments, wrote: Sequence[Piece], homes: Mapping[int, int]) -> float:
    """Return how far words lie outside of their segments, in the median of some of them."""
    step = -(-len(wrote) // _MOST_MEASURED)
    found = []
    for at in range(0, len(wrote), step):
        time, home = wrote[at].middle or _ZERO, homes[at]
        start, end = references.start[home] or _ZERO, references.end[home] or _ZERO
        found.append(min(time - start, Decimal(0)) + max(time - end, Decimal(0)))
    return float(median(found))


def _parts(
    wrote: Sequence[Piece],
    homes: Mapping[int, int],
    groups: Sequence[range],
    count: int,
    cuts: Sequence[Decimal],
) -> list[list[int]]:
    """Return the pieces of each segment; what is on one side of a cut comes before the other."""
    starts = [piece.start for piece in wrote]
    for group in groups:
        starts[group.start : group.stop] = [starts[group.start]] * len(group)
    parts: list[list[int]] = [[] for _ in range(count)]
    for _, rows in sorted(_grouped(cuts, starts).items()):
        for at in rows:
            parts[homes[at]].append(at)
    return parts


def in_order(segments: Segments) -> list[int]:
    """Return the rows of the recordings one after the other, each in the order of its times.

    A segment without a time stays after the one before it.
    """
    places: dict[str | None, int] = {}
    keys: list[tuple[int, Decimal]] = []
    last: dict[str | None, Decimal] = {}
    for recording, start in zip(segments.recording, segments.start, strict=True):
        place = places.setdefault(recording, len(places))
        begin = last.get(recording, _ZERO) if start is None else start
        keys.append((place, begin))
        last[recording] = begin
    return sorted(range(len(segments)), key=keys.__getitem__)


def _text(pieces: Sequence[Piece]) -> str:
    parts = []
    before = ""
    for piece in pieces:
        # Segments are parted by a space only in a script that has some between words.
        runs_on = piece.begins and _UNPARTED.fullmatch(before[-1:] + piece.text[:1])
        parts.append(f" {piece.text}" if piece.space and not runs_on else piece.text)
        before = piece.text
    return "".join(parts).strip()


def _silences(references: Segments, wrote: Sequence[Piece]) -> list[Decimal]:
    """Return the middles of the times in which nobody is heard, of a second or more."""
    spans = list(zip(references.start, references.end, strict=True))
    spans += [(each.start, each.end) for each in wrote]
    known = sorted((start, end) for start, end in spans if start is not None and end is not None)
    cuts, over = [], Decimal(0)
    for (_, end), (start, _) in pairwise(known):
        over = max(over, end)
        if start - over > 2 * _APART:
            cuts.append((start + over) / 2)
    return cuts


def _grouped(cuts: Sequence[Decimal], starts: Iterable[Decimal | None]) -> dict[int, list[int]]:
    groups: dict[int, list[int]] = {}
    for row, start in enumerate(starts):
        groups.setdefault(bisect_right(cuts, start or Decimal(0)), []).append(row)
    return groups


def _assign(
    said: Sequence[tuple[int, Piece]],
    wrote: Sequence[Piece],
    heard: Sequence[int],
    homes: dict[int, int],
    last: int,
    *,
    places: _Places | None = None,
) -> int:
    """Say where words belong, and return the segment of the last one.

    ``said`` has the segment of each reference word; ``last`` is that of the word before.
    """
    if not heard:
        return last
    keys = [piece.key for _, piece in said], [wrote[at].key for at in heard]
    found = _kernel.align([keys[0]], [keys[1]], unit="word", ties="most-hits", weights=None)
    if said and places is None:
        last = said[0][0]
    for row, row_end, column, column_end in zip(*found[2:], strict=True):
        for at in range(column, column_end):
            if row_end > row:
                homes[heard[at]] = last = said[row + at - column][0]
            else:
                # Never past the words on either side, or the order of words would be another.
                after = said[row][0] if row < len(said) else None
                if places is not None:
                    last = places.nearest(wrote[heard[at]], last, after)
                homes[heard[at]] = last
    return last


class _Places:
    """Where inserted words go by their times: to the segment around them, or the nearer one."""

    def __init__(self, references: Segments, order: Sequence[int]) -> None:
        self._references, self._order = references, order
        self._starts = [references.start[at] or _ZERO for at in order]
        self._places = {each: place for place, each in enumerate(order)}

    def nearest(self, piece: Piece, first: int, last: int | None) -> int:
        """Return the nearer of the segment that began last and the next; the first of equals.

        Not before the segment ``first``, and not after ``last``.
        """
        middle = piece.middle or Decimal(0)
        at = bisect_right(self._starts, middle)
        low = self._places[first]
        high = len(self._order) - 1 if last is None else max(low, self._places[last])
        near = dict.fromkeys(min(max(place, low), high) for place in (at - 1, at))
        return min(
            (self._order[place] for place in near), key=lambda each: self._distance(each, middle)
        )

    def _distance(self, at: int, time: Decimal) -> Decimal:
        start, end = self._references.start[at], self._references.end[at]
        if start is None or end is None:
            return Decimal(0)
        return max(start - time, time - end, Decimal(0))
