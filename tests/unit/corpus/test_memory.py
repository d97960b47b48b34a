"""What would not fit into memory is refused in a sentence; the memory is played."""

from __future__ import annotations

import gzip
import io
import sys
import warnings
from types import SimpleNamespace
from typing import Any

import pytest

from mondegreen.corpus import Corpus, looks, memory, read, reading, source
from mondegreen.corpus.formats.binary import arrow, parquet
from mondegreen.corpus.formats.text import lines
from mondegreen.errors import InputError

WAY_OUT = "score the corpus in parts and merge the run files"


@pytest.fixture
def free(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let the machine have so many bytes, or first so many and then fewer."""

    def have(first: int, *later: int) -> None:
        sizes = [first, *later]

        def room() -> int:
            return sizes.pop(0) if len(sizes) > 1 else sizes[0]

        for module in (memory, source, arrow, parquet):
            monkeypatch.setattr(module, "room", room)

    return have


def test_room() -> None:
    """There is some here, since this runs; the limits of a process count as well."""
    free = memory.room()
    assert free is None or free > 2**20


def test_limits(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """The smallest of what the machine has and what the process may have, less what it has."""
    limit = tmp_path / "memory.max"
    limit.write_text("5000\n", "ascii")
    monkeypatch.setattr(memory, "_LIMITS", (str(limit), str(tmp_path / "nothing")))
    monkeypatch.setattr(memory, "_own", lambda: (400, 300))
    monkeypatch.setattr(memory, "_free", lambda: 9000)
    monkeypatch.setattr(memory, "_address_space", lambda: None)
    assert memory.room() == 4700
    monkeypatch.setattr(memory, "_address_space", lambda: 1000)
    assert memory.room() == 600
    limit.write_text("max\n", "ascii")
    monkeypatch.setattr(memory, "_address_space", lambda: None)
    assert memory.room() == 9000
    monkeypatch.setattr(memory, "_free", lambda: None)
    assert memory.room() is None


def test_a_file_larger_than_memory(write: Any, free: Any) -> None:
    """Said before it is read."""
    free(1000)
    with pytest.raises(InputError) as error:
        read(write("r.txt", "so it goes\n" * 100), "r.txt")
    assert str(error.value) == (
        f"r.txt: 1,100 bytes of data, and there are 1,000 bytes of memory for it; {WAY_OUT}"
    )


def test_long_texts(write: Any, free: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two texts are aligned with more memory than their letters take."""
    monkeypatch.setattr(looks, "_LONG", 1000)
    names = write("r.txt", "a\n" + "so it goes " * 100), write("h.txt", "a\n" + "so on " * 100)
    free(16 * 1700)
    assert len(read(*names)) == 2
    free(16 * 1700 - 1)
    with pytest.raises(InputError) as error:
        read(*names)
    assert str(error.value) == (
        "r.txt (lines), h.txt (lines): a reference and its hypothesis of 1,700 characters need 27,200 "
        "bytes or more to be aligned, and there are 27,199 bytes of memory; cut both at the same places"
    )


FRAMED = ["* {text}", "{at}\t{text}", "{text},0.98", '"{text}"', "<s> {text} </s>", "{text}"]
SAID = ["the cat sat on the mat", "hello there my friend", "we will meet again tomorrow"]


@pytest.mark.parametrize("framed", FRAMED)
def test_in_long_texts_both_ends_are_looked_at(
    write: Any, monkeypatch: pytest.MonkeyPatch, framed: str
) -> None:
    monkeypatch.setattr(looks, "_LONG", 100)
    seen: list[Corpus] = []
    monkeypatch.setattr(looks, "doubt_likeness", seen.append)
    said = [f"{text} {'and on it goes ' * 20}home" for text in SAID]
    texts = "".join(f"{framed.format(at=at, text=text)}\n" for at, text in enumerate(said))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        read(write("r.txt", "\n".join(said)), write("h.txt", texts))
    assert caught or framed == "{text}"
    if seen:
        assert [len(text) for text in seen[0].references] == [101] * len(SAID)


def test_many_short_lines(write: Any, free: Any) -> None:
    """Lines take more memory than their letters; they are counted before they are cut."""
    free(20_000)
    name = write("r.txt", "a\n" * 500)
    with pytest.raises(InputError) as error:
        read(name, name)
    assert str(error.value) == (
        f"r.txt: 500 rows need 28,000 bytes or more, and there are 20,000 bytes of memory for it; "
        f"{WAY_OUT}"
    )
    assert len(read(write("long.txt", "so it goes on and on\n" * 300), "long.txt")) == 300


@pytest.mark.parametrize(
    ("form", "line"), [("lines", "a\n"), ("kaldi", "{} a\n"), ("csv", "a,b\n")]
)
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_memory_that_fills_up(
    free: Any, monkeypatch: pytest.MonkeyPatch, pack: Any, form: str, line: str
) -> None:
    """While a stream is unpacked, or lines become texts, the memory is looked at."""
    monkeypatch.setattr(source, "_BYTES_BETWEEN_LOOKS", 100)
    monkeypatch.setattr(lines, "refuse_lines", lambda *_: None)
    data = pack("".join(line.format(row) for row in range(1000)).encode())
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    free(2**40, 1000)
    with pytest.raises(InputError) as error:
        read("-", format=form)
    assert str(error.value) == f"<stdin>: does not fit into memory; {WAY_OUT}"


def test_memory_error(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever Python has no memory left, the files are named and a way out."""

    def fail(*_: object) -> None:
        raise MemoryError

    names = write("x\x1b[1m", "a\n"), write("y", "b\n")
    monkeypatch.setattr(reading, "_load", fail)
    for given, message in (
        (names[:1], f"x\\x1b[1m: does not fit into memory; {WAY_OUT}"),
        (names, f"x\\x1b[1m, y: do not fit into memory; {WAY_OUT}"),
    ):
        with pytest.raises(InputError) as error:
            read(*given)
        assert str(error.value) == message


@pytest.mark.parametrize("form", ["arrow", "parquet"])
def test_memory_error_of_pyarrow(write: Any, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    """It is not taken for a damaged file, although it is an ArrowException."""
    pa = pytest.importorskip("pyarrow")

    def fail(*_: object) -> None:
        raise pa.ArrowMemoryError("malloc of size 64 failed")

    monkeypatch.setattr({"arrow": arrow, "parquet": parquet}[form], "opened_natively", fail)
    with pytest.raises(InputError) as error:
        read(write("x", "a"), format=form)
    assert str(error.value) == f"x: does not fit into memory; {WAY_OUT}"


def test_rows_that_cannot_differ(free: Any) -> None:
    """Many rows in few bytes are refused; as many as a corpus may have are not."""
    free(2**60)
    memory.refuse_rows("x", 10_000_000, 10, 1000)
    memory.refuse_rows("x", 2_000_000_000, 2, 2**30)
    with pytest.raises(InputError) as error:
        memory.refuse_rows("x", 2_000_000_000, 2, 2**20)
    assert str(error.value) == (
        "x: 2,000,000,000 rows in a file of 1,048,576 bytes, too many to have texts of their own; "
        f"is the file damaged? If not, {WAY_OUT}"
    )


def test_nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing says how much memory there is, nothing is refused for it."""
    monkeypatch.setattr(memory, "room", lambda: None)
    memory.refuse_more("x", 2**60, "data")
    memory.refuse_rows("x", 2**40, 5, 2**40)
    memory.refuse_scarcity("x", 5)
    memory.refuse_scarcity("x", None)
