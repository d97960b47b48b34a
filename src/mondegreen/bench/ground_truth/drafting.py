"""Drafts of references: what several systems agree on, or what one of them, as a large model, heard."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.clips import Dataset
from mondegreen.bench.ground_truth.records import State, stamp
from mondegreen.bench.observed import transcripts
from mondegreen.bench.scoring import options_of, result_of_texts
from mondegreen.errors import UsageError, did_you_mean
from mondegreen.scoring.options import Options

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from mondegreen.bench.clips import Clip
    from mondegreen.store import Store

__all__ = ["AGREEMENT", "Part", "draft", "nearest", "new_run", "wanted_clips"]

AGREEMENT: Final = "agreement@1"
"""The rule by which one of several transcripts becomes the draft, with its version."""

_RULE: Final = (
    "The transcript with the fewest word errors against those of the other systems, after the "
    "normalizer of the language; of equals that with which more agree exactly, then the first by the "
    "name of the system."
)
_DIGITS: Final = 12
_EDITS: Final = ("substitutions", "deletions", "insertions")


@dataclass(frozen=True)
class Part(Dataset):
    """Some clips of a dataset, under its id.

    Attributes:
        whole: the id of the dataset.
    """

    whole: str = field(default="", kw_only=True)

    @property
    def id(self) -> str:
        """That of the dataset."""
        return self.whole


def wanted_clips(
    store: Store, dataset: Dataset, *, only: Collection[str] | None = None, again: bool = False
) -> list[Clip]:
    """Return the clips that need a draft: those without any reference, unless others are asked for.

    Args:
        store: an open one.
        dataset: whose clips they are.
        only: ids; ``None`` for all.
        again: whether clips with a reference get a draft too.

    Raises:
        UsageError: an id is none of the dataset.
    """
    known = {clip.id for clip in dataset.clips}
    odd = next((name for name in only or () if name not in known), None)
    if odd is not None:
        raise UsageError(f"{dataset.id} has no sample {odd!r}.{did_you_mean(odd, known)}")
    there = store.ground_truth.newest(dataset.id)
    return [
        clip
        for clip in dataset.clips
        if not clip.reason and (only is None or clip.id in only) and (again or clip.id not in there)
    ]


def draft(
    store: Store, dataset: str, clips: Sequence[Clip], systems: Sequence[str] | None = None
) -> State:
    """Draft references of clips from the transcripts in the store, and keep them as a new run.

    Args:
        store: an open one that may be written.
        dataset: its id.
        clips: those to draft.
        systems: who votes; ``None`` for all of which there is a transcript. One alone is taken as
            it is.

    Raises:
        UsageError: there is no transcript of any of the clips.
    """
    ids = [clip.id for clip in clips]
    names = [*(systems or store.observations.systems_on(dataset))]
    texts = {name: _texts(store, dataset, name, ids) for name in names}
    texts = {name: column for name, column in texts.items() if any(t is not None for t in column)}
    if not texts:
        raise UsageError(
            f"{store.where}: no system has a transcript of these clips; transcribe them first: "
            "mondegreen bench run"
        )
    header = _header(store, [*texts], len(ids))
    chosen = nearest(texts, [clip.language for clip in clips])
    records: list[dict[str, Any]] = []
    for clip, found in zip(clips, chosen, strict=True):
        record: dict[str, Any] = {
            "type": "sample",
            "sample_id": clip.id,
            "audio_path": clip.audio,
            "duration_seconds": clip.duration,
            "transcription": None if found is None else found[0],
        }
        if found is None:
            record["error"] = "no system has a transcript"
        elif len(texts) > 1:
            record |= {"agreeing": found[1], "transcripts": found[2]}
        records.append({**record, "generated_at": stamp()})
    failed = sum(found is None for found in chosen)
    footer = {"successful": len(ids) - failed, "errors": failed}
    return new_run(store, dataset, header, records, footer)


def new_run(
    store: Store,
    dataset: str,
    header: Mapping[str, Any],
    records: Sequence[dict[str, Any]],
    footer: Mapping[str, Any],
) -> State:
    """Keep a run, and its texts as versions of the references; return it.

    Raises:
        UsageError: the database does not take it.
    """
    now = f"{datetime.now(UTC):%Y-%m-%d_%H-%M-%S}"
    there = {name for _, name in store.ground_truth.runs(dataset)}
    run = next(
        name
        for name in (now, *(f"{now}_{at}" for at in range(2, len(there) + 3)))
        if name not in there
    )
    first = {"type": "header", "run_id": run, **header}
    last: dict[str, Any] = {"type": "footer", "run_id": run, "completed_at": stamp()}
    last |= {"total_samples": len(records), **footer}
    drafts = [first, *records, last]
    store.ground_truth.append(dataset, run, drafts)
    state = State.of(run, drafts, [])
    rows = [row for row in map(state.row, state.items.values()) if row is not None]
    if state.queue is None:
        store.ground_truth.add(dataset, rows)
    return state


def nearest(
    texts: Mapping[str, Sequence[str | None]], languages: Sequence[str]
) -> list[tuple[str, int, int] | None]:
    """Return of each clip the transcript that is nearest to the others.

    Args:
        texts: a column of transcripts per system; ``None`` where there is none.
        languages: of each clip.

    Returns:
        The text, how many transcripts say the same after the normalizer (itself included), and how
        many there are; ``None`` where there is none.
    """
    import numpy as np  # of the extra bench

    names = sorted(texts)
    size = len(languages)
    there = np.array([[text is not None for text in texts[name]] for name in names], bool)
    there = there.reshape(len(names), size)
    apart = np.zeros((len(names), size), np.int64)
    equal = there.astype(np.int64)
    options = options_of(None, Options())
    for one, other in combinations(range(len(names)), 2):
        first, second = ([text or "" for text in texts[names[at]]] for at in (one, other))
        result = result_of_texts(first, second, languages, options)
        columns = dict(
            zip(result.metrics["wer"].statistics, result.rows["wer"].columns, strict=True)
        )
        errors = sum(np.asarray(columns[name]) for name in _EDITS)
        both = there[one] & there[other]
        for at in (one, other):
            apart[at] += np.where(both, errors, 0)
            equal[at] += both & (errors == 0)
    # Of columns of numbers the least: no transcript last, then errors, then who does not agree.
    rank = np.lexsort((-equal, apart, ~there), axis=0)[0] if size else []
    return [
        (text, int(equal[best, at]), int(there[:, at].sum()))
        if (text := texts[names[best]][at]) is not None
        else None
        for at, best in enumerate(rank)
    ]


def _texts(store: Store, dataset: str, system: str, ids: Sequence[str]) -> list[str | None]:
    found = transcripts(store, dataset, system)
    return [found.get(name) for name in ids]


def _header(store: Store, systems: Sequence[str], size: int) -> dict[str, Any]:
    model, prompt = AGREEMENT, _RULE
    if len(systems) == 1:
        row = next(each for each in store.observations.systems() if each["system"] == systems[0])
        model = f"{row['provider']}:{row['model_name']}".rstrip(":")
        prompt = str(json.loads(row["options"]).get("prompt") or "")
    return {
        "model": model,
        "systems": [*systems],
        "prompt_hash": sha256(prompt.encode()).hexdigest()[:_DIGITS] if prompt else "",
        "prompt_text": prompt,
        "num_samples": size,
        "started_at": stamp(),
    }
