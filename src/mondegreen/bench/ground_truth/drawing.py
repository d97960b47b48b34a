"""Which samples to transcribe: drawn at random, and how sure a rate of so many would be."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from pathlib import PurePosixPath
from random import Random
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.observed import observed, transcripts
from mondegreen.bench.scoring import options_of, result_of, result_of_texts
from mondegreen.errors import UsageError, did_you_mean
from mondegreen.scoring.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mondegreen.bench.clips import Clip
    from mondegreen.scoring.result import Result
    from mondegreen.store import Store

__all__ = ["COLUMNS", "Drawn", "Expected", "draw", "expected"]

_LENGTHS: Final = (2, 5, 10)  # seconds
_FEWEST: Final = 10  # clips that show a spread
_EDITS: Final = ("substitutions", "deletions", "insertions")


def _by_length(clip: Clip) -> str:
    seconds = clip.duration or 0.0
    edges = (0, *_LENGTHS)
    at = sum(seconds >= edge for edge in _LENGTHS)
    return f"{edges[at]} to {edges[at + 1]} s" if at < len(_LENGTHS) else f"{edges[at]} s or more"


COLUMNS: Final[dict[str, Callable[[Clip], str]]] = {
    "language": lambda clip: clip.language,
    "licence": lambda clip: clip.licence,
    "source": lambda clip: clip.source,
    "folder": lambda clip: PurePosixPath(clip.id).parent.as_posix(),
    "duration": _by_length,
}
"""Columns of a dataset by which samples are drawn."""


@dataclass(frozen=True)
class Drawn:
    """One sample that was drawn.

    Attributes:
        clip: the sample.
        stratum: the value of the column; empty without one.
        weight: samples of the stratum per drawn one.
    """

    clip: Clip
    stratum: str
    weight: float


def draw(clips: Sequence[Clip], count: int, by: str | None = None, seed: int = 0) -> list[Drawn]:
    """Return samples drawn at random without replacement; each stratum gets its share.

    Args:
        clips: all of them.
        count: how many to draw.
        by: one of `COLUMNS`; ``None`` for one stratum.
        seed: the same one draws the same samples, in whatever order the clips are.

    Returns:
        The samples in random order, so that whoever stops early has a random sample too.

    Raises:
        UsageError: no such column, or not so many clips.

    >>> from mondegreen.bench.clips import Clip
    >>> clips = [Clip(f"r{at}", "", language="de" if at < 3 else "en") for at in range(12)]
    >>> sorted(each.stratum for each in draw(clips, 4, "language"))
    ['de', 'en', 'en', 'en']
    """
    if by is not None and by not in COLUMNS:
        known = ", ".join(COLUMNS)
        raise UsageError(f"--by {by}: expected one of {known}.{did_you_mean(by, COLUMNS)}")
    if count > len(clips):
        raise UsageError(
            f"{count:,} samples cannot be drawn from {len(clips):,} clips; draw {len(clips):,} or fewer"
        )
    strata: dict[str, list[Clip]] = {}
    for clip in sorted(clips, key=lambda each: each.id):
        strata.setdefault("" if by is None else COLUMNS[by](clip), []).append(clip)
    shares = {name: count * len(each) / len(clips) for name, each in sorted(strata.items())}
    sizes = {name: math.floor(share) for name, share in shares.items()}
    rest = sorted(shares, key=lambda name: sizes[name] - shares[name])[
        : count - sum(sizes.values())
    ]
    random = Random(f"{seed}")  # noqa: S311 - a draw that can be repeated
    drawn = []
    for name, size in sizes.items():
        size += name in rest  # noqa: PLW2901 - the largest remainders get one more
        chosen = random.sample(strata[name], size)
        drawn += [Drawn(clip, name, len(strata[name]) / size) for clip in chosen]
    random.shuffle(drawn)
    return drawn


@dataclass(frozen=True)
class Expected:
    """The interval to expect of a rate.

    Attributes:
        rate: the pooled rate from which it is reckoned.
        half: half the width of the interval.
        level: the confidence.
        clips: on how many clips it is based.
        source: what they are.
    """

    rate: float
    half: float
    level: float
    clips: int
    source: str


def expected(
    store: Store,
    dataset: str,
    drawn: Sequence[Drawn],
    total: int,
    *,
    by: str | None = None,
    level: float = 0.95,
) -> Expected | None:
    """Return the interval to expect of the word error rate of the samples that were drawn.

    It is reckoned from clips that are scored already, with the system of the median rate; without
    any, from two systems, one taken for the reference of the other. Clips vary within their
    stratum alone, and drawing without replacement leaves less to chance.

    Returns:
        ``None`` if fewer than ten clips show a spread.
    """
    found = _scored(store, dataset) or _between(store, dataset)
    usable = [each for each in found if len(each[1]) >= _FEWEST and any(row[2] for row in each[1])]
    if not usable or len(drawn) < _FEWEST:
        return None
    usable.sort(key=lambda each: _rate(each[1]))
    source, rows = usable[len(usable) // 2]
    rate, mean = _rate(rows), sum(row[2] for row in rows) / len(rows)
    groups: dict[str, list[float]] = {}
    strata = {clip["sample_id"]: clip for clip in store.observations.samples(dataset)}
    for name, errors, words in rows:
        stratum = "" if by is None else _stratum(strata[name], by)
        groups.setdefault(stratum, []).append(errors - rate * words)
    freedom = len(rows) - len(groups)
    if freedom < 1:
        return None
    within = sum(
        sum((each - sum(group) / len(group)) ** 2 for each in group) for group in groups.values()
    )
    left = 1 - len(drawn) / total
    error = math.sqrt(within / freedom / len(drawn) * left) / mean
    half = NormalDist().inv_cdf((1 + level) / 2) * error
    return Expected(rate, half, level, len(rows), source)


Row = tuple[str, int, int]
"""Sample, errors and reference words."""


def _rate(rows: Sequence[Row]) -> float:
    return sum(row[1] for row in rows) / sum(row[2] for row in rows)


def _stratum(row: dict[str, Any], by: str) -> str:
    from mondegreen.bench.clips import Clip  # a class to fill, needed here alone

    clip = Clip(
        row["sample_id"],
        row["audio_path"] or "",
        duration=row["duration_seconds"],
        language=row["language"] or "",
        licence=row["licence"] or "",
        source=row["source"] or "",
    )
    return COLUMNS[by](clip)


def _scored(store: Store, dataset: str) -> list[tuple[str, list[Row]]]:
    """Return what each system shows on the references that count."""
    options = options_of(None, Options())
    found = []
    for one in observed(store, dataset):
        if one.references.clips:
            rows = _rows(result_of(one, options), [*one.corpus.metadata["sample"]])
            found.append((f"{one.system} on the references there are", rows))
    return found


def _between(store: Store, dataset: str) -> list[tuple[str, list[Row]]]:
    """Return what systems show against each other."""
    options = options_of(None, Options())
    languages = {row["sample_id"]: row["language"] for row in store.observations.samples(dataset)}
    texts = {
        name: transcripts(store, dataset, name) for name in store.observations.systems_on(dataset)
    }
    found = []
    for first, second in combinations(sorted(texts), 2):
        both = sorted(texts[first].keys() & texts[second].keys())
        sides = ([texts[name][each] for each in both] for name in (first, second))
        said, heard = sides
        if both:
            spoken = [languages[each] or "" for each in both]
            rows = _rows(result_of_texts(said, heard, spoken, options), both)
            found.append((f"{second} against {first}", rows))
    return found


def _rows(result: Result, names: Sequence[str]) -> list[Row]:
    columns = dict(zip(result.metrics["wer"].statistics, result.rows["wer"].columns, strict=True))
    hits, *edits = (columns[name] for name in ("hits", *_EDITS))
    return [
        (name, substituted + deleted + inserted, hit + substituted + deleted)
        for name, hit, substituted, deleted, inserted in zip(names, hits, *edits, strict=True)
    ]
