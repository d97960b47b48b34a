"""The door to the kernel's forgivers; they have no reference implementation in Python."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mondegreen import _kernel
from mondegreen.errors import InputTypeError, PairingError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "LOOSE",
    "NATIVE",
    "Columns",
    "Given",
    "Pieces",
    "check_guard",
    "check_language",
    "kernel_language",
    "languages",
    "languages_of",
    "lists",
    "run",
]

NATIVE: Final = (
    "case",
    "punctuation",
    "accents",
    "variants",
    "spacing",
    "spelling",
    "numbers",
    "contractions",
    "abbreviations",
    "symbols",
    "fillers",
    "repetition",
    "articles",
)
"""The forgivers of the kernel; the place is the rank. Others follow."""

_NEEDS: Final = {
    "spelling": ("spelling", "British and American spellings"),
    "contractions": ("contractions", "contractions"),
    "abbreviations": ("abbreviations", "abbreviations"),
    "symbols": ("signs", "names of signs"),
    "fillers": ("fillers", "hesitations"),
}
_FILES: Final = {
    "numerals.tsv": "numbers",
    "numerals.more.tsv": "numbers",
    "spellings.tsv": "spelling",
    "contractions.tsv": "contractions",
    "informal.tsv": "contractions",
    "abbreviations.tsv": "abbreviations",
    "signs.tsv": "signs",
    "fillers.tsv": "fillers",
}
"""What a file of a pack makes known of its language."""
LOOSE: Final = (
    "fillers",
    "repetition",
    "articles",
    "inflection",
    "homophone",
    "phonetic",
    "script",
)
"""Forgivers that take nothing that the guard minds."""


@dataclass(frozen=True)
class Pieces:
    """Forgiven spans and remaining differences, of all pairs one after the other.

    Those of pair ``i`` are ``starts[i]`` to ``starts[i + 1]``; a rank of -1 marks a remaining error.
    """

    starts: array[int]
    ranks: array[int]
    reference_starts: array[int]
    reference_ends: array[int]
    hypothesis_starts: array[int]
    hypothesis_ends: array[int]
    errors: array[int]
    letters: array[int]


@dataclass(frozen=True)
class Given:
    """Both columns before normalizing, for forgivers to read.

    Attributes:
        references: texts, or an Arrow column.
        hypotheses: the same.
        normalizers: the kernel's names of those that were at work.
        which: for each row the place of its normalizer among these; ``None`` where there is one.
    """

    references: Any
    hypotheses: Any
    normalizers: tuple[str, ...]
    which: Sequence[int] | None = None


@dataclass(frozen=True)
class Columns:
    """Counts of each pair, as int64 columns; ``errors`` and ``letters`` hold one for each rank.

    ``unread`` is the number of pairs that forgivers read as they are normalized, though they were to read
    them as they were given: the normalizer does not say what each word was made from.
    """

    strict: array[int]
    words: array[int]
    reference_letters: array[int]
    remaining: array[int]
    remaining_letters: array[int]
    errors: list[array[int]]
    letters: list[array[int]]
    pieces: Pieces | None
    questions: list[str]
    question_starts: array[int]
    question_places: array[int]
    unread: int = 0

    def take(self, row: int, other: Columns) -> None:
        """Take the counts of one pair from another run."""
        for name in ("remaining", "remaining_letters"):
            getattr(self, name)[row] = getattr(other, name)[row]
        for name in ("errors", "letters"):
            for column, there in zip(getattr(self, name), getattr(other, name), strict=True):
                column[row] = there[row]


def run(
    references: Any,
    hypotheses: Any,
    *,
    chosen: Sequence[Any],
    language: str,
    guard: bool = True,
    entities: Sequence[str] = (),
    outside: int = 0,
    context: tuple[int, bool, int] | None = None,
    endings: Sequence[tuple[str, str]] | None = None,
    answers: Mapping[str, int] | None = None,
    rows: bytes | None = None,
    unit: str = "word",
    ties: str = "most-hits",
    detail: bool = False,
    threads: int = 1,
    given: Given | None = None,
) -> Columns:
    """Forgive what can be forgiven in each pair.

    ``chosen`` are the forgivers of the kernel; ``outside`` is the number of others, whose ranks
    follow. With ``context`` (words of it, whether spans with an empty side are needed, and the most words on a side) and
    without ``answers`` the spans that they must be asked about come back as ``questions``; those of
    row ``i`` are at ``question_places`` from ``question_starts[i]`` to the next. ``answers`` has the
    ranks of those that are accepted. ``rows`` has a byte per row; those of 0 are not looked at.
    With ``given`` the forgivers read the texts as they were before normalizing; words are counted as
    they are now.

    Raises:
        InputTypeError: something that is not a text.
        PairingError: different numbers of references and hypotheses.
        UsageError: another kernel was chosen.
    """
    names = [each.name for each in chosen]
    spellings = [pair for each in chosen for pair in getattr(each, "pairs", ())]
    reasons = len(NATIVE) + outside
    before = given and (given.references, given.hypotheses, list(given.normalizers), given.which)
    try:
        found = _native().forgive(
            references, hypotheses, unit, ties, kernel_language(language), names, guard, list(entities), spellings,
            reasons, context, endings, None if answers is None else dict(answers), rows, detail, threads, before,
        )  # fmt: skip
    except TypeError as error:
        raise InputTypeError(str(error)) from None
    except ValueError as error:
        raise PairingError(str(error)) from None
    pieces = None
    if detail:
        names = ["ranks", "reference_starts", "reference_ends", "hypothesis_starts"]
        names += ["hypothesis_ends", "piece_errors", "piece_letters"]
        pieces = Pieces(_column(found["starts"]), *(_column(found[name]) for name in names))
    return Columns(
        strict=_column(found["strict"]),
        words=_column(found["words"]),
        reference_letters=_column(found["letters"]),
        remaining=_column(found["remaining"]),
        remaining_letters=_column(found["remaining_letters"]),
        errors=_columns(found["errors"]),
        letters=_columns(found["by_letters"]),
        pieces=pieces,
        questions=found["questions"],
        question_starts=_column(found["question_starts"]),
        question_places=_column(found["question_places"]),
        unread=found["unread"],
    )


def lists(language: str) -> dict[str, list[str]]:
    """Return the word lists of a language that the guard and the loose forgivers need."""
    return _lists(language, tuple(_kernel.language_folders))


@cache
def _lists(language: str, folders: tuple[str, ...]) -> dict[str, list[str]]:
    if _kernel.name == "native":
        return dict(_native().word_lists(language))
    # Metrics without forgivers need the lists under the other kernel too.
    found: dict[str, list[str]] = {kind: [] for kind in _LISTS}
    for row in Path(folders[0], language, "guards.tsv").read_text("utf-8").splitlines():
        kind, _, words = row.partition("\t")
        if kind in found:
            found[kind] += words.split(" ")
    return found


_LISTS: Final = ("negation", "number", "denied", "joined", "answer", "article", "ending")


def check_language(name: str, language: str) -> None:
    """Refuse a forgiver for a language of which nothing is known that it would need.

    Raises:
        UsageError: the language is not known, or a list is not there.
    """
    known = languages()
    parts = _switched(language) or (kernel_language(language),)
    language = "-".join(parts)
    if not all(part in known for part in parts):
        raise UsageError(
            f"nothing is known of the language {language!r}; known: {', '.join(known)}"
        )
    feature, what = _NEEDS.get(name, ("", ""))
    if feature and not any(feature in known[part] for part in parts):
        having = ", ".join(code for code, features in known.items() if feature in features)
        raise UsageError(
            f"{name}: no {what} of the language {language!r} are known; leave it out of forgive=, "
            f"or take one of {having}"
        )
    if name == "articles" and not any("article" in lists(part) for part in parts):
        raise UsageError(f"articles: none are known of {language!r}; leave it out of forgive=")
    check_guard(name, language)


def check_guard(name: str, language: str) -> None:
    """Refuse a loose forgiver for a language of which the guard has no words.

    Raises:
        UsageError: it is loose, and there is no list of negations of the language, or of one of two.
    """
    parts = _switched(language) or (kernel_language(language),)
    unguarded = [part for part in parts if "negation" not in lists(part)]
    if name in LOOSE and unguarded:
        raise UsageError(
            f"{name}: the guard has no list of negations of the language {unguarded[0]!r}, and without "
            f"it {name} could forgive a lost 'not'; leave it out of forgive="
        )


def kernel_language(language: str) -> str:
    """Return the language that the kernel knows: ``pt`` for ``pt-BR``, ``hi-en`` as it is."""
    known = language in languages() or _switched(language)
    return language if known else language.partition("-")[0]


def _switched(language: str) -> tuple[str, ...]:
    """Return both of two languages between which speakers change; nothing for one."""
    parts = tuple(language.split("-"))
    known = languages()
    both = language not in known and len(parts) == 2 and all(part in known for part in parts)  # noqa: PLR2004
    return parts if both else ()


def languages_of(language: str) -> tuple[str, ...]:
    """Return the languages that a code stands for: one, or two as in ``hi-en``.

    Raises:
        UsageError: nothing is known of it.

    >>> languages_of("hi-en"), languages_of("en-IN"), languages_of("pt-BR")
    (('hi', 'en'), ('en-IN',), ('pt',))
    """
    switched = _switched(language)
    check_language("any", language)
    return switched or (kernel_language(language),)


def languages() -> dict[str, list[str]]:
    """Return the languages that anything is known of, and what; those of folders that were added, too."""
    return _languages(tuple(_kernel.language_folders))


@cache
def _languages(folders: tuple[str, ...]) -> dict[str, list[str]]:
    known: dict[str, set[str]] = {"any": set()}
    for pack in (pack for folder in folders for pack in sorted(Path(folder).iterdir())):
        base = _base_of(pack)
        if pack.name == "any" or not ((pack / "patterns.tsv").is_file() or base in known):
            continue
        features = known.setdefault(pack.name, set())
        features |= known.get(base, set())
        features |= {name for file, name in _FILES.items() if (pack / file).is_file()}
    return {code: sorted(features) for code, features in sorted(known.items())}


def _base_of(pack: Path) -> str:
    """Return the language that a pack adds to: the one it extends, or ``en`` for ``en-IN``."""
    if (pack / "pack.tsv").is_file():
        for row in (pack / "pack.tsv").read_text("utf-8", errors="replace").splitlines():
            key, _, value = row.partition("\t")
            if key == "extends":
                return value.strip()
    return pack.name.partition("-")[0] if "-" in pack.name else ""


def _native() -> Any:
    if _kernel.name != "native":
        raise UsageError("forgivers are only in the native kernel; unset MONDEGREEN_KERNEL")
    from mondegreen._kernel import _native  # absent without the native kernel

    return _native


def _columns(parts: list[bytes]) -> list[array[int]]:
    """Return columns, and empty the list on the way: all are there once alone."""
    parts.reverse()
    return [_column(parts.pop()) for _ in range(len(parts))]


def _column(data: bytes) -> array[int]:
    column = array("q")
    column.frombytes(data)
    return column
