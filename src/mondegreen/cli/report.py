"""``mondegreen report``: a page of HTML about one system or several."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from mondegreen.cli.files import refuse_overwriting, refuse_unwritable
from mondegreen.cli.groups import with_options
from mondegreen.cli.intervals import columns, drawn
from mondegreen.cli.judging import prepared
from mondegreen.cli.panels import OUTPUT
from mondegreen.cli.scoring import check_slices, scored, with_shown
from mondegreen.cli.streams import busy, say
from mondegreen.cli.systems import Systems, settled
from mondegreen.errors import UsageError, visible
from mondegreen.options.intervals import Drawing
from mondegreen.options.judging import Judging
from mondegreen.options.reading import Reading
from mondegreen.options.scoring import Scoring
from mondegreen.scoring.options import Options


@with_options(
    Reading, Scoring, Judging, "by", "averages", "numbers", Drawing, without=["save_facts"]
)
def report(
    *,
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME=]FILE...",
            help="One file per system, FILE or NAME=FILE, run files with texts too; or one table. A first "
            "file without hypotheses holds the references.",
        ),
    ] = None,
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="FILE", help="HTML file to write.", rich_help_panel=OUTPUT
        ),
    ] = Path("report.html"),
    systems: Systems,
    options: Options,
    title: Annotated[
        str, typer.Option(metavar="TEXT", help="Title of the page.", rich_help_panel=OUTPUT)
    ] = "",
    utterances: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="Maximum number of utterances in the page, the worst first.",
            hidden=True,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
) -> int:
    """Write a report as one HTML file that works offline.

    \b
    Examples:
      mondegreen report results.jsonl --forgive agent -o report.html
      mondegreen report whisper=a.parquet nova=b.parquet -o both.html
      mondegreen report -r references.txt a=a.txt b=b.txt
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.report.document import write_report  # draws; no other command does
    from mondegreen.report.environment import environment
    from mondegreen.report.pages import Origin

    environment()  # says what is not installed before any work
    refuse_unwritable({"--output": output})
    for path in systems.paths(files or ()):
        refuse_overwriting((path, None), {"--output": output})
    options = prepared(options)
    if options.judge is not None and not options.judge.keep_texts:
        raise UsageError("a report shows what was said, and --no-text keeps it out; leave it out")
    by, intervals = options.by, drawn(options)
    found = systems.read(files or (), options)
    check_slices(found, by)
    check_slices(found, columns(options), purpose="draw together")
    check_slices(found, options.numbers, purpose="show numbers of")
    found, made = settled(found, options)
    results = with_shown(scored(options, found, made), options)
    if intervals:
        results = {name: result.with_intervals(**intervals) for name, result in results.items()}
    with busy("drawing the page"):
        shown: Any = results if len(results) > 1 else next(iter(results.values()))
        metric = None if made.uses_sessions else made.metrics[0]
        origin = Origin(systems.dataset(files or ()), systems.paths(files or ()))
        write_report(
            shown,
            output,
            metric=metric,
            by=by,
            title=title,
            utterances=utterances,
            origin=origin,
        )
    if output.is_file():  # else standard output, or a pipe
        size = max(output.stat().st_size / 1e6, 0.1)
        say(f"report: {visible(str(output))} ({size:.1f} MB)")
    return 0
