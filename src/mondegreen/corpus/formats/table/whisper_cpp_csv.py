"""The table that whisper.cpp writes with ``--output-csv``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.corpus.formats.table.whisper_tsv import WhisperTsv, quoted_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.corpus.source import Source

__all__ = ["WhisperCppCsv"]


class WhisperCppCsv(WhisperTsv):
    """As ``whisper-tsv``, with commas.

    The text is in quotation marks. The speaker is there if it is known.
    """

    name = "whisper-cpp-csv"
    about = "tables of whisper.cpp, with times in milliseconds"
    shared_suffixes = (".csv",)
    holds = frozenset({"text", "speaker", "times"})
    example = 'start,end,text\n100,2000," so it goes"\n2500,4000," and so on"\n'
    separator = ","
    _plain = "csv"

    def _rows(self, source: Source) -> Iterator[tuple[int, list[str]]]:
        return quoted_rows(source)
