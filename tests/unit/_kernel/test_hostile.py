"""What a hostile producer of columns and texts can send to the kernel."""

from __future__ import annotations

import copy
import pickle
import struct
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

from mondegreen._kernel import _native as native
from mondegreen._kernel import reference

if TYPE_CHECKING:
    from collections.abc import Callable

UNITS = ["word", "character", "grapheme-no-space"]
TEXTS = b"one two three four"


def numbers(kind: str, *values: int) -> pa.Buffer:
    return pa.py_buffer(struct.pack(f"<{len(values)}{kind}", *values))


def strings(kind: str, *offsets: int, data: bytes = TEXTS) -> pa.Array:
    width = {"i": pa.utf8(), "q": pa.large_utf8()}[kind]
    buffers = [None, numbers(kind, *offsets), pa.py_buffer(data)]
    return pa.Array.from_buffers(width, len(offsets) - 1, buffers)


def view(length: int, buffer: int, place: int) -> pa.Array:
    """A string view that claims to be `length` bytes at `place` of a buffer."""
    entry = pa.py_buffer(struct.pack("<i4sii", length, TEXTS[:4], buffer, place))
    return pa.Array.from_buffers(pa.string_view(), 1, [None, entry, pa.py_buffer(TEXTS)])


def dictionary(index: int) -> pa.Array:
    indices = pa.array([0, index], pa.int8())
    return pa.DictionaryArray.from_arrays(indices, pa.array(["a", "b"]), safe=False)


LIES: dict[str, Callable[[], pa.Array]] = {
    "offsets fall": lambda: strings("i", 0, 9, 3, 18),
    "offsets are negative": lambda: strings("i", 0, -4, 18),
    "large offsets fall": lambda: strings("q", 0, 9, 3, 18),
    "large offsets are negative": lambda: strings("q", 0, -(2**40), 18),
    "an offset passes the last": lambda: strings("i", 0, 2**30, 18),
    "a view passes its buffer": lambda: view(2**30, 0, 0),
    "a view begins after its buffer": lambda: view(18, 0, 2**30),
    "a view of no buffer": lambda: view(18, 7, 0),
    "a dictionary index passes the end": lambda: dictionary(9),
    "a dictionary index is negative": lambda: dictionary(-3),
    "a dictionary index is -1": lambda: dictionary(-1),
}
NO_UTF8 = {
    "a byte alone": lambda: strings("i", 0, 3, data=b"a\xff "),
    "a character cut in two": lambda: strings("i", 0, 1, 2, data="é".encode()),
    "a surrogate": lambda: strings("i", 0, 3, data=b"\xed\xa0\x80"),
    "cut short": lambda: strings("i", 0, 2, data="😀".encode()[:2]),
}


def count(references: Any, hypotheses: Any, unit: str, threads: int = 1) -> Any:
    return native.count(references, hypotheses, unit, "most-hits", None, threads)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("make", LIES.values(), ids=LIES)
def test_arrow_columns_that_lie_are_refused(make: Callable[[], pa.Array], unit: str) -> None:
    column = make()
    with pytest.raises(ValueError, match=r"row \d|Arrow"):
        count(column, column, unit)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("make", NO_UTF8.values(), ids=NO_UTF8)
def test_arrow_columns_of_other_bytes_are_refused(make: Callable[[], pa.Array], unit: str) -> None:
    column = make()
    with pytest.raises(ValueError, match="not UTF-8"):
        count(column, column, unit)


def test_a_capsule_is_read_once() -> None:
    class Once:
        def __init__(self) -> None:
            self.capsules = pa.array(["a b"]).__arrow_c_array__()

        def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
            return self.capsules

    column = Once()
    assert count(column, ["a b"], "word")[-1] == (2, 0, 0, 0)
    with pytest.raises(ValueError, match="handed over before"):
        count(column, ["a b"], "word")


def test_a_space_with_an_accent_is_nothing_in_graphemes_without_spaces() -> None:
    for kernel in (native, reference):
        status = kernel.count(["a"], [" ́"], "grapheme-no-space", "most-hits", None, 1)[4]
        assert status == bytes([reference.EMPTY])


def test_lines_can_be_copied_and_pickled() -> None:
    lines = native.split_lines(b"one\n\ntwo", 99)
    for copied in (copy.copy(lines), copy.deepcopy(lines), pickle.loads(pickle.dumps(lines))):
        assert list(copied) == ["one", "", "two"]
