"""A result cut by the script of the reference word, for speech that changes between languages."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING

from mondegreen._kernel.scripts import script_of
from mondegreen.errors import UsageError
from mondegreen.metrics.edits import EditMetric
from mondegreen.scoring.groups import SCRIPT, Groups
from mondegreen.scoring.steps import INSERT, steps

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.metrics.base import Metric
    from mondegreen.scoring.result import Result

__all__ = ["by_script", "names_by_script", "script_of_token"]


@lru_cache(maxsize=2**16)
def script_of_token(token: str) -> str:
    """Return the script of the first letter; ``Digit`` or ``Common`` where there is none.

    >>> script_of_token("(नमस्ते)"), script_of_token("5kg"), script_of_token("42"), script_of_token("%")
    ('Devanagari', 'Latin', 'Digit', 'Common')
    """
    found = [script_of(character) for character in token]
    letters = (script for script in found if script not in {"Common", "Inherited", "Digit"})
    return next(letters, "Digit" if "Digit" in found else "Common")


def names_by_script(metrics: Iterable[Metric]) -> list[str]:
    """Return the names of the metrics that have rates by script.

    Raises:
        UsageError: none has, or errors are forgiven.
    """
    given = list(metrics)
    names = [metric.name for metric in given if isinstance(metric, EditMetric)]
    if any(metric.forgives for metric in given):
        raise UsageError(
            "rates by script are those of the strict alignment; score without forgive= for them"
        )
    if not names:
        raise UsageError(
            "rates by script need a metric over an alignment, as wer or cer; "
            f"here are {', '.join(metric.name for metric in given)}"
        )
    return names


def by_script(result: Result) -> Groups:
    """Return the result of the tokens of each script.

    A hit, a substitution and a deletion count for the script of the reference token, an insertion
    for that of the token that was put in; so the counts of all scripts are those of the result.
    ``utterances`` are those in which the script occurs.

    Raises:
        UsageError: the result has no texts, or no metric counts the steps of an alignment.
    """
    names = names_by_script(result.metrics.values())
    counted = {unit: _count(result, unit) for unit in {result.unit_of(name) for name in names}}
    scripts = sorted({script for counts in counted.values() for script in counts})
    empty = [0, 0, 0, 0], 0
    return Groups(
        (SCRIPT,),
        tuple(
            (
                script,
                {
                    name: result._summary(name, *counted[result.unit_of(name)].get(script, empty))
                    for name in names
                },
            )
            for script in scripts
        ),
    )


def _count(result: Result, unit: str) -> dict[str, tuple[list[int], int]]:
    """Return the steps of each script, as the kernel numbers them, and how many utterances have it."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    seen: dict[str, set[int]] = defaultdict(set)
    rows = [row for row in range(len(result)) if result.is_scored(row)]
    for row, operation, said, written in steps(result, rows, unit):
        for token in written if operation == INSERT else said:
            script = script_of_token(token)
            counts[script][operation] += 1
            seen[script].add(row)
    return {script: (found, len(seen[script])) for script, found in counts.items()}
