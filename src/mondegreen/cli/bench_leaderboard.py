"""``mondegreen bench leaderboard``: systems with ranks, and no more ranks than a dataset can tell apart."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from mondegreen.cli.bench_options import SCORED, Config, Database, Names, Unverified, opened
from mondegreen.cli.gates import of_comparison, say_unmet
from mondegreen.cli.groups import with_options
from mondegreen.cli.intervals import drawn
from mondegreen.cli.judging import prepared
from mondegreen.cli.panels import GATES, INPUT, OUTPUT
from mondegreen.cli.streams import busy, say, show
from mondegreen.errors import UsageError, did_you_mean, visible
from mondegreen.options.gates import TIME_GATE
from mondegreen.options.intervals import Drawing
from mondegreen.options.scoring import Scoring
from mondegreen.options.typed import listed
from mondegreen.scoring.options import Options


@with_options(
    *(Scoring, Drawing),
    *("fail_above", "min_coverage", "baseline", "fail_if_worse", "margin", "rule"),
    defaults=SCORED,
)
def leaderboard(
    *,
    config: Config = Path("bench.toml"),
    db: Database = None,
    unverified: Unverified = False,
    systems: Names = None,
    dataset: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="One dataset. Default: all datasets.", rich_help_panel=INPUT
        ),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(
            metavar="DATE",
            help="Only transcripts since this date, such as 2026-11-01.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,...",
            help="Leave out columns that are not comparable: delay, semantic-wer.",
            hidden=True,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    matrix: Annotated[
        bool,
        typer.Option(
            "--matrix",
            help="Also show all pairs of systems: difference, confidence interval, corrected p.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    history: Annotated[
        bool,
        typer.Option(
            "--history",
            help="Also compare each pass of a system (bench run --repeats) with the one before it.",
            hidden=True,
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    repeats: Annotated[
        bool,
        typer.Option(
            "--repeats",
            help="Also show the spread between repeats, and that of the judge alone.",
            hidden=True,
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    fail_on_drift: Annotated[
        bool,
        typer.Option(
            "--fail-on-drift",
            help="Exit with status 1 if a pass is significantly worse than the one before it.",
            hidden=True,
            rich_help_panel=GATES,
        ),
    ] = False,
    into: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the table into this Markdown file, between the marks LEADERBOARD:START and "
            "LEADERBOARD:END.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    replace: Annotated[
        bool,
        typer.Option(
            "--replace",
            help="With --into: drop the rows and columns of others.",
            hidden=True,
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    pareto: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Folder for plots of error against delay and price, as SVG and PNG.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    draw_history: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Draw the history of each system over time, with --history: SVG and PNG, light and dark.",
            hidden=True,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    to: Annotated[
        str,
        typer.Option(
            metavar="FORMAT",
            help="Format of the output: table, markdown, csv, tsv, json or junit.",
            rich_help_panel=OUTPUT,
        ),
    ] = "table",
    options: Options,
) -> int:
    """Rank the systems by a paired test.

    One row each, with rank, group, interval, delay and cost.

    A rank is one more than the number of systems that are significantly better: by the paired
    bootstrap, by conversation, recording or speaker where the dataset names one, with Holm's correction
    over all pairs. What is missing or failed counts as deletions. Rows that were not made in the same way
    are refused.

    \b
    Examples:
      mondegreen bench leaderboard
      mondegreen bench leaderboard --matrix
      mondegreen bench leaderboard --into README.md --pareto pictures
      mondegreen bench leaderboard --fail-if-worse wer --baseline nova --to junit
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.absent import absent  # loads SQLAlchemy
    from mondegreen.bench.config import load_bench  # reads TOML
    from mondegreen.bench.keeping import kept_datasets  # loads SQLAlchemy, reads manifests
    from mondegreen.bench.leaderboard import leaderboard as ranked  # loads the scorer
    from mondegreen.bench.observed import check_stored  # as above
    from mondegreen.bench.points import points_of  # as above
    from mondegreen.bench.scoring import options_of, unjudged  # as above
    from mondegreen.report.leaderboard import FORMATS, render  # as above

    if to not in FORMATS:
        raise UsageError(f"--to {to}: expected {', '.join(FORMATS)}.{did_you_mean(to, FORMATS)}")
    if replace and into is None:
        raise UsageError("--replace goes with --into FILE")
    history = history or draw_history is not None
    if (history or repeats) and to in {"csv", "tsv"}:
        raise UsageError(f"--to {to} has one row per system; --history and --repeats go with json")
    gates = _Gates(options, drift=fail_on_drift)
    bench = load_bench(config)
    chosen = prepared(unjudged(options_of(bench, options)))
    wanted = [*bench.systems.values()] if systems is None else bench.chosen(systems)
    names = None if systems is None else [each.name for each in wanted]
    more: dict[str, Any] = {
        "since": date_of(since),
        "without": [name for name in listed(without) if name],
        "history": history or fail_on_drift,
        "notes": bench.notes,
        "repeats": repeats,
        "unverified": unverified,
    }
    with opened(bench, db) as store, busy("ranking"):
        ids = kept_datasets(store, bench)
        check_stored(store, ids, [each for each in names or () if each not in bench.systems])
        gone = absent(store, ids, wanted, unverified=unverified)
        boards = [
            gates.of(ranked(store, each, chosen, names, **more, **drawn(options)))
            for each in _datasets(bench, dataset)
        ]
        points = [points_of(store, each, chosen) for each in boards] if pareto else []
    for each in boards:
        each.left_out.update(
            {one.system: one.reason for one in gone if one.dataset == each.dataset}
        )
    show(render(boards, to, matrix=matrix))
    if into is not None:
        from mondegreen.report.leaderboard_file import write_into  # seldom needed

        for line in write_into(into, boards, replace=replace):
            say(line)
        say(f"wrote {visible(str(into))}")
    for several in points:
        own = Path() if len(points) == 1 else Path(several[0].dataset)
        _draw(several, Path(pareto or "") / own)
    for each in boards if draw_history is not None else ():
        own = Path() if len(boards) == 1 else Path(each.dataset)
        _draw_history(each, Path(draw_history or "") / own)
    verdicts = [verdict for each in boards for verdict in each.verdicts]
    return say_unmet(verdict.reason for verdict in verdicts if not verdict.met)


def _draw(found: list[Any], folder: Path) -> None:
    """Write the pictures of one dataset, and say which systems are not in them."""
    from mondegreen.report.pareto import write_pictures  # loads matplotlib

    for each in found:
        for name, reason in each.not_drawn.items():
            say(f"{each.axis}: {name} is not drawn: {reason}")
        if len(each.points) == 1:
            say(
                f"{each.axis}: only {each.points[0].system} is drawn, so there is nothing to compare"
            )
        made = write_pictures(each, folder)
        for path in made:
            say(f"wrote {visible(str(path))}")
        if not made:
            say(f"{each.axis}: no picture, for no system can be drawn")


def _draw_history(board: Any, folder: Path) -> None:
    """Write the pictures of history of one dataset, and say which systems are not in them."""
    from mondegreen.report.history_picture import lines_of, write_history  # loads matplotlib

    for row in board.rows:
        if row.system not in lines_of(board.history):
            say(visible(f"history: {row.system} is not drawn: none of its passes has a rate"))
    made = write_history(board.history, folder, board.dataset, board.metric)
    for path in made:
        say(f"wrote {visible(str(path))}")


def _datasets(bench: Any, name: str | None) -> list[Any]:
    """Return the datasets of a bench, or the one of a name or an id.

    Raises:
        UsageError: there is none.
    """
    from mondegreen.bench.keeping import datasets_of  # reads manifests

    found = datasets_of(bench)
    if name is None:
        return found
    chosen = [each for each in found if name in {each.name, each.id}]
    if not chosen:
        known = [each.name for each in found]
        raise UsageError(
            f"--dataset {name}: {bench.path} has {', '.join(known)}.{did_you_mean(name, known)}"
        )
    return chosen


def date_of(text: str | None) -> str:
    """Return a date as the store has it; empty for none.

    Raises:
        UsageError: it is no date.
    """
    from datetime import UTC, datetime  # seldom needed

    if text is None:
        return ""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(f"--since {text}: expected a date, such as 2026-11-01") from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


class _Gates:
    """The gates that were asked for."""

    def __init__(self, options: Options, *, drift: bool) -> None:
        self._drift = drift
        self._metrics = [name for name in options.fail_if_worse or () if name]
        limits: dict[str, float] = dict(options.fail_above or {})
        self._times = {name: limit for name, limit in limits.items() if TIME_GATE.fullmatch(name)}
        self._limits = {name: limit for name, limit in limits.items() if name not in self._times}
        self._coverage = options.min_coverage
        self._gate = of_comparison(options)

    def of(self, board: Any) -> Any:
        """Return a leaderboard with what the gates say.

        Raises:
            UsageError: a gate of a metric that does not rank.
        """
        from mondegreen.bench.time_gates import late  # seldom needed
        from mondegreen.scoring.comparing.release_gates import Gate  # as above

        ranking = board.rows[0].standing.metric.name
        for name in [*self._metrics, *self._limits]:
            if name != ranking:
                raise UsageError(_no_gate(name, ranking, board))
        for name in self._times:
            if not late(board.rows, name, 0.0):
                raise UsageError(_no_gate(name, ranking, board))
        gate = None
        if self._gate:
            named = self._gate.get("baseline") or board.rows[0].system
            gate = Gate(str(named), self._gate["margin"], self._gate.get("rule", "difference"))
        return board.gated(
            gate, [*self._limits.values()], self._coverage, times=self._times, drift=self._drift
        )


def _no_gate(name: str, ranking: str, board: Any) -> str:
    """Return what gates there are."""
    from mondegreen.bench.time_gates import names_of_times  # seldom needed
    from mondegreen.metrics import METRICS  # as above

    times = names_of_times(board.rows)
    known = ", ".join([ranking, *times])
    line = f"a gate of {name}: the leaderboard ranks by {ranking} and has gates of {known}"
    line += f" (of times also P95 and P99, as {times[0]}:P95=2)" if times else ""
    known_metrics = METRICS.names()
    if name.partition("[")[0] in known_metrics:
        return f"{line}; add -m {name}, or name {ranking}"
    return f"{line}.{did_you_mean(name, [*times, *known_metrics])}"
