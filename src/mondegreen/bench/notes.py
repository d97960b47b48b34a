"""Notes on method: from a date on something is measured in another way, and figures before it do not go on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Note", "notes_of"]

_KEYS: Final = ("date", "title", "detail", "systems")


@dataclass(frozen=True)
class Note:
    """One ``[[note]]`` of ``bench.toml``.

    Attributes:
        date: from which on it holds, as ``2026-11-29``.
        title: what changed, in a few words.
        detail: more about it; may be empty.
        systems: names of those that it is about; none for all.
    """

    date: str
    title: str
    detail: str = ""
    systems: tuple[str, ...] = ()

    def breaks(self, system: str, before: str, after: str) -> bool:
        """Return whether it lies between two moments of a system, the first of them excluded."""
        about = not self.systems or system in self.systems
        return about and before < self.date <= after

    def __str__(self) -> str:
        detail = f" ({self.detail})" if self.detail else ""
        return f"{self.date}: {self.title}{detail}"


def notes_of(entries: Iterable[Any], where: str) -> tuple[Note, ...]:
    """Return the notes of ``bench.toml``, the oldest first.

    Raises:
        InputError: one has no date or no title, or something that is not known.

    >>> from datetime import date
    >>> notes_of([{"date": date(2026, 11, 29), "title": "new normalizer"}], "bench.toml")[0].date
    '2026-11-29'
    """
    found = []
    for entry in entries:
        known = entry if isinstance(entry, dict) else {}
        odd = next((key for key in known if key not in _KEYS), None)
        if odd is not None:
            raise InputError(
                f"{where}: note.{odd} is not known, expected {', '.join(_KEYS)}.{did_you_mean(odd, _KEYS)}"
            )
        systems = known.get("systems", [])
        if not (known.get("title") and _day(known.get("date")) and isinstance(systems, list)):
            raise InputError(
                f'{where}: a note is {entry!r:.80}, expected date = 2026-11-29, title = "...", and '
                'perhaps detail = "..." and systems = ["..."]'
            )
        found.append(
            Note(
                _day(known["date"]),
                str(known["title"]),
                str(known.get("detail", "")),
                tuple(map(str, systems)),
            )
        )
    return tuple(sorted(found, key=lambda note: note.date))


def _day(value: Any) -> str:
    """Return a date of TOML, or one that is written as a text; empty if it is none."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, date):
        return value.isoformat()
    try:
        return date.fromisoformat(value).isoformat()
    except (TypeError, ValueError):
        return ""
