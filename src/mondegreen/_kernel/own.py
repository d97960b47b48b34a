"""What the kernel knows of our own normalizers; there is no reference implementation in Python."""

from __future__ import annotations

from functools import cache
from typing import Any

from mondegreen._kernel.normalizing import native
from mondegreen.errors import InputTypeError

__all__ = ["languages", "read_numbers", "rewrites"]


@cache
def languages() -> dict[str, list[str]]:
    """Return the languages, each with what is known of it."""
    return dict(native("mondegreen-*").languages())


def rewrites(text: str, name: str) -> list[tuple[str, int, int, str]]:
    """Return rule, start, end and output of each rewrite.

    Raises:
        InputTypeError: not a text.
    """
    return native(name).rewrites(_text(text), name)  # type: ignore[no-any-return]


def read_numbers(text: str, language: str) -> list[Any]:
    """Return kind, value, unit, start, end, sure and alternatives of each number.

    Raises:
        InputTypeError: not a text.
    """
    return native(f"mondegreen-{language}").read_numbers(_text(text), language)  # type: ignore[no-any-return]


def _text(text: Any) -> str:
    if not isinstance(text, str):
        raise InputTypeError(f"expected a text, got {text!r:.60} of type {type(text).__name__}")
    return text
