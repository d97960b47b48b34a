"""``MONDEGREEN_OFFLINE=1`` forbids every connection; whoever wants one asks here first."""

from __future__ import annotations

import os

from mondegreen.errors import UsageError

__all__ = ["is_offline", "refuse_offline"]


def is_offline() -> bool:
    """Return whether the environment forbids connections."""
    return os.environ.get("MONDEGREEN_OFFLINE", "").strip() not in ("", "0")


def refuse_offline(purpose: str, instead: str) -> None:
    """Refuse what needs a connection where none may be made.

    Args:
        purpose: what would connect, and where to; the start of the sentence.
        instead: what to do without a connection.

    Raises:
        UsageError: ``MONDEGREEN_OFFLINE`` is set to anything but nothing or 0.

    >>> refuse_offline("reading the weather from example.org", "look out of the window")
    """
    if is_offline():
        raise UsageError(
            f"{purpose} needs a connection, and MONDEGREEN_OFFLINE forbids every one; "
            f"unset it, or {instead}"
        )
