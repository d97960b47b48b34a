"""The HTML report: one file that needs nothing, neither a network nor a server."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import UsageError, counted, visible
from mondegreen.report import averages, charts, number_columns, sections
from mondegreen.report.conditions import conditions
from mondegreen.report.environment import environment
from mondegreen.report.pages import LIST, UNKNOWN, facts_of, front, page
from mondegreen.report.rate_tables import FEW, lengths, slice_columns, slices
from mondegreen.report.recall import RARE, recall
from mondegreen.report.recordings import Recordings
from mondegreen.report.sessions import Sessions
from mondegreen.report.standing import Standing
from mondegreen.report.survey import survey
from mondegreen.report.systems import Systems
from mondegreen.report.utterances import utterances as described
from mondegreen.scoring.arguments import path_of, whole
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    from mondegreen.report.pages import Front, Origin
    from mondegreen.report.survey import Survey
    from mondegreen.scoring.comparing.comparison import Comparison
    from mondegreen.scoring.result import Result

__all__ = ["LARGEST", "render_report", "write_report"]

LARGEST: Final = 20_000_000
"""Bytes of utterances in a page; what is over that stays out, the least bad first."""

_AT_ONCE: Final = 250
_MOST_CHOICES: Final = 60


def write_report(
    results: Result | Mapping[str, Result],
    path: str | PathLike[str],
    *,
    metric: str | None = None,
    by: Sequence[str] | None = None,
    title: str = "",
    utterances: int | None = None,
    origin: Origin = UNKNOWN,
) -> None:
    """Write a report of one result, or of several systems on the same utterances, as HTML.

    One file that loads nothing: it works from disk, in the dark, on paper and with the keyboard.

    Args:
        results: a result, or a mapping of names to results that were scored in the same way.
        path: the file to write; an existing one is replaced.
        metric: whose errors are shown; the first of the results if not given.
        by: columns to slice by; if none are named, those that have a handful of values.
        title: shown at the top.
        utterances: the most utterances on the page, those with most errors first. Never more
            than fit into 20 MB; numbers and charts are always of all of them.
        origin: the data set and the files that the head of the page names, and the time.

    Raises:
        UsageError: no result, a metric or column that is not there, or something else.
        SignatureMismatchError: the systems were scored in different ways.
        PairingError: the same utterance has two references.
        MissingDependencyError: jinja2 is not installed.
        InputError: the file cannot be written.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from mondegreen import score
    >>> result = score(["a cat", "a mat"], ["a hat", "a mat"])
    >>> with TemporaryDirectory() as folder:
    ...     write_report(result, Path(folder, "report.html"), title="Two words")
    ...     "<title>Two words</title>" in Path(folder, "report.html").read_text("utf-8")
    True
    """
    target = Path(path_of(path, "a report"))
    made = render_report(
        results,
        metric=metric,
        by=by,
        title=title,
        utterances=utterances,
        origin=origin,
        folder=target.parent,
    )
    with written(target, text=True) as file:
        file.write(made)


def render_report(
    results: Result | Mapping[str, Result],
    *,
    metric: str | None = None,
    by: Sequence[str] | None = None,
    title: str = "",
    utterances: int | None = None,
    origin: Origin = UNKNOWN,
    comparison: Comparison | None = None,
    folder: Path | None = None,
    opening: Sequence[Front] = (),
    about: str = "",
    named: tuple[str, str] = ("utterance", "utterances"),
    signatures: Sequence[str] = (),
) -> str:
    """Return the page that `write_report` writes.

    Args:
        results: see `write_report`.
        metric: see there.
        by: see there.
        title: see there.
        utterances: see there.
        origin: see there.
        comparison: of the same results; its tests go to the front.
        folder: where the page will be, for links to recordings; ``None`` for no links.
        opening: tables before everything else, of what the rows are a part of.
        about: how the rows are scored, where that is not how the opening is.
        named: what a row is called, one and several.
        signatures: of the opening; those of the results if not given.
    """
    if not isinstance(title, str):
        raise UsageError(f"title={title!r:.60}: expected a text")
    environment()  # before any work
    systems = Systems.of(results, metric)
    if by is not None:
        for column in by:
            systems.first._known_column(column)
    surveys = [survey(result, systems.metric) for result in systems.results]
    columns = slice_columns(systems, by)
    systems = replace(systems, results=tuple(each.with_ranges(columns) for each in systems.results))
    numbers: dict[str, int] = {}
    embedded, shown = _embedded(systems, surveys, columns, utterances, numbers)
    words, words_in_all = recall(systems, surveys)
    kind = systems.first.metrics[systems.metric]
    main = systems.first[systems.metric]
    of_sessions = systems.first.recipe.uses_sessions
    sessions = Sessions(systems)
    recordings = Recordings(systems, folder, origin.files)
    for each in embedded:
        if link := recordings.link(each["n"]):
            each["a"] = link
    if of_sessions:
        named = ("speaker", "speakers")
    found = [
        sections.system(name, result, systems.metric, part)
        for name, result, part in zip(systems.names, systems.results, surveys, strict=True)
    ]
    many = len(found) > 1
    standing = Standing.of(systems, comparison) if many else Standing()
    ranked = standing.order or sorted(range(len(found)), key=lambda at: _rank(found[at]))
    tables = slices(systems, columns, ranked)
    script = {
        "systems": [visible(name) for name in systems.names],
        "metric": main.title,
        "columns": [visible(name) for name in columns],
        "space": " " if surveys[0].unit.startswith("word") else "",
        "has_errors": main.counts_errors,
        "utterances": embedded,
        "words": words,
        "words_in_all": words_in_all,
        "rare": RARE,
        "sessions": sessions.embedded,
        "named": named,
        "order": ranked,
        "reasons": list(numbers),
    }
    total = systems.total
    content = {
        "lead": _lead(systems, sessions, named),
        "facts": facts_of(
            systems.names, origin, signatures or [each["signature"] for each in found]
        ),
        "opening": opening,
        "about": about,
        "front": standing.front or _next_to_rates(systems),
        "systems": found,
        "many": many,
        "wide": len(found) > FEW,
        "axis": charts.axis_of_most(_drawn(found)),
        "ranked": ranked,
        "ranks": standing.ranks,
        "common_rates": standing.common_rates,
        "notes": [visible(note) for note in standing.notes],
        "metric": main,
        "unit": surveys[0].unit,
        "slices": tables,
        "bare": main.counts_errors and any(map(_is_bare, tables)),
        "lengths": lengths(surveys, systems.names, ranked),
        "scatters": sections.scatters(systems, ranked[0]),
        "conditions": conditions(systems, found[0]["rate"].interval),
        "total": total,
        "shown": min(shown, total),
        "words_in_all": words_in_all,
        "words_shown": len(words),
        "of_sessions": of_sessions,
        "sessions": sessions,
        "named": named,
        "choices": _choices(embedded, columns),
        "reasons": sorted(numbers),
        "states": _states(embedded),
    }
    return page(
        title or f"Report: {kind.label or kind.name}",
        content,
        embedded=script,
        scripts=[*LIST, *(["timeline.js"] if of_sessions else [])],
        styles=["base.css", "report.css", *(["sessions.css"] if of_sessions else [])],
    )


def _next_to_rates(systems: Systems) -> list[Front]:
    """Return the averages and the columns of numbers that were asked for."""
    results = dict(zip(systems.names, systems.results, strict=True))
    parts = averages.parts(results, systems.metric) + number_columns.parts(results, systems.metric)
    return [front(part) for part in parts]


def _lead(systems: Systems, sessions: Sessions, named: tuple[str, str]) -> str:
    total = systems.total
    lead = counted(total, *named)
    if sessions.total:
        lead += f" in {counted(sessions.total, 'session')}"
    if len(systems.names) > 1:
        lead += f", {len(systems.names)} systems"
        if systems.common < total:
            lead += f"; all systems have {systems.common:,} of them"
    return lead


def _drawn(found: Sequence[dict[str, Any]]) -> list[float]:
    """Return the rates and the ends of their intervals."""
    rates = [each["rate"] for each in found]
    values = [each.value for each in rates if each.value is not None]
    return values + [each.interval.high for each in rates if each.interval]


def _is_bare(table: dict[str, Any]) -> bool:
    """Whether a group has errors and no rate."""
    return any(
        rate is not None and rate.value is None and rate.utterances and not rate.partly
        for _, rates in table["rows"]
        for rate in rates
    )


def _embedded(
    systems: Systems,
    surveys: Sequence[Survey],
    columns: Sequence[str],
    most: int | None,
    reasons: dict[str, int],
) -> tuple[list[dict[str, Any]], int]:
    """Return the utterances that fit, those with most errors first, and how many they are."""
    limit = len(systems.places)
    if most is not None:
        limit = min(limit, whole("utterances", most, meaning="0 or more: how many to show"))
    ranks = [{row: at for at, row in enumerate(part.order)} for part in surveys]
    last = len(systems.places)

    def rank(at: int) -> tuple[int, int]:
        rows = zip(ranks, systems.places[at], strict=True)
        return min(order.get(row, last) for order, row in rows if row is not None), at

    order = sorted(range(len(systems.places)), key=rank)
    found: list[dict[str, Any]] = []
    size = 0
    for start in range(0, limit, _AT_ONCE):
        chosen = order[start : min(limit, start + _AT_ONCE)]
        for at, each in zip(chosen, described(systems, chosen, columns, reasons), strict=True):
            each["n"] = at
            size += len(json.dumps(each, ensure_ascii=False, separators=(",", ":")).encode())
            if size > LARGEST:
                return found, len(found)
            found.append(each)
    return found, len(found)


def _choices(embedded: Sequence[dict[str, Any]], columns: Sequence[str]) -> list[Any]:
    """Return the values of each column by which the list can be filtered."""
    found = []
    for at, column in enumerate(columns):
        values = sorted({each["m"][at] for each in embedded})
        if len(values) <= _MOST_CHOICES:
            found.append((at, visible(column), values))
    return found


def _states(embedded: Sequence[dict[str, Any]]) -> list[str]:
    """Return why hypotheses are not there: ``(empty)``, ``(missing)``, failures."""
    return sorted({part["w"] for each in embedded for part in each["s"] if part and "w" in part})


def _rank(found: dict[str, Any]) -> tuple[bool, float]:
    value = found["rate"].value
    return value is None, value or 0.0
