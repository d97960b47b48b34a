"""The table of normalizers, and how a name becomes one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import UnknownNameError, UsageError
from mondegreen.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.types import Normalizer

__all__ = ["NORMALIZERS", "normalize", "normalizer"]

_PACKS: Final = Path(__file__).parents[2] / "languages"
_LANGUAGES: Final = sorted(("any", *(pack.parent.name for pack in _PACKS.glob("*/pack.tsv"))))
"""Those that are shipped; languages of folders that were added are found by their names."""

_LEADERBOARD = {
    "de": "German",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "pt": "Portuguese",
}
"""Those of the multilingual leaderboard, and their classes."""

NORMALIZERS: Registry[Callable[[], Normalizer]] = Registry(
    "normalizer",
    "mondegreen.normalizers",
    {
        "calls": "mondegreen.text.normalizers.calls:Calls",
        "hf-leaderboard-english": (
            "mondegreen.text.normalizers.hf_leaderboard_english:HfLeaderboardEnglish"
        ),
        "hf-leaderboard-multilingual": (
            "mondegreen.text.normalizers.hf_leaderboard_multilingual:HfLeaderboardMultilingual"
        ),
        **{
            f"hf-leaderboard-multilingual-{code}": (
                f"mondegreen.text.normalizers.hf_leaderboard_multilingual:{language}"
            )
            for code, language in _LEADERBOARD.items()
        },
        "lower": "mondegreen.text.normalizers.lower:Lower",
        **{
            f"mondegreen-{code}": (
                f"mondegreen.text.normalizers.mondegreen:language_{code.replace('-', '_')}"
            )
            for code in _LANGUAGES
        },
        "none": "mondegreen.text.normalizers.none:NoNormalizer",
        "sclite": "mondegreen.text.normalizers.sclite:Sclite",
        "sclite-c": "mondegreen.text.normalizers.sclite:ScliteC",
        "sclite-c-dh": "mondegreen.text.normalizers.sclite:ScliteCDh",
        "sclite-c-noascii": "mondegreen.text.normalizers.sclite:ScliteCNoascii",
        "sclite-c-noascii-dh": "mondegreen.text.normalizers.sclite:ScliteCNoasciiDh",
        "semantic": "mondegreen.text.normalizers.semantic:Semantic",
        "space-norm": "mondegreen.text.normalizers.space_norm:SpaceNorm",
        "stt-diff": "mondegreen.text.normalizers.stt_diff:SttDiff",
        "whisper-basic": "mondegreen.text.normalizers.whisper_basic:WhisperBasic",
        "whisper-basic-remove-diacritics": (
            "mondegreen.text.normalizers.whisper_basic_remove_diacritics:WhisperBasicRemoveDiacritics"
        ),
        "whisper-basic-remove-diacritics-split-letters": (
            "mondegreen.text.normalizers.whisper_basic_remove_diacritics_split_letters:WhisperBasicRemoveDiacriticsSplitLetters"
        ),
        "whisper-basic-split-letters": "mondegreen.text.normalizers.whisper_basic_split_letters:WhisperBasicSplitLetters",
        "whisper-english": "mondegreen.text.normalizers.whisper_english:WhisperEnglish",
    },
)


def normalizer(name: str, *, lang: str | None = None) -> Normalizer:
    """Return the normalizer called ``name``, which may pin a version: ``"lower@1"``.

    Call it on one text, or its ``batch`` on many. Our own take options at the end of their names,
    as ``"mondegreen-en-keep-fillers"``, and in place of the language a column that names it:
    ``"mondegreen-{lang}"``, as do those of the multilingual leaderboard. A code with a region or script that has no normalizer of its own means
    its language: ``"mondegreen-de-AT"`` is ``mondegreen-de``, which is the name that the result has. ``lang``
    only helps an error to say what to type.

    Raises:
        UnknownNameError: no normalizer has this name.
        UsageError: it exists, but not in this version.

    >>> normalizer("lower")("Wi-Fi")
    'wi-fi'
    """
    if not isinstance(name, str):
        raise UsageError(f"normalizer {name!r:.60}: expected a name, such as 'lower'")
    plain, _, version = name.partition("@")
    found = _own(plain) or _registered(plain, lang)
    if version and version != found.version:
        known = getattr(found, "versions", [found.version])
        if version in known:
            # Those that have several are made with one.
            made: Any = getattr(found, "in_version", type(found))
            other: Normalizer = made(version)
            return other
        raise UsageError(
            f"the normalizer {plain!r} is here in version {', '.join(known)}, not {version!r}; "
            "use the release of mondegreen that made the result, or score again"
        )
    return found


def _registered(name: str, lang: str | None) -> Normalizer:
    try:
        return NORMALIZERS.get(name)()
    except UnknownNameError as error:
        from mondegreen.text.normalizers.typed_names import meant_by  # only where a name is wrong

        meant = meant_by(name, lang, _LANGUAGES)
        if meant is not None:
            raise UnknownNameError("normalizer", name, error.known, meant) from None
        if name == "mondegreen":
            raise UsageError(
                "'mondegreen' alone is not a normalizer: there is one for each language; type "
                "mondegreen-en, mondegreen-de, ..., or mondegreen-any for any other language. "
                f"Languages: {', '.join(_LANGUAGES)}"
            ) from None
        raise


def _own(name: str) -> Any:
    """Return one whose name says more than that of its family, as a column of languages."""
    if "-{" in name:
        from mondegreen.text.normalizers.by_column import ByColumn  # only where it is asked for

        return ByColumn(name)
    if name.startswith("mondegreen-") and name.removeprefix("mondegreen-") not in _LANGUAGES:
        from mondegreen.text.normalizers.mondegreen import named  # only where it is asked for

        return named(name)
    if name.startswith("hf-leaderboard-multilingual-") and name not in NORMALIZERS.names():
        from mondegreen.text.normalizers import (
            hf_leaderboard_multilingual as leaderboard,  # as above
        )

        return leaderboard.named(name)
    return None


def normalize(by: Any, texts: Any, threads: int = 1) -> Any:
    """Return what the normalizer ``by`` makes of a column of texts.

    Those with ``parallel = True`` take ``threads``, which never change the result.

    >>> list(normalize(normalizer("lower"), ["Wi-Fi", None]))
    ['wi-fi', None]
    """
    if getattr(by, "parallel", False):
        return by.batch(texts, threads=threads)
    return by.batch(texts)
