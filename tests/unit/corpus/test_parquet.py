"""Parquet files."""

from __future__ import annotations

import gzip
import io
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from mondegreen.corpus import read
from mondegreen.corpus.table import as_list
from mondegreen.errors import InputError, MissingDependencyError, ParseError

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


def packed(rows: dict[str, Any]) -> bytes:
    """Return the bytes of a Parquet file."""
    sink = io.BytesIO()
    parquet.write_table(pa.table(rows), sink, row_group_size=2)
    return sink.getvalue()


ROWS: dict[str, list[Any]] = {
    "uttid": ["a", "b", "c"],
    "ref": ["x", "", "z"],
    "hyp": ["x", None, ""],
    "snr": [1.5, None, 3.0],
    "audio": [{"bytes": b"x", "path": "p"}] * 3,
}


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_columns(write: Any, pack: Any) -> None:
    """Found by content; texts stay native; the audio of a data set is not read."""
    corpus = read(write("x.bin", pack(packed(ROWS))))
    assert corpus.ids == ["a", "b", "c"]
    assert isinstance(corpus.references, pa.ChunkedArray)
    assert as_list(corpus.hypotheses) == ["x", None, ""]
    assert corpus.metadata == {"snr": [1.5, None, 3.0]}
    assert corpus.source == "x.bin (parquet)"


def test_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard input is read whole first."""
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(packed(ROWS))))
    assert read("-").source == "<stdin> (parquet)"


def test_skipped_columns_are_listed(write: Any) -> None:
    """Nested columns are named with their type in messages."""
    with pytest.raises(InputError, match=r"not usable: audio \(struct<.*\)\. "):
        read(write("x.parquet", packed({"ref": ["a"], "audio": ROWS["audio"][:1]})))


@pytest.mark.parametrize("data", [b"PAR1 and nothing more", packed(ROWS)[:-20], b"text\n"])
def test_damaged(write: Any, data: bytes) -> None:
    """Whatever is wrong with the file, the message begins with its name."""
    with pytest.raises(ParseError, match=r"^x\.parquet: cannot be read, expected a Parquet file: "):
        read(write("x.parquet", data))


def test_no_rows(write: Any) -> None:
    """A table without rows is no corpus."""
    empty = {name: pa.array([], pa.string()) for name in ("ref", "hyp")}
    with pytest.raises(InputError, match="no utterances"):
        read(write("x", packed(empty)))


def test_without_pyarrow(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message has the line to type."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(MissingDependencyError) as error:
        read(write("x", packed(ROWS)))
    assert str(error.value) == (
        "reading Parquet files needs pyarrow: pip install 'mondegreen[arrow]'"
    )
