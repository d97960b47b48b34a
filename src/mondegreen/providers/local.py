"""Providers on this machine: loaded once, one recording at a time, in a thread of their own."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from mondegreen.errors import MissingDependencyError, UsageError
from mondegreen.options.transcribing import Running
from mondegreen.providers.capabilities import Capabilities, capabilities_of
from mondegreen.providers.failure import ProviderError
from mondegreen.providers.machine import (
    begin_peak,
    peak_memory,
    processor,
    release_memory,
    used_memory,
)
from mondegreen.providers.transcript import Call, Transcript
from mondegreen.services.consent import to_stderr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mondegreen.providers.audio import Audio

__all__ = ["Local"]


class Local(ABC):
    """What runs here. A subclass says how a model is loaded and how it is run.

    Attributes:
        name: of the provider.
        about: one phrase.
        package: what is imported; empty for nothing.
        extra: of this package, for the pip line.
        default_model: empty if one must be named.
        takes_model: what stands for the model in messages.
        proven: whether a test runs it with a real model.
        timed: whether it has a speed of its own; what is stored already has none.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    package: ClassVar[str] = ""
    extra: ClassVar[str] = "bench"
    default_model: ClassVar[str] = ""
    takes_model: ClassVar[str] = "MODEL"
    proven: ClassVar[bool] = False
    timed: ClassVar[bool] = True
    options: ClassVar[type[Running]] = Running
    host: ClassVar[None] = None
    needs: ClassVar[str] = ""

    def __init__(self, model: str, options: Running) -> None:
        self.model, self.chosen = model, options
        self.tell: Callable[[str], object] = to_stderr
        self._engine: Any = None
        self._load_seconds: float | None = None
        self._memory_before: int | None = None
        self._turn = asyncio.Lock()

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
        """One recording at a time: engines use several threads of their own."""
        return 1

    def settings(self) -> dict[str, Any]:
        """Return the options that may decide the text, ready for JSON."""
        found = self.chosen.deciding()
        return {n: str(each) if isinstance(each, Path) else each for n, each in found.items()}

    def conditions(self) -> Mapping[str, Any]:
        """Return what the speed depends on; ``None`` where it is the engine's own choice."""
        return {
            "device": self.chosen.device,
            "processor": processor(),
            "concurrency": 1,
            "threads": self.chosen.threads,
            "precision": self.chosen.precision,
            "batch_size": 1,
            "load_seconds": self._load_seconds,
            "model_bytes": self._model_bytes(),
        }

    def announce(self, recordings: int, kept: str) -> None:  # noqa: B027 - there is nothing to say
        """Say nothing: recordings stay on this machine."""

    def check(self) -> None:
        """See whether the package and the model are there.

        Raises:
            MissingDependencyError: the package is not installed.
            UsageError: there is no model, or it does not understand the language.
        """
        if self.package and find_spec(self.package) is None:
            raise MissingDependencyError(self.package, self.extra, self.system)
        self._find_model()
        known, asked = self.capabilities.languages, self.chosen.language
        if known and asked and self.chosen.folder is None and _plain(asked) not in known:
            raise UsageError(
                f"{self.system}: language={asked!r}: expected {' or '.join(known)}; name another model for it"
            )

    async def load(self) -> None:
        """Load the model, once."""
        async with self._turn:
            await self._loaded()

    async def transcribe(self, audio: Audio) -> Transcript:
        """Return the transcript; the time of loading is not in it.

        Raises:
            ProviderError: the engine failed, or the recording cannot be used.
            UsageError: the package or the model is missing.
        """
        asked = time.perf_counter()
        async with self._turn:
            engine = await self._loaded()
            begun, cpu = time.perf_counter(), self._cpu_seconds()
            try:
                made = await asyncio.to_thread(self._run, engine, audio)
            except ProviderError as error:
                error.call = error.call or self._call(asked, begun, cpu)
                raise
            except Exception as error:
                reason = f"{self.system}: {type(error).__name__}: {error}"
                call = self._call(asked, begun, cpu)
                raise ProviderError("engine", reason, call=call) from error
            return replace(made, call=self._call(asked, begun, cpu))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        async with self._turn:
            self._engine = None

    async def _loaded(self) -> Any:
        if self._engine is None:
            self.check()
            release_memory()
            self._memory_before = used_memory() if begin_peak() else None
            begun = time.perf_counter()
            self._engine = await asyncio.to_thread(self._load)
            self._load_seconds = time.perf_counter() - begun
        return self._engine

    def _call(self, asked: float, begun: float, cpu: float) -> Call:
        return Call(
            time.perf_counter() - begun,
            begun - asked,
            cpu_seconds=self._cpu_seconds() - cpu,
            peak_ram_bytes=self._peak_ram(),
        )

    def _peak_ram(self) -> int | None:
        """Return the most memory so far above that of this process before the model was loaded."""
        peak = None if self._memory_before is None else peak_memory()
        return None if peak is None else max(peak - (self._memory_before or 0), 0)

    def _cpu_seconds(self) -> float:
        return time.process_time()

    def _model_bytes(self) -> int | None:
        """Return the size of the model's files, if they are known."""
        try:
            path = self._find_model()
        except Exception:  # noqa: BLE001 - a model that is not there has no size
            return None
        if path is None:
            return None
        files = [path] if path.is_file() else path.rglob("*")
        return sum(each.stat().st_size for each in files if each.is_file())

    def _find_model(self) -> Path | None:
        """Return the file or folder of the model, or ``None`` if the engine finds it.

        Raises:
            UsageError: it is not there.
        """
        return self.chosen.folder

    @abstractmethod
    def _load(self) -> Any:
        """Return the engine with its model; takes as long as it takes."""

    @abstractmethod
    def _run(self, engine: Any, audio: Audio) -> Transcript:
        """Return the transcript of one recording."""


def _plain(language: str) -> str:
    """Return the code of a language without region and script."""
    return language.strip().lower().replace("_", "-").partition("-")[0]
