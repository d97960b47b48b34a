"""``RemovePunctuation``: no punctuation, in any script."""

from __future__ import annotations

import unicodedata

from mondegreen.errors import InputTypeError
from mondegreen.text.transforms.base import Transform

__all__ = ["RemovePunctuation"]


class _Punctuation(dict[int, str | int]):
    """A table for ``str.translate`` that looks characters up when it meets them."""

    def __init__(self, keep: str, replacement: str) -> None:
        super().__init__({ord(character): character for character in keep})
        self._replacement = replacement

    def __missing__(self, code: int) -> str | int:
        is_mark = unicodedata.category(chr(code)).startswith("P")
        found = self[code] = self._replacement if is_mark else code
        return found

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        keep = "".join(chr(code) for code, value in self.items() if value == chr(code))
        return _Punctuation, (keep, self._replacement)


class RemovePunctuation(Transform):
    """Take out every character that Unicode calls punctuation (general category ``P``).

    The apostrophe within a word is one of them, so name it in ``keep`` where contractions matter.
    Symbols such as ``$`` and ``+`` are not.

    Args:
        keep: characters that stay.
        replacement: what stands in the place of each; ``" "`` parts the words that it joined.

    >>> RemovePunctuation()("“wi-fi” isn’t $5!")
    'wifi isnt $5'
    >>> RemovePunctuation(keep="'’", replacement=" ")("wi-fi isn’t")
    'wi fi isn’t'
    """

    name = "remove-punctuation"

    def __init__(self, keep: str = "", replacement: str = "") -> None:
        for option, value in (("keep", keep), ("replacement", replacement)):
            if not isinstance(value, str):
                raise InputTypeError(f"{option}={value!r}: expected a text")
        super().__init__(keep="".join(sorted(set(keep))), replacement=replacement)
        self._table = _Punctuation(keep, replacement)

    def __call__(self, text: str) -> str:
        """Return ``text`` without punctuation."""
        return text.translate(self._table)
