"""``ReplacePatterns``: regular expressions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mondegreen.corpus.table import quoted
from mondegreen.errors import UsageError
from mondegreen.text.transforms.base import Transform, mapping_of

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ReplacePatterns"]

_REFUSALS = (re.error, LookupError, TypeError, ValueError, OverflowError, RecursionError)


class ReplacePatterns(Transform):
    r"""Replace what regular expressions match, one after the other in the order given.

    Expressions and replacements are those of ``re.sub``, and are checked at once.

    Raises:
        UsageError: no mapping, or an expression or a replacement that ``re`` does not take.

    >>> ReplacePatterns({r"doom": "sacr", r"\b(\w+)ed\b": r"\1"})("doomed or loved")
    'sacr or lov'
    >>> ReplacePatterns({"a": r"\1"})
    Traceback (most recent call last):
    mondegreen.errors.UsageError: 'a' to '\\1': invalid group reference 1 at position 1
    """

    name = "replace-patterns"

    def __init__(self, replacements: Mapping[str, str]) -> None:
        pairs = [[pattern, other] for pattern, other in mapping_of(replacements).items()]
        super().__init__(replacements=pairs)
        self._steps = []
        for pattern, other in pairs:
            try:
                compiled = re.compile(pattern)
                compiled.sub(other, "")  # looks at the replacement before it looks for a match
            except _REFUSALS as error:
                shown = [
                    quoted(each) if isinstance(each, str) else each for each in (pattern, other)
                ]
                raise UsageError(f"{shown[0]} to {shown[1]}: {error}") from None
            self._steps.append((compiled, other))

    def __call__(self, text: str) -> str:
        """Return ``text`` after all replacements."""
        text = self._text(text)
        for pattern, other in self._steps:
            text = pattern.sub(other, text)
        return text

    def __repr__(self) -> str:
        return f"ReplacePatterns({dict(self.options['replacements'])!r})"
