"""Parquet files."""

from __future__ import annotations

import gzip
import io
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from mondegreen.corpus import memory, read
from mondegreen.corpus.formats.binary import parquet as reading_parquet
from mondegreen.corpus.table import as_list
from mondegreen.errors import InputError, MissingDependencyError, ParseError

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


def packed(rows: dict[str, Any], row_group_size: int = 2) -> bytes:
    """Return the bytes of a Parquet file."""
    sink = io.BytesIO()
    parquet.write_table(pa.table(rows), sink, row_group_size=row_group_size)
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


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_many_columns(write: Any, form: str) -> None:
    """Wide tables take no longer for each column than narrow ones, and none may occur twice."""
    names = ["ref", "hyp", *(f"c{number}" for number in range(5000))]
    for more, expected in ((["last"], "last"), (["c7"], None)):
        table = pa.table([["a"]] * (len(names) + 1), names=names + more)
        sink = io.BytesIO()
        if form == "parquet":
            parquet.write_table(table, sink)
        else:
            with pa.ipc.new_file(sink, table.schema) as writer:
                writer.write_table(table)
        name = write("x", sink.getvalue())
        if expected:
            assert read(name).metadata[expected] == ["a"]
        else:
            with pytest.raises(
                ParseError,
                match=r"^x: two columns are named 'c7', expected different names; rename one$",
            ):
                read(name)


HOSTILE = "\x1b[31m\u202e"


def test_names_are_shown_escaped(write: Any) -> None:
    """Names and types of columns come from the file, and so does what pyarrow says of them."""
    audio = [{HOSTILE + "y" * 100: 1}]
    with pytest.raises(InputError) as error:
        read(write("x", packed({HOSTILE: ["a"], HOSTILE + "audio": audio})))
    assert r"Columns found: '\x1b[31m\u202e'; not usable: \x1b[31m\u202eaudio (struct<\x1b" in str(
        error.value
    )
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 600


@pytest.mark.parametrize("encoding", ["RLE_DICTIONARY", "PLAIN", "DELTA_BYTE_ARRAY"])
@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()])
def test_bomb(
    write: Any, monkeypatch: pytest.MonkeyPatch, encoding: str, kind: pa.DataType
) -> None:
    """Texts that take more memory than there is are refused before they are unpacked."""
    texts = pa.array(["so it goes " * 1000] * 1000 + ["on"]).cast(kind)
    sink = io.BytesIO()
    plain = encoding != "RLE_DICTIONARY"
    parquet.write_table(
        pa.table({"ref": texts, "hyp": texts}),
        sink,
        compression="zstd",
        use_dictionary=not plain,
        column_encoding={"ref": encoding, "hyp": encoding} if plain else None,
    )
    name = write("x.parquet", sink.getvalue())
    assert len(sink.getvalue()) < 50_000
    for free, fits in ((10**9, True), (24_000_000, True), (20_000_000, encoding[0] == "D")):
        for module in (memory, reading_parquet):
            monkeypatch.setattr(module, "room", lambda free=free: free)
        if fits:
            assert len(read(name)) == 1001
        else:
            with pytest.raises(InputError, match=r"^x\.parquet: 2[01]\.\d MiB of (data|texts)"):
                read(name)


def test_prefix_bomb(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where texts continue from the one before, the memory is looked at while they are read."""
    texts = [f"{'so it goes ' * 1000}{row}" for row in range(3000)]
    sink = io.BytesIO()
    parquet.write_table(
        pa.table({"ref": texts, "hyp": texts}),
        sink,
        use_dictionary=False,
        column_encoding={"ref": "DELTA_BYTE_ARRAY", "hyp": "DELTA_BYTE_ARRAY"},
    )
    name = write("x.parquet", sink.getvalue())
    assert list(read(name).references.to_pylist()) == texts
    sizes = iter([10**9] * 3 + [10**7] * 9)
    for module in (memory, reading_parquet):
        monkeypatch.setattr(module, "room", lambda: next(sizes))
    with pytest.raises(InputError, match=r"^x\.parquet: does not fit into memory; score the"):
        read(name)


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_claimed_rows(write: Any, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    """So many rows in so few bytes are not believed; a text that repeats is nothing odd."""
    rows = 500_000
    table = pa.table({"ref": pa.nulls(rows), "hyp": pa.nulls(rows)})
    sink = io.BytesIO()
    if form == "parquet":
        parquet.write_table(table, sink)
    else:
        with pa.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
    name, size = write("x", sink.getvalue()), len(sink.getvalue())
    monkeypatch.setattr(memory, "_MANY_ROWS", rows - 1)
    with pytest.raises(InputError) as error:
        read(name)
    assert str(error.value) == (
        f"x: 500,000 rows in a file of {size:,} bytes, too many to have texts of their own; "
        "is the file damaged? If not, score the corpus in parts and merge the run files"
    )
    monkeypatch.setattr(memory, "_MANY_ROWS", rows)
    repeated = packed({"ref": ["so it goes"] * 100_000, "hyp": ["so it goes"] * 100_000}, 100_000)
    assert len(read(write("y", repeated))) == 100_000


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
        "reading Parquet files needs pyarrow: pip install '.[arrow]' in a clone of mondegreen"
    )
