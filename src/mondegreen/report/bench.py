"""Standings of systems as tables, and the seed's summary, worst list and exports."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.entities import METRIC as ENTITIES
from mondegreen.bench.submissions.submitted import MARK
from mondegreen.bench.weighting import Weighting
from mondegreen.errors import UsageError, did_you_mean, visible
from mondegreen.report.call_delays import delay_cell, delay_notes
from mondegreen.report.grid import grid
from mondegreen.report.history import repeats_note
from mondegreen.report.live import definitions_of, live_columns, live_notes
from mondegreen.report.markdown import text as as_text
from mondegreen.report.number_format import NONE, percent
from mondegreen.report.silence import silence_columns, silence_notes
from mondegreen.report.tsv import write
from mondegreen.scoring.json_text import json_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.bench.absent import Absent
    from mondegreen.bench.standing import Standing
    from mondegreen.scoring.coverage import Coverage

__all__ = [
    "FORMATS",
    "average",
    "differing_conditions",
    "headline",
    "notes_of",
    "of_references",
    "overview",
    "render",
    "table_of",
]

_NO_ENTITIES: Final = "n/a: no entities"
_MEASURED: Final = (("seconds", "latency"), ("RTFx", "speed"))
FORMATS: Final = ("table", "markdown", "tsv", "json")


def render(standings: Sequence[Standing], to: str = "table", gone: Sequence[Absent] = ()) -> str:
    """Return the standings as a table per dataset, and of several datasets one of all.

    Args:
        standings: of systems, the best first.
        to: one of `FORMATS`.
        gone: systems of which nothing is stored, which come last.

    Raises:
        UsageError: no such format.
    """
    if to not in FORMATS:
        raise UsageError(f"--to {to}: expected {', '.join(FORMATS)}.{did_you_mean(to, FORMATS)}")
    if to == "json":
        plain = [each.to_json() for each in standings] + [each.to_json() for each in gone]
        return json_text(plain, indent=2)
    datasets = list(dict.fromkeys(each.dataset for each in standings))
    parts = []
    for dataset in datasets:
        here = [each for each in standings if each.dataset == dataset]
        others = [each for each in gone if each.dataset == dataset]
        header, rows = table_of(here, others, to)
        parts.append(_titled(headline(dataset, here), _laid_out(header, rows, to), to))
        if to != "tsv":
            parts.append(_listed(notes_of(here, others, header), to))
    if len(datasets) > 1:
        parts.append(_titled("all datasets", _laid_out(*overview(standings, datasets), to), to))
    return "\n\n".join(parts)


def headline(dataset: str, here: Sequence[Standing]) -> str:
    """Return the title of the table of a dataset: its id, and by what its rates are weighted."""
    weighting = here[0].weighting
    return f"{dataset}, weighted by {weighting.by}" if isinstance(weighting, Weighting) else dataset


def average(standings: Sequence[Standing], datasets: Sequence[str], system: str) -> float | None:
    """Return the unweighted average of a system's rates; ``None`` unless all datasets have one."""
    rates = {
        each.dataset: None if each.withheld else each.rate
        for each in standings
        if each.system == system
    }
    found = [rates.get(dataset) for dataset in datasets]
    known = [rate for rate in found if rate is not None]
    return math.fsum(known) / len(datasets) if len(known) == len(datasets) else None


def table_of(
    here: Sequence[Standing], gone: Sequence[Absent], to: str
) -> tuple[list[str], list[list[str]]]:
    """Return header and rows; columns that say nothing of any system are not there."""
    name = here[0].metric.title
    columns: dict[str, list[str]] = {
        "system": [each.system if to == "tsv" else each.named for each in here],
        "coverage": [each.covered for each in here],
        "not scored": [f"{_not_scored(each.coverage.rows_left_out):,}" for each in here],
        "empty": [f"{each.coverage.empty:,}" for each in here],
        "perfect": [_perfect(each) for each in here],
        f"{name}, pooled": [_one(each) for each in here],
        "before corrections": [
            NONE if each.before is None else _unranked(each, each.before) for each in here
        ],
        "95 % interval": [_interval(each) for each in here],
        "mean per utterance": [_unranked(each, each.mean) for each in here],
        "answered only": [_unranked(each, each.answered_only) for each in here],
        "-n none": [_unranked(each, each.no_normalizer) for each in here],
    }
    levels = {each.metric.interval.level for each in here if each.metric.interval is not None}
    if len(levels) == 1 and (level := levels.pop()) != 0.95:  # noqa: PLR2004
        columns = {
            name.replace("95 %", f"{100 * level:g} %"): cells for name, cells in columns.items()
        }
    columns = {
        name: cells
        for name, cells in columns.items()
        if not (name.endswith(("interval", "corrections", "-n none")) and set(cells) == {NONE})
        and not (name == "not scored" and set(cells) == {"0"})
    }
    for at, other in enumerate(here[0].others):
        if other.name == ENTITIES:  # below, with their precision
            continue
        columns[other.title] = [
            each.withheld or each.others[at].reason or percent(each.others[at].value)
            for each in here
        ]
    more = {
        "entity error rate (precision)": [_entities(each) for each in here],
        "semantic wer, pooled": [_semantic(each, here) for each in here],
        "semantic mean": [_of_semantic(each, "mean") for each in here],
        "semantic perfect": [_of_semantic(each, "perfect") for each in here],
        "semantic wer, passes of the judge": [_passes(each) for each in here],
        "seconds: median, P95, P99": [delay_cell(each.latency) for each in here],
        "TTFS: median, P95, P99": [delay_cell(each.ttfs) for each in here],
        **live_columns([each.live for each in here]),
        **silence_columns(here),
        "RTFx": [NONE if each.speed is None else f"{each.speed:,.1f}" for each in here],
        "cost per audio hour": [_cost(each) for each in here],
        "repeats": [_repeats(each) for each in here],
    }
    columns |= {
        name: cells
        for name, cells in more.items()
        if name.startswith("cost") or any(cell not in {NONE, "1", _NO_ENTITIES} for cell in cells)
    }
    if to == "tsv":
        columns["why not scored"] = [_why_not(each.coverage.rows_left_out) for each in here]
        columns["reason"] = [MARK if each.submitted else "" for each in here]
        columns["conditions"] = [each.measured.said for each in here]
        columns["signature"] = [each.metric.signature for each in here]
    rows = [list(row) for row in zip(*columns.values(), strict=True)]
    for each in gone:
        known = {
            "system": each.system,
            "coverage": f"0 of {each.total:,}",
            "not scored": f"{_not_scored(each.not_scored):,}",
            "why not scored": _why_not(each.not_scored),
            "reason": each.reason,
            "conditions": "",
            "signature": "",
        }
        rows.append([known.get(name, NONE) for name in columns])
    return [*columns], rows


def _unranked(each: Standing, rate: float | None) -> str:
    return NONE if each.withheld else percent(rate)


def _perfect(each: Standing) -> str:
    if each.perfect_share is not None:
        return percent(each.perfect_share, 1)
    return NONE if each.perfect is None else percent(each.perfect / each.coverage.total, 1)


def _not_scored(rows: Mapping[str, Sequence[str]]) -> int:
    return sum(map(len, rows.values()))


def _why_not(rows: Mapping[str, Sequence[str]]) -> str:
    return "; ".join(f"{reason}: {', '.join(names)}" for reason, names in rows.items())


def _interval(each: Standing) -> str:
    interval = each.metric.interval
    if interval is None or interval.low is None or interval.high is None:
        return NONE
    return f"{100 * interval.low:.2f} to {percent(interval.high)}"


def _semantic(each: Standing, here: Sequence[Standing]) -> str:
    found = each.semantic
    if each.withheld:
        return each.withheld if any(other.semantic for other in here) else NONE
    if found is None:
        return NONE
    if found.unjudged:
        return f"n/a: {found.unjudged:,} not judged"
    judged = "" if found.judged == found.total else f" ({found.judged:,} of {found.total:,})"
    return f"{percent(found.rate)}{judged}"


def _entities(each: Standing) -> str:
    found = each.entities
    if each.withheld:
        return _NO_ENTITIES
    if found is None or not (found.entities or found.unknown):
        return NONE
    if found.unknown:
        return f"n/a: {found.unknown:,} not evaluated"
    if isinstance(each.weighting, Weighting):
        return f"n/a: not weighted by {each.weighting.by}"
    return f"{percent(found.rate)} ({percent(found.precision)})"


def _of_semantic(each: Standing, what: str) -> str:
    found = each.semantic
    if found is None or not found.judged:
        return NONE
    if what == "mean":
        return percent(found.mean)
    return NONE if found.perfect_share is None else percent(found.perfect_share, 1)


def _passes(each: Standing) -> str:
    """Return how often the judge judged the same transcripts, and the lowest and highest rate."""
    found = None if each.semantic is None else each.semantic.passes
    if found is None:
        return NONE
    low, high = 100 * found.low, percent(found.high)
    deviation = "" if found.deviation is None else f", deviation {percent(found.deviation)}"
    return f"{len(found.values)} ({low:.2f} to {high}{deviation})"


def _cost(each: Standing) -> str:
    if each.usd is not None:
        return f"{each.usd:.3f} USD"
    if each.core_hours is not None:
        return f"{each.core_hours:.3f} core-hours"
    return "n/a: no price"


def _repeats(each: Standing) -> str:
    if each.spread is None:
        return f"{each.repeats}"
    low, high = each.spread
    return f"{each.repeats} ({100 * low:.2f} to {percent(high)})"


def notes_of(here: Sequence[Standing], gone: Sequence[Absent], header: Sequence[str]) -> list[str]:
    """Return what is below a table: what is not in it, and how its numbers were made."""
    lines = [_not_answered(each.system, each.coverage) for each in here]
    lines = [line for line in lines if line]
    lines += [f"{each.system}: {MARK}" for each in here if each.submitted]
    if any(each.coverage.missing and not each.submitted for each in here):
        lines.append(
            "missing: never sent, as after bench run --limit; this sends them: mondegreen bench run"
        )
    lines += [f"{each.system}: {each.reason}" for each in gone]
    for each in here:
        for what, delay in (("seconds", each.latency), ("TTFS", each.ttfs)):
            lines += [line.replace("{}", each.system) for line in delay_notes(what, delay)]
    lines += [line for each in here for line in live_notes(each.system, each.live)]
    lines += definitions_of(header)
    lines += silence_notes(here)
    lines += [
        repeats_note(each.between_repeats, each.metric.name)
        for each in here
        if each.between_repeats is not None
    ]
    intervals = [each.metric.interval for each in here if each.metric.interval is not None]
    if intervals and not any(name.endswith("interval") for name in header):
        lines.append(f"no interval: {intervals[0].reason}")
    lines += of_references(here)
    if isinstance(weighting := here[0].weighting, Weighting):
        lines.append(
            f"{weighting.said}: rates and shares are of the whole; coverage, delays, silence, cost and the "
            "worst utterances are of the clips themselves"
        )
    elif weighting:
        lines.append(weighting)
    for reason, names in here[0].coverage.rows_left_out.items():
        shown = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")  # noqa: PLR2004
        lines.append(f"not scored: {reason}: {len(names):,} ({shown})")
    lines += _measured(here)
    lines.append(f"signature: {here[0].metric.signature}")
    entities = {each.entities.signature for each in here if each.entities is not None}
    lines += [f"signature of the entity error rate: {each}" for each in sorted(entities)]
    semantic = {each.semantic.signature for each in here if each.semantic is not None}
    lines += [f"signature of semantic wer: {each}" for each in sorted(semantic)]
    return lines


def _measured(here: Sequence[Standing]) -> list[str]:
    """Return under which conditions speed was measured, and how money is made up."""
    lines = []
    for what, column in _MEASURED:
        those = [each for each in here if getattr(each, column) is not None]
        lines += [f"{what} of {each.system}: {each.measured.said}" for each in those]
        lines += _differing(what, those)
    return lines + [f"cost of {each.system}: {each.cost.said}" for each in here if each.cost]


def differing_conditions(here: Sequence[Standing]) -> list[str]:
    """Return a line per figure of speed whose systems were not measured under the same conditions."""
    return [
        line
        for what, column in _MEASURED
        for line in _differing(what, [each for each in here if getattr(each, column) is not None])
    ]


def _differing(what: str, those: Sequence[Standing]) -> list[str]:
    from mondegreen.bench.speed import conditions_that_differ  # what makes tables loads it

    differ = conditions_that_differ([each.measured for each in those])
    if not differ:
        return []
    line = (
        f"{what}: the conditions differ ({', '.join(differ)}), so compare with care; a latency pass of all at "
        "once makes them alike: mondegreen bench run --latency-pass"
    )
    return [line]


def of_references(here: Sequence[Standing]) -> list[str]:
    """Return what references were drafted or verified by, where there is a run of them."""
    seen = here[0].observed
    if seen is None or not seen.references.in_runs:
        return []
    found = seen.references
    drafts = f", {found.drafts:,} unverified drafts" if found.drafts else ""
    line = f"references: {found.verified:,} verified ({found.corrected:,} corrected){drafts}"
    given = len(found.clips) - found.verified - found.drafts
    line += f", {given:,} as given" if given else ""
    lines = [line]
    drafted = ", ".join(f"{each.system} ({each.drafted_how})" for each in here if each.drafted)
    if drafted:
        why = "they are near to their drafts from the start"
        if found.drafts:
            why += ", so on unverified drafts they have no rate and come last; review them: "
            why += "mondegreen bench ground-truth review"
        lines.append(f"systems that drafted references, or whose vendors did: {drafted}; {why}")
    return lines


def _listed(lines: Sequence[str], to: str) -> str:
    return "\n".join(f"- {as_text(line)}" if to == "markdown" else visible(line) for line in lines)


def _not_answered(system: str, coverage: Coverage) -> str:
    if not coverage.missing + coverage.failed:
        return ""
    line = f"{system}: {coverage.missing:,} missing, {coverage.failed:,} failed"
    return f"{line}; they count as deletions" if coverage.policy == "deletions" else line


def overview(
    standings: Sequence[Standing], datasets: Sequence[str]
) -> tuple[list[str], list[list[str]]]:
    """Return one column per dataset and the unweighted average; nothing is pooled across them."""
    rates = {(each.system, each.dataset): each for each in standings}
    systems = list(dict.fromkeys(each.system for each in standings))
    means = {name: average(standings, datasets, name) for name in systems}
    order = sorted(
        systems, key=lambda name: math.inf if means[name] is None else means[name] or 0.0
    )
    rows = [
        [
            name,
            *(_one(rates.get((name, dataset))) for dataset in datasets),
            percent(means[name]),
        ]
        for name in order
    ]
    return ["system", *datasets, "average"], rows


def _one(each: Any) -> str:
    if each is None:
        return NONE
    return each.withheld or each.metric.reason or percent(each.metric.value)


def _titled(title: str, text: str, to: str) -> str:
    if to == "tsv":
        return text
    return f"### {as_text(title)}\n\n{text}" if to == "markdown" else f"{visible(title)}\n{text}"


def _laid_out(header: list[str], rows: list[list[str]], to: str) -> str:
    if to == "table":
        return grid(header, rows)
    if to == "tsv":
        return write([[*map(visible, row)] for row in (header, *rows)])
    first, *others = (f"| {' | '.join(map(as_text, line))} |" for line in (header, *rows))
    return "\n".join([first, f"|{'---|' * len(header)}", *others])
