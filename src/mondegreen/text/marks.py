"""Normalization of Unicode in linear time, however many marks are on one letter."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby
from typing import Literal

__all__ = ["normalize", "ordered"]

# So many marks on a letter, or more, are put in their order before: the loop of `unicodedata` that does so takes
# time that grows with the square of their number.
_LONG = re.compile(r"(?:[^\w\s\x00-\x7f]|[\uff9e\uff9f]){32,}")


def normalize(form: Literal["NFC", "NFKC"], text: str) -> str:
    r"""Return what `unicodedata.normalize` does, in time that grows with the text alone.

    >>> normalize("NFC", "e\u0301") == "\u00e9"
    True
    """
    return unicodedata.normalize(form, ordered(form, text))


def ordered(form: Literal["NFC", "NFKC"], text: str) -> str:
    r"""Return an equivalent text in which long runs of marks are decomposed and in canonical order.

    >>> ordered("NFC", "a" + "\u0301\u0323" * 16) == "a" + "\u0323" * 16 + "\u0301" * 16
    True
    """
    if text.isascii():
        return text
    decomposed: Literal["NFD", "NFKD"] = "NFD" if form == "NFC" else "NFKD"

    def in_order(match: re.Match[str]) -> str:
        points = [part for char in match[0] for part in unicodedata.normalize(decomposed, char)]
        runs = groupby(points, key=lambda point: unicodedata.combining(point) > 0)
        return "".join(
            point
            for marks, run in runs
            for point in (sorted(run, key=unicodedata.combining) if marks else run)
        )

    return _LONG.sub(in_order, text)
