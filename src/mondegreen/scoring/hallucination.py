"""Hypotheses that may be made up: words against silence, loops, and more text than can be spoken.

The thresholds are set so that what is flagged is worth a look, and speech that a person would write
down as it was said is not:

- ``empty-reference``: words are inserted, and the reference has none.
- ``loop``: one word 6 times in a row, or up to 8 words 4 times in a row, or one letter 30 times in
  a row; and not half as often in the reference.
- ``rate``: more than 1,500 characters a minute of audio, spaces included (fast speech has 1,100 to
  1,200), and more than one and a half times those of the reference. Needs the length of the audio:
  a column ``duration``, ``duration_s`` or ``audio_seconds`` in seconds, or ``start`` and ``end``.

All need inserted words, so only utterances with insertions are looked at. A flag is no verdict, and
changes no rate.
"""

from __future__ import annotations

from collections import Counter
from itertools import compress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen._kernel import looks
from mondegreen.metrics.edits import EditMetric
from mondegreen.patterns import pattern
from mondegreen.scoring.utterance import plain_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.result import Result

__all__ = [
    "EMPTY_REFERENCE",
    "LOOP",
    "MOST_CHARACTERS",
    "RATE",
    "Hallucinations",
    "characters_per_minute",
    "find",
    "longest_loop",
    "plain_sides",
]

EMPTY_REFERENCE: Final = "empty-reference"
_SAID: Final = {EMPTY_REFERENCE: "with words where the reference is empty"}
LOOP: Final = "loop"
RATE: Final = "rate"
MOST_CHARACTERS: Final = 1500
"""Characters a minute; beyond it nobody speaks."""

_LONGEST_PHRASE: Final = 8
_TIMES_A_WORD: Final = 6
_TIMES_A_PHRASE: Final = 4
_MOST_OF_REFERENCE: Final = 1.5
_LETTERS: Final = pattern(r"([^\W\d_])\1{29,}")
_DURATIONS: Final = ("duration", "duration_s", "audio_seconds")


class Hallucinations(NamedTuple):
    """The flags of all utterances.

    Attributes:
        flagged: the names of the flags of an utterance, with commas, by its row; only of those that have one.
        rows: how many utterances there are.
        rates: for each utterance the characters a minute of its hypothesis, ``None`` where the
            length of the audio is not known; ``None`` if it is known of no utterance.
    """

    flagged: dict[int, str]
    rows: int
    rates: list[float | None] | None

    @property
    def flags(self) -> list[str]:
        """For each utterance the names of its flags, with commas; ``""`` for none."""
        flags = [""] * self.rows
        for row, names in self.flagged.items():
            flags[row] = names
        return flags

    @property
    def counts(self) -> dict[str, int]:
        """How many utterances have each flag."""
        counted = Counter(name for flags in self.flagged.values() for name in flags.split(","))
        return {name: counted[name] for name in (EMPTY_REFERENCE, LOOP, RATE) if counted[name]}

    def __str__(self) -> str:
        flagged = len(self.flagged)
        plural = "hypothesis" if flagged == 1 else "hypotheses"
        parts = ", ".join(
            f"{count:,} {_SAID.get(name, name)}" for name, count in self.counts.items()
        )
        return f"{flagged:,} {plural} may be hallucinated: {parts}"


def find(result: Result) -> Hallucinations | None:
    """Return the flags of a result; ``None`` where there are no texts or no count of insertions."""
    if result.flagged is not None:
        return Hallucinations(dict(enumerate(result.flagged)), len(result.flagged), None)
    if not result.has_texts:
        return None
    names = [name for name, kind in result.metrics.items() if isinstance(kind, EditMetric)]
    if not names:
        return None
    columns = dict(
        zip(result.metrics[names[0]].statistics, result.rows[names[0]].columns, strict=True)
    )
    if "insertions" not in columns:
        return None
    inserted, unit = columns["insertions"], result.metrics[names[0]].unit or "word"
    lengths = _durations(result.metadata, len(result))
    if lengths is None and not result.recipe.reads:  # without lengths only few rows can be flagged
        # a hit is a word of the reference, which then need not be looked at
        hits = columns["hits"] if unit == "word" else None
        rows = looks.rows_to_suspect(*result.aligned_columns(), inserted, hits)
    else:
        rows = list(compress(range(len(result)), inserted))
    rows = list(filter(result.is_scored, rows))
    flagged = {}
    texts = plain_sides(result, rows) if rows else ([], [])
    for row, said, wrote in zip(rows, *texts, strict=True):
        if flags := _flags(said, wrote, None if lengths is None else lengths[row]):
            flagged[row] = ",".join(flags)
    rates = None
    if lengths is not None:
        _, written = plain_sides(result, range(len(result)))
        rates = [
            characters_per_minute(text, seconds)
            for text, seconds in zip(written, lengths, strict=True)
        ]
    return Hallucinations(flagged, len(result), rates)


def plain_sides(result: Result, rows: Sequence[int]) -> list[list[str]]:
    """Return both sides of some rows as they are aligned, without the brackets of alternatives."""
    sides = [[plain_text(text) for text in side] for side in result.aligned_texts(rows)]
    if result.recipe.reads:
        from mondegreen.alignment.lattice import without_brackets  # seldom needed

        return [[without_brackets(text) for text in side] for side in sides]
    return sides


def characters_per_minute(text: str, seconds: float | None) -> float | None:
    """Return the characters of a text for each minute of audio, ``None`` where that is not known.

    White space at the ends does not count, between words one space does.

    >>> characters_per_minute("thank you", 6)
    90.0
    """
    if seconds is None or not seconds > 0:
        return None
    return 60 * len(" ".join(text.split())) / seconds


def longest_loop(text: str) -> tuple[str, int]:
    """Return the phrase of up to 8 words that is repeated most often in a row, and how often.

    >>> longest_loop("so thank you thank you thank you")
    ('thank you', 3)
    """
    words = text.split()
    best, most = "", 0
    for size in range(1, min(_LONGEST_PHRASE, len(words)) + 1):
        equal = 0  # words in a row that are the one `size` words before them
        for at in range(size, len(words)):
            equal = equal + 1 if words[at] == words[at - size] else 0
            times = equal // size + 1
            if times > max(most, 1):
                best, most = " ".join(words[at - size + 1 : at + 1]), times
    return (best, most) if most else (words[0] if words else "", min(len(words), 1))


def _flags(reference: str, hypothesis: str, seconds: float | None) -> list[str]:
    found = []
    if not reference.split():
        found.append(EMPTY_REFERENCE)
    if _loops(reference, hypothesis):
        found.append(LOOP)
    rate = characters_per_minute(hypothesis, seconds)
    usual = characters_per_minute(reference, seconds) or 0.0
    if rate is not None and rate > max(MOST_CHARACTERS, _MOST_OF_REFERENCE * usual):
        found.append(RATE)
    return found


def _loops(reference: str, hypothesis: str) -> bool:
    letters = max((len(run[0]) for run in _LETTERS.finditer(hypothesis)), default=0)
    if (
        letters
        and 2 * max((len(run[0]) for run in _LETTERS.finditer(reference)), default=0) < letters
    ):
        return True
    words = hypothesis.split()
    if len(words) - len(set(words)) < _TIMES_A_WORD - 1:
        return False  # too few words come again, whatever phrase they make
    phrase, times = longest_loop(hypothesis)
    least = _TIMES_A_PHRASE if " " in phrase else _TIMES_A_WORD
    return times >= least and 2 * longest_loop(reference)[1] < times


def _durations(metadata: dict[str, list[Any]], rows: int) -> list[float | None] | None:
    for name in _DURATIONS:
        if name in metadata:
            return _known([_seconds(value) for value in metadata[name]])
    if "start" in metadata and "end" in metadata:
        pairs: Sequence[tuple[Any, Any]] = list(
            zip(map(_seconds, metadata["start"]), map(_seconds, metadata["end"]), strict=True)
        )
        return _known(
            [None if None in pair else pair[1] - pair[0] for pair in pairs] if rows else []
        )
    return None


def _known(lengths: list[float | None]) -> list[float | None] | None:
    return lengths if any(length is not None for length in lengths) else None


def _seconds(value: Any) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if 0 <= number < float("inf") and not isinstance(value, bool) else None
