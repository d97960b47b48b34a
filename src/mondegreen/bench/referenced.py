"""Which clips have a reference that counts: given, or verified by a person; drafts are named."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.clips import NO_CLIP, NO_REFERENCE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.store import Store

__all__ = ["QUEUED", "UNVERIFIED", "Referenced", "current_texts", "is_draft", "referenced"]

UNVERIFIED: Final = "the reference is an unverified draft"
QUEUED: Final = "the reference was verified in a queue of doubtful ones alone"


@dataclass
class Referenced:
    """The clips of a dataset that are scored, with their references.

    Attributes:
        clips: as the store has them, in their order.
        texts: the references.
        versions: of each.
        originals: what each was before a person corrected it; ``None`` where nobody did.
        usable: clips that can be transcribed.
        left_out: the ids of the others, by the reason.
        verified: references that a person verified, of those that are scored.
        drafts: unverified drafts, of those that are scored.
        in_runs: whether there is a run of references; without one all references count.
    """

    clips: list[Mapping[str, Any]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)
    originals: list[str | None] = field(default_factory=list)
    usable: int = 0
    left_out: dict[str, list[str]] = field(default_factory=dict)
    verified: int = 0
    drafts: int = 0
    in_runs: bool = False

    @property
    def corrected(self) -> int:
        """References that a person changed."""
        return sum(each is not None for each in self.originals)


def is_draft(version: Mapping[str, Any]) -> bool:
    """Return whether a version was made by a machine and verified by nobody."""
    made = version["run_id"] is not None or version["model_used"] is not None
    return made and version["verified_by"] is None


def referenced(store: Store, dataset: str, *, unverified: bool = False) -> Referenced:
    """Return the clips of a dataset that are scored.

    A draft never takes the place of a reference that was given or verified. Where there is a run of
    references, unverified drafts are not scored. What was verified in a queue of doubtful ones alone
    is not scored either: its clips were chosen because systems disagree with them.

    Args:
        store: an open one.
        dataset: its id.
        unverified: whether drafts are scored too.
    """
    versions: dict[str, list[dict[str, Any]]] = {}
    for row in store.ground_truth.versions(dataset):
        versions.setdefault(row["sample_id"], []).append(row)
    found = Referenced(in_runs=bool(store.ground_truth.runs(dataset)))
    strict = found.in_runs and not unverified
    for clip in store.observations.samples(dataset):
        name = clip["sample_id"]
        if clip["status"] != "ok":
            found.left_out.setdefault(NO_CLIP, []).append(name)
            continue
        found.usable += 1
        newest = _current(versions.get(name, ()))
        reason = _why_not(versions.get(name, ()), newest) if strict else ""
        if newest is None or reason:
            found.left_out.setdefault(reason or NO_REFERENCE, []).append(name)
            continue
        original = newest["original_text"]
        found.clips.append(clip)
        found.texts.append(newest["text"])
        found.versions.append(newest["version"])
        found.originals.append(None if original == newest["text"] else original)
        found.verified += newest["verified_by"] is not None
        found.drafts += is_draft(newest)
    return found


def current_texts(store: Store, dataset: str) -> dict[str, str]:
    """Return the text of each reference, drafts included, by sample."""
    found = referenced(store, dataset, unverified=True)
    names = (clip["sample_id"] for clip in found.clips)
    return dict(zip(names, found.texts, strict=True))


def _current(versions: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """Return the newest version, or the newest that is no draft if there is one."""
    sure = [version for version in versions if not is_draft(version)]
    return next(iter([*sure[-1:], *versions[-1:]]), None)


def _why_not(versions: Sequence[Mapping[str, Any]], newest: Mapping[str, Any] | None) -> str:
    if newest is None:
        return NO_REFERENCE
    if is_draft(newest):
        return UNVERIFIED
    chosen_fairly = any(not is_draft(each) and each["queue"] is None for each in versions)
    return "" if chosen_fairly else QUEUED
