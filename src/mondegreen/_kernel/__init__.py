"""The only door to native code.

``MONDEGREEN_KERNEL`` chooses the implementation: ``native`` (Rust, the default) or ``reference``
(the readable implementation in Python, :mod:`mondegreen._kernel.reference`). Both give the same numbers.
"""

from __future__ import annotations

import os
from array import array
from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen.errors import (
    InputError,
    InputTypeError,
    PairingError,
    ParseError,
    UnknownNameError,
    UsageError,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "COMPOUNDS",
    "EMPTY",
    "INSERTIONS",
    "NO_HYPOTHESIS",
    "NO_REFERENCE",
    "SCORED",
    "TIES",
    "UNITS",
    "AlignedRuns",
    "EditCounts",
    "SpaceCounts",
    "align",
    "align_alike",
    "best_way",
    "checked",
    "count",
    "count_alike",
    "count_compounds",
    "count_spaces",
    "language_folders",
    "name",
    "pair_counts",
    "sclite_way",
    "space_words",
    "split_block",
    "split_lines",
    "steps",
    "tokens",
]

_more = [each for each in os.environ.get("MONDEGREEN_LANGUAGES", "").split(os.pathsep) if each]
if _more:
    from pathlib import Path  # which takes a while to import

    for _folder in _more:
        if not Path(_folder).is_dir():
            raise UsageError(f"MONDEGREEN_LANGUAGES: no folder {_folder!r}")
language_folders = [__path__[0].removesuffix("_kernel") + "languages", *_more]
"""Folders of languages, the shipped one first; a language is taken from the last that has it."""

name = os.environ.get("MONDEGREEN_KERNEL", "native")
if name == "native":
    from mondegreen._kernel import _native as _implementation

    _implementation.set_language_folders(language_folders)
elif name == "reference":
    from mondegreen._kernel import reference as _implementation  # type: ignore[no-redef]
else:
    raise UsageError(f"MONDEGREEN_KERNEL={name!r}: expected 'native' or 'reference'")

UNITS = (
    "word",
    "word-ascii-space",
    "character",
    "character-no-space",
    "grapheme",
    "grapheme-no-space",
    "mixed",
)
TIES = ("most-hits", "jiwer", "sclite")
INSERTIONS = ("count", "neighbour")
COMPOUNDS = ("difflib", "kaldialign")

SCORED, EMPTY, NO_HYPOTHESIS, NO_REFERENCE = range(4)
"""Statuses of a row: scored; scored, with a blank hypothesis; no text on one side."""


class EditCounts(NamedTuple):
    """The steps of the chosen alignment of each pair, as int64 columns.

    A row without a hypothesis has all its reference tokens as deletions; ``sums`` leaves rows out
    that have no text on one side.
    """

    hits: array[int]
    substitutions: array[int]
    deletions: array[int]
    insertions: array[int]
    status: bytes
    sums: tuple[int, int, int, int]


class SpaceCounts(NamedTuple):
    """The words of each pair that edits of letters touch, as int64 columns.

    ``inserted`` are hypothesis words that are insertions from end to end; ``splits`` and ``joins``
    word borders of one side alone, between letters that are right. Rows without a hypothesis and
    ``sums`` are as in `EditCounts`.
    """

    touched: array[int]
    inserted: array[int]
    reference_words: array[int]
    splits: array[int]
    joins: array[int]
    status: bytes
    sums: tuple[int, int, int, int, int]


class AlignedRuns(NamedTuple):
    """Alignments as columns: runs of one operation, of all pairs one after the other.

    The runs of pair ``i`` are ``starts[i]`` to ``starts[i + 1]``. ``operations`` holds 0 equal,
    1 substitute, 2 delete, 3 insert; the other columns are token positions.
    """

    starts: array[int]
    operations: bytes
    reference_starts: array[int]
    reference_ends: array[int]
    hypothesis_starts: array[int]
    hypothesis_ends: array[int]


def count(
    references: Any,
    hypotheses: Any,
    *,
    unit: str = "word",
    ties: str = "most-hits",
    weights: tuple[int, int, int] | None = None,
    threads: int = 1,
) -> EditCounts:
    """Count hits, substitutions, deletions and insertions of each pair.

    ``references`` and ``hypotheses`` are lists or tuples of strings, of lists of tokens, or
    string columns that speak Arrow; anything else among the items counts as missing.
    ``weights`` are those of a substitution, a deletion and an insertion. ``threads=0`` means all.
    """
    hits, substitutions, deletions, insertions, status, sums = _call(
        _implementation.count, references, hypotheses, unit, ties, weights, threads
    )
    return EditCounts(hits, substitutions, deletions, insertions, status, sums)


def count_alike(
    references: Any,
    hypotheses: Any,
    alike: list[tuple[str, str]],
    *,
    unit: str = "word",
    threads: int = 1,
) -> EditCounts:
    """Count as :func:`count` does, most hits first, with more than equal tokens for hits.

    ``alike`` holds pairs of a reference token and a hypothesis token that are hits; they need not
    be transitive, or hold in both directions. Characters cannot be counted so.
    """

    def counted(references: Any, hypotheses: Any, unit: str, _ties: str) -> Any:
        return _implementation.count_alike(references, hypotheses, unit, alike, threads)

    hits, substitutions, deletions, insertions, status, sums = _call(
        counted, references, hypotheses, unit, "most-hits"
    )
    return EditCounts(hits, substitutions, deletions, insertions, status, sums)


def count_compounds(
    references: Any,
    hypotheses: Any,
    rules: Sequence[str],
    *,
    ties: str = "most-hits",
    threads: int = 1,
) -> EditCounts:
    """Count as :func:`count` does in words, where words that one side writes in several are no errors.

    ``rules`` are names of `COMPOUNDS`: ``difflib`` joins both sides first where they differ in spaces
    alone, so that there are fewer reference words; ``kaldialign`` lets neighbouring words stand for
    one of the other side, and then ``ties`` has no say. `mondegreen._kernel.reference_compounds` has
    the rules.

    Raises:
        UnknownNameError: a rule that is none.
    """
    for rule in rules:
        if rule not in COMPOUNDS:
            raise UnknownNameError("rule for compounds", rule, COMPOUNDS)

    def counted(references: Any, hypotheses: Any, _unit: str, ties: str) -> Any:
        return _implementation.count_compounds(references, hypotheses, list(rules), ties, threads)

    hits, substitutions, deletions, insertions, status, sums = _call(
        counted, references, hypotheses, "word", ties
    )
    return EditCounts(hits, substitutions, deletions, insertions, status, sums)


def align(
    references: Any,
    hypotheses: Any,
    *,
    unit: str = "word",
    ties: str = "most-hits",
    weights: tuple[int, int, int] | None = None,
) -> AlignedRuns:
    """Align each pair; the arguments are those of :func:`count`."""
    starts, operations, *places = _call(
        _implementation.align, references, hypotheses, unit, ties, weights
    )
    return AlignedRuns(_column(starts), operations, *map(_column, places))


def steps(reference: Sequence[str], hypothesis: Sequence[str]) -> list[int]:
    """Return the steps between two lists of tokens, one by one: 0 equal, 1 substitute, ...

    They are those of `reference_ties.least`, at a speed that long texts ask for.
    """
    runs = align([list(reference)], [list(hypothesis)])
    lengths = (
        max(to_i - i, to_j - j)
        for i, to_i, j, to_j in zip(
            runs.reference_starts,
            runs.reference_ends,
            runs.hypothesis_starts,
            runs.hypothesis_ends,
            strict=True,
        )
    )
    pairs = zip(runs.operations, lengths, strict=True)
    return [operation for operation, length in pairs for _ in range(length)]


def align_alike(
    references: Any, hypotheses: Any, alike: list[tuple[str, str]], *, unit: str = "word"
) -> AlignedRuns:
    """Align each pair as :func:`count_alike` counts it; a token that is alike is an equal one."""

    def aligned(references: Any, hypotheses: Any, unit: str, _ties: str) -> Any:
        return _implementation.align_alike(references, hypotheses, unit, alike)

    starts, operations, *places = _call(aligned, references, hypotheses, unit, "most-hits")
    return AlignedRuns(_column(starts), operations, *map(_column, places))


def count_spaces(
    references: Any, hypotheses: Any, *, insertions: str = "count", threads: int = 1
) -> SpaceCounts:
    """Count, for each pair, the words that edits of letters touch, spaces left out.

    ``references`` and ``hypotheses`` are those of :func:`count`; a list of tokens is one of words.
    ``insertions`` says what inserted letters that fill a hypothesis word are: a word inserted
    (``"count"``), or edits of the reference word before them (``"neighbour"``).
    """
    if insertions not in INSERTIONS:
        raise UnknownNameError("rule for insertions", insertions, INSERTIONS)
    return SpaceCounts(
        *checked(_implementation.count_spaces, references, hypotheses, insertions, threads)
    )


def space_words(
    reference: str, hypothesis: str, *, insertions: str = "count"
) -> tuple[list[int], list[int]]:
    """Return which words of one pair are touched, and which are inserted, by position from 0."""
    if insertions not in INSERTIONS:
        raise UnknownNameError("rule for insertions", insertions, INSERTIONS)
    touched, inserted = checked(_implementation.space_words, reference, hypothesis, insertions)
    return list(touched), list(inserted)


def best_way(
    states: int,
    arcs: list[tuple[int, int, str | None, bool]],
    free: list[int],
    heard: int,
    heard_arcs: list[tuple[int, int, str | None, bool]],
    *,
    weights: tuple[int, int, int] | None = None,
    fragments: bool = False,
) -> list[tuple[int, int, int]]:
    """Return the best way through two lattices: steps, each with its arcs of both sides or -1.

    Steps are 0 equal, 1 substitute, 2 delete, 3 insert, 4 an optional token of one side alone, 5 a token
    where anything may stand, 6 an arc without a token, 7 one of the hypothesis.
    `mondegreen._kernel.reference_lattice` has the rules; arcs are sorted by source.

    Raises:
        InputError: the lattices are too long for each other.
    """
    try:
        return _implementation.best_way(states, arcs, free, heard, heard_arcs, weights, fragments)
    except ValueError as error:
        raise InputError(str(error)) from None


def sclite_way(
    arcs: list[tuple[int, int, str | None, bool]],
    heard_arcs: list[tuple[int, int, str | None, bool]],
    *,
    weights: tuple[int, int, int] | None = None,
    fragments: bool = False,
) -> list[tuple[int, int, int]]:
    """Return the way that NIST's sclite takes through two networks; the steps are as above.

    An arc without a token is one without a word, ``@``.
    `mondegreen._kernel.reference_network` has the rules.

    Raises:
        InputError: the networks are too long for each other.
    """
    try:
        return _implementation.sclite_way(arcs, heard_arcs, weights or (1, 1, 1), fragments)
    except ValueError as error:
        raise InputError(str(error)) from None


text_column: Any = getattr(_implementation, "TextColumn", None)
"""Copies a list of texts, and ``None``, into a column that speaks Arrow; not in the reference kernel."""
pair_counts = _implementation.pair_counts
tokens = _implementation.tokens


def split_lines(data: bytes, path: str, max_line: int) -> Sequence[str]:
    """Cut UTF-8 ``data`` at each line feed; a carriage return before it goes too.

    Raises:
        ParseError: bytes that are not UTF-8, or a line of more than ``max_line`` bytes.
    """
    try:
        return _implementation.split_lines(data, max_line)
    except ValueError as error:
        line, number, kind = error.args
        if kind == "utf-8":
            start = 0
            for _ in range(line - 1):
                start = data.index(b"\n", start) + 1
            problem = f"byte 0x{data[start + number]:02x} at column {number + 1} is not UTF-8"
        else:
            problem = (
                f"a line of {number:,} bytes, more than the limit of {max_line:,}; "
                "raise it with --max-line"
            )
        raise ParseError(path, line, problem) from None


def split_block(
    data: bytes, max_line: int, most: int, *, last: bool
) -> tuple[Sequence[str], int] | None:
    """Cut whole lines off a block of a file, at most so many; with the number of bytes that were taken.

    With ``last`` what has no line feed after it is a line too. ``None`` where a file has to be looked at as a
    whole to say what it is: bytes that are not UTF-8, NUL, a byte-order mark before a line, or a line of more
    than ``max_line`` bytes.
    """
    found: tuple[Sequence[str], int] | None = _implementation.split_block(
        data, max_line, most, last
    )
    return found


def _column(data: bytes) -> array[int]:
    column = array("q")
    column.frombytes(data)
    return column


def _call(
    function: Any, references: Any, hypotheses: Any, unit: str, ties: str, *options: Any
) -> Any:
    if not isinstance(unit, str) or unit not in UNITS:
        raise UnknownNameError("unit", str(unit), UNITS)
    if not isinstance(ties, str) or ties not in TIES:
        raise UnknownNameError("tie rule", str(ties), TIES)
    return checked(function, references, hypotheses, unit, ties, *options)


def checked(function: Any, *arguments: Any) -> Any:
    """Call a function of the kernel; what it raises comes out as an error of the package."""
    try:
        return function(*arguments)
    except TypeError as error:
        raise InputTypeError(str(error)) from None
    except UnicodeError as error:
        raise InputError(str(error)) from None
    except ValueError as error:
        raise PairingError(str(error)) from None
    except OverflowError as error:
        raise UsageError(str(error)) from None
