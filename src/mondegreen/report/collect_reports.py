"""Diff pages back to rows: each page holds its own."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import InputError, visible
from mondegreen.report import tsv
from mondegreen.report.diff_files import SUFFIX
from mondegreen.report.diff_report import COLUMNS
from mondegreen.scoring.arguments import path_of
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

__all__ = ["SUMMARY", "collect_reports", "write_summary"]

SUMMARY: Final = "report_summary.tsv"
_TITLES: Final = {
    "provider": "provider",
    "sound": "file",
    "WER": "word_error_rate",
    "CER": "character_error_rate",
    "SER": "custom_metric",
    "error": "error",
}


def collect_reports(
    folder: str | PathLike[str], out_path: str | PathLike[str] | None = None
) -> list[dict[str, Any]]:
    """Return the rows of the diff pages in a folder, and write a summary next to them.

    The summary has the columns provider, sound, WER, CER, SER and error, in percent; SER is the
    metric of one's own, and is left out where no page has one.

    Args:
        folder: of ``*.diff.html``, as `mondegreen.transcribe_and_diff` and ``bench report --diffs``
            write them.
        out_path: the summary; ``report_summary.tsv`` in the folder if not given.

    Raises:
        InputError: there is no page, one cannot be read or is none of mondegreen's, or the summary
            cannot be written.

    >>> import mondegreen as mg
    >>> from tempfile import TemporaryDirectory
    >>> report = mg.DiffReport("a b", "a c")
    >>> with TemporaryDirectory() as out:
    ...     page = report.to_html(f"{out}/one.diff.html", provider="one", file="x.wav")
    ...     rows = mg.collect_reports(out)
    >>> [(row["provider"], row["file"], row["word_error_rate"]) for row in rows]
    [('one', 'x.wav', 50.0)]
    """
    place = Path(path_of(folder, "folder"))
    pages = sorted(place.glob(f"*{SUFFIX}"))
    if not pages:
        raise InputError(
            f"{visible(str(place))}: has no *{SUFFIX}; write some with mondegreen bench report --diffs "
            "DIR, or mondegreen.transcribe_and_diff"
        )
    rows = [_row(page) for page in pages]
    summary = place / SUMMARY if out_path is None else Path(path_of(out_path, "out_path"))
    write_summary(rows, summary)
    return rows


def write_summary(rows: Sequence[dict[str, Any]], path: Path) -> None:
    """Write the summary of rows of `DiffReport.to_row`.

    Raises:
        InputError: the file cannot be written.
    """
    judged = any(row["custom_metric"] is not None for row in rows)
    titles = [title for title in _TITLES if title != "SER" or judged]
    cells = [[_cell(row[_TITLES[title]]) for title in titles] for row in rows]
    with written(path, text=True) as file:
        file.write(tsv.write([titles, *cells]) + "\n")


def _cell(value: Any) -> Any:
    return visible(value) if isinstance(value, str) else "" if value is None else value


def _row(page: Path) -> dict[str, Any]:
    found = _Head()
    where = visible(str(page))
    try:
        found.feed(page.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{where}: cannot be read: {error}") from None
    try:
        row = json.loads(found.content or "")
    except ValueError:
        row = None
    if not isinstance(row, dict) or not set(COLUMNS) <= set(row):
        raise InputError(f"{where}: is not a diff page of mondegreen; expected a row in its head")
    return {name: row[name] for name in COLUMNS}


class _Head(HTMLParser):
    """Finds the element that holds the row."""

    content: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the first one: whatever a metric writes is in the body."""
        named = dict(attrs)
        if tag == "meta" and named.get("name") == "mondegreen-diff" and self.content is None:
            self.content = named.get("content")
