"""When requests begin: so many at a time, evenly, and none while a server has asked to wait."""

from __future__ import annotations

import asyncio

import pytest

from mondegreen.services.pace import Pace


def begun(pace: Pace, count: int, held: float = 0.0, seconds: float = 0.0) -> list[float]:
    """Return when each of many requests began; somebody is asked to wait ``held`` seconds after the start."""

    async def work() -> list[float]:
        clock = asyncio.get_running_loop().time
        start = clock()
        moments = []

        async def one() -> None:
            async with pace.turn():
                moments.append(clock() - start)
                await asyncio.sleep(0)

        tasks = [asyncio.create_task(one()) for _ in range(count)]
        if seconds:
            await asyncio.sleep(held)
            pace.hold(seconds)
        await asyncio.gather(*tasks)
        return moments

    return asyncio.run(work())


@pytest.mark.parametrize("concurrency", [1, 4, 30])
def test_who_waits_already_waits_for_what_a_server_asks(concurrency: int) -> None:
    """They had their moment when the server asked: it is a later one now."""
    moments = begun(Pace(concurrency, per_minute=6_000), 30, held=0.1, seconds=0.4)
    assert len(moments) == 30
    early = [moment for moment in moments if moment < 0.5]
    assert 0 < len(early) < 20
    assert max(early) < 0.2
    assert min(set(moments) - {*early}) >= 0.5


def test_they_begin_evenly_before_and_after() -> None:
    moments = begun(Pace(50, per_minute=6_000), 40, held=0.1, seconds=0.2)
    for first, second in zip(moments, moments[10:], strict=False):
        assert second - first >= 0.07  # ten of them take a tenth of a second, or longer


def test_without_a_pace_all_begin_at_once_and_wait_all_the_same() -> None:
    assert max(begun(Pace(50), 40)) < 0.2
    pace = Pace(50)

    async def work() -> list[float]:
        clock = asyncio.get_running_loop().time
        pace.hold(0.2)
        start, moments = clock(), []

        async def one() -> None:
            async with pace.turn():
                moments.append(clock() - start)

        await asyncio.gather(*(one() for _ in range(40)))
        return moments

    assert min(asyncio.run(work())) >= 0.19
