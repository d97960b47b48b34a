"""Whether a submission can be used: what its files say, the clips of the dataset, and its delays."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from statistics import linear_regression
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.submissions.reading import Fault, Folder, Line, read_folder, shortened
from mondegreen.bench.submissions.schema import ABOUT, LATENCY, TRANSCRIPTS
from mondegreen.errors import counted, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from mondegreen.bench.clips import Clip, Dataset
    from mondegreen.bench.submissions.schema import Submission

__all__ = ["Checked", "check_submission"]

_FEW: Final = 5  # values, of which less say nothing about how they were made
_SAME: Final = 0.001  # seconds; measured times differ by more


@dataclass(frozen=True)
class Checked:
    """A submission with all that is wrong with it.

    Attributes:
        about: what ``submission.toml`` says; ``None`` where that cannot be used.
        transcripts: the rows of ``transcripts.jsonl`` that can be used.
        latency: the same of ``latency.jsonl``; ``None`` without it.
        faults: file by file, line by line; empty if it is valid.
        clips: how many clips it has to have; ``None`` if no manifest was given.
    """

    about: Submission | None
    transcripts: list[Line]
    latency: list[Line] | None
    faults: list[Fault] = field(default_factory=list)
    clips: int | None = None

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.faults

    @property
    def counts(self) -> dict[str, int]:
        """How many rows there are, how many are empty, failed and timed, and those of the latency pass."""
        rows = [line.row for line in self.transcripts]
        texts = [row.text for row in rows]
        return {
            "rows": len(rows),
            "empty": sum(text is not None and not text.strip() for text in texts),
            "failed": texts.count(None),
            "timed": sum(row.seconds is not None for row in rows),
            "latency_pass": len(self.latency or ()),
        }

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "valid": self.valid,
            "submission": None if self.about is None else self.about.model_dump(mode="json"),
            "clips": self.clips,
            **self.counts,
            "faults": [dict(vars(each)) for each in self.faults],
        }


def check_submission(path: Path, dataset: Dataset | None = None) -> Checked:
    """Return a submission with all that is wrong with it.

    Args:
        path: of the folder, which is there.
        dataset: that it is of, as it was frozen; without it, clips are not checked.
    """
    found = read_folder(path)
    clips = None if dataset is None else {each.id: each for each in dataset.clips}
    files: dict[str, list[Line]] = {TRANSCRIPTS: found.transcripts}
    if found.latency is not None:
        files[LATENCY] = found.latency
    if dataset is not None:
        found.faults += _of_dataset(found, dataset)
    for name, lines in files.items():
        found.faults += _twice(name, lines)
        if clips is not None:
            found.faults += _of_clips(name, lines, clips)
        found.faults += _flat(name, lines, clips or {})
    found.faults += _of_delays(found)
    needed = None if clips is None else sum(not clip.reason for clip in clips.values())
    order = [ABOUT, TRANSCRIPTS, LATENCY]
    faults = sorted(
        found.faults,
        key=lambda each: (order.index(each.file) if each.file in order else 3, each),
    )
    return Checked(found.about, found.transcripts, found.latency, faults, needed)


def _of_dataset(found: Folder, dataset: Dataset) -> list[Fault]:
    """Return whether the submission is of another dataset, by the sha256 of its ids and recordings."""
    said = found.said.get("dataset")
    if not isinstance(said, str) or dataset.sha256.startswith(said.rpartition("@")[2]):
        return []
    problem = f"dataset is {shortened(said)}, and the manifest is of {dataset.id}"
    return [Fault(ABOUT, found.lines.get("dataset", 0), problem)]


def _twice(name: str, lines: Sequence[Line]) -> list[Fault]:
    first: dict[str, int] = {}
    faults = []
    for line in lines:
        before = first.setdefault(line.row.id, line.number)
        if before != line.number:
            problem = f"{shortened(line.row.id)} is there already, in line {before}"
            faults.append(Fault(name, line.number, problem))
    return faults


def _of_clips(name: str, lines: Sequence[Line], clips: dict[str, Clip]) -> list[Fault]:
    """Return rows of no clip or of another recording, and the clips without a row."""
    faults = []
    for line in lines:
        clip = clips.get(line.row.id)
        if clip is None:
            near = did_you_mean(shortened(line.row.id), clips)
            problem = f"{shortened(line.row.id)} is no clip of the manifest.{near}"
            faults.append(Fault(name, line.number, problem))
        elif line.row.sha256 and clip.sha256 and line.row.sha256 != clip.sha256:
            problem = (
                f"the recording of {clip.id} has sha256 {line.row.sha256[:12]}..., and in the manifest "
                f"{clip.sha256[:12]}..."
            )
            faults.append(Fault(name, line.number, problem))
    there = {line.row.id for line in lines}
    missing = [each.id for each in clips.values() if not each.reason and each.id not in there]
    if missing:
        problem = (
            f"{counted(len(missing), 'clip')} of the manifest {'has' if len(missing) == 1 else 'have'} no "
            f'row that can be used; a call that failed has a row too, with "error": {", ".join(missing)}'
        )
        faults.append(Fault(name, 0, problem))
    return faults


def _of_delays(found: Folder) -> list[Fault]:
    """Return what is wrong with how times were measured, and rows of transcripts without them."""
    if not found.said:
        return []
    faults = []
    latency, system = (found.said.get(name) for name in ("latency", "system"))
    if latency is not None and found.latency is None:
        at = found.lines.get("latency", 0)
        faults.append(Fault(ABOUT, at, f"has [latency], and there is no file {LATENCY}"))
    if latency is None and found.latency is not None:
        faults.append(Fault(ABOUT, 0, f"there is a file {LATENCY}, and [latency] is not said"))
    calls = latency.get("concurrency") if isinstance(latency, dict) else None
    if isinstance(calls, int) and calls > 1:
        at = found.lines.get("latency.concurrency", 0)
        problem = f"latency.concurrency is {calls}, expected 1: one call at a time"
        faults.append(Fault(ABOUT, at, problem))
    live = isinstance(system, dict) and system.get("mode") == "streaming"
    files = {TRANSCRIPTS: found.transcripts, LATENCY: found.latency or []}
    for name, lines in files.items():
        timed = [line for line in lines if line.row.seconds is not None]
        if timed and live:
            problem = (
                "seconds of a stream say nothing without its events: delays of live systems are measured "
                "by one sender for all; leave seconds out"
            )
            faults.append(Fault(name, timed[0].number, problem))
        if timed or name == LATENCY:
            faults += [
                Fault(
                    name, line.number, f"{shortened(line.row.id)} has a transcript and no seconds"
                )
                for line in lines
                if line.row.seconds is None and line.row.error is None
            ]
    return faults


def _flat(name: str, lines: Sequence[Line], clips: dict[str, Clip]) -> list[Fault]:
    """Return why times cannot have been measured call by call."""
    timed = [line for line in lines if line.row.seconds is not None]
    seconds = [line.row.seconds or 0.0 for line in timed]
    if len(seconds) < 2:  # noqa: PLR2004 - one value is as good as another
        return []
    values = Counter(round(each, 3) for each in seconds)
    value, count = values.most_common(1)[0]
    shown = f"{value:g} s"
    if len(values) == 1:
        problem = (
            f"all {count:,} times are {shown}: a mean or a constant, and not measured call by call"
        )
        return [Fault(name, timed[0].number, problem)]
    if len(seconds) >= _FEW and 2 * count > len(seconds):
        problem = f"{count:,} of {len(seconds):,} times are {shown}: filled in, and not measured call by call"
        return [Fault(name, timed[0].number, problem)]
    durations = [getattr(clips.get(line.row.id), "duration", None) for line in timed]
    pairs = [(x, y) for x, y in zip(durations, seconds, strict=True) if x is not None]
    if len(pairs) < _FEW or len({x for x, _ in pairs}) < 3:  # noqa: PLR2004 - two are always on a line
        return []
    slope, start = linear_regression(*zip(*pairs, strict=True))
    if all(abs(y - slope * x - start) <= _SAME for x, y in pairs):
        problem = (
            f"all times are {start:.3f} s and {slope:.3g} times the duration of the recording: reckoned, "
            "and not measured call by call"
        )
        return [Fault(name, timed[0].number, problem)]
    return []
