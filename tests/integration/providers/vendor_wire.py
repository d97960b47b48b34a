"""What a vendor's service does, as far as our requests see it; one class for each, as data."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["DIALOGUE", "NOTHING", "SAID", "Got", "Said", "Step", "Wire", "Word"]


@dataclass(frozen=True)
class Word:
    """A word that was spoken; times in seconds with three decimals at most."""

    text: str
    start: float
    end: float
    confidence: float = 0.9
    speaker: str | None = None


@dataclass(frozen=True)
class Said:
    """What was spoken in a recording."""

    words: tuple[Word, ...] = ()
    language: str = "en"

    @property
    def turns(self) -> list[tuple[str | None, list[Word]]]:
        """Words of one speaker that follow each other."""
        found = groupby(self.words, key=lambda word: word.speaker)
        return [(speaker, list(words)) for speaker, words in found]

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


SAID = Said(
    (
        Word("So", 0.08, 0.32, 0.98),
        Word("it", 0.36, 0.5, 0.75),
        Word("goes,", 0.52, 0.9, 0.5),
        Word("naïve", 1.2, 1.65, 0.99),
        Word("friend.", 1.65, 1.999, 0.25),
    )
)
NOTHING = Said()
DIALOGUE = Said(
    (
        Word("So", 0.08, 0.32, 0.9, "1"),
        Word("it", 0.36, 0.5, 0.9, "1"),
        Word("goes?", 0.52, 0.9, 0.9, "2"),
        Word("Yes.", 1.2, 1.65, 0.9, "1"),
    )
)


@dataclass(frozen=True)
class Step:
    """One kind of request.

    Attributes:
        name: of the step.
        method: of HTTP.
        path: a regular expression of the whole path.
        reads: whether its response is read; that of a deletion is not.
        adds: whether it leaves something at the vendor's.
        removes: whether it takes that away.
        target: what a header names, of a service that has one path.
    """

    name: str
    method: str
    path: str
    reads: bool = True
    adds: bool = False
    removes: bool = False
    target: str = ""

    def fits(self, method: str, path: str, target: str) -> bool:
        same = method == self.method and target.endswith(self.target)
        return same and re.fullmatch(self.path, path) is not None


@dataclass
class Got:
    """One request as it came in."""

    step: str
    path: str
    query: Mapping[str, Any]
    headers: Mapping[str, str]
    body: bytes
    form: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, tuple[str, str, bytes]] = field(default_factory=dict)
    json: Any = None


class Wire:
    """A vendor.

    Attributes:
        system: that is tested.
        variable: of its key.
        key: header of the key, and what it holds.
        steps: the kinds of requests, in the order in which they come.
        options: of the system.
        confidences: whether its words have them.
        times: whether its words have times.
        apart: whether marks are no part of its words.
        form: the format in which ``mondegreen score`` reads what is kept.
        rejected: documents of the last step before the text that say that a job has failed.
        looks: the step that looks at the job.
        waiting: the document of a job that is not done.
    """

    system: ClassVar[str]
    form: ClassVar[str]
    apart: ClassVar[bool] = False
    variable: ClassVar[str]
    key: ClassVar[tuple[str, str]]
    steps: ClassVar[tuple[Step, ...]]
    options: ClassVar[dict[str, Any]] = {}
    confidences: ClassVar[bool] = True
    times: ClassVar[bool] = True
    rejected: ClassVar[dict[str, Any]] = {}
    looks: ClassVar[str] = ""
    waiting: ClassVar[Any] = None

    def reply(self, got: Got, said: Said, number: int, address: str) -> Any:
        """Return the document of success.

        Args:
            got: the request.
            said: what is in the recording.
            number: how many requests of this step came before.
            address: of this server, for documents that name one.
        """
        raise NotImplementedError

    def words(self, said: Said) -> list[str]:
        """Return the words as they have to come out."""
        return [word.text.rstrip(",.?") if self.apart else word.text for word in said.words]

    def error(self, status: int, message: str) -> Any:
        """Return the document of an error."""
        return {"error": {"message": message, "type": "error", "code": str(status)}}

    def audio(self, got: Got) -> bytes | None:
        """Return the recording in a request, if it has one."""
        for _, _, data in got.files.values():
            return data
        return got.body if got.headers.get("content-type", "").startswith("audio/") else None
