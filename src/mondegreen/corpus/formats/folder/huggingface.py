"""Data sets of Hugging Face that were saved on this machine."""

from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from mondegreen.corpus.format import Certainty
from mondegreen.corpus.formats.binary.arrow import Arrow, as_table, floats, import_pyarrow
from mondegreen.corpus.formats.binary.parquet import Parquet
from mondegreen.corpus.json_document import parse
from mondegreen.corpus.source import Folder
from mondegreen.corpus.table import Table, as_list
from mondegreen.corpus.table_format import TableFormat
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from collections import Counter

    from mondegreen.corpus.sample import Sample
    from mondegreen.corpus.source import Source
    from mondegreen.corpus.table import Column

__all__ = ["Huggingface"]

_SPLITS: Final = "dataset_dict.json"
_STATE: Final = "state.json"
_MOST_FILES: Final = 10_000


class Huggingface(TableFormat):
    """A folder that ``save_to_disk`` wrote, or one of Parquet files, with columns as in Arrow.

    For a folder with splits, name one: ``folder/test``. Nothing is downloaded.
    """

    name = "huggingface"
    about = "a data set that Hugging Face saved, or a folder of Parquet files"

    def recognise(self, sample: Sample) -> int:
        """Look for what ``save_to_disk`` writes, or for files of Arrow or Parquet."""
        saved = sample.files & {_STATE, _SPLITS}
        tables = any(name.endswith((".parquet", ".arrow")) for name in sample.files)
        return Certainty.MARKS if saved or tables else Certainty.NO

    def read(self, source: Source) -> Table:
        """Read the files of the folder one after the other."""
        if not isinstance(source, Folder):
            raise InputError(f"{source.name}: is a file, expected the folder of a data set")
        if source.has(_SPLITS):
            raise InputError(f"{source.name}: has the splits {_splits(source)}; name one of them, "
                             f"as {source.name}/test")  # fmt: skip
        files = _files(source)
        if not files:
            raise InputError(
                f"{source.name}: holds no .arrow and no .parquet files, expected a data set"
            )
        tables = []
        for file in files[:_MOST_FILES]:
            kind = Arrow if file.endswith(".arrow") else Parquet
            with source.file(file) as part:
                tables.append(kind().read(part))
        names = list(tables[0].columns)
        for table in tables[1:]:
            if list(table.columns) != names:
                raise InputError(
                    f"{table.name}: has other columns than {tables[0].name}, expected the same"
                )
        columns: dict[str, Column] = {
            name: tables[0].columns[name]
            if len(tables) == 1
            else [value for table in tables for value in as_list(table.columns[name])]
            for name in names
        }
        return Table(source.name, self.name, columns, None, skipped=tables[0].skipped)

    def write_columns(
        self, columns: dict[str, list[Any]], losses: Counter[str]
    ) -> dict[str, bytes]:
        """Return the files that ``load_from_disk`` reads."""
        arrow = import_pyarrow("writing data sets", "ipc")
        table = as_table(arrow, floats(columns, losses))
        sink = arrow.BufferOutputStream()
        with import_module("pyarrow.ipc").new_stream(sink, table.schema) as writer:
            writer.write_table(table)
        features = {
            field.name: {"dtype": str(field.type).replace("double", "float64"), "_type": "Value"}
            for field in table.schema
        }
        file = "data-00000-of-00001.arrow"
        state: dict[str, Any] = {
            "_data_files": [{"filename": file}],
            "_fingerprint": "mondegreen",
            "_format_columns": None,
            "_format_kwargs": {},
            "_format_type": None,
            "_output_all_columns": False,
            "_split": None,
        }
        return {
            file: sink.getvalue().to_pybytes(),
            _STATE: json.dumps(state, indent=2).encode(),
            "dataset_info.json": json.dumps(
                {"citation": "", "description": "", "features": features}, indent=2
            ).encode(),
        }


def _files(folder: Folder) -> list[str]:
    if not folder.has(_STATE):
        return folder.names(".arrow", ".parquet")
    with folder.file(_STATE) as source:
        root = parse(source, "the state of a data set")
        names = [node.text("filename") for node in root.items("_data_files")]
        for node, name in zip(root.items("_data_files"), names, strict=True):
            if "/" in name or "\\" in name or name.startswith("."):
                raise node.error(f"{name!r:.60} is not the name of a file in this folder")
            if not name.endswith(".arrow"):
                raise node.error(f"{name!r:.60}, expected a name that ends in .arrow")
    return names


def _splits(folder: Folder) -> str:
    with folder.file(_SPLITS) as source:
        root = parse(source, "the names of splits")
        names = [str(node.value) for node in root.items("splits")]
    return ", ".join(name[:60] for name in names[:10]) or "none"
