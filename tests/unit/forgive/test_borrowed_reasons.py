"""A forgiver that answers in the name of another is told so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import mondegreen as mg
from mondegreen.errors import UsageError
from mondegreen.forgive import Reason, forgive

if TYPE_CHECKING:
    from mondegreen.alignment import Difference


class One:
    name, version = "mine", "2"

    def __init__(self, forgiver: str = "spelling", version: str = "2") -> None:
        self.signed = Reason(forgiver=forgiver, version=version, why="so it is")

    def forgives(self, difference: Difference) -> Reason | None:
        return self.signed if difference.hypothesis == ("pepsi",) else None


class Batch(One):
    def batch(self, differences: list[Difference]) -> list[Reason | None]:
        return [One.forgives(self, each) for each in differences]


class Later(One):
    async def forgives(self, difference: Difference) -> Reason | None:  # type: ignore[override]
        return One.forgives(self, difference)


class LaterBatch(One):
    async def batch(self, differences: list[Difference]) -> list[Reason | None]:
        return [One.forgives(self, each) for each in differences]


@pytest.mark.parametrize("kind", [One, Batch, Later, LaterBatch])
@pytest.mark.parametrize(
    "signed", [{}, {"forgiver": "min"}, {"forgiver": "mine", "version": "1"}, {"forgiver": ""}]
)
def test_it_is_refused(kind: type[One], signed: dict[str, str]) -> None:
    told = r"the forgiver 'mine', version '2', answered with a Reason of .*; expected its own, such as Reason"
    for ask in (forgive, mg.wer):
        with pytest.raises(UsageError, match=told):
            ask("one coke", "one pepsi", forgive=[kind(**signed)])


@pytest.mark.parametrize("kind", [One, Batch, Later, LaterBatch])
def test_its_own_is_taken(kind: type[One]) -> None:
    assert mg.wer("one coke", "one pepsi", forgive=[kind(forgiver="mine")]) == 0
