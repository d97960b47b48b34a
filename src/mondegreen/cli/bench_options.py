"""What the commands of a bench have in common: the file, the database, the systems."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from mondegreen.cli.completion import completing
from mondegreen.cli.panels import INPUT
from mondegreen.errors import InputError, UsageError, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.clips import Clip, Dataset
    from mondegreen.bench.config import Bench
    from mondegreen.store import Store

__all__ = [
    "SCORED",
    "Config",
    "Database",
    "Names",
    "Unverified",
    "folder_of",
    "opened",
    "replace_clips",
]

SCORED: Final = {
    "metrics": "wer",
    "normalizer": "that of the language of each clip",
    "missing": "deletions",
}
"""What holds in a bench where neither the command line nor ``[score]`` in its file says anything."""

Config = Annotated[
    Path,
    typer.Option(
        "-c",
        "--config",
        metavar="FILE",
        help="Configuration file of the bench.",
        rich_help_panel=INPUT,
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|URL",
        help="Database: an SQLite file, or postgresql://HOST/NAME. Default: mondegreen_data/results.db.",
        rich_help_panel=INPUT,
    ),
]
Names = Annotated[
    str | None,
    typer.Option(
        "--systems",
        metavar="NAME,...",
        autocompletion=completing("providers"),
        help="Systems: names in the configuration, or PROVIDER:MODEL. Default: all systems.",
        rich_help_panel=INPUT,
    ),
]
Unverified = Annotated[
    bool,
    typer.Option(
        "--unverified",
        help="Also score unverified drafts of references. Default: they are not scored if the dataset has "
        "a run of references.",
        rich_help_panel=INPUT,
    ),
]


def opened(bench: Bench, db: str | None, *, make: bool = False) -> Store:
    """Open the database of a bench; only a run makes one that is not there.

    Raises:
        UsageError: it is not there, or cannot be opened.
    """
    from mondegreen.store.database import open_store, with_driver  # loads SQLAlchemy

    where = bench.database(db)
    if not make and "://" not in where and not Path(where).exists():
        raise UsageError(
            f"{where}: nothing is kept there yet; transcribe first: mondegreen bench run"
        )
    return open_store(with_driver(where), named_by="--db")


def folder_of(path: Path) -> Path:
    """Make a folder to write to, if it is not there, and return it.

    Raises:
        InputError: it cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        name = visible(str(path))
        raise InputError(f"{name}: cannot be made a folder: {error.strerror}") from None
    return path


def replace_clips(
    bench: Bench, db: str | None, dataset: Dataset, clips: Sequence[Clip]
) -> tuple[int, Path]:
    """Write clips in the place of those of a dataset, into its manifest and an existing database.

    Returns:
        how many changed, and the manifest.
    """
    from mondegreen.bench.clips import Dataset as Made  # small
    from mondegreen.bench.freezing import write_manifest  # reads recordings
    from mondegreen.bench.keeping import keep_dataset  # reads manifests

    manifest = next(path for each, _, path in bench.datasets if each == dataset.name)
    changed = sum(a != b for a, b in zip(dataset.clips, clips, strict=True))
    if changed:
        new = Made(dataset.name, clips)
        write_manifest(new, manifest)
        where = bench.database(db)
        if "://" in where or Path(where).exists():
            with opened(bench, db) as store:
                keep_dataset(store, new)
    return changed, manifest
