#!/usr/bin/env python3
"""Make the table of grapheme cluster classes that the Rust kernel and the Python implementation share.

The script reads Unicode's own data files, as Debian packages them, and writes
``src/mondegreen/_kernel/graphemes.tsv``: one line for each range of code points that has a
class of its own in UAX #29 (``Grapheme_Cluster_Break``, and ``Extended_Pictographic`` for emoji).
The same files always give the same bytes.

    apt-get install unicode-data
    python crates/tables/make_graphemes.py            # write the table
    python crates/tables/make_graphemes.py --check    # exit 1 when the table is out of date

The rules live in ``graphemes.rs`` and ``graphemes.py``. They are GB3 to GB999 without GB9c, which
Unicode 15.1 introduced; the script therefore refuses data that needs GB9c.
"""

from __future__ import annotations

import argparse
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

UNICODE = Path("/usr/share/unicode")
BREAKS = Path("auxiliary/GraphemeBreakProperty.txt")
EMOJI = Path("emoji/emoji-data.txt")
DERIVED = Path("DerivedCoreProperties.txt")
TABLE = Path(__file__).parents[2] / "src/mondegreen/_kernel/graphemes.tsv"

CLASSES = frozenset(
    {"CR", "LF", "Control", "Extend", "ZWJ", "Regional_Indicator", "Prepend", "SpacingMark"}
    | {"L", "V", "T", "LV", "LVT", "Extended_Pictographic"}
)
"""What a code point can be; one that no line names is ``Other``."""

HEADER = """\
# Classes of code points for extended grapheme clusters (UAX #29), Unicode {version}.
# Columns, tab-separated: first code point, last code point (both hexadecimal), class.
# What is not listed is Other. The ranges are sorted and do not overlap.
# Made by crates/tables/make_graphemes.py from the Debian package unicode-data; do not edit.
# Derived from GraphemeBreakProperty.txt and emoji-data.txt, (c) Unicode, Inc., modified;
# terms of use: https://www.unicode.org/terms_of_use.html
"""


class Range(NamedTuple):
    """Neighbouring code points, both ends included, with one class."""

    first: int
    last: int
    name: str


def read_ranges(path: Path) -> Iterator[Range]:
    """Yield the ranges of a Unicode property file, in the order of the file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = [field.strip() for field in line.partition("#")[0].split(";")]
        if fields == [""]:
            continue
        first, _, last = fields[0].partition("..")
        yield Range(int(first, 16), int(last or first, 16), fields[1])


def read_version(path: Path) -> str:
    """Return the Unicode version that a property file names in its first line."""
    with path.open(encoding="utf-8") as lines:
        first_line = next(lines, "")
    found = re.search(r"-(\d+\.\d+\.\d+)\.txt", first_line)
    if found is None:
        raise SystemExit(f"{path}: expected a first line with a version, found {first_line!r}")
    return found[1]


def merge(ranges: Sequence[Range]) -> Iterator[Range]:
    """Yield the ranges sorted, with neighbours of one class joined; refuse an overlap."""
    ordered = sorted(ranges)
    for before, after in pairwise(ordered):
        if after.first <= before.last:
            raise SystemExit(f"two classes for U+{after.first:04X}: {before.name}, {after.name}")
    current: Range | None = None
    for item in ordered:
        if current and item.name == current.name and item.first == current.last + 1:
            current = current._replace(last=item.last)
            continue
        if current:
            yield current
        current = item
    if current:
        yield current


def make_table(unicode: Path) -> str:
    """Return the text of the table, made from the Unicode data files in a directory."""
    for path in (BREAKS, EMOJI, DERIVED):
        if not (unicode / path).is_file():
            raise SystemExit(f"{unicode / path} is not there: apt-get install unicode-data")
    version = read_version(unicode / BREAKS)
    if any(item.name == "InCB" for item in read_ranges(unicode / DERIVED)):
        raise SystemExit(
            f"Unicode {version} has rule GB9c (Indic conjuncts, property InCB), which neither"
            " graphemes.rs nor graphemes.py knows: add the rule to both before the table"
        )
    breaks = list(read_ranges(unicode / BREAKS))
    unknown = {item.name for item in breaks} - CLASSES
    if unknown:
        raise SystemExit(f"Unicode {version} has classes without rules: {sorted(unknown)}")
    emoji = [item for item in read_ranges(unicode / EMOJI) if item.name == "Extended_Pictographic"]
    lines = [f"{item.first:04X}\t{item.last:04X}\t{item.name}\n" for item in merge(breaks + emoji)]
    return HEADER.format(version=version) + "".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Write the table, or check it."""
    return write(argv, "Make the table of grapheme cluster classes.", make_table, TABLE)


def write(
    argv: Sequence[str] | None, purpose: str, make: Callable[[Path], str], target: Path
) -> int:
    """Write the table that `make` makes of Unicode's files to `target`, or compare it."""
    parser = argparse.ArgumentParser(description=purpose)
    parser.add_argument("--unicode", type=Path, default=UNICODE, help="where the data files are")
    parser.add_argument("--check", action="store_true", help="compare only, write nothing")
    options = parser.parse_args(argv)
    table = make(options.unicode)
    if options.check:
        if target.is_file() and target.read_text(encoding="utf-8") == table:
            return 0
        print(f"{target} is out of date: run {Path(sys.argv[0]).name}")
        return 1
    target.write_text(table, encoding="utf-8", newline="\n")
    print(f"wrote {target}: {len(table.splitlines())} lines")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
