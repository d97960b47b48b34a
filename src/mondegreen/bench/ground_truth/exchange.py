"""Runs of references from files and to files; what is exported and imported again is the same."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from mondegreen.bench.ground_truth.records import DRAFTS, NOTES, State, lines_of, read_records
from mondegreen.bench.importing import Imported
from mondegreen.errors import InputError, UsageError, did_you_mean, visible
from mondegreen.written import written

if TYPE_CHECKING:
    from pathlib import Path

    from mondegreen.store import Store

__all__ = ["export_run", "import_run", "no_run", "notes_of", "state_of"]


def notes_of(path: Path) -> Path:
    """Return the file with the notes of a run."""
    return path.with_name(f"{path.stem}_notes.jsonl")


def import_run(store: Store, dataset: str, path: Path) -> Imported:
    """Keep a run of references with its notes, and its texts as versions of the references.

    A run that is there already gets what its files have more, as reviews that were made elsewhere.
    What is approved or edited is verified.

    Args:
        store: an open one that may be written.
        dataset: the id of the dataset that they are of.
        path: ``ground_truth_runs/TIME.jsonl``; ``TIME_notes.jsonl`` next to it is read too.

    Raises:
        InputError: it cannot be read, or has no transcripts.
        UsageError: another run of this name is there.
    """
    if path.stem.endswith("_notes"):
        of = path.with_name(f"{path.stem.removesuffix('_notes')}.jsonl")
        raise InputError(
            f"{visible(str(path))}: has the notes of a run; name the run: {visible(str(of))}"
        )
    drafts = [record for _, record in read_records(path, DRAFTS)]
    notes_file = notes_of(path)
    notes = (
        [record for _, record in read_records(notes_file, NOTES)] if notes_file.is_file() else []
    )
    headers = [record for record in drafts if record.get("type") == "header"]
    run = str(headers[0].get("run_id") or path.stem) if headers else path.stem
    there = store.ground_truth.headers(dataset).get(run)
    if there is not None and headers and json.dumps(there) != json.dumps(headers[0]):
        raise UsageError(
            f"{visible(str(path))}: another run {run!r} of this dataset is there, of "
            f"{there.get('model')} at {there.get('started_at')}; give this one another run_id"
        )
    read = State.of(run, drafts, notes)
    if all(item.draft is None for item in read.items.values()):
        raise InputError(
            f"{visible(str(path))}: has no transcripts, expected lines of the type sample"
        )
    store.ground_truth.append(dataset, run, drafts)
    store.ground_truth.append(dataset, run, notes, notes=True)
    imported = Imported()
    known = {row["sample_id"] for row in store.observations.samples(dataset)}
    rows = []
    state = state_of(store, dataset, run)
    for item in state.items.values():
        row = state.row(item)
        if row is None:
            imported.leave_out(f"failed: {item.error}", item.sample)
        elif item.sample not in known:
            imported.leave_out("no sample of the dataset", item.sample)
        elif state.queue is None or row["verified_by"] is not None:
            rows.append(row)
    for name in dict.fromkeys(state.drafted_again):
        imported.leave_out(
            "an earlier record of a sample that has several; the last one is taken", name
        )
    for name in dict.fromkeys(state.strangers):
        imported.leave_out("a note on no sample of the run", name)
    edits = sum(
        record.get("type") == "edit" and record["sample_id"] in state.items for record in notes
    )
    new = store.ground_truth.add(dataset, rows)
    imported.rows = {
        "transcripts": len(rows),
        "edits": edits,
        "verified": sum(row["verified_by"] is not None for row in rows),
        "new versions": new,
    }
    return imported


def export_run(store: Store, dataset: str, run: str, folder: Path) -> list[Path]:
    """Write a run to ``RUN.jsonl`` and, if it has notes, ``RUN_notes.jsonl``; return the paths.

    Raises:
        UsageError: there is no such run.
    """
    drafts, notes = store.ground_truth.records(dataset, run)
    if not drafts:
        raise no_run(store, dataset, run)
    plain = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in run)
    path = folder / f"{plain}.jsonl"
    paths = []
    for place, records in ((path, drafts), (notes_of(path), notes)):
        if records:
            with written(place, text=True) as file:
                file.write(lines_of(records))
            paths.append(place)
    return paths


def state_of(store: Store, dataset: str, run: str) -> State:
    """Return what the records of a run add up to.

    Raises:
        UsageError: there is no such run.
    """
    drafts, notes = store.ground_truth.records(dataset, run)
    if not drafts:
        raise no_run(store, dataset, run)
    return State.of(run, drafts, notes)


def no_run(store: Store, dataset: str, run: str) -> UsageError:
    """Return the error of a run that is not there."""
    known = [name for _, name in store.ground_truth.runs(dataset)]
    return UsageError(
        f"{store.where}: no run {run!r} of {dataset}; there are {', '.join(known) or 'none'}."
        f"{did_you_mean(run, known)}"
    )
