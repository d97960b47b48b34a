"""What a recipe says of sessions with several speakers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import UsageError
from mondegreen.options.scoring import CONVENTIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.options.scoring import Scoring

__all__ = [
    "SETS",
    "USUAL",
    "USUAL_COLLAR",
    "fields_without_use",
    "session_fields",
    "usual_set",
]

_SPEAKERS: Final = "speakers"
_PLAIN: Final = (None, "literal", ["literal"], "1/1/1", (1, 1, 1))
"""Choices that change nothing."""
USUAL_COLLAR: Final = "5"
"""Seconds; that of the CHiME challenges."""
USUAL: Final = ("orc-wer", "cpwer", "tcpwer", "wder", "der")
"""What ``-m speakers`` scores."""
SETS: Final = {_SPEAKERS: USUAL, "n-best": ("oracle-wer", "mean-wer", "first-wer")}
"""Names for several metrics together."""


def usual_set(options: Scoring) -> dict[str, Any]:
    """Return the metrics that names of sets stand for, and the collar of ``speakers``, if they are there."""
    named = options.metrics
    names = [name.strip() for name in named.split(",")] if isinstance(named, str) else named
    if not isinstance(names, (list, tuple)) or not any(
        isinstance(name, str) and name in SETS for name in names
    ):
        return {}
    metrics = [
        each
        for name in names
        for each in (SETS.get(name, (name,)) if isinstance(name, str) else (name,))
    ]
    found: dict[str, Any] = {"metrics": list(dict.fromkeys(metrics))}
    if options.collar is not None or _SPEAKERS not in names:
        return found
    return found | {"collar": USUAL_COLLAR}


def session_fields(
    kinds: Sequence[Any], metrics: Sequence[str], options: Scoring
) -> dict[str, Any]:
    """Return the fields of a recipe; none where utterances are scored.

    Raises:
        UsageError: metrics of sessions and of utterances in one recipe, a collar that is missing or
            that nothing uses, or options that sessions cannot follow.
    """
    collar = [name for name, kind in zip(metrics, kinds, strict=True) if kind.uses_collar]
    turns = [name for name, kind in zip(metrics, kinds, strict=True) if kind.uses_turns]
    if options.collar is not None and not collar:
        raise UsageError(
            f"collar= is for metrics with times of words, as tcpwer, and not for {' and '.join(metrics)}"
            f"{'; that of der is der_collar=' * ('der' in metrics)}"
        )
    asked = ["der_collar"] * (options.der_collar is not None)
    asked += ["der_overlap"] * (not options.der_overlap)
    if asked and not any(kind.leaves_out_times for kind in kinds):
        raise UsageError(f"{asked[0]}= is for der, which is not scored; add -m der")
    if options.der_convention is not None and not turns:
        raise UsageError(
            "der_convention= is for metrics of who spoke when, as der and jer, and none is scored; add -m der"
        )
    if not any(kind.uses_sessions for kind in kinds):
        return {}
    others = [name for name, kind in zip(metrics, kinds, strict=True) if not kind.uses_sessions]
    if others:
        sessions = next(name for name in metrics if name not in others)
        raise UsageError(
            f"{sessions} scores sessions with several speakers, and {others[0]} utterances; score them "
            "one after the other"
        )
    if collar and options.collar is None:
        raise UsageError(
            f"{collar[0]} needs collar=, the seconds by which words may be apart: --collar "
            f"{USUAL_COLLAR} is usual"
        )
    for name in ("alternatives", "dont_care", "edit_weights"):
        if getattr(options, name) not in _PLAIN:
            raise UsageError(f"{options.written(name)} is not for sessions with several speakers")
    if options.ties != "most-hits":
        raise UsageError(f"ties={options.ties!r} is not for sessions with several speakers")
    return {
        "collar": options.collar or "",
        **(
            {
                "der_collar": options.der_collar or "0",
                "der_overlap": options.der_overlap,
                "der_convention": options.der_convention or CONVENTIONS[0],
            }
            if turns
            else {}
        ),
    }


def fields_without_use(kinds: Sequence[Any]) -> dict[str, Any]:
    """Return the fields of a recipe that none of the metrics asks for, as they are then."""
    found: dict[str, Any] = {}
    if not any(kind.uses_collar for kind in kinds):
        found["collar"] = ""
    if not any(kind.leaves_out_times for kind in kinds):
        found |= {"der_collar": "0", "der_overlap": True}
    if not any(kind.uses_turns for kind in kinds):
        found |= {"der_collar": "", "der_overlap": True, "der_convention": ""}
    return found
