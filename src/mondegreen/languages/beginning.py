"""Folders that new languages begin with: tables from CLDR, and files to fill in."""

from __future__ import annotations

import tarfile
from typing import TYPE_CHECKING, Final, NamedTuple

from mondegreen.errors import UsageError
from mondegreen.languages.folders import FOLDER
from mondegreen.written import written

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["FILES", "File", "Missing", "begin", "has_tables", "missing"]

_ARCHIVE: Final = FOLDER / "cldr.tar.xz"
_OF_OVERLAYS: Final = frozenset(
    {"pack.tsv", "units.tsv", "abbreviations.tsv", "spellings.tsv", "cases.tsv"}
)


class File(NamedTuple):
    """A file of a language.

    Attributes:
        name: its name.
        columns: its columns, in order.
        about: what it is for.
        hint: what to write, for somebody who has never seen one.
        example: a row, from English.
    """

    name: str
    columns: str
    about: str
    hint: str
    example: str

    @property
    def head(self) -> str:
        """The comments that a new file begins with."""
        example = self.example.replace("\t", " <tab> ")
        return (
            f"# {self.columns}\n# {self.about}\n# {self.hint}\n# Example from English: {example}\n"
        )


FILES: Final = (
    File(
        "pack.tsv",
        "key, value",
        "The name of the language and its marks.",
        "point is the decimal mark, groups the mark between groups of digits (space for a space).",
        "point\t.",
    ),
    File(
        "numerals.tsv",
        "set, from, below, by, pattern",
        "Numbers in words.",
        "card has the cardinals, ord the ordinals. {q} is the number divided by `by`, {r} the rest.",
        "card\t21\t30\t10\ttwenty {r=card}",
    ),
    File(
        "numerals.more.tsv",
        "set, from, below, by, pattern",
        "Numbers in words that CLDR does not have: ordinals, spoken forms, forms in other cases.",
        "Say some numbers aloud: 15, 21, 100, 1100, 2024. Write a row for each way that is not read.",
        "card\t101\t1000\t100\t{q=card} hundred and {r=card}",
    ),
    File(
        "classes.tsv",
        "class, value, forms",
        "Words of a class, such as months. Forms have spaces between; a form of two words has _.",
        "Add inflected forms that stand in dates and after numbers.",
        "month\tmarch\tmarch mar",
    ),
    File(
        "units.tsv",
        "kind, id, one, many, words in any case, symbols in exact case",
        "Units and currencies.",
        "Add what people say: short names, inflected forms, parts of a currency (kind minor).",
        "unit\tkilometer\tkilometer\tkilometers\tkilometre kilometres\tkm",
    ),
    File(
        "patterns.tsv",
        "kind, pattern, value, written, level, before, after, example",
        "What a span of several parts is: times, dates, amounts.",
        "Begin with the clock: how is 3:15, 3:30 and 3:45 said? `know` is for comparisons only.",
        "time\thalf past {h=card:1..12}\t{h}:30\t-\tknow\t-\t-\thalf past three",
    ),
    File(
        "signs.tsv",
        "sign, words, condition",
        "What a sign is read as where no row reads it.",
        "At least % & + and -. The one condition is before-number.",
        "-\tminus\tbefore-number",
    ),
    File(
        "abbreviations.tsv",
        "from, to, level",
        "Short forms, with their full stop.",
        "Titles, and so on, for example, street, number.",
        "dr.\tdoctor",
    ),
    File(
        "contractions.tsv",
        "from, to, level",
        "Words that are drawn together in speech and in writing, if the language has such.",
        "Only those that mean the same to everybody; others have the level know.",
        "can't\tcan not",
    ),
    File(
        "informal.tsv",
        "from, to, level",
        "Spellings of casual speech.",
        "What recognisers write in one way and people in another.",
        "gonna\tgoing to",
    ),
    File(
        "spellings.tsv",
        "from, to, level",
        "Spellings of one word: names of products, spellings of two countries.",
        "The second is what is written.",
        "colour\tcolor",
    ),
    File(
        "fillers.tsv",
        "words",
        "Hesitations, which are left out.",
        "Only sounds: never a word that can mean something.",
        "uh um uhm hmm",
    ),
    File(
        "figure-ordinals.tsv",
        "numbers, ending",
        "Endings of ordinals in figures; the first that fits. * is every number, ..1 those that end in 1.",
        "A language that writes 3. for third has the one row * and a full stop.",
        "..1\tst",
    ),
    File(
        "cases.tsv",
        "mark, text, text, why",
        "Pairs of texts that hold the tables: = both are written the same, ~ a comparison says they "
        "are the same, ! they are not.",
        "For each pattern one pair with =, and one with ! in which a single figure or unit is another.",
        "=\ttwenty five kilometers\t25 km\tunits",
    ),
    File(
        "SOURCES",
        "file: origin; licence",
        "Where each file comes from, and its licence.",
        "Name the grammar or the dictionary that you used.",
        "numerals.more.tsv: by hand, Apache-2.0",
    ),
)
"""The files of a language, in the order in which they are written by hand."""


def has_tables(code: str) -> bool:
    """Tell whether CLDR has tables of a language."""
    return bool(_tables(code))


def begin(code: str, folder: Path, extends: str | None = None) -> Path:
    """Write the folder of a new language in ``folder``; return it.

    What CLDR knows of the language is filled in. Each file begins with comments that say what
    belongs into it.

    Args:
        code: the code of the language, or the name of an overlay.
        folder: where to write its folder.
        extends: for an overlay, the code of the language that it adds to.

    Raises:
        UsageError: the code is none, there is such a folder already, or it cannot be written.
    """
    if not code.replace("-", "").replace("_", "").isalnum() or not code.isascii():
        raise UsageError(f"no code of a language: {code!r}; expected letters, such as et or pt-BR")
    target = folder / code
    if target.exists():
        raise UsageError(f"there is {target} already; edit it, or name another --folder")
    tables = _overlay(extends) if extends else _tables(code)
    names = _OF_OVERLAYS if extends else {file.name for file in FILES}
    try:
        target.mkdir(parents=True)
        for file in FILES:
            if file.name in names:
                text = tables.get(file.name, "")
                with written(target / file.name, text=True) as out:
                    out.write(_filled(file, text, code))
    except OSError as error:
        raise UsageError(
            f"{target}: cannot be written: {error.strerror}; name another --folder"
        ) from None
    return target


def _overlay(extends: str) -> dict[str, str]:
    always = "# always yes: also read whenever the language itself is asked for\n"
    return {"pack.tsv": f"{always}extends\t{extends}\nalways\tyes\n"}


def _tables(code: str) -> dict[str, str]:
    with tarfile.open(_ARCHIVE) as archive:
        entries = [entry for entry in archive if entry.name.startswith(f"{code}/")]
        opened = {entry.name.partition("/")[2]: archive.extractfile(entry) for entry in entries}
        return {name: file.read().decode() for name, file in opened.items() if file}


def _filled(file: File, text: str, code: str) -> str:
    if file.name == "pack.tsv" and not text:
        text = f"name\t{code}\npoint\t.\ngroups\t,\n"
    if file.name in {"numerals.tsv", "SOURCES"} and text:
        return text  # generated as a whole
    return file.head + text


class Missing(NamedTuple):
    """A file without rows, and what to do about it."""

    file: File
    step: str


def missing(folder: Path) -> list[Missing]:
    """Return the files of a language that have no rows, in the order in which to write them."""
    return [
        Missing(file, f"{file.name}: {file.hint}")
        for file in FILES
        if file.name not in _SELDOM and not _has_rows(folder / file.name)
    ]


_SELDOM: Final = frozenset({"contractions.tsv", "informal.tsv", "spellings.tsv"})
"""Files that many languages do not need."""


def _has_rows(path: Path) -> bool:
    if not path.is_file():
        return False
    lines = path.read_text("utf-8", errors="replace").splitlines()
    return any(line.strip() and not line.startswith("#") for line in lines)
