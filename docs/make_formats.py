"""Write the tables of ``docs/formats.md`` and ``docs/formats-with-times.md`` from the formats themselves.

    python docs/make_formats.py            write the pages
    python docs/make_formats.py --check    name those that are not current; exit status 1 if any

Only the parts between two marks are written. The tables come from the attributes of the classes in
``src/mondegreen/corpus/formats/``, the texts from their docstrings.
"""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

from mondegreen.corpus import FORMATS
from mondegreen.corpus.formats import BY_SHAPE
from mondegreen.corpus.reply import ReplyFormat

FOLDER = Path(__file__).parent
BEGIN, END = (
    "<!-- made by make_formats.py: {}: begin -->",
    "<!-- made by make_formats.py: {}: end -->",
)
WIDTH = 118
FIELDS = {
    "times of words": {"word times"},
    "speakers": {"speaker", "word speakers"},
    "ids": {"id"},
    "several recordings": {"recordings"},
}
KINDS: list[Any] = [FORMATS.get(name) for name in FORMATS.names() if FORMATS.origin(name) is None]
TABLES = {
    "Tables: one file with both sides, or a pair": "tables",
    "Texts: a pair": "texts",
    "Folders": "folders",
}
LISTS = {
    "With times and speakers: a pair": "times",
    "Replies of recognisers, each of one recording: a pair, or a folder of them": "replies",
}


def group_of(kind: Any) -> str:
    """Return the group of a format."""
    if kind.name in BY_SHAPE["folder"]:
        return "folders"
    if kind.has_columns:
        return "tables"
    if issubclass(kind, ReplyFormat):
        return "replies"
    return "times" if kind.time_unit is not None else "texts"


def overview() -> str:
    """Return a table per group of formats; the names alone of those that another page has."""
    heads = ("format", "what it is", "suffixes", "notes")
    parts = []
    for title, group in TABLES.items():
        rows = [(f"`{kind.name}`", kind.about, _suffixes(kind), _notes(kind)) for kind in of(group)]
        parts += [f"**{title}**", table(heads, rows)]
    for title, group in LISTS.items():
        names = " ".join(f"`{kind.name}`" for kind in of(group))
        parts.append(textwrap.fill(f"**{title}**: {names}", WIDTH, break_on_hyphens=False))
    return "\n\n".join(parts)


def of(group: str) -> list[Any]:
    """Return the formats of a group."""
    return [kind for kind in KINDS if group_of(kind) == group]


def fields() -> str:
    """Return a table of what replies of recognisers hold."""
    heads = ("format", "what it is", "holds")
    rows = [
        (f"`{kind.name}`{_read_only(kind)}", kind.about, _holds(kind)) for kind in of("replies")
    ]
    return table(heads, rows)


def texts() -> str:
    """Return what other formats with times hold, and what their docstrings say."""
    return "\n".join(
        textwrap.fill(
            f"- **{kind.name}**{_read_only(kind)}: {_said(kind)}{_more(kind)}",
            WIDTH,
            subsequent_indent="  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        for kind in KINDS
        if kind.name in {"huggingface", "kaldi-folder"} or group_of(kind) == "times"
    )


def table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """Return a table in Markdown."""
    lines = [f"| {' | '.join(cells)} |" for cells in (heads, *rows)]
    return "\n".join([lines[0], "|---" * len(heads) + "|", *lines[1:]])


def _said(kind: Any) -> str:
    """Return the docstring of a format without what it says about skipped lines."""
    text = inspect.getdoc(kind) or ""
    text = re.split(r"^(?:>>>|Attributes:)", text, maxsplit=1, flags=re.MULTILINE)[0]
    text = " ".join(text.replace("``", "`").split())
    sentences = re.split(r"(?<=\.) (?=[A-Z`])", text)
    return " ".join(
        each for each in sentences if not re.search(r"skipped|a comment|comments", each)
    )


def _holds(kind: Any) -> str:
    """Return what is in a format next to texts and times, and the unit of times if not seconds."""
    unit = "" if kind.time_unit in {"seconds", None} else f"; times in {kind.time_unit}"
    return ", ".join(_fields(kind)) + unit


def _more(kind: Any) -> str:
    return f" Fields: {', '.join(found)}." if (found := _fields(kind)) else ""


def _fields(kind: Any) -> list[str]:
    found = []
    for name, keys in FIELDS.items():
        if kind.holds & keys:
            found.append(name)
        elif kind.only_read & keys:
            found.append(f"{name} (read only)" if kind.is_written() else name)
    if not {"text", "words"} & kind.holds:
        found.append("no text")
    return found


def _read_only(kind: Any) -> str:
    return "" if kind.is_written() else " (read only)"


def _notes(kind: Any) -> str:
    has_ids = not kind.has_columns and (kind.holds | kind.only_read) & {"id"}
    notes = [*(["ids"] if has_ids else []), *([] if kind.is_written() else ["read only"])]
    return ", ".join(notes)


def _suffixes(kind: Any) -> str:
    return " ".join(f"`{suffix}`" for suffix in (*kind.suffixes, *kind.shared_suffixes))


PAGES = {
    "formats.md": {"overview": overview},
    "formats-with-times.md": {"fields": fields, "texts": texts},
}


def page(name: str, current: str) -> str:
    """Return a page with the parts between the marks made anew."""
    for part, make in PAGES[name].items():
        begin, end = BEGIN.format(part), END.format(part)
        before, found, rest = current.partition(begin)
        _, closed, after = rest.partition(end)
        if not found or not closed:
            raise SystemExit(f"{name}: expected the lines {begin} and {end}")
        current = f"{before}{begin}\n\n{make()}\n\n{end}{after}"
    return current


def main(arguments: list[str]) -> int:
    """Write the pages, or check them; return the exit status."""
    if arguments not in ([], ["--check"]):
        sys.stderr.write("expected no argument, or --check\n")
        return 2
    status = 0
    for name in PAGES:
        path = FOLDER / name
        current = path.read_text(encoding="utf-8")
        wanted = page(name, current)
        if arguments and current != wanted:
            sys.stderr.write(f"{name} is not current; run: python docs/make_formats.py\n")
            status = 1
        if not arguments:
            path.write_text(wanted, encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
