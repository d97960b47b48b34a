"""Who ends the turns of live systems: the system itself, or the bench at a moment that it knows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError, counted
from mondegreen.providers.event import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.bench.clips import Clip, Dataset
    from mondegreen.bench.config import System

__all__ = ["asked_late", "finalized", "not_listened"]


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


def not_listened(datasets: Sequence[Dataset], systems: Iterable[System], command: str) -> list[str]:
    """Return a line per dataset whose clips need an end of speech for the delays of live systems.

    Args:
        datasets: as they are frozen.
        systems: of the bench; without a live one there is nothing to say.
        command: what finds the ends.
    """
    if not any(getattr(each.make(), "live", False) for each in systems):
        return []
    found = ((each, len(_open(each.clips)), sum(map(_is_spoken, each.clips))) for each in datasets)
    return [
        f"{each.id}: {clips:,} of {counted(spoken, 'clip')} {_have(clips)} no speech end, so live systems "
        f"have no TTFS there; find the ends: {command}{_named(each, datasets)}"
        for each, clips, spoken in found
        if clips
    ]


def asked_late(datasets: Sequence[Dataset], systems: Iterable[System], command: str) -> list[str]:
    """Return a line per system that is asked for final text, where it is asked after the recording.

    Args:
        datasets: as they are frozen.
        systems: of the bench.
        command: what finds the ends of speech.
    """
    names = [each.name for each in systems if _is_asked(each)]
    found = [(each, clips) for each in datasets if names and (clips := len(_open(each.clips)))]
    return [
        f"{name}: {counted(clips, 'clip')} of {each.id} {_have(clips)} no speech end, so final text is asked "
        "for after the end of the recording there, not after the end of speech; find the ends first: "
        f"{command}{_named(each, datasets)}"
        for each, clips in found
        for name in names
    ]


def _named(dataset: Dataset, among: Sequence[Dataset]) -> str:
    return f" --name {dataset.name}" if len(among) > 1 else ""


def _is_asked(system: System) -> bool:
    provider: Any = system.make()
    return getattr(provider, "live", False) and system.options.get("finalize_after") is not None


def _open(clips: Sequence[Clip]) -> list[Clip]:
    """Return the spoken clips without an end; those in which a detector found no speech have none."""
    known = [each for each in clips if _is_spoken(each) and each.speech_end_ms is None]
    return [each for each in known if not each.speech_end_detector]


def _is_spoken(clip: Clip) -> bool:
    return not clip.reason and (clip.reference is None or bool(clip.reference.strip()))


def _have(count: int) -> str:
    return "has" if count == 1 else "have"
