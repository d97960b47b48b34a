"""A run: every sample goes to every system that has not had it, and each answer is kept at once."""

from __future__ import annotations

import asyncio
import json
import signal
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from mondegreen.bench.clips import lasting
from mondegreen.bench.keeping import keep_dataset
from mondegreen.bench.stored_transcripts import changed, unused_lines
from mondegreen.errors import MondegreenError, counted
from mondegreen.providers import Audio, ProviderError
from mondegreen.providers.engines.files import Files
from mondegreen.services.budget import BUDGET, Budget
from mondegreen.services.secrets import without_secrets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from mondegreen.bench.clips import Clip, Dataset
    from mondegreen.bench.config import System
    from mondegreen.providers import Provider, Transcript
    from mondegreen.providers.event import Event
    from mondegreen.store import Store
    from mondegreen.store.observations import Observations

__all__ = ["Counts", "Run"]

_BEAT: Final = 30.0
_LONGEST_RAW: Final = 1_000_000


@dataclass
class Counts:
    """How far a system is.

    Attributes:
        total: samples to transcribe in this run.
        done: those that were, failures included.
        failed: those that failed.
        empty: those in which nothing was understood.
        money: US dollars by list prices; ``None`` where no price is known.
        begun: when the first one began, in seconds of a clock that only goes forward.
        reason: why no more is sent; empty if there is no such reason.
        failed_before: samples that failed in earlier runs, and are not tried again.
        first_failure: why the first one failed; empty if none did.
    """

    total: int = 0
    done: int = 0
    failed: int = 0
    empty: int = 0
    money: Decimal | None = None
    begun: float | None = None
    reason: str = ""
    failed_before: int = 0
    first_failure: str = ""

    def progress(self) -> str:
        """Return how many are done, at which rate, and how long the rest will take."""
        line = f"{self.done:,} of {self.total:,}"
        if self.failed:
            line += f", {self.failed:,} failed"
        if self.money is not None:
            line += f", {self.money:.4f} USD"
        if self.begun is None or not self.done:
            return line
        rate = self.done / max(monotonic() - self.begun, 1e-9)
        left = (self.total - self.done) / rate
        return f"{line}, {60 * rate:,.0f} per minute, {lasting(left)} left"


@dataclass(frozen=True)
class _Job:
    dataset: str
    clip: Clip
    system: str
    repeat: int
    after: int  # the newest attempt so far

    @property
    def key(self) -> tuple[str, str, str, int]:
        return self.dataset, self.clip.id, self.system, self.repeat


@dataclass
class Run:
    """One run of systems over datasets.

    Args:
        store: where observations are kept.
        datasets: what is transcribed.
        systems: by whom.
        repeats: how often.
        limit: clips of each dataset, the first ones; ``None`` for all.
        retry_failed: whether what failed before is tried again.
        budget: US dollars for systems elsewhere, by list prices; nothing is sent that could exceed it.
        latency_pass: whether speed is measured: one call at a time, after a warm-up call per system,
            and one system on this machine after the other, each loaded alone.
        client_region: where this machine is, as the user calls it; part of the conditions.
        say: takes one line.
        moved: is called after each observation.

    Attributes:
        counts: by system.
        skipped: systems that cannot be used, each with the reason.
        elsewhere: samples that another process transcribes at this moment.
        stopped: the signal that ended the run early; 0 if none did.
    """

    store: Store
    datasets: Sequence[Dataset]
    systems: Sequence[System]
    repeats: int = 1
    limit: int | None = None
    retry_failed: bool = False
    budget: Decimal | None = None
    latency_pass: bool = False
    client_region: str = ""
    say: Callable[[str], None] = print
    moved: Callable[[Run], None] = field(default=lambda _run: None)
    counts: dict[str, Counts] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    elsewhere: int = 0
    stopped: int = 0

    def __post_init__(self) -> None:
        self._run = uuid4().hex
        self._warned: set[str] = set()
        self._providers: dict[str, Provider] = {}
        self._warm_ups: dict[str, int] = {}  # what each may be charged for, until it is kept
        self._warm: set[str] = set()

    @property
    def _kept(self) -> Observations:
        return self.store.observations

    def perform(self) -> None:
        """Transcribe all that is not there; everything that is finished is in the store.

        Raises:
            UsageError: a system is not known, or the database does not take an observation.
        """
        for system in self.systems:
            self._make(system)
        if not self._providers:
            return
        for dataset in self.datasets:
            keep_dataset(self.store, dataset)
            files = [str(Path(clip.audio)) for clip in dataset.clips if clip.audio]
            for provider in self._providers.values():
                if isinstance(provider, Files):
                    provider.among(files)
        jobs = self._jobs()
        names = [*self._providers]
        chosen = {
            "repeats": self.repeats,
            "limit": self.limit,
            "retry_failed": self.retry_failed,
            "latency_pass": self.latency_pass,
            "client_region": self.client_region or None,
        }
        self._kept.add_run(
            {
                "run_id": self._run,
                "services": json.dumps(names),
                "num_samples": sum(len(dataset.clips) for dataset in self.datasets),
                "config_snapshot": json.dumps(chosen),
            }
        )
        try:
            with suppress(asyncio.CancelledError):  # a second signal
                asyncio.run(self._perform(jobs))
        finally:
            self._kept.release()
        reasons = {
            name: without_secrets(each.reason) for name, each in self.counts.items() if each.reason
        }
        if reasons:
            self._kept.note_reasons(self._run, reasons)
        if not self.stopped:
            self._kept.end_run(self._run)
            for line in unused_lines(self.datasets, self._providers):
                self.say(line)

    @property
    def in_vain(self) -> bool:
        """Whether there was something to transcribe, and no system transcribed any of it."""
        counts = self.counts.values()
        idle = bool(counts) and any(not each.total for each in counts)
        return not idle and not any(each.done > each.failed for each in counts)

    def _make(self, system: System) -> None:
        system.make()  # a provider or an option that there is not ends the run
        try:
            provider = system.ready()
        except MondegreenError as error:  # no key, no model, no connection
            why = str(error).removeprefix(f"{system.name}: ")
            self.skipped[system.name] = f"{system.name} is skipped: {why}"
            return
        if self.latency_pass and not getattr(provider, "timed", True):
            self.say(f"{system.name}: has no speed of its own, so it is not timed")
            return
        name, _, model = provider.system.partition(":")
        settings = json.dumps(provider.settings(), sort_keys=True, ensure_ascii=False, default=str)
        self._kept.add_system(
            {"system": system.name, "provider": name, "model_name": model, "options": settings}
        )
        self._providers[system.name] = provider
        self.counts[system.name] = Counts()

    def _jobs(self) -> list[_Job]:
        """Return what is not there yet, clip by clip; in each the systems are in another order."""
        jobs = []
        for dataset in self.datasets:
            states = self._kept.states(dataset.id, latency_pass=self.latency_pass)
            usable = [clip for clip in dataset.clips if not clip.reason][: self.limit]
            again = {
                name: changed(self.store, dataset.id, usable, name, provider)
                for name, provider in self._providers.items()
            }
            for name, samples in again.items():
                if samples:
                    what = counted(len(samples), "transcript")
                    self.say(f"{name}: {what} changed since the last run, and read again")
            for repeat in range(self.repeats):
                for clip in usable:
                    names = [*self._providers]
                    Random(f"{dataset.id}|{clip.id}|{repeat}").shuffle(names)  # noqa: S311 - an order
                    for name in names:
                        after, status = states.get((name, clip.id, repeat), (0, ""))
                        fresh = clip.id in again[name]
                        if fresh or (status != "ok" and (not status or self.retry_failed)):
                            jobs.append(_Job(dataset.id, clip, name, repeat, after))
                            self.counts[name].total += 1
                        self.counts[name].failed_before += (
                            status not in {"", "ok"} and not self.retry_failed and not fresh
                        )
        return jobs

    async def _perform(self, jobs: Sequence[_Job]) -> None:
        if self.budget is not None:
            BUDGET.set(Budget(self.budget))
        loop = asyncio.get_running_loop()
        task = asyncio.current_task()
        with _signals(loop, lambda number: self._stop(number, task)):
            beating = asyncio.create_task(self._beat())
            try:
                for names in self._together():
                    async with AsyncExitStack() as stack:
                        for name in names:
                            await stack.enter_async_context(self._providers[name])
                        await self._lanes([job for job in jobs if job.system in names])
            finally:
                beating.cancel()
                with suppress(asyncio.CancelledError):
                    await beating

    def _together(self) -> list[list[str]]:
        """Return which systems are open at the same time: in a latency pass those here are alone."""
        if not self.latency_pass:
            return [[*self._providers]]
        here = [name for name, provider in self._providers.items() if provider.host is None]
        elsewhere = [name for name in self._providers if name not in here]
        return [elsewhere, *([name] for name in here)]

    def _stop(self, number: int, task: asyncio.Task[Any] | None) -> None:
        """End gracefully: what is under way is finished; a second signal breaks it off."""
        if self.stopped and task is not None:
            task.cancel()
        elif not self.stopped:
            self.say("stopping after the calls in progress; Ctrl-C again stops at once")
        self.stopped = number

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            self._kept.beat()

    async def _lanes(self, jobs: Sequence[_Job]) -> None:
        """Give those here, and live ones, one after the other, and the others side by side.

        In a latency pass there is one call at a time.
        """
        lanes: dict[str, list[_Job]] = {}
        for job in jobs:
            provider = self._providers[job.system]
            alone = self.latency_pass or provider.host is None or getattr(provider, "live", False)
            lanes.setdefault("" if alone else job.system, []).append(job)
        workers = []
        for name, lane in lanes.items():
            waiting = iter(lane)
            at_once = 1 if not name else self._providers[name].concurrency
            workers += [self._work(waiting) for _ in range(at_once)]
        try:
            async with asyncio.TaskGroup() as group:
                for worker in workers:
                    group.create_task(worker)
        except* MondegreenError as errors:
            raise errors.exceptions[0] from None

    async def _work(self, waiting: Iterable[_Job]) -> None:
        for job in waiting:
            if self.stopped:
                return
            counts = self.counts[job.system]
            if counts.reason:
                continue
            if not self._kept.claim(job.key, after=job.after, latency_pass=self.latency_pass):
                counts.total -= 1
                self.elsewhere += 1
                continue
            counts.begun = counts.begun or monotonic()
            await self._transcribe(job)
            self.moved(self)
            await asyncio.sleep(0)  # lets signals in where a system never waits

    async def _transcribe(self, job: _Job) -> None:
        counts, provider = self.counts[job.system], self._providers[job.system]
        audio: Audio | None = None
        try:
            audio = _opened(job.clip)
            self._notice(job.system, provider)
            if self.latency_pass and job.system not in self._warm:
                await self._warm_up(job.system, audio)
            transcript = await provider.transcribe(audio)
        except ProviderError as error:
            if error.stops or not error.called:
                counts.reason = error.reason
                self.say(f"{job.system}: no more is sent: {error}")
            if error.called:
                self._put(job, _failure(error), audio)
                counts.done, counts.failed = counts.done + 1, counts.failed + 1
                counts.first_failure = counts.first_failure or str(error)
            else:
                self._kept.drop(job.key)
        except (
            MondegreenError
        ) as error:  # no model, or a file that breaks: all others would fail so
            counts.reason = str(error)
            said = next(each for each in self.systems if each.name == job.system).said(error)
            self.say(f"{job.system}: no more is sent: {said}")
            self._kept.drop(job.key)
        else:
            self._put(job, _success(transcript), audio)
            counts.done += 1
            counts.empty += not transcript.text.strip()

    async def _warm_up(self, name: str, audio: Audio) -> None:
        """Load the model or open the connection with a call that is not timed, but may be charged."""
        made = await self._providers[name].transcribe(audio)
        self._warm_ups[name] = made.call.charged
        self._warm.add(name)

    def _notice(self, name: str, provider: Provider) -> None:
        """Say before the first call what goes where; nothing leaves the machine unasked."""
        if provider.host is None or name in self._warned:
            return
        self._warned.add(name)
        provider.tell = lambda line: self.say(line.removeprefix("mondegreen: "))
        total = self.counts[name].total + self.latency_pass  # with the warm-up
        provider.announce(total, f"transcripts are kept in {self.store.where}")

    def _put(self, job: _Job, made: dict[str, Any], audio: Audio | None) -> None:
        provider, counts = self._providers[job.system], self.counts[job.system]
        name, _, model = provider.system.partition(":")
        heard = made.pop("events", ())
        conditions = {
            **provider.conditions(),
            **made.pop("call", {}),  # says whether a job was looked at, and how often
            **self._conditions(job.system),
        }
        conditions["charged"] = (conditions.get("charged") or 0) + self._warm_ups.pop(job.system, 0)
        if not self._alone(provider):
            conditions.pop("peak_ram_bytes", None)
        money, price = _price(provider, audio, conditions["charged"])
        if money is not None:
            counts.money = (counts.money or Decimal(0)) + money
            conditions |= price
        self._kept.put(
            {
                "dataset": job.dataset,
                "sample_id": job.clip.id,
                "system": job.system,
                "repeat": job.repeat,
                "service_name": name,
                "model_name": model,
                "run_id": self._run,
                "audio_duration_seconds": job.clip.duration,
                "latency_pass": int(self.latency_pass),
                "conditions": json.dumps(conditions, default=str),
                "cpu_seconds": conditions.get("cpu_seconds"),
                "seconds": conditions.get("seconds") or None,  # what takes none was not timed
                "retries": max(conditions.get("attempts") or 1, 1) - 1,
                "host": conditions.get("host") or provider.host,
                "money": None if money is None else str(money),
                **made,
            },
            heard,
        )

    def _conditions(self, name: str) -> dict[str, Any]:
        """Return the conditions that this run decides; a concurrency of 1 in a latency pass."""
        found: dict[str, Any] = {}
        if self.client_region:
            found["client_region"] = self.client_region
        if self.latency_pass:
            found |= {"concurrency": 1, "warm_up": int(name in self._warm)}
        return found

    def _alone(self, provider: Provider) -> bool:
        """Return whether no other system on this machine is loaded, so that memory is its own."""
        here = sum(each.host is None for each in self._providers.values())
        return provider.host is None and (self.latency_pass or here == 1)


def _opened(clip: Clip) -> Audio:
    """Return a recording, which is the one that was frozen.

    Raises:
        ProviderError: it cannot be read, or was changed.
    """
    audio = Audio.open(Path(clip.audio))
    if clip.sha256 and audio.sha256 != clip.sha256:
        raise ProviderError(
            "audio",
            f"{clip.audio}: was changed after the dataset was frozen; restore it, or make a new "
            "dataset: mondegreen bench init",
        )
    return replace(
        audio, speech_end=None if clip.speech_end_ms is None else clip.speech_end_ms / 1000
    )


def _price(
    provider: Provider, audio: Audio | None, charged: int
) -> tuple[Decimal | None, dict[str, Any]]:
    """Return what a call costs by the list price, with the price and its date."""
    billing = provider.capabilities.billing if provider.host is not None else None
    if billing is None or audio is None:
        return None, {}
    money = billing.price(audio.duration, audio.channels) * charged
    return money, {
        "usd_per_hour": str(billing.usd_per_hour),
        "billing_rule": billing.rule,
        "price_date": billing.date,
    }


def _success(transcript: Transcript) -> dict[str, Any]:
    words = _words(transcript.words)
    raw = json.dumps(transcript.raw, ensure_ascii=False, default=str)
    return {
        "status": "ok",
        "transcription": transcript.text,
        "words": words,
        "language": transcript.language,
        "raw": raw if transcript.raw is not None and len(raw) <= _LONGEST_RAW else None,
        "call": transcript.call.to_json(),
        "events": _heard(transcript.events),
    }


def _words(words: Sequence[Any]) -> str | None:
    plain = [{n: v for n, v in _fields(word) if v is not None} for word in words]
    return json.dumps(plain, ensure_ascii=False) if plain else None


def _heard(events: Sequence[Event]) -> list[dict[str, Any]]:
    """Return the events of a live stream as the store takes them."""
    return [
        {**dict(_fields(each)), "final": int(each.final), "words": _words(each.words)}
        for each in events
    ]


def _fields(word: Any) -> list[tuple[str, Any]]:
    return [(name, getattr(word, name)) for name in word.__slots__]


def _failure(error: ProviderError) -> dict[str, Any]:
    call = error.call.to_json() if error.call is not None else {}
    heard = _heard(error.events)
    return {"status": error.status, "error": error.reason, "call": call, "events": heard}


class _signals:  # noqa: N801 - a block, as contextmanager makes them
    """Ctrl-C and SIGTERM call a function while the block runs."""

    def __init__(self, loop: asyncio.AbstractEventLoop, stop: Callable[[int], None]) -> None:
        self._loop, self._stop, self._before = loop, stop, {}  # type: ignore[var-annotated]

    def __enter__(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.getsignal(number)
            with suppress(NotImplementedError, ValueError, RuntimeError):  # not the main thread
                self._loop.add_signal_handler(number, self._stop, int(number))

    def __exit__(self, *_error: object) -> None:
        for number, before in self._before.items():
            with suppress(NotImplementedError, ValueError, RuntimeError):
                self._loop.remove_signal_handler(number)
                signal.signal(number, before)
