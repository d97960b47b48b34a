"""Who ends the turns of live systems: the system itself, or the bench at a moment that it knows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mondegreen.errors import UsageError
from mondegreen.providers.event import policy_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.config import System

__all__ = ["finalized"]


def finalized(systems: Sequence[System], after: float) -> tuple[list[System], list[str]]:
    """Return the systems with a policy for those that are live, as systems of their own.

    Args:
        systems: of a bench.
        after: milliseconds after the end of speech at which final text is asked for.

    Returns:
        The systems, in which live ones have the policy in their names, and a line for each that
        cannot be asked.

    Raises:
        UsageError: none of them is live.
    """
    found: list[System] = []
    lines: list[str] = []
    live = 0
    for system in systems:
        provider = system.make()
        if not getattr(provider, "live", False):
            found.append(system)
            continue
        live += 1
        if not provider.capabilities.force_finalise:
            lines.append(f"{system.name} is skipped: it cannot be asked to make its text final")
            continue
        options = {**system.options, "finalize_after": after}
        name = f"{system.name}[{policy_of(after)}]"
        found.append(replace(system, name=name, options=options))
    if not live:
        names = ", ".join(each.name for each in systems)
        raise UsageError(
            f"--finalize-after {after:g}: none of the systems is live ({names}); name one, as "
            "--systems pocketsphinx-live:en-us"
        )
    return found, lines
