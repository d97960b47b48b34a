"""Forgivers that answer later."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

import mondegreen as mg
from mondegreen.errors import UsageError
from mondegreen.forgive import Reason, forgive

if TYPE_CHECKING:
    from mondegreen.alignment import Difference

SAID, WRITTEN = "one coke and a tea please", "one pepsi and a chai please"


def reason(difference: Difference) -> Reason | None:
    pair = difference.reference, difference.hypothesis
    if pair == (("coke",), ("pepsi",)):
        return Reason(forgiver="brands", version="1", why="both are colas")
    return None


class Later:
    """Waits for all questions at once; were it asked one by one it would never end."""

    name, version = "brands", "1"

    def __init__(self) -> None:
        self.open = self.most = 0

    async def forgives(self, difference: Difference) -> Reason | None:
        self.open += 1
        self.most = max(self.most, self.open)
        await asyncio.sleep(0.01)
        self.open -= 1
        return reason(difference)


class Batch:
    name, version = "brands", "1"

    def forgives(self, difference: Difference) -> Reason | None:
        raise NotImplementedError

    async def batch(self, differences: list[Difference]) -> list[Reason | None]:
        await asyncio.sleep(0)
        return list(map(reason, differences))


class Pairs(Batch):
    async def pairs(self, spans: list[tuple[tuple[str, ...], ...]]) -> list[str | None]:
        await asyncio.sleep(0)
        return ["both" if span == (("coke",), ("pepsi",)) else None for span in spans]


class Some(Later):
    """Answers at once where it can."""

    def forgives(self, difference: Difference):
        return super().forgives(difference) if difference.reference == ("coke",) else None


@pytest.mark.parametrize("kind", [Later, Batch, Pairs, Some])
def test_they_are_waited_for(kind: type) -> None:
    assert forgive(SAID, WRITTEN, forgive=[kind()]).errors == 1

    async def within() -> float:
        return mg.wer(SAID, WRITTEN, forgive=[kind()])

    assert asyncio.run(within()) == pytest.approx(1 / 6)
    assert asyncio.run(mg.ascore(SAID, WRITTEN, forgive=[kind()]))["wer"].errors == 1


def test_all_at_the_same_time() -> None:
    forgiver = Later()
    forgive(SAID, WRITTEN, forgive=[forgiver])
    assert forgiver.most > 1


def test_a_wrong_answer_is_refused_as_ever() -> None:
    class Wrong(Later):
        async def forgives(self, difference: Difference) -> Reason | None:
            del difference
            return "yes"  # type: ignore[return-value]

    with pytest.raises(UsageError, match="the forgiver 'brands' answered"):
        forgive(SAID, WRITTEN, forgive=[Wrong()])
