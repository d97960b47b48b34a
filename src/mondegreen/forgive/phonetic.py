"""``phonetic``: sounds alike, looser than ``homophone``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.forgive.base import Reason
from mondegreen.forgive.homophone import english
from mondegreen.forgive.sounds_alike import VERSION, why_alike

if TYPE_CHECKING:
    from mondegreen.alignment import Difference

__all__ = ["Phonetic"]


class Phonetic:
    """Forgives words that sound alike by the loose rules of `mondegreen.forgive.sounds_alike`.

    Both spans must have as many words, each equal to its counterpart except for case, or alike; at
    least one is not equal. English only; needs the extra ``phonetic``.

    Args:
        language: ``en``.

    Raises:
        UsageError: another language.
        MissingDependencyError: the packages are not installed; raised when it is first asked.

    >>> from mondegreen import align
    >>> (difference,) = align("call Katharine", "call Catherine").differences()
    >>> Phonetic().forgives(difference).why
    'Katharine sounds like Catherine (code K0RN)'
    """

    name = "phonetic"
    version = f"1-{VERSION}"

    def __init__(self, language: str = "en") -> None:
        english(self.name, language)
        self.language = language

    def forgives(self, difference: Difference) -> Reason | None:
        """Return by which rules the words sound alike, or ``None``."""
        reference, hypothesis = difference.reference, difference.hypothesis
        if not reference or len(reference) != len(hypothesis):
            return None
        reasons = []
        for said, heard in zip(reference, hypothesis, strict=True):
            if said.lower() == heard.lower():
                continue
            rule = why_alike(said, heard)
            if rule is None:
                return None
            reasons.append(f"{said} sounds like {heard} ({rule})")
        if not reasons:
            return None
        return Reason(forgiver=self.name, version=self.version, why=", ".join(reasons))
