"""How much of a rate of sessions is wrong words, wrong speakers and wrong times."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from mondegreen.scoring.result import Result

__all__ = ["SpeakerStep", "listed_steps", "speaker_steps"]

_WORDS: Final = (*("orc-wer", "orc-wer[exact]", "orc-wer[greedy]", "di-cpwer"),)
"""Metrics that do not mind who spoke, the first that was scored is taken."""
_WRONG: Final = {"words": "wrong words", "speaker": "wrong speakers", "time": "wrong times"}


class SpeakerStep(NamedTuple):
    """A part of the rate: its name, the metric that it leads to, its share of the words, its errors."""

    name: str
    metric: str
    rate: float
    errors: int


def speaker_steps(result: Result) -> list[SpeakerStep]:
    """Return the parts of tcpwer, or of cpwer; none where these were not scored.

    Words are the errors that stay if any stream may be right for each segment, speakers what the one
    map of speakers adds, and time what the collar adds.
    """
    known = {
        name: (value, result[name].errors)
        for name, kind in result.metrics.items()
        if (value := result[name].value) is not None and math.isfinite(value) and not kind.forgives
    }
    words = next((name for name in _WORDS if name in known), None)
    if words is None or "cpwer" not in known:
        return []
    steps, before = [], (0.0, 0)
    for name, metric in (("words", words), ("speaker", "cpwer"), ("time", "tcpwer")):
        if metric in known:
            value, errors = known[metric]
            steps.append(SpeakerStep(name, metric, value - before[0], errors - before[1]))
            before = known[metric]
    return steps


def listed_steps(result: Result) -> str:
    """Return the parts in points, in one line; empty where there are none."""
    steps = speaker_steps(result)
    if not steps:
        return ""
    listed = ", ".join(f"{100 * step.rate:.1f} by {_WRONG[step.name]}" for step in steps)
    total = 100 * sum(step.rate for step in steps)
    return f"of {total:.1f} points of {steps[-1].metric}: {listed}"
