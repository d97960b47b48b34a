"""Lists of facts in a file that a person can edit: JSONL or TSV, by the name's ending.

In JSONL a line is a reference with its facts. In TSV a line is a fact, and the reference is on each of
its lines; a reference without facts is one line whose other cells are empty. References are found by
their text, so lines may be moved, and facts added, changed and taken away.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import ParseError, UsageError
from mondegreen.judges.facts.fact import Fact
from mondegreen.judges.quoting import occurs
from mondegreen.scoring.json_text import json_text
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["read_facts", "write_facts"]

COLUMNS: Final = ("reference", "subject", "predicate", "object", "quotation")
_PARTS: Final = COLUMNS[1:]


def write_facts(path: str | Path, facts: Mapping[str, Sequence[Fact]]) -> None:
    """Write the facts of references, in the order of the mapping.

    Args:
        path: a file that ends in ``.jsonl`` or ``.tsv``; what is in it is replaced.
        facts: of each reference, by its text.

    Raises:
        UsageError: the name has another ending.
        InputError: the file cannot be written.
    """
    target = Path(path)
    write = _tsv_lines if is_tsv(target) else _json_lines
    with written(target, text=True) as file:
        file.writelines(write(facts))


def read_facts(path: str | Path) -> dict[str, tuple[Fact, ...]]:
    """Return what `write_facts` wrote and a person may have edited.

    Args:
        path: a file that ends in ``.jsonl`` or ``.tsv``.

    Raises:
        UsageError: the name has another ending, or the file cannot be read.
        ParseError: a line has not the form, a fact has no predicate, or a quotation is not
            in its reference. A quotation may be empty.
    """
    source = Path(path)
    rows = _read_tsv if is_tsv(source) else _read_jsonl
    found: dict[str, list[Fact]] = {}
    try:
        for line, reference, fact in rows(source):
            listed = found.setdefault(reference, [])
            if fact is not None:
                _check(source, line, reference, fact)
                listed.append(fact)
    except OSError as error:
        raise UsageError(f"{path}: the facts cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ParseError(str(path), None, f"is not UTF-8: {error.reason}") from error
    return {reference: tuple(listed) for reference, listed in found.items()}


def is_tsv(path: Path) -> bool:
    """Return whether a list of facts is a TSV file; else it is JSON lines.

    Raises:
        UsageError: its name ends in neither.
    """
    ending = path.suffix.lower()
    if ending not in (".jsonl", ".tsv"):
        raise UsageError(f"{path}: a list of facts ends in .jsonl or .tsv; name it so")
    return ending == ".tsv"


def _json_lines(facts: Mapping[str, Sequence[Fact]]) -> Iterator[str]:
    for reference, listed in facts.items():
        each = [{part: getattr(fact, part) for part in _PARTS} for fact in listed]
        yield json_text({"reference": reference, "facts": each}) + "\n"


def _tsv_lines(facts: Mapping[str, Sequence[Fact]]) -> Iterator[str]:
    yield _tsv_line(COLUMNS)
    for reference, listed in facts.items():
        for fact in listed or [Fact("", "", "")]:
            yield _tsv_line([reference, *(getattr(fact, part) for part in _PARTS)])


def _tsv_line(cells: Sequence[str]) -> str:
    return "\t".join(map(_quoted, cells)) + "\n"


def _quoted(cell: str) -> str:
    """Quote a cell as spreadsheets do, where it has a tab, a quotation mark or an end of line."""
    if any(char in cell for char in '\t"\r\n'):
        return '"' + cell.replace('"', '""') + '"'
    return cell


def _read_jsonl(path: Path) -> Iterator[tuple[int, str, Fact | None]]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                data: Any = json.loads(line)
            except ValueError as error:
                raise ParseError(str(path), number, f"is no JSON: {error}") from error
            facts = data.get("facts") if isinstance(data, dict) else None
            reference = data.get("reference") if isinstance(data, dict) else None
            if not isinstance(reference, str) or not isinstance(facts, list):
                raise ParseError(
                    str(path),
                    number,
                    'expected an object with "reference" (text) and "facts" (list)',
                )
            yield number, reference, None
            for fact in facts:
                yield number, reference, _of_object(path, number, fact)


def _of_object(path: Path, line: int, fact: Any) -> Fact:
    parts = [fact.get(part, "") for part in _PARTS] if isinstance(fact, dict) else []
    texts = [part for part in parts if isinstance(part, str)]
    if len(texts) != len(_PARTS):
        raise ParseError(str(path), line, f"a fact has the texts {', '.join(_PARTS)}")
    return Fact(*texts)


def _read_tsv(path: Path) -> Iterator[tuple[int, str, Fact | None]]:
    with path.open(encoding="utf-8-sig", newline="") as lines:
        rows = csv.reader(lines, delimiter="\t", strict=True)
        try:
            header = next(rows, [])
            missing = [name for name in COLUMNS[:-1] if name not in header]
            if missing:
                raise ParseError(str(path), 1, f"there is no column {missing[0]!r}")
            for row in rows:
                if not row:
                    continue
                cells = dict(zip(header, row, strict=False))
                parts = [cells.get(part, "").strip() for part in _PARTS]
                empty = not any(parts)
                yield rows.line_num, cells.get("reference", ""), None if empty else Fact(*parts)
        except csv.Error as error:
            raise ParseError(str(path), rows.line_num, f"is no TSV: {error}") from error


def _check(path: Path, line: int, reference: str, fact: Fact) -> None:
    if not fact.predicate.strip():
        raise ParseError(str(path), line, f"the fact {str(fact)!r} has no predicate")
    if fact.quotation and not occurs(fact.quotation, reference):
        raise ParseError(
            str(path),
            line,
            f"the quotation {fact.quotation!r:.80} is not in its reference; correct it or "
            "leave it empty",
        )
