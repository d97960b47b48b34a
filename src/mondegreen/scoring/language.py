"""What a language decides: whether there are spaces between words to count by."""

from __future__ import annotations

import re
from typing import Any, Final

from mondegreen.errors import UsageError
from mondegreen.scoring.arguments import given

__all__ = ["UNSPACED", "UNSPACED_UNIT", "is_switched", "is_unspaced"]

UNSPACED: Final = frozenset(
    [
        *("bo", "bod", "tib", "dz", "dzo", "ja", "jpn", "km", "khm", "lo", "lao", "my", "mya"),
        *("bur", "th", "tha", "zh", "zho", "chi", "cmn", "yue", "wuu", "nan", "hak"),
    ]
)
"""Languages written without spaces between words."""

UNSPACED_UNIT: Final = "character-no-space"
"""Spaces in such text mean nothing, so they are not scored."""


_COLUMN: Final = re.compile(r"\{[\w-]+\}")


def is_unspaced(lang: Any) -> bool:
    """Whether a language is written without spaces between words.

    ``None`` is not known to be, and neither is a column of languages, as ``{lang}``.

    >>> is_unspaced("zh-TW"), is_unspaced("pt-BR")
    (True, False)

    Raises:
        UsageError: it is no code of a language.
    """
    if lang is None or (isinstance(lang, str) and _COLUMN.fullmatch(lang)):
        return False
    if not isinstance(lang, str):
        raise UsageError(f"lang={given(lang)}: expected a language code, as en, pt-BR or zh")
    if not re.fullmatch("[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", lang):
        raise UsageError(f"lang={lang!r}: expected a language code, as en, pt-BR or zh")
    return not is_switched(lang) and lang.partition("-")[0].lower() in UNSPACED


def is_switched(lang: str | None) -> bool:
    """Whether two languages are named, between which speakers change: ``hi-en``.

    A region is in capital letters and a script in four, so neither is taken for a language.

    >>> is_switched("zh-en"), is_switched("zh-TW"), is_switched("zh-Hant")
    (True, False, False)
    """
    return lang is not None and re.fullmatch("[a-z]{2,3}-[a-z]{2,3}", lang) is not None
