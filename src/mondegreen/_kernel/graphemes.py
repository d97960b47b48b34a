"""Extended grapheme clusters (UAX #29) in Python: the reference implementation of ``graphemes.rs``.

A grapheme cluster is what a reader calls a character: a Devanagari letter with its vowel sign,
a family of emoji, a flag. Both implementations read the classes of code points from the same
table, ``graphemes.tsv``, whose first line names the Unicode version; the rules are those of that
version. This one is written to be read next to the rules, and serves as the oracle of the fast one.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

__all__ = ["graphemes"]

TABLE = Path(__file__).with_name("graphemes.tsv")


class Ranges(NamedTuple):
    """The table as three columns: range ``i`` is ``first[i]`` to ``last[i]``, both included."""

    first: list[int]
    last: list[int]
    name: list[str]


@cache
def read_table() -> Ranges:
    """Return the ranges of the table, sorted, read once."""
    ranges = Ranges([], [], [])
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            first, last, name = line.split("\t")
            ranges.first.append(int(first, 16))
            ranges.last.append(int(last, 16))
            ranges.name.append(name)
    return ranges


def class_of(character: str) -> str:
    r"""Return the class of one code point, ``"Other"`` when the table does not list it.

    >>> class_of("a"), class_of("\u0301"), class_of("\u200d")
    ('Other', 'Extend', 'ZWJ')
    """
    ranges = read_table()
    code_point = ord(character)
    found = bisect_right(ranges.first, code_point) - 1
    return ranges.name[found] if found >= 0 and code_point <= ranges.last[found] else "Other"


def joins(before: list[str], after: str) -> bool:
    """Tell whether a code point continues the cluster before it, by rules GB3 to GB999.

    ``before`` has the classes of the cluster so far and is not empty. No rule needs to look
    further back: GB11 and GB12 see only code points that earlier rules have already joined.

    >>> joins(["CR"], "LF"), joins(["Other"], "Other"), joins(["Other"], "Extend")
    (True, False, True)
    """
    match before[-1], after:
        case "CR", "LF":  # GB3
            return True
        case ("CR" | "LF" | "Control", _) | (_, "CR" | "LF" | "Control"):  # GB4, GB5
            return False
        case (
            ("L", "L" | "V" | "LV" | "LVT")  # GB6
            | ("LV" | "V", "V" | "T")  # GB7
            | ("LVT" | "T", "T")  # GB8
            | (_, "Extend" | "ZWJ" | "SpacingMark")  # GB9, GB9a
            | ("Prepend", _)  # GB9b
        ):
            return True
        case "ZWJ", "Extended_Pictographic":  # GB11
            earlier = (name for name in islice(reversed(before), 1, None) if name != "Extend")
            return next(earlier, None) == "Extended_Pictographic"
        case "Regional_Indicator", "Regional_Indicator":  # GB12, GB13
            return before.count("Regional_Indicator") % 2 == 1
    return False  # GB999


def graphemes(text: str) -> list[str]:
    r"""Return the extended grapheme clusters of a text, in order.

    Joined again they are the text, whatever it holds; no cluster is empty, and the empty text has
    none. A lone surrogate is a code point like any other (UAX #29 gives it no class of its own).

    >>> graphemes("नमस्ते")
    ['न', 'म', 'स्', 'ते']
    >>> graphemes("e\u0301!\r\n") == ["e\u0301", "!", "\r\n"]
    True
    """
    clusters: list[str] = []
    start = 0  # of the last cluster, which is still open
    classes: list[str] = []  # of its code points
    for position, character in enumerate(text):
        name = class_of(character)
        if classes and not joins(classes, name):
            clusters.append(text[start:position])
            start = position
            classes = []
        classes.append(name)
    if classes:
        clusters.append(text[start:])
    return clusters
