"""What people type for our own normalizers: a code with a region, or a language by its name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

__all__ = ["FAMILIES", "known_code", "meant_by"]

FAMILIES = ("mondegreen-", "hf-leaderboard-multilingual-")
"""What the names of normalizers begin with that end in a language, whose region is left out."""

_CODE = pattern(r"([A-Za-z]{2,3})((?:[-_](?:[A-Z][a-z]{3}|[A-Z]{2}|[a-z]{2}|[0-9]{3}))*)")

_LANGUAGES = {
    "arabic": "ar",
    "armenian": "hy",
    "bengali": "bn",
    "chinese": "zh",
    "mandarin": "zh",
    "czech": "cs",
    "dutch": "nl",
    "english": "en",
    "french": "fr",
    "german": "de",
    "hebrew": "he",
    "hindi": "hi",
    "italian": "it",
    "japanese": "ja",
    "korean": "ko",
    "persian": "fa",
    "farsi": "fa",
    "polish": "pl",
    "portuguese": "pt",
    "russian": "ru",
    "spanish": "es",
    "tamil": "ta",
    "telugu": "te",
    "thai": "th",
    "turkish": "tr",
    "ukrainian": "uk",
    "vietnamese": "vi",
}


def known_code(code: str, known: Container[str]) -> str | None:
    """Return the language that a code stands for: itself, or without its script and region.

    ``None`` where it is not a code, or of a language that is not known. Two languages, as ``hi-en``, are not
    one with a region.

    >>> known_code("de-AT", ["de"]), known_code("zh_Hant_TW", ["zh"]), known_code("hi-en", ["hi", "en"])
    ('de', 'zh', None)
    """
    found = _CODE.fullmatch(code)
    if found is None:
        return None
    language = found[1].lower()
    parts = [part for part in re.split("[-_]", found[2]) if part]
    if any(part.islower() and part in known for part in parts):
        return None
    variants = [f"{language}-{part.upper()}" for part in parts]
    return next((each for each in (*variants, language) if each in known), None)


def meant_by(name: str, lang: str | None, known: Iterable[str]) -> str | None:
    """Return the normalizer that somebody means who types a language, or ``mondegreen`` alone.

    ``lang`` is the language that was named with it.

    >>> meant_by("German", None, ["de"]), meant_by("mondegreen", "pt-BR", ["pt"])
    ('mondegreen-de', 'mondegreen-pt')
    """
    known = list(known)
    plain = name.strip().removeprefix("mondegreen-")
    code = _LANGUAGES.get(plain.lower()) or known_code(plain, known)
    if plain.lower() == "mondegreen":
        code = known_code(lang or "", known)
    elif code is None and plain != name.strip() and _CODE.fullmatch(plain):
        code = "any"  # of a language that is not here
    return f"mondegreen-{code}" if code in known else None
