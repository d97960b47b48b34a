"""Regular expressions of modules, compiled when they are first used: to start a command needs few of them."""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast

__all__ = ["pattern"]


class _Pattern:
    """What becomes a compiled expression as soon as one of its methods is asked for."""

    def __init__(self, *given: Any) -> None:
        self._given = given
        self.pattern = given[0]

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the expression, and keep it, so that this is called once for each."""
        if name.startswith("__"):
            raise AttributeError(name)
        found = getattr(re.compile(*self._given), name)
        setattr(self, name, found)
        return found


def pattern(expression: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return what `re.compile` does, and compile it at its first use.

    It has the methods and attributes of a compiled expression, but is no `re.Pattern`: `re.sub` does not
    take it as its first argument.

    >>> pattern("[0-9]+").findall("3 of 10")
    ['3', '10']
    """
    return cast("re.Pattern[AnyStr]", _Pattern(expression, flags))
