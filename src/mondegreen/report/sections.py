"""The parts of a report, one function each: values that a template only must write down."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import MondegreenError, counted, visible
from mondegreen.report import charts
from mondegreen.report.conditions import coverage_rows, definition, made_of
from mondegreen.report.ends import Ends, ends
from mondegreen.report.group_names import labels
from mondegreen.report.number_format import percent, rate
from mondegreen.report.speaker_steps import speaker_steps
from mondegreen.scoring.groups import cuts_words
from mondegreen.speakers.sessions import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.report.survey import Survey
    from mondegreen.report.systems import Systems
    from mondegreen.scoring.groups import Groups
    from mondegreen.scoring.result import MetricResult, Result

__all__ = ["Card", "Rate", "lengths", "scatters", "slice_columns", "slices", "system"]

_MOST_VALUES: Final = 30
"""A column with more values than that is not a slice unless it is named."""

_TOP: Final = 25
"""Rows of the tables of substitutions, deletions and insertions."""


_CLASSES: Final = {
    "form": "nothing but case and punctuation",
    "number": "not the same numbers",
    "negation": "a negation, a yes or a no lost or added",
    "name": "a word with a capital inside a sentence",
    "split or joined": "the same letters, with spaces elsewhere",
    "homophone": "can be spoken with the same sounds",
    "inflection": "forms of the same word",
    "function word": "articles, pronouns, prepositions, helping verbs",
    "spelling": "few letters differ, and one is in no dictionary",
    "other": "none of the others",
}


@dataclass(frozen=True)
class Card:
    """A number, its name, and below it what it is."""

    name: str
    value: str
    about: str
    detail: str = ""


@dataclass(frozen=True)
class Rate:
    """A rate of a system in one group, ready for a table and a chart.

    Attributes:
        shown: as text; the errors where there is no rate.
        value: to sort and draw by; ``None`` where there is no rate.
        interval: the ends, or ``None``.
        errors: how many.
        utterances: how many were scored.
        partly: whether some of them were not judged.
    """

    shown: str
    value: float | None
    interval: Ends | None
    errors: int
    utterances: int
    partly: bool = False

    @classmethod
    def of(cls, metric: MetricResult) -> Rate:
        """Take what is shown from a metric of a group."""
        there = math.isfinite(float(metric))
        return cls(
            shown=rate(metric),
            value=metric.value if there else None,
            interval=ends(metric) if there else None,
            errors=metric.errors,
            utterances=metric.utterances,
            partly=bool(metric.judged_share),
        )


def system(name: str, result: Result, metric: str, found: Survey) -> dict[str, Any]:
    """Return what is in the parts of one system."""
    main = result[metric]
    kind = result.metrics[metric]
    fall = None
    if kind.forgives and not main.judged_share:
        scale, bars = charts.waterfall(result.waterfall(metric))
        fall = {"axis": scale, "bars": bars}
    rising = None
    if result.recipe.uses_sessions and (steps := speaker_steps(result)):
        scale, bars = charts.rising(steps)
        rising = {"axis": scale, "bars": bars}
    return {
        "name": visible(name),
        "rate": Rate.of(main),
        "title": main.title,
        "label": main.label,
        "definition": definition(kind),
        "made_of": made_of(main),
        "cards": _cards(result, metric, found),
        "coverage": coverage_rows(result),
        "empty": result.coverage.empty,
        "absent": result.coverage.missing + result.coverage.failed,
        "coverage_line": str(result.coverage),
        "signature": main.signature if len(result.rows) == 1 else result.signature,
        "waterfall": fall,
        "steps": rising,
        "histogram": charts.histogram(found),
        "without_rate": found.without_rate,
        "classes": _classes(result, metric),
        "substitutions": [
            (visible(said), visible(written), times)
            for (said, written), times in _top(found.substitutions)
        ],
        "deletions": [(visible(said), "", times) for said, times in _top(found.deletions)],
        "insertions": [("", visible(written), times) for written, times in _top(found.insertions)],
        "kinds": (len(found.substitutions), len(found.deletions), len(found.insertions)),
        "reasons": found.reasons.most_common(),
        "note": visible(found.note),
    }


def _top(counter: Any) -> list[tuple[Any, int]]:
    return sorted(counter.items(), key=lambda item: (-item[1], item[0]))[:_TOP]


def _cards(result: Result, metric: str, found: Survey) -> list[Card]:
    kind = result.metrics[metric]
    cards = []
    if kind.forgives:
        strict = next(step for step in result.waterfall(metric) if step.name == "strict")
        about = "the same rate before anything was forgiven"
        cards.append(Card("strict", percent(strict.rate), about, counted(strict.errors, "error")))
    main = result[metric]
    if main.capped is not None:
        about = "the same rate, with at most as many errors as words in each utterance"
        errors = counted(main.counts["capped_errors"], "error")
        cards.append(Card("capped", percent(main.capped), about, errors))
    cards += [
        Card(each.title, rate(each), definition(result.metrics[each.name]), made_of(each))
        for each in result
        if each.name != metric
    ]
    scored = main.utterances + main.unjudged
    share = percent(found.perfect / scored if scored and not main.unjudged else None, 1)
    about = "utterances in which no error counts"
    left = f", {main.unjudged:,} not judged" if main.unjudged else ""
    cards.append(Card("perfect", share, about, f"{found.perfect:,} of {scored:,}{left}"))
    coverage = result.coverage
    about = "utterances that have a hypothesis, over all"
    there = coverage.total - coverage.missing - coverage.failed
    detail = f"{there:,} of {coverage.total:,}; {coverage.empty:,} empty"
    cards.append(Card("coverage", percent(coverage.fraction, 1), about, detail))
    return cards


def _classes(result: Result, metric: str) -> dict[str, Any] | None:
    """Return the classes of errors, where they are of words and something is known of them."""
    try:
        found = result.classes(metric)
    except MondegreenError:  # no words, no texts, or a language without tables
        return None
    rows = [
        {
            "name": each.name,
            "about": _CLASSES.get(each.name, ""),
            "differences": each.differences,
            "errors": each.errors,
            "share": percent(each.share, 1),
            "part": each.share,
            "said": visible(each.reference),
            "written": visible(each.hypothesis),
            "times": each.times,
        }
        for each in found
    ]
    return {"rows": rows, "language": found.language, "missing": found.missing} if rows else None


# -- slices and lengths --------------------------------------------------------------------------


def slice_columns(systems: Systems, named: Sequence[str] | None) -> list[str]:
    """Return the columns to slice by: those named, else those with a handful of values."""
    first = systems.first
    if named is not None:
        return list(dict.fromkeys(named))
    if first.slices:
        return list(first.slices)
    of_sessions = first.recipe.uses_sessions
    most = _MOST_VALUES if of_sessions else min(_MOST_VALUES, len(first) // 2)
    return [
        name
        for name, values in first.metadata.items()
        if 1 < len({str(value) for value in values}) <= most
        and not (of_sessions and name not in COLUMNS[:2])
    ]


def slices(systems: Systems, columns: Sequence[str]) -> list[dict[str, Any]]:
    """Return one table per column: a row per value, a rate per system, and one axis for all."""
    found = []
    for column in columns:
        groups = [
            result.by(column) if cuts_words(column) or column in result.metadata else None
            for result in systems.results
        ]
        rows = _rows(groups, systems.metric)
        values = [
            rate.value for _, rates in rows for rate in rates if rate and rate.value is not None
        ]
        values += [r.interval.high for _, rates in rows for r in rates if r and r.interval]
        found.append({"column": visible(column), "rows": rows, "axis": charts.axis(values)})
    return found


def _rows(groups: Sequence[Groups | None], metric: str) -> list[tuple[str, list[Rate | None]]]:
    rows: dict[str, list[Rate | None]] = {}
    for at, group in enumerate(groups):
        if group is None:
            continue
        for (label,), metrics in zip(labels(group), group.values(), strict=True):
            rows.setdefault(label, [None] * len(groups))[at] = Rate.of(metrics[metric])
    return list(rows.items())


def lengths(surveys: Sequence[Survey]) -> dict[str, Any]:
    """Return the rates by the length of the reference: bins, and a rate per system in each."""
    bins = sorted({(part.low, part.high) for found in surveys for part in found.lengths})
    tables = [{part.low: part.rate for part in found.lengths} for found in surveys]
    rows = []
    for low, high in bins:
        label = f"{low}+" if high is None else str(low) if low == high else f"{low}–{high}"
        rows.append((label, [Rate.of(table[low]) if low in table else None for table in tables]))
    values = [r.value for _, rates in rows for r in rates if r and r.value is not None]
    values += [r.interval.high for _, rates in rows for r in rates if r and r.interval]
    return {"rows": rows, "axis": charts.axis(values)}


# -- two systems ---------------------------------------------------------------------------------


def scatters(systems: Systems) -> list[dict[str, Any]]:
    """Return, for every two systems, their rates utterance by utterance, and who was better."""
    metric = systems.metric
    values = (
        [[result.rate(row, metric) for row in range(len(result))] for result in systems.results]
        if len(systems.results) > 1
        else []
    )
    found = []
    for first, second in combinations(range(len(values)), 2):
        pairs = [
            (x, y)
            for rows in systems.places
            if (x := _value(values[first], rows[first])) is not None
            and (y := _value(values[second], rows[second])) is not None
        ]
        found.append(
            {
                "first": first,
                "second": second,
                "bubbles": charts.scatter(pairs),
                "count": len(pairs),
                "first_better": sum(x < y for x, y in pairs),
                "second_better": sum(y < x for x, y in pairs),
                "equal": sum(x == y for x, y in pairs),
            }
        )
    return found


def _value(column: Sequence[float | None], row: int | None) -> float | None:
    return None if row is None else column[row]
