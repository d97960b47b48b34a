"""What asking will take, before it is asked: calls, tokens and money, from the questions themselves."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.judges.question import Question

__all__ = ["Estimate", "estimate", "most"]

LETTERS = 4
"""Letters a token: the usual rule of thumb for English."""
_SHARE_OF_PROMPT = 0.5  # an answer is about half as long as what it answers
_LEAST_ANSWER = 60
_BYTES = 3
_CACHE_WRITE = Decimal("1.25")  # writing to its cache is what a vendor charges most for
_MILLION = Decimal(1_000_000)
_CENT = Decimal("0.01")


@dataclass(frozen=True)
class Estimate:
    """What to expect if every question is answered at the first attempt.

    Attributes:
        calls: requests.
        input_tokens: in all of them, instructions included.
        output_tokens: in all replies.
        money: US dollars, or ``None`` where the price is not known.
    """

    calls: int
    input_tokens: int
    output_tokens: int
    money: Decimal | None

    def times(self, factor: float) -> Estimate:
        """Return what so many times as many questions would take.

        >>> Estimate(10, 900, 20, Decimal("0.50")).times(3)
        Estimate(calls=30, input_tokens=2700, output_tokens=60, money=Decimal('1.50'))
        """
        money = None if self.money is None else self.money * Decimal(repr(factor))
        calls, said, back = (
            round(factor * count) for count in (self.calls, self.input_tokens, self.output_tokens)
        )
        return Estimate(calls, said, back, money)

    def __add__(self, other: Estimate) -> Estimate:
        unknown = self.money is None or other.money is None
        return Estimate(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            None if unknown else (self.money or Decimal(0)) + (other.money or Decimal(0)),
        )

    def __str__(self) -> str:
        price = _shown(self.money)
        calls = "1 call" if self.calls == 1 else f"{self.calls:,} calls"
        return (
            f"{calls}, about {self.input_tokens:,} tokens out and {self.output_tokens:,} back, "
            f"{price} if nothing is asked twice"
        )


def _shown(money: Decimal | None) -> str:
    """Return money in cents; what is less than one is not shown as nothing."""
    if money is None:
        return "money unknown"
    return f"about {money:.2f} USD" if money == 0 or money >= _CENT else "less than 0.01 USD"


def estimate(questions: Sequence[Question[Any]], model: Any, *, unknown: bool = False) -> Estimate:
    """Return what the questions will take.

    Args:
        questions: what will be asked.
        model: ``provider:model``.
        unknown: whether the model is at an address of which no price is known.
    """
    calls = said = back = 0
    for question in questions:
        closing = question.tool is not None and question.tool.run is not None
        own = len(question.instructions) + len(question.prompt)
        answer = max(_LEAST_ANSWER, int(len(question.prompt) * _SHARE_OF_PROMPT) // LETTERS)
        calls += 1 + closing
        said += own // LETTERS + closing * (own // LETTERS + answer)
        back += answer + closing * _LEAST_ANSWER
    return Estimate(calls, said, back, None if unknown else _price(model, said, back))


def most(model: str, size: int, max_tokens: int) -> Decimal | None:
    """Return what one request may cost at most, in US dollars; ``None`` where no price is known.

    Args:
        model: ``provider:model``.
        size: bytes of all that is sent; a token has three or more except for a few scripts.
        max_tokens: of the reply.
    """
    prices = _prices(model)
    if prices is None:
        return None
    said, back = prices
    return (said * _CACHE_WRITE * (size // _BYTES + 1) + back * max_tokens) / _MILLION


@cache
def _prices(model: str) -> tuple[Decimal, Decimal] | None:
    """Return the prices of a million tokens out and back."""
    million = int(_MILLION)
    said, back = _price(model, million, 0), _price(model, 0, million)
    return None if said is None or back is None else (said, back)


def _price(model: Any, said: int, back: int) -> Decimal | None:
    """Return the price without any cache, or ``None``."""
    provider, _, name = str(model).partition(":")
    try:
        from genai_prices import Usage, calc_price  # comes with pydantic-ai

        usage = Usage(input_tokens=said, output_tokens=back)
        provider = provider.removesuffix("-chat").removesuffix("-responses")
        return calc_price(usage, model_ref=name, provider_id=provider).total_price
    except (ImportError, LookupError, ValueError):
        return None
