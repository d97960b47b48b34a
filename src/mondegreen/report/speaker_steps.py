"""How much of a rate of sessions is wrong words, wrong speakers and wrong times."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from mondegreen.scoring.result import Result

__all__ = ["SpeakerStep", "listed_steps", "speaker_steps"]

_WORDS: Final = ("orc-wer", "orc-wer[exact]", "orc-wer[greedy]", "di-cpwer")
"""Metrics that do not mind who spoke; the first that was scored is taken."""
_TIMED: Final = ("tcorc-wer", "tcorc-wer[exact]", "tcorc-wer[greedy]", "di-tcpwer")
"""The same with times."""
_WAYS: Final = (
    (("words", _WORDS), ("speaker", ("cpwer",)), ("time", ("tcpwer",))),
    (("words and times", _TIMED), ("speaker", ("tcpwer",))),
)
"""The parts, and the metrics that have each part and those before it."""
_WRONG: Final = {
    "words": "wrong words",
    "words and times": "wrong words and times",
    "speaker": "wrong speakers",
    "time": "wrong times",
}


class SpeakerStep(NamedTuple):
    """A part of the rate: its name, the metric that it leads to, its share of the words, its errors."""

    name: str
    metric: str
    rate: float
    errors: int


def speaker_steps(result: Result) -> list[SpeakerStep]:
    """Return the parts of tcpwer, or of cpwer; none where these were not scored.

    Words are the errors that stay if any stream may be right for each segment, speakers what the one
    map of speakers adds, and time what the collar adds. Where only metrics with times were scored, words
    and times are one part.
    """
    known = {
        name: (value, result[name].errors)
        for name, kind in result.metrics.items()
        if (value := result[name].value) is not None and math.isfinite(value) and not kind.forgives
    }
    for way in _WAYS:
        steps, before = [], (0.0, 0)
        for name, metrics in way:
            metric = next((each for each in metrics if each in known), None)
            if metric is None:
                break
            value, errors = known[metric]
            steps.append(SpeakerStep(name, metric, value - before[0], errors - before[1]))
            before = known[metric]
        if len(steps) > 1:
            return steps
    return []


def listed_steps(result: Result) -> str:
    """Return the parts in points, in one line; empty where there are none."""
    steps = speaker_steps(result)
    if not steps:
        return ""
    listed = ", ".join(f"{100 * step.rate:.1f} by {_WRONG[step.name]}" for step in steps)
    total = 100 * sum(step.rate for step in steps)
    return f"of {total:.1f} points of {steps[-1].metric}: {listed}"
