"""Texts as every database takes them."""

from __future__ import annotations

from typing import Any

__all__ = ["storable"]


def storable(value: Any) -> Any:
    r"""Return a value with its lone surrogates and NULs written out; no database takes those.

    Servers send them, and broken files have them. Inside of JSON what is written is the escape that
    JSON reads back, so nothing is lost there.

    >>> storable("half \ud83d, nothing \x00"), storable(1)
    ('half \\ud83d, nothing \\u0000', 1)
    """
    if not isinstance(value, str):
        return value
    text = value.replace("\0", "\\u0000") if "\0" in value else value
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()
