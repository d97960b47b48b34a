"""Forgivers of the kernel: here are their names, and their reasons in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mondegreen._kernel import forgiven
from mondegreen.errors import UsageError
from mondegreen.forgive.base import Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.alignment.difference import Difference

__all__ = ["Native"]


class Native:
    """A forgiver whose rule is in the kernel.

    Args:
        language: a code, as ``en`` or ``de``.

    Raises:
        UsageError: nothing is known of that language that the rule would need.
    """

    name: ClassVar[str]
    version = "1"
    text: ClassVar[str]
    guarded = False  # the kernel itself minds the guard

    def __init__(self, language: str = "en") -> None:
        forgiven.check_language(self.name, language)
        self.language = forgiven.kernel_language(language)

    def forgives(self, difference: Difference) -> Reason | None:
        """Return why the words say the same, or ``None``."""
        before, after = list(difference.before), list(difference.after)
        said = before + list(difference.reference) + after
        written = before + list(difference.hypothesis) + after
        found = forgiven.run([said], [written], chosen=[self], language=self.language)
        if found.remaining[0]:
            return None
        why = self.why(difference.reference, difference.hypothesis)
        return Reason(forgiver=self.name, version=self.version, why=why)

    def why(self, reference: Sequence[str], hypothesis: Sequence[str]) -> str:
        """Return the reason in words, for spans that were forgiven."""
        del reference, hypothesis
        return self.text

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    @classmethod
    def known_in(cls, language: str) -> bool:
        """Whether what the rule needs is known of a language."""
        try:
            forgiven.check_language(cls.name, language)
        except UsageError:
            return False
        return True
