"""How recordings are sent live: what all live providers take, and those here or elsewhere."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from mondegreen.errors import UsageError
from mondegreen.options.checks import number, whole
from mondegreen.options.option import group, option
from mondegreen.options.transcribing import Running, Transcribing
from mondegreen.options.typed import NUMBER

__all__ = ["Dialling", "Hearing", "Listening"]

_HOUR = 3600
_SCHEMES = ("ws://", "wss://", "http://", "https://")


def _address(name: str, value: Any) -> str:
    if not (isinstance(value, str) and value.startswith(_SCHEMES)):
        raise UsageError(f"{name}={value!r}: expected an address, such as ws://localhost:8000")
    return value


@group
class Listening(Transcribing):
    """What every live provider takes.

    Raises:
        UsageError: a value is out of its range.
    """

    finalize_after: float | None = option(
        "Milliseconds after the end of speech at which the system is asked for its final text. "
        "Default: it ends the turn itself.",
        kind=NUMBER,
        metavar="MS",
        check=partial(number, low=0, high=1000 * _HOUR, optional=True),
        default=None,
    )
    quiet: float = option(
        "Seconds without new text after which a stream is closed, when the recording has ended and all "
        "text is final.",
        default=2.0,
        flags=None,
        check=partial(number, low=0, high=_HOUR),
    )
    wait: float = option(
        "Seconds to wait for final text after the recording has ended, and for the end of the stream "
        "after it is closed.",
        default=10.0,
        flags=None,
        check=partial(number, low=0.001, high=_HOUR),
    )

    _DECIDES: ClassVar[tuple[str, ...]] = (
        *("language", "channel", "parameters"),
        *("finalize_after", "quiet", "wait", "base_url"),
    )

    def deciding(self) -> dict[str, Any]:
        """Return the options that may decide the text or its delay, those that were given."""
        known = [name for name in self._DECIDES if name in self.given]
        return {name: getattr(self, name) for name in known}


@group
class Hearing(Listening, Running):
    """What live providers on this machine take."""

    _DECIDES: ClassVar[tuple[str, ...]] = (
        *("language", "channel", "parameters", "finalize_after", "quiet", "wait"),
        *("folder", "device", "precision"),
    )


@group
class Dialling(Listening):
    """What live providers over WebSocket take."""

    base_url: str | None = option(
        "Address of the server. Default: that of the vendor.",
        metavar="URL",
        check=_address,
        default=None,
    )
    setup: float = option(
        "Seconds to connect and set up; they do not count as delay.",
        default=15.0,
        flags=None,
        check=partial(number, low=0.001, high=_HOUR),
    )
    failures: int = option(
        "Number of consecutive failures after which nothing more is sent.",
        default=8,
        flags=None,
        check=partial(whole, least=1),
    )
