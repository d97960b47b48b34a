"""``mondegreen bench export``: the texts and counts of one system, as files."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from mondegreen.cli.bench_options import SCORED, Config, Database, Unverified, folder_of, opened
from mondegreen.cli.groups import with_options
from mondegreen.cli.judging import prepared
from mondegreen.cli.panels import OUTPUT
from mondegreen.cli.streams import busy, say
from mondegreen.errors import UsageError, visible
from mondegreen.options.scoring import Scoring
from mondegreen.scoring.options import Options

if TYPE_CHECKING:
    from collections.abc import Iterable

_DIGITS: Final = 8


@with_options(Scoring, defaults=SCORED)
def export(
    *,
    system: Annotated[str, typer.Argument(metavar="SYSTEM", help="Name of the system.")],
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
        typer.Option(
            metavar="FORMAT", help="Format: csv, json, tsv or all.", rich_help_panel=OUTPUT
        ),
    ] = "all",
    normalized: Annotated[
        bool,
        typer.Option(
            "--normalized",
            help="Write normalized texts to the TSV.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    options: Options,
) -> int:
    """Export the transcripts of one system as CSV, JSON and TSV.

    There are 13 columns, with references and counts.

    A second TSV has three columns, file_path, target and prediction, for mondegreen score. The scores
    are by the ranking metric. With -m semantic-wer they are those that bench score has stored, or
    those that came with an import.

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
    from mondegreen.bench.standings import standings  # as above
    from mondegreen.report.bench_files import (  # as above
        EXPORTS,
        left_out,
        scored_by,
        write_exports,
    )

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
        known = {*bench.systems}.union(*map(store.observations.systems_on, datasets))
    plain = _file_name(system, known)
    folder = output or Path(f"export_{plain}")
    for each, judgement in zip(found, judged, strict=True):
        place = folder_of(folder if len(found) == 1 else folder / each.dataset)
        for path in write_exports(
            *(each, rows[each.dataset], place, plain),
            kinds=kinds,
            normalized=normalized,
            judged=judgement,
        ):
            say(f"wrote {visible(str(path))}")
        if "tsv" in kinds and (lost := left_out(each, judgement, normalized=normalized)):
            say(f"{visible(str(place / f'{plain}_transcripts.tsv'))}: {lost}")
        say(f"{each.dataset}: scores by {scored_by(each, judgement)}")
    return 0


def _file_name(system: str, known: Iterable[str]) -> str:
    """Return a system's name with no letter that a file must not have.

    Where another system has the same name then, one that was changed has a digest of its own name.
    """
    plain = _plain(system)
    alone = all(each == system or _plain(each) != plain for each in known)
    if alone or plain == system:
        return plain
    return f"{plain}-{sha256(system.encode('utf-8', 'backslashreplace')).hexdigest()[:_DIGITS]}"


def _plain(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in name)
