"""The HTML report: one file that needs nothing, neither a network nor a server."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import UsageError, visible
from mondegreen.report import sections
from mondegreen.report.conditions import conditions
from mondegreen.report.environment import data, environment, policy, source
from mondegreen.report.recall import RARE, recall
from mondegreen.report.sessions import Sessions
from mondegreen.report.survey import survey
from mondegreen.report.systems import Systems
from mondegreen.report.utterances import utterances as described
from mondegreen.scoring.arguments import path_of, whole
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike

    from mondegreen.report.survey import Survey
    from mondegreen.scoring.result import Result

__all__ = ["LARGEST", "render_report", "write_report"]

LARGEST: Final = 6_000_000
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
            than fit into 6 MB; numbers and charts are always of all of them.

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
    page = render_report(results, metric=metric, by=by, title=title, utterances=utterances)
    with written(target, text=True) as file:
        file.write(page)


def render_report(
    results: Result | Mapping[str, Result],
    *,
    metric: str | None = None,
    by: Sequence[str] | None = None,
    title: str = "",
    utterances: int | None = None,
) -> str:
    """Return the page that `write_report` writes."""
    if not isinstance(title, str):
        raise UsageError(f"title={title!r:.60}: expected a text")
    template = environment().get_template("report.html.j2")  # before any work
    systems = Systems.of(results, metric)
    if by is not None:
        for column in by:
            systems.first._known_column(column)
    surveys = [survey(result, systems.metric) for result in systems.results]
    columns = sections.slice_columns(systems, by)
    systems = replace(systems, results=tuple(each.with_ranges(columns) for each in systems.results))
    embedded, shown = _embedded(systems, surveys, columns, utterances)
    words, words_in_all = recall(systems, surveys)
    kind = systems.first.metrics[systems.metric]
    content = {
        "systems": [visible(name) for name in systems.names],
        "metric": systems.first[systems.metric].title,
        "columns": [visible(name) for name in columns],
        "space": " " if surveys[0].unit.startswith("word") else "",
        "has_errors": systems.first[systems.metric].counts_errors,
        "utterances": embedded,
        "words": words,
        "words_in_all": words_in_all,
        "rare": RARE,
    }
    of_sessions = systems.first.recipe.uses_sessions
    sessions = Sessions(systems)
    content["sessions"] = sessions.embedded
    content["named"] = ("speaker", "speakers") if of_sessions else ("utterance", "utterances")
    scripts, styles = ["report.js"], ["base.css", "report.css"]
    if of_sessions:
        scripts, styles = [*scripts, "timeline.js"], [*styles, "sessions.css"]
    script, style = "".join(map(source, scripts)), "".join(map(source, styles))
    found = [
        sections.system(name, result, systems.metric, part)
        for name, result, part in zip(systems.names, systems.results, surveys, strict=True)
    ]
    tables = sections.slices(systems, columns)
    return template.render(
        title=visible(title) or f"{kind.label or kind.name}: report",
        policy=policy(scripts=[script], styles=[style]),
        style=_trusted(style),
        script=_trusted(script),
        data=data(content),
        systems=found,
        many=len(found) > 1,
        ranked=sorted(range(len(found)), key=lambda at: _rank(found[at])),
        metric=systems.first[systems.metric],
        unit=surveys[0].unit,
        slices=tables,
        bare=any(
            content["has_errors"]
            and rate is not None
            and rate.value is None
            and rate.utterances
            and not rate.partly
            for table in tables
            for _, rates in table["rows"]
            for rate in rates
        ),
        lengths=sections.lengths(surveys),
        scatters=sections.scatters(systems),
        conditions=conditions(systems, found[0]["rate"].interval),
        total=len(systems.places),
        common=systems.common,
        shown=shown,
        words_in_all=words_in_all,
        words_shown=len(words),
        of_sessions=of_sessions,
        sessions=sessions,
        named=content["named"],
        choices=_choices(embedded, columns),
        reasons=sorted({reason for part in surveys for reason in part.reasons}),
        states=_states(embedded),
    )


def _embedded(
    systems: Systems, surveys: Sequence[Survey], columns: Sequence[str], most: int | None
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
        for at, each in zip(chosen, described(systems, chosen, columns), strict=True):
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


def _trusted(text: str) -> Any:
    """Return a file of the package as what it is: no text from outside."""
    from markupsafe import Markup  # comes with jinja2, which is optional

    return Markup(text)  # noqa: S704 - nothing but our own files
