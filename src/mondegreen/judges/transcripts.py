"""What is the same for judges that write texts anew: whether what they wrote is still the text."""

from __future__ import annotations

from typing import Any, Final

from mondegreen.errors import MissingDependencyError
from mondegreen.text.normalizers.registry import NORMALIZERS

__all__ = ["length_complaint", "plain_words", "tokens_for"]

_MOST_CHANGE: Final = 0.25
_SLACK: Final = 3
_LEAST_TOKENS, _MOST_TOKENS = 1024, 32_768


def plain_words(text: str) -> list[str]:
    """Return the words of a text without punctuation and without numbers, however written.

    Digits that are said one by one are one number to some and seven to others.

    >>> plain_words("Twenty-one, please, for 555 12 34.")
    ['please', 'for']
    """
    normalizer: Any = NORMALIZERS.get("calls")
    words = str(normalizer()(text)).split()
    return [word for word in words if not any(char.isdigit() for char in word)]


def length_complaint(name: str, written: str, text: str) -> str | None:
    """Return the complaint that a text was shortened or lengthened, or ``None``.

    A model may change how words are written, not how many there are: the lengths, numbers left
    out, may differ by a quarter and three words.

    >>> length_complaint("canonical_transcript", "a b c", "a b c d e f g h i j")
    'canonical_transcript has 3 words where the text has 10; keep every word that was said'
    """
    there, wanted = len(plain_words(written)), len(plain_words(text))
    if abs(there - wanted) <= _MOST_CHANGE * wanted + _SLACK:
        return None
    return f"{name} has {there} words where the text has {wanted}; keep every word that was said"


def tokens_for(*texts: str) -> int:
    """Return the limit of tokens for an answer that holds these texts once.

    Scripts other than Latin take up to a token for each letter and a half.
    """
    letters = sum(map(len, texts))
    return min(_MOST_TOKENS, _LEAST_TOKENS + letters)


def needs(purpose: str) -> MissingDependencyError:
    """Return the error that says what to install."""
    return MissingDependencyError("pydantic-ai", "llm", purpose)
