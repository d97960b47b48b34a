"""What a system cost on a dataset, by the list price: retries and failures that may be charged count."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from mondegreen.store.text_type import amount, document

if TYPE_CHECKING:
    from mondegreen.bench.observed import Observed
    from mondegreen.store import Store

__all__ = ["Cost", "cost_of"]


@dataclass(frozen=True)
class Cost:
    """Money for the transcripts of one system; a latency pass is apart.

    Attributes:
        usd: US dollars, all attempts.
        again: how much of it is for attempts and calls that failed, and were repeated or not.
        prices: list prices by which it was reckoned, each with its rule and date.
    """

    usd: Decimal
    again: Decimal
    prices: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {"usd": str(self.usd), "again": str(self.again), "prices": [*self.prices]}

    @property
    def said(self) -> str:
        """How the money is made up, in words."""
        return (
            f"list price {' or '.join(self.prices) or 'not known'}; {self.usd:.4f} USD, of which "
            f"{self.again:.4f} for calls that failed"
        )


def cost_of(store: Store, one: Observed) -> Cost | None:
    """Return what a system cost, or ``None`` if no price is known."""
    rows = zip(one.column("money"), one.column("status"), strict=True)
    paid = [(amount(money), status) for money, status in rows if money is not None]
    if not paid:
        return None
    kept = store.observations
    again = sum((money for money, status in paid if status != "ok"), Decimal(0))
    for money, told in kept.repeated(one.dataset, one.system):
        charged = document(told).get("charged") or 1
        again += amount(money) * (charged - 1) / charged
    before = sum(map(amount, kept.superseded(one.dataset, one.system)), Decimal(0))
    documents = map(document, kept.conditions_of(one.dataset, one.system))
    prices = dict.fromkeys(_price(each) for each in documents if each.get("usd_per_hour"))
    usd = sum((money for money, _ in paid), before)
    return Cost(usd, again + before, tuple(prices))


def _price(told: dict[str, Any]) -> str:
    rule = f", {told['billing_rule']}" if told.get("billing_rule") else ""
    return f"{told['usd_per_hour']} USD per hour of audio{rule} ({told.get('price_date')})"
