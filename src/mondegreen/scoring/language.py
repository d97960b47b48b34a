"""What a language decides: whether there are spaces between words to count by."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from mondegreen._kernel import language_folders
from mondegreen.errors import UsageError
from mondegreen.patterns import pattern
from mondegreen.scoring.arguments import given

__all__ = ["UNSPACED", "UNSPACED_UNIT", "check_language", "is_switched", "is_unspaced"]

UNSPACED: Final = frozenset(
    [
        *("bo", "bod", "tib", "dz", "dzo", "ja", "jpn", "km", "khm", "lo", "lao", "my", "mya"),
        *("bur", "th", "tha", "zh", "zho", "chi", "cmn", "yue", "wuu", "nan", "hak"),
    ]
)
"""Languages written without spaces between words."""

_TWO_LETTERS: Final = (
    " aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv "
    "cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr "
    "ht hu hy hz ia id ie ig ii ik io is it iu iw ja jv jw ka kg ki kj kk kl km kn ko kr "
    "ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng "
    "nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk "
    "sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve "
    "vi vo wa wo xh yi yo za zh zu "
)
"""ISO 639-1, with iw and jw, which some recognisers still have."""

_OF_COUNTRIES: Final = {
    "at": "de", "bd": "bn", "cn": "zh", "cz": "cs", "dk": "da", "eg": "ar", "gb": "en", "gr": "el",
    "hk": "yue", "il": "he", "ir": "fa", "jp": "ja", "mx": "es", "pk": "ur", "ua": "uk", "us": "en",
    "vn": "vi",
}  # fmt: skip
"""Codes of countries that are taken for those of their languages, and are of none."""

UNSPACED_UNIT: Final = "character-no-space"
"""Spaces in such text mean nothing, so they are not scored."""


_COLUMN: Final = pattern(r"\{[\w-]+\}")


def is_unspaced(lang: Any) -> bool:
    """Whether a language is written without spaces between words.

    ``None`` is not known to be, and neither is a column of languages, as ``{lang}``.

    >>> is_unspaced("zh-TW"), is_unspaced("pt-BR")
    (True, False)

    Raises:
        UsageError: it is not a code of a language.
    """
    if lang is None or (isinstance(lang, str) and _COLUMN.fullmatch(lang)):
        return False
    if not isinstance(lang, str):
        raise UsageError(f"lang={given(lang)}: expected a language code, such as en, pt-BR or zh")
    if not (re.fullmatch("[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", lang) or _was_added(lang)):
        raise UsageError(f"lang={lang!r}: expected a language code, such as en, pt-BR or zh")
    _check_codes(lang)
    return not is_switched(lang) and lang.partition("-")[0].lower() in UNSPACED


def _was_added(lang: str) -> bool:
    """Whether a folder that was added has a pack of this name, as an overlay may be called."""
    if not re.fullmatch(r"\w[\w-]*", lang):
        return False
    return any(Path(folder, lang, "pack.tsv").is_file() for folder in language_folders[1:])


def check_language(lang: str | None) -> None:
    """Refuse what is not the code of a language.

    Raises:
        UsageError: it is none.
    """
    is_unspaced(lang)


def _check_codes(lang: str) -> None:
    codes = _languages(lang) if is_switched(lang) else [lang.partition("-")[0].lower()]
    for place, code in enumerate(codes):
        if len(code) != 2 or f" {code} " in _TWO_LETTERS:  # noqa: PLR2004
            continue
        base = lang.removesuffix(f"-{code}")
        meant = f"{base}-{code.upper()}" if place else _OF_COUNTRIES.get(code)
        hint = f" Did you mean {meant!r}?" if meant else " Expected one as en, pt-BR or zh."
        raise UsageError(
            f"lang={lang!r}: {code!r} is not the code of a language (ISO 639-1).{hint}"
        )


def is_switched(lang: str | None) -> bool:
    """Whether two or more languages are named, between which speakers change: ``hi-en``.

    A region is in capital letters and a script in four, so neither is taken for a language.

    >>> is_switched("zh-en"), is_switched("zh-TW"), is_switched("zh-Hant")
    (True, False, False)
    >>> is_switched("hi-en-zh"), is_switched("zh-Hans-en"), is_switched("hi-en-US")
    (True, True, True)
    """
    return lang is not None and len(_languages(lang)) > 1


def _languages(lang: str) -> list[str]:
    first, *more = lang.split("-")
    return [first.lower(), *(code for code in more if re.fullmatch("[a-z]{2,3}", code))]
