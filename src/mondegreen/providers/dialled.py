"""Live providers over WebSocket: connecting, what counts as the end, and what becomes of failures."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from dataclasses import replace
from decimal import Decimal
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, Self
from urllib.parse import urlencode

from mondegreen.errors import MissingDependencyError, UsageError, counted
from mondegreen.offline import refuse_offline
from mondegreen.options.listening import Dialling
from mondegreen.providers.capabilities import Capabilities, capabilities_of
from mondegreen.providers.clock import Clock
from mondegreen.providers.failure import MissingKeyError, ProviderError
from mondegreen.providers.listening import Recital, recite
from mondegreen.providers.provider import Call
from mondegreen.providers.streaming import collected, conditions_of, finalize_at
from mondegreen.services.addresses import bare, host_of
from mondegreen.services.breaker import Breaker
from mondegreen.services.budget import BUDGET
from mondegreen.services.consent import notice, to_stderr
from mondegreen.services.secrets import key_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from mondegreen.providers.audio import Audio
    from mondegreen.providers.event import Event
    from mondegreen.providers.provider import Transcript
    from mondegreen.providers.wire import Wire

__all__ = ["Dialled"]

_BLAMELESS = ("audio", "no-final", "budget", "not-called")
_NEVER_ENDS = (
    "it ends no turn by itself: text is final when the stream is closed, and when that is done is our "
    "choice; ask for it with finalize_after"
)


class Dialled(ABC):
    """What is asked over WebSocket. A subclass says where, with which header, and what is said there.

    A stream that failed is not begun again: half of it may have been heard, and its delays would be
    those of another one. ``bench run --retry-failed`` makes another attempt.

    Attributes:
        name: of the provider.
        about: one phrase.
        variable: of the environment, with the key.
        address: of the vendor, without a slash at the end.
        documented: where its interface is described, and when that was read.
        default_model: empty if one must be named.
        rate: samples per second that are sent.
        ends_turns: whether it makes text final by itself, before the stream is closed.
        proven: whether tests run it against a server that speaks as the vendor's does.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    variable: ClassVar[str]
    address: ClassVar[str]
    documented: ClassVar[str]
    default_model: ClassVar[str] = ""
    takes_model: ClassVar[str] = "MODEL"
    rate: ClassVar[int] = 16_000
    ends_turns: ClassVar[bool] = True
    proven: ClassVar[bool] = False
    live: ClassVar[bool] = True
    timed: ClassVar[bool] = False  # a stream takes as long as the recording
    options: ClassVar[type[Dialling]] = Dialling
    needs: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.needs = cls.variable

    def __init__(self, model: str, options: Dialling) -> None:
        self.model, self.chosen = model, options
        self.tell: Callable[[str], object] = to_stderr
        self.clock = Clock()
        self._told = False
        self._breaker = Breaker(options.failures)
        if options.finalize_after is not None and not self.capabilities.force_finalise:
            raise UsageError(
                f"{self.system}: finalize_after={options.finalize_after:g}: it cannot be asked to make "
                "its text final; leave the option out"
            )

    @property
    def system(self) -> str:
        """The provider and the model."""
        return f"{self.name}:{self.model}"

    @property
    def capabilities(self) -> Capabilities:
        """What the model can do."""
        return capabilities_of(self.name, self.model)

    @property
    def concurrency(self) -> int:
        """One stream at a time, so that none delays another."""
        return 1

    @property
    def base(self) -> str:
        """The address of the server, without a slash at the end."""
        given = (self.chosen.base_url or self.address).rstrip("/")
        return "ws" + given.removeprefix("http") if given.startswith("http") else given

    @property
    def host(self) -> str:
        """The host that gets the recordings."""
        return host_of(self.base)

    def settings(self) -> dict[str, Any]:
        """Return the options that may decide the text or its delay, ready for JSON."""
        found = self.chosen.deciding()
        if "base_url" in found:
            found["base_url"] = bare(found["base_url"])
        return found

    def conditions(self) -> Mapping[str, Any]:
        """Return what the delays depend on."""
        found = {"endpoint": bare(self.base), **conditions_of(self.chosen, self.rate)}
        return {**found, "withheld": self.withheld} if self.withheld else found

    @property
    def withheld(self) -> dict[str, str]:
        """Figures that the wire makes meaningless, each with the reason."""
        if self.ends_turns or self.chosen.finalize_after is not None:
            return {}
        return {"ttfs": _NEVER_ENDS}

    def check(self) -> None:
        """See whether it can be asked, without a connection.

        Raises:
            MissingKeyError: its key is not in the environment.
            MissingDependencyError: websockets is not installed.
            UsageError: connections are forbidden.
        """
        refuse_offline(f"transcribing with {self.system}", "name a system on this machine")
        if find_spec("websockets") is None:
            raise MissingDependencyError("websockets", "bench", self.system)
        self._key()

    def announce(self, recordings: int, kept: str) -> None:
        """Say once what will be sent where; without this the first recording says so.

        Args:
            recordings: how many.
            kept: what is kept where, as words.
        """
        if not self._told:
            self._told = True
            self.tell(notice(counted(recordings, "recording"), self.host, self.system, kept))

    async def load(self) -> None:
        """See whether it can be asked; every stream has a connection of its own."""
        self.check()

    async def transcribe(self, audio: Audio) -> Transcript:
        """Return what was final in the stream of a recording.

        Raises:
            ProviderError: nothing was, or the stream failed.
            UsageError: as `check`.
        """
        self.check()
        if reason := self._breaker.refusal():
            raise ProviderError("not-called", f"{self.system} was not called: {reason}")
        self.announce(1, "one after the other")
        budget, billing = BUDGET.get(), self.capabilities.billing
        price = None if billing is None else billing.price(audio.duration, 1)
        if budget is not None and not await budget.reserve(price):
            raise ProviderError("budget", budget.why)
        charged = 1
        try:
            made = await collected(self.stream(audio), self.system, language=self.chosen.language)
        except ProviderError as failure:
            charged = int(failure.perhaps_paid)
            failure.call = self._call(charged)
            if failure.status not in _BLAMELESS:
                self._breaker.failed(failure.reason, for_good=failure.stops)
            raise
        finally:
            if budget is not None:
                budget.settle(price, price and price * charged if charged else Decimal(0))
        self._breaker.succeeded()
        return replace(made, call=self._call(charged))

    async def stream(self, audio: Audio) -> AsyncIterator[Event]:
        """Yield the events of one recording, each when it arrives.

        Raises:
            ProviderError: the stream broke off or failed, after all events before that.
            UsageError: as `check`.
        """
        self.check()
        from mondegreen.providers import sockets  # loads websockets

        samples = audio.samples(self.rate, kind="int16", channel=self.chosen.channel)
        begun, wire = self.clock.now(), self._wire()
        address, headers = await self._dial(), self._headers(self._key())
        async with sockets.connected(address, headers, self.chosen) as there:
            line = sockets.SocketLine(there, wire, self.clock, self.system)
            with sockets.without_a_response(self.system, self.chosen.setup):
                await line.set_up(self.chosen.setup)
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

    def _call(self, charged: int) -> Call:
        return Call(0.0, requests=1, charged=charged, sent=f"{self.rate} Hz", host=self.host)

    def _key(self) -> str:
        found = key_of(self.variable)
        if found is None:
            raise MissingKeyError(self.system, self.variable)
        return found

    async def _dial(self) -> str:
        """Return the address to connect to, with its query."""
        query = {**self._query(), **(self.chosen.parameters or {})}
        plain = {name: _plain(value) for name, value in query.items() if value is not None}
        path = f"{self.base}{self._path()}"
        return f"{path}?{urlencode(plain, doseq=True)}" if plain else path

    @abstractmethod
    def _path(self) -> str:
        """Return the path of the address."""

    def _query(self) -> dict[str, Any]:
        """Return the query of the address."""
        return {}

    @abstractmethod
    def _headers(self, key: str) -> dict[str, str]:
        """Return the headers of the upgrade."""

    @abstractmethod
    def _wire(self) -> Wire:
        """Return what is said in one stream."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:  # noqa: B027 - nothing is left open
        """Do nothing: every stream closes its connection."""


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(value) if isinstance(value, dict) else value
