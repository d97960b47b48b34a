"""Two files of plain lines that may be something else: Kaldi's text, or tables without a suffix.

Ids and headers that are scored as words give a number that looks right. So where lines may begin
with ids, or be rows, either the files say so for certain, or the user is asked, or at least told.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.formats.text.kaldi import FIRST_WORD, Kaldi
from mondegreen.corpus.n_best import are_numbered, is_numbered
from mondegreen.corpus.pairing_names import stem
from mondegreen.corpus.speakers import lines_with_speakers
from mondegreen.corpus.table import quoted
from mondegreen.errors import DoubtWarning, InputError, warn
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from mondegreen.corpus.table import Table

__all__ = ["begin_with_different_words", "settled"]

_MAYBE_ID: Final = pattern(
    r"[A-Za-z]+[-_]?\d+"  # utt1
    r"|0\d+"  # 0017
    r"|\S*\d\S*:"  # u1:
    r"|[^\W_]+(_[^\W_]+)+"  # ada_intro
    r"|\S+\.(wav|flac|mp3|ogg|opus|m4a|sph)"
)
_CODE: Final = pattern(  # BAC009S0764W0121, 4k0c0301, 9f86d081
    r"(?=\D*\d\D*\d\D*\d)(?=[0-9]*[A-Za-z])[A-Za-z0-9]{6,}", re.ASCII
)
_SPOKEN: Final = "--format lines if these words were spoken"
_SAYS_SPOKEN: Final = "--format lines says that these words were spoken"
_READ_AS_LINES: Final = "read as plain lines, first words included"
_MARKS: Final = {
    ",": "add --format csv",
    "\t": "add --format tsv",
    ";": "save them with commas and add --format csv",
    "|": "save them with commas and add --format csv",
}
_MOST_LINES: Final = 200
_LONGEST_ID: Final = 1_000  # letters; to look at a line without a space of 1 GiB takes minutes


def settled(first: Table, second: Table) -> tuple[tuple[Table, Table], bool]:
    """Return two tables of plain lines, as Kaldi's where both are that for certain.

    Returns:
        The tables, and whether a warning said that ids or cells may be in their texts.

    Raises:
        InputError: the lines of both may begin with ids, but that is not certain, or an id
            occurs twice.
    """
    spoken = _with_speakers(first, second)
    if spoken is not None:
        return spoken, False
    doubt = None if _are_numbered(first, second) else _unless_kaldi(first, second)
    if doubt is None:
        lines = first.columns["text"], second.columns["text"]
        tables = Kaldi().parse(first.name, lines[0]), Kaldi().parse(second.name, lines[1])
        return tables, False
    doubt = doubt or _unless_lines(first, second)
    if doubt:
        warn(doubt, DoubtWarning)
    return (first, second), bool(doubt)


def _are_numbered(first: Table, second: Table) -> bool:
    """Whether lines of the second begin with first words of the other and a number, as Kaldi's n-best."""
    lines = [len(table.columns["text"]) for table in (first, second)]
    start = FIRST_WORD.match(next(iter(second.columns["text"]), ""))
    if start is None or not is_numbered(start[1]):
        return False  # as nearly always, and known without a look at all lines
    words = [
        [start[1] for line in table.columns["text"] if (start := FIRST_WORD.match(line))]
        for table in (first, second)
    ]
    if list(map(len, words)) != lines:
        return False
    return len({*words[0]}) == lines[0] and are_numbered(words[0], words[1])


def _with_speakers(first: Table, second: Table) -> tuple[Table, Table] | None:
    """Return both tables where speakers are in front of the lines of one or of both."""
    texts = first.columns["text"], second.columns["text"]
    said, doubt = lines_with_speakers(first, texts[1])
    wrote, other = lines_with_speakers(second, texts[0])
    for warning in filter(None, (doubt, other)):
        warn(warning, DoubtWarning)
    return (said, wrote) if doubt or other else None


def with_ids_of(ids: Iterable[str], lines: Table) -> Table | None:
    """Return plain lines as Kaldi's text where they begin with ids of another file; else ``None``.

    Every line begins with another word, there are two lines or more, and most of the words are
    among the ids, apart from case, folders and the endings of recordings.
    """
    known = {stem(name).casefold() for name in ids}
    starts = [FIRST_WORD.match(line) for line in lines.columns["text"]] if known else []
    words = [stem(start[1]).casefold() for start in starts if start is not None]
    shared = known.intersection(words)
    if len(words) < 2 or len(set(words)) < len(words) or 2 * len(shared) <= len(words):  # noqa: PLR2004
        return None
    return Kaldi().parse(lines.name, lines.columns["text"])


def warn_of_ids(table: Table, option: str) -> None:
    """Warn where lines that are paired with segments begin with what looks like ids, each another."""
    ids = _ids(table, _is_id)
    if ids is None or ids.fault or not ids.words or ids.lines < 2 or _goes_on(table, _is_id):  # noqa: PLR2004
        return
    warn(
        f"{table.name}: {_READ_AS_LINES}; each line begins with what looks like an id, such as "
        f"{ids.first}. If they are ids, add {option} kaldi; {_SAYS_SPOKEN}",
        DoubtWarning,
    )


@dataclass
class _Ids:
    """What every line of a file begins with, blank ones aside, if all of that can be ids."""

    rows: dict[str, int]
    again: tuple[str, int] | None = None
    blank: int | None = None
    words: bool = False
    lines: int = 0

    @property
    def fault(self) -> bool:
        return self.again is not None or self.blank is not None

    @property
    def first(self) -> str:
        return quoted(min(self.rows))


def _unless_kaldi(first: Table, second: Table) -> str | None:
    """Return ``None`` for two files of Kaldi's, else a warning, or nothing to warn of."""
    rule = _is_id
    ids, others = _ids(first, rule), _ids(second, rule)
    if ids is None or others is None:
        rule = _may_be_id
        ids, others = _ids(first, rule), _ids(second, rule)
    if ids is None and others is None:
        _refuse_numbered(first, second)
        _refuse_reordered(first, second)
        return ""
    if ids is None or others is None:
        one, other = (first, second) if others is None else (second, first)
        return "" if _goes_on(one, rule) else _one_side(one, other, ids or others, first)
    same = ids.rows.keys() == others.rows.keys()
    if rule is _is_id and same and ids.words and not (ids.fault or others.fault) and ids.lines > 1:
        return None
    commands = not ids.words and not others.words and (ids.again or others.again)
    if commands or _goes_on(first, rule) or _goes_on(second, rule):
        return ""
    shared = ids.rows.keys() & others.rows.keys()
    if ids.lines == others.lines == 1:
        return _single(first, second, ids) if shared else ""
    if not shared or (rule is _may_be_id and not same):
        return _two_sides(first, second, (ids, others))
    _refuse_faults(first, ids)
    _refuse_faults(second, others)
    if same:
        raise InputError(
            f"{first.name}, {second.name}: each line begins with what looks like an id, such as "
            f"{ids.first}, the same ones in both files; add --format kaldi, or {_SPOKEN}"
        )
    odd = quoted(min(ids.rows.keys() ^ others.rows.keys()))
    raise InputError(
        f"{first.name}, {second.name}: every line begins with an id, as in Kaldi's text, but "
        f"{odd} is in one file only; name the format: --format kaldi, or --format lines"
    )


def _goes_on(table: Table, rule: Callable[[str], bool]) -> bool:
    """Whether the second words look like ids too, so that all of them are just words."""
    lines = (line.split(maxsplit=2) for line in islice(table.columns["text"], _MOST_LINES))
    seconds = [rule(words[1]) for words in lines if len(words) > 1]
    return 2 * sum(seconds) >= len(seconds) > 0


def _ids(table: Table, rule: Callable[[str], bool]) -> _Ids | None:
    rows: dict[str, int] = {}
    again, blank, words, blanks = None, None, False, 0
    for row, line in enumerate(table.columns["text"]):
        start = FIRST_WORD.match(line)
        if start is None:
            blank, blanks = row if blank is None else blank, blanks + 1
            continue
        name = start[1]
        if not rule(name):
            return None
        if rows.setdefault(name, row) != row and again is None:
            if name.endswith(":"):
                return None  # who speaks
            again = name, row
        words = words or start.end() < len(line)
    lines = len(table) - blanks
    return _Ids(rows, again, blank, words=words, lines=lines) if rows else None


def _is_id(field: str) -> bool:
    if len(field) > _LONGEST_ID:
        return False
    marked = ("-" in field or "_" in field) and any(map(str.isdigit, field))
    return marked or _CODE.fullmatch(field) is not None


def _may_be_id(field: str) -> bool:
    if len(field) > _LONGEST_ID:
        return False
    return _is_id(field) or _MAYBE_ID.fullmatch(field) is not None


def _refuse_faults(table: Table, found: _Ids) -> None:
    """Refuse what Kaldi's text must not have, before it makes a file of ids look plain."""
    if found.again is not None:
        name, row = found.again
        raise table.error(
            row,
            f"every line begins with what looks like an id, and {quoted(name)} occurs here and on "
            f"{table.place(found.rows[name])}, expected different ids; correct one of them, or add "
            f"{_SPOKEN}",
        )
    if found.blank is not None:
        raise table.error(
            found.blank,
            f"blank line, and every other one begins with what looks like an id, such as "
            f"{found.first}; take it out and add --format kaldi, or add {_SPOKEN}",
        )


def _refuse_numbered(first: Table, second: Table) -> None:
    """Refuse lines of which those of both files are numbered 1, 2, 3 or 0, 1, 2, as ids are."""
    if len(first) < 2 or len(first) != len(second):  # noqa: PLR2004
        return
    for begin in (0, 1):
        if all(_counts_from(table, begin) for table in (first, second)):
            raise InputError(
                f"{first.name}, {second.name}: the lines of both are numbered from {begin} on, as "
                f"with ids; add --format kaldi to pair by the numbers, or {_SPOKEN}"
            )


def _counts_from(table: Table, begin: int) -> bool:
    """Whether the first word of each line is its number, and more words follow."""
    lines = (line.split(maxsplit=1) for line in table.columns["text"])
    return all(
        len(words) > 1 and words[0] == str(number) for number, words in enumerate(lines, begin)
    )


def _refuse_reordered(first: Table, second: Table) -> None:
    """Refuse lines whose first words are the same in both files, each once, in another order."""
    words = _once(first)
    others = _once(second) if len(words) > 1 else {}
    if words.keys() == others.keys() and words != others:
        raise InputError(
            f"{first.name}, {second.name}: the lines of both begin with the same words, each once, "
            f"but in another order, as ids do, such as {quoted(min(words))}; add --format kaldi to "
            f"pair by them, or {_SPOKEN}"
        )


def begin_with_different_words(table: Table) -> bool:
    """Whether every line begins with another word, as with an id."""
    return bool(_once(table))


def _once(table: Table) -> dict[str, int]:
    """Return the first word of every line, blank ones aside; nothing where one occurs twice.

    Lines of one word each, as answers are, are no ids alone and give nothing either. In ordinary
    texts a word occurs twice soon, so that few lines are looked at.
    """
    rows: dict[str, int] = {}
    more = False
    for row, line in enumerate(table.columns["text"]):
        start = FIRST_WORD.match(line)
        if start is None:
            continue
        if rows.setdefault(start[1], row) != row:
            return {}
        more = more or start.end() < len(line)
    return rows if more else {}


def _one_side(table: Table, other: Table, ids: _Ids | None, first: Table) -> str:
    """Return a warning where the lines of one file may begin with ids, and those of the other not.

    Raises:
        InputError: they do for certain: each line, each once.
    """
    sure = _ids(table, _is_id)
    if sure is not None and not sure.fault and sure.words and sure.lines > 1:
        formats = ("kaldi", "lines") if table is first else ("lines", "kaldi")
        raise InputError(
            f"{table.name}: each line begins with an id, such as {sure.first}, and those of {other.name} "
            f"do not. To pair by position without the ids, add --format {formats[0]} "
            f"--hypothesis-format {formats[1]} --id-column ''; or add {_SPOKEN}"
        )
    if ids is None or len(ids.rows) < 2:  # noqa: PLR2004
        return ""
    return (
        f"{table.name}: {_READ_AS_LINES}; each line begins with what looks like an id, such as "
        f"{ids.first}, and those of {other.name} do not. If they are ids, give both files the "
        f"same ones and add --format kaldi; {_SAYS_SPOKEN}"
    )


def _single(first: Table, second: Table, ids: _Ids) -> str:
    return (
        f"{first.name}, {second.name}: {_READ_AS_LINES}; {ids.first} looks like an id. If it is "
        f"one, add --format kaldi; {_SAYS_SPOKEN}"
    )


def _two_sides(first: Table, second: Table, ids: tuple[_Ids, _Ids]) -> str:
    if ids[0].rows.keys() & ids[1].rows.keys():
        odd = quoted(min(ids[0].rows.keys() ^ ids[1].rows.keys()))
        match = f"but {odd} is in one file only"
    else:
        match = f"but none is in both files: {ids[0].first} and {ids[1].first}"
    return (
        f"{first.name}, {second.name}: {_READ_AS_LINES}; each line begins with what looks like an "
        f"id, {match}. If they are ids, give both files the same ones and add --format kaldi; "
        f"{_SAYS_SPOKEN}"
    )


def _unless_lines(first: Table, second: Table) -> str:
    """Return a warning where both files look like tables with a column in common."""
    for mark, advice in _MARKS.items():
        common = _header(first, mark) & _header(second, mark)
        if common:
            return (
                f"{first.name}, {second.name}: read as plain lines, the first one included; each "
                f"line has as many {mark!r} as the others, as in tables with a column "
                f"{quoted(min(common))}. If they are, {advice}; --format lines says that they "
                "are not"
            )
    return ""


def _header(table: Table, mark: str) -> set[str]:
    """Return the names of the columns, if lines could be rows; else nothing."""
    lines = list(islice(table.columns["text"], _MOST_LINES + 1))
    if len(lines) < 2 or mark not in lines[0]:  # noqa: PLR2004
        return set()
    try:
        rows = list(csv.reader((f"{line}\n" for line in lines), delimiter=mark, strict=True))
    except csv.Error:
        return set()
    header = rows[0]
    if len(lines) > _MOST_LINES:
        rows.pop()  # it may continue
    if len(set(map(len, filter(None, rows)))) != 1 or len(set(header)) < len(header):
        return set()
    # In a sentence a space follows a comma.
    return set(header) if all(cell == cell.strip() for cell in header) else set()
