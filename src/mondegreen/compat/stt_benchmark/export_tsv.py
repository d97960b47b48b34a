"""References and transcripts of one service, as TSV for tools that score."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from mondegreen.bench.importing import import_database
from mondegreen.bench.observed import AT, observed
from mondegreen.bench.stored import stored
from mondegreen.compat.stt_benchmark import run
from mondegreen.errors import InputError, UsageError, did_you_mean, visible
from mondegreen.report.bench_files import transcripts
from mondegreen.store import open_store
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    from mondegreen.bench.observed import Observed
    from mondegreen.store import Store

__all__ = ["export_tsv"]

_SEMANTIC: Final = "semantic-wer"
_DATABASE: Final = Path("mondegreen_data/results.db")
_app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)


def export_tsv(
    service: str,
    db: str | PathLike[str] = _DATABASE,
    output: str | PathLike[str] | None = None,
    *,
    normalized: bool = False,
) -> Path:
    """Write ``file_path``, ``target`` and ``prediction`` of one service, and return the file.

    Utterances without a reference or a transcript are left out.

    Args:
        service: a system, or a service that has one model.
        db: a database of a bench, or one of STT benchmarks around pipecat.
        output: the file; ``SERVICE_transcripts.tsv`` if not given.
        normalized: whether the texts are those that the judge of ``semantic-wer`` compared.

    Raises:
        InputError: the database is not there, or is none; the file cannot be written.
        UsageError: nothing of the service is stored, it has several models, or nothing is judged.
    """
    place = Path(db)
    with ExitStack() as stack:
        store = stack.enter_context(_opened(place, stack))
        seen = [*_observed(store, service)]
        rows = [row for one in seen for row in _rows(store, one, normalized=normalized)]
    plain = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in service)
    target = Path(output) if output is not None else Path(f"{plain}_transcripts.tsv")
    text = transcripts(rows, normalized=normalized)
    with written(target, text=True) as file:
        file.write(text)
    kept = text.count("\n") - 1
    out = f", {len(rows) - kept:,} without a transcript left out" if kept < len(rows) else ""
    sys.stdout.write(f"Wrote {kept} rows to {visible(str(target))}{out}\n")
    return target


def _opened(place: Path, stack: ExitStack) -> Store:
    """Open a database; one of another program is imported into a store that goes away."""
    where = visible(str(place))
    if not place.is_file():
        raise InputError(f"{where}: no such file, expected a database")
    try:
        with closing(sqlite3.connect(f"{place.absolute().as_uri()}?mode=ro", uri=True)) as found:
            tables = {row[0] for row in found.execute("SELECT name FROM sqlite_master").fetchall()}
    except sqlite3.DatabaseError as error:
        raise InputError(f"{where}: cannot be read as SQLite: {error}") from None
    if "alembic_version" in tables:
        return open_store(place)
    folder = stack.enter_context(TemporaryDirectory())
    made = open_store(Path(folder) / "imported.db")
    import_database(made, place, "imported")
    return made


def _observed(store: Store, service: str) -> Iterator[Observed]:
    known = {row["system"]: row["provider"] for row in store.observations.systems()}
    names = [service] if service in known else [n for n, each in known.items() if each == service]
    if len(names) != 1:
        names = names or [*known]
        what = "has several models" if service in known.values() else "is not there"
        raise UsageError(
            f"--service {service}: {what}; name one of {', '.join(names) or 'none'}."
            f"{did_you_mean(service, names)}"
        )
    for row in store.observations.datasets():
        yield from observed(store, row["dataset"], names)


def _rows(store: Store, one: Observed, *, normalized: bool) -> Iterator[dict[str, Any]]:
    clips = {clip["sample_id"]: clip for clip in store.observations.samples(one.dataset)}
    columns = ("normalized_reference", "normalized_hypothesis")
    judged = None
    if normalized:
        judged = stored(store, one.dataset, _SEMANTIC, [one], columns)
        if judged is None:
            raise UsageError(
                f"--normalized: nothing of {one.system} is judged: mondegreen bench score "
                f"-m {_SEMANTIC}"
            )
    texts = [None] * len(one.rows) if judged is None else [*judged.of(one)]
    for row, said, found in zip(one.rows, one.corpus.references, texts, strict=True):
        sample = None if row is None else row[AT["sample_id"]]
        there = row is not None and row[AT["status"]] == "ok"
        yield {
            "sample_id": sample,
            "audio_path": clips.get(sample, {}).get("audio_path"),
            "ground_truth": said,
            "transcription": row[AT["transcription"]] if row is not None and there else None,
            **dict(zip(columns, found or (None, None), strict=True)),
        }


@_app.command()
def _command(
    service: Annotated[str, typer.Option(help="Service or system, as assemblyai.")],
    db: Annotated[Path, typer.Option(help="Database.")] = _DATABASE,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="File to write. Default: SERVICE_transcripts.tsv."),
    ] = None,
    *,
    normalized: Annotated[
        bool, typer.Option("--normalized", help="Texts as the judge of semantic-wer compared them.")
    ] = False,
) -> None:
    """Export references and transcripts as TSV."""
    export_tsv(service, db, output, normalized=normalized)


if __name__ == "__main__":
    raise SystemExit(run(_app))
