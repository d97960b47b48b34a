"""A language as a folder of data: what it reads, and what is wrong with it."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from mondegreen._kernel import _native
from mondegreen.errors import UsageError
from mondegreen.languages.folders import folders

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["Checked", "Language", "Reading", "codes", "language"]

_SURROGATE = re.compile("[\ud800-\udfff]")


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
        'it is 5 05 am'
        >>> sorted({reading.kind for reading in english.readings("505")})
        ['cardinal', 'digits']
        >>> english.meet("five oh five", "505"), english.meet("5 mW", "5 MW")
        (True, False)
    """

    def __init__(self, code: str, folders: Sequence[Path]) -> None:
        """Read and compile the language ``code`` from folders, the shipped one first.

        Raises:
            UsageError: a file of it cannot be read as what it should be.
        """
        self.code = code
        try:
            self._pack = _native.LanguagePack([str(folder) for folder in folders], code)
        except ValueError as error:
            raise UsageError(f"language {code}: {error}") from None

    @property
    def digest(self) -> str:
        """The beginning of the SHA-256 of its tables and those it is based on, in 8 digits.

        Cases, examples, names and comments are not part of it: they change no result.
        """
        return self._pack.digest

    @property
    def parts(self) -> list[str]:
        """The codes of all packs that were read for it, in order: ``any``, bases, overlays."""
        return self._pack.parts

    def normalize(self, text: str) -> str:
        """Write the text anew where all readings of a span agree."""
        return self._pack.normalize(text)

    def readings(self, text: str) -> list[Reading]:
        """Return all readings of all spans, in order of their beginnings.

        A surrogate without its other half is no letter.
        """
        return [Reading(*found) for found in self._pack.readings(_SURROGATE.sub("\ufffd", text))]

    def meet(self, reference: str, hypothesis: str) -> bool:
        """Tell whether two texts may say the same: some readings of both have equal values."""
        return self._pack.meet(reference, hypothesis)

    def spell(self, number: int, kind: str = "card") -> list[str]:
        """Return a number in words, in each way the numerals of a set say it."""
        return self._pack.spell(kind, number)

    def cases(self) -> Share:
        """Return how many cases hold, of how many."""
        return Share(*self._pack.cases())

    def check(self) -> Checked:
        """Look for faults: in rows, examples, cases and numerals."""
        faults, shares, rows = self._pack.check()
        cases, fixed, cardinals, ordinals, examples = (Share(*share) for share in shares)
        return Checked(faults, cases, fixed, cardinals, ordinals, examples, rows)


def codes(folder: Path | None = None) -> list[str]:
    """Return the codes of the languages in a folder, or of those shipped and added."""
    every = {
        path.name for found in _searched(folder) for path in found.iterdir() if _is_language(path)
    }
    return sorted(every)


def _searched(folder: Path | None) -> list[Path]:
    if folder is None:
        return folders()
    if not folder.is_dir():
        raise UsageError(f"no such folder: {folder}; expected a folder of languages")
    return [folder]


def _is_language(path: Path) -> bool:
    return path.is_dir() and path.name != "any" and any(path.glob("*.tsv"))


def language(code: str, folder: Path | None = None) -> Language:
    """Return a language.

    Args:
        code: the code of the language, which is the name of its folder.
        folder: where to look first; what is not there is taken from those added and shipped.

    Raises:
        UsageError: there is no such folder, or a file of it has a fault.
    """
    known = {"any", *codes(), *(codes(folder) if folder else ())}
    if code not in known:
        near = difflib.get_close_matches(code, known, n=1, cutoff=0.5)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(sorted(known))}"
        raise UsageError(f"no data for language '{code}'; {hint}")
    return Language(code, [*folders(), *([folder] if folder else ())])
