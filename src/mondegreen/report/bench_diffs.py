"""A diff page per recording and system of a bench, with the table of all of them."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.observed import AT
from mondegreen.bench.stored import stored
from mondegreen.judges.custom import CustomMetricResult, CustomOutcome
from mondegreen.metrics import METRICS
from mondegreen.report.collect_reports import SUMMARY, write_summary
from mondegreen.report.diff_files import page_name, table_name, time_of_day
from mondegreen.report.diff_report import DiffReport, to_tsv
from mondegreen.types import Failed
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from mondegreen.bench.observed import Observed
    from mondegreen.store import Store

__all__ = ["write_diffs"]

METRIC: Final = "facts"
_COLUMNS: Final = ("status", "reason", "wer", "statistics")
_THERE: Final = {"ok", "empty"}
_LACKING: Final = ("not evaluated", f"not evaluated by {METRIC} yet", None, None)


def write_diffs(
    store: Store, seen: Sequence[Observed], folder: Path
) -> tuple[Path, list[dict[str, Any]]]:
    """Write the pages, ``TIME_benchmark.tsv`` and ``report_summary.tsv``.

    What failed or is missing has a page and a row that say so. The metric of the rows is what is
    stored of ``facts``, the semantic error rate; nobody is asked.

    Args:
        store: an open one.
        seen: what the systems observed.
        folder: where to write; it is there.

    Returns:
        The path of the table, and its rows.

    Raises:
        InputError: a file cannot be written.
    """
    when = time_of_day()
    judged = {
        dataset: stored(
            store, dataset, METRIC, [one for one in seen if one.dataset == dataset], _COLUMNS
        )
        for dataset in dict.fromkeys(one.dataset for one in seen)
    }
    rows = []
    names: set[str] = set()
    for one in seen:
        found = judged[one.dataset]
        lacking = None if found is None else _LACKING
        evaluations = [None] * len(one.rows) if found is None else found.of(one)
        for clip, report in _reports(one, [each or lacking for each in evaluations]):
            name = page_name(when, one.system, clip)
            number = 1
            while name.casefold() in names:
                number += 1
                name = page_name(when, one.system, f"{clip}-{number}")
            names.add(name.casefold())
            report.to_html(folder / name, provider=one.system, file=clip)
            rows.append(report.to_row(provider=one.system, file=clip, diff_report=name))
    table = folder / table_name(when)
    with written(table, text=True) as out:
        out.write(to_tsv(rows) + "\n")
    write_summary(rows, folder / SUMMARY)
    return table, rows


def _reports(
    one: Observed, judged: Iterable[tuple[Any, ...] | None]
) -> Iterator[tuple[str, DiffReport]]:
    """Yield the id and the report of each utterance."""
    corpus = one.corpus
    columns = zip(
        *(corpus.ids or [], corpus.references, corpus.hypotheses, one.rows, judged), strict=True
    )
    for clip, said, heard, row, evaluation in columns:
        error, got = "", heard
        if row is None:
            got, error = None, "missing: not transcribed yet"
        elif isinstance(heard, Failed):
            got, error = None, f"{row[AT['status']]}: {heard.reason}"
        outcome = None if evaluation is None else _outcome(*evaluation)
        yield clip, DiffReport(said, got, error=error, outcome=outcome)


def _outcome(
    status: str, reason: str | None, rate: float | None, statistics: str | None
) -> CustomOutcome:
    if status not in _THERE:
        return CustomOutcome("unavailable", reason or status)
    kind = METRICS.get(METRIC)()
    counts = json.loads(statistics or "{}")
    detail = kind.describe([counts.get(name, 0) for name in kind.statistics])
    if rate is None or not math.isfinite(rate):
        why = kind.undefined
        return CustomOutcome("ok", why, CustomMetricResult(None, f"{kind.label}: {why}"), None)
    score = round(100 * rate, 1)
    return CustomOutcome("ok", None, CustomMetricResult(score, f"{kind.label}: {detail}"), score)
