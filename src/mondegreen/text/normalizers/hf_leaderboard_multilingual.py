"""``hf-leaderboard-multilingual``: the normalizers of the Open ASR Leaderboard except for English."""

from __future__ import annotations

from typing import ClassVar, Final

from mondegreen.errors import UsageError
from mondegreen.text.normalizers.native import NativeNormalizer
from mondegreen.text.normalizers.typed_names import known_code

PREFIX: Final = "hf-leaderboard-multilingual-"


class HfLeaderboardMultilingual(NativeNormalizer):
    """``whisper-basic-remove-diacritics``, then only words and single spaces.

    >>> HfLeaderboardMultilingual()("Où ça, [rires] hier ?")
    'ou ca hier'
    """

    name = "hf-leaderboard-multilingual"
    version = "1"


class OfLanguage(NativeNormalizer):
    """``whisper-basic``, then only words and single spaces, and digits in words of a language.

    Subclasses set ``language`` and ``name``.
    """

    version = "20260323"
    language: ClassVar[str]


class German(OfLanguage):
    """``whisper-basic``, then only words and single spaces, and digits in words of German.

    >>> German()("Die Straße ist 21 km lang.")
    'die straße ist einundzwanzig km lang'
    """

    language = "de"
    name = PREFIX + language


class Spanish(OfLanguage):
    """``whisper-basic``, then only words and single spaces, and digits in words of Spanish.

    >>> Spanish()("¿Cuánto? 16 €")
    'cuánto dieciséis'
    """

    language = "es"
    name = PREFIX + language


class French(OfLanguage):
    """``whisper-basic``, then only words and single spaces, and digits in words of French.

    >>> French()("Où ça, à 21 h ?")
    'où ça à vingt et un h'
    """

    language = "fr"
    name = PREFIX + language


class Italian(OfLanguage):
    """``whisper-basic``, then only words and single spaces, and digits in words of Italian.

    >>> Italian()("C'è 1 città.")
    'c è uno città'
    """

    language = "it"
    name = PREFIX + language


class Portuguese(OfLanguage):
    """``whisper-basic``, then only words and single spaces, and digits in words of Portuguese.

    >>> Portuguese()("Não são 17.")
    'não são dezassete'
    """

    language = "pt"
    name = PREFIX + language


LANGUAGES: Final = {each.language: each for each in (German, Spanish, French, Italian, Portuguese)}
"""The languages of the leaderboard other than English, by code."""


def named(name: str) -> OfLanguage:
    """Return the normalizer of a name with a language, whose region is ignored.

    Raises:
        UsageError: the multilingual leaderboard does not have the language.

    >>> named("hf-leaderboard-multilingual-pt-BR").name
    'hf-leaderboard-multilingual-pt'
    """
    language = known_code(name.removeprefix(PREFIX), LANGUAGES)
    if language is None:
        raise UsageError(
            f"{name!r}: the multilingual Open ASR Leaderboard has the languages "
            f"{', '.join(LANGUAGES)}; for English type 'hf-leaderboard-english'"
        )
    return LANGUAGES[language]()
