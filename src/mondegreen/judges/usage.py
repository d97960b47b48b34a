"""The tokens of an answer, and what they cost; what nobody knows is ``None``, and never 0."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Usage", "price", "usage_of"]

_MOST_TOKENS = 10**8  # no request has more; a server that says so cannot count


@dataclass(frozen=True)
class Usage:
    """Requests and tokens of one answer, whether it was of use or not.

    Attributes:
        requests: requests that were sent, those that failed included.
        unmeasured: those of them for which no usage came back; the tokens are then a lower bound.
        input_tokens: tokens sent, cached ones included.
        cache_read_tokens: those of them that the vendor had in its cache.
        cache_write_tokens: those of them that the vendor wrote to its cache.
        output_tokens: tokens received.

    >>> Usage(1, 0, 900, 0, 0, 20) + Usage(1, 1)
    Usage(requests=2, unmeasured=1, input_tokens=900, cache_read_tokens=0, cache_write_tokens=0, output_tokens=20)
    """

    requests: int = 0
    unmeasured: int = 0
    input_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    output_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        names = (field.name for field in fields(Usage))
        return Usage(*(getattr(self, name) + getattr(other, name) for name in names))

    def to_json(self) -> dict[str, int]:
        """Return the attributes by their names."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Usage:
        """Return what `to_json` wrote; missing numbers are 0."""
        return cls(**{field.name: int(data.get(field.name, 0)) for field in fields(cls)})


def usage_of(response: Any) -> Usage:
    """Return the usage that one response of pydantic-ai reports; nonsense is none."""
    usage = response.usage
    if not _measured(usage):
        return Usage(requests=1, unmeasured=1)
    return Usage(
        requests=1,
        input_tokens=usage.input_tokens,
        cache_read_tokens=usage.cache_read_tokens,
        cache_write_tokens=usage.cache_write_tokens,
        output_tokens=usage.output_tokens,
    )


def _measured(usage: Any) -> bool:
    """Return whether a server said how many tokens there were, in numbers that can be true."""
    if usage.unmeasured_requests or not usage.has_values():
        return False
    counts = (
        *(usage.input_tokens, usage.cache_read_tokens),
        *(usage.cache_write_tokens, usage.output_tokens),
    )
    return all(isinstance(count, int) and 0 <= count <= _MOST_TOKENS for count in counts)


def price(response: Any) -> Decimal | None:
    """Return the price of one response in US dollars, or ``None`` where it is not known."""
    if not _measured(response.usage):
        return None
    if response.usage.cost is not None:
        return Decimal(response.usage.cost)
    try:
        whole = Decimal(response.cost().total_price)
        details = getattr(response, "provider_details", None) or {}
        if details.get("processing") != "batch":
            return whole
        details = {**details, "processing": None}
        alone = Decimal(replace(response, provider_details=details).cost().total_price)
    except (LookupError, ValueError, AssertionError):
        return None  # a model or a server that the price list does not know
    return whole if whole != alone else None  # the list has no price of it in a batch
