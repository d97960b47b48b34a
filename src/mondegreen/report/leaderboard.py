"""Leaderboards as tables, JSON and CSV."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.calls import PERCENTS
from mondegreen.bench.mixing import DELAY, SEMANTIC_WER
from mondegreen.bench.submissions.submitted import MARK
from mondegreen.errors import UsageError, did_you_mean, visible
from mondegreen.report import junit
from mondegreen.report.bench import differing_conditions, of_references
from mondegreen.report.call_delays import delay_cell, delay_notes, seconds_cell
from mondegreen.report.grid import grid
from mondegreen.report.history import history_part, repeats_part
from mondegreen.report.intervals import cell, level_of
from mondegreen.report.live import definitions_of, said_reason
from mondegreen.report.markdown import text
from mondegreen.report.number_format import NONE, percent
from mondegreen.report.part import Part
from mondegreen.report.ranks import how_ranked, matrix_of, pairs_part
from mondegreen.report.silence import PER_MINUTE, silence_columns
from mondegreen.report.tsv import write
from mondegreen.scoring.json_text import json_text
from mondegreen.types import Failed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.calls import Delay
    from mondegreen.bench.leaderboard import Board
    from mondegreen.bench.leaderboard_row import Row
    from mondegreen.bench.standing import Standing
    from mondegreen.stats.percentiles import Percentile

__all__ = ["FORMATS", "columns_of", "laid_out", "parts_of", "render"]

FORMATS: Final = ("table", "markdown", "csv", "tsv", "json", "junit")


def render(boards: Sequence[Board], to: str = "table", *, matrix: bool = False) -> str:
    """Return leaderboards as one text, a table per dataset.

    Args:
        boards: one per dataset.
        to: one of `FORMATS`.
        matrix: whether the differences of all pairs are shown too; JSON has them always.

    Raises:
        UsageError: no such format, or gates are requested and there are none.
    """
    if to not in FORMATS:
        raise UsageError(f"--to {to}: expected {', '.join(FORMATS)}.{did_you_mean(to, FORMATS)}")
    if to == "json":
        plain = [each.to_json() for each in boards]
        return json_text(plain, indent=2)
    if to == "junit":
        if not any(each.verdicts for each in boards):
            raise UsageError("--to junit shows gates as tests: add --fail-if-worse wer")
        return junit.render_all(boards, "mondegreen bench leaderboard")
    if to in {"csv", "tsv"}:
        return write(_spread_out(boards), "\t" if to == "tsv" else ",")
    parts = [part for each in boards for part in parts_of(each, matrix=matrix)]
    return laid_out(parts, to)


def laid_out(parts: Sequence[Part], to: str) -> str:
    """Return tables with their lines, for a terminal or as Markdown."""
    made = []
    for part in parts:
        if to == "markdown":
            title = f"### {text(part.title)}" if part.title else ""
            lines = [f"- {text(each)}" for each in part.notes]
            made.append("\n\n".join(filter(None, [title, markdown(part), "\n".join(lines)])))
        else:
            table = grid(part.header, part.rows, left=part.left) if part.header else ""
            notes = map(visible, part.notes)
            made.append("\n".join(filter(None, [visible(part.title), table, *notes])))
    return "\n\n".join(made)


def markdown(part: Part) -> str:
    """Return a table of Markdown, whose cells are text and no markup; empty without a header."""
    if not part.header:
        return ""
    marks = [":--" if at < part.left else "--:" for at in range(len(part.header))]
    rows = [[text(each) for each in row] for row in (part.header, *part.rows)]
    lines = [rows[0], marks, *rows[1:]]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def parts_of(board: Board, *, matrix: bool = False) -> list[Part]:
    """Return the table of a leaderboard, the differences of its pairs, and its gates."""
    columns = columns_of(board)
    rows = [[*row] for row in zip(*columns.values(), strict=True)]
    made = [Part(board.dataset, [*columns], rows, _notes(board), 2)]
    if matrix and board.pairs:
        names = [each.system for each in board.rows]
        made += [matrix_of(names, board.pairs), pairs_part(board.pairs, board.choices.level)]
    if board.repeats is not None:
        made.append(repeats_part(board.repeats, board.metric))
    if board.history is not None:
        made.append(history_part(board.history, board.metric, board.choices.level))
    if board.verdicts:
        said = [f"{'met' if each.met else 'NOT MET'}: {each.reason}" for each in board.verdicts]
        made.append(Part("gates", [], [], said))
    return made


def columns_of(board: Board) -> dict[str, list[str]]:
    """Return the columns by their names; those that say nothing of any system are not there."""
    rows = board.rows
    level = level_of(board.choices.level)
    fixed = {
        "rank": [NONE if each.rank is None else str(each.rank) for each in rows],
        "system": [each.standing.named for each in rows],
        "group": [each.group or NONE for each in rows],
        "coverage": [each.standing.covered for each in rows],
        "empty": [f"{each.score.coverage.empty:,}" for each in rows],
        "perfect": [
            percent((each.standing.perfect or 0) / each.score.coverage.total, 1) for each in rows
        ],
        f"{board.metric}, pooled": [
            each.standing.metric.reason or percent(each.score.rate) for each in rows
        ],
        f"{level} interval": [cell(each.score.interval) for each in rows],
        "mean per utterance": [percent(each.standing.mean) for each in rows],
    }
    more: dict[str, list[str]] = {}
    if SEMANTIC_WER not in board.without:
        more["semantic wer, pooled"] = [_semantic(each) for each in rows]
    if DELAY not in board.without:
        more["seconds: median, P95, P99"] = [delay_cell(each.calls.seconds) for each in rows]
        more["TTFS: median, P95, P99"] = [delay_cell(each.calls.ttfs) for each in rows]
        policies = dict.fromkeys(each.live.ttfs.name for each in rows if each.live is not None)
        for name in policies:
            more[f"{name}: median, P95, P99"] = [_ttfs(each, name) for each in rows]
        speeds = [each.standing.speed for each in rows]
        more["RTFx"] = [NONE if speed is None else f"{speed:,.1f}" for speed in speeds]
    silence = silence_columns([each.standing for each in rows])
    more |= {name: cells for name, cells in silence.items() if name == PER_MINUTE}
    seen = {name: cells for name, cells in more.items() if {*cells} != {NONE}}
    return {**fixed, **seen, "cost per audio hour": [_cost(each) for each in rows]}


def _semantic(row: Row) -> str:
    found = row.standing.semantic
    if found is None or not found.judged:
        return NONE
    if found.unjudged:
        return f"n/a: {found.unjudged:,} not judged"
    judged = "" if found.judged == found.total else f" ({found.judged:,} of {found.total:,})"
    return f"{percent(found.rate)}{judged}"


def _ttfs(row: Row, name: str) -> str:
    """Return the time to the final segment by one policy; figures of two are never put together."""
    found = None if row.live is None else row.live.ttfs
    if found is None or found.name != name:
        return NONE
    wanted = [each for each in found.percentiles if each.percent in PERCENTS]
    return ", ".join(map(seconds_cell, wanted)) or f"n/a: {found.reason}"


def _cost(row: Row) -> str:
    one, price = row.standing, row.price
    if one.usd is not None:
        seen = f" ({price.date})" if price is not None and price.date else ""
        return f"{one.usd:.3f} USD{seen}"
    if one.core_hours is not None:
        return f"{one.core_hours:.3f} core-hours"
    return "n/a: no price"


def _notes(board: Board) -> list[str]:
    """Return how ranks were made, what is not in the numbers, and where prices come from."""
    lines = how_ranked(len(board.rows), board.unit, board.units, board.choices)
    for each in board.rows:
        coverage = each.score.coverage
        if coverage.missing + coverage.failed:
            lines.append(
                f"{each.system}: {coverage.missing:,} missing, {coverage.failed:,} failed; they count "
                "as deletions"
            )
        if why := _why_failed(each.standing):
            lines.append(f"{each.system}: every call failed, the first one: {why}")
    lines += of_references([each.standing for each in board.rows])
    lines += _reasons(board)
    if DELAY not in board.without:
        lines += differing_conditions([each.standing for each in board.rows])
    lines += definitions_of([*columns_of(board)])
    first = board.rows[0]
    for reason, names in first.score.coverage.rows_left_out.items():
        shown = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")  # noqa: PLR2004
        lines.append(f"not scored: {reason}: {len(names):,} ({shown})")
    lines += [f"{each.system}: {MARK}" for each in board.rows if each.standing.submitted]
    lines += [f"not ranked: {name}: {reason}" for name, reason in board.left_out.items()]
    for each in board.rows:
        for price in each.calls.prices:
            where = f", {price.source}" if price.source else ""
            lines.append(
                f"{each.system}: list price {price.usd_per_hour} USD per hour, seen "
                f"{price.date or 'on no date'}{where}"
            )
    lines += [f"left out as asked: {name}" for name in board.without]
    lines.append(f"signature: {board.signature}")
    if SEMANTIC_WER not in board.without:
        judged = [each.standing.semantic for each in board.rows if each.standing.semantic]
        signatures = {each.signature for each in judged if each.judged}
        lines += [f"signature of semantic wer: {each}" for each in sorted(signatures)]
    return lines


def _why_failed(one: Standing) -> str:
    """Return why the first call failed where all that were made did; empty if any has an answer."""
    coverage = one.coverage
    if one.observed is None or coverage.failed + coverage.missing < coverage.total:
        return ""
    failed = (each for each in one.observed.corpus.hypotheses if isinstance(each, Failed))
    return next((each.reason for each in failed if each.reason), "")


def _reasons(board: Board) -> list[str]:
    """Return why times are not there, and why there are no intervals; systems alike in one line."""
    found: dict[str, list[str]] = {}
    for each in board.rows:
        reasons = [] if DELAY in board.without else _of_times(each)
        if each.score.interval.reason:
            reasons.append(f"no interval of {{}}: {each.score.interval.reason}")
        for reason in reasons:
            found.setdefault(reason, []).append(each.system)
    return [line.replace("{}", ", ".join(names)) for line, names in found.items()]


def _of_times(row: Row) -> list[str]:
    """Return why a time of a system is not there, with ``{}`` in place of its name."""
    lines = []
    times: list[tuple[str, Sequence[Percentile], str]] = []
    for name, delay in (("seconds", row.calls.seconds), ("TTFS", row.calls.ttfs)):
        if delay is None or (row.live is not None and not delay.percentiles):
            continue
        lines += delay_notes(name, delay)
    if row.live is not None:
        ttfs = row.live.ttfs
        shown = [each for each in ttfs.percentiles if each.percent in PERCENTS]
        times.append((ttfs.name, shown, said_reason(row.live)))
        if not ttfs.reason:
            lines.append(
                f"{ttfs.name} of {{}}: {ttfs.said}, {ttfs.lost:,} lost the end, {ttfs.clamped:,} final "
                "before the end of speech"
            )
    for name, percentiles, reason in times:
        why = [each.reason for each in percentiles if each.value is None]
        lines += [f"{name} of {{}}: {each}" for each in [*why, reason] if each]
    return lines


def _spread_out(boards: Sequence[Board]) -> list[list[Any]]:
    """Return one row per system with plain numbers: rates are fractions, times are seconds.

    Each row is one line, and goes to a terminal as well: control characters are shown.
    """
    rows: list[list[Any]] = []
    for board in boards:
        for each in board.rows:
            made = {"dataset": board.dataset, **_flat(board, each)}
            if not rows:
                rows.append([*made])
            rows.append([visible(v) if isinstance(v, str) else v for v in made.values()])
    return rows


def _flat(board: Board, row: Row) -> dict[str, Any]:
    coverage, one, price = row.score.coverage, row.standing, row.price
    interval, semantic = row.score.interval.to_dict(), one.semantic
    judged = SEMANTIC_WER not in board.without and semantic is not None and semantic.judged
    timed = DELAY not in board.without
    return {
        "rank": row.rank,
        "system": row.system,
        "vendor": one.service,
        "model": one.model,
        "group": row.group,
        "total": coverage.total,
        **{name: getattr(coverage, name) for name in ("missing", "failed", "empty")},
        "perfect": one.perfect,
        "metric": board.metric,
        "rate": row.score.rate,
        "rate_low": interval["low"],
        "rate_high": interval["high"],
        "mean": one.mean,
        "semantic_wer": semantic.rate if judged and semantic is not None else None,
        **_named("seconds", row.calls.seconds if timed else None),
        **_named("ttfs", row.calls.ttfs if timed else None),
        "rtfx": one.speed if timed else None,
        "usd_per_audio_hour": one.usd,
        "price_date": None if price is None else price.date,
        "price_source": None if price is None else price.source,
        "core_hours_per_audio_hour": one.core_hours,
        "first_observed": row.calls.first,
        "last_observed": row.calls.last,
        "signature": board.signature,
        "submitted": one.submitted,
    }


def _named(name: str, delay: Delay | None) -> dict[str, float | str | None]:
    values = (
        [each.value for each in delay.percentiles] if delay and delay.percentiles else [None] * 3
    )
    shown = ["inf" if value == math.inf else value for value in values]
    return dict(zip((f"{name}_median", f"{name}_p95", f"{name}_p99"), shown, strict=True))
