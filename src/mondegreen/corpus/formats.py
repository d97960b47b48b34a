"""The table of formats, and the shape that each of them has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from mondegreen.registry import Registry

if TYPE_CHECKING:
    from mondegreen.corpus.source import Source
    from mondegreen.corpus.table import Table

__all__ = ["FORMATS", "Format"]


class Format(Protocol):
    """A way to write utterances to a file; made without arguments."""

    name: str

    def read(self, source: Source) -> Table:
        """Read the whole source.

        Raises:
            ParseError: the content breaks the format.
        """
        ...


FORMATS: Registry[type[Format]] = Registry(
    "format",
    "mondegreen.formats",
    {
        "arrow": "mondegreen.corpus.arrow:Arrow",
        "csv": "mondegreen.corpus.csv:Csv",
        "jsonl": "mondegreen.corpus.jsonl:Jsonl",
        "kaldi": "mondegreen.corpus.kaldi:Kaldi",
        "lines": "mondegreen.corpus.lines:Lines",
        "parquet": "mondegreen.corpus.parquet:Parquet",
        "trn": "mondegreen.corpus.trn:Trn",
        "tsv": "mondegreen.corpus.tsv:Tsv",
    },
)
