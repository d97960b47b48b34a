"""Answers that come later: forgivers may be ``async``."""

from __future__ import annotations

from inspect import isawaitable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["settled"]


def settled(answers: Sequence[Any]) -> list[Any]:
    """Return answers, having waited for those that must be, all at the same time.

    Where a loop is running already, as in a notebook, a thread with a loop of its own waits.

    >>> async def later():
    ...     return 5
    >>> settled([1, later()])
    [1, 5]
    """
    if not any(map(isawaitable, answers)):
        return list(answers)
    from asyncio import get_running_loop, run  # imported only if needed
    from concurrent.futures import ThreadPoolExecutor  # as above

    try:
        get_running_loop()
    except RuntimeError:
        return run(_all(answers))
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run, _all(answers)).result()


async def _all(answers: Sequence[Any]) -> list[Any]:
    import asyncio  # as above

    waiting = [each if isawaitable(each) else _itself(each) for each in answers]
    return list(await asyncio.gather(*waiting))


async def _itself(answer: Any) -> Any:
    return answer
