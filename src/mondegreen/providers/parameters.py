"""Parameters of a system by their names: one that is not known is named, and never ignored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["refuse_unknown"]


def refuse_unknown(system: str, given: Mapping[str, Any] | None, known: Sequence[str]) -> None:
    """Refuse a parameter that a system does not have.

    Args:
        system: its name, for the message.
        given: the parameters; ``None`` for none.
        known: the names that it has.

    Raises:
        UsageError: the first one that it does not have.

    >>> refuse_unknown("command:x", {"rate": 8000}, ("rate", "timeout"))
    """
    odd = next((name for name in given or () if name not in known), None)
    if odd is not None:
        raise UsageError(
            f"{system}: parameters: {odd!r} is not known, expected {' or '.join(known)}."
            f"{did_you_mean(odd, known)}"
        )
