"""``mondegreen bench ground-truth list``: runs and how far their review is, or one sample's versions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from mondegreen.cli.bench_options import Config, Database
from mondegreen.cli.ground_truth_options import Name, bench_of
from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import INPUT, OUTPUT
from mondegreen.cli.streams import say, show
from mondegreen.errors import visible
from mondegreen.scoring.json_text import json_text


@with_options()
def list_(
    *,
    config: Config = Path("bench.toml"),
    db: Database = None,
    name: Name = None,
    sample: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="Show all versions of the reference of this clip: its id, or the beginning of its id.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON.", rich_help_panel=OUTPUT)
    ] = False,
) -> int:
    """List the runs of references and their reviews.

    \b
    Examples:
      mondegreen bench ground-truth list
      mondegreen bench ground-truth list --sample r001
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.ground_truth.exchange import state_of  # loads SQLAlchemy
    from mondegreen.bench.ground_truth.reviewing import sample_named  # as above
    from mondegreen.report.grid import grid  # small

    with bench_of(config, db, name, write=False) as (store, _, dataset):
        if sample is not None:
            rows = store.ground_truth.versions(dataset.id, sample_named(dataset, sample))
            columns: tuple[str, ...] = ("sample_id", "version", "text", "model_used", "verified_by")
            columns += ("verified_at", "original_text", "run_id")
        else:
            rows = [_counts(state_of(store, *each)) for each in store.ground_truth.runs(dataset.id)]
            columns = ("run", "drafted by", "queue", "samples", "drafts", "approved", "edited")
            columns += ("noted", "skipped", "open")
        where = store.where
    if as_json:
        show(json_text(rows, indent=2))
    elif rows:
        lines = [[visible(_cell(row.get(each))) for each in columns] for row in rows]
        used = [at for at in range(len(columns)) if any(line[at] for line in lines)]
        show(grid([columns[at] for at in used], [[line[at] for at in used] for line in lines]))
    else:
        say(
            f"nothing of {dataset.id} in {where}; draft references: mondegreen bench ground-truth draft"
        )
    return 0


def _cell(value: Any) -> str:
    return "" if value is None else str(value)


def _counts(state: Any) -> dict[str, Any]:
    counts = state.counts()
    done = counts["approved"] + counts["noted"] + counts["skipped"]
    return {
        "run": state.run,
        "drafted by": state.model,
        "queue": state.queue,
        "samples": len(state.items),
        "drafts": sum(item.draft is not None for item in state.items.values()),
        **counts,
        "open": len(state.items) - done,
    }
