"""Formats that are tables: any columns, of which each can be chosen."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from mondegreen.corpus.format import COLUMNS, Format

if TYPE_CHECKING:
    from collections import Counter

    from mondegreen.corpus.segments import Transcript

__all__ = ["TableFormat"]


class TableFormat(Format):
    """A table, in which segments are rows with the usual names of columns."""

    time_unit = "seconds"
    holds = COLUMNS
    has_columns = True

    @abstractmethod
    def write_columns(self, columns: dict[str, list[Any]], losses: Counter[str]) -> Any:
        """Return the content of the file; times are decimals."""

    def write(self, transcript: Transcript, losses: Counter[str]) -> Any:
        """Write a row for each segment."""
        from mondegreen.corpus.columns_of import to_columns  # what looks at a file writes none

        return self.write_columns(to_columns(transcript), losses)
