"""What work cost; what nobody knows is ``None``, and never 0."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Bill"]


@dataclass(frozen=True)
class Bill:
    """The money of many answers, in US dollars.

    Attributes:
        known: the sum over the answers whose price is known.
        unknown: how many answers have no known price.

    >>> print(Bill.of([Decimal("0.01"), Decimal("0.0025")]))
    0.0125 USD
    >>> print(Bill.of([Decimal("0.01"), None]))
    0.01 USD, and unknown for 1 answer
    >>> print(Bill.of([None, None]))
    money unknown
    """

    known: Decimal = Decimal(0)
    priced: int = 0
    unknown: int = 0

    @classmethod
    def of(cls, money: Iterable[Decimal | None]) -> Bill:
        """Add up the money of answers; ``None`` is an unknown price."""
        each = list(money)
        known = [value for value in each if value is not None]
        return cls(sum(known, Decimal(0)), len(known), len(each) - len(known))

    def __add__(self, other: Bill) -> Bill:
        return Bill(
            self.known + other.known, self.priced + other.priced, self.unknown + other.unknown
        )

    def __str__(self) -> str:
        if self.unknown and not self.priced:
            return "money unknown"
        sure = f"{self.known.normalize():f} USD"
        answers = "answer" if self.unknown == 1 else "answers"
        return f"{sure}, and unknown for {self.unknown} {answers}" if self.unknown else sure
