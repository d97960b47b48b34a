"""Write the tables of languages that come from Unicode's CLDR.

    python scripts/languages.py          write all of them
    python scripts/languages.py --check  say what would change; exit status 1 if something would
    python scripts/languages.py et       print the tables of one language

Needs the packages of the dependency group ``languages``: icu4py for numbers in words, Babel for
names and marks. Writes ``numerals.tsv`` of each language of the project that CLDR has rules for,
and ``cldr.tar.xz``, from which ``mondegreen languages new`` makes a folder. What it writes is under
Unicode's licence (Unicode-3.0).
"""

from __future__ import annotations

import argparse
import re
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from babel import localedata
from babel.core import get_cldr_version

import icu
import spellout
from names import names
from patterns import patterns

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FOLDER: Final = Path(__file__).parents[1] / "src/mondegreen/languages"
ARCHIVE: Final = FOLDER / "cldr.tar.xz"
_THOUSANDS: Final = 3
_CLDR_OF_ICU: Final = {"78": "48"}


def main(arguments: list[str] | None = None) -> int:
    """Write, check or print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="only say what would change")
    parser.add_argument("code", nargs="?", help="print the tables of this language")
    chosen = parser.parse_args(arguments)
    if chosen.code:
        for name, text in tables(chosen.code).items():
            print(f"== {name}\n{text}", end="")
        return 0
    changed = []
    for path, data in outputs():
        if not path.exists() or path.read_bytes() != data:
            changed.append(path)
            if not chosen.check:
                path.write_bytes(data)
    for path in changed:
        print(path.relative_to(FOLDER.parents[2]))
    return int(chosen.check and bool(changed))


def outputs() -> Iterator[tuple[Path, bytes]]:
    """Return each file that is written, and what is in it."""
    every = {code: tables(code) for code in codes()}
    every = {code: files for code, files in every.items() if files}
    for folder in sorted(FOLDER.iterdir()):
        numerals = every.get(folder.name, {}).get("numerals.tsv")
        if folder.is_dir() and numerals:
            yield folder / "numerals.tsv", numerals.encode()
    yield ARCHIVE, archive(every)


def codes() -> list[str]:
    """Return the codes of the languages of CLDR."""
    known = {code for code in localedata.locale_identifiers() if "_" not in code}
    return sorted(known - {"root", "no"})


def tables(code: str) -> dict[str, str]:
    """Return the files of a language by name; none where CLDR knows too little about it."""
    found = names(code)
    text = icu.rules(code, icu.SPELLOUT)
    if found is None or not (text or found.units):
        return {}
    rules = spellout.parse(text)
    rows = spellout.numerals(rules)
    files = {}
    if rows:
        files["numerals.tsv"] = _numerals(rows)
    classes = [*found.classes, *_powers(rows)]
    files["classes.tsv"] = _table(
        "class, value, forms", "names", ("\t".join(row) for row in classes)
    )
    files["units.tsv"] = _table(
        "kind, id, one, many, words in any case, symbols in exact case",
        "names",
        ("\t".join(row) for row in found.units),
    )
    if found.days:
        rows_of_days = ("\t".join((*row, "know")) for row in found.days)
        files["abbreviations.tsv"] = _table("from, to, level", "short names of days", rows_of_days)
    files["pack.tsv"] = "".join(f"{key}\t{value}\n" for key, value in found.settings)
    files["patterns.tsv"] = patterns(
        found, rules, {row[0] for row in (*rows, *classes, *found.units)}
    )
    files["SOURCES"] = _sources(has_numerals=bool(rows))
    return files


def _numerals(rows: list[spellout.Row]) -> str:
    head = (
        f"# Generated from {_cldr_of_icu()} (RBNF); Unicode-3.0. Hand edits go to numerals.more.tsv.\n"
        "# set\tfrom\tbelow\tby\tpattern\n"
    )
    return head + "".join("\t".join(map(str, row)) + "\n" for row in rows)


def _table(columns: str, what: str, rows: Iterable[str]) -> str:
    head = f"# {columns}. {what.capitalize()} from CLDR {get_cldr_version()}; Unicode-3.0.\n"
    return head + "".join(f"{row}\n" for row in rows)


def _powers(rows: list[spellout.Row]) -> list[tuple[str, str, str]]:
    """Return the words that follow figures for thousands, millions and so on: *5 million*."""
    found: dict[int, dict[str, None]] = {}
    for row in rows:
        power = len(str(row.by)) - 1
        word = re.fullmatch(r"\{q=[^}]*\} (?:\( )?([^{()\[\]]+?)(?: \))?", row.pattern)
        cardinal = row.set.startswith(("card", "spellout_cardinal"))
        if word and cardinal and power and power % _THOUSANDS == 0:
            forms = ["_".join(form.split()) for form in word[1].split("|")]
            found.setdefault(power, {}).update(dict.fromkeys(forms))
    return [("power", str(power), " ".join(words)) for power, words in sorted(found.items())]


def _sources(*, has_numerals: bool) -> str:
    names_from = f"CLDR {get_cldr_version()} by Babel, Unicode-3.0"
    rows = [f"numerals.tsv: {_cldr_of_icu()}, spell-out rules; Unicode-3.0"] if has_numerals else []
    rows += [
        f"classes.tsv: names of months and halves of the day from {names_from}",
        f"abbreviations.tsv: short names of days from {names_from}",
        f"units.tsv: names of units and currencies from {names_from}",
        f"pack.tsv: marks from {names_from}",
        f"patterns.tsv: words of percent from {names_from}; the rest by hand",
        "all other files: by hand",
    ]
    return "".join(f"{row}\n" for row in rows)


def _cldr_of_icu() -> str:
    known = _CLDR_OF_ICU.get(icu.version())
    return f"CLDR {known}" if known else f"CLDR of ICU {icu.version()}"


def archive(every: dict[str, dict[str, str]]) -> bytes:
    """Return all tables as a packed file, the same bytes for the same tables."""
    data = BytesIO()
    with tarfile.open(fileobj=data, mode="w:xz", preset=9) as packed:
        for code, files in sorted(every.items()):
            for name, text in files.items():
                entry = tarfile.TarInfo(f"{code}/{name}")
                entry.size = len(text.encode())
                packed.addfile(entry, BytesIO(text.encode()))
    return data.getvalue()


if __name__ == "__main__":
    sys.exit(main())
