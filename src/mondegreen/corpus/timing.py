"""Whether the times of two files fit each other, and what is done where they do not.

Times that are shifted, of another clip, in another unit or all zero put words into segments that
they are not of. The rate is then wrong by any amount, so the words are asked: where many more of them
match without times, the times are not used, with a warning that says what was found; or, where times
are the only information, that is an error.
"""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen import _kernel
from mondegreen.corpus.resegmenting import Cut, cut_by_words, in_order, pieces_of
from mondegreen.corpus.segments import Segments, Words
from mondegreen.errors import PairingError, warn

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

__all__ = ["Fit", "by_words_and_times", "check_middles"]

_FEW: Final = 0.5
"""Of the words, the share that matches by times under which they are matched without them too."""
_FEWER_BY_MIDDLES: Final = 0.7
_INSIDE: Final = 0.85
_NO_MATCH: Final = 0.3
_MORE: Final = 1.2
_FEWEST_WORDS: Final = 10
"""So many that they say something where none of them matches."""
_APART: Final = 1.0
_APART_BY_MIDDLES: Final = 0.5
_STRETCHED: Final = 5
_UNITS: Final = (
    (1000, "milliseconds"),
    (1_000_000, "microseconds"),
    (10_000_000, "ticks of 100 ns"),
)


class Fit(NamedTuple):
    """How well the times of two sides fit, as their words say.

    Attributes:
        matched: words that match where times are left alone.
        words: of the side that has fewer.
        offset: the median of how much later the matched words are in the hypotheses, in seconds.
        overlap: the share of the time of the shorter side in which the other speaks too, 0 to 1.
        lengths: from the first to the last time of each side, in seconds.
        zero: whether all times of the hypotheses are the same.
    """

    matched: int
    words: int
    offset: float
    overlap: float
    lengths: tuple[float, float]
    zero: bool

    def __str__(self) -> str:
        """What is wrong with the times, for a message."""
        if self.zero:
            return "all its times are the same"
        said, wrote = self.lengths
        for whose, longer, shorter in (("its", wrote, said), ("the reference's", said, wrote)):
            if shorter > 0 and longer > _STRETCHED * shorter:
                factor = longer / shorter
                unit = next((name for size, name in _UNITS if size / 2 < factor < 2 * size), None)
                as_unit = "are they in another unit?" if unit is None else f"as {unit} would be"
                return f"{whose} times are about {factor:,.0f} times the other ones, {as_unit}"
        where = "later" if self.offset >= 0 else "earlier"
        return (
            f"{100 * self.overlap:.0f} % overlap, the words {abs(self.offset):.2f} s {where} in the "
            "median"
        )


def by_words_and_times(names: tuple[str, str], references: Segments, hypotheses: Segments) -> Cut:
    """Return the hypothesis of each reference segment of one recording, by words and by times.

    Where the times do not fit, by words alone, with a warning.

    Args:
        names: of the files of both sides, for messages.
        references: the segments of one recording.
        hypotheses: the segments of the same.

    Raises:
        PairingError: neither the times fit nor the words match.
    """
    cut = cut_by_words(references, hypotheses)
    if cut.outside is None:
        return cut
    matched, words = _matched(references, cut.texts)
    if matched >= _FEW * words and abs(cut.outside) <= _APART:
        return cut
    fit = _fit(references, hypotheses)
    more = fit.matched > _MORE * matched + 1
    if fit.matched < _NO_MATCH * fit.words:
        if fit.overlap >= _FEW or fit.words < _FEWEST_WORDS:
            return cut
        raise PairingError(
            f"{names[1]}: its times do not fit those of {names[0]}: {fit}; and {fit.matched:,} of "
            f"{fit.words:,} words match, as if it were of another recording; expected one of the same"
        )
    if not more and abs(fit.offset) <= _APART:
        return cut
    warn(
        f"{names[1]}: its times do not fit those of {names[0]}: {fit}; so the words were aligned "
        "without times. Correct the times, or leave them out of one file",
    )
    order, heard = in_order(references), in_order(hypotheses)
    cut = cut_by_words(_bare(references.take(order)), _bare(hypotheses.take(heard)))
    places = [
        at for row in heard for at in range(hypotheses.offsets[row], hypotheses.offsets[row + 1])
    ]
    back = sorted(range(len(order)), key=order.__getitem__)
    return cut._replace(
        texts=[cut.texts[at] for at in back],
        rows=[cut.rows[at] for at in back],
        pieces=[
            piece if piece.word is None else piece._replace(word=places[piece.word])
            for piece in cut.pieces
        ],
    )


def check_middles(
    names: tuple[str, str],
    references: Segments,
    hypotheses: Segments,
    texts: Sequence[str],
) -> None:
    """Refuse words of a ctm that were cut by times that do not fit, or warn.

    Raises:
        PairingError: most of the words are in segments that they are not of.
    """
    matched, words = _matched(references, texts)
    inside = _inside(references, hypotheses)
    if matched >= _FEWER_BY_MIDDLES * words and inside >= _INSIDE:
        return
    fit = _fit(references, hypotheses)
    if fit.matched <= _MORE * matched + 1:
        return
    wrong = f"{names[1]}: its times do not fit those of {names[0]}: {fit}"
    # A few words that match elsewhere may do so by chance: no reason to refuse them.
    if fit.overlap < _FEW or (fit.words >= _FEWEST_WORDS and 2 * matched < fit.matched):
        raise PairingError(
            f"{wrong}; by them {matched:,} words match, and {fit.matched:,} without. Correct the times "
            f"in {names[1]}"
        )
    if abs(fit.offset) > _APART_BY_MIDDLES:
        warn(
            f"{wrong}; by them {matched:,} words match, and {fit.matched:,} without",
        )


def _matched(references: Segments, texts: Sequence[str]) -> tuple[int, int]:
    """Return how many words match segment by segment, and how many there are on the shorter side."""
    said = [text.lower() for text in references.text]
    wrote = [text.lower() for text in texts]
    hits, substitutions, deletions, insertions = _kernel.count(said, wrote, unit="mixed").sums
    return hits, min(hits + substitutions + deletions, hits + substitutions + insertions)


def _fit(references: Segments, hypotheses: Segments) -> Fit:
    said, wrote = (
        [piece for row in in_order(side) for piece in pieces_of(side, row)]
        for side in (references, hypotheses)
    )
    runs = _kernel.align([[piece.key for piece in said]], [[piece.key for piece in wrote]])
    pairs = [
        (said[row], wrote[column])
        for operation, first, last, column_first, column_last in zip(*runs[1:], strict=True)
        if operation == 0
        for row, column in zip(range(first, last), range(column_first, column_last), strict=True)
    ]
    offsets = [
        heard.middle - spoken.middle
        for spoken, heard in pairs
        if spoken.middle is not None and heard.middle is not None
    ]
    spans = tuple(_joined(side.start, side.end) for side in (references, hypotheses))
    starts = {piece.start for piece in wrote}
    return Fit(
        len(pairs),
        min(len(said), len(wrote)),
        float(median(offsets)) if offsets else 0.0,
        _overlap(*spans),
        (spans[0][-1][1] - spans[0][0][0], spans[1][-1][1] - spans[1][0][0]),
        len(wrote) > 1 and len(starts) == 1 and None not in starts,
    )


def _joined(
    starts: Sequence[Decimal | None], ends: Sequence[Decimal | None]
) -> list[tuple[float, float]]:
    """Return the spans of time in which somebody speaks, none touching another."""
    spans: list[tuple[float, float]] = []
    for start, end in sorted(
        (float(a), float(b))
        for a, b in zip(starts, ends, strict=True)
        if a is not None and b is not None
    ):
        if spans and start <= spans[-1][1]:
            spans[-1] = spans[-1][0], max(end, spans[-1][1])
        else:
            spans.append((start, end))
    return spans or [(0.0, 0.0)]


def _overlap(first: list[tuple[float, float]], second: list[tuple[float, float]]) -> float:
    shared, at, other = 0.0, 0, 0
    while at < len(first) and other < len(second):
        shared += max(
            0.0, min(first[at][1], second[other][1]) - max(first[at][0], second[other][0])
        )
        if first[at][1] <= second[other][1]:
            at += 1
        else:
            other += 1
    shorter = min(sum(end - start for start, end in side) for side in (first, second))
    return shared / shorter if shorter else 0.0


def _inside(references: Segments, hypotheses: Segments) -> float:
    """Return the share of the time of words in which the references speak, 0 to 1."""
    spans = _joined(hypotheses.words.start, hypotheses.words.end)
    length = sum(end - start for start, end in spans)
    said = _joined(references.start, references.end)
    return _overlap(said, spans) if length else 1.0


def _bare(segments: Segments) -> Segments:
    """Return the words and recordings alone, in the same order."""
    words = segments.words
    nothing: list[Any] = [None] * len(words)
    bare = Segments.of_columns(segments.text, recording=segments.recording)
    return bare.replace(words=Words(words.text, *[nothing] * 4), offsets=segments.offsets)
