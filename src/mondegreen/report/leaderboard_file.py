"""A leaderboard between two marks in any file of Markdown; the rest of the file stays as it is."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.bench.mixing import DELAY, SEMANTIC_WER
from mondegreen.errors import InputError, UsageError, counted, visible
from mondegreen.report.comparison_parts import Part
from mondegreen.report.leaderboard import markdown, parts_of
from mondegreen.report.markdown import text
from mondegreen.report.number_format import NONE
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from mondegreen.bench.leaderboard import Board

__all__ = ["MARK", "write_into"]

MARK: Final = "LEADERBOARD"
_MARK: Final = re.compile(
    r"[ ]{0,3}<!--[ \t]*(?:LEADERBOARD|RESULTS_TABLE):(START|END)(?:[ \t]+(\S+))?[ \t]*-->[ \t]*"
)
_BLOCK_MARK: Final = re.compile(r"[ ]{0,3}(`{3,}|~{3,})")
_MADE: Final = re.compile(r"<!-- made of (\{.*\}) -->")
_BAR: Final = re.compile(r"(?<!\\)\|")
_KEYS: Final = ("vendor", "model")
_RANKS: Final = ("rank", "group")


class _Block(NamedTuple):
    """The lines between two marks, by the numbers of the marks' lines, from 0."""

    name: str
    start: int
    end: int


def write_into(path: Path, boards: Sequence[Board], *, replace: bool = False) -> None:
    """Write leaderboards between the marks of a file.

    A row takes the place of the one with the same vendor and model; other rows are kept, without a rank,
    for they were not compared with these. They must have been made in the same way.

    Args:
        path: a file with the marks, each on a line of its own.
        boards: one per dataset.
        replace: whether other rows are dropped.

    Raises:
        InputError: the file cannot be read or written, or has no such marks.
        UsageError: a row that is there was made in another way.
    """
    where = visible(str(path))
    try:
        with path.open(encoding="utf-8", newline="") as file:
            content = file.read()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InputError(f"{where}: cannot be read: {why}") from None
    ending = "\r\n" if "\r\n" in content else "\n"
    lines = content.split(ending)
    for board in boards:
        block = _block(lines, board.dataset.partition("@")[0], where, alone=len(boards) == 1)
        old = lines[block.start + 1 : block.end]
        lines[block.start + 1 : block.end] = _made(board, old, where, replace=replace)
    new = ending.join(lines)
    if new != content:
        with written(path, text=True) as file:
            file.write(new)


def _block(lines: Sequence[str], name: str, where: str, *, alone: bool) -> _Block:
    """Return the block of a dataset: the one with its name, or the only one without any.

    Raises:
        InputError: there is none, or the marks do not fit.
    """
    blocks = _blocks(lines, where)
    for wanted in (name, ""):
        found = [each for each in blocks if each.name == wanted]
        if len(found) > 1:
            second = found[1].start + 1
            raise InputError(f"{where}, line {second}: a second block for the same leaderboard")
        if found and (wanted or alone):
            return found[0]
    mark = f"{{}} {name}" if not alone or blocks else "{}"
    start, end = (f"<!-- {mark.format(f'{MARK}:{each}')} -->" for each in ("START", "END"))
    raise InputError(
        f"{where}: has no marks for the leaderboard of {name}; put two lines where it shall be: "
        f"{start} and {end}"
    )


def _blocks(lines: Sequence[str], where: str) -> list[_Block]:
    """Return the blocks; marks in code are examples.

    Raises:
        InputError: a mark without its other one.
    """
    found: list[_Block] = []
    open_mark = ""
    begun: tuple[str, int] | None = None
    for number, raw in enumerate(lines):
        line = raw.removeprefix("\ufeff")
        block_mark = _BLOCK_MARK.match(line)
        if block_mark is not None:
            if not open_mark:
                open_mark = block_mark[1]
            elif block_mark[1].startswith(open_mark) and not line.strip().strip(open_mark[0]):
                open_mark = ""
            continue
        mark = None if open_mark else _MARK.fullmatch(line)
        if mark is None:
            continue
        name = mark[2] or ""
        if (mark[1] == "END") is (begun is None) or (begun is not None and begun[0] != name):
            expected = "START" if begun is None else f"END {begun[0]}".strip()
            raise InputError(
                f"{where}, line {number + 1}: {line.strip()} does not fit, expected the mark {expected}"
            )
        if begun is None:
            begun = name, number
        else:
            found.append(_Block(*begun, number))
            begun = None
    if begun is not None:
        raise InputError(f"{where}, line {begun[1] + 1}: this mark has no END")
    return found


def _made(board: Board, old: Sequence[str], where: str, *, replace: bool) -> list[str]:
    """Return the lines of a block."""
    (part, *_) = parts_of(board)
    columns = {name: [row[at] for row in part.rows] for at, name in enumerate(part.header)}
    vendors = [each.standing.service for each in board.rows]
    models = [_model(each) for each in board.rows]
    del columns["system"]
    header = ["rank", *_KEYS, *(name for name in columns if name != "rank")]
    columns |= {"vendor": vendors, "model": models}
    rows = [[columns[name][at] for name in header] for at in range(len(board.rows))]
    made_of = _made_of(board)
    known = {_key(*map(text, pair)) for pair in zip(vendors, models, strict=True)}
    kept = [] if replace else _kept(old, known, [text(name) for name in header])
    if kept:
        _refuse_other_ways(old, made_of, where, len(kept))
    table = markdown(Part("", header, rows, [], 3)).splitlines()
    notes = [f"- {text(each)}" for each in part.notes]
    if kept:
        notes.insert(
            0, f"- {counted(len(kept), 'row')} without a rank: not compared with the others"
        )
    plain = json.dumps(made_of, ensure_ascii=False, sort_keys=True).replace("--", "-\\u002d")
    return [f"<!-- made of {plain} -->", "", *table, *kept, "", *notes, ""]


def _model(row: Any) -> str:
    """Return the model, with the name of the system where that says more."""
    one = row.standing
    usual = {f"{one.service}:{one.model}", one.service}
    if row.system not in usual:
        return f"{one.model} ({one.named})"
    return f"{one.model} (submitted)" if one.submitted else str(one.model)


def _key(vendor: str, model: str) -> tuple[str, str]:
    return vendor.strip().lower(), model.strip().lower()


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in _BAR.split(line.strip())[1:-1]]


def _kept(old: Sequence[str], known: set[tuple[str, str]], header: Sequence[str]) -> list[str]:
    """Return the rows that are there and are not made anew, under the new header and without a rank."""
    table = [line for line in old if line.lstrip().startswith("|")]
    if len(table) < 3:  # noqa: PLR2004 - a header, a line of marks, and a row
        return []
    names = [name.lower() for name in _cells(table[0])]
    if not set(_KEYS) <= {*names}:
        return []
    found = []
    for line in table[2:]:
        row = dict(zip(names, _cells(line), strict=False))
        key = _key(row.get("vendor", ""), row.get("model", ""))
        if key in known:
            continue
        cells = [text(NONE) if name in _RANKS else row.get(name, text(NONE)) for name in header]
        found.append((key, f"| {' | '.join(cells)} |"))
    return [line for _, line in sorted(found)]


def _made_of(board: Board) -> dict[str, Any]:
    """Return what rows of one table have in common."""
    found: dict[str, Any] = {
        "dataset": board.dataset,
        "references": board.references,
        "signature": board.signature,
    }
    if SEMANTIC_WER not in board.without:
        judged = [each.standing.semantic for each in board.rows if each.standing.semantic]
        found["semantic_wer"] = sorted({each.signature for each in judged if each.judged})
    if DELAY not in board.without:
        timed = [each.calls for each in board.rows if each.calls.seconds.percentiles]
        found["conditions"] = timed[0].conditions if timed else {}
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def _refuse_other_ways(old: Sequence[str], new: dict[str, Any], where: str, kept: int) -> None:
    """Refuse to keep rows that were made in another way than the new ones.

    Raises:
        UsageError: with what differs.
    """
    found = next((match for line in old if (match := _MADE.fullmatch(line.strip()))), None)
    rest = f"{counted(kept, 'row')} in {where} would stand next to rows that were made in another way: "
    how = ". --replace writes the table without them"
    if found is None:
        raise UsageError(f"{rest}nothing says how they were made{how}")
    try:
        made = json.loads(found[1])
    except (ValueError, RecursionError):
        raise UsageError(f"{rest}what says how they were made cannot be read{how}") from None
    for name in dict.fromkeys([*made, *new]):
        if made.get(name) != new.get(name):
            raise UsageError(
                f"{rest}{name} was {json.dumps(made.get(name))}, and is {json.dumps(new.get(name))}{how}"
            )
