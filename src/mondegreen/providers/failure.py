"""Why there is no transcript: one exception with a status, and never an empty text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from mondegreen.errors import MondegreenError, UsageError
from mondegreen.services.key_files import looked_in
from mondegreen.services.secrets import without_secrets

if TYPE_CHECKING:
    from mondegreen.providers.event import Event
    from mondegreen.providers.transcript import Call

__all__ = ["STATUSES", "AudioError", "MissingKeyError", "ProviderError", "Status"]

Status = Literal[
    "refused",
    "unauthorized",
    "payment",
    "rate-limited",
    "server",
    "timeout",
    "connection",
    "malformed",
    "rejected-job",
    "audio",
    "engine",
    "missing",
    "no-final",
    "budget",
    "not-called",
]
STATUSES: tuple[str, ...] = get_args(Status)

_LONGEST_REASON = 300


class MissingKeyError(UsageError):
    """A provider has no key in the environment, nor in the file that was named.

    Attributes:
        variable: the variable that is not set.
    """

    def __init__(self, system: str, variable: str) -> None:
        self.system, self.variable = system, variable
        where, file = "in the environment", looked_in()
        if file:
            where += f" or in {file}, where it is not either"
        super().__init__(f"{system}: there is no key; set {variable} {where}")


@dataclass
class ProviderError(MondegreenError):
    """A recording was not transcribed.

    Attributes:
        status: one of ``STATUSES``. ``refused``: the server rejects the request as it was made.
            ``rejected-job``: it took the recording and later gave it up. ``malformed``: the response
            cannot be read. ``engine``: a program on this machine failed. ``missing``: nothing is stored
            for the recording. ``no-final``: a live stream ended, and nothing that was shown was made
            final. ``not-called``: earlier calls failed, so nothing was sent.
        reason: one line for the reader; keys are struck out of it.
        retry_after: seconds that the server asked for.
        http_status: the status of the response, if there was one.
        again: whether the same request may succeed if it is sent again.
        stops: whether every other recording would fail in the same way: a wrong key, no such model.
        perhaps_paid: whether the vendor may charge for it.
        call: what the attempts took, if any was made.
        events: of a live stream, up to the failure.

    >>> str(ProviderError("rate-limited", "too many requests: slow down", retry_after=2))
    'rate-limited: too many requests: slow down'
    """

    status: Status
    reason: str
    retry_after: float | None = None
    http_status: int | None = None
    again: bool = False
    stops: bool = False
    perhaps_paid: bool = False
    call: Call | None = None
    events: tuple[Event, ...] = ()

    def __post_init__(self) -> None:
        line = " ".join(without_secrets(self.reason, parts=True).split())
        self.reason = line[: _LONGEST_REASON - 1] + "…" if len(line) > _LONGEST_REASON else line
        super().__init__(f"{self.status}: {self.reason}")

    @property
    def nothing_made(self) -> bool:
        """Whether the server surely did nothing: it said so, or was never reached."""
        return self.http_status is not None or not self.perhaps_paid

    @property
    def called(self) -> bool:
        """Whether anybody was asked; what was not is worth trying in the next run."""
        return self.status not in ("budget", "not-called")


class AudioError(ProviderError):
    """A recording cannot be used; the message has the file, what it is, and what is expected."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__("audio", f"{name}: {problem}")
