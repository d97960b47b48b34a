"""``mondegreen bench import``: the results of other benchmarks, kept like our own."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mondegreen.cli.bench_options import Config, Database
from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import INPUT, OUTPUT
from mondegreen.cli.streams import busy, say
from mondegreen.errors import MissingDependencyError, UsageError, visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.bench.config import Bench
    from mondegreen.bench.importing import Imported
    from mondegreen.store import Store

_MOST = 5


@with_options()
def import_(
    *,
    source: Annotated[
        Path,
        typer.Argument(
            metavar="FILE|DIR",
            help="File results.db of another benchmark, a run of references (.jsonl), result files of the Open ASR "
            "Leaderboard, MU-Bench, or a submission that bench validate finds valid.",
        ),
    ],
    config: Config = Path("bench.toml"),
    db: Database = None,
    name: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Name of the new dataset, or for a run of references the dataset that they are for. Default for a "
            "results.db: its folder.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    language: Annotated[
        str,
        typer.Option(
            metavar="CODE",
            help="Language of result files that do not name it.",
            rich_help_panel=INPUT,
        ),
    ] = "en",
) -> int:
    """Import results or references of another benchmark.

    A results.db (tables samples, results, ground_truth, wer_metrics, semantic_wer_traces) becomes a
    dataset in bench.toml; all rows are kept. A run of references becomes new versions of the
    references of a dataset. Result files of the Open ASR Leaderboard (MODEL_ID_DATASET_NAME.jsonl)
    become one dataset per data set, with a system per model. MU-Bench becomes one dataset per locale,
    with a system per submission. A folder with submission.toml becomes a system of a dataset that
    bench.toml has; it is shown as submitted, not as measured here.

    \b
    Examples:
      mondegreen bench import stt_benchmark_data/results.db
      mondegreen bench import transformers/results/
      mondegreen bench import mu-bench/
      mondegreen bench import acme-nova/
      mondegreen bench import ground_truth_runs/2026-01-02_03-04-05.jsonl
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.bench_toml import write_bench  # loads tomlkit
    from mondegreen.bench.config import DATABASE, Bench, load_bench  # reads TOML
    from mondegreen.bench.freezing import write_manifest  # as above
    from mondegreen.bench.ground_truth.exchange import import_run  # loads SQLAlchemy
    from mondegreen.bench.importing import import_database  # as above
    from mondegreen.store.database import open_store, with_driver  # as above

    handed_in = (source / "submission.toml").is_file()
    boards = _submission(source, config) if handed_in else _boards(source)
    runs = source.suffix == ".jsonl" and boards is None
    bench = load_bench(config) if config.exists() or runs else Bench(config, (), {}, {}, {})
    where = bench.database(db) if bench.datasets or db else str(config.parent / DATABASE)
    if not runs and Path(where).exists() and source.exists() and Path(where).samefile(source):
        raise UsageError(f"{source}: is the database to write to; name another one with --db")
    with open_store(with_driver(where), named_by="--db") as store, busy("importing"):
        if boards is not None:
            every = boards(store, name, language)
        elif runs:
            every = [import_run(store, _dataset(bench, name), source)]
        else:
            named = name or source.resolve().parent.name
            every = [import_database(store, source, named)]
    for imported in every:
        if imported.dataset is not None:  # else it is in bench.toml already
            dataset = imported.dataset
            manifest = config.parent / f"{dataset.name}.manifest.jsonl"
            write_bench(
                *(config, (dataset.name, dataset.id, manifest.name), (), ("wer",), ""),
                first=partial(write_manifest, dataset, manifest),
            )
            say(f"{dataset.id}: in {manifest}")
        say(
            f"kept in {where}: "
            + ", ".join(f"{count:,} {what}" for what, count in imported.rows.items())
        )
        for reason, names in imported.left_out.items():
            shown = ", ".join(names[:_MOST]) + (", ..." if len(names) > _MOST else "")
            say(f"left out: {reason}: {len(names):,} ({visible(shown)})")
    return 0


def _boards(source: Path) -> Callable[[Store, str | None, str], list[Imported]] | None:
    """Return what imports the files of a leaderboard; ``None`` if the source is something else."""
    from mondegreen.bench.leaderboards import (  # loads SQLAlchemy
        import_mu_bench,
        import_open_asr,
        is_mu_bench,
        open_asr_files,
    )

    if is_mu_bench(source):
        return lambda store, name, _language: import_mu_bench(store, source, name)
    files = open_asr_files(source)
    if files:
        return lambda store, name, language: import_open_asr(store, files, name, language)
    if source.is_dir():
        raise UsageError(
            f"{visible(str(source))}: is no folder of a leaderboard (MODEL_ID_DATASET_NAME.jsonl, or MU-Bench's "
            "manifest.json and submissions/raw); transcripts of a vendor are a system: mondegreen bench run "
            f"--systems files:{visible(str(source))}"
        )
    return None


def _submission(source: Path, config: Path) -> Callable[[Store, str | None, str], list[Imported]]:
    """Return what imports a submission of a dataset of the bench.

    Raises:
        UsageError: the bench has no such dataset.
        MissingDependencyError: without the extra ``bench``.
    """
    try:
        from mondegreen.bench.submissions.keeping import keep_submission  # loads pydantic
    except ImportError as error:
        if error.name != "pydantic":
            raise
        raise MissingDependencyError("pydantic", "bench", "a submission") from error
    from mondegreen.cli.bench_validate import of_bench  # reads manifests

    dataset = of_bench(source, config)
    if dataset is None:
        raise UsageError(
            f"{visible(str(source))}: is of a dataset that {visible(str(config))} does not have; what is "
            f"wrong with it says: mondegreen bench validate {visible(str(source))}"
        )
    return lambda store, _name, _language: [keep_submission(store, source, dataset)]


def _dataset(bench: Bench, name: str | None) -> str:
    found = [frozen for each, frozen, _ in bench.datasets if name in (None, each, frozen)]
    if len(found) != 1:
        known = ", ".join(each for each, _, _ in bench.datasets)
        raise UsageError(f"whose references are these? Add --name, one of {known}")
    return found[0]
