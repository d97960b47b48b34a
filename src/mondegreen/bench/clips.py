"""Clips and datasets: recordings with what was said in them, frozen under an id."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["NO_CLIP", "NO_REFERENCE", "Clip", "Dataset", "lasting"]

NO_REFERENCE: Final = "no reference"
NO_CLIP: Final = "the recording cannot be used"
_DIGITS: Final = 12
_HOUR: Final = 3600


def lasting(seconds: float) -> str:
    """Return a duration for people.

    >>> lasting(0.31), lasting(12.4), lasting(185), lasting(9000)
    ('0.3 s', '12 s', '3 min 05 s', '2.50 h')
    """
    if seconds < 1:
        return f"{seconds:.1f} s"
    if seconds >= _HOUR:
        return f"{seconds / _HOUR:,.2f} h"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


@dataclass(frozen=True)
class Clip:
    """One recording of a dataset.

    Attributes:
        id: its name in the dataset.
        audio: the path of the file, as the manifest has it.
        reference: what was said in it; ``None`` if nobody has written it down.
        duration: in seconds; ``None`` if it cannot be read.
        sha256: of the file's bytes.
        language: a code, as ``en``; empty if not known.
        licence: under which it may be used.
        source: where it comes from.
        speech_end_ms: when the speech ends, counted from the start of the recording.
        speech_end_detector: what found that, with its version.
        turn_ends_ms: when each turn ends, in time order; ``None`` if nobody says.
        turn_starts_ms: when each of them begins; ``None`` if nobody says.
        reason: why it cannot be used; empty if it can.
        conversation: of which it is a part; empty if not known.
        recording: of which it was cut; empty if not known.
        speaker: whose voice it is; empty if not known.
        parent: of which clip it was made, as ``DATASET/ID``; empty if it was recorded.
        degradation: by what it was made worse, with version and options; empty if by nothing.
    """

    id: str
    audio: str
    reference: str | None = None
    duration: float | None = None
    sha256: str = ""
    language: str = ""
    licence: str = ""
    source: str = ""
    speech_end_ms: float | None = None
    speech_end_detector: str = ""
    turn_ends_ms: tuple[float, ...] | None = None
    turn_starts_ms: tuple[float, ...] | None = None
    reason: str = ""
    conversation: str = ""
    recording: str = ""
    speaker: str = ""
    parent: str = ""
    degradation: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the line of a manifest: the attributes by their names, without empty ones.

        An empty reference stays: nothing was said, and what is heard there is an error.
        """
        values = {**vars(self)}
        said = values.pop("reference")
        row = {name: value for name, value in values.items() if value not in (None, "")}
        return row if said is None else {**row, "text": said}


@dataclass(frozen=True)
class Dataset:
    """Clips under an id that is frozen: another cut of the recordings has another id.

    The references are no part of it: a correction is a new version of a reference.

    Attributes:
        name: as the user calls it.
        clips: in their order.
    """

    name: str
    clips: Sequence[Clip] = field(repr=False)

    @cached_property
    def sha256(self) -> str:
        """The sha256 of ids and recordings, in 64 digits."""
        found = sha256()
        for clip in sorted(self.clips, key=lambda each: each.id):
            found.update(json.dumps([clip.id, clip.sha256]).encode())
        return found.hexdigest()

    @property
    def id(self) -> str:
        """The name with the first digits of the sha256 of ids and recordings."""
        return f"{self.name}@{self.sha256[:_DIGITS]}"

    @property
    def left_out(self) -> dict[str, list[str]]:
        """The ids of clips that cannot be scored, by the reason."""
        reasons: dict[str, list[str]] = {}
        for clip in self.clips:
            if clip.reason:
                reasons.setdefault(NO_CLIP, []).append(clip.id)
            elif clip.reference is None:
                reasons.setdefault(NO_REFERENCE, []).append(clip.id)
        return reasons
