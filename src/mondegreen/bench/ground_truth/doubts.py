"""Doubtful references: where most systems agree with each other and not with the reference."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.bench.ground_truth.drafting import new_run
from mondegreen.bench.ground_truth.records import stamp
from mondegreen.bench.observed import AT, observed
from mondegreen.bench.referenced import referenced
from mondegreen.bench.scoring import result_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mondegreen.alignment import Difference
    from mondegreen.bench.ground_truth.records import State
    from mondegreen.bench.observed import Observed
    from mondegreen.scoring.options import Options
    from mondegreen.store import Store

__all__ = ["QUEUE", "Doubt", "doubtful", "queue_run"]

QUEUE: Final = "doubtful"
_FEWEST: Final = 2
_METRIC: Final = "wer"

Span = tuple[int, int, tuple[str, ...]]
"""Where in the reference, and the words that were heard there."""


class _Heard(NamedTuple):
    difference: Difference
    seconds: float | None


@dataclass
class Doubt:
    """A reference that most systems contradict in the same words.

    Attributes:
        sample: its id.
        text: the reference.
        version: of the reference.
        audio: the recording.
        worth: word errors of all systems together that would go if they are right.
        answered: systems that have a transcript.
        places: what the reference says and what is heard instead, with how many systems hear that
            and when it begins, in seconds from the start; ``None`` if no system has times.
    """

    sample: str
    text: str
    version: int
    audio: str
    answered: int
    worth: int = 0
    places: list[tuple[str, str, int, float | None]] = field(default_factory=list)

    def add(self, spans: Iterable[Sequence[_Heard]]) -> None:
        """Add the places in which most systems hear the same."""
        for seen in spans:
            if len(seen) < _FEWEST or 2 * len(seen) <= self.answered:
                continue
            first = seen[0].difference
            self.worth += len(seen) * first.errors
            seconds = next((each.seconds for each in seen if each.seconds is not None), None)
            said, heard = " ".join(first.reference), " ".join(first.hypothesis)
            self.places.append((said, heard, len(seen), seconds))

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        names = ("reference", "heard", "systems", "seconds")
        places = [dict(zip(names, place, strict=True)) for place in self.places]
        return {**vars(self), "places": places}


def doubtful(
    store: Store, dataset: str, options: Options, systems: Sequence[str] | None = None
) -> list[Doubt]:
    """Return the references that are doubtful, those first on which most errors hang.

    What a person has verified is not among them. A place is doubtful if at least two systems, and
    more than half of those with a transcript of it, hear the same other words there.

    Args:
        store: an open one.
        dataset: its id.
        options: of scoring; texts are compared as they are scored.
        systems: names; ``None`` for all.
    """
    answered: Counter[str] = Counter()
    heard: dict[str, dict[Span, list[_Heard]]] = {}
    for one in observed(store, dataset, systems, unverified=True):
        names: list[str] = one.corpus.metadata["sample"][: len(one.rows) // one.repeats]
        there = {
            at
            for at, row in enumerate(one.rows[: len(names)])
            if row is not None and row[AT["status"]] == "ok"
        }
        answered.update(names[at] for at in there)
        words = _words(store, dataset, one)
        result = result_of(one, options)
        rows = [row for row in result.rows_with_errors(_METRIC) if row in there]
        for row, aligned in zip(rows, result.align_rows(rows, _METRIC), strict=True):
            spans = heard.setdefault(names[row], {})
            for each in aligned.differences(context=0):
                span = (each.reference_start, each.reference_end, each.hypothesis)
                seconds = _time(each, words.get(names[row]), len(aligned.hypothesis))
                spans.setdefault(span, []).append(_Heard(each, seconds))
    found = []
    known = store.ground_truth.newest(dataset)
    here = referenced(store, dataset, unverified=True)
    for clip, text, version in zip(here.clips, here.texts, here.versions, strict=True):
        name = clip["sample_id"]
        if known[name]["verified_by"] is None:
            doubt = Doubt(name, text, version, clip["audio_path"] or "", answered[name])
            doubt.add(heard.get(name, {}).values())
            if doubt.places:
                found.append(doubt)
    return sorted(found, key=lambda each: -each.worth)


def _words(store: Store, dataset: str, one: Observed) -> Mapping[str, str | None]:
    """Return the words with times of one system, as they are stored, by sample."""
    rows = store.observations.current(dataset, ("sample_id", "repeat", "words"), one.system)
    found: dict[str, str | None] = {}
    for sample, _, words in rows:
        found.setdefault(sample, words)
    return found


def _time(difference: Difference, words: str | None, tokens: int) -> float | None:
    """Return when what was heard begins, if there is a time of each word that was scored."""
    known = json.loads(words) if words else []
    if len(known) != tokens:
        return None
    at = min(difference.hypothesis_start, tokens - 1)
    start = known[at].get("start") if at >= 0 else None
    return start if isinstance(start, (int, float)) else None


def queue_run(store: Store, dataset: str, doubts: Sequence[Doubt], systems: Sequence[str]) -> State:
    """Keep a run of doubtful references to be reviewed, the most worthwhile first; return it.

    What is verified in it corrects references, and never decides which samples a figure is of.

    Raises:
        UsageError: the database does not take it.
    """
    header = {
        "model": "",
        "queue": QUEUE,
        "systems": [*systems],
        "prompt_hash": "",
        "prompt_text": "",
        "num_samples": len(doubts),
        "started_at": stamp(),
    }
    lengths = {
        row["sample_id"]: row["duration_seconds"] for row in store.observations.samples(dataset)
    }
    records = [
        {
            "type": "sample",
            "sample_id": each.sample,
            "audio_path": each.audio,
            "duration_seconds": lengths.get(each.sample),
            "transcription": each.text,
            "rank": rank,
            "worth": each.worth,
            "places": each.to_json()["places"],
            "generated_at": stamp(),
        }
        for each, rank in zip(doubts, count(1), strict=False)
    ]
    footer = {"successful": len(doubts), "errors": 0}
    return new_run(store, dataset, header, records, footer)
