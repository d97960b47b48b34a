"""Which words of each utterance are listed: from a column, or from one list for all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen import _kernel
from mondegreen.corpus.table import as_list
from mondegreen.errors import UsageError
from mondegreen.scoring.entity_columns import column_entities, normalized

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mondegreen.corpus.phrases import Phrase
    from mondegreen.metrics.base import Metric
    from mondegreen.metrics.entity_spans import Entity
    from mondegreen.scoring.inputs import Utterances

__all__ = ["COLUMN", "listed_words"]

COLUMN: Final = "listed_words"


def listed_words(
    metrics: Iterable[Metric],
    utterances: Utterances,
    phrases: Sequence[Phrase] | None,
    parts: Sequence[tuple[Any, Iterable[int]]],
    sides: tuple[Any, Any],
) -> dict[str, list[frozenset[str]]]:
    """Return the listed words of each utterance, normalized as it is, by where they come from.

    Args:
        metrics: those that are scored.
        utterances: the texts as they were given, and their columns.
        phrases: the list for all.
        parts: what normalizes texts as some utterances are, and their rows.
        sides: the texts as they are scored.

    Raises:
        UsageError: neither a column nor a list.
        InputError: a column with something else than lists of texts.
    """
    found: dict[str, list[frozenset[str]]] = {}
    for metric in metrics:
        if metric.lists == "column" and metric.lists not in found:
            if COLUMN not in utterances.metadata:
                raise UsageError(
                    f"the metric {metric.name!r} finds no column {COLUMN!r} with a list of words "
                    "for each utterance; give one, or one list for all: the "
                    f"metric '{metric.name}[global]' with --entities FILE"
                )
            rows, _ = column_entities(utterances, COLUMN, parts)
            found[metric.lists] = [_words(entities) for entities in rows]
        elif metric.lists == "global" and metric.lists not in found:
            if phrases is None:
                raise UsageError(
                    f"the metric {metric.name!r} needs the list of words: --entities FILE, or "
                    "a list as entities= in Python"
                )
            words = [frozenset[str]()] * len(utterances)
            for normalize, places in parts:
                known = _words(normalized(phrases, normalize))
                for row in places:
                    words[row] = known
            found[metric.lists] = words
        elif metric.lists == "numbers":
            pairs = zip(*map(as_list, sides), strict=True)
            found[metric.lists] = [frozenset(_with_digits(pair)) for pair in pairs]
    return found


def _with_digits(pair: Iterable[Any]) -> Iterator[str]:
    for text in pair:
        words = _kernel.tokens(text, "word") if isinstance(text, str) else text or ()
        if isinstance(words, (list, tuple)):
            yield from (word for word in words if any(map(str.isdecimal, word)))


def _words(entities: Iterable[Entity]) -> frozenset[str]:
    return frozenset(word for entity in entities for word in entity.words)
