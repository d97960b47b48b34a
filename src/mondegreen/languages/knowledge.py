"""What a language knows, as its tables say: for the list of languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from mondegreen.languages.folders import folders
from mondegreen.languages.language import language

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["COLUMNS", "Knowledge", "knowledge"]

_KINDS: Final = {
    "ordinals": "ordinal",
    "fractions": "fraction",
    "times": "time",
    "dates": "date",
    "money": "money",
    "units": "measure",
    "digits": "digits",
}
"""What a kind of pattern, beyond those of every language, is called in the list."""

_FILES: Final = (
    *("contractions", "abbreviations", "informal", "spellings", "fillers"),
    *("guards", "variants"),
)
COLUMNS: Final = ("numerals", *_KINDS, *_FILES, "accents")
"""All that a language may know, in the order of the list."""


class Knowledge(NamedTuple):
    """What a language knows.

    Attributes:
        code: its code.
        name: its English name.
        knows: those of `COLUMNS` that it has rows for.
        cases: rows of its ``cases.tsv`` and those of its bases, and how many of them hold.
        rows: rows of its files and those of its bases.
        digest: see `Language.digest`.
    """

    code: str
    name: str
    knows: tuple[str, ...]
    holding: int
    cases: int
    rows: int
    digest: str


def knowledge(code: str, folder: Path | None = None) -> Knowledge:
    """Return what a language knows, its bases and overlays included.

    Raises:
        UsageError: there is no such language, or a file of it has a fault.
    """
    own = language(code, folder)
    searched = [*folders(), *([folder] if folder else ())]
    tables = dict(_tables(own.parts[1:], searched))
    settings = dict(row[:2] for row in tables.get("pack", []) if len(row) > 1)
    kinds = {row[0] for row in tables.get("patterns", [])}
    numerals = {row[0] for name in ("numerals", "numerals.more") for row in tables.get(name, [])}
    knows = {name for name, kind in _KINDS.items() if kind in kinds}
    knows |= {name for name in _FILES if tables.get(name)}
    knows |= {"numerals"} if "card" in numerals else set()
    knows |= {"ordinals"} if "ord" in numerals else set()
    knows |= {"accents"} if "accents" in settings else set()
    holding, cases = own.cases()
    return Knowledge(
        code=code,
        name=settings.get("name", code),
        knows=tuple(name for name in COLUMNS if name in knows),
        holding=holding,
        cases=cases,
        rows=sum(map(len, tables.values())),
        digest=own.digest,
    )


def _tables(parts: list[str], searched: list[Path]) -> Iterator[tuple[str, list[list[str]]]]:
    """Return the rows of each file of packs by its name, those of a later pack after the others."""
    found: dict[str, list[list[str]]] = {}
    for code in parts:
        own = next(folder / code for folder in reversed(searched) if (folder / code).is_dir())
        for path in sorted(own.glob("*.tsv")):
            lines = path.read_text("utf-8-sig").splitlines()
            rows = [line.split("\t") for line in lines if line.strip() and not _is_comment(line)]
            found.setdefault(path.stem, []).extend(rows)
    yield from found.items()


def _is_comment(line: str) -> bool:
    return line.startswith("# ") or line == "#"
