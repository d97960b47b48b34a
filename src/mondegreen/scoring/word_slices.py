"""A result cut by its words: by their script, by how frequent they are, by a vocabulary."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.table import as_list
from mondegreen.errors import InputError, UsageError, visible
from mondegreen.scoring.chosen_normalizer import normalizer_of
from mondegreen.scoring.groups import Groups
from mondegreen.scoring.ranges import Range, labels, limits_of
from mondegreen.scoring.scripts import script_of_token
from mondegreen.scoring.steps import INSERT, steps
from mondegreen.text.normalizers import normalize

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from mondegreen.metrics.base import Metric
    from mondegreen.scoring.metric_result import MetricResult
    from mondegreen.scoring.result import Result

__all__ = ["by_words", "names_by_words"]

_USUAL: Final = "frequency:1,2,10,100"
_KNOWN: Final = ("in the vocabulary", "out of vocabulary")


def names_by_words(metrics: Iterable[Metric], name: str) -> list[str]:
    """Return the names of the metrics that have rates by words.

    Raises:
        UsageError: none has, errors are forgiven, or what follows the colon cannot be.
    """
    given = list(metrics)
    what = name.partition(":")[0]
    if what == "frequency":
        limits, _ = limits_of(name if ":" in name else _USUAL)
        if not limits:
            raise UsageError(f"{name}: expected limits in ascending order, as {_USUAL}")
    if what == "vocabulary":
        _vocabulary(name)
    names = [
        metric.name
        for metric in given
        if metric.counts_steps and not (metric.forgives or metric.uses_sessions)
    ]
    if any(metric.forgives for metric in given):
        raise UsageError(
            f"rates by {what} are those of the strict alignment; score without forgive= for them"
        )
    if not names:
        raise UsageError(
            f"rates by {what} need a metric over an alignment, as wer or cer; "
            f"here are {', '.join(metric.name for metric in given)}"
        )
    return names


def by_words(result: Result, name: str) -> Groups:
    """Return the result of the tokens of each kind.

    A hit, a substitution and a deletion count for the kind of the reference token, an insertion
    for that of the token that was put in; so the counts of all kinds are those of the result.
    ``utterances`` are those in which the kind occurs.

    Args:
        result: with its texts.
        name: ``script``; ``frequency:1,2,10`` for how often a token is in the references;
            ``vocabulary:FILE`` for whether it is among the words of a file, the first of each line.

    Raises:
        UsageError: the result has no texts, or no metric counts the steps of an alignment.
        InputError: the file cannot be read.
    """
    names = names_by_words(result.metrics.values(), name)
    first = {_way(result, metric): metric for metric in reversed(names)}
    ways = {way: _count(result, metric, name) for way, metric in first.items()}
    counted = {metric: ways[_way(result, metric)] for metric in names}
    kinds = {kind for counts in counted.values() for kind in counts}
    return Groups(
        (name,),
        tuple(
            (
                kind,
                {
                    metric: _summary(result, metric, *counted[metric].get(kind, ([0] * 4, 0)))
                    for metric in names
                },
            )
            for kind in sorted(kinds, key=lambda kind: (getattr(kind, "place", 0), kind))
        ),
    )


def _way(result: Result, metric: str) -> tuple[str, str]:
    """Return what metrics have in common whose alignments are the same."""
    kind = result.metrics[metric]
    return result.unit_of(metric), metric if kind.aligns_by_itself or kind.left_out else ""


def _summary(result: Result, metric: str, counts: Sequence[int], utterances: int) -> MetricResult:
    others = [0] * (len(result.metrics[metric].statistics) - len(counts))
    return result._summary(metric, [*counts, *others], utterances)


def _count(result: Result, metric: str, name: str) -> dict[str, tuple[list[int], int]]:
    """Return the steps of each kind, as the kernel numbers them, and how many utterances have it."""
    rows = list(result.scored_rows())
    kind_of = _kind_of(result, rows, metric, name)
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    seen: dict[str, set[int]] = defaultdict(set)
    for row, operation, said, written in steps(result, rows, metric):
        for token in written if operation == INSERT else said:
            kind = kind_of(token)
            counts[kind][operation] += 1
            seen[kind].add(row)
    return {kind: (found, len(seen[kind])) for kind, found in counts.items()}


def _kind_of(result: Result, rows: Sequence[int], metric: str, name: str) -> Callable[[str], str]:
    """Return what says of which kind a token is."""
    if name == "script":
        return script_of_token
    if name.startswith("vocabulary:"):
        known = set(_as_scored(result, _vocabulary(name)))
        return lambda token: _KNOWN[token not in known]
    limits, typed = limits_of(name if ":" in name else _USUAL)
    named = [Range.at(place, text) for place, text in enumerate(labels(typed))]
    times = Counter(
        token
        for _, operation, said, _ in steps(result, rows, metric)
        for token in said
        if operation != INSERT
    )
    return lambda token: named[bisect_right(limits, times[token])]


def _vocabulary(name: str) -> list[str]:
    """Return the first word of each line of a file."""
    path = name.partition(":")[2]
    where = visible(path)
    if not path:
        raise UsageError(f"{name}: name the file of words after it, as vocabulary:words.txt")
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or getattr(error, "reason", None) or error
        raise InputError(
            f"{where}: {why}; expected a file in UTF-8 with one word per line"
        ) from None
    words = [line.split(None, 1)[0] for line in text.split("\n") if line.strip()]
    if not words:
        raise InputError(f"{where}: no words; expected one per line")
    return list(dict.fromkeys(words))


def _as_scored(result: Result, words: list[str]) -> list[Any]:
    """Return words as texts are scored; where a column chooses the normalizer, as they are."""
    if not result.recipe.normalizes or "{" in result.recipe.normalizer:
        return words
    made = as_list(normalize(normalizer_of(result.recipe.normalizer), words, 1))
    return [word for text in made for word in text.split()]
