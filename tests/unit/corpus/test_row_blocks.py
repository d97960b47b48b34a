"""CSV and TSV in blocks: the rows of the whole file, or an error."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.corpus import tables_in_parts
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.source import opened
from mondegreen.errors import InputError
from mondegreen.options.reading import Reading

PIECES = ["so", " ", '"', '""', "\n", ",", "\t", "it", "\r\n", "\u00e9"]
CELLS = st.lists(st.sampled_from(PIECES), max_size=4).map("".join)
CLEAN = st.lists(st.sampled_from(["so", " it", ",", "\u00e9 ", "go\n on", ' "a"']), max_size=4)


def columns_of(path: Path, kind: str, *, whole: bool) -> dict[str, list[Any]]:
    options = Reading(format=kind)
    with opened(path, **options.opening()) as source:
        if whole:
            read: Any = FORMATS.get(kind)()
            return {name: list(column) for name, column in read.read(source).columns.items()}
        with tables_in_parts.tables_of(source, options) as tables:
            found = [table.columns for table in tables.read(None)]
    return {name: [each for table in found for each in table[name]] for name in tables.names}


def both(text: str, kind: str, block: int, path: Path) -> tuple[Any, Any]:
    """Return what the whole file and its blocks hold, or the errors."""
    path.write_bytes(text.encode())
    found: list[Any] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables_in_parts, "_BLOCK", block)
        for whole in (True, False):
            try:
                found.append(columns_of(path, kind, whole=whole))
            except InputError as error:
                found.append(error)
    return found[0], found[1]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rows") / "rows"


@given(st.lists(CELLS, max_size=9), st.sampled_from(["csv", "tsv"]), st.integers(1, 40))
def test_any_text_is_read_as_the_whole_or_not_at_all(
    path: Path, cells: list[str], kind: str, block: int
) -> None:
    delimiter = "," if kind == "csv" else "\t"
    text = "".join(f"{cell}{delimiter if at % 2 else chr(10)}" for at, cell in enumerate(cells, 1))
    whole, parts = both(f"id{delimiter}reference\n{text}", kind, block, path)
    if not isinstance(parts, InputError):
        assert parts == whole or not any(whole.values()), text


@given(
    st.lists(st.tuples(*[CLEAN.map("".join).map("a{}".format)] * 3), min_size=1, max_size=30),
    st.sampled_from(["csv", "tsv"]),
    st.integers(160, 240),  # the header and the first row are in one block
)
def test_what_is_written_is_read_in_blocks(
    path: Path, rows: list[tuple[str, ...]], kind: str, block: int
) -> None:
    out = io.StringIO()
    writer = csv.writer(out, delimiter="," if kind == "csv" else "\t", lineterminator="\n")
    writer.writerows([("id", "reference", "hypothesis"), *rows])
    whole, parts = both(out.getvalue(), kind, block, path)
    if isinstance(whole, InputError):
        assert isinstance(parts, InputError)
    else:
        assert whole == (parts if kind == "csv" or not isinstance(parts, InputError) else whole)


def test_small_blocks_are_many_tables(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_in_parts, "_BLOCK", 64)
    for kind, tab in (("csv", ","), ("tsv", "\t")):
        path.write_text(f"id{tab}reference\n" + f'a{tab}"so\ngoes"\nb{tab}on\n' * 40, "utf-8")
        options = Reading(format=kind)
        with (
            opened(path, **options.opening()) as source,
            tables_in_parts.tables_of(source, options) as tables,
        ):
            lengths = [*map(len, tables.read(["reference"]))]
        assert len(lengths) > 5
        assert sum(lengths) == 80
