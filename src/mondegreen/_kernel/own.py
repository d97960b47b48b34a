"""What the kernel knows of our own normalizers; there is no reference implementation in Python."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from mondegreen._kernel import language_folders
from mondegreen._kernel.normalizing import native
from mondegreen.errors import InputTypeError, UsageError

__all__ = ["digest", "languages", "rewrites"]


def languages() -> tuple[str, ...]:
    """Return the codes of the languages that have a normalizer: ``any``, and those with a pack."""
    return _languages(tuple(language_folders))


@cache
def _languages(folders: tuple[str, ...]) -> tuple[str, ...]:
    packs = (pack for folder in folders for pack in Path(folder).glob("*/pack.tsv"))
    return tuple(sorted({"any", *(pack.parent.name for pack in packs)}))


def digest(code: str) -> str:
    """Return the digest of the tables of a language, as `mondegreen.languages.Language` has it.

    The pack is read once, for whoever scores with it too.

    Raises:
        UsageError: there is no such pack, or a file of it has a fault.
    """
    try:
        return native(code).language_digest(code)  # type: ignore[no-any-return]
    except ValueError as error:
        raise UsageError(f"language {code}: {error}") from None


def rewrites(text: str, name: str) -> list[tuple[str, int, int, str]]:
    """Return rule, start, end and output of each rewrite.

    Raises:
        InputTypeError: not a text.
    """
    return native(name).rewrites(_text(text), name)  # type: ignore[no-any-return]


def _text(text: Any) -> str:
    if not isinstance(text, str):
        raise InputTypeError(f"expected a text, got {text!r:.60} of type {type(text).__name__}")
    return text
