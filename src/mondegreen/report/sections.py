"""The parts of a report, one function each: values that a template only must write down."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import MondegreenError, counted, visible
from mondegreen.report import charts
from mondegreen.report.conditions import coverage_rows, definition, made_of
from mondegreen.report.number_format import percent, rate
from mondegreen.report.rate_tables import FEW, Rate
from mondegreen.report.speaker_steps import speaker_steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.report.survey import Survey
    from mondegreen.report.systems import Systems
    from mondegreen.scoring.result import Result

__all__ = ["Card", "scatters", "system"]

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


def _fall(scale: charts.Axis, bars: list[charts.Fall]) -> dict[str, Any]:
    room = {"left": charts.room_for(bars), "right": charts.room_after(bars)}
    return {"axis": scale, "bars": bars, **room}


def system(name: str, result: Result, metric: str, found: Survey) -> dict[str, Any]:
    """Return what is in the parts of one system."""
    main = result[metric]
    kind = result.metrics[metric]
    fall = None
    if kind.forgives and not main.judged_share:
        scale, bars = charts.waterfall(result.waterfall(metric))
        fall = _fall(scale, bars)
    rising = None
    if result.recipe.uses_sessions and (steps := speaker_steps(result)):
        scale, bars = charts.rising(steps)
        rising = _fall(scale, bars)
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
    what = "speakers" if result.recipe.uses_sessions else "utterances"
    scored = main.utterances + main.unjudged
    share = percent(found.perfect / scored if scored and not main.unjudged else None, 1)
    about = f"{what} without an error that counts"
    left = f", {main.unjudged:,} not judged" if main.unjudged else ""
    cards.append(Card("perfect", share, about, f"{found.perfect:,} of {scored:,}{left}"))
    coverage = result.coverage
    about = f"{what} that have a hypothesis, over all"
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


# -- two systems ---------------------------------------------------------------------------------


def scatters(systems: Systems, best: int) -> list[dict[str, Any]]:
    """Return, for two systems each, their rates utterance by utterance, and who was better.

    Of more than a few systems each is against the best.
    """
    metric = systems.metric
    values = (
        [[result.rate(row, metric) for row in range(len(result))] for result in systems.results]
        if len(systems.results) > 1
        else []
    )
    found = []
    for first, second in combinations(range(len(values)), 2):
        if len(values) > FEW and best not in {first, second}:
            continue
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
