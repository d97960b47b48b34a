"""A language as a folder of data: what it reads, and what is wrong with it."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from mondegreen._kernel import _native
from mondegreen.errors import UsageError

__all__ = ["Checked", "Language", "Reading", "codes", "language"]

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing that a span of a text may say.

    Attributes:
        start: the first character.
        end: the one after the last.
        kind: what it is, such as ``time`` or ``money``.
        value: its value in figures; the parts of a time or a date have spaces between.
        unit: its unit, currency or half of the day, or nothing.
        written: what the normalizer would write; nothing if it never writes it.
        row: file and line of the row that reads it.
    """

    start: int
    end: int
    kind: str
    value: str
    unit: str
    written: str
    row: str


class Share(NamedTuple):
    """How many of how many."""

    right: int
    all: int


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check of a language found.

    Attributes:
        faults: place and text of each fault.
        cases: rows of ``cases.tsv`` that hold.
        fixed: texts of cases whose normalized form is its own normalized form.
        cardinals: cardinal numbers in words that are read back.
        ordinals: ordinal numbers in words that are read back.
        examples: rows that may be written, and those of them with an example.
        rows: rows of the language and those it is based on.
    """

    faults: list[tuple[str, str]]
    cases: Share
    fixed: Share
    cardinals: Share
    ordinals: Share
    examples: Share
    rows: int


class Language:
    """A language, read from its folder.

    Example:
        >>> english = language("en")
        >>> english.normalize("It's five oh five a.m.")
        "it's 5 05 am"
        >>> sorted({reading.kind for reading in english.readings("505")})
        ['cardinal', 'digits']
        >>> english.meet("five oh five", "505"), english.meet("5 mW", "5 MW")
        (True, False)
    """

    def __init__(self, code: str, folder: Path) -> None:
        """Read and compile the folder ``code`` in ``folder``.

        Raises:
            UsageError: a file of it cannot be read as what it should be.
        """
        self.code = code
        try:
            self._pack = _native.LanguagePack(str(folder), code)
        except ValueError as error:
            raise UsageError(f"language {code}: {error}") from None

    def normalize(self, text: str) -> str:
        """Write the text anew where all readings of a span agree."""
        return self._pack.normalize(text)

    def readings(self, text: str) -> list[Reading]:
        """Return all readings of all spans, in order of their beginnings."""
        return [Reading(*found) for found in self._pack.readings(text)]

    def meet(self, reference: str, hypothesis: str) -> bool:
        """Tell whether two texts may say the same: some readings of both have equal values."""
        return self._pack.meet(reference, hypothesis)

    def spell(self, number: int, kind: str = "card") -> list[str]:
        """Return a number in words, in each way the numerals of a set say it."""
        return self._pack.spell(kind, number)

    def check(self) -> Checked:
        """Look for faults: in rows, examples, cases and numerals."""
        faults, shares, rows = self._pack.check()
        cases, fixed, cardinals, ordinals, examples = (Share(*share) for share in shares)
        return Checked(faults, cases, fixed, cardinals, ordinals, examples, rows)


def codes(folder: Path | None = None) -> list[str]:
    """Return the codes of the languages in a folder, or of those shipped."""
    found = folder or FOLDER
    return sorted(path.name for path in found.iterdir() if _is_language(path))


def _is_language(path: Path) -> bool:
    return path.is_dir() and path.name != "any" and any(path.glob("*.tsv"))


def language(code: str, folder: Path | None = None) -> Language:
    """Return a language.

    Args:
        code: the code of the language, which is the name of its folder.
        folder: where the folder is; ``any``, on which each language is based, is in it too.

    Raises:
        UsageError: there is no such folder, or a file of it has a fault.
    """
    known = codes(folder)
    if code not in known:
        near = difflib.get_close_matches(code, known, n=1, cutoff=0.5)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
        raise UsageError(f"no data for language '{code}'; {hint}")
    return Language(code, folder or FOLDER)
