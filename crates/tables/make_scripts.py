#!/usr/bin/env python3
"""Make the table of scripts that the Rust kernel and the Python implementation share.

The script reads Unicode's own data files, as Debian packages them, and writes
``src/mondegreen/_kernel/scripts.tsv``: one line for each range of code points of one script. The
same files always give the same bytes.

    apt-get install unicode-data
    python crates/tables/make_scripts.py            # write the table
    python crates/tables/make_scripts.py --check    # exit 1 when the table is out of date

Letters that several scripts share, such as the Japanese lengthening mark, stand under the first
of those that are written without spaces between words. Decimal digits stand under ``Digit``, as
the digits of all scripts are written together.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from make_graphemes import Range, merge, read_ranges, read_version, write

if TYPE_CHECKING:
    from collections.abc import Iterator

SCRIPTS = Path("Scripts.txt")
EXTENSIONS = Path("ScriptExtensions.txt")
CATEGORIES = Path("extracted/DerivedGeneralCategory.txt")
TABLE = Path(__file__).parents[2] / "src/mondegreen/_kernel/scripts.tsv"

SHORT = {"Hani": "Han", "Hira": "Hiragana", "Kana": "Katakana"}
"""Short names of scripts whose letters are shared, in the order in which they are preferred."""

HEADER = """\
# Scripts of code points, Unicode {version}; decimal digits of every script are Digit.
# Columns, tab-separated: first code point, last code point (both hexadecimal), script.
# What is not listed is Common. The ranges are sorted and do not overlap.
# Made by crates/tables/make_scripts.py from the Debian package unicode-data; do not edit.
# Derived from Scripts.txt and its companions, (c) Unicode, Inc., modified;
# terms of use: https://www.unicode.org/terms_of_use.html
"""


def points_of(ranges: Iterator[Range]) -> Iterator[tuple[int, str]]:
    """Yield each code point of the ranges with its name."""
    for item in ranges:
        for point in range(item.first, item.last + 1):
            yield point, item.name


def make_table(unicode: Path) -> str:
    """Return the text of the table, made from the Unicode data files in a directory."""
    for path in (SCRIPTS, EXTENSIONS, CATEGORIES):
        if not (unicode / path).is_file():
            raise SystemExit(f"{unicode / path} is not there: apt-get install unicode-data")
    category = dict(points_of(read_ranges(unicode / CATEGORIES)))
    script = dict(points_of(read_ranges(unicode / SCRIPTS)))
    for point, names in points_of(read_ranges(unicode / EXTENSIONS)):
        shared = [full for short, full in SHORT.items() if short in re.split(r"\s+", names)]
        if script.get(point) == "Common" and shared and category.get(point) in {"Lo", "Lm"}:
            script[point] = shared[0]
    for point, kind in category.items():
        if kind == "Nd":
            script[point] = "Digit"
    ranges = [Range(point, point, name) for point, name in script.items() if name != "Common"]
    lines = [f"{item.first:04X}\t{item.last:04X}\t{item.name}\n" for item in merge(ranges)]
    return HEADER.format(version=read_version(unicode / SCRIPTS)) + "".join(lines)


if __name__ == "__main__":
    raise SystemExit(write(None, "Make the table of scripts.", make_table, TABLE))
