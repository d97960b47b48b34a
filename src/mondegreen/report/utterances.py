"""The utterances that a page shows, as plain values for its script; a text is written once.

An utterance is ``{"i": id, "r": reference, "c": the reference as it was compared, if it differs, "m":
[columns], "a": recording, "s": [systems]}``. A system's part is ``null`` where the utterance is not in its
run, ``0`` where it is the reference, else ``{"h": hypothesis, if pieces do not give it, "w": why there
is none, "e": errors, "p": rate, "u": not judged, "n": note, "c": as above, "d": pieces}``. Without ``d`` all
is equal, if there are no errors. A piece is the length of what is equal in the compared reference, or
``[length, written, reason, why]``: the reason is its number from 1; without one, token pairs are in the
place of ``why`` if there are several. Lengths are in UTF-16, as scripts count.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from mondegreen import _kernel
from mondegreen.alignment import align_many
from mondegreen.alignment.difference import Difference
from mondegreen.alignment.render import pairs
from mondegreen.alignment.run import ERRORS
from mondegreen.errors import UsageError, visible
from mondegreen.forgive.base import Reason
from mondegreen.scoring.forgiven_spans import pieces_of_rows
from mondegreen.scoring.utterance import note_of, plain_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mondegreen.alignment import Alignment
    from mondegreen.metrics.base import Metric
    from mondegreen.report.systems import Systems
    from mondegreen.scoring.result import Result

__all__ = ["EMPTY", "MISSING", "units", "utterances"]

_NOT_COUNTED: Final = Reason(
    forgiver="don't care", version="1", why="stands for anything, and is not counted"
)
"""What the page says of steps that are none."""

_Pairs: TypeAlias = "list[tuple[str | None, str | None]]"
_Shown: TypeAlias = "tuple[int, Difference, _Pairs | None, Reason | None]"
"""A row, a difference, its tokens as they are aligned if they are known, and why it does not count."""

EMPTY: Final = "(empty)"
MISSING: Final = "(missing)"


def utterances(
    systems: Systems,
    chosen: Sequence[int],
    columns: Sequence[str],
    reasons: dict[str, int] | None = None,
) -> list[dict[str, Any]]:
    """Return the chosen utterances.

    Args:
        systems: all of them.
        chosen: their places.
        columns: the metadata that they carry.
        reasons: the number of each reason; those that are new are added.

    >>> from mondegreen import score
    >>> from mondegreen.report.systems import Systems
    >>> (found,) = utterances(Systems.of(score("a cat", "a hat")), [0], [])
    >>> found["s"]
    [{'e': 1, 'p': 0.5, 'd': [1, [3, 'hat']]}]
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
    numbers = {} if reasons is None else reasons
    for place, result in enumerate(systems.results):
        rows = [systems.places[at][place] for at in chosen]
        known = [row for row in rows if row is not None]
        parts = _of_system(result, systems.metric, known, numbers)
        for utterance, own in zip(found, rows, strict=True):
            utterance["s"].append(None if own is None else _short(parts[own], utterance))
    return found


def _short(part: dict[str, Any], utterance: dict[str, Any]) -> Any:
    """Leave out what the script can put together."""
    compared, heard = part.pop("c", None), part.pop("as compared", None)
    if compared is not None:
        if compared != utterance.get("c", utterance["r"]):
            if "c" in utterance or any(utterance["s"]) or 0 in utterance["s"]:
                part["c"] = compared
            else:
                utterance["c"] = compared
        if part["h"] == heard:
            del part["h"]
        if "e" in part and part["e"] == 0 and part["d"] in ([], [units(compared)]):
            del part["d"]
    return 0 if part == {"e": 0, "p": 0} else part


def units(text: str) -> int:
    """Return the length of a text in units of UTF-16."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _cell(column: Any, row: int) -> str:
    value = None if column is None else column[row]
    return "" if value is None else visible(str(value))


def _of_system(
    result: Result, metric: str, rows: Sequence[int], numbers: dict[str, int]
) -> dict[int, dict[str, Any]]:
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
            "p": _rounded(result.rate(row, metric)),
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
        for row, pieces in _pieces(result, metric, scored_rows, numbers).items():
            found[row] |= pieces
    return found


def _rounded(rate: float | None) -> float | None:
    return None if rate is None else round(rate, 9) or 0


def _why(result: Result, row: int) -> str:
    """Return what is in place of a hypothesis that is not there, or is empty."""
    state = result.status[row]
    if state > _kernel.EMPTY:
        reason = result.reasons.get(row)
        return MISSING if reason is None else f"failed: {visible(' '.join(reason.split()))}"
    return EMPTY if state == _kernel.EMPTY else ""


def _pieces(
    result: Result, metric: str, rows: Sequence[int], numbers: dict[str, int]
) -> dict[int, dict[str, Any]]:
    """Return the pieces of each row, and both texts as they were compared."""
    unit = result.unit_of(metric)
    space = " " if unit.startswith("word") else ""
    aligned = dict(zip(rows, result.align_rows(rows, metric), strict=True))
    found: dict[int, list[Any]] = {row: [] for row in rows}
    ends = dict.fromkeys(rows, 0)
    waiting: list[tuple[list[Any], Difference, _Pairs | None]] = []
    differences = _differences(result, metric, aligned)
    passed_over = [
        each for row in rows for each in _passed_over(row, aligned[row], result.metrics[metric])
    ]
    if passed_over:
        differences += passed_over
        differences.sort(key=lambda each: (each[1].reference_start, each[1].hypothesis_start))

    def shown(tokens: Sequence[str]) -> str:
        return visible(space.join(tokens))

    heard: dict[int, list[str]] = {row: [] for row in rows}
    said: dict[int, list[str]] = {row: [] for row in rows}
    for row, difference, tokens, reason in differences:
        equal = shown(aligned[row].reference[ends[row] : difference.reference_start])
        ends[row] = difference.reference_end
        wrong, written = shown(difference.reference), shown(difference.hypothesis)
        if equal:
            found[row].append(units(equal))
        piece: list[Any] = [units(wrong), written]
        if reason is None:
            waiting.append((piece, difference, tokens))
        else:
            number = numbers.setdefault(reason.forgiver, len(numbers) + 1)
            piece += [number, visible(" ".join(reason.why.split()))]
        found[row].append(piece)
        said[row] += [equal, wrong]
        heard[row] += [equal, written]
    _add_tokens(waiting, space)
    parts = {}
    for row in rows:
        rest = shown(aligned[row].reference[ends[row] :])
        if rest:
            found[row].append(units(rest))
        parts[row] = {
            "d": found[row],
            "c": space.join(filter(None, (*said[row], rest))),
            "as compared": space.join(filter(None, (*heard[row], rest))),
        }
    return parts


def _differences(result: Result, metric: str, aligned: Mapping[int, Alignment]) -> list[_Shown]:
    if result.metrics[metric].forgives:
        try:
            return [
                (row, span.difference, None, span.reason)
                for row, span in pieces_of_rows(result, metric, list(aligned))
            ]
        except UsageError:  # the forgivers are not here; the page says so
            pass
    return [
        (row, difference, tokens, None)
        for row, alignment in aligned.items()
        for difference, tokens in zip(
            alignment.differences(0), _wrong_pairs(alignment), strict=True
        )
    ]


def _wrong_pairs(alignment: Alignment) -> Iterator[_Pairs]:
    """Yield of each difference its tokens as they are aligned."""
    steps = pairs(alignment.reference, alignment.hypothesis, alignment.runs)
    for wrong, group in groupby(steps, lambda step: step[2] in ERRORS):
        if wrong:
            yield [(said, written) for said, written, _ in group]


def _passed_over(row: int, alignment: Alignment, kind: Metric) -> Iterator[_Shown]:
    """Yield where what differs is no error, by a choice of the reference or by the metric."""
    forgiver, why = kind.accepts
    reasons = {"accept": Reason(forgiver=forgiver, version="1", why=why), "ignore": _NOT_COUNTED}
    for run in alignment.runs:
        said = alignment.reference[run.reference_start : run.reference_end]
        written = alignment.hypothesis[run.hypothesis_start : run.hypothesis_end]
        if run.operation in reasons and said != written:
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
            yield row, difference, None, reasons[run.operation]


def _add_tokens(waiting: Sequence[tuple[list[Any], Difference, _Pairs | None]], space: str) -> None:
    """Add which token is aligned with which, where a piece does not show it."""
    several = [
        each
        for each in waiting
        for said, written in [(each[1].reference, each[1].hypothesis)]
        if len(said) + len(written) > 1 + bool(said and written)
        and ((said and written) or not space)
    ]
    remaining = [difference for _, difference, known in several if known is None]
    aligned = iter(
        align_many(
            [list(each.reference) for each in remaining],
            [list(each.hypothesis) for each in remaining],
        )
    )
    for piece, _, known in several:
        if known is None:
            known = [pair for pair in next(aligned).pairs() if pair[0] != pair[1]]  # noqa: PLW2901
        piece += [0, [[visible(said or ""), visible(written or "")] for said, written in known]]
