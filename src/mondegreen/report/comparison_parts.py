"""The tables of a comparison as rows of text, which terminals, Markdown and others lay out."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from mondegreen.errors import counted
from mondegreen.report import averages, number_columns
from mondegreen.report.group_names import names_of
from mondegreen.report.intervals import FEW_CLUSTERS, cell, level_of
from mondegreen.report.number_format import NONE, percent, span
from mondegreen.report.part import Part
from mondegreen.scoring.comparing.release_gates import points

if TYPE_CHECKING:
    from mondegreen.scoring.comparing.comparison import Comparison, SystemScore
    from mondegreen.scoring.comparing.significance import PairOfSystems

__all__ = ["RANKS", "parts", "probability"]

RANKS: Final = (
    "rank: one more than the systems that are significantly better; systems that share a letter cannot be "
    "told apart"
)
"""What ranks and groups say, below every table that has them."""

_MOST_SHOWN = 10
_LONGEST = 100


def parts(found: Comparison) -> list[Part]:
    """Return all that a comparison must show."""
    made = [_systems(found), _matrix(found), _neighbours(found)]
    if found.places is not None:
        made.insert(1, _places(found))
    made += _slices(found)
    results = {each.name: found.systems.results[each.name] for each in found.scores}
    rows = {name: found.systems.rows(name) for name in results}
    made += averages.parts(results, found.systems.metric, rows)
    made += number_columns.parts(results, found.systems.metric, rows)
    if found.differing:
        made.append(_differing(found))
    if found.oracle is not None:
        made.append(_oracle(found))
    if found.contradicted is not None:
        made.append(_contradicted(found))
    if found.verdicts:
        notes = [f"{'met' if each.met else 'NOT MET'}: {each.reason}" for each in found.verdicts]
        made.append(Part("gates", [], [], notes))
    return made


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _systems(found: Comparison) -> Part:
    same = all(each.own_utterances == found.utterances for each in found.scores)
    header = [
        "system",
        "rank",
        "group",
        found.metric if same else f"{found.metric} (common)",
        f"{level_of(found.choices.level)} interval",
        "errors",
        *([] if same else [f"{found.metric} (own)", f"{found.systems.named}s (own)"]),
        "empty",
        "missing",
        "failed",
    ]
    rows = []
    counts_errors = found.systems.first[found.systems.metric].counts_errors
    for each in found.scores:
        own = [] if same else [percent(each.own_rate), f"{each.own_utterances:,}"]
        coverage = each.coverage
        rows.append(
            [
                each.name,
                str(each.rank.rank) if each.rank else NONE,
                each.rank.group if each.rank else NONE,
                _rate(each),
                cell(each.interval),
                f"{each.errors:,}" if counts_errors else NONE,
                *own,
                f"{coverage.empty:,}",
                f"{coverage.missing:,}",
                f"{coverage.failed:,}",
            ]
        )
    common = "all systems scored the same" if same else "common to all systems:"
    notes = [f"{common} {found.utterances:,} of {counted(found.total, found.systems.named)}"]
    open_rows = [f"{each.name} {each.left}" for each in found.scores if each.left is not None]
    if any(each.left.unjudged for each in found.scores if each.left is not None):
        notes.append(
            f"{', '.join(open_rows)}: rates are from these without errors to all they may have; "
            "errors are of what was judged"
        )
    notes += found.refused
    notes += [RANKS] if found.groups else []
    notes += [
        f"{found.choices.test} finds {each.second} better than {each.first}, against the rates, "
        "so neither is ranked above the other"
        for each in found.pairs
        if each.contrary
    ]
    empty = [f"{each.name} {each.coverage.empty:,}" for each in found.scores if each.coverage.empty]
    if empty:
        notes.append(f"leave {found.systems.named}s empty: {', '.join(empty)}")
    unit = found.choices.cluster
    units = 0 if unit is None else len({*found.systems.column(unit)})
    if unit is not None and units < FEW_CLUSTERS:
        notes.append(f"only {counted(units, unit)}: intervals and tests say little about others")
    spans = [
        f"{each.name} {each.coverage.dont_care:,} with {each.coverage.words_not_counted:,} hypothesis words"
        for each in found.scores
        if each.coverage.dont_care
    ]
    if spans:
        notes.append(f"don't-care spans, not counted: {', '.join(spans)}")
    return Part("", header, rows, notes)


def _rate(each: SystemScore) -> str:
    """Return a rate, or from where to where it is."""
    if each.left is None or not each.left.unjudged:
        return percent(each.rate)
    return span(*each.limits)


def _matrix(found: Comparison) -> Part:
    names = [each.name for each in found.scores]
    rows = [[name, *(_cell(found, name, other) for other in names)] for name in names]
    choices = found.choices
    drawn = max(each.test.resamples if each.test else 0 for each in found.pairs)
    how = f", {drawn:,} resamples, seed {choices.seed}" if drawn else ""
    kept = f", {found.systems.named}s of one {choices.cluster} together" if choices.cluster else ""
    unknown = ", ? where that depends on what was not judged" if found.refused else ""
    note = (
        f"row less column, in points; = where the two cannot be told apart{unknown} ({choices.test}{how}"
        f"{kept}, {_corrected(len(found.pairs))}, below "
        f"{1 - choices.level:.3g})"
    )
    return Part("differences", ["", *names], rows, [note])


def _corrected(pairs: int) -> str:
    return "p of one pair" if pairs == 1 else f"p corrected by Holm for {pairs:,} pairs"


def _cell(found: Comparison, name: str, other: str) -> str:
    if name == other:
        return ""
    pair = found.pair(name, other)
    sign = "?" if pair.refused else " " if pair.separated else "="
    turn = 1 if pair.first == name else -1
    if pair.ends:
        low, high = sorted(turn * difference for difference, _ in pair.ends)
        return f"{points(low)} to {points(high)} {sign}"
    if pair.difference is None:
        return f"{NONE} {sign}" if pair.refused else NONE
    return f"{points(turn * pair.difference)} {sign}"


def probability(p: float) -> str:
    """Return a p-value with as many digits as say something.

    >>> probability(0.00012), probability(0.0312)
    ('< 0.001', '0.031')
    """
    return "< 0.001" if p < 0.001 else f"{p:.3f}"  # noqa: PLR2004 - as the text says


def _neighbours(found: Comparison) -> Part:
    names = [each.name for each in found.scores]
    next_to = [frozenset(pair) for pair in pairwise(names)]
    rows = [_pair(pair) for pair in found.pairs if frozenset((pair.first, pair.second)) in next_to]
    header = [
        "better",
        "than",
        "difference",
        f"{level_of(found.choices.level)} interval",
        "p",
        "p corrected",
        "better on",
        "worse on",
        "detectable",
    ]
    systems = found.systems
    what = "utterances" if systems.sessions() is None else "recordings"
    note = (
        f"better on, worse on: number of {what}; detectable: the smallest true difference, in points, that is "
        "significant in four of five test sets of this size (before correction)"
    )
    return Part("neighbours", header, rows, [note], 2)


def _pair(pair: PairOfSystems) -> list[str]:
    low, high = pair.interval
    return [
        pair.first,
        pair.second,
        _difference(pair),
        NONE if low is None or high is None else f"{points(low)} to {points(high)}",
        NONE if pair.test is None else probability(pair.test.p),
        NONE if pair.p is None else probability(pair.p) + ("" if pair.separated else " ="),
        f"{pair.wins:,}",
        f"{pair.losses:,}",
        NONE if pair.smallest is None else f"{100 * pair.smallest:.2f}",
    ]


def _difference(pair: PairOfSystems) -> str:
    """Return the difference in points, or from where to where it is."""
    if pair.ends:
        low, high = sorted(difference for difference, _ in pair.ends)
        return f"{points(low)} to {points(high)}"
    return NONE if pair.difference is None else points(pair.difference)


def _places(found: Comparison) -> Part:
    places = found.places
    if places is None:
        return Part("", [], [], [])
    made = list(places.rates)
    rows = []
    for name in places.names:
        cells = [
            f"{places.places[each][name]}  {percent(places.rates[each][name])}" for each in made
        ]
        low, high = places.span(name)
        depends = "" if low == high else f"depends: {_span(low, high)}"
        rows.append([name, *cells, depends or str(low)])
    notes = [
        f"places {low} to {high} depend on the normalizer: {', '.join(names)}"
        for low, high, names in places.groups()
    ] or ["no place depends on the normalizer"]
    return Part("places by normalizer", ["system", *made, "place"], rows, notes)


def _slices(found: Comparison) -> list[Part]:
    made = []
    names = [each.name for each in found.scores]
    for column in dict.fromkeys(each.column for each in found.slices):
        groups = [each for each in found.slices if each.column == column]
        rows = [
            [
                label,
                f"{each.utterances:,}",
                *(
                    span(*each.limits[name]) if name in each.limits else percent(each.rates[name])
                    for name in names
                ),
                ", ".join(name for name in names if name in each.best),
            ]
            for label, each in zip(names_of([each.key for each in groups]), groups, strict=True)
        ]
        won = {name: sum(each.best == (name,) for each in groups) for name in names}
        notes = [
            "best alone in: " + ", ".join(f"{name} {number:,}" for name, number in won.items())
        ]
        header = [column, f"{found.systems.named}s", *names, "best"]
        made.append(Part(f"{found.metric} by {column}", header, rows, notes))
    return made


def _differing(found: Comparison) -> Part:
    names = [each.name for each in found.scores]
    kind = found.systems.kind
    rows = [
        [each.id, *(kind.shown(each.errors[name]) for name in names)] for each in found.differing
    ]
    open_rows = any(each.left.unjudged for each in found.scores if each.left is not None)
    notes = ["utterances that were not judged for all systems are not among these"]
    where = "speakers" if found.systems.named == "speaker" else "utterances"
    title = f"errors in the {where} that differ most"
    return Part(title, ["id", *names], rows, notes if open_rows else [])


def _oracle(found: Comparison) -> Part:
    oracle = found.oracle
    if oracle is None:
        return Part("", [], [], [])
    chosen = ", ".join(f"{name} {number:,}" for name, number in oracle.chosen.items())
    rate = "not known" if oracle.refused else percent(oracle.by_utterance)
    notes = [f"best hypothesis of each utterance: {found.metric} {rate} ({chosen})"]
    if oracle.by_token is not None:
        notes.append(
            f"reference tokens that no system has right: {percent(oracle.by_token)}, below which no "
            "combination of their words gets"
        )
    return Part("together", [], [], notes)


def _contradicted(found: Comparison) -> Part:
    places = found.contradicted or []
    notes = [_cut(str(each)) for each in places[:_MOST_SHOWN]]
    if len(places) > _MOST_SHOWN:
        notes.append(f"and {len(places) - _MOST_SHOWN:,} more")
    title = (
        "all systems contradict the reference alike, which may be wrong: "
        f"{counted(len(places), 'place')}"
    )
    return Part(title, [], [], notes)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
