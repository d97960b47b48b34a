"""Texts as every database takes them."""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Table

__all__ = ["amount", "document", "fitting", "row_of", "storable"]

_DIGITS = 16  # of the digest that stands for what was cut off


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


def amount(text: Any) -> Decimal:
    """Return money as it is stored.

    Raises:
        UsageError: it is not an amount.
    """
    try:
        found = Decimal(text)
    except (InvalidOperation, TypeError, ValueError):
        found = Decimal("NaN")
    if not found.is_finite():
        raise UsageError(
            f"the database has money of a call in results that is {text!r:.40}, expected US dollars, such as "
            "0.0125; correct the row, or set it to NULL"
        )
    return found


def document(text: str | None) -> dict[str, Any]:
    """Return the conditions of a call as they are stored; empty where none are.

    Raises:
        UsageError: they are no object of JSON.
    """
    if not text:
        return {}
    try:
        found = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise UsageError(
            f"the database has conditions of a call in results that are {text!r:.60}, expected an object "
            "of JSON; correct the row, or set it to NULL"
        )
    return found


def fitting(text: str, most: int) -> str:
    """Return a text of at most ``most`` characters; what is cut off leaves a digest, so names differ.

    SQLite takes texts of any length, other databases refuse what is longer than the column.

    >>> fitting("short", 255), len(fitting("long " * 100, 255))
    ('short', 255)
    """
    if len(text) <= most:
        return text
    digest = sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:_DIGITS]
    return f"{text[: most - _DIGITS - 1]}…{digest}"


def row_of(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row as its table takes it on every database."""
    ready = {name: storable(value) for name, value in row.items()}
    for name, value in ready.items():
        most = getattr(table.c[name].type, "length", None)
        if most is not None and isinstance(value, str):
            ready[name] = fitting(value, most)
    return ready
