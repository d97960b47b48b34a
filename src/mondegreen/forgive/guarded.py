"""Words that decide what a sentence says, so that nothing that only sounds alike may replace them."""

from __future__ import annotations

from functools import lru_cache

from mondegreen._kernel.forgiven import lists

__all__ = ["is_guarded"]

_KINDS = ("number", "negation", "answer")


@lru_cache(maxsize=65_536)
def is_guarded(word: str) -> bool:
    """Return whether an English word is a number, a negation or an answer.

    Numbers are the words of the table, compounds of them such as *twenty-one*, and anything with a
    digit; negations those of the table and what ends in *n't*. The table is that of the kernel's
    guard.

    >>> [word for word in ("two", "too", "No", "know", "can't", "5th") if is_guarded(word)]
    ['two', 'No', "can't", '5th']
    """
    folded = word.casefold().replace("’", "'")
    return (
        folded.endswith("n't")
        or any(letter.isdigit() for letter in folded)
        or folded in _words()
        or not _words().isdisjoint(folded.removesuffix("'s").rstrip("'").split("-"))
    )


@lru_cache(maxsize=1)
def _words() -> frozenset[str]:
    return frozenset(word for kind in _KINDS for word in lists("en")[kind])
