"""What a provider understood, and what it took."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mondegreen.providers.event import Event
    from mondegreen.providers.word import Word

__all__ = ["Call", "Transcript"]


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
