"""A review: a person goes through a run, and each answer is in the store before the next one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.ground_truth.exchange import state_of
from mondegreen.bench.ground_truth.records import stamp
from mondegreen.errors import UsageError, did_you_mean
from mondegreen.store.observations import now

if TYPE_CHECKING:
    from mondegreen.bench.clips import Dataset
    from mondegreen.bench.ground_truth.records import Item, State
    from mondegreen.store import Store

__all__ = ["Review", "append_notes", "edit_reference", "sample_named"]

EDITED: Final = "edit"
"""In the place of a run, of references that were edited outside of one."""
_SHOWN: Final = 10


@dataclass
class Review:
    """A review of a run by one person. It begins at the first sample that this person has not seen.

    Args:
        store: an open one that may be written.
        dataset: the id of the dataset.
        run: the id of the run.
        by: who reviews.
        left: whether only what is not approved yet is gone through, skipped and noted ones too.

    Attributes:
        at: the number of the current sample, from 0; as many as there are at the end.
    """

    store: Store
    dataset: str
    run: str
    by: str
    left: bool = False
    at: int = 0

    def __post_init__(self) -> None:
        self._state = state_of(self.store, self.dataset, self.run)
        items = [*self._state.items.values()]
        if self.left:
            items = [item for item in items if item.status != "approved"]
        self._names = [item.sample for item in items]
        seen = () if self.left else self._state.reviewed.get(self.by, ())
        new = (at for at, name in enumerate(self._names) if name not in seen)
        self.at = next(new, len(self._names))

    @property
    def state(self) -> State:
        """What the records of the run add up to by now."""
        return self._state

    @property
    def total(self) -> int:
        """How many samples are gone through."""
        return len(self._names)

    @property
    def item(self) -> Item | None:
        """The current sample; ``None`` at the end."""
        return self._state.items[self._names[self.at]] if self.at < self.total else None

    def back(self) -> None:
        """Go to the sample before."""
        self.at = max(0, self.at - 1)

    def approve(self) -> bool:
        """Say that the text is right; return whether there is one."""
        item = self.item
        if item is None or item.text is None:
            return False
        self._keep({"status": "approved", "note": None})
        return True

    def edit(self, text: str) -> None:
        """Put another text in the place of the draft, which is kept as the original."""
        item = self.item
        if item is None:
            return
        if text == item.text:
            self.approve()
            return
        edit = {"type": "edit", "sample_id": item.sample, "original_text": item.draft}
        edit |= {"corrected_text": text, "edited_at": stamp()}
        self._keep({"status": "approved", "note": "edited"}, edit)

    def note(self, text: str) -> None:
        """Keep a note instead of an approval."""
        self._keep({"status": "noted", "note": text})

    def skip(self) -> None:
        """Go on; a sample that was reviewed already stays as it is."""
        if self.item is not None and self.item.status:
            self.at += 1
        else:
            self._keep({"status": "skipped", "note": None})

    def finish(self) -> dict[str, int]:
        """Keep a summary, and return how many are approved, edited, noted and skipped."""
        counts = self._state.counts()
        summary = {"type": "summary", "total": len(self._state.items), **counts}
        self._append([{**summary, "completed_at": stamp()}])
        return counts

    def _keep(self, review: dict[str, Any], *before: dict[str, Any]) -> None:
        item = self.item
        if item is None:
            return
        record = {"type": "review", "sample_id": item.sample, **review, "reviewed_at": stamp()}
        self._append([*before, record])
        self._state = state_of(self.store, self.dataset, self.run)
        row = self._state.row(self._state.items[item.sample])
        if row is not None and row["verified_by"] is not None:
            self.store.ground_truth.add(self.dataset, [row])
        self.at += 1

    def _append(self, records: list[dict[str, Any]]) -> None:
        append_notes(self.store, self.dataset, self.run, self.by, records)


def append_notes(
    store: Store, dataset: str, run: str, by: str, records: list[dict[str, Any]]
) -> None:
    """Add records to the notes of a run; the first ones get a header with who reviews."""
    _, notes = store.ground_truth.records(dataset, run)
    header = next((each for each in notes if each.get("type") == "header"), None)
    if header is None:
        header = {"type": "header", "run_id": run, "evaluator": by, "started_at": stamp()}
        records = [header, *records]
    if by != header.get("evaluator"):
        records = [
            each if each["type"] == "summary" else {**each, "evaluator": by} for each in records
        ]
    store.ground_truth.append(dataset, run, records, notes=True)


def edit_reference(store: Store, dataset: str, sample: str, text: str, by: str) -> bool:
    """Put another text in the place of a reference, and say that it is verified.

    It is noted in the newest run that has the sample, if there is one.

    Returns:
        Whether there is a new version: not if the text is the same.

    Raises:
        UsageError: the database does not take it.
    """
    run = next(
        (
            name
            for _, name in reversed(store.ground_truth.runs(dataset))
            if sample in state_of(store, dataset, name).items
        ),
        None,
    )
    newest = store.ground_truth.newest(dataset).get(sample)
    if run is not None:
        draft = state_of(store, dataset, run).items[sample].draft
        edit = {"type": "edit", "sample_id": sample, "original_text": draft}
        review = {"type": "review", "sample_id": sample, "status": "approved", "note": "edited"}
        records: list[dict[str, Any]] = [
            {**edit, "corrected_text": text, "edited_at": stamp()},
            {**review, "reviewed_at": stamp()},
        ]
        append_notes(store, dataset, run, by, records)
    original = None if newest is None else newest["original_text"] or newest["text"]
    row = {
        "sample_id": sample,
        "text": text,
        "model_used": None if newest is None else newest["model_used"],
        "original_text": None if original == text else original,
        "verified_by": by,
        "verified_at": now(),
        "run_id": run or EDITED,
    }
    return bool(store.ground_truth.add(dataset, [row]))


def sample_named(dataset: Dataset, name: str) -> str:
    """Return the id of a sample that is named by its id, or by how its id begins.

    Raises:
        UsageError: none or several begin so.
    """
    ids = [clip.id for clip in dataset.clips]
    if name in ids:
        return name
    found = [each for each in ids if each.startswith(name)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise UsageError(f"{dataset.id} has no sample {name!r}.{did_you_mean(name, ids)}")
    shown = ", ".join(found[:_SHOWN]) + (", ..." if len(found) > _SHOWN else "")
    raise UsageError(f"{name!r} is how {len(found):,} samples begin: {shown}; type more of the id")
