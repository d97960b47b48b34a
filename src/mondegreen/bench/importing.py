"""Other benchmarks' ``results.db`` with its tables."""

from __future__ import annotations

import json
import math
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from mondegreen.bench.clips import Clip, Dataset
from mondegreen.bench.keeping import keep_dataset
from mondegreen.errors import InputError, UsageError, visible
from mondegreen.store.observations import now

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from mondegreen.store import Store

__all__ = ["IMPORTED", "Imported", "import_database"]

_NEEDED: Final = ("samples", "results")
_MODEL: Final = "model_name"
_NAMED: Final = {
    "samples": ("sample_id",),
    "ground_truth": ("sample_id",),
    "results": ("sample_id", "service_name", _MODEL),
}
"""What the rows of a table go by, each once; scores go by their results."""
_REFERENCE: Final = (
    *("sample_id", "text", "model_used", "generated_at"),
    *("verified_by", "verified_at", "original_text"),
)
"""What is kept of a reference; a database may have columns of its own."""

_NUMBERS: Final = {
    *("duration_seconds", "dataset_index", "ttfb_seconds", "audio_duration_seconds", "wer"),
    *("substitutions", "deletions", "insertions", "reference_words", "duration_ms", "num_turns"),
}
IMPORTED: Final = "semantic-wer|imported:"
"""How the signatures begin of evaluations that another program made."""

_JUDGED: Final = "semantic-wer"
_MOST: Final = 5


@dataclass
class Imported:
    """What came of an import.

    Attributes:
        dataset: what was made, or added to.
        rows: how many rows there were of each table, all of which are kept.
        left_out: rows that could not be kept, by the reason.
    """

    dataset: Dataset | None = None
    rows: dict[str, int] = field(default_factory=dict)
    left_out: dict[str, list[str]] = field(default_factory=dict)

    def leave_out(self, reason: str, name: str) -> None:
        """Name one row that is not kept."""
        self.left_out.setdefault(reason, []).append(name)


def import_database(store: Store, path: Path, name: str) -> Imported:
    """Keep a ``results.db`` of another benchmark: samples, references, results and their scores.

    A result with an error, and one without a transcript, is a failure; an empty transcript is empty.
    Scores are kept as they are, as evaluations by ``semantic-wer``, which they are.

    Args:
        store: an open one that may be written.
        path: of a file of SQLite.
        name: of the dataset.

    Raises:
        InputError: it cannot be read, or has no such tables.
        UsageError: the dataset is there already with other observations.
    """
    found = _tables(path)
    _check(found, visible(str(path)))
    samples, texts = found["samples"], {row["sample_id"]: row for row in found["ground_truth"]}
    imported = Imported(rows={table: len(rows) for table, rows in found.items() if rows})
    known = {row["sample_id"] for row in samples}
    for row in found["results"]:
        if row["sample_id"] not in known:  # a database without foreign keys
            known.add(row["sample_id"])
            samples.append({"sample_id": row["sample_id"]})
    samples.sort(key=lambda row: (row.get("dataset_index") is None, row.get("dataset_index") or 0))
    clips = [_clip(row, texts.get(row["sample_id"]), path.parent) for row in samples]
    dataset = imported.dataset = Dataset(name, clips)
    for orphan in sorted(set(texts) - known):
        imported.leave_out("a reference of no sample", orphan)
    _refuse_again(store, dataset.id, found["results"])
    keep_dataset(store, dataset, str(path))
    store.observations.add_references(
        dataset.id,
        [
            {column: row[column] for column in _REFERENCE if column in row}
            for name, row in texts.items()
            if name in known and row.get("text")
        ],
    )
    ids = _keep_results(store, dataset.id, found["results"])
    for table, kind in (("wer_metrics", "rate"), ("semantic_wer_traces", "trace")):
        rows = [*_evaluations(found[table], dataset.id, kind, ids, imported)]
        store.evaluations.put(rows)
    return imported


def _tables(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of the tables that are there.

    Raises:
        InputError: it is no such database.
    """
    if not path.is_file():
        raise InputError(f"{visible(str(path))}: no such file")
    where = f"file:{quote(str(path.absolute()))}?mode=ro"
    tables = (*_NEEDED, "ground_truth", "wer_metrics", "semantic_wer_traces")
    try:
        with closing(sqlite3.connect(where, uri=True)) as connection:
            connection.row_factory = sqlite3.Row
            there = {
                row[0] for row in connection.execute("SELECT name FROM sqlite_master").fetchall()
            }
            lacking = [table for table in _NEEDED if table not in there]
            if "alembic_version" in there:
                raise InputError(
                    f"{visible(str(path))}: is a database of mondegreen; use it with --db"
                )
            if lacking:
                raise InputError(
                    f"{visible(str(path))}: has no table {lacking[0]}; expected samples, results, "
                    "ground_truth, wer_metrics, semantic_wer_traces"
                )
            return {
                table: [
                    dict(row)
                    for row in connection.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608 - ours
                ]
                if table in there
                else []
                for table in tables
            }
    except sqlite3.DatabaseError as error:
        raise InputError(f"{visible(str(path))}: cannot be read as SQLite: {error}") from error


def _check(found: Mapping[str, list[dict[str, Any]]], where: str) -> None:
    """Refuse rows without the names that they go by, two of one name, and numbers that are none.

    Raises:
        InputError: the first of them.
    """
    for table, rows in found.items():
        named = _NAMED.get(table, ())
        seen = set()
        for number, row in enumerate(rows, 1):
            here = f"{where}: row {number:,} of {table}"
            for name in named:
                if row.get(name) is None and name != _MODEL:
                    raise InputError(f"{here} has no {name}")
            key = tuple(map(row.get, named))
            if key and key in seen:
                shown = ", ".join(str(part) for part in key if part is not None)
                raise InputError(f"{here} is the second one of {shown}, expected one")
            seen.add(key)
            for name in _NUMBERS & row.keys():
                value = row[name]
                endless = isinstance(value, float) and math.isinf(value) and name != "wer"
                if endless or not isinstance(value, (int, float, type(None))):
                    raise InputError(f"{here}: {name} is {value!r:.40}, expected a number")
            for name, value in row.items():
                if isinstance(value, bytes):
                    raise InputError(f"{here}: {name} holds bytes, expected a text or a number")


def _refuse_again(store: Store, dataset: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Refuse results of systems that the dataset has results of.

    Raises:
        UsageError: the first of them.
    """
    there = {*store.observations.systems_on(dataset)}
    again = next((name for row in rows if (name := _system(row)[0]) in there), None)
    if again is not None:
        raise UsageError(
            f"{store.where}: has results of {again} on {dataset} already, so nothing is imported; to keep "
            "both, give the dataset another name: --name"
        )


def _clip(row: Mapping[str, Any], said: Mapping[str, Any] | None, folder: Path) -> Clip:
    audio = str(row.get("audio_path") or "")
    for place in (Path(audio), folder / audio, folder.parent / audio):
        if audio and place.is_file():
            audio = str(place)
            break
    text = (said or {}).get("text")
    return Clip(
        str(row["sample_id"]),
        audio,
        str(text) if text is not None else None,
        duration=row.get("duration_seconds"),
        language=str(row.get("language") or ""),
    )


def _system(row: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return the name of a system, its service, and its model."""
    service, model = str(row["service_name"]), str(row.get("model_name") or "")
    return (f"{service}:{model}" if model else service), service, model


def _keep_results(
    store: Store, dataset: str, rows: Iterable[Mapping[str, Any]]
) -> dict[tuple[str, str], int]:
    """Keep the observations, and return their ids by sample and system."""
    made = []
    for row in rows:
        system, service, model = _system(row)
        text, error = row.get("transcription"), row.get("error")
        failed = bool(error) or text is None
        made.append(
            {
                "dataset": dataset,
                "sample_id": str(row["sample_id"]),
                "system": system,
                "repeat": 0,
                "service_name": service,
                "model_name": model,
                "status": "failed" if failed else "ok",
                "error": str(error or "no transcript") if failed else None,
                "transcription": text,
                "ttfb_seconds": row.get("ttfb_seconds"),
                "audio_duration_seconds": row.get("audio_duration_seconds"),
                "host": service,
                "timestamp": row.get("timestamp") or now(),
            }
        )
    for name, service, model in sorted({_system(row) for row in rows}):
        options = json.dumps({"imported": True})
        store.observations.add_system(
            {"system": name, "provider": service, "model_name": model, "options": options}
        )
    store.observations.put_all(made)
    columns = ("sample_id", "system", "id")
    return {(row[0], row[1]): row[2] for row in store.observations.current(dataset, columns)}


def _evaluations(
    rows: Iterable[Mapping[str, Any]],
    dataset: str,
    kind: str,
    ids: Mapping[tuple[str, str], int],
    imported: Imported,
) -> Iterator[dict[str, Any]]:
    """Yield the evaluations of a table; scores of no result are left out by name.

    Some programs keep the scores of a model under no model: they go to the only one of the service.
    """
    by_service: dict[tuple[str, str], list[str]] = {}
    for sample, system in ids:
        by_service.setdefault((sample, system.partition(":")[0]), []).append(system)
    signature = f"{IMPORTED}{kind}"
    shared = {
        "kind": kind,
        "dataset": dataset,
        "metric": _JUDGED,
        "signature": signature,
        "signature_hash": sha256(signature.encode()).hexdigest(),
        "ground_truth_version": 1,
        "status": "ok",
    }
    copied: tuple[str, ...] = (
        *("substitutions", "deletions", "insertions", "reference_words", "errors"),
        *("normalized_reference", "normalized_hypothesis"),
    )
    if kind == "trace":
        copied += ("session_id", "conversation_trace", "tool_calls", "duration_ms", "num_turns")
        copied += ("model_used",)
    for row in rows:
        system, service, _ = _system(row)
        sample = str(row["sample_id"])
        if (sample, system) not in ids:
            others = by_service.get((sample, service), [])
            if len(others) != 1:
                imported.leave_out("a score of no result", f"{sample} of {system}")
                continue
            (system,) = others
        rate = row.get("wer")
        yield {
            **shared,
            **{name: row.get(name) for name in copied},
            "sample_id": sample,
            "system": system,
            "service_name": service,
            "model_name": system.partition(":")[2],
            "repeat": 0,
            "result_id": ids[sample, system],
            "judge": row.get("model_used"),
            "wer": rate if rate is not None and math.isfinite(rate) else None,
            "timestamp": row.get("timestamp") or now(),
        }
