"""A leaderboard between two marks in any file of Markdown; the rest of the file stays as it is."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.bench.mixing import DELAY, SEMANTIC_WER
from mondegreen.errors import InputError, UsageError, counted, visible
from mondegreen.report.leaderboard import markdown, parts_of
from mondegreen.report.markdown import text
from mondegreen.report.number_format import NONE
from mondegreen.report.part import Part
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
_RULE: Final = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?")
_MOST: Final = 10  # names of what is not kept
_KEYS: Final = ("vendor", "model")
_RANKS: Final = ("rank", "group")
_COLUMNS: Final = "columns"


class _Block(NamedTuple):
    """The lines between two marks, by the numbers of the marks' lines, from 0."""

    name: str
    start: int
    end: int


def write_into(path: Path, boards: Sequence[Board], *, replace: bool = False) -> list[str]:
    """Write leaderboards between the marks of a file.

    A row takes the place of the one with the same vendor and model; other rows are kept, without a rank,
    for they were not compared with these. They must have been made in the same way. Columns of others
    stay too, in all rows that have them.

    Args:
        path: a file with the marks, each on a line of its own.
        boards: one per dataset.
        replace: whether rows and columns of others are dropped.

    Returns:
        What was between the marks and is not there any more, a line each.

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
    if "\0" in content:
        line = content[: content.index("\0")].count("\n") + 1
        raise InputError(f"{where}, line {line}: has a NUL, expected a text file of Markdown")
    lines = content.split("\n")  # each with its own carriage return, if it has one
    left: list[str] = []
    for board in boards:
        block = _block(lines, board.dataset.partition("@")[0], where, alone=len(boards) == 1)
        old = [line.removesuffix("\r") for line in lines[block.start + 1 : block.end]]
        made, lost = _made(board, old, where, replace=replace)
        ending = "\r" if lines[block.start].endswith("\r") else ""
        lines[block.start + 1 : block.end] = [line + ending for line in made]
        left += lost
    new = "\n".join(lines)
    if new != content:
        with written(path, text=True) as file:
            file.write(new)
    return left


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
            raise InputError(
                f"{where}, line {second}: a second block for the same leaderboard; remove one"
            )
        if found and (wanted or alone):
            return found[0]
    mark = f"{{}} {name}" if not alone or blocks else "{}"
    start, end = (f"<!-- {mark.format(f'{MARK}:{each}')} -->" for each in ("START", "END"))
    raise InputError(
        f"{where}: has no marks for the leaderboard of {name}; put two lines where it should be: "
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
        line = raw.removeprefix("\ufeff").removesuffix("\r")
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
        end = f"{MARK}:END {begun[0]}".strip()
        raise InputError(
            f"{where}, line {begun[1] + 1}: this mark has no end, expected the line <!-- {end} --> below it"
        )
    return found


def _made(
    board: Board, lines: Sequence[str], where: str, *, replace: bool
) -> tuple[list[str], list[str]]:
    """Return the lines of a block, and what of the old ones is not among them."""
    (part, *_) = parts_of(board)
    columns = {name: [row[at] for row in part.rows] for at, name in enumerate(part.header)}
    vendors = [each.standing.service for each in board.rows]
    models = [_model(each) for each in board.rows]
    del columns["system"]
    header = ["rank", *_KEYS, *(name for name in columns if name != "rank")]
    columns |= {"vendor": vendors, "model": models}
    rows = [[columns[name][at] for name in header] for at in range(len(board.rows))]
    made_of = _made_of(board, header)
    old = _old(lines, where, replace=replace)
    own = {text(name).lower() for name in (*header, *map(str, old.made.get(_COLUMNS, ())))}
    more = [] if replace else [name for name in old.names if name.lower() not in own]
    keys = [_key(*map(text, pair)) for pair in zip(vendors, models, strict=True)]
    others = sorted(key for key in old.rows if key not in {*keys})
    kept = [] if replace else others
    if kept:
        _refuse_other_ways(old, made_of, where, len(kept))
    table = markdown(Part("", header, rows, [], 3)).splitlines()
    plain = [text(NONE)] * len(more)
    blank = dict(zip(more, plain, strict=True))
    added = [more, [":--"] * len(more)]
    added += [
        [old.rows.get(key, [{}])[0].get(name.lower(), blank[name]) for name in more] for key in keys
    ]
    table = [
        f"{line} {' | '.join([*cells, ''])}".rstrip()
        for line, cells in zip(table, added, strict=True)
    ]
    for key in kept:
        for row in old.rows[key]:
            cells = [
                text(NONE) if name in _RANKS else row.get(text(name).lower(), text(NONE))
                for name in header
            ]
            cells += [row.get(name.lower(), text(NONE)) for name in more]
            table.append(f"| {' | '.join(cells)} |")
    notes = [f"- {text(each)}" for each in part.notes]
    unranked = sum(len(old.rows[key]) for key in kept)
    if kept:
        notes.insert(
            0, f"- {counted(unranked, 'row')} without a rank: not compared with the others"
        )
    said = json.dumps(made_of, ensure_ascii=False, sort_keys=True).replace("--", "-\\u002d")
    shown = {text(name).lower() for name in (*header, *more)}
    lost = [name.replace("\\", "") for name in old.names if name.lower() not in {*shown, "system"}]
    dropped = [" ".join(key) for key in others] if replace else []
    left = [
        f"{where}: {what}: {', '.join([*names[:_MOST], *['...'] * (len(names) > _MOST)])}"
        for what, names in (
            (f"{counted(len(dropped), 'row')} dropped", dropped),
            (f"{counted(len(lost), 'column')} not kept", lost),
            (f"{counted(len(old.more), 'cell')} without a column not kept", old.more),
            (f"{counted(len(old.prose), 'line')} between the marks not kept", old.prose),
        )
        if names
    ]
    return [f"<!-- made of {said} -->", "", *table, "", *notes, ""], left


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
    cells = [cell.strip() for cell in _BAR.split(line.strip())]
    first, last = int(not cells[0]), len(cells) - (not cells[-1])
    return cells[first:last]


class _Old(NamedTuple):
    """What is between the marks.

    Attributes:
        names: of the columns.
        rows: cells by the names of their columns in lower case, by vendor and model.
        made: how the rows were made, as a block of ours says; empty if it says nothing.
        unread: why that cannot be read; empty if it can.
        prose: lines that are part of neither the first table nor a list.
        more: cells of rows that have more of them than the table has columns.
    """

    names: list[str]
    rows: dict[tuple[str, str], list[dict[str, str]]]
    made: dict[str, Any]
    unread: str
    prose: list[str]
    more: list[str]


def _old(lines: Sequence[str], where: str, *, replace: bool) -> _Old:
    """Return what is between the marks.

    Raises:
        UsageError: rows are to be kept, and do not say whose they are, or two columns have one name.
    """
    found = next((match for line in lines if (match := _MADE.fullmatch(line.strip()))), None)
    made: Any = {}
    unread = "" if found else "nothing says how they were made"
    try:
        made = json.loads(found[1]) if found else {}
    except (ValueError, RecursionError):
        unread = "what says how they were made cannot be read"
    if not isinstance(made, dict) or not isinstance(made.get(_COLUMNS, []), list):
        made, unread = {}, "what says how they were made cannot be read"
    table, prose = _table_and_rest(lines)
    names = _cells(table[0]) if table else []
    lower = [name.lower() for name in names]
    body = table[2:] if table[1:] and _RULE.fullmatch(table[1].strip()) else table[1:]
    again = next((name for at, name in enumerate(lower) if name in lower[:at]), None)
    if again is not None and body and not replace:
        raise UsageError(
            f"{where}: two columns of the table between the marks are called {again}, so their cells cannot be "
            "told apart; give one another name, or --replace writes over them"
        )
    rows: dict[tuple[str, str], list[dict[str, str]]] = {}
    if not set(_KEYS) <= {*lower}:
        if body and not replace:
            raise UsageError(
                f"{where}: the table of {counted(len(body), 'row')} between the marks has no columns vendor and "
                "model, so its rows cannot be told apart; --replace writes over them"
            )
        return _Old(names, rows, made, unread, prose, [])
    more: list[str] = []
    for line in body:
        cells = _cells(line)
        more += filter(None, cells[len(lower) :])
        row = dict(zip(lower, cells, strict=False))
        rows.setdefault(_key(row.get("vendor", ""), row.get("model", "")), []).append(row)
    return _Old(names, rows, made, unread, prose, more)


def _table_and_rest(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the lines of the first table, which an empty line ends, and those of none and of no list."""
    table: list[str] = []
    rest: list[str] = []
    over = False
    for line in map(str.strip, lines):
        over |= bool(table) and not line
        if not over and (line.startswith("|") or (table and _BAR.search(line))):
            table.append(line)
        elif line and not line.startswith("- ") and not _MADE.fullmatch(line):
            rest.append(line)
    return table, rest


def _made_of(board: Board, header: Sequence[str]) -> dict[str, Any]:
    """Return what rows of one table have in common, and which columns are ours."""
    found: dict[str, Any] = {
        "dataset": board.dataset,
        "references": board.references,
        "signature": board.signature,
        _COLUMNS: [*header],
    }
    if SEMANTIC_WER not in board.without:
        judged = [each.standing.semantic for each in board.rows if each.standing.semantic]
        found["semantic_wer"] = sorted({each.signature for each in judged if each.judged})
    if DELAY not in board.without:
        timed = [each.calls for each in board.rows if each.calls.seconds.percentiles]
        found["conditions"] = timed[0].conditions if timed else {}
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def _refuse_other_ways(old: _Old, new: dict[str, Any], where: str, kept: int) -> None:
    """Refuse to keep rows that were made in another way than the new ones.

    Raises:
        UsageError: with what differs.
    """
    rest = (
        f"{counted(kept, 'row')} in {where} would be next to rows that were made in another way: "
    )
    how = ". --replace writes the table without them"
    if old.unread:
        raise UsageError(f"{rest}{old.unread}{how}")
    for name in dict.fromkeys([*old.made, *new]):
        before, now = old.made.get(name), new.get(name)
        if name != _COLUMNS and before != now:
            raise UsageError(
                f"{rest}{name} was {json.dumps(before)}, and is {json.dumps(now)}{how}"
            )
