"""What a provider is: a recording in, a transcript out, or a reason why there is none."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mondegreen.providers.audio import Audio
    from mondegreen.providers.capabilities import Capabilities
    from mondegreen.providers.event import Event

__all__ = ["Call", "Provider", "Transcript", "Word"]


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a transcript.

    Attributes:
        text: as it is written, punctuation included.
        start: when it begins, in seconds from the start of the recording; ``None`` if not known.
        end: when it ends.
        confidence: as the vendor gives it; mostly 0 to 1.
        speaker: the vendor's name of the speaker.
        channel: of the recording, counted from 0.
    """

    text: str
    start: float | None = None
    end: float | None = None
    confidence: float | None = None
    speaker: str | None = None
    channel: int | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """What it took to get a transcript, for latency and for cost.

    Attributes:
        seconds: of the attempt that counted, from its first request to the text, polling included.
        waited: seconds before it: for a turn, and for attempts that failed.
        attempts: requests for the same thing, the last one included; 1 if none was repeated.
        requests: HTTP requests in all; 0 on this machine.
        charged: how many times a vendor may charge for the recording: failures after which it may have
            worked count too.
        cpu_seconds: of all processors meanwhile, on this machine.
        peak_ram_bytes: the most memory that loading the model and transcribing added to this process so
            far, on this machine; what else the process did meanwhile is in it.
        poll: seconds between two looks at a job, if there were any.
        sent: what was sent: ``as stored``, or the format it was converted to.
        host: who was asked; ``None`` on this machine.
        http_version: of the last response.
        reused: whether the first request went over an open connection.
        request_id: the vendor's name of the request or job.
        kept_remote: whether the recording may still be at the vendor's: it was to stay, or its
            deletion failed.
    """

    seconds: float
    waited: float = 0.0
    attempts: int = 1
    requests: int = 0
    charged: int = 1
    cpu_seconds: float | None = None
    peak_ram_bytes: int | None = None
    poll: float | None = None
    sent: str | None = None
    host: str | None = None
    http_version: str | None = None
    reused: bool | None = None
    request_id: str | None = None
    kept_remote: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the attributes by their names."""
        return asdict(self)


@dataclass(frozen=True)
class Transcript:
    """What a provider understood.

    Attributes:
        text: all of it; empty if nothing was understood, which is an answer and no failure.
        words: one by one, if the provider says more than the text.
        language: as the provider names it.
        raw: the response as it came, ready for JSON; of a vendor that `mondegreen score` reads, a
            file with it is read as a transcript.
        call: what it took.
        events: of a live stream, as they came.
    """

    text: str
    words: tuple[Word, ...] = ()
    language: str | None = None
    raw: Any = None
    call: Call = field(default_factory=lambda: Call(0.0), compare=False)
    events: tuple[Event, ...] = ()


class Provider(Protocol):
    """Anything that transcribes recordings; made by `mondegreen.providers.make`.

    Used as an ``async with`` block, within one event loop. Many recordings may be transcribed at a
    time: whoever has a limit lets the others wait.
    """

    name: ClassVar[str]
    tell: Callable[[str], object]
    """Gets lines for the reader."""

    @property
    def system(self) -> str:
        """Return its name, as ``PROVIDER:MODEL``."""
        ...

    @property
    def capabilities(self) -> Capabilities:
        """Return what the model can do."""
        ...

    @property
    def concurrency(self) -> int:
        """Return how many recordings are in flight at most."""
        ...

    @property
    def host(self) -> str | None:
        """Return the host that gets the recordings, or ``None`` if they stay on this machine."""
        ...

    def check(self) -> None:
        """See whether it can be used, without a connection.

        Raises:
            MissingKeyError: its key is not in the environment.
            MissingDependencyError: a package is not installed.
            UsageError: no model at the path, or connections are forbidden.
        """
        ...

    def announce(self, recordings: int, kept: str) -> None:
        """Say once what will be sent where, before the first call; nothing on this machine.

        Args:
            recordings: how many.
            kept: what is kept where, as words.
        """
        ...

    def settings(self) -> dict[str, Any]:
        """Return the options that may decide the text, ready for JSON."""
        ...

    def conditions(self) -> Mapping[str, Any]:
        """Return what the speed depends on: device, threads, precision, or concurrency and address."""
        ...

    async def load(self) -> None:
        """Load the model, or open the connections; the first `transcribe` does it otherwise."""
        ...

    async def transcribe(self, audio: Audio) -> Transcript:
        """Return the transcript of one recording.

        Raises:
            ProviderError: there is none.
            UsageError: as `check`.
        """
        ...

    async def __aenter__(self) -> Self: ...

    async def __aexit__(self, *_error: object) -> None: ...
