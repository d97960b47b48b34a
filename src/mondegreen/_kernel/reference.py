"""The kernel in plain Python: the same numbers as the Rust one, written to be read.

This is the documentation of the algorithm and the oracle of the tests, not a fast way to score:
a pair of n by m tokens takes n times m steps. The functions take, return and raise what those of
``_native`` do; columns come as bytes of native 64-bit integers. ``MONDEGREEN_KERNEL=reference``
puts this module in place of the native one.

>>> pair_counts("the cat sat", "the hat sat down", "word")
(2, 1, 0, 1)
"""

from __future__ import annotations

import json
import re
from array import array
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias

from mondegreen._kernel.graphemes import graphemes
from mondegreen._kernel.reference_compounds import joined, merged
from mondegreen._kernel.reference_lattice import best_way
from mondegreen._kernel.reference_network import sclite_way
from mondegreen._kernel.reference_spaces import touch
from mondegreen._kernel.reference_ties import (
    DELETE,
    INSERT,
    Steps,
    Tokens,
    as_rapidfuzz,
    as_sclite,
    least,
)
from mondegreen._kernel.scripts import mixed
from mondegreen.errors import installing

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

__all__ = [
    "align",
    "align_alike",
    "best_way",
    "count",
    "count_alike",
    "count_compounds",
    "count_spaces",
    "pair_counts",
    "sclite_way",
    "space_words",
    "split_block",
    "split_lines",
    "tokens",
]

Weights: TypeAlias = tuple[int, int, int]
Splitter: TypeAlias = "Callable[[str], list[str]]"
Chooser: TypeAlias = "Callable[[Tokens, Tokens], Steps]"
Counted: TypeAlias = (
    "tuple[array[int], array[int], array[int], array[int], bytes, tuple[int, int, int, int]]"
)

UNITS: dict[str, Splitter] = {
    "word": str.split,
    "word-ascii-space": lambda text: [word for word in text.split(" ") if word],
    "character": list,
    "character-no-space": lambda text: [point for point in text if not point.isspace()],
    "grapheme": graphemes,
    "mixed": mixed,
    "grapheme-no-space": lambda text: [part for part in graphemes(text) if not part[0].isspace()],
}

KINDS = {
    "bool": "Boolean",
    "halffloat": "Float16",
    "float": "Float32",
    "double": "Float64",
    "uint8": "UInt8",
    "uint16": "UInt16",
    "uint32": "UInt32",
    "uint64": "UInt64",
    "dense_union": "Union",
    "sparse_union": "Union",
    "month_day_nano_interval": "Interval",
}
"""Arrow types whose names differ from pyarrow's in more than their case."""

SCORED, EMPTY, NO_HYPOTHESIS, NO_REFERENCE = range(4)


def count(  # noqa: PLR0917 - the shape of the native one
    references: Any, hypotheses: Any, unit: str, ties: str, weights: Weights | None, threads: int
) -> Counted:
    r"""Count the steps of each pair.

    Returns the columns hits, substitutions, deletions and insertions, the status of each row, and
    the sums of the columns over the rows that have a text on both sides. A missing text counts as
    one without tokens. Threads are not used.

    >>> *columns, status, sums = count(["a b", "a"], ["a c", None], "word", "most-hits", None, 1)
    >>> status, sums
    (b'\x00\x02', (1, 1, 0, 0))
    """
    del threads
    split, choose = splitter(unit), chooser(ties, weights)
    return counted(pairs(references, hypotheses, split), choose)


def count_alike(
    references: Any, hypotheses: Any, unit: str, alike: list[tuple[str, str]], threads: int
) -> Counted:
    r"""Count the steps of each pair, where the pairs of tokens in ``alike`` are hits too.

    Each is a reference token and a hypothesis token; equal tokens are hits in any case. The rule
    is *most-hits*, which asks of tokens only whether they are equal: these are equal to more.

    >>> alike = [("knight", "night")]
    >>> count_alike(["a knight"], ["a night"], "word", alike, 1)[-1]
    (2, 0, 0, 0)
    """
    del threads
    choose, split = alike_chooser(alike, unit), splitter(unit)
    return counted(pairs(references, hypotheses, split), choose)


def count_compounds(
    references: Any, hypotheses: Any, rules: list[str], ties: str, threads: int
) -> Counted:
    """Count the steps of each pair of words, where words that one side writes in several are no errors.

    Of the rules, ``difflib`` joins words that differ in spaces alone on both sides first, and
    ``kaldialign`` lets neighbouring words stand for one of the other side; `reference_compounds` has
    them.

    >>> count_compounds(["white paper"], ["whitepaper"], ["difflib"], "jiwer", 1)[-1]
    (1, 0, 0, 0)
    >>> count_compounds(["white paper"], ["whitepaper"], ["kaldialign"], "jiwer", 1)[-1]
    (2, 0, 0, 0)
    """
    del threads
    choose = merged if "kaldialign" in rules else chooser(ties, None)

    def chosen(reference: Tokens, hypothesis: Tokens) -> Steps:
        sides = joined(reference, hypothesis) if "difflib" in rules else (reference, hypothesis)
        return choose(*sides)

    return counted(pairs(references, hypotheses, splitter("word")), chosen)


def align_alike(
    references: Any, hypotheses: Any, unit: str, alike: list[tuple[str, str]]
) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes]:
    r"""Align each pair as `count_alike` counts it; the runs are those of `align`.

    >>> align_alike(["a knight"], ["a night"], "word", [("knight", "night")])[1]
    b'\x00'
    """
    choose = alike_chooser(alike, unit)
    return aligned(pairs(references, hypotheses, splitter(unit)), choose)


def alike_chooser(alike: list[tuple[str, str]], unit: str) -> Chooser:
    """Return what chooses the alignment of fewest errors where tokens that are alike are hits."""
    if unit.startswith("character"):
        raise ValueError("tokens alike are words, not characters")
    partners: dict[str, set[str]] = {}
    for reference, hypothesis in alike:
        partners.setdefault(reference, set()).add(hypothesis)

    def choose(reference: Tokens, hypothesis: Tokens) -> Steps:
        heard = [Heard(token, partners.get(token, ())) for token in reference]
        return least(heard, hypothesis)  # type: ignore[arg-type]

    return choose


class Heard:
    """A reference token that equals whatever it sounds like."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, token: str, partners: Collection[str]) -> None:
        self.token, self.partners = token, partners

    def __eq__(self, other: object) -> bool:
        return other == self.token or other in self.partners


def counted(rows_of_tokens: list[tuple[Tokens | None, Tokens | None]], choose: Chooser) -> Counted:
    """Count the steps of each row, and their sums over the complete ones."""
    status = bytearray()
    rows = []
    for reference, hypothesis in rows_of_tokens:
        status.append(status_of(reference, hypothesis))
        steps = choose(reference or (), hypothesis or ())
        rows.append([steps.count(step) for step in range(4)])
    complete = [row for row, state in zip(rows, status, strict=True) if state in {SCORED, EMPTY}]
    hits, substitutions, deletions, insertions = (
        ([row[step] for row in rows], sum(row[step] for row in complete)) for step in range(4)
    )
    return (
        array("q", hits[0]),
        array("q", substitutions[0]),
        array("q", deletions[0]),
        array("q", insertions[0]),
        bytes(status),
        (hits[1], substitutions[1], deletions[1], insertions[1]),
    )


def align(
    references: Any, hypotheses: Any, unit: str, ties: str, weights: Weights | None
) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes]:
    r"""Align each pair; write its steps as runs of one operation.

    Returns for each pair the number of runs before its first (one more entry than pairs), and for
    each run its operation and where it begins and ends in the reference and in the hypothesis.

    >>> align(["a b c"], ["a c"], "word", "most-hits", None)[1]  # equal, delete, equal
    b'\x00\x02\x00'
    """
    split, choose = splitter(unit), chooser(ties, weights)
    return aligned(pairs(references, hypotheses, split), choose)


def aligned(
    rows_of_tokens: list[tuple[Tokens | None, Tokens | None]], choose: Chooser
) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes]:
    """Write the steps of each row as runs of one operation."""
    starts = [0]
    runs: list[tuple[int, int, int, int, int]] = []
    for reference, hypothesis in rows_of_tokens:
        row = column = 0
        for step, run in groupby(choose(reference or (), hypothesis or ())):
            length = sum(1 for _ in run)
            row_end = row + (0 if step == INSERT else length)
            column_end = column + (0 if step == DELETE else length)
            runs.append((step, row, row_end, column, column_end))
            row, column = row_end, column_end
        starts.append(len(runs))
    operations, *places = ([run[field] for run in runs] for field in range(5))
    first, last, other_first, other_last = map(packed, places)
    return packed(starts), bytes(operations), first, last, other_first, other_last


def count_spaces(
    references: Any, hypotheses: Any, insertions: str, threads: int
) -> tuple[Any, ...]:
    r"""Count, for each pair, the words that edits of letters touch.

    Returns the columns touched words, inserted words, reference words, splits and joins, the status
    of each row, and the sums of the columns over the rows that have a text on both sides. Threads
    are not used.

    >>> *columns, status, sums = count_spaces(["a b", "a"], ["ab", None], "count", 1)
    >>> status, sums
    (b'\x00\x02', (0, 0, 2, 0, 1))
    """
    del threads
    _check_insertions(insertions)
    status = bytearray()
    columns = tuple(array("q") for _ in range(5))
    sums = [0] * 5
    for reference, hypothesis in pairs(references, hypotheses, str.split):
        status.append(status_of(reference, hypothesis))
        found = touch(reference or (), hypothesis or (), insertions)
        words = sum(bool(token.strip()) for token in reference or ())
        row = (len(found.touched), len(found.inserted), words, found.splits, found.joins)
        for at, number in enumerate(row):
            columns[at].append(number)
            sums[at] += number if status[-1] in {SCORED, EMPTY} else 0
    return (*columns, bytes(status), tuple(sums))


def space_words(reference: str, hypothesis: str, insertions: str) -> tuple[list[int], list[int]]:
    """Return which words of the reference are touched, and which of the hypothesis inserted.

    >>> space_words("so it is", "so at is not", "count")
    ([1], [3])
    """
    _check_insertions(insertions)
    found = touch(text(reference).split(), text(hypothesis).split(), insertions)
    return found.touched, found.inserted


def _check_insertions(insertions: str) -> None:
    if insertions not in {"count", "neighbour"}:
        named = json.dumps(insertions, ensure_ascii=False)
        raise ValueError(f"no rule for insertions is named {named}")


def pair_counts(reference: str, hypothesis: str, unit: str) -> tuple[int, int, int, int]:
    """Return hits, substitutions, deletions and insertions of one pair, default ties.

    >>> pair_counts("abc", "bcd", "character")
    (2, 0, 1, 1)
    """
    split = splitter(unit)
    steps = least(split(text(reference)), split(text(hypothesis)))
    return steps.count(0), steps.count(1), steps.count(2), steps.count(3)


def tokens(given: str, unit: str) -> list[str]:
    """Return the tokens of a text.

    >>> tokens("to be", "character-no-space")
    ['t', 'o', 'b', 'e']
    """
    return splitter(unit)(text(given))


def split_lines(data: bytes, max_line: int) -> list[str]:
    r"""Cut UTF-8 ``data`` at each line feed; a carriage return before it goes too.

    Raises ValueError with the arguments (1-based line, byte offset in the line, "utf-8") or
    (1-based line, length in bytes, "long").

    >>> split_lines(b"one\r\n\ntwo", 99)
    ['one', '', 'two']
    """
    try:
        data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start]
        offset = error.start - (before.rfind(b"\n") + 1)
        raise ValueError(before.count(b"\n") + 1, offset, "utf-8") from None
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()  # nothing follows a final line feed
    lines = [line.removesuffix(b"\r") for line in lines]
    for number, line in enumerate(lines, 1):
        if len(line) > max_line:
            raise ValueError(number, len(line), "long")
    return [line.decode() for line in lines]


def split_block(
    data: bytes,
    max_line: int,
    most: int,
    last: bool,  # noqa: FBT001 - as in native code
) -> tuple[list[str], int] | None:
    r"""Cut whole lines off a block of a file, at most so many; with the number of bytes that were taken.

    ``None`` for bytes that are not UTF-8, NUL, a byte-order mark before a line, or a line that is too long.

    >>> split_block(b"one\r\ntwo\nthr", 99, 5, False)
    (['one', 'two'], 9)
    >>> split_block(b"one\ntwo", 99, 5, True)
    (['one', 'two'], 7)
    """
    ended = [line + b"\n" for line in data.split(b"\n")]
    ended[-1] = ended[-1][:-1]
    if not (last and ended[-1]):
        ended.pop()
    taken = b"".join(ended[:most])
    if b"\0" in taken or b"\n\xef\xbb\xbf" in b"\n" + taken:
        return None
    try:
        return split_lines(taken, max_line), len(taken)
    except ValueError:
        return None


def splitter(unit: str) -> Splitter:
    """Return what cuts a text into tokens of a unit."""
    if unit not in UNITS:
        raise ValueError(f"no unit is named {json.dumps(unit, ensure_ascii=False)}")
    return UNITS[unit]


def chooser(ties: str, weights: Weights | None) -> Chooser:
    """Return what chooses the steps of a pair; weights leave no choice of ties but sclite's."""
    if ties == "sclite":
        return partial(as_sclite, weights=weights or (1, 1, 1))
    if weights is not None:
        return partial(least, weights=weights)
    if ties == "most-hits":
        return least
    if ties == "jiwer":
        return as_rapidfuzz
    raise ValueError(f"no tie rule is named {json.dumps(ties, ensure_ascii=False)}")


def status_of(reference: Tokens | None, hypothesis: Tokens | None) -> int:
    """Say whether a row was scored; a reference that is missing goes before all else.

    A hypothesis of white space alone is an empty one in every unit.
    """
    if reference is None:
        return NO_REFERENCE
    if hypothesis is None:
        return NO_HYPOTHESIS
    return SCORED if any(token.strip() for token in hypothesis) else EMPTY


def pairs(
    references: Any, hypotheses: Any, split: Splitter
) -> list[tuple[Tokens | None, Tokens | None]]:
    """Return the tokens of each row, ``None`` for what is missing, when the sides fit together."""
    sides = [items_of(references), items_of(hypotheses)]
    if len(sides[0]) != len(sides[1]):
        raise ValueError(f"{len(sides[0])} references, {len(sides[1])} hypotheses")
    # The first item of each side says what the side holds; lists of tokens on one suffice.
    firsts = (next((item for item in side if is_present(item)), "") for side in sides)
    lists = any(not isinstance(first, str) for first in firsts)
    cut = [
        [tokens_of(item, row, split, lists=lists) for row, item in enumerate(side)]
        for side in sides
    ]
    return list(zip(*cut, strict=True))


def is_present(item: Any) -> bool:
    """Tell a text or a list of tokens from anything else, which counts as missing."""
    return isinstance(item, str | list | tuple)


def tokens_of(item: Any, row: int, split: Splitter, *, lists: bool) -> Tokens | None:
    """Return the tokens of one item, which must be of the kind that all others are."""
    if not is_present(item):
        return None
    if isinstance(item, str) == lists:
        raise TypeError(
            f"row {row + 1}: texts and lists of tokens are mixed; pass one kind on both sides"
        )
    if isinstance(item, str):
        return split(item)
    for token in item:
        if not isinstance(token, str):
            raise TypeError(f"row {row + 1}: the token {token!r} is not a string")
    return list(item)


def items_of(source: Any) -> list[Any]:
    """Return the items of a list, a tuple or an Arrow column."""
    if isinstance(source, list | tuple):
        return list(source)
    if hasattr(source, "__arrow_c_array__") or hasattr(source, "__arrow_c_stream__"):
        return texts_of_arrow(source)
    raise TypeError("expected a list, a tuple or an Arrow column")


def texts_of_arrow(source: Any) -> list[Any]:
    """Return the texts of an Arrow column, ``None`` for nulls."""
    try:
        import pyarrow as pa  # optional, and slow to import
    except ImportError:
        raise TypeError(
            "the reference kernel reads Arrow columns with pyarrow, which is not installed: "
            f"{installing('arrow')}, or pass a list"
        ) from None
    types = pa.types
    if hasattr(source, "__arrow_c_array__"):
        column = pa.array(source)
    else:
        column = pa.chunked_array(source)
        if types.is_struct(column.type):  # a table
            if column.type.num_fields != 1:
                raise TypeError(
                    f"expected one column of texts, got a table of {column.type.num_fields}; "
                    'pass table["NAME"]'
                )
            if column.null_count:
                raise TypeError(
                    "a table with null rows; pass its column of texts, with nulls of its own"
                )
            column = pa.chunked_array(
                [chunk.field(0) for chunk in column.chunks], column.type.field(0).type
            )
    kind = column.type.value_type if types.is_dictionary(column.type) else column.type
    checks = (types.is_string, types.is_large_string, types.is_string_view)
    if not (any(check(kind) for check in checks) or types.is_null(column.type)):
        raise TypeError(
            f"an Arrow column of {kind_of(str(column.type))} holds no texts; expected utf8, large_utf8, "
            "string_view or a dictionary of one of them"
        )
    items = []
    for row, item in enumerate(column):
        try:
            items.append(item.as_py())
        except UnicodeDecodeError:
            raise UnicodeError(
                f"row {row + 1}: the Arrow column holds bytes that are not UTF-8"
            ) from None
    return items


def kind_of(name: str) -> str:
    """Return the native kernel's name of an Arrow type, without what is inside of it.

    >>> kind_of("list<item: int64>"), kind_of("double"), kind_of("large_binary")
    ('List', 'Float64', 'LargeBinary')
    """
    plain = re.split(r"[^\w]", name)[0]
    return KINDS.get(plain, plain.title().replace("_", ""))


def text(given: str) -> str:
    """Return a text that is one; a list of tokens is not a text here."""
    if not isinstance(given, str):
        raise TypeError(f"{type(given).__name__!r} object is not an instance of 'str'")
    return given


def packed(numbers: list[int]) -> bytes:
    """Return numbers as bytes of native 64-bit integers."""
    return array("q", numbers).tobytes()
