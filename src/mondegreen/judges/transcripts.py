"""What is the same for judges that write texts again: whether what they wrote is still the text."""

from __future__ import annotations

from typing import Any, Final

from mondegreen.errors import MissingDependencyError
from mondegreen.judges.content import content_complaint
from mondegreen.judges.quoting import words_of
from mondegreen.text.normalizers.registry import NORMALIZERS

__all__ = ["needs", "plain_words", "text_complaint", "tokens_for"]

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


def text_complaint(  # noqa: PLR0917 - two texts and their names
    name: str, written: str, source: str, text: str, language: str = "", other: str | None = None
) -> str | None:
    """Return the complaint that a written text is not the text it was made of, or ``None``.

    A model may change how words are written, and not which. The lengths, numbers left out, may
    differ by a quarter and three words; what differs within them is looked at word by word.

    Args:
        name: of the written text.
        written: by the model.
        source: what the text is called that it was made of.
        text: the text itself.
        language: a code; empty for any.
        other: the other text of the pair, of which nothing may be copied.

    >>> text_complaint("canonical_transcript", "a b c", "transcript", "a b c d e f g h i j")
    'canonical_transcript has 3 words where the text has 10; keep every word that was said'
    """
    if not words_of(written):
        return f"{name} is empty, but the {source} is not; write all of it"
    there, expected = len(plain_words(written)), len(plain_words(text))
    if abs(there - expected) > _MOST_CHANGE * expected + _SLACK:
        return (
            f"{name} has {there} words where the text has {expected}; keep every word that was said"
        )
    complaint = content_complaint(written, text, language, other=other)
    return complaint and f"{name} is another text than the {source}: {complaint}"


def tokens_for(*texts: str) -> int:
    """Return the limit of tokens for an answer that holds these texts once.

    Scripts other than Latin take up to a token for each letter and a half.
    """
    letters = sum(map(len, texts))
    return min(_MOST_TOKENS, _LEAST_TOKENS + letters)


def needs(purpose: str) -> MissingDependencyError:
    """Return the error that says what to install."""
    return MissingDependencyError("pydantic-ai", "llm", purpose)
