"""``mondegreen bench ground-truth doubtful``: references that most systems contradict."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mondegreen.cli.bench_options import SCORED, Config, Database, Names
from mondegreen.cli.ground_truth_options import Name, bench_of, writable
from mondegreen.cli.groups import with_options
from mondegreen.cli.judging import prepared
from mondegreen.cli.panels import INPUT, OUTPUT
from mondegreen.cli.streams import busy, say, show
from mondegreen.errors import counted, visible
from mondegreen.scoring.json_text import json_text
from mondegreen.scoring.options import Options

if TYPE_CHECKING:
    from mondegreen.bench.ground_truth.doubts import Doubt


@with_options("normalizer", defaults={"normalizer": SCORED["normalizer"]})
def doubtful(
    *,
    config: Config = Path("bench.toml"),
    db: Database = None,
    name: Name = None,
    systems: Names = None,
    limit: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Only the first N references.", rich_help_panel=OUTPUT
        ),
    ] = None,
    queue: Annotated[
        bool,
        typer.Option(
            "--queue", help="Make a run of them, for ground-truth review.", rich_help_panel=INPUT
        ),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON.", rich_help_panel=OUTPUT)
    ] = False,
    options: Options,
) -> int:
    """List references that most systems contradict.

    In these, most systems have the same other words. The references with the most errors come first.
    A reference may still be right: listen to it.

    \b
    Examples:
      mondegreen bench ground-truth doubtful
      mondegreen bench ground-truth doubtful --limit 50 --queue
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.ground_truth.doubts import doubtful as found_doubtful  # loads the scorer
    from mondegreen.bench.ground_truth.doubts import queue_run  # as above
    from mondegreen.bench.scoring import options_of  # as above

    with bench_of(config, db, name, write=queue) as (store, bench, dataset):
        chosen = prepared(options_of(None, options))
        names = None if systems is None else [each.name for each in bench.chosen(systems)]
        with busy("scoring"):
            found = found_doubtful(store, dataset.id, chosen, names)
        shown = found[:limit]
        if as_json:
            show(json_text([each.to_json() for each in shown], indent=2))
        else:
            for each in shown:
                _show(each)
        say(f"{counted(len(found), 'doubtful reference')} of {dataset.id}")
        if queue and shown:
            writable(store)
            used = names or store.observations.systems_on(dataset.id)
            run = queue_run(store, dataset.id, shown, used)
            say(f"next: mondegreen bench ground-truth review {run.run}")
    return 0


def _show(doubt: Doubt) -> None:
    show(visible(f"{doubt.sample}  {counted(doubt.worth, 'error')}  {doubt.audio}"))
    show(visible(f"  {doubt.text}"))
    for said, heard, systems, seconds in doubt.places:
        where = "" if seconds is None else f", at {seconds:.1f} s"
        show(
            visible(
                f"  {said or '(nothing)'} -> {heard or '(nothing)'}: {systems} of {doubt.answered} "
                f"systems{where}"
            )
        )
