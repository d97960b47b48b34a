"""Vendors that have no provider of their own, through the plugins of livekit-agents."""

from __future__ import annotations

import asyncio
import re
from abc import abstractmethod
from dataclasses import replace
from importlib import import_module
from inspect import iscoroutinefunction, signature
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.errors import MissingDependencyError, UsageError
from mondegreen.offline import refuse_offline
from mondegreen.providers.audio import Audio
from mondegreen.providers.capabilities import Capabilities, capabilities_of
from mondegreen.providers.failure import MissingKeyError, ProviderError
from mondegreen.providers.remote import Remote
from mondegreen.providers.transcript import Transcript
from mondegreen.providers.vendor import Vendor, is_installed
from mondegreen.providers.word import Word
from mondegreen.services.addresses import host_of
from mondegreen.services.secrets import without_secrets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mondegreen.providers.exchange import Exchange
    from mondegreen.providers.remote import Recording

__all__ = ["ByPlugin", "Livekit", "failure_of", "words_of"]

_RATE: Final = 16_000
_VARIABLE: Final = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b")
_UNREAD: Final = (
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
)  # what it expects is not there
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")


class ByPlugin(Vendor):
    """What a plugin of livekit-agents asks: the package ``livekit-plugins-VENDOR``.

    Its key is where the plugin looks for it, and ``parameters`` go to the class ``STT`` of the plugin.
    """

    variable = ""
    address = ""
    takes_model = "VENDOR/MODEL"
    needs = "`mondegreen[livekit]`, `livekit-plugins-VENDOR`, and the key of the vendor"
    _speaks: Any = None
    _session: Any = None
    _lacks: ClassVar[str]

    @property
    def vendor(self) -> str:
        """The vendor, as its plugin is named."""
        return self.model.partition("/")[0].strip().lower().replace("-", "_")

    @property
    def host(self) -> str:
        """The server that is named, or the vendor: the plugin alone knows its address."""
        return host_of(self.chosen.base_url) or f"{self.vendor}, by livekit-plugins-{self.vendor}"

    def conditions(self) -> Mapping[str, Any]:
        """Return what the speed depends on: the plugin is in every figure."""
        said = super().conditions()  # type: ignore[misc] # of a recorded or a live vendor
        found = {**said, "through": f"livekit-plugins-{self.vendor}"}
        if not self.chosen.base_url:
            del found["endpoint"]
        return found

    def check(self) -> None:
        """See whether the plugin is there and takes what is given.

        Raises:
            MissingKeyError: the plugin misses its key.
            MissingDependencyError: livekit-agents or the plugin is not installed.
            UsageError: connections are forbidden, or the plugin has no such option.
        """
        refuse_offline(f"transcribing with {self.system}", "name a system on this machine")
        self._plugin({})

    async def load(self) -> None:
        """Make the client of the plugin, with a session of HTTP where it wants one."""
        if self._speaks is None:
            self.check()
            import aiohttp  # comes with livekit-agents

            self._session = aiohttp.ClientSession()
            self._speaks = self._plugin({"http_session": self._session})

    def _plugin(self, more: dict[str, Any]) -> Any:
        """Return an object of the plugin's class ``STT``."""
        if not _NAME.fullmatch(self.vendor):
            raise UsageError(
                f"{self.system}: expected livekit:VENDOR/MODEL, such as livekit:fal/wizper"
            )
        if not is_installed("livekit.agents"):
            raise MissingDependencyError("livekit-agents", "livekit", self.system)
        try:
            kind = import_module(f"livekit.plugins.{self.vendor}").STT
        except ImportError as error:
            package = f"livekit-plugins-{self.vendor.replace('_', '-')} (pip install it too)"
            raise MissingDependencyError(package, "livekit", self.system) from error
        except AttributeError:
            raise UsageError(f"{self.system}: its plugin does not recognise speech") from None
        takes = signature(kind).parameters
        model = self.model.partition("/")[2]
        asked = {
            "model": model or None,
            "language": self.chosen.language,
            "base_url": self.chosen.base_url,
            **(self.chosen.parameters or {}),
        }
        asked = {name: value for name, value in asked.items() if value is not None}
        odd = next((name for name in asked if name not in takes), None)
        if odd is not None:
            named = ", ".join(name for name in takes if name != "http_session")
            raise UsageError(f"{self.system}: its plugin has no option {odd!r}, it has {named}")
        try:
            made = kind(**asked, **{name: each for name, each in more.items() if name in takes})
        except Exception as error:  # whatever the plugin raises
            said = without_secrets(" ".join(str(error).split()))
            found = _VARIABLE.search(said)
            if found is not None and "key" in said.lower():
                raise MissingKeyError(self.system, found[0]) from error
            raise UsageError(f"{self.system}: {said}") from error
        if not self._fits(made.capabilities):
            raise UsageError(f"{self.system}: its plugin {self._lacks}")
        return made

    def _key(self) -> str:
        return ""  # the plugin has it

    async def __aexit__(self, *_error: object) -> None:
        speaks, self._speaks = self._speaks, None
        if speaks is not None:
            await speaks.aclose()
            close = getattr(getattr(speaks, "_client", None), "close", None)
            if iscoroutinefunction(close):  # some plugins leave the client open that they made
                await close()
        if self._session is not None:
            await self._session.close()

    @abstractmethod
    def _fits(self, can: Any) -> bool:
        """Return whether a plugin can do what is wanted, by what it declares."""


class Livekit(ByPlugin, Remote):
    """``livekit:VENDOR`` or ``livekit:VENDOR/MODEL``: recordings in one call of ``stt.STT.recognize``.

    What it can do is what its plugin declares. A plugin hides the response and its headers, so
    ``Retry-After`` cannot be followed, and how long a call took is measured with the plugin.
    """

    name = "livekit"
    about = "other vendors, by the plugins of livekit-agents"
    documented = "livekit-agents 1.8.9 and its plugins for OpenAI and Deepgram, read 29 Nov 2026"
    needs = ByPlugin.needs
    formats: ClassVar[frozenset[str]] = frozenset()
    _lacks = "takes streams alone, and no recordings"

    @property
    def capabilities(self) -> Capabilities:
        """What the plugin declares, once it is loaded."""
        known = capabilities_of(self.name, self.model)
        if self._speaks is None:
            return known
        can = self._speaks.capabilities
        return replace(
            known,
            word_times=getattr(can, "aligned_transcript", False) == "word",
            partials=can.interim_results,
            force_finalise=getattr(can, "manual_flush", False),
            speakers=getattr(can, "diarization", False),
        )

    def _fits(self, can: Any) -> bool:
        return bool(getattr(can, "offline_recognize", True))

    def _headers(self, key: str) -> dict[str, str]:  # noqa: ARG002 - as above
        return {}

    async def _ask(self, recording: Recording, exchange: Exchange) -> Transcript:
        from livekit import rtc  # of the extra livekit
        from livekit.agents import APIConnectOptions

        heard = Audio.of_bytes(recording.data, recording.file_name)
        samples = heard.samples(_RATE, kind="int16")
        frame = rtc.AudioFrame(samples.tobytes(), _RATE, 1, len(samples))
        exchange.sent = f"samples, 16 bit, {_RATE} Hz, 1 channel"
        options = APIConnectOptions(max_retry=0, timeout=self.chosen.timeout)

        async def once() -> Any:
            try:
                async with asyncio.timeout(self.chosen.timeout):
                    return await self._speaks.recognize(frame, conn_options=options)
            except Exception as error:
                raise failure_of(error, self.chosen.timeout) from error

        event = await exchange.repeated(once)
        exchange.request_id = event.request_id or None
        return _transcript(event.alternatives)


def failure_of(error: Exception, timeout: float) -> ProviderError:
    """Return what an exception of a plugin means."""
    from livekit.agents import APIConnectionError, APIStatusError, APITimeoutError  # of the extra

    from mondegreen.providers.exchange import usual  # loads httpx

    said = " ".join(str(error).split())[:200] or type(error).__name__
    if isinstance(error, (APITimeoutError, TimeoutError)):
        reason = f"no response in {timeout:g} s"
        return ProviderError("timeout", reason, again=True, perhaps_paid=True)
    if isinstance(error, APIStatusError) and error.status_code > 0:
        made = usual(error.status_code, said)
        made.http_status = error.status_code
        return made
    if isinstance(error, APIConnectionError) and not isinstance(error.__cause__, _UNREAD):
        reason = f"the connection failed: {said}"
        return ProviderError("connection", reason, again=True, perhaps_paid=True)
    reason = f"the plugin failed: {type(error).__name__}: {said}"
    return ProviderError("malformed", reason, perhaps_paid=True)


def _transcript(alternatives: list[Any]) -> Transcript:
    if not alternatives:
        return Transcript("", raw={"text": ""})
    best = alternatives[0]
    words = words_of(best)
    language = str(best.language) or None
    return Transcript(best.text, words, language, {"text": best.text, "language": language})


def words_of(best: Any) -> tuple[Word, ...]:
    """Return the words of a result of a plugin."""
    return tuple(
        Word(
            str(word).strip(),
            _number(word.start_time),
            _number(word.end_time),
            _number(getattr(word, "confidence", None)),
            getattr(word, "speaker_id", None) or best.speaker_id,
        )
        for word in best.words or ()
    )


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) else None
