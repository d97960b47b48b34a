"""What is asked elsewhere, recorded or live: an address, a key, a notice, a budget and a breaker."""

from __future__ import annotations

from abc import ABC
from contextlib import asynccontextmanager
from decimal import Decimal
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mondegreen.errors import MissingDependencyError, counted
from mondegreen.offline import refuse_offline
from mondegreen.providers.capabilities import Capabilities, capabilities_of
from mondegreen.providers.failure import AudioError, MissingKeyError, ProviderError
from mondegreen.services.addresses import bare, host_of
from mondegreen.services.breaker import Breaker
from mondegreen.services.budget import BUDGET
from mondegreen.services.consent import notice, to_stderr
from mondegreen.services.secrets import key_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from mondegreen.providers.audio import Audio
    from mondegreen.providers.transcript import Call

__all__ = ["Vendor", "is_installed"]


class Vendor(ABC):
    """What gets recordings over the network.

    Attributes:
        name: of the provider.
        about: one phrase.
        variable: of the environment, with the key.
        address: of the vendor, without a slash at the end.
        documented: where its interface is described, and when that was read.
        default_model: empty if one must be named.
        takes_model: what stands for the model in messages.
        package: that is imported.
        extra: of this package, for the pip line.
        blameless: failures that say nothing of the next recording.
        proven: whether tests run it against a server that speaks as the vendor's does.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    variable: ClassVar[str]
    address: ClassVar[str]
    documented: ClassVar[str]
    default_model: ClassVar[str] = ""
    takes_model: ClassVar[str] = "MODEL"
    package: ClassVar[str] = ""
    extra: ClassVar[str] = "bench"
    blameless: ClassVar[tuple[str, ...]] = ("audio", "budget", "not-called")
    proven: ClassVar[bool] = False
    needs: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not cls.__dict__.get("needs") and hasattr(cls, "variable"):
            cls.needs = cls.variable

    def __init__(self, model: str, options: Any) -> None:
        self.model, self.chosen = model, options
        self.tell: Callable[[str], object] = to_stderr
        self._told = False
        self._breaker = Breaker(options.failures)

    @property
    def system(self) -> str:
        """The provider and the model."""
        return f"{self.name}:{self.model}"

    @property
    def capabilities(self) -> Capabilities:
        """What the model can do."""
        return capabilities_of(self.name, self.model)

    @property
    def base(self) -> str:
        """The address of the server, without a slash at the end."""
        return str(self.chosen.base_url or self.address).rstrip("/")

    @property
    def host(self) -> str:
        """The host that gets the recordings."""
        return host_of(self.base)

    def settings(self) -> dict[str, Any]:
        """Return the options that may decide the text or its delay, ready for JSON."""
        found: dict[str, Any] = self.chosen.deciding()
        if "base_url" in found:
            found["base_url"] = bare(found["base_url"])
        return found

    def check(self) -> None:
        """See whether it can be asked, without a connection.

        Raises:
            MissingKeyError: its key is not in the environment.
            MissingDependencyError: a package is not installed.
            UsageError: connections are forbidden.
        """
        refuse_offline(f"transcribing with {self.system}", "name a system on this machine")
        if not is_installed(self.package):
            raise MissingDependencyError(self.package, self.extra, self.system)
        self._key()

    def announce(self, recordings: int | None, kept: str = "one after the other") -> None:
        """Say once what will be sent where; without this the first recording says so.

        Args:
            recordings: how many; ``None`` if nobody knows.
            kept: what is kept where, as words.
        """
        if not self._told:
            self._told = True
            many = "recordings" if recordings is None else counted(recordings, "recording")
            self.tell(notice(many, self.host, self.system, kept))

    def _check_length(self, audio: Audio) -> None:
        """See whether a recording is short enough.

        Raises:
            AudioError: it is longer than the model takes.
        """
        longest = self.capabilities.longest
        if longest is not None and audio.duration > longest:
            expected = f"expected {longest:g} s at most for {self.system}"
            expected += "; cut it into parts, or name another model"
            raise AudioError(audio.name, f"is {audio.duration:.1f} s long, {expected}")

    @asynccontextmanager
    async def _guarded(
        self, audio: Audio, channels: int, call: Callable[[ProviderError | None], Call]
    ) -> AsyncIterator[None]:
        """Ask for one recording within the budget, and not after too many failures.

        ``call`` says what it took up to now, as it failed or not; a failure gets it.

        Raises:
            ProviderError: nothing may be sent, or what was done meanwhile failed.
        """
        if reason := self._breaker.refusal():
            raise ProviderError("not-called", f"{self.system} was not called: {reason}")
        budget, billing = BUDGET.get(), self.capabilities.billing
        price = None if billing is None else billing.price(audio.duration, channels)
        if budget is not None and not await budget.reserve(price):
            raise ProviderError("budget", budget.why)
        charged = 1
        try:
            yield
            charged = call(None).charged
            self._breaker.succeeded()
        except ProviderError as failure:
            failure.call = call(failure)
            charged = failure.call.charged
            if failure.status not in self.blameless:
                self._breaker.failed(failure.reason, for_good=failure.stops)
            raise
        finally:
            if budget is not None:
                budget.settle(price, price and price * charged if charged else Decimal(0))

    def _key(self) -> str:
        """Return the key.

        Raises:
            MissingKeyError: it is not in the environment.
        """
        found = key_of(self.variable)
        if found is None:
            raise MissingKeyError(self.system, self.variable)
        return found

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:  # noqa: B027 - many leave nothing open
        """Close what is open."""


def is_installed(package: str) -> bool:
    """Return whether a package can be imported, without importing it; packages around it are."""
    parts = package.split(".")
    return all(find_spec(".".join(parts[:count])) for count in range(1, len(parts) + 1))
