"""Keys stay in the environment: what a server echoes is cleaned before anyone sees or keeps it."""

from __future__ import annotations

import os

__all__ = ["key_of", "without_secrets"]

_ENDINGS = ("_KEY", "_TOKEN", "_SECRET", "_PASSWORD")
_SHORTEST = 6  # anything shorter is no secret, and would be found inside words


def without_secrets(text: str) -> str:
    """Return ``text`` with the values of all keys in the environment struck out.

    >>> without_secrets("nothing secret here")
    'nothing secret here'
    """
    known = {
        value.strip(): name
        for name, value in os.environ.items()
        if name.endswith(_ENDINGS) and len(value.strip()) >= _SHORTEST
    }
    for value in sorted(known, key=len, reverse=True):  # one may be the beginning of another
        text = text.replace(value, f"[{known[value]}]")
    return text


def key_of(variable: str) -> str | None:
    """Return the key in a variable of the environment, or ``None`` if it is not set or blank."""
    return os.environ.get(variable, "").strip() or None
