"""``script``: the same word in two scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.errors import UsageError
from mondegreen.forgive.base import Reason
from mondegreen.forgive.spellings import latin, spelled

if TYPE_CHECKING:
    from mondegreen.alignment import Difference

__all__ = ["LANGUAGES", "Script"]

LANGUAGES = ("ar", "el", "hi", "mr", "ru", "zh")
"""Languages that have words in Latin letters and in their own; with ``-en`` or without."""


class Script:
    """Forgives a word that is in Latin letters on one side and in another script on the other.

    *रिफंड* and *refund*, *محمد* and *Mohamed*, *北京* and *Beijing*. Word borders and accents do
    not matter, nor does which side is Latin. Devanagari and Arabic are compared by tables of the
    usual spellings, where vowels that Arabic does not write may be any; Chinese by pinyin without
    tones; other scripts by the spelling of anyascii. It is the word that is compared and never its
    meaning: *可口可乐* is not *Coca Cola*, and a translation is none.

    Needs the extra ``script``, except for Devanagari and Arabic.

    Args:
        language: one of ``ar``, ``el``, ``hi``, ``mr``, ``ru``, ``zh``, or with English, as
            ``hi-en``.

    Raises:
        UsageError: another language.
        MissingDependencyError: a package is not installed; raised when it is first asked.

    >>> from mondegreen import align
    >>> (difference,) = align("मेरा card खो गया", "मेरा कार्ड खो गया").differences()
    >>> Script("hi-en").forgives(difference).why
    'card is कार्ड in another script'
    """

    name = "script"
    version = "1"

    def __init__(self, language: str = "hi-en") -> None:
        parts = set(language.lower().split("-")) & set(LANGUAGES)
        if not parts:
            raise UsageError(
                f"script knows the spellings of {', '.join(LANGUAGES)}, not of {language!r}; "
                "leave it out of forgive="
            )
        self.language = language

    def forgives(self, difference: Difference) -> Reason | None:
        """Return which words are the same, or ``None``."""
        spans = difference.reference, difference.hypothesis
        if min(map(len, spans)) > 1:
            return None  # word by word, or not at all
        sides = ["".join(words) for words in spans]
        for at, (text, word) in enumerate((sides, sides[::-1])):
            letters = latin(text)
            if not (letters and word and latin(word) is None):
                continue
            if spelled(word, letters, [latin(each) or "" for each in spans[at]]):
                said, heard = map(" ".join, spans)
                why = f"{said} is {heard} in another script"
                return Reason(forgiver=self.name, version=self.version, why=why)
        return None
