"""``ascore``: scoring for programs with an event loop, which continues meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Unpack

    from mondegreen.options.scoring import Scoring, ScoringKeywords
    from mondegreen.scoring.result import Result

__all__ = ["ascore"]


async def ascore(
    references: Any,
    hypotheses: Any = None,
    *,
    ids: Iterable[Any] | None = None,
    by: str | Sequence[str] | Mapping[str, Iterable[Any]] | None = None,
    options: Scoring | None = None,
    **chosen: Unpack[ScoringKeywords],
) -> Result:
    """Return what `mondegreen.score` returns; the arguments are the same.

    The work is done in a thread. Whoever is cancelled while judges are asked waits no longer; what is
    in flight is finished and kept, and a second run finds it.

    >>> import asyncio
    >>> asyncio.run(ascore("the cat sat", "the hat sat"))["wer"].value
    0.3333333333333333
    """
    from asyncio import to_thread  # who has a loop has it loaded

    from mondegreen.scoring.scorer import score  # not before it is used

    return await to_thread(score, references, hypotheses, ids=ids, by=by, options=options, **chosen)
