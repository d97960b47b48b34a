"""Providers over HTTP: what is sent, to whom, at what pace, and what becomes of failures."""

from __future__ import annotations

import asyncio
import time
from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.options.transcribing import Calling
from mondegreen.providers.failure import AudioError, MissingKeyError, ProviderError
from mondegreen.providers.vendor import Vendor
from mondegreen.services.addresses import bare, host_of
from mondegreen.services.pace import Pace
from mondegreen.services.secrets import without_secrets

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import httpx

    from mondegreen.providers.audio import Audio
    from mondegreen.providers.capabilities import Capabilities
    from mondegreen.providers.exchange import Exchange
    from mondegreen.providers.transcript import Call, Transcript

__all__ = ["Recording", "Remote"]

_ANY: Final = 1_000_000


@dataclass(frozen=True)
class Recording:
    """A recording as it is sent.

    Attributes:
        data: the bytes.
        media_type: what they are.
        file_name: a plain name with the right ending.
        seconds: how long it is.
        channels: how many.
    """

    data: bytes
    media_type: str
    file_name: str
    seconds: float
    channels: int

    @property
    def file(self) -> tuple[str, bytes, str]:
        """As a file of a form."""
        return self.file_name, self.data, self.media_type


class Remote(Vendor):
    """What is asked over HTTP. A subclass says how a recording is sent and its transcript is read.

    Attributes:
        formats: MIME types that are sent as stored; others are sent as wav.
        own_server: whether a server of your own needs no key.
    """

    formats: ClassVar[frozenset[str]] = frozenset(
        {"audio/wav", "audio/flac", "audio/ogg", "audio/mpeg"}
    )
    own_server: ClassVar[bool] = False
    options: ClassVar[type[Calling]] = Calling
    package = "httpx"
    blameless = (*Vendor.blameless, "rejected-job")
    chosen: Calling

    def __init__(self, model: str, options: Calling) -> None:
        super().__init__(model, options)
        self._client: Any = None
        self._recordings = Pace(options.concurrency)
        self._requests = Pace(_ANY, options.requests_per_minute)

    @property
    def capabilities(self) -> Capabilities:
        """What the model can do; of a server of your own nobody knows a price."""
        can = super().capabilities
        return replace(can, billing=None) if self._is_ones_own else can

    @property
    def _is_ones_own(self) -> bool:
        """Whether another's server is asked that speaks as the vendor's does."""
        if not self.own_server or self.chosen.base_url is None:
            return False
        domain = ".".join(host_of(self.address).split(".")[-2:])
        return not f".{self.host}".endswith(f".{domain}")

    @property
    def concurrency(self) -> int:
        """How many recordings are in flight at most."""
        return self.chosen.concurrency

    def conditions(self) -> Mapping[str, Any]:
        """Return what the speed depends on."""
        return {
            "endpoint": bare(self.base),
            "concurrency": self.chosen.concurrency,
            "requests_per_minute": self.chosen.requests_per_minute,
            "retries": self.chosen.retries,
            "poll": self.chosen.poll,
        }

    async def load(self) -> None:
        """Make the client; the first connection is opened with the first request."""
        if self._client is None:
            self.check()
            from mondegreen.providers.exchange import connect  # loads httpx

            self._client = connect(self.chosen)

    async def transcribe(self, audio: Audio) -> Transcript:
        """Return the transcript of one recording.

        Raises:
            ProviderError: there is none.
            UsageError: as `check`.
        """
        asked = time.perf_counter()
        await self.load()
        from mondegreen.providers.exchange import Exchange  # as above

        async with self._recordings.turn():
            exchange = Exchange(
                self._client,
                options=self.chosen,
                pace=self._requests,
                headers=self._headers(self._key()),
                explain=self._explain,
                where=self.system,
                asked=asked,
                sign=self._sign,
            )

            def call(failure: ProviderError | None) -> Call:
                return exchange.call(_charged(failure, exchange))

            async with self._guarded(audio, audio.channels, call):
                self.announce(None)
                recording = await asyncio.to_thread(self._recording, audio, exchange)
                return _cleaned(await self._tidied(recording, exchange))

    async def _tidied(self, recording: Recording, exchange: Exchange) -> Transcript:
        """Transcribe, and delete what is at the vendor's, whatever came of it."""
        try:
            made = await self._ask(recording, exchange)
        finally:
            exchange.ended()
            call = exchange.call(_charged(None, exchange))
            if exchange.leaves and not self.chosen.keep_remote:
                for each in await exchange.tidy():
                    self.tell(f"mondegreen: warning: {self.system}: not deleted there: {each}")
        return replace(made, call=replace(call, kept_remote=exchange.leaves))

    def _recording(self, audio: Audio, exchange: Exchange) -> Recording:
        """Return a recording as it is sent: as stored if the vendor takes that.

        Raises:
            AudioError: it is longer or larger than the model takes, or has no such channel.
        """
        can, channel = self.capabilities, self.chosen.channel
        self._check_length(audio)
        kind, channels = audio.media_type, audio.channels if channel is None else 1
        rate = audio.rate
        if can.rates and rate not in can.rates:
            rate = min((each for each in can.rates if each >= rate), default=max(can.rates))
        if channel is None and rate == audio.rate and kind in self.formats:
            data, exchange.sent = audio.stored, "as stored"
            name = audio.file_name
        else:
            data = audio.wav(rate, channel=channel)
            exchange.sent = f"wav, 16 bit, {rate} Hz, {channels} channel{'s'[: channels != 1]}"
            kind, name = "audio/wav", "audio.wav"
        if can.largest is not None and len(data) > can.largest:
            raise AudioError(
                audio.name,
                f"has {len(data):,} bytes, expected {can.largest:,} at most for {self.system}; "
                "cut it into parts, or name another model",
            )
        return Recording(data, kind or "", name, audio.duration, channels)

    def _key(self) -> str:
        """Return the key.

        Raises:
            MissingKeyError: it is not in the environment.
        """
        try:
            return super()._key()
        except MissingKeyError:
            if self.own_server and self.chosen.base_url is not None:
                return ""
            raise

    async def __aexit__(self, *_error: object) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    def _explain(self, status: int, document: Any) -> ProviderError | None:  # noqa: ARG002
        """Return what an error of this vendor means; ``None`` for what its status usually means."""
        return None

    _sign: Callable[[httpx.Request], None] | None = None
    """Signs a request, for vendors whose key is no header."""

    @property
    def _parameters(self) -> dict[str, Any]:
        return dict(self.chosen.parameters or {})

    @abstractmethod
    def _headers(self, key: str) -> dict[str, str]:
        """Return the headers of every request."""

    @abstractmethod
    async def _ask(self, recording: Recording, exchange: Exchange) -> Transcript:
        """Send a recording and return its transcript."""


def _cleaned(made: Transcript) -> Transcript:
    """Return a transcript without keys, which a response may have had in pieces."""
    text = without_secrets(made.text)
    if text == made.text:
        return made
    words = tuple(replace(each, text=without_secrets(each.text)) for each in made.words)
    return replace(made, text=text, words=words, raw=None)


def _charged(failure: ProviderError | None, exchange: Exchange) -> int:
    """Return how many times a vendor may charge for a recording, transcribed or not."""
    if failure is None:
        return 1 + exchange.paid_failures
    return max(exchange.paid_failures, int(failure.perhaps_paid))
