"""What a rate is, and under which conditions it was measured, in words."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from mondegreen.errors import visible
from mondegreen.report.number_format import details
from mondegreen.scoring.forgiveness import languages

if TYPE_CHECKING:
    from mondegreen.metrics.base import Metric
    from mondegreen.report.ends import Ends
    from mondegreen.report.systems import Systems
    from mondegreen.scoring.recipe import Recipe
    from mondegreen.scoring.result import MetricResult, Result

__all__ = ["conditions", "coverage_rows", "definition", "made_of"]

_TIES = {
    "most-hits": "of equally good alignments, the one with most hits",
    "jiwer": "of equally good alignments, the one of jiwer",
    "sclite": "of equally good alignments, the one of NIST's sclite",
}
_MISSING = {
    "error": "refused: every utterance has a hypothesis",
    "deletions": "counted: all words of the reference are deletions",
    "skip": "excluded from the rates, and counted in the coverage",
}


def definition(kind: Metric) -> str:
    """Return in one sentence what a metric is: the first of its own documentation.

    >>> from mondegreen.metrics import METRICS
    >>> definition(METRICS.get("wer")())
    'Substitutions, deletions and insertions over the words of the reference.'
    """
    text = (inspect.getdoc(type(kind)) or kind.label or kind.name).partition("\n\n")[0]
    return " ".join(text.split()).replace("``", "")


def made_of(metric: MetricResult) -> str:
    """Return the counts of a rate, as a formula with its numbers where it is simple."""
    counts = metric.counts
    if "insertions" in counts and metric.name in {"wer", "cer"} and not metric.made_of:
        steps = [counts[name] for name in ("substitutions", "deletions", "insertions")]
        length = counts["hits"] + counts["substitutions"] + counts["deletions"]
        shown = " + ".join(f"{number:,}" for number in steps)
        return f"({shown}) / {length:,}"
    return "; ".join(filter(None, (details(metric), metric.said)))


def conditions(systems: Systems, interval: Ends | None) -> list[tuple[str, str, str]]:
    """Return name, value and meaning of every choice that decides the numbers.

    ``interval`` is one that the page shows, if it shows any.
    """
    recipe = systems.first.recipe
    kind = systems.first.metrics[systems.metric]
    rows = [
        ("metric", kind.label or kind.name, definition(kind)),
        ("unit", kind.unit or "–", "how the texts are split before alignment"),
        (
            "normalizer",
            kind.normalizer or recipe.normalizer,
            "applied to both texts before alignment",
        ),
    ]
    if kind.forgives:
        rows += [
            ("forgiven", ", ".join(recipe.forgive), "differences that do not count, by reason"),
            (
                "language",
                "; ".join(map(str, languages(systems.first))) or recipe.language,
                "of the rules that forgive",
            ),
            (
                "guard",
                "on" if recipe.guard else "off",
                "whether lost numbers, negations and names are never forgiven",
            ),
        ]
        if recipe.severities:
            rows.append(
                (
                    "severities",
                    recipe.severities,
                    "severities: how much a forgiven error still counts",
                )
            )
    weights = "/".join(map(str, recipe.edit_weights))
    rows += [
        ("ties", recipe.ties, _TIES.get(recipe.ties, "tie rule between equally good alignments")),
        ("edit weights", weights, "of a substitution, a deletion and an insertion"),
        ("missing", recipe.missing, _MISSING.get(recipe.missing, "")),
    ]
    rows += _of_sessions(recipe)
    if interval is not None:
        about = "utterances are resampled; where they depend on each other it is too narrow"
        if recipe.uses_sessions:
            about = "whole recordings are resampled"
        rows.append((interval.name, interval.how, about))
    made = list(dict.fromkeys(result.provenance for result in systems.results))
    rows.append(("made by", "; ".join(made), "no part of a comparison"))
    return [(name, visible(value), about) for name, value, about in rows]


def _of_sessions(recipe: Recipe) -> list[tuple[str, str, str]]:
    """Return the settings of sessions with several speakers, those that the metrics use."""
    rows = []
    if recipe.collar:
        rows.append(("collar", f"{recipe.collar} s", "by which words may be apart"))
    if recipe.der_convention:
        rows.append(("DER convention", recipe.der_convention, "whose rules say what is scored"))
    if recipe.der_collar:
        overlap = "scored" if recipe.der_overlap else "left out"
        rows += [
            ("DER collar", f"{recipe.der_collar} s", "on either side of a border, is left out"),
            ("DER overlap", overlap, "where several speak at once"),
        ]
    return rows


def coverage_rows(result: Result) -> list[tuple[str, str, str]]:
    """Return the counts of utterances, with what each means; reasons of failures among them."""
    coverage = result.coverage
    rows = [
        ("in the input", coverage.total, "utterances"),
        ("scored", coverage.scored, "are in the rates"),
        ("empty", coverage.empty, "the system returned an empty text; all words are deletions"),
        ("missing", coverage.missing, f"no hypothesis was given; {coverage.policy}"),
        ("failed", coverage.failed, f"the system failed; {coverage.policy}"),
    ]
    rows += [
        (f"failed: {visible(' '.join(reason.split()))}", times, "reason of a failure")
        for reason, times in coverage.reasons.items()
    ]
    if coverage.emptied:
        rows.append(("emptied", coverage.emptied, "a text lost all its words in the normalizer"))
    return [(name, f"{number:,}", about) for name, number, about in rows]
