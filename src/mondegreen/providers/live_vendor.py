"""Live vendors: what counts as the end of a stream, and what becomes of failures."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.errors import UsageError
from mondegreen.options.listening import Dialling
from mondegreen.providers.clock import Clock
from mondegreen.providers.listening import Recital, recite
from mondegreen.providers.streaming import collected, conditions_of, finalize_at
from mondegreen.providers.transcript import Call
from mondegreen.providers.vendor import Vendor
from mondegreen.services.addresses import bare

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping
    from contextlib import AbstractAsyncContextManager

    from mondegreen.providers.audio import Audio
    from mondegreen.providers.event import Event
    from mondegreen.providers.failure import ProviderError
    from mondegreen.providers.listening import Line
    from mondegreen.providers.transcript import Transcript

__all__ = ["LiveVendor"]

_NEVER_ENDS: Final = (
    "it ends no turn by itself: text is final when the stream is closed, and when that is done is our "
    "choice; ask for it with finalize_after"
)


class LiveVendor(Vendor):
    """What hears a recording elsewhere while it is spoken. A subclass says what its line is.

    A stream that failed is not begun again: half of it may have been heard, and its delays would be
    those of another one. ``bench run --retry-failed`` makes another attempt.

    Attributes:
        rate: samples per second that are sent.
        ends_turns: whether it makes text final by itself, before the stream is closed.
    """

    rate: ClassVar[int] = 16_000
    ends_turns: ClassVar[bool] = True
    live: ClassVar[bool] = True
    timed: ClassVar[bool] = False  # a stream takes as long as the recording
    options: ClassVar[type[Dialling]] = Dialling
    blameless = (*Vendor.blameless, "no-final")
    chosen: Dialling

    def __init__(self, model: str, options: Dialling) -> None:
        super().__init__(model, options)
        self.clock = Clock()
        if options.finalize_after is not None and not self.capabilities.force_finalise:
            raise UsageError(
                f"{self.system}: finalize_after={options.finalize_after:g}: it cannot be asked to make "
                "its text final; leave the option out"
            )

    @property
    def concurrency(self) -> int:
        """One stream at a time, so that none delays another."""
        return 1

    def conditions(self) -> Mapping[str, Any]:
        """Return what the delays depend on."""
        found = {"endpoint": bare(self.base), **conditions_of(self.chosen, self.rate)}
        if self.ends_turns or self.chosen.finalize_after is not None:
            return found
        return {**found, "withheld": {"ttfs": _NEVER_ENDS}}

    async def load(self) -> None:
        """See whether it can be asked; every stream has a connection of its own."""
        self.check()

    async def transcribe(self, audio: Audio) -> Transcript:
        """Return what was final in the stream of a recording.

        Raises:
            ProviderError: nothing was, or the stream failed.
            UsageError: as `check`.
        """
        await self.load()
        async with self._guarded(audio, 1, self._call):
            self.announce(1)
            made = await collected(self.stream(audio), self.system, language=self.chosen.language)
        return replace(made, call=self._call(None))

    async def stream(self, audio: Audio) -> AsyncIterator[Event]:
        """Yield the events of one recording, each when it arrives.

        Raises:
            ProviderError: the stream broke off or failed, after all events before that; or the
                recording cannot be used.
            UsageError: as `check`.
        """
        await self.load()
        self._check_length(audio)
        samples = audio.samples(self.rate, kind="int16", channel=self.chosen.channel)
        begun = self.clock.now()
        async with self._line() as line:
            recital = Recital(
                samples.tobytes(),
                self.rate,
                self.clock,
                self.chosen,
                finalize_at=finalize_at(audio, self.chosen),
                setup=begun,
                ends_turns=self.ends_turns,
            )
            async for event in recite(recital, line):
                yield event

    def _call(self, failure: ProviderError | None) -> Call:
        charged = 1 if failure is None else int(failure.perhaps_paid)
        return Call(0.0, requests=1, charged=charged, sent=f"{self.rate} Hz", host=self.host)

    @abstractmethod
    def _line(self) -> AbstractAsyncContextManager[Line]:
        """Return a line that is connected and set up, and is hung up in the end.

        Raises:
            ProviderError: it cannot be reached, or refuses.
        """
