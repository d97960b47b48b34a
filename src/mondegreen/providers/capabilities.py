"""What each model can do and what it costs, from dated tables and not from code."""

from __future__ import annotations

import csv
from dataclasses import dataclass, replace
from decimal import ROUND_UP, Decimal
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Billing", "Capabilities", "capabilities_of", "models_of", "unpriced"]

_DATA: Final = Path(__file__).parent / "data"
_HOUR: Final = 3600


@dataclass(frozen=True)
class Billing:
    """How a vendor charges for a recording.

    Attributes:
        usd_per_hour: the list price of an hour of audio, in US dollars.
        rounding: the length is rounded up to a multiple of so many seconds; 0 for none.
        minimum: seconds that are charged at least.
        per_channel: whether each channel is charged.
        per_session: whether the time of the connection is charged, in place of that of the audio.
        date: when the price was seen, as ``2026-11-29``.
        source: where.

    >>> billing = Billing(Decimal("0.36"), rounding=1, minimum=10)
    >>> billing.price(3.2), billing.price(30.2, channels=2)
    (Decimal('0.001'), Decimal('0.0031'))
    """

    usd_per_hour: Decimal
    rounding: float = 0
    minimum: float = 0
    per_channel: bool = False
    per_session: bool = False
    date: str = ""
    source: str = ""

    @property
    def rule(self) -> str:
        """Which seconds are charged, in words.

        >>> Billing(Decimal("0.36"), rounding=1, minimum=10).rule
        'at least 10 s, rounded up to 1 s'
        """
        parts = [
            *([f"at least {self.minimum:g} s"] if self.minimum else []),
            *([f"rounded up to {self.rounding:g} s"] if self.rounding else []),
            *(["each channel"] if self.per_channel else []),
            *(["by the time of the connection"] if self.per_session else []),
        ]
        return ", ".join(parts) or "by the length"

    def seconds(self, seconds: float, channels: int = 1) -> Decimal:
        """Return how many seconds of a recording are charged."""
        length = Decimal(str(seconds))
        if self.rounding:
            step = Decimal(str(self.rounding))
            length = (length / step).quantize(Decimal(1), ROUND_UP) * step
        length = max(length, Decimal(str(self.minimum)))
        return length * channels if self.per_channel else length

    def price(self, seconds: float, channels: int = 1) -> Decimal:
        """Return what a recording costs, in US dollars."""
        return self.usd_per_hour * self.seconds(seconds, channels) / _HOUR


@dataclass(frozen=True)
class Capabilities:
    """What one model can do; each is shown by a test before it is declared.

    Attributes:
        word_times: it gives the time of each word.
        confidences: it gives a confidence of each word.
        partials: it sends partial results of a live stream.
        force_finalise: a live stream can ask for what is final now.
        speakers: it tells speakers apart, if asked.
        channels: it keeps the channels of a recording apart, if asked.
        turns: a live stream says when a turn ends.
        languages: codes that it understands; empty if nobody says.
        longest: seconds of the longest recording that it takes; ``None`` if nobody says.
        largest: bytes of the largest.
        rates: sampling rates that it takes; empty for any.
        retires: the date on which the vendor turns it off, if that is announced.
        billing: ``None`` where the price is not known; on this machine it costs time alone.
        date: when this was seen.
        source: where.
    """

    word_times: bool = False
    confidences: bool = False
    partials: bool = False
    force_finalise: bool = False
    speakers: bool = False
    channels: bool = False
    turns: bool = False
    languages: tuple[str, ...] = ()
    longest: float | None = None
    largest: int | None = None
    rates: tuple[int, ...] = ()
    retires: str = ""
    billing: Billing | None = None
    date: str = ""
    source: str = ""


def capabilities_of(provider: str, model: str) -> Capabilities:
    """Return what is known of a model; the row ``*`` of a provider stands for the others.

    >>> capabilities_of("pocketsphinx", "en-us").word_times
    True
    """
    rows, prices = _rows(), _prices()
    can = rows.get((provider, model)) or rows.get((provider, "*")) or Capabilities()
    billing, _ = prices.get((provider, model)) or prices.get((provider, "*")) or (None, "")
    return can if billing is None else replace(can, billing=billing)


def unpriced(provider: str, model: str) -> str:
    """Return why the price of a model is not known; empty if it is known, or nothing is said.

    >>> unpriced("gemini", "gemini-3.5-flash")
    'charged by tokens of audio and of text, not by the hour'
    """
    prices = _prices()
    return (prices.get((provider, model)) or prices.get((provider, "*")) or (None, ""))[1]


def models_of(provider: str) -> list[str]:
    """Return the models of a provider that the tables name."""
    named = dict.fromkeys([*_rows(), *_prices()])
    return [model for name, model in named if name == provider and model != "*"]


def _read(name: str) -> list[dict[str, str]]:
    lines = (_DATA / name).read_text("utf-8").splitlines()
    kept = [line for line in lines if line and not line.startswith("#")]
    return [*csv.DictReader(kept, delimiter="\t", strict=True)]


@cache
def _rows() -> Mapping[tuple[str, str], Capabilities]:
    return {(row["provider"], row["model"]): _row(row) for row in _read("models.tsv")}


@cache
def _prices() -> Mapping[tuple[str, str], tuple[Billing | None, str]]:
    return {(row["provider"], row["model"]): _price(row) for row in _read("prices.tsv")}


def _price(row: dict[str, str]) -> tuple[Billing | None, str]:
    """Return how a model is charged, or why that is not known."""
    if not row["usd_per_hour"]:
        return None, row["source"]
    made = Billing(
        Decimal(row["usd_per_hour"]),
        float(row["rounding_s"] or 0),
        float(row["minimum_s"] or 0),
        row["per_channel"] == "yes",
        row["per"] == "session",
        row["date"],
        row["source"],
    )
    return made, ""


def _row(row: dict[str, str]) -> Capabilities:
    can = frozenset(row["can"].split())
    names = (
        *("word_times", "confidences", "partials", "force_finalise"),
        *("speakers", "channels", "turns"),
    )
    if odd := can - {*names}:
        raise ValueError(f"models.tsv: {row['provider']}:{row['model']}: {sorted(odd)}")
    has: dict[str, Any] = {name: name in can for name in names}
    return Capabilities(
        **has,
        languages=tuple(row["languages"].split()),
        longest=float(row["longest_s"]) if row["longest_s"] else None,
        largest=int(row["largest_bytes"]) if row["largest_bytes"] else None,
        rates=tuple(map(int, row["rates"].split())),
        retires=row["retires"],
        date=row["date"],
        source=row["source"],
    )
