"""Submissions in the store: observations like others, of systems that nobody here has measured."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mondegreen.bench.importing import Imported
from mondegreen.bench.keeping import keep_dataset
from mondegreen.bench.submissions.checking import check_submission
from mondegreen.bench.submissions.submitted import SUBMITTED
from mondegreen.errors import InputError, UsageError, counted, visible

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from mondegreen.bench.clips import Dataset
    from mondegreen.bench.submissions.reading import Line
    from mondegreen.bench.submissions.schema import Conditions, Submission
    from mondegreen.store import Store

__all__ = ["keep_submission"]


def keep_submission(store: Store, path: Path, dataset: Dataset) -> Imported:
    """Keep a valid submission.

    Args:
        store: an open one that may be written.
        path: the folder.
        dataset: that it is of.

    Raises:
        InputError: it is not valid.
        UsageError: the dataset has results of a system of this name already.
    """
    checked = check_submission(path, dataset)
    if checked.about is None or not checked.valid:
        where = visible(str(path))
        raise InputError(
            f"{where}: {checked.faults[0]}; {counted(len(checked.faults), 'fault')} in all: mondegreen "
            f"bench validate {where}"
        )
    about = checked.about
    name = about.system.name
    if name in store.observations.systems_on(dataset.id):
        raise UsageError(
            f"{store.where}: has results of {visible(name)} on {dataset.id} already, so nothing is "
            "imported; to keep both, give the submitted system another name"
        )
    keep_dataset(store, dataset)
    said = {"imported": SUBMITTED, **about.model_dump(mode="json", exclude_none=True)}
    store.observations.add_system(
        {
            "system": name,
            "provider": about.system.vendor,
            "model_name": about.system.model,
            "options": json.dumps(said, sort_keys=True),
        }
    )
    rows = [*_rows(dataset, about, checked.transcripts, about.conditions)]
    passed = [*_rows(dataset, about, checked.latency or (), about.latency or about.conditions)]
    store.observations.put_all(
        [*rows, *({**row, "latency_pass": 1, "attempt": 2} for row in passed)]
    )
    counts = {"transcripts": len(rows), "calls of a latency pass": len(passed)}
    return Imported(rows={what: count for what, count in counts.items() if count})


def _rows(
    dataset: Dataset, about: Submission, lines: Iterable[Line], conditions: Conditions
) -> Iterable[dict[str, Any]]:
    """Yield the observations of one file; clips that cannot be used are scored by nobody."""
    clips = {clip.id: clip for clip in dataset.clips if not clip.reason}
    told = conditions.model_dump(mode="json")
    told |= {"imported": SUBMITTED, "http_version": told.pop("protocol")}
    when = told.pop("date")
    if not told["warm_up"]:  # as calls that were made here say it
        del told["warm_up"]
    shared = {
        "dataset": dataset.id,
        "system": about.system.name,
        "repeat": 0,
        "attempt": 1,
        "latency_pass": 0,
        "service_name": about.system.vendor,
        "model_name": about.system.model,
        "host": about.system.vendor,
        "conditions": json.dumps({**told, "measured_on": when}),
        "timestamp": f"{when}T00:00:00.000+00:00",
    }
    for line in lines:
        row = line.row
        if row.id in clips:
            yield {
                **shared,
                "sample_id": row.id,
                "status": "failed" if row.text is None else "ok",
                "error": row.error,
                "transcription": row.text,
                "seconds": row.seconds,
                "audio_duration_seconds": clips[row.id].duration,
            }
