"""``sclite``: words, or characters, as NIST's sclite compares them."""

from __future__ import annotations

import re
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from mondegreen.text.normalizers.base import TextNormalizer

__all__ = ["Sclite", "ScliteC", "ScliteCDh", "ScliteCNoascii", "ScliteCNoasciiDh"]

_LOWER: Final = str.maketrans(ascii_uppercase, ascii_lowercase)
_WORD: Final = re.compile(r"\S{2,}")


class Sclite(TextNormalizer):
    """Map the letters A to Z to lower case, as sclite does; all others keep their case.

    >>> Sclite()("GRÜSSE")
    'grÜsse'
    """

    name = "sclite"
    version = "1"

    def __call__(self, text: str) -> str:
        """Return ``text`` with these letters in lower case."""
        text = self._text(text)
        return text.lower() if text.isascii() else text.translate(_LOWER)


class ScliteC(Sclite):
    """Cut words into characters, as ``sclite -c`` does with ``-e utf-8``, after mapping A to Z.

    >>> ScliteC()("It's so")
    "i t ' s s o"
    """

    name = "sclite-c"
    _token = re.compile(r"\S")
    _hyphens = True

    def __call__(self, text: str) -> str:
        """Return the characters with spaces between them; a word of one character stays."""
        return _WORD.sub(self._cut, super().__call__(text))

    def _cut(self, word: re.Match[str]) -> str:
        kept = word[0] if self._hyphens else word[0].replace("-", "")
        return " ".join(self._token.findall(kept))


class ScliteCDh(ScliteC):
    """Cut words into characters and leave out hyphens, as ``sclite -c DH`` does.

    >>> ScliteCDh()("wi-fi - so")
    'w i f i - s o'
    """

    name = "sclite-c-dh"
    _hyphens = False


class ScliteCNoascii(ScliteC):
    """Cut off each character that is not ASCII, as ``sclite -c NOASCII`` does.

    >>> ScliteCNoascii()("我有wifi了")
    '我 有 wifi 了'
    """

    name = "sclite-c-noascii"
    _token = re.compile(r"[\x21-\x7e]+|\S")


class ScliteCNoasciiDh(ScliteCNoascii):
    """Cut off each character that is not ASCII, and leave out hyphens: ``sclite -c NOASCII DH``.

    >>> ScliteCNoasciiDh()("我有wi-fi了")
    '我 有 wifi 了'
    """

    name = "sclite-c-noascii-dh"
    _hyphens = False
