"""Figures of matplotlib in the style of all pictures, with fonts for the letters of names."""

from __future__ import annotations

import warnings
from contextlib import ExitStack
from functools import cache
from importlib import import_module
from typing import Any, Final

from mondegreen.errors import MissingDependencyError, visible, warn

__all__ = ["Figures", "shortened"]

_STYLE: Final = {"svg.fonttype": "none", "svg.hashsalt": "mondegreen", "font.size": 9}
_FONTS: Final = (
    *("Noto Sans CJK JP", "Noto Sans CJK SC", "Noto Sans JP", "Noto Sans SC", "Source Han Sans"),
    *("Hiragino Sans", "PingFang SC", "Apple SD Gothic Neo", "Yu Gothic", "Microsoft YaHei"),
    *("Malgun Gothic", "Noto Sans Devanagari", "Noto Sans Thai", "Nirmala UI", "Leelawadee UI"),
    "Arial Unicode MS",
)
"""Fonts with letters that the font of matplotlib lacks; those that are installed are used."""
_LONGEST: Final = 40


class Figures:
    """A context that gives the class of figures; no window is opened and no state is changed.

    Args:
        purpose: what needs matplotlib, for the message if it is not there.
        kind: of the file that is drawn; SVG keeps texts as they are, whatever fonts are here.

    Raises:
        MissingDependencyError: without the extra ``pictures``.
    """

    def __init__(self, purpose: str, kind: str = "") -> None:
        try:
            self._matplotlib = import_module("matplotlib")
            self._figure = import_module("matplotlib.figure").Figure
        except ImportError:
            raise MissingDependencyError("matplotlib", "pictures", purpose) from None
        self._keeps_texts = kind == "svg"
        self._open = ExitStack()
        self._said: list[warnings.WarningMessage] = []

    def __enter__(self) -> Any:
        style = {**_STYLE, "font.family": ["sans-serif"] if self._keeps_texts else _families()}
        self._open.enter_context(self._matplotlib.rc_context(style))
        self._said = self._open.enter_context(warnings.catch_warnings(record=True))
        warnings.simplefilter("always")
        return self._figure

    def __exit__(self, *_: object) -> None:
        self._open.close()
        lacking = [each for each in self._said if "missing from font" in str(each.message)]
        for each in self._said:
            if each not in lacking:
                warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)
        if lacking and not self._keeps_texts:
            warn(
                "no font here has all letters of these names, so the picture shows boxes; a font such as "
                "Noto Sans CJK helps, and SVG keeps the texts"
            )


@cache
def _families() -> list[str]:
    """Return the font of matplotlib, and those for letters that it lacks."""
    manager = import_module("matplotlib.font_manager").fontManager
    there = {font.name for font in manager.ttflist}
    return ["DejaVu Sans", *(name for name in _FONTS if name in there)]


def shortened(name: str, most: int = _LONGEST) -> str:
    """Return a name that leaves room for the picture: what is too long has its ends.

    >>> shortened("recordings/2026/a.wav", 12)
    'recor…/a.wav'
    """
    shown = visible(name)
    if len(shown) <= most:
        return shown
    return f"{shown[: (most - 1) // 2]}…{shown[-(most - 1 - (most - 1) // 2) :]}"
