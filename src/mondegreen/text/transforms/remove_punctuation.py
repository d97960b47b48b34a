"""``RemovePunctuation``: no punctuation, in any script."""

from __future__ import annotations

from mondegreen.errors import UsageError
from mondegreen.text.punctuation import Punctuation
from mondegreen.text.transforms.base import Transform

__all__ = ["RemovePunctuation"]


class RemovePunctuation(Transform):
    """Take out every character that Unicode calls punctuation (general category ``P``).

    The apostrophe within a word is one of them, so name it in ``keep`` where contractions matter.
    Symbols such as ``$`` and ``+`` are not.

    Args:
        keep: characters that stay.
        replacement: what is in place of each; ``" "`` parts the words that it joined.

    Raises:
        UsageError: an option that is not a text.

    >>> RemovePunctuation()("“wi-fi” isn’t $5!")
    'wifi isnt $5'
    >>> RemovePunctuation(keep="'’", replacement=" ")("wi-fi isn’t")
    'wi fi isn’t'
    """

    name = "remove-punctuation"

    def __init__(self, keep: str = "", replacement: str = "") -> None:
        for option, value in (("keep", keep), ("replacement", replacement)):
            if not isinstance(value, str):
                raise UsageError(f"{option}={value!r:.60}: expected a text")
        super().__init__(keep="".join(sorted(set(keep))), replacement=replacement)
        self._table = Punctuation(keep, replacement)

    def __call__(self, text: str) -> str:
        """Return ``text`` without punctuation."""
        return self._text(text).translate(self._table)
