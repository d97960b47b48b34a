"""``mondegreen bench report``: systems side by side, or one with its worst utterances."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mondegreen.cli.bench_options import (
    SCORED,
    Config,
    Database,
    Names,
    Unverified,
    folder_of,
    opened,
)
from mondegreen.cli.groups import with_options
from mondegreen.cli.intervals import drawn
from mondegreen.cli.judging import prepared
from mondegreen.cli.panels import OUTPUT
from mondegreen.cli.streams import busy, coloured, say, show
from mondegreen.errors import UsageError, counted, did_you_mean, visible
from mondegreen.options.intervals import Drawing
from mondegreen.options.scoring import Scoring
from mondegreen.scoring.options import Options
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.absent import Absent
    from mondegreen.bench.config import Bench
    from mondegreen.bench.standing import Standing
    from mondegreen.store import Store


_OF_PAGES = "rates of the pages: normalizer stt-diff, failed clips excluded; the next table has the rates that rank systems"


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
            help="Report one system: writes validation_summary.txt and validation_full.csv.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    errors: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="With --system: show the N worst utterances.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="DIR", help="Folder to write to.", rich_help_panel=OUTPUT
        ),
    ] = Path("mondegreen_data"),
    to: Annotated[
        str,
        typer.Option(
            metavar="FORMAT",
            help="Format of the output: table, markdown, tsv or json.",
            rich_help_panel=OUTPUT,
        ),
    ] = "table",
    html: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Also write an HTML page: the table, a chart and the ranks of the leaderboard.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    diffs: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Also write a page of differences per recording and system, and an index.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    options: Options,
) -> int:
    """Show coverage, error rates, delay and cost per system.

    One table per dataset; for several datasets also one with a column each and the unweighted
    average. The lowest pooled rate comes first. No model is asked: rates of judged metrics are those
    that bench score has stored.

    \b
    Examples:
      mondegreen bench report
      mondegreen bench report --to markdown
      mondegreen bench report --html report.html
      mondegreen bench report --diffs out
      mondegreen bench report --system pocketsphinx:en-us --errors 5
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.absent import absent  # loads SQLAlchemy
    from mondegreen.bench.config import load_bench  # reads TOML
    from mondegreen.bench.keeping import kept_datasets  # reads manifests
    from mondegreen.bench.scoring import options_of, unjudged  # loads the scorer
    from mondegreen.bench.standings import standings  # as above
    from mondegreen.report.bench import FORMATS, render  # as above

    if errors is not None and system is None:
        raise UsageError(f"--errors {errors}: of which system? Add --system NAME")
    if to not in FORMATS:
        raise UsageError(f"--to {to}: expected {', '.join(FORMATS)}.{did_you_mean(to, FORMATS)}")
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
        lines = [] if diffs is None else _diffs(store, found, diffs, shown=to == "table")
        if system is not None:
            lines += _validation(store, found, output, options.metrics)
    show(render(found, to, gone))
    if html is not None:
        lines.append(_page(found, gone, intervals, html, bench))
    for line in lines:
        say(line)
    _worst(found, errors or 0)
    return 0


def _worst(found: Sequence[Standing], errors: int) -> None:
    """Print the worst alignments of systems; none of what is scored against its own drafts."""
    for each in found if errors else ():
        if each.withheld_draft:
            say(f"--errors {errors}: {each.dataset}: {each.withheld_draft}")
            continue
        for utterance in each.result.worst(errors) if each.result else ():
            show(f"\n{utterance.render(colour=coloured())}")


def _page(
    found: Sequence[Standing],
    gone: Sequence[Absent],
    intervals: dict[str, Any],
    path: Path,
    bench: Bench,
) -> str:
    """Write the page, and return a line about it."""
    from mondegreen.bench.keeping import datasets_of  # reads manifests
    from mondegreen.report.bench_html import render  # draws

    with written(path, text=True) as file:
        file.write(render(found, gone, intervals, datasets_of(bench)))
    return f"wrote {visible(str(path))}"


def _diffs(store: Store, found: Sequence[Standing], folder: Path, *, shown: bool) -> list[str]:
    """Write the diff pages, show their table if there is room for it, and return a line about them."""
    from mondegreen.report.bench_diffs import write_diffs  # draws
    from mondegreen.report.diff_table import to_table  # as above

    there = [each for each in found if not each.withheld_draft]
    seen = [each.observed for each in there if each.observed is not None]
    table, rows = write_diffs(store, seen, folder_of(folder))
    if shown:  # other formats are for programs, which expect one document
        show(f"{to_table(rows)}\n{_OF_PAGES}\n")
    none = [
        f"no pages of {visible(each.system)}: {each.withheld_draft.removeprefix('n/a: ')}"
        for each in found
        if each.withheld_draft
    ]
    return [*none, f"wrote {counted(len(rows), 'page')} and {visible(str(table))}"]


def _validation(
    store: Store, found: Sequence[Standing], output: Path, metrics: Sequence[str] | None
) -> list[str]:
    """Write the files about one system, and return a line about each."""
    from mondegreen.bench.judged import judged_rows  # loads SQLAlchemy
    from mondegreen.report.bench_files import write_validation  # seldom needed

    lines = []
    for each in found:
        folder = folder_of(output if len(found) == 1 else output / each.dataset)
        judged = None
        if each.observed is not None:
            judged = judged_rows(store, each.observed, metrics)
        lines += [f"wrote {visible(str(path))}" for path in write_validation(each, folder, judged)]
    return lines
