#!/usr/bin/env python3
"""Make the table of code points that the normalizers of the Rust kernel read.

A normalizer that follows a Python program follows the Unicode tables of that Python. The script
asks the Python that runs it for them, and so has to run under Python 3.11, whose Unicode is 14.0.
The classes for grapheme clusters, which ``whisper-basic-split-letters`` cuts at, come from the
package ``regex``, of which the version is written down as well. Same versions, same bytes.

    python3.11 crates/tables/make_normalizers.py            # write the table
    python3.11 crates/tables/make_normalizers.py --check    # exit 1 when it is out of date

Two assumptions of the Rust code are checked on the way: what has a combining class is a mark, and
decimal digits come in tens.
"""

from __future__ import annotations

import argparse
import sys
import unicodedata
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

TABLE = Path(__file__).parents[2] / "crates/mondegreen-core/src/frozen/unicode14.txt"
UNICODE, REGEX = "14.0.0", "2026.11.19"
HANGUL = range(0xAC00, 0xD7A4)
POINTS = range(sys.maxunicode + 1)
I_WITH_DOT = 0x130
"""The only letter whose lower case is more than one code point."""

FLAGS = [
    "SYMBOL",
    "NONSPACING",
    "SPACE",
    "WORD",
    "DIGIT",
    "CASED",
    "IGNORABLE",
    "LOWER",
    "DECOMPOSES",
    "COMPOSES",
    "COMBINING",
]
"""The bits of the first section, from the lowest; ``unicode.rs`` says what they mean."""

CLUSTER_CLASSES = [
    "CR",
    "LF",
    "Control",
    "Extend",
    "ZWJ",
    "Regional_Indicator",
    "Prepend",
    "SpacingMark",
    "L",
    "V",
    "T",
]
"""The syllables of Hangul have a class each as well, which is computed."""

HEADER = f"""\
# Code points for the normalizers: Unicode {UNICODE} as Python 3.11 has it, clusters as regex {REGEX}.
# Made by crates/tables/make_normalizers.py, which says how to read it; do not edit.
# Derived from the Unicode Character Database, (c) Unicode, Inc., modified;
# terms of use: https://www.unicode.org/terms_of_use.html
"""


def runs(value: Callable[[int], int]) -> Iterator[str]:
    """Yield ``gap,length,value`` in hexadecimal for each run of code points with a value not 0.

    The gap is that following the run before.
    """
    start, end, held = 0, 0, 0
    for point in [*POINTS, None]:
        now = 0 if point is None else value(point)
        if now != held or point is None:
            if held:
                stop = point if point is not None else len(POINTS)
                yield f"{start - end:x},{stop - start:x},{held:x}"
                end = stop
            start, held = point or 0, now


def composites() -> dict[int, tuple[int, int]]:
    """Return the code points that canonical composition makes, each with its two parts."""
    found = {}
    for point in POINTS:
        parts = unicodedata.decomposition(chr(point)).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            whole = chr(int(parts[0], 16)) + chr(int(parts[1], 16))
            if unicodedata.normalize("NFC", whole) == chr(point):
                found[point] = int(parts[0], 16), int(parts[1], 16)
    return found


def flags_of() -> Callable[[int], int]:
    """Return the function that gives the flags of a code point."""
    seconds = {second for _, second in composites().values()}
    seconds |= {*range(0x1161, 0x1176), *range(0x11A8, 0x11C3)}  # vowels and finals of Hangul

    def flags(point: int) -> int:
        text = chr(point)
        category = unicodedata.category(text)
        cased = (text + "Σ").lower().endswith("ς")
        composed = unicodedata.normalize("NFKC", text)
        combining = unicodedata.combining(text)
        if combining and category[0] != "M":
            raise SystemExit(f"U+{point:04X} has a combining class and is no mark")
        bits = (
            category[0] in "MSP",
            category == "Mn",
            text.isspace(),
            text.isalnum() or text == "_",
            text.isdecimal(),
            cased,
            not cased and ("a" + text + "Σ").lower().endswith("ς"),
            text.lower() != text,
            unicodedata.normalize("NFKD", text) != text,
            composed != text or point in seconds,
            combining != 0,
        )
        return sum(bit << place for place, bit in enumerate(bits))

    return flags


def lower_cases() -> Iterator[str]:
    """Yield ``first,count,stride,distance``: upper case letters and how far off the lower ones are."""
    pairs = [
        (point, ord(chr(point).lower()) - point)
        for point in POINTS
        if chr(point).lower() != chr(point) and point != I_WITH_DOT
    ]
    while pairs:
        first, distance = pairs[0]
        stride = pairs[1][0] - first if len(pairs) > 1 else 1
        count = 1
        while count < len(pairs) and pairs[count] == (first + count * stride, distance):
            count += 1
        if count == 1:
            stride = 1
        sign = "-" if distance < 0 else ""
        yield f"{first:x},{count:x},{stride:x},{sign}{abs(distance):x}"
        pairs = pairs[count:]


def decompositions() -> Iterator[str]:
    """Yield ``gap,parts`` for each code point that NFKD takes apart, Hangul syllables aside.

    ``gap*count,part`` stands for neighbours whose single parts are neighbours too.
    """
    end = 0
    apart = {
        point: [ord(part) for part in unicodedata.normalize("NFKD", chr(point))]
        for point in POINTS
        if point not in HANGUL and unicodedata.normalize("NFKD", chr(point)) != chr(point)
    }
    for point, parts in apart.items():
        if point < end:
            continue
        count = 1
        if len(parts) == 1:
            while apart.get(point + count) == [parts[0] + count]:
                count += 1
        times = f"*{count:x}" if count > 1 else ""
        yield f"{point - end:x}{times}," + ",".join(f"{part:x}" for part in parts)
        end = point + count


def zeros() -> Iterator[str]:
    """Yield the zero of each ten of digits."""
    digits = [point for point in POINTS if chr(point).isdecimal()]
    for at in range(0, len(digits), 10):
        ten = digits[at : at + 10]
        if [unicodedata.decimal(chr(point)) for point in ten] != list(range(10)):
            raise SystemExit(f"the digits from U+{ten[0]:04X} on are no ten")
        if ten[-1] - ten[0] != 9:
            raise SystemExit(f"the digits from U+{ten[0]:04X} on are no neighbours")
        yield f"{ten[0]:x}"


def clusters() -> Callable[[int], int]:
    """Return the function that gives a code point's class for clusters, 0 for the usual one.

    The class of the package ``regex`` counts from 1; 16 is added for pictographs, and 32, 64 and
    96 for the consonants, extenders and linkers of Indic conjuncts.
    """
    kinds = {name: regex.compile(rf"\p{{GCB={name}}}") for name in CLUSTER_CLASSES}
    pictograph = regex.compile(r"\p{Extended_Pictographic}")
    conjuncts = [regex.compile(rf"\p{{InCB={name}}}") for name in ("Consonant", "Extend", "Linker")]

    def class_of(point: int) -> int:
        text = chr(point)
        if unicodedata.category(text)[0] in "MSP":
            return 0  # is a space by then
        if unicodedata.normalize("NFKC", text) != text:
            return 0  # is something else by then
        found = 0
        for number, name in enumerate(CLUSTER_CLASSES, 1):
            if kinds[name].match(text):
                found = number
        if pictograph.match(text):
            found += 16
        for number, kind in enumerate(conjuncts, 1):
            if kind.match(text):
                found += 32 * number
        return found

    return class_of


def table() -> str:
    """Return the text of the table."""
    sections: dict[str, Iterable[str]] = {
        "flags": runs(flags_of()),
        "lower": lower_cases(),
        "apart": decompositions(),
        "together": (f"{a:x},{b:x},{whole:x}" for whole, (a, b) in composites().items()),
        "combining": runs(lambda point: unicodedata.combining(chr(point))),
        "zeros": zeros(),
        "clusters": runs(clusters()),
    }
    lines = [HEADER]
    for name, items in sections.items():
        lines += [f"[{name}]\n", *(f"{line}\n" for line in wrap(" ".join(items), 100))]
    return "".join(lines)


def main() -> None:
    """Write the table, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    check = parser.parse_args().check
    here = unicodedata.unidata_version, regex.__version__
    if here != (UNICODE, REGEX):
        raise SystemExit(f"needs Unicode {UNICODE} (Python 3.11) and regex {REGEX}, here: {here}")
    made = table()
    if check:
        if TABLE.read_text(encoding="utf-8") != made:
            raise SystemExit(f"{TABLE} is out of date; run {Path(__file__).name}")
    else:
        TABLE.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
