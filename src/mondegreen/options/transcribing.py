"""How recordings are transcribed: what all providers take, and what those over HTTP or here take."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from mondegreen.errors import UsageError, given
from mondegreen.options.checks import boolean, number, path, whole
from mondegreen.options.option import Group, group, option
from mondegreen.options.typed import NUMBER, SWITCH, WHOLE

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["Calling", "Running", "Transcribing"]

_DAY = 86_400


def _channel(name: str, value: Any) -> int | Literal["mix"] | None:
    if value is None:
        return None
    if value == "mix":
        return "mix"
    if isinstance(value, str) and value.isdecimal():
        value = int(value)
    return whole(name, value, meaning="the number of a channel from 0, or 'mix'")


def _parameters(name: str, value: Any) -> dict[str, Any]:
    try:
        return {str(key): each for key, each in dict(value).items()}
    except (TypeError, ValueError):
        raise UsageError(
            f"{name}={given(value)}: expected names with values, such as {{'keyterm': ['Ada']}}"
        ) from None


def _address(name: str, value: Any) -> str:
    if not (isinstance(value, str) and value.startswith(("http://", "https://"))):
        raise UsageError(f"{name}={value!r}: expected an address, such as http://localhost:8000/v1")
    return value


@group
class Transcribing(Group):
    """What every provider takes.

    Raises:
        UsageError: a value is out of its range.
    """

    panel: ClassVar[str] = "Systems"

    language: str | None = option(
        "Language of the recordings, as the provider names it. Default: that of the provider.",
        metavar="CODE",
        default=None,
    )
    channel: int | Literal["mix"] | None = option(
        "Channel to transcribe, from 0; or mix for the mean of all channels. Default: all that the model supports.",
        metavar="N|mix",
        check=_channel,
        default=None,
    )
    parameters: Mapping[str, Any] | None = option(
        "Other parameters of the provider, passed on unchanged.",
        flags=None,
        check=_parameters,
        default=None,
    )

    def deciding(self) -> dict[str, Any]:
        """Return the options that may decide the text, those that were given."""
        return {name: getattr(self, name) for name in self._DECIDES if name in self.given}

    _DECIDES: ClassVar[tuple[str, ...]] = ("language", "channel", "parameters")


@group
class Calling(Transcribing):
    """What providers over HTTP take."""

    base_url: str | None = option(
        "Address of the server. Default: that of the vendor.",
        metavar="URL",
        check=_address,
        default=None,
    )
    timeout: float = option(
        "Seconds for one request.",
        default=120.0,
        flags=None,
        check=partial(number, low=0.001, high=_DAY),
    )
    deadline: float = option(
        "Seconds for one recording, with polling and retries.",
        default=1800.0,
        flags=None,
        check=partial(number, low=0.001, high=_DAY),
    )
    retries: int = option(
        "Maximum retries of a request after a rate limit, a server error, a broken connection or a "
        "timeout.",
        default=3,
        flags=None,
        check=partial(number, low=0, high=100),
    )
    longest_wait: float = option(
        "Maximum seconds to wait when a server asks for it. If it asks for more, the request fails.",
        default=60.0,
        flags=None,
        check=partial(number, low=0, high=_DAY),
    )
    first_wait: float = option(
        "Seconds to wait before the first retry; doubled for each further one.",
        default=0.5,
        flags=None,
        check=partial(number, low=0, high=_DAY),
    )
    concurrency: int = option(
        "Maximum recordings in flight.",
        default=4,
        kind=WHOLE,
        metavar="N",
        check=partial(whole, least=1),
    )
    requests_per_minute: float | None = option(
        "Maximum requests per minute, evenly spread.",
        kind=NUMBER,
        metavar="N",
        check=partial(number, low=0.001, high=1e9, optional=True),
        default=None,
    )
    failures: int = option(
        "Number of consecutive failures after which nothing more is sent.",
        default=8,
        flags=None,
        check=partial(whole, least=1),
    )
    poll: float = option(
        "Seconds between two polls of a job.",
        default=1.0,
        flags=None,
        check=partial(number, low=0.001, high=_DAY),
    )
    keep_remote: bool = option(
        "Keep recordings and transcripts on the vendor's server. Default: they are deleted.",
        default=False,
        flags=("--keep-remote",),
        kind=SWITCH,
        check=boolean,
    )

    _DECIDES: ClassVar[tuple[str, ...]] = ("language", "channel", "parameters", "base_url")


@group
class Running(Transcribing):
    """What providers on this machine take."""

    folder: Path | None = option(
        "Folder or file of the model.", metavar="PATH", path=True, check=path, default=None
    )
    device: str = option("Device that runs the model: cpu or cuda.", metavar="NAME", default="cpu")
    threads: int | None = option(
        "Threads per recording. Default: that of the engine.",
        kind=WHOLE,
        metavar="N",
        check=partial(whole, least=1),
        default=None,
    )
    precision: str | None = option(
        "Number format of the model, such as int8 or float16. Default: that of the engine.",
        metavar="NAME",
        default=None,
    )

    _DECIDES: ClassVar[tuple[str, ...]] = (
        *("language", "channel", "parameters"),
        *("folder", "device", "precision"),
    )
