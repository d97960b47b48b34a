"""Live providers: a recording in, events out as they come, and a transcript of what was final."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from mondegreen.providers.event import policy_of, said_finally
from mondegreen.providers.failure import ProviderError
from mondegreen.providers.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from mondegreen.options.listening import Listening
    from mondegreen.providers.audio import Audio
    from mondegreen.providers.event import Event

__all__ = ["Streaming", "collected", "conditions_of", "finalize_at"]


class Streaming(Protocol):
    """A provider that hears a recording while it is spoken; `transcribe` collects its stream."""

    live: bool

    def stream(self, audio: Audio) -> AsyncIterator[Event]:
        """Yield the events of one recording, each when it arrives.

        Raises:
            ProviderError: the stream broke off or failed, after all events before that.
            UsageError: as `mondegreen.providers.provider.Provider.check`.
        """
        ...


async def collected(
    stream: AsyncIterator[Event], system: str, *, language: str | None = None
) -> Transcript:
    """Return the transcript of a stream: what was final in it, and never anything else.

    Raises:
        ProviderError: it failed, never ended, or showed text and made none of it final. The events that
            there were are part of the failure.
    """
    events: list[Event] = []
    try:
        async for each in stream:
            events.append(each)  # noqa: PERF401 - what came before a failure is kept
        text, words = said_finally(events)
        _check(events, text, system)
    except ProviderError as failure:
        failure.events = tuple(events)
        raise
    return replace(Transcript(text, words, language), events=tuple(events))


def _check(events: Sequence[Event], text: str, system: str) -> None:
    """Refuse a stream that ended without an answer; nobody was heard is one.

    Raises:
        ProviderError: text was shown and none of it was made final, or the stream never ended.
    """
    shown = next((each.text for each in reversed(events) if each.text.strip()), "")
    if shown and not text:
        reason = f"{system} made nothing final; the last text that it showed is: {shown}"
        raise ProviderError("no-final", reason, perhaps_paid=True)
    if events and events[-1].kind == "timeout":
        said = f"what was final may be cut: {text}" if text else "it said nothing"
        reason = f"{system} did not end the stream in time (option wait); {said}"
        raise ProviderError("timeout", reason, perhaps_paid=True)


def finalize_at(audio: Audio, chosen: Listening) -> float | None:
    """Return the second of a recording at which final text is asked for; ``None`` for never.

    Where nobody knows when the speech ends, that is at the end of the recording.
    """
    if chosen.finalize_after is None:
        return None
    end = audio.duration if audio.speech_end is None else audio.speech_end
    return end + chosen.finalize_after / 1000


def conditions_of(chosen: Listening, rate: int) -> dict[str, Any]:
    """Return what the delays of a stream depend on, ready for JSON."""
    return {
        "live": True,
        "policy": policy_of(chosen.finalize_after),
        "finalize_after": chosen.finalize_after,
        "chunk_ms": 20,
        "sampling_rate": rate,
        "quiet": chosen.quiet,
        "wait": chosen.wait,
        "concurrency": 1,
    }
