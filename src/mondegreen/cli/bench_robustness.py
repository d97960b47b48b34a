"""``mondegreen bench robustness``: how much worse systems are on degraded recordings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from mondegreen.cli.bench_options import SCORED, Config, Database, Names, opened
from mondegreen.cli.groups import with_options
from mondegreen.cli.intervals import drawn
from mondegreen.cli.judging import prepared
from mondegreen.cli.panels import OUTPUT
from mondegreen.cli.streams import busy, say, show
from mondegreen.errors import UsageError, typed
from mondegreen.options.intervals import Drawing
from mondegreen.options.scoring import Scoring
from mondegreen.scoring.options import Options


@with_options(Scoring, Drawing, without=["cluster"], defaults=SCORED)
def robustness(
    *,
    config: Config = Path("bench.toml"),
    db: Database = None,
    systems: Names = None,
    to: Annotated[
        str,
        typer.Option(
            metavar="FORMAT",
            help="Format of the output: table, tsv or json.",
            rich_help_panel=OUTPUT,
        ),
    ] = "table",
    options: Options,
) -> int:
    """Show how much worse systems are on degraded recordings.

    Each clip is compared with its degraded copies, so that the intervals are paired.

    \b
    Examples:
      mondegreen bench robustness
      mondegreen bench robustness --forgive agent --to tsv
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.config import load_bench  # reads TOML
    from mondegreen.bench.keeping import datasets_of, kept_datasets  # reads manifests
    from mondegreen.bench.robustness import differences, parents, unpaired  # loads the scorer
    from mondegreen.bench.scoring import options_of, unjudged  # as above
    from mondegreen.report.robustness import FORMATS, render  # as above

    if to not in FORMATS:
        raise UsageError(f"--to {to}: expected {', '.join(FORMATS)}")
    bench = load_bench(config)
    pairs = parents(datasets_of(bench))
    if not pairs:
        raise UsageError(
            f"{config}: has no degraded dataset; make one: mondegreen bench degrade --by telephone"
        )
    chosen = prepared(unjudged(options_of(bench, options)))
    names = None if systems is None else [each.name for each in bench.chosen(systems)]
    intervals: dict[str, Any] = drawn(options)
    drawing = {key: intervals[key] for key in ("level", "resamples", "seed") if key in intervals}
    with opened(bench, db) as store, busy("scoring"):
        kept_datasets(store, bench)
        found = [
            each for pair in pairs for each in differences(store, *pair, chosen, names, **drawing)
        ]
        lines = [
            f"{name}: has not transcribed {lacking}, so there is no difference: "
            f"mondegreen bench run --systems {typed(name)}"
            for pair in pairs
            for name, lacking in unpaired(store, *pair, names).items()
        ]
    for line in lines:
        say(line)
    if not found:
        raise UsageError(
            "no system has transcribed both the recordings and their worse copies: mondegreen bench run"
        )
    show(render(found, to))
    return 0
