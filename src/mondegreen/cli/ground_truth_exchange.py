"""``mondegreen bench ground-truth import`` and ``export``: runs of references as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mondegreen.cli.bench_options import Config, Database
from mondegreen.cli.ground_truth_options import Name, Run, bench_of
from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import OUTPUT
from mondegreen.cli.streams import busy, say
from mondegreen.errors import UsageError, visible

_MOST = 5


@with_options()
def import_(
    *,
    source: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="Run of references, RUN.jsonl."),
    ],
    config: Config = Path("bench.toml"),
    db: Database = None,
    name: Name = None,
) -> int:
    """Import a run of references.

    Its notes are read from RUN_notes.jsonl next to it.

    Its texts become versions of the references; what is approved or edited is verified. Import a run
    again after more of it was reviewed elsewhere: only what is new is added.

    \b
    Examples:
      mondegreen bench ground-truth import runs/2026-01-02_03-04-05.jsonl
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.ground_truth.exchange import import_run  # loads SQLAlchemy

    with bench_of(config, db, name, make=True) as (store, _, dataset), busy("importing"):
        imported = import_run(store, dataset.id, source)
        where = store.where
    counts = ", ".join(f"{count:,} {what}" for what, count in imported.rows.items())
    say(f"kept in {where}: {counts}")
    for reason, names in imported.left_out.items():
        shown = ", ".join(names[:_MOST]) + (", ..." if len(names) > _MOST else "")
        say(f"left out: {reason}: {len(names):,} ({visible(shown)})")
    return 0


@with_options()
def export(
    *,
    run: Run = None,
    config: Config = Path("bench.toml"),
    db: Database = None,
    name: Name = None,
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="DIR", help="Folder to write to.", rich_help_panel=OUTPUT
        ),
    ] = Path("ground_truth_runs"),
) -> int:
    """Write a run of references to JSONL files.

    RUN.jsonl and RUN_notes.jsonl; all runs if none is named.

    What is imported and exported again has the same bytes.

    \b
    Examples:
      mondegreen bench ground-truth export
      mondegreen bench ground-truth export 2026-01-02_03-04-05 -o shared/
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.ground_truth.exchange import export_run  # loads SQLAlchemy

    with bench_of(config, db, name, write=False) as (store, _, dataset):
        runs = [run] if run else [each for _, each in store.ground_truth.runs(dataset.id)]
        if not runs:
            raise UsageError(
                f"{store.where}: there is no run of references for {dataset.id}; make one: mondegreen bench "
                "ground-truth draft, or import one: mondegreen bench ground-truth import FILE"
            )
        output.mkdir(parents=True, exist_ok=True)
        for each in runs:
            for path in export_run(store, dataset.id, each, output):
                say(f"wrote {visible(str(path))}")
    return 0
