"""What one stream of a vendor says, and what it is told; one object per stream, for it has a state."""

from __future__ import annotations

import base64
import json
import math
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen.providers.failure import ProviderError
from mondegreen.providers.word import Word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Message", "Said", "Wire", "base64_of", "broken", "seconds_of", "words_of"]

Message = str | bytes
"""What goes over a WebSocket: a text frame, or a binary one."""


class Said(NamedTuple):
    """One thing that a message says: the kind of an event, and the text of a segment."""

    kind: str
    text: str = ""
    segment: int | None = None
    words: tuple[Word, ...] = ()


class Wire(ABC):
    """The messages of a vendor.

    Attributes:
        waits: whether a message has to come before audio is sent, which `is_ready` knows.
    """

    waits = False

    def opening(self) -> Iterable[Message]:
        """Return what is sent first."""
        return ()

    def is_ready(self, said: Mapping[str, Any]) -> bool:  # noqa: ARG002 - of those that wait
        """Return whether a message says that audio may be sent."""
        return True

    def answer(self, said: Mapping[str, Any]) -> Iterable[Message]:  # noqa: ARG002 - few have one
        """Return what is sent after a message that comes before audio."""
        return ()

    def piece(self, pcm: bytes) -> Message:
        """Return a piece of audio as it is sent."""
        return pcm

    def finalize(self) -> Iterable[Message]:
        """Return what asks for final text now."""
        return ()

    @abstractmethod
    def close(self) -> Iterable[Message]:
        """Return what says that no more audio comes."""

    @abstractmethod
    def read(self, said: Mapping[str, Any]) -> Iterator[Said]:
        """Yield what a message says; what is not known says nothing.

        Raises:
            ProviderError: it says that something failed.
            LookupError, TypeError, ValueError: it has not the form that it should have.
        """

    @abstractmethod
    def is_end(self, said: Mapping[str, Any]) -> bool:
        """Return whether nothing comes after a message."""

    def has_all(self) -> bool:
        """Return whether nothing is to be waited for, of vendors that do not say when they end."""
        return False


def base64_of(pcm: bytes) -> str:
    """Return audio as text."""
    return base64.b64encode(pcm).decode()


def broken(reason: Any, *, refused: bool = False, stops: bool = False) -> ProviderError:
    """Return the failure that a message of an error is."""
    shown = reason if isinstance(reason, str) else json.dumps(reason, ensure_ascii=False)
    status: Any = "unauthorized" if stops else "refused" if refused else "server"
    return ProviderError(status, f"it reports an error: {shown}", stops=stops, perhaps_paid=True)


def words_of(
    words: Iterable[Mapping[str, Any]], *, text: str = "text", per_second: float = 1
) -> tuple[Word, ...]:
    """Return words with their times in seconds.

    Args:
        words: with ``start`` and ``end``, or without times.
        text: the name under which a word has its text.
        per_second: of the unit of its times: 1, or 1000.
    """
    return tuple(
        Word(
            str(word[text]).strip(),
            seconds_of(word.get("start"), per_second),
            seconds_of(word.get("end"), per_second),
            word.get("confidence"),
        )
        for word in words
    )


def seconds_of(value: Any, per_second: float = 1) -> float | None:
    """Return a time in seconds; ``None`` where there is none.

    Raises:
        ValueError: it is no number.
        TypeError: the same.
    """
    found = None if value is None else float(value) / per_second
    if found is not None and not math.isfinite(found):
        raise ValueError(value)
    return found
