"""A budget in US dollars: what is spent, and whether another question may be asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

__all__ = ["Purse"]


@dataclass
class Purse:
    """Lets questions be asked until the money is spent.

    A question that is under way is counted at the price of the dearest so far, so that many at a
    time overdraw the budget by little: at most by what the first few cost, before any price is known.

    Args:
        budget: US dollars.

    >>> purse = Purse(Decimal("0.02"))
    >>> purse.take(), purse.give_back(Decimal("0.015")), purse.take()
    (True, None, False)
    """

    budget: Decimal
    spent: Decimal = Decimal(0)
    underway: int = 0
    dearest: Decimal = Decimal(0)
    blind: bool = field(default=False)

    def take(self) -> bool:
        """Return whether a question may be asked now; it is under way then."""
        if self.blind or self.spent >= self.budget:
            return False
        if self.spent + self.dearest * (self.underway + 1) > self.budget and self.dearest:
            return False
        self.underway += 1
        return True

    def give_back(self, price: Decimal | None) -> None:
        """Note what a question cost; a price that nobody knows ends the asking."""
        self.underway -= 1
        if price is None:
            self.blind = True
            return
        self.spent += price
        self.dearest = max(self.dearest, price)

    @property
    def why(self) -> str:
        """Why no more may be asked."""
        if self.blind:
            return "a price is not known, so the budget cannot be kept"
        return f"the budget of {self.budget} USD is spent ({self.spent.normalize():f} USD)"
