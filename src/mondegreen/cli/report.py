"""``mondegreen report``: a page of HTML about one system or several."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from mondegreen.cli.files import Reading, refuse_overwriting, refuse_unwritable
from mondegreen.cli.groups import with_groups
from mondegreen.cli.intervals import Drawing
from mondegreen.cli.judging import Judges
from mondegreen.cli.panels import OUTPUT, SCORING
from mondegreen.cli.scoring import Scoring, check_slices, listed
from mondegreen.cli.streams import busy, say
from mondegreen.cli.systems import Systems, settled
from mondegreen.errors import UsageError, visible


@with_groups
def report(
    *,
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME=]FILE...",
            help="One file a system, also run files with texts; or one table.",
        ),
    ] = None,
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Where it goes.", rich_help_panel=OUTPUT
        ),
    ] = Path("report.html"),
    systems: Systems,
    reading: Reading,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "-m",
            "--metric",
            metavar="NAME",
            help="A metric; the first is shown in full.",
            rich_help_panel=SCORING,
        ),
    ] = None,
    scoring: Scoring,
    judges: Judges,
    drawing: Drawing,
    by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN",
            help="Slice by this column; else by all with a handful of values.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    title: Annotated[
        str, typer.Option(metavar="TEXT", help="Stands at the top.", rich_help_panel=OUTPUT)
    ] = "",
    utterances: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="Put at most N utterances into the page, the worst first.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
) -> int:
    """Write a report as one HTML file that loads nothing.

    \b
    Examples:
      mondegreen report results.jsonl --forgive agent -o report.html
      mondegreen report whisper=a.parquet nova=b.parquet -o both.html
      mondegreen report -r references.txt -h a=a.txt -h b=b.txt
      mondegreen report vendors.csv --reference text --systems a,b,c
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.report.document import write_report  # draws; no other command does
    from mondegreen.report.environment import environment

    environment()  # says what is not installed before any work
    refuse_unwritable({"--output": output})
    for path in systems.paths(files or ()):
        refuse_overwriting((path, None), {"--output": output})
    judging = judges.chosen(lang=scoring.lang)
    if judging is not None and not judging.keep_texts:
        raise UsageError("a report shows what was said, and --no-text keeps it out; leave it out")
    metrics, drawn = listed(metric), drawing.given
    found = systems.read(files or (), reading)
    check_slices(found, by)
    check_slices(found, drawing.columns, purpose="draw together")
    found, made = settled(found, scoring, metrics, judging)
    results = scoring.scored(found, made, judging)
    if drawn:
        results = {name: result.with_intervals(**drawn) for name, result in results.items()}
    with busy("drawing the page"):
        shown: Any = results if len(results) > 1 else next(iter(results.values()))
        write_report(
            shown, output, metric=made.metrics[0], by=by, title=title, utterances=utterances
        )
    size = max(output.stat().st_size / 1e6, 0.1)
    say(f"report: {visible(str(output))} ({size:.1f} MB)")
    return 0
