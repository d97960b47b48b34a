"""Blocks of a CSV or TSV file that end where a row ends, each to be read with the header before it.

The reader of the format decides what a row is. A cut is made only where a reader of the whole file begins a row
in any case, or where a reader of the block fails if it does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = ["ROW_BLOCKS", "AtOnceError", "at_once", "first_rows", "lines_before", "row_blocks"]

_MOST: Final = 2**28  # bytes without the end of a row
_BLANK: Final = (b"\n\n", b"\n\r\n")


class AtOnceError(InputError):
    """Raised for what is not read in parts."""


def at_once(name: str) -> AtOnceError:
    """Return the error for what is not read in parts."""
    return AtOnceError(f"{name}: is not read in parts")


def _end_of_csv(block: bytes, _tabs: int) -> int:
    """Return where the last line ends after which no quoted cell is open: all marks before it are pairs.

    Where a mark is part of an unquoted cell, one may be open after all; a strict reader then finds no end of it.
    """
    end = block.rfind(b"\n") + 1
    while end and block.count(b'"', 0, end) % 2:
        end = block.rfind(b"\n", 0, block.rfind(b'"', 0, end)) + 1
    return end


def _end_of_tsv(block: bytes, tabs: int) -> int:
    """Return where the last line begins that has the cells of a row: no cell goes on into such a line."""
    after = len(block)
    while after > 0:
        start = block.rfind(b"\n", 0, after - 1) + 1
        if block.count(b"\t", start, after) == tabs:
            return start
        after = start
    return 0


ROW_BLOCKS: Final[Mapping[str, Callable[[bytes, int], int]]] = {
    "csv": _end_of_csv,
    "tsv": _end_of_tsv,
}
"""Where the last whole row of a block of lines ends, given the tabs of a row, by the format; 0 if nowhere."""


def first_rows(block: bytes, kind: str, name: str) -> bytes:
    """Return the header and the whole rows of the first block of a file.

    Raises:
        InputError: it has no whole row, or comments before its header.
    """
    end = 0 if block.startswith(b"#") else ROW_BLOCKS[kind](block, _tabs(block, kind))
    if not end:
        raise at_once(name)
    return block[:end]


def lines_before(block: bytes, line: int) -> bytes:
    r"""Return what is before a line, of which the first is 1.

    >>> lines_before(b"id\ttext\na\tso\n", 2)
    b'id\ttext\n'
    """
    end = 0
    for _ in range(line - 1):
        end = block.index(b"\n", end) + 1
    return block[:end]


def row_blocks(blocks: Iterator[bytes], kind: str, header: bytes, name: str) -> Iterator[bytes]:
    """Yield the rows of blocks of lines, the ``header`` before each.

    Raises:
        InputError: a row has no end, or there is a blank line where a block ends.
    """
    tabs, held, is_first = _tabs(header, kind), b"", True
    for block in blocks:
        whole = held + block
        end = ROW_BLOCKS[kind](whole, tabs)
        if end <= len(header) and is_first:
            end = 0
        held = whole[end:]
        if len(held) > _MOST or whole.endswith(_BLANK, 0, end):
            raise at_once(name)
        if end:
            yield whole[:end] if is_first else header + whole[:end]
            is_first = False
    if held:
        yield held if is_first else header + held


def _tabs(header: bytes, kind: str) -> int:
    """Return how many tabs a row has.

    Raises:
        InputError: none, so that any line may be a row.
    """
    if kind != "tsv":
        return 0
    tabs = header[: header.find(b"\n") + 1].count(b"\t")
    if not tabs:
        raise at_once("a table of one column")
    return tabs
