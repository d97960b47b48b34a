"""``mondegreen bench report``: systems side by side, or one with its worst utterances."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from mondegreen.cli.bench_options import SCORED, Config, Database, Names, Unverified, opened
from mondegreen.cli.groups import with_options
from mondegreen.cli.intervals import drawn
from mondegreen.cli.judging import prepared
from mondegreen.cli.panels import OUTPUT
from mondegreen.cli.streams import busy, coloured, say, show
from mondegreen.errors import UsageError, visible
from mondegreen.options.intervals import Drawing
from mondegreen.options.scoring import Scoring
from mondegreen.scoring.options import Options


@with_options(Scoring, Drawing, defaults=SCORED)
def report(
    *,
    config: Config = Path("bench.toml"),
    db: Database = None,
    unverified: Unverified = False,
    systems: Names = None,
    system: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="One system: write validation_summary.txt and validation_full.csv.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    errors: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Show the N worst utterances of the one system.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="DIR", help="Folder of files.", rich_help_panel=OUTPUT
        ),
    ] = Path("mondegreen_data"),
    to: Annotated[
        str,
        typer.Option(
            metavar="FORMAT", help="table, markdown, tsv or json.", rich_help_panel=OUTPUT
        ),
    ] = "table",
    options: Options,
) -> int:
    """Show where the systems stand: coverage, error rates with intervals, delay, cost.

    One table per dataset; of several datasets also one with a column each and the unweighted
    average. The lowest pooled rate comes first. Nobody is asked: judged metrics are those that bench
    score has stored.

    \b
    Examples:
      mondegreen bench report
      mondegreen bench report --to markdown
      mondegreen bench report --system pocketsphinx:en-us --errors 5
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.absent import absent  # loads SQLAlchemy
    from mondegreen.bench.config import load_bench  # reads TOML
    from mondegreen.bench.keeping import kept_datasets  # reads manifests
    from mondegreen.bench.scoring import options_of, unjudged  # loads the scorer
    from mondegreen.bench.standing import standings  # as above
    from mondegreen.report.bench import FORMATS, render  # as above

    if errors is not None and system is None:
        raise UsageError(f"--errors {errors}: of which system? Add --system NAME")
    if to not in FORMATS:
        raise UsageError(f"--to {to}: expected {', '.join(FORMATS)}")
    bench = load_bench(config)
    chosen = prepared(unjudged(options_of(bench, options)))
    wanted = [] if system else [*bench.systems.values()]
    names = [system] if system else None
    if systems is not None and system is None:
        wanted = bench.chosen(systems)
        names = [each.name for each in wanted]
    intervals: dict[str, Any] = drawn(options)
    with bench.keys(needed=False), opened(bench, db) as store, busy("scoring"):
        datasets = kept_datasets(store, bench)
        expected = [each for each in wanted if each.name in bench.systems]
        gone = absent(store, datasets, expected, unverified=unverified)
        if names is not None:
            lost = Counter(each.system for each in gone)
            names = [each for each in names if lost[each] < len(datasets)]
        found = standings(store, datasets, chosen, names, intervals, unverified=unverified)
    show(render(found, to, gone))
    if system is not None:
        from mondegreen.report.bench_files import write_validation  # seldom needed

        output.mkdir(parents=True, exist_ok=True)
        for each in found:
            folder = output if len(found) == 1 else output / each.dataset
            for path in write_validation(each, folder):
                say(f"wrote {visible(str(path))}")
        for each in found if errors else ():
            for utterance in each.result.worst(errors or 0) if each.result else ():
                show(f"\n{utterance.render(colour=coloured())}")
    return 0
