"""Recordings inside of tables: Parquet and Arrow files, and data sets of Hugging Face."""

from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.formats.binary.arrow import import_pyarrow
from mondegreen.errors import InputError, visible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["EMBEDDED", "column_of", "stored_in"]

EMBEDDED: Final = ("parquet", "arrow", "huggingface")
"""Formats whose tables may have recordings in them."""

_ENDINGS: Final = (".parquet", ".arrow")
_STATE: Final = "state.json"
_AT_ONCE: Final = 64  # recordings are large


def column_of(path: Path, known: tuple[str, ...]) -> str | None:
    """Return the column with recordings: bytes, or ``{bytes, path}`` as Hugging Face has them.

    Args:
        path: a file, or the folder of a data set.
        known: names; others are taken where it is the only such column.

    Raises:
        InputError: several columns have recordings, and none has a known name.
    """
    first = next(iter(_files(path)), None)
    if first is None:
        return None
    arrow = import_pyarrow("reading recordings in tables", "parquet", "ipc")
    there = [field.name for field in _schema(arrow, first) if _has_audio(arrow, field.type)]
    found = next((name for name in known if name in there), None)
    if found is None and len(there) > 1:
        names = ", ".join(map(repr, there))
        raise InputError(
            f"{visible(str(path))}: several columns have recordings: {names}; rename the right one to audio"
        )
    return found or (there[0] if there else None)


def stored_in(path: Path, column: str) -> Iterator[tuple[bytes | None, str]]:
    """Yield the bytes of each recording, and what the table calls it; a few are in memory at a time."""
    arrow = import_pyarrow("reading recordings in tables", "parquet", "ipc")
    for file in _files(path):
        for batch in _batches(arrow, file, column):
            for value in batch.column(column).to_pylist():
                if isinstance(value, dict):
                    yield value.get("bytes"), str(value.get("path") or "")
                else:
                    yield value, ""


def _files(path: Path) -> list[Path]:
    """Return the files of a data set, in its order."""
    if path.is_file():
        return [path]
    state = path / _STATE
    if state.is_file():
        try:
            named = json.loads(state.read_text("utf-8")).get("_data_files", [])
            return [path / each["filename"] for each in named]
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            problem = "expected an object with the files of _data_files"
            raise InputError(f"{visible(str(state))}: {problem}") from None
    return sorted(each for each in path.iterdir() if each.suffix in _ENDINGS)


def _schema(arrow: Any, file: Path) -> Any:
    if file.suffix == ".arrow":
        with _opened(arrow, file) as reader:
            return reader.schema
    return import_module("pyarrow.parquet").read_schema(file)


def _opened(arrow: Any, file: Path) -> Any:
    """Return a reader of a file of Arrow, which has one of two layouts."""
    ipc = import_module("pyarrow.ipc")
    mapped = arrow.memory_map(str(file))
    try:
        return ipc.open_file(mapped)
    except arrow.ArrowInvalid:
        mapped.seek(0)
        return ipc.open_stream(mapped)


def _batches(arrow: Any, file: Path, column: str) -> Iterator[Any]:
    if file.suffix != ".arrow":
        with import_module("pyarrow.parquet").ParquetFile(file) as opened:
            yield from opened.iter_batches(_AT_ONCE, columns=[column])
        return
    with _opened(arrow, file) as reader:
        if hasattr(reader, "num_record_batches"):
            for at in range(reader.num_record_batches):
                yield reader.get_batch(at)
        else:
            yield from reader


def _has_audio(arrow: Any, kind: Any) -> bool:
    types = arrow.types
    if types.is_struct(kind):
        names = {kind.field(at).name: kind.field(at).type for at in range(kind.num_fields)}
        return "bytes" in names and _is_bytes(types, names["bytes"])
    return _is_bytes(types, kind)


def _is_bytes(types: Any, kind: Any) -> bool:
    return bool(types.is_binary(kind) or types.is_large_binary(kind))
