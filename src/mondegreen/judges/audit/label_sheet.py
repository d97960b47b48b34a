"""The sheet that people label: TSV with a ruling per line, and an empty column ``label``.

What the judge said is not in it, so that nobody is led.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from mondegreen.errors import ParseError, UsageError
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.judges.audit.rulings import AuditItem

__all__ = ["Label", "read_labels", "write_sheet"]

COLUMNS: Final = ("id", "label", "question", "text", "note")
_WORDS: Final = {
    **dict.fromkeys(("yes", "y", "true", "1"), True),
    **dict.fromkeys(("no", "n", "false", "0"), False),
}
_UNSURE: Final = ("?", "unsure")
_LONGEST_CELL = 2**24


class Label(NamedTuple):
    """What people say of a ruling; ``None`` is unsure."""

    id: str
    positive: bool | None
    note: str = ""


def write_sheet(
    path: str | Path, items: Sequence[AuditItem], labels: Mapping[str, Label] | None = None
) -> None:
    """Write a sheet to label.

    Args:
        path: the file; what is in it is replaced.
        items: in the order of labelling.
        labels: what is labelled already, by id.

    Raises:
        InputError: the file cannot be written.
    """
    known = labels or {}
    with written(path, text=True, errors="replace") as out:
        writer = csv.writer(out, delimiter="\t", lineterminator="\n")
        writer.writerow(COLUMNS)
        for item in items:
            label = known.get(item.id)
            writer.writerow(
                [item.id, _word(label), item.question, item.text, label.note if label else ""]
            )


def read_labels(path: str | Path) -> dict[str, Label]:
    """Return the labels of a sheet by id; lines without a label are left out.

    A label is yes, no, or ``?`` for unsure; y, n, true, false, 1 and 0 are read too.

    Raises:
        UsageError: the file cannot be read.
        ParseError: it has no columns ``id`` and ``label``, or a label is another word.
    """
    csv.field_size_limit(_LONGEST_CELL)
    found: dict[str, Label] = {}
    try:
        with Path(path).open(encoding="utf-8-sig", newline="") as lines:
            rows = csv.DictReader(lines, delimiter="\t")
            for name in ("id", "label"):
                if name not in (rows.fieldnames or ()):
                    raise ParseError(str(path), 1, f"there is no column {name!r}")
            for row in rows:
                word = (row["label"] or "").strip().lower()
                if not word:
                    continue
                if word not in _WORDS and word not in _UNSURE:
                    raise ParseError(
                        str(path), rows.line_num, f"label {row['label']!r}: expected yes, no or ?"
                    )
                key = (row["id"] or "").strip()
                found[key] = Label(key, _WORDS.get(word), row.get("note") or "")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise ParseError(str(path), None, f"is not TSV in UTF-8: {error}") from error
    return found


def _word(label: Label | None) -> str:
    if label is None:
        return ""
    return {True: "yes", False: "no", None: "?"}[label.positive]
