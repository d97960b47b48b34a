"""What systems invent: words on clips in which nobody speaks, and phrases that they repeat in a loop."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from mondegreen._kernel import EMPTY
from mondegreen.bench.observed import AT
from mondegreen.scoring import hallucination
from mondegreen.stats.interval import Interval
from mondegreen.stats.intervals import interval
from mondegreen.stats.proportion import proportion_interval

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.bench.observed import Observed
    from mondegreen.scoring.result import Result

__all__ = ["Silence", "loops_of", "silence_of"]

_MINUTE: Final = 60_000  # milliseconds
_DRAWING: Final = ("level", "resamples", "seed")
_LEVEL: Final = 0.95
_LENGTHS: Final = ("hits", "substitutions", "deletions")
_LOOP: Final = hallucination.LOOP


@dataclass(frozen=True)
class Silence:
    """What one system wrote on the clips in which nobody speaks.

    A clip counts as silent if its reference has no words after the normalizer. A call that failed
    invents nothing and shows nothing: it is counted apart, and is in none of the figures.

    Attributes:
        clips: silent clips; where clips are repeated, their answers, here and below.
        missing: of them those that were never sent.
        failed: of them those whose call failed.
        with_words: of the answered ones those on which words were written.
        words: words written on answered clips whose length is known.
        seconds: the length of these clips.
        untimed: answered clips of unknown length, which are in no rate per minute.
        interval: of the words per minute, by the bootstrap; ``None`` where none was asked for.
        share_interval: of the share of clips with words: Wilson's, or by the bootstrap where clips are
            drawn together; ``None`` where none was asked for.
    """

    clips: int
    missing: int = 0
    failed: int = 0
    with_words: int = 0
    words: int = 0
    seconds: float = 0.0
    untimed: int = 0
    interval: Interval | None = None
    share_interval: Interval | None = None

    @property
    def answered(self) -> int:
        """Silent clips with a transcript, empty ones included."""
        return self.clips - self.missing - self.failed

    @property
    def per_minute(self) -> float | None:
        """Invented words per minute of silence; ``None`` where nothing was answered, or no length is known."""
        return 60 * self.words / self.seconds if self.seconds else None

    @property
    def share(self) -> float | None:
        """The share of the answered clips on which words were written."""
        return self.with_words / self.answered if self.answered else None

    def to_json(self) -> dict[str, Any]:
        """Return plain values; the share is a fraction."""
        plain: dict[str, Any] = {
            name: value.to_dict() if isinstance(value, Interval) else value
            for name, value in vars(self).items()
        }
        rates = {"words_per_minute": self.per_minute, "share": self.share}
        return {**plain, "answered": self.answered, **rates}


def silence_of(
    one: Observed, result: Result, intervals: Mapping[str, Any] | None = None
) -> Silence | None:
    """Return what a system invented on silent clips; ``None`` if the dataset has no such clip.

    Args:
        one: what the system observed.
        result: its scores.
        intervals: options of drawing; ``None`` for no intervals.
    """
    rows = _silent(one, result)
    if not rows or not result.has_texts:
        return None
    answered = [row for row in rows if result.status[row] <= EMPTY]
    missing = sum(one.rows[row] is None for row in rows)
    _, texts = hallucination.plain_sides(result, answered)
    words = [len(text.split()) for text in texts]
    lengths = [_milliseconds(one.rows[row]) for row in answered]
    timed = [row for row in range(len(answered)) if lengths[row]]
    found = Silence(
        *(len(rows), missing, len(rows) - missing - len(answered), sum(map(bool, words))),
        sum(words[row] for row in timed),
        sum(lengths[row] for row in timed) / 1000,
        len(answered) - len(timed),
    )
    if intervals is None:
        return found
    import numpy as np  # of the extra bench

    drawn = {name: value for name, value in intervals.items() if name in _DRAWING}
    column = intervals.get("cluster") or ("sample" if one.repeats > 1 else None)
    values = result.metadata.get(column) if column else None
    units: dict[str, Any] = {} if values is None else {"cluster_name": column}
    together = None if values is None else [values[row] for row in answered]
    return replace(
        found,
        interval=interval(
            np.array([[words[row], lengths[row]] for row in timed], np.int64).reshape(-1, 2),
            lambda totals: _MINUTE * totals[0] / totals[1],
            clusters=together and [together[row] for row in timed],
            **units,
            **drawn,
        ),
        share_interval=_of_share(words, together, {**units, **drawn}),
    )


def loops_of(one: Observed, result: Result) -> tuple[str, ...] | None:
    """Return the ids of the transcripts in which a phrase goes round and round.

    That is the flag ``loop`` of `mondegreen.scoring.hallucination`; ``None`` where the metrics count no
    insertions.
    """
    found = hallucination.find(result)
    if found is None:
        return None
    ids = one.corpus.ids or [str(row) for row in range(len(result))]
    looped = (row for row, flags in found.flagged.items() if _LOOP in flags.split(","))
    return tuple(ids[row] for row in looped)


def _silent(one: Observed, result: Result) -> list[int]:
    """Return the rows whose reference has no words: as it is counted, else as it is written."""
    for name, kind in result.metrics.items():
        if set(_LENGTHS) <= set(kind.statistics):
            columns = dict(zip(kind.statistics, result.rows[name].columns, strict=True))
            import numpy as np  # of the extra bench

            lengths = sum(np.asarray(columns[each]) for each in _LENGTHS)
            return [*map(int, np.flatnonzero(np.asarray(lengths) == 0))]
    return [row for row, text in enumerate(one.corpus.references) if not text.strip()]


def _milliseconds(row: Sequence[Any] | None) -> int:
    seconds = None if row is None else row[AT["audio_duration_seconds"]]
    return round(1000 * seconds) if seconds and seconds > 0 else 0


def _of_share(words: Sequence[int], together: Any, options: Mapping[str, Any]) -> Interval:
    if together is None:
        level = options.get("level", _LEVEL)
        return proportion_interval(sum(map(bool, words)), len(words), level=level)
    import numpy as np  # of the extra bench

    rows = np.array([[bool(count), 1] for count in words], np.int64).reshape(-1, 2)
    return interval(rows, lambda totals: totals[0] / totals[1], clusters=together, **options)
