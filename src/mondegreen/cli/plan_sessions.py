"""What a run of sessions with several speakers would take, from a sample of them."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.cli.scoring import of_the_data
from mondegreen.cli.sessions import read_sessions
from mondegreen.scoring.recipe import settled
from mondegreen.scoring.scorer import Scorer

if TYPE_CHECKING:
    from collections.abc import Collection

    from mondegreen.scoring.options import Options
    from mondegreen.scoring.recipe import Recipe
    from mondegreen.speakers.sessions import Sessions
    from mondegreen.speakers.streams import Streams

__all__ = ["PlanOfSessions", "plan_sessions"]

_SESSIONS: Final = 30
_OF_SEGMENT: Final = 600  # bytes of a segment but for its text


class PlanOfSessions(NamedTuple):
    """What scoring sessions would take.

    Attributes:
        sessions: how many there are.
        sample: how many of them were scored.
        seconds: for reading and scoring all.
        size: bytes of all of them in memory.
    """

    sessions: int
    sample: int
    seconds: float
    size: int


def plan_sessions(
    paths: tuple[str, str | None], options: Options, made: Recipe, most: int
) -> PlanOfSessions:
    """Read all sessions, and score some; ``most`` is 0 for the usual number.

    The time of a session goes with the letters of its reference times those of its hypothesis. The sample
    is spread over the sessions by that product.
    """
    started = time.monotonic()
    corpus = read_sessions(paths, options, join=False)
    reading = time.monotonic() - started
    said, heard = map(_letters, (corpus.reference, corpus.hypothesis))
    sizes = {name: letters * heard[name] for name, letters in said.items()}
    order = sorted(sizes, key=sizes.__getitem__)
    step = max(1, len(order) // (most or _SESSIONS))
    chosen = order[(step - 1) // 2 :: step]
    _scored(_some(corpus, order[:1]), options, made)  # what is loaded once
    seconds = _scored(_some(corpus, chosen), options, made)
    part = sum(map(sizes.__getitem__, chosen))
    share = part / sum(sizes.values()) if part else len(chosen) / len(order)
    segments = len(corpus.reference) + len(corpus.hypothesis)
    size = 2 * (said.total() + heard.total()) + _OF_SEGMENT * segments
    return PlanOfSessions(len(order), len(chosen), reading + seconds / share, size)


def _letters(side: Streams) -> Counter[str]:
    found: Counter[str] = Counter()
    for session, text in zip(side.session, side.text, strict=True):
        found[session] += len(text)
    return found


def _some(corpus: Sessions, names: Collection[str]) -> Sessions:
    known = {*names}
    sides: list[Any] = []
    for side in (corpus.reference, corpus.hypothesis):
        rows = [row for row, session in enumerate(side.session) if session in known]
        sides.append(side.take(rows))
    return replace(corpus, reference=sides[0], hypothesis=sides[1])


def _scored(sessions: Sessions, options: Options, made: Recipe) -> float:
    """Return the seconds of scoring, whatever the hypotheses lack."""
    recipe = replace(made, missing="deletions" if made.missing == "error" else made.missing)
    scorer = Scorer.from_recipe(recipe, threads=options.threads, **of_the_data(settled(options)))
    started = time.monotonic()
    scorer.update(sessions)
    return time.monotonic() - started
