"""What the commands of ground truth have in common: the dataset, the run, the reviewer."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mondegreen.cli.bench_options import opened
from mondegreen.cli.panels import INPUT
from mondegreen.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.bench.clips import Dataset
    from mondegreen.bench.config import Bench
    from mondegreen.store import Store

__all__ = ["By", "Name", "Run", "bench_of", "dataset_named", "newest_run", "only_of", "writable"]

Name = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Dataset. Default: the only one in the configuration.",
        rich_help_panel=INPUT,
    ),
]
By = Annotated[
    str,
    typer.Option(metavar="NAME", help="Name of the reviewer.", rich_help_panel=INPUT),
]
Run = Annotated[
    str | None,
    typer.Argument(metavar="RUN", help="Id of the run. Default: the newest one."),
]


@contextmanager
def bench_of(
    config: Path, db: str | None, name: str | None, *, make: bool = False, write: bool = True
) -> Iterator[tuple[Store, Bench, Dataset]]:
    """Open the database, and yield it with the bench and the dataset; references are up to date.

    Raises:
        UsageError: no such dataset, or the database cannot be opened or written.
    """
    from mondegreen.bench.config import load_bench  # reads TOML
    from mondegreen.bench.keeping import datasets_of, keep_dataset  # reads manifests

    bench = load_bench(config)
    dataset = dataset_named(datasets_of(bench), name)
    with opened(bench, db, make=make) as store:
        if write:
            writable(store)
            keep_dataset(store, dataset)
        yield store, bench, dataset


def dataset_named(datasets: list[Dataset], name: str | None) -> Dataset:
    """Return the dataset of a name, or the only one.

    Raises:
        UsageError: there is none, or there are several and none is named.
    """
    found = [each for each in datasets if name in (None, each.name, each.id)]
    if len(found) != 1:
        known = [each.name for each in datasets]
        given = "which dataset?" if name is None else f"no dataset {name!r};"
        raise UsageError(
            f"{given} --name NAME, one of {', '.join(known)}.{did_you_mean(name or '', known)}"
        )
    return found[0]


def writable(store: Store) -> None:
    """Refuse a database that may only be read.

    Raises:
        UsageError: it is one.
    """
    if store.read_only:
        raise UsageError(
            f"{store.where} may only be read, so nothing can be kept in it; allow writing, or name another (--db)"
        )


def newest_run(store: Store, dataset: str, run: str | None) -> str:
    """Return the run that was named, or the newest one.

    Raises:
        UsageError: there is none.
    """
    if run is not None:
        return run
    runs = store.ground_truth.runs(dataset)
    if not runs:
        raise UsageError(
            f"{store.where}: no run of references of {dataset}; draft one: mondegreen bench "
            "ground-truth draft, or import one"
        )
    return runs[-1][1]


def only_of(path: Path | None) -> set[str] | None:
    """Return the ids in a file, one per line, as ``sample`` and ``doubtful`` write them.

    Of a line with several columns the first counts; a first line ``sample_id`` is a header.

    Raises:
        UsageError: it cannot be read, or has none.
    """
    if path is None:
        return None
    try:
        lines = path.read_text("utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--only {path}: cannot be read: {error}") from None
    found = {line.partition("\t")[0].strip() for line in lines}
    found -= {"", "sample_id"}
    if not found:
        raise UsageError(f"--only {path}: has no id; expected one per line")
    return found
