"""How values of options are typed on a command line, and what is made of the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["FILES", "NAMES", "NUMBER", "SWITCH", "TEXT", "TEXTS", "WHOLE", "Kind", "listed"]


class Kind(NamedTuple):
    """A kind of value.

    Attributes:
        takes: ``str``, ``bool`` for a switch, ``list`` for what may be given again.
        read: makes the value of what was typed. What it cannot read stays a text, which the check
            of the option then refuses with the words that it has for Python too.
    """

    takes: type
    read: Callable[[Any], Any]


def listed(parts: Iterable[str] | None) -> list[str]:
    """Return the names of an option that is given again, or that parts them by commas.

    >>> listed(["wer, cer", "mer"]), listed(None)
    (['wer', 'cer', 'mer'], [])
    """
    return [name.strip() for part in parts or () for name in part.split(",")]


def _number(kind: Callable[[str], Any]) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        try:
            return kind(text)
        except ValueError:
            return text

    return read


def _files(text: str) -> list[Any]:
    from pathlib import Path  # imported only if needed

    return [Path(text)]


TEXT: Final = Kind(str, str)
WHOLE: Final = Kind(str, _number(int))
NUMBER: Final = Kind(str, _number(float))
FILES: Final = Kind(str, _files)
"""A file that is one item of a list."""
NAMES: Final = Kind(list, listed)
"""Names, parted by commas or given again."""
TEXTS: Final = Kind(list, list)
"""Texts, each given by itself, since they may have commas."""
SWITCH: Final = Kind(bool, bool)


def switch(value: Any) -> Kind:
    """Return a switch that stands for a value."""
    return Kind(bool, lambda _: value)
