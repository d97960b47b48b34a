"""How much of a rate of sessions is wrong words, wrong speakers and wrong times."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mondegreen.scoring.result import Result

__all__ = ["speaker_steps"]

_WORDS: Final = (*("orc-wer", "orc-wer[exact]", "orc-wer[greedy]", "di-cpwer"),)
"""Metrics that do not mind who spoke, the first that was scored is taken."""


def speaker_steps(result: Result) -> str:
    """Return the parts of tcpwer, or of cpwer, in points; empty where these were not scored.

    Words are the errors that stay if any stream may be right for each segment, speakers what the one
    map of speakers adds, and time what the collar adds.
    """
    rates = {}
    for name, kind in result.metrics.items():
        value = result[name].value
        if value is not None and math.isfinite(value) and not kind.forgives:
            rates[name] = 100 * value
    words = next((rates[name] for name in _WORDS if name in rates), None)
    if words is None or "cpwer" not in rates:
        return ""
    parts = {"words": words, "speaker": rates["cpwer"] - words}
    total = rates["cpwer"]
    if "tcpwer" in rates:
        total = rates["tcpwer"]
        parts["time"] = total - rates["cpwer"]
    listed = ", ".join(f"{points:.1f} {name}" for name, points in parts.items())
    return f"of {total:.1f} points: {listed}"
