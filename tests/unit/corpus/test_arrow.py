"""Arrow files and streams."""

from __future__ import annotations

import datetime as dt
import gzip
import sys
from pathlib import Path
from typing import Any

import pytest

from mondegreen.corpus import memory, read
from mondegreen.corpus.formats.binary import arrow
from mondegreen.errors import InputError, MissingDependencyError, ParseError
from mondegreen.types import Failed

pa = pytest.importorskip("pyarrow")
pytest.importorskip("pyarrow.ipc")

ROWS = {
    "id": pa.array([3, 1, 2]),
    "reference": pa.array(["a", "", "ü"]),
    "hypothesis": pa.array(["a", None, ""]),
    "speaker": pa.array(["s", "t", "s"]).dictionary_encode(),
    "day": pa.array([dt.date(2026, 1, 1)] * 3),
    "audio": pa.array([b"x"] * 3),
    "words": pa.array([[1], [], None]),
}


def ipc(rows: dict[str, Any], *, stream: bool = False) -> bytes:
    """Return the bytes of an IPC file."""
    table = pa.table(rows)
    sink = pa.BufferOutputStream()
    new = pa.ipc.new_stream if stream else pa.ipc.new_file
    with new(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=2)
    return bytes(sink.getvalue().to_pybytes())


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("stream", [False, True])
def test_columns(write: Any, *, stream: bool, pack: Any) -> None:
    """Texts stay native; the rest is Python values; nested and binary columns stay out."""
    corpus = read(write("x", pack(ipc(ROWS, stream=stream))))
    assert corpus.ids == ["3", "1", "2"]
    assert isinstance(corpus.references, pa.ChunkedArray)
    assert corpus.references.to_pylist() == ["a", "", "ü"]
    assert isinstance(corpus.hypotheses, pa.ChunkedArray)
    assert corpus.hypotheses.to_pylist() == ["a", None, ""]
    assert corpus.metadata == {"speaker": ["s", "t", "s"], "day": ["2026-01-01"] * 3}


@pytest.mark.parametrize("kind", [pa.large_string(), pa.string_view()])
def test_kinds_of_text(write: Any, kind: Any) -> None:
    """Every kind of text column is one."""
    rows = {"ref": pa.array(["a", "b"], kind), "hyp": pa.array(["a", None], kind)}
    corpus = read(write("x", ipc(rows)))
    assert (list(map(str, corpus.references)), corpus.hypotheses[1].as_py()) == (["a", "b"], None)


def test_pair_by_id(write: Any) -> None:
    """Columns are put in the order of the reference and stay native."""
    texts = write("r", ipc({"id": ["a", "b", "c"], "text": ["x", "y", "z"]}))
    corpus = read(texts, write("h", ipc({"id": ["c", "a"], "text": ["zz", "xx"], "n": [1, 2]})))
    assert isinstance(corpus.hypotheses, pa.ChunkedArray)
    assert corpus.hypotheses.to_pylist() == ["xx", None, "zz"]
    assert corpus.metadata == {"n": [2, None, 1]}


def test_failed(write: Any) -> None:
    """Failures need Python values; the column becomes a list only then."""
    rows = {"ref": ["a", "b"], "hyp": ["a", None], "error": [None, "timeout"]}
    assert read(write("x", ipc(rows))).hypotheses == ["a", Failed("timeout")]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            {"ref": ["a", None], "hyp": ["a", "b"]},
            "x: row 2: the reference 'ref' is null, expected a text",
        ),
        (
            {"ref": [1, 2], "hyp": ["a", "b"]},
            "x: row 1: the reference 'ref' is a number (1), expected a text",
        ),
        (
            {"id": [1, None], "ref": ["a", "b"], "hyp": ["a", "b"]},
            (
                "x: row 2: the id 'id' is null, expected a text or a whole number; choose another "
                "column with --id-column, or --id-column '' to do without ids"
            ),
        ),
        (
            {"id": [1, 1], "ref": ["a", "b"], "hyp": ["a", "b"]},
            (
                "x: row 2: the id '1' occurs here and on row 1, expected different ids; choose "
                "another column with --id-column, or --id-column '' to do without ids"
            ),
        ),
    ],
)
def test_refused(write: Any, rows: dict[str, Any], message: str) -> None:
    """Rows are counted from 1, as lines are."""
    with pytest.raises(ParseError) as error:
        read(write("x", ipc(rows)))
    assert str(error.value) == message


def test_unusable_column_is_listed(write: Any) -> None:
    """A column of another type is shown with it."""
    with pytest.raises(InputError, match=r"not usable: hyp \(binary\)\. Known names: hypothesis,"):
        read(write("x", ipc({"ref": ["a"], "hyp": [b"a"]})))


def test_damaged(write: Any) -> None:
    """Bytes cut off, or text that is no UTF-8, never reach the caller as pyarrow's error."""
    data = ipc(ROWS)
    with pytest.raises(ParseError, match=r"^x: cannot be read, expected an Arrow file: "):
        read(write("x", data[: len(data) // 2]))
    broken = pa.Array.from_buffers(pa.string(), 1, pa.array([b"\xff"]).buffers())
    with pytest.raises(ParseError, match=r"^y: cannot be read, expected an Arrow file: "):
        read(write("y", ipc({"ref": broken, "hyp": ["a"]})))


def test_without_pyarrow(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message has the line to type."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.ipc", None)
    name = write("x", ipc(ROWS))
    with pytest.raises(MissingDependencyError) as error:
        read(Path(name))
    assert str(error.value) == (
        "reading Arrow files needs pyarrow: pip install '.[arrow]' in a clone of mondegreen"
    )


def test_long_texts_in_a_dictionary(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long text that is in many rows is refused before it is written out for each."""
    texts = pa.array(["so it goes " * 1000] * 1000 + ["on"]).dictionary_encode()
    name = write("x", ipc({"ref": texts, "hyp": texts}))
    monkeypatch.setattr(arrow, "room", lambda: 11_000_002)
    monkeypatch.setattr(memory, "room", lambda: 11_000_002)
    assert len(read(name)) == 1001
    monkeypatch.setattr(memory, "room", lambda: 11_000_001)
    with pytest.raises(InputError, match=r"^x: 10\.5 MiB of texts, and there are 10\.5 MiB of"):
        read(name)


@pytest.mark.parametrize("stream", [False, True])
def test_memory_that_fills_up(write: Any, monkeypatch: pytest.MonkeyPatch, *, stream: bool) -> None:
    """The memory is looked at after each batch that is unpacked."""
    name = write("x", ipc(ROWS, stream=stream))
    sizes = iter([10**9, 10**9, 10**7])
    for module in (arrow, memory):
        monkeypatch.setattr(module, "room", lambda: next(sizes))
    with pytest.raises(InputError, match=r"^x: does not fit into memory; score the corpus in"):
        read(name)
