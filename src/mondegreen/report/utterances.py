"""The utterances that a page shows, as plain values for its script.

An utterance is ``{"i": id, "r": reference, "m": [columns], "s": [systems]}``. A
system's part is ``null`` where the utterance is not in its run, else ``{"h": hypothesis, "w": why
there is none, "e": errors, "p": rate, "u": not judged, "n": note, "d": pieces}``. A piece is a text that is equal,
or ``{"r": said, "h": written, "e": errors, "t": token pairs, "c": letters, "f": reason, "y": why}``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen import _kernel
from mondegreen.alignment import align_many
from mondegreen.alignment.difference import Difference
from mondegreen.errors import UsageError, visible
from mondegreen.forgive.base import Reason
from mondegreen.report.letters import letter_pieces
from mondegreen.scoring.forgiven_spans import pieces_of_rows
from mondegreen.scoring.utterance import note_of, plain_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mondegreen.alignment import Alignment
    from mondegreen.report.systems import Systems
    from mondegreen.scoring.result import Result

__all__ = ["EMPTY", "MISSING", "utterances"]

_CHOICES: Final = {
    "accept": Reason(forgiver="choice", version="1", why="the reference lets it be so"),
    "ignore": Reason(
        forgiver="don't care", version="1", why="stands for anything, and is not counted"
    ),
}
"""What the page says of steps that are right without being equal, and of those that are none."""

EMPTY: Final = "(empty)"
MISSING: Final = "(missing)"


def utterances(
    systems: Systems, chosen: Sequence[int], columns: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the chosen utterances; ``columns`` are the metadata that they carry.

    >>> from mondegreen import score
    >>> from mondegreen.report.systems import Systems
    >>> (found,) = utterances(Systems.of(score("a cat", "a hat")), [0], [])
    >>> found["s"][0]["d"][0], found["s"][0]["d"][1]["t"]
    ('a', [['cat', 'hat']])
    """
    found: list[dict[str, Any]] = []
    for at in chosen:
        result, row = systems.somewhere(at)
        reference = result.texts(row).get("reference")
        found.append(
            {
                "i": visible(result.id(row)),
                "r": None if reference is None else visible(plain_text(reference)),
                "m": [_cell(result.metadata.get(name), row) for name in columns],
                "s": [],
            }
        )
    for place, result in enumerate(systems.results):
        rows = [systems.places[at][place] for at in chosen]
        parts = _of_system(result, systems.metric, [row for row in rows if row is not None])
        for utterance, own in zip(found, rows, strict=True):
            utterance["s"].append(None if own is None else parts[own])
    return found


def _cell(column: Any, row: int) -> str:
    value = None if column is None else column[row]
    return "" if value is None else visible(str(value))


def _of_system(result: Result, metric: str, rows: Sequence[int]) -> dict[int, dict[str, Any]]:
    kind = result.metrics[metric]
    columns = result.rows[metric].columns
    found: dict[int, dict[str, Any]] = {}
    for row in rows:
        counts = [column[row] for column in columns]
        scored = result.is_scored(row)
        text = result.texts(row).get("hypothesis")
        there = isinstance(text, (str, list, tuple))
        found[row] = part = {
            "h": visible(plain_text(text)) if there else None,
            "e": kind.errors(counts) if scored else None,
            "p": result.rate(row, metric),
        }
        why = _why(result, row)
        if why:
            part["w"] = why
        unjudged = result.rows[metric].unjudged.get(row)
        if unjudged is not None:
            part |= {"e": None, "u": True}
        note = note_of(result, row, metric) if result.has_texts else ""
        note = note if unjudged is None else f"not judged: {unjudged}"
        if note:
            part["n"] = visible(note)
    if result.has_texts:
        scored_rows = [row for row in rows if result.is_scored(row)]
        for row, pieces in _pieces(result, metric, scored_rows).items():
            found[row]["d"] = pieces
    return found


def _why(result: Result, row: int) -> str:
    """Return what is in place of a hypothesis that is not there, or is empty."""
    state = result.status[row]
    if state > _kernel.EMPTY:
        reason = result.reasons.get(row)
        return MISSING if reason is None else f"failed: {visible(' '.join(reason.split()))}"
    return EMPTY if state == _kernel.EMPTY else ""


def _pieces(result: Result, metric: str, rows: Sequence[int]) -> dict[int, list[Any]]:
    """Return equal and different pieces of each utterance, letters and reasons with them."""
    unit = result.unit_of(metric)
    space = " " if unit.startswith("word") else ""
    aligned = dict(zip(rows, result.align_rows(rows, metric), strict=True))
    found: dict[int, list[Any]] = {row: [] for row in rows}
    ends = dict.fromkeys(rows, 0)
    waiting: list[tuple[dict[str, Any], Difference]] = []
    differences = _differences(result, metric, aligned)
    if result.recipe.reads:
        differences += [each for row in rows for each in _passed_over(row, aligned[row])]
        differences.sort(key=lambda each: (each[1].reference_start, each[1].hypothesis_start))
    for row, difference, errors, reason in differences:
        said = aligned[row].reference
        equal = said[ends[row] : difference.reference_start]
        if equal:
            found[row].append(visible(space.join(equal)))
        ends[row] = difference.reference_end
        piece = {
            "r": visible(space.join(difference.reference)),
            "h": visible(space.join(difference.hypothesis)),
            "e": errors,
        }
        if reason is not None:
            piece |= {"f": reason.forgiver, "y": visible(" ".join(reason.why.split()))}
        found[row].append(piece)
        waiting.append((piece, difference))
    for row in rows:
        rest = aligned[row].reference[ends[row] :]
        if rest:
            found[row].append(visible(space.join(rest)))
    _add_tokens(waiting)
    return found


def _differences(
    result: Result, metric: str, aligned: Mapping[int, Alignment]
) -> list[tuple[int, Difference, int, Reason | None]]:
    if result.metrics[metric].forgives:
        try:
            return [
                (row, span.difference, span.words, span.reason)
                for row, span in pieces_of_rows(result, metric, list(aligned))
            ]
        except UsageError:  # the forgivers are not here; the page says so
            pass
    return [
        (row, difference, difference.errors, None)
        for row, alignment in aligned.items()
        for difference in alignment.differences(0)
    ]


def _passed_over(
    row: int, alignment: Alignment
) -> Iterator[tuple[int, Difference, int, Reason | None]]:
    """Yield where a reference leaves a choice, so that what differs there is no error."""
    for run in alignment.runs:
        said = alignment.reference[run.reference_start : run.reference_end]
        written = alignment.hypothesis[run.hypothesis_start : run.hypothesis_end]
        if run.operation in _CHOICES and said != written:
            difference = Difference(
                reference_start=run.reference_start,
                reference_end=run.reference_end,
                hypothesis_start=run.hypothesis_start,
                hypothesis_end=run.hypothesis_end,
                reference=said,
                hypothesis=written,
                substitutions=0,
                deletions=0,
                insertions=0,
                before=(),
                after=(),
                continues=False,
                unit=alignment.unit,
            )
            yield row, difference, 0, _CHOICES[run.operation]


def _add_tokens(waiting: Sequence[tuple[dict[str, Any], Difference]]) -> None:
    """Add which token is aligned with which, and the letters that differ."""
    sides = (
        [list(difference.reference) for _, difference in waiting],
        [list(difference.hypothesis) for _, difference in waiting],
    )
    for (piece, _), alignment in zip(waiting, align_many(*sides), strict=True):
        piece["t"] = [
            [visible(said or ""), visible(written or "")]
            for said, written in alignment.pairs()
            if said != written
        ]
    letters = letter_pieces([(piece["r"], piece["h"]) for piece, _ in waiting])
    for (piece, _), pieces in zip(waiting, letters, strict=True):
        if piece["r"] and piece["h"]:
            piece["c"] = pieces
