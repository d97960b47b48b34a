"""What a judge left open in a bench: how many transcripts of each system have no answer."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.bench.stored import stored
from mondegreen.errors import counted
from mondegreen.metrics import METRICS
from mondegreen.scoring.recipe import Recipe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.standing import Standing
    from mondegreen.scoring.options import Options
    from mondegreen.store import Store

__all__ = ["WithoutAnswers", "without_answers"]

_ANSWERED: Final = {"ok", "empty"}
_NOT_ASKED: Final = {"missing", "failed"}


class WithoutAnswers(NamedTuple):
    """What a judge left open.

    Attributes:
        said: a line per metric and system of which something is open.
        none_answered: whether a metric has something open of a system, and not one answer about it.
    """

    said: tuple[str, ...]
    none_answered: bool


def without_answers(store: Store, found: Sequence[Standing], options: Options) -> WithoutAnswers:
    """Return how many transcripts have no answer of a judge, by system.

    Args:
        store: an open one.
        found: the systems.
        options: of scoring, which name the metrics.
    """
    names = Recipe.of(options).metrics if options.recipe is not None else options.metrics or ()
    lines, none = [], False
    for metric in (name for name in names if METRICS.get(name).judged):
        for each in found:
            if each.observed is None:
                continue
            kept = stored(store, each.dataset, metric, [each.observed], ("status", "statistics"))
            if kept is None:
                continue
            states = [row[0] for row in kept.of(each.observed) if row]
            open_here = sum(state not in _ANSWERED | _NOT_ASKED for state in states)
            if open_here:
                none = none or not any(map(_is_answered, kept.of(each.observed)))
                whole = counted(len(states), "transcript")
                lines.append(f"{metric}: {each.system}: no answer for {open_here:,} of {whole}")
    return WithoutAnswers(tuple(lines), none)


def _is_answered(row: Sequence[Any] | None) -> bool:
    """Return whether a judge was needed for a transcript, and answered."""
    if row is None or row[0] not in _ANSWERED:
        return False
    return bool(json.loads(row[1] or "{}").get("needed"))
