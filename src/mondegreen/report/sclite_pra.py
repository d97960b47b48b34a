"""``sclite-pra``: the alignments that NIST's sclite prints with ``-o pra``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.alignment.cells import visible
from mondegreen.report.aligned_rows import aligned_rows, by_speaker, system_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.report.aligned_rows import AlignedRow, Pair
    from mondegreen.scoring.result import Result

_PLACES: Final = (("Labels", "labels"), ("File", "recording"), ("Channel", "channel"))


def render(result: Result) -> str:
    """Return each utterance with its scores and three lines: ``REF:``, ``HYP:`` and ``Eval:``.

    Errors are in capitals, and stars are where a word is missing. The utterances are by
    speaker, as sclite has them.

    Raises:
        UsageError: not one metric that counts substitutions, deletions and insertions.
    """
    return "\n".join(_lines(result)).rstrip("\n")


def _lines(result: Result) -> Iterator[str]:
    speakers = by_speaker(aligned_rows(result, "sclite-pra"))
    yield from ("", "", "\t\tDUMP OF SYSTEM ALIGNMENT STRUCTURE", "")
    yield from (f"System name:   {system_of(result)}", "", "Speakers: ")
    yield from (f"{at:>5}:  {visible(name)}" for at, name in enumerate(speakers))
    for at, (name, rows) in enumerate(speakers.items()):
        yield ""
        yield f"Speaker sentences{at:>4}:  {visible(name)}   #utts: {len(rows)}"
        for number, row in enumerate(rows):
            if number:
                yield ""
            yield from _utterance(row)
    yield ""


def _utterance(row: AlignedRow) -> Iterator[str]:
    yield f"id: ({visible(row.id)})"
    for label, column in _PLACES:
        value = row.metadata.get(column)
        if isinstance(value, str):
            yield f"{label}: {f'<{visible(value)}>' if column == 'labels' else visible(value)}"
    yield f"Scores: (#C #S #D #I) {' '.join(map(str, row.counts))}"
    if not row.pairs:
        return
    lines: tuple[list[str], list[str], list[str]] = ([], [], [])
    for pair in row.pairs:
        cells = _cells(pair)
        width = max(map(len, cells))
        for line, cell in zip(lines, cells, strict=True):
            line.append(cell.ljust(width))
    for label, line in zip(("REF: ", "HYP: ", "Eval:"), lines, strict=True):
        yield f"{label} {' '.join(line)} "


def _cells(pair: Pair) -> tuple[str, str, str]:
    said, wrote, right = pair
    reference = None if said is None else visible(said)
    hypothesis = None if wrote is None else visible(wrote)
    if right:
        reference = reference or ""
        return reference, "*" * len(reference) if hypothesis is None else hypothesis, ""
    if reference is not None and hypothesis is not None:
        return reference.upper(), hypothesis.upper(), "S"
    if reference is None:
        shown = (hypothesis or "").upper()
        return "*" * len(shown), shown, "I"
    shown = reference.upper()
    return shown, "*" * len(shown), "D"
