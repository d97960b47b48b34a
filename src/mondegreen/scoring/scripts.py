"""The script of a token, for speech that changes between languages."""

from __future__ import annotations

from functools import lru_cache

from mondegreen._kernel.scripts import script_of

__all__ = ["script_of_token"]


@lru_cache(maxsize=2**16)
def script_of_token(token: str) -> str:
    """Return the script of the first letter; ``Digit`` or ``Common`` where there is none.

    >>> script_of_token("(नमस्ते)"), script_of_token("5kg"), script_of_token("42"), script_of_token("%")
    ('Devanagari', 'Latin', 'Digit', 'Common')
    """
    found = [script_of(character) for character in token]
    letters = (script for script in found if script not in {"Common", "Inherited", "Digit"})
    return next(letters, "Digit" if "Digit" in found else "Common")
