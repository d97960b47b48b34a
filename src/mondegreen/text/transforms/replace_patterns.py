"""``ReplacePatterns``: regular expressions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mondegreen.errors import UsageError
from mondegreen.text.transforms.base import Transform

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ReplacePatterns"]


class ReplacePatterns(Transform):
    r"""Replace what regular expressions match, one after the other in the order given.

    Expressions and replacements are those of ``re.sub``, and are checked at once.

    Raises:
        UsageError: an expression or a replacement that ``re`` does not take.

    >>> ReplacePatterns({r"doom": "sacr", r"\b(\w+)ed\b": r"\1"})("doomed or loved")
    'sacr or lov'
    >>> ReplacePatterns({"a": r"\1"})
    Traceback (most recent call last):
    mondegreen.errors.UsageError: 'a' to '\\1': invalid group reference 1 at position 1
    """

    name = "replace-patterns"

    def __init__(self, replacements: Mapping[str, str]) -> None:
        pairs = [[pattern, other] for pattern, other in replacements.items()]
        super().__init__(replacements=pairs)
        self._steps = []
        for pattern, other in pairs:
            try:
                compiled = re.compile(pattern)
                compiled.sub(other, "")  # looks at the replacement before it looks for a match
            except (re.error, IndexError, TypeError) as error:
                raise UsageError(f"{pattern!r} to {other!r}: {error}") from None
            self._steps.append((compiled, other))

    def __call__(self, text: str) -> str:
        """Return ``text`` after all replacements."""
        for pattern, other in self._steps:
            text = pattern.sub(other, text)
        return text

    def __repr__(self) -> str:
        return f"ReplacePatterns({dict(self.options['replacements'])!r})"
