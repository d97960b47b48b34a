"""``sclite-sum``: the table of percentages by speaker that NIST's sclite prints with ``-o sum``."""

from __future__ import annotations

from math import floor
from statistics import fmean, median, stdev
from typing import TYPE_CHECKING, Final, TypeAlias

from mondegreen.errors import visible
from mondegreen.report.aligned_rows import aligned_rows, by_speaker, system_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.report.aligned_rows import AlignedRow
    from mondegreen.scoring.result import Result

_WIDTH: Final = 80
_TITLE: Final = "SYSTEM SUMMARY PERCENTAGES by SPEAKER"
_HEAD: Final = ("Corr", "Sub", "Del", "Ins", "Err", "S.Err")
_NOTES: Final = (
    "",
    "* No Reference words for this/these speaker(s).  Word counts supplied",
    "  rather than percents.",
    "+ Speaker(s) with no reference data is ignored",
)
_LONGEST: Final = 60
_Row: TypeAlias = tuple[str, str, str, list[str], list[str]]


def render(result: Result) -> str:
    """Return the table: a row a speaker, then ``Sum/Avg``, mean, standard deviation and median.

    Percents are of the reference words, and in the last column of the sentences. A speaker without
    reference words has counts with a ``*`` in their place.

    Raises:
        UsageError: not one metric that counts substitutions, deletions and insertions.
    """
    speakers = by_speaker(aligned_rows(result, "sclite-sum"))
    rows = {name: _totals(found) for name, found in speakers.items()}
    known = [row for row in rows.values() if row[1]] or list(rows.values())
    mark = "+" if len(known) < len(rows) else " "
    percents = [_percents(row) for row in known]
    overall = tuple(map(sum, zip(*rows.values(), strict=True)))
    body: list[_Row] = [
        *((_shown(name), *_cells(row)) for name, row in rows.items()),
        ("Sum/Avg", *_cells(overall)),
    ]
    sizes = [row[:2] for row in rows.values()]
    last: list[_Row] = []
    for name, measure in (("Mean", fmean), ("S.D.", _deviation), ("Median", median)):
        columns = [measure(column) for column in zip(*sizes, strict=True)]
        rates = [_tenths(measure(column)) for column in zip(*percents, strict=True)]
        rates[-1] = _tenths(measure([100 * row[6] / row[0] for row in rows.values()]))
        marks = [mark] * (len(rates) - 1) + [" "]
        first, second = map(_tenths, columns)
        last.append((name, first, second, rates, marks))
    return _layout(result, body, last, star=any(not row[1] for row in rows.values()), plus=mark)


def _totals(rows: Sequence[AlignedRow]) -> tuple[int, ...]:
    """Return sentences, words, correct, substitutions, deletions, insertions, wrong sentences."""
    counts = [row.counts for row in rows]
    correct, *errors = map(sum, zip(*counts, strict=True))
    wrong = sum(any(row[1:]) for row in counts)
    return len(rows), correct + errors[0] + errors[1], correct, *errors, wrong


def _percents(row: Sequence[int]) -> list[float]:
    sentences, words, correct, *errors, wrong = row
    parts = (correct, *errors, sum(errors))
    return [*(100 * part / words if words else 0.0 for part in parts), 100 * wrong / sentences]


def _cells(row: Sequence[int]) -> tuple[str, str, list[str], list[str]]:
    sentences, words, correct, *errors, _ = row
    cells, marks = list(map(_tenths, _percents(row))), [" "] * len(_HEAD)
    if not words:
        cells[:-1] = map(str, (correct, *errors, sum(errors)))
        marks[:-1] = "*" * (len(_HEAD) - 1)
    return str(sentences), str(words), cells, marks


def _deviation(values: Sequence[float]) -> float:
    return stdev(values) if len(values) > 1 else 0.0


def _tenths(value: float) -> str:
    """Round halves up, as sclite does."""
    return f"{floor(value * 10 + 0.5) / 10:.1f}"


def _shown(name: str) -> str:
    return visible(name)[:_LONGEST]


def _layout(
    result: Result,
    body: Sequence[_Row],
    last: Sequence[_Row],
    *,
    star: bool,
    plus: str,
) -> str:
    rows = [*body, *last]
    names = max(len(row[0]) for row in body[:-1])
    sentences = max(5, *(len(row[1]) for row in rows))
    words = max(5, *(len(row[2]) for row in rows))
    each = [max(5, *(len(row[3][at]) for row in rows)) for at in range(len(_HEAD))]
    bars = (max(len("Sum/Avg") + 1, names + 2), sentences + words + 3, sum(each) + 11)
    inner = sum(bars) + 2

    def line(name: str, first: str, second: str, cells: list[str], marks: list[str]) -> str:
        shown = " ".join(
            f"{cell:>{width}}{mark}" for cell, width, mark in zip(cells, each, marks, strict=True)
        )
        return f"|{name}|{first:>{sentences}}  {second:>{words}} |{shown}|"

    def of(row: _Row, *, center: bool) -> str:
        name = _centered(row[0], bars[0]) if center else f" {row[0]}".ljust(bars[0])
        return line(name, *row[1:])

    rule = f"|{'-' * bars[0]}+{'-' * bars[1]}+{'-' * bars[2]}|"
    double = f"|{'=' * inner}|"
    head = line(" SPKR".ljust(bars[0]), "", "", list(_HEAD), [" "] * len(_HEAD))
    sizes = _centered("# Snt # Wrd", bars[1])
    head = head.replace(f"|{' ' * bars[1]}|", f"|{sizes}|", 1)
    title = _shown(system_of(result))
    lines = [f",{'-' * inner}.", f"|{_centered(title, inner)}|", f"|{'-' * inner}|", head]
    for row in body[:-1]:
        lines += [rule, of(row, center=False)]
    lines += [double, of(body[-1], center=False), double]
    lines += [of(row, center=True) for row in last]
    lines.append(f"`{'-' * inner}'")
    pad = " " * max((_WIDTH - inner - 2) // 2, 0)
    notes = list(_NOTES[: 3 if plus == " " else 4]) if star else []
    return "\n".join(
        ["", "", "", _centered(_TITLE, _WIDTH), "", *(pad + each for each in lines), *notes]
    )


def _centered(text: str, width: int) -> str:
    """Centre as sclite does: where it is not even, the smaller part is in front."""
    return f"{' ' * ((width - len(text)) // 2)}{text}".ljust(width)
