"""``mondegreen bench export``: the texts and counts of one system, as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mondegreen.cli.bench_options import SCORED, Config, Database, Unverified, folder_of, opened
from mondegreen.cli.groups import with_options
from mondegreen.cli.judging import prepared
from mondegreen.cli.panels import OUTPUT
from mondegreen.cli.streams import busy, say
from mondegreen.errors import UsageError, visible
from mondegreen.options.scoring import Scoring
from mondegreen.scoring.options import Options


@with_options(Scoring, defaults=SCORED)
def export(
    *,
    system: Annotated[str, typer.Argument(metavar="SYSTEM", help="Its name.")],
    config: Config = Path("bench.toml"),
    db: Database = None,
    unverified: Unverified = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="DIR",
            help="Folder to write to. Default: export_SYSTEM.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    to: Annotated[
        str,
        typer.Option(metavar="FORMAT", help="csv, json, tsv or all.", rich_help_panel=OUTPUT),
    ] = "all",
    normalized: Annotated[
        bool,
        typer.Option(
            "--normalized",
            help="In the TSV of three columns: texts as they were scored.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    options: Options,
) -> int:
    """Write what one system transcribed as CSV, JSON and TSV.

    There are 13 columns, with references and counts.

    Next to the TSV stands one of three columns, file_path, target and prediction, as mondegreen score
    reads them. The scores are those of the metric that ranks; with -m semantic-wer those that bench
    score has stored, and of an import those that came with it.

    \b
    Examples:
      mondegreen bench export pocketsphinx:en-us
      mondegreen bench export nova-de --to tsv --normalized
      mondegreen bench export nova-de -m semantic-wer
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.config import load_bench  # reads TOML
    from mondegreen.bench.judged import judged_rows  # loads SQLAlchemy
    from mondegreen.bench.keeping import kept_datasets  # reads manifests
    from mondegreen.bench.scoring import options_of, unjudged  # loads the scorer
    from mondegreen.bench.standing import standings  # as above
    from mondegreen.report.bench_files import EXPORTS, scored_by, write_exports  # as above

    kinds = EXPORTS if to == "all" else (to,)
    if not set(kinds) <= set(EXPORTS):
        raise UsageError(f"--to {to}: expected {', '.join(EXPORTS)} or all")
    bench = load_bench(config)
    chosen = prepared(unjudged(options_of(bench, options)))
    with opened(bench, db) as store, busy("scoring"):
        datasets = kept_datasets(store, bench)
        found = standings(store, datasets, chosen, [system], unverified=unverified)
        rows = {each.dataset: store.observations.samples(each.dataset) for each in found}
        judged = [
            judged_rows(store, each.observed, options.metrics)
            for each in found
            if each.observed is not None
        ]
    plain = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in system)
    folder = output or Path(f"export_{plain}")
    for each, known in zip(found, judged, strict=True):
        place = folder_of(folder if len(found) == 1 else folder / each.dataset)
        for path in write_exports(
            *(each, rows[each.dataset], place, plain),
            kinds=kinds,
            normalized=normalized,
            judged=known,
        ):
            say(f"wrote {visible(str(path))}")
        say(f"{each.dataset}: scores by {scored_by(each, known)}")
    return 0
