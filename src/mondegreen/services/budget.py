"""A budget in US dollars: nothing is sent that may cost more than what is left of it."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from dataclasses import dataclass, field
from decimal import Decimal

__all__ = ["BUDGET", "Budget"]

BUDGET: ContextVar[Budget | None] = ContextVar("budget", default=None)
"""What pays for the requests that are made here."""


@dataclass
class Budget:
    """Lets requests be made as long as there is money for the dearest that they can be.

    The most that a request may cost is reserved before it is sent, and what it did cost is taken
    when its reply is there. Where money is reserved for others, a request waits for what they leave.

    Args:
        limit: US dollars.

    >>> budget = Budget(Decimal("0.02"))
    >>> asyncio.run(budget.reserve(Decimal("0.015"))), budget.settle(Decimal("0.015"), Decimal("0.01"))
    (True, None)
    >>> asyncio.run(budget.reserve(Decimal("0.015"))), budget.spent
    (False, Decimal('0.01'))
    """

    limit: Decimal
    spent: Decimal = Decimal(0)
    reserved: Decimal = Decimal(0)
    dearest: Decimal = Decimal(0)
    underway: int = 0
    blind: bool = False
    refused: Decimal | None = None
    _waiting: list[asyncio.Future[None]] = field(default_factory=list, repr=False)

    @property
    def closed(self) -> bool:
        """Whether nothing more may be asked, however little it costs."""
        return self.blind or self.spent >= self.limit

    @property
    def refuses(self) -> bool:
        """Whether something was not asked for want of money."""
        return self.closed or self.refused is not None

    async def reserve(self, most: Decimal | None = None) -> bool:
        """Reserve money for a request, and return whether there is enough.

        Args:
            most: what it may cost at most; where nobody knows, the dearest so far counts.
        """
        while not self.closed:
            wanted = self.dearest * (self.underway + 1) if most is None else most
            if self.spent + self.reserved + wanted <= self.limit:
                self.reserved += most or 0
                self.underway += 1
                return True
            if not self.underway:
                self.refused = wanted
                break
            waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(waiting)
            await waiting
        return False

    def settle(self, most: Decimal | None, price: Decimal | None) -> None:
        """Take what a request cost, and give back what was reserved for it.

        A price that nobody knows is taken to be the most it may be; where that is not known either,
        nothing more may be asked.
        """
        self.underway -= 1
        if most is not None:
            self.reserved -= most
        cost = most if price is None else price
        if cost is None:
            self.blind = True
        else:
            self.spent += cost
            self.dearest = max(self.dearest, cost)
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            if not each.done():
                each.set_result(None)

    @property
    def why(self) -> str:
        """Why no more may be asked."""
        if self.blind:
            return "a price is not known, so the budget cannot be kept"
        spent = f"{self.spent.normalize():f} USD"
        if self.spent >= self.limit or not self.refused:
            return f"the budget of {self.limit} USD is spent ({spent})"
        return (
            f"the budget of {self.limit} USD has no room for another request "
            f"({spent} spent; one may take {shown(self.refused)})"
        )


def shown(money: Decimal) -> str:
    """Return an amount that is an upper bound, with two digits that say something.

    >>> shown(Decimal("0.061437")), shown(Decimal("1.2"))
    ('0.062 USD', '1.2 USD')
    """
    from decimal import ROUND_UP  # only where a budget ends

    step = Decimal(1).scaleb(money.adjusted() - 1) if money else Decimal(1)
    return f"{money.quantize(step, ROUND_UP).normalize():f} USD"
