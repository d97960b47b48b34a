"""What a provider is: a recording in, a transcript out, or a reason why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mondegreen.providers.audio import Audio
    from mondegreen.providers.capabilities import Capabilities
    from mondegreen.providers.transcript import Transcript

__all__ = ["Provider"]


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
