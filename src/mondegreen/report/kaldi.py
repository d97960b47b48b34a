"""``kaldi``: the three lines of Kaldi's compute-wer, which many scripts parse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.errors import UsageError
from mondegreen.metrics.edits import EditMetric

if TYPE_CHECKING:
    from mondegreen.scoring.result import Result


def render(result: Result) -> str:
    """Return ``%WER``, ``%SER`` (here the *sentence* error rate) and the number of sentences.

    ``[PARTIAL]`` marks rates of which some utterances had no hypothesis.

    Raises:
        UsageError: no metric with substitutions, deletions and insertions was asked for.
    """
    edits = [name for name, kind in result.metrics.items() if isinstance(kind, EditMetric)]
    if not edits:
        raise UsageError("Kaldi's output shows substitutions, deletions and insertions: add -m wer")
    if len(edits) > 1:
        raise UsageError(f"Kaldi's output shows one metric, not {', '.join(edits)}: name one")
    name = edits[0]
    counts = result[name].counts
    errors = result[name].errors
    length = counts["hits"] + counts["substitutions"] + counts["deletions"]
    wrong = len(result.rows_with_errors(name))
    scored, absent = result.coverage.scored, result.coverage.missing + result.coverage.failed
    partial = " [PARTIAL]" if absent else ""
    steps = f"{counts['insertions']} ins, {counts['deletions']} del, {counts['substitutions']} sub"
    lines = (
        f"%WER {_percent(errors, length, scored)} [ {errors} / {length}, {steps} ]{partial}",
        f"%SER {_percent(wrong, scored, scored)} [ {wrong} / {scored} ]",
        f"Scored {scored} sentences, {absent} not present in hyp.",
    )
    return "\n".join(lines)


def _percent(part: int, whole: int, scored: int) -> str:
    if whole:
        return f"{100 * part / whole:.2f}"
    if not scored:
        return "nan"  # as Kaldi has it; never a rate that looks perfect
    return "inf" if part else "0.00"
