"""How a recording is sent, by a clock of ours, to a line that follows a script."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from virtual_clock import VirtualClock, run

from mondegreen.bench import delays
from mondegreen.options.listening import Listening
from mondegreen.providers.event import said_finally
from mondegreen.providers.failure import ProviderError
from mondegreen.providers.listening import Heard, Recital, recite

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from mondegreen.providers.event import Event

RATE = 16_000


@dataclass
class Scripted:
    """Says each line of a script at its second after the first audio, and ends after the close.

    A line without a moment is said so long after the finalize, or after the close.
    """

    clock: VirtualClock
    script: list[tuple[float, str, str, int]] = field(default_factory=list)
    after_finalize: list[tuple[float, str, str, int]] = field(default_factory=list)
    after_close: list[tuple[float, str, str, int]] = field(default_factory=list)
    slow: float = 0.0  # seconds that sending takes
    ends: bool = True
    fails: float | None = None
    sent: list[tuple[float, bytes]] = field(default_factory=list)
    finalized: float | None = None
    closed: float | None = None
    _said: asyncio.Queue[Any] = field(default_factory=asyncio.Queue)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def send(self, pcm: bytes) -> None:
        if not self.sent:
            self._begin(self.script)
        self.sent.append((self.clock.now(), pcm))
        await self.clock.sleep_until(self.clock.now() + self.slow)

    async def finalize(self) -> None:
        self.finalized = self.clock.now()
        self._begin(self.after_finalize)

    async def close(self) -> None:
        self.closed = self.clock.now()
        self._begin(self.after_close, end=self.ends)

    def _begin(self, script: list[tuple[float, str, str, int]], *, end: bool = False) -> None:
        self._tasks.append(asyncio.create_task(self._say(self.clock.now(), script, end=end)))

    async def _say(
        self, since: float, script: list[tuple[float, str, str, int]], *, end: bool
    ) -> None:
        for at, *said in script:
            await self.clock.sleep_until(since + at)
            self._said.put_nowait(Heard(self.clock.now(), *said))  # type: ignore[arg-type]
        if end:
            self._said.put_nowait(None)

    async def receive(self) -> AsyncIterator[Heard]:
        if self.fails is not None:
            await self.clock.sleep_until(self.clock.now() + self.fails)
            raise ProviderError("connection", "it broke off")
        while (said := await self._said.get()) is not None:
            yield said


def recited(
    line: Scripted, seconds: float = 2.0, *, clock: VirtualClock | None = None, **more: Any
) -> list[Event]:
    options = {name: more.pop(name) for name in ("quiet", "wait") if name in more}
    pcm = bytes(range(256)) * (int(seconds * RATE) * 2 // 256)
    recital = Recital(pcm, RATE, clock or line.clock, Listening(**options), **more)

    async def heard() -> list[Event]:
        return [event async for event in recite(recital, line)]

    return run(line.clock, heard())


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def test_every_piece_has_its_own_moment_however_long_sending_takes() -> None:
    line = Scripted(VirtualClock(), slow=0.0137)
    events = recited(line, 10.0)
    begin = line.sent[0][0]
    late = [at - begin - number / 50 for number, (at, _) in enumerate(line.sent)]
    assert max(map(abs, late)) < 1e-9
    assert len(line.sent) == 500 + 100  # and two seconds of silence
    assert {len(pcm) for _, pcm in line.sent} == {640}
    assert b"".join(pcm for _, pcm in line.sent[:500]) == bytes(range(256)) * 1250
    assert not any(pcm.strip(b"\0") for _, pcm in line.sent[500:])
    assert kinds(events) == ["first-audio", "audio-end", "close", "done"]
    assert [event.seconds for event in events] == pytest.approx([0, 9.98 + 0.0137, 12.0, 12.0])


class Sleeping(VirtualClock):
    """The fault of some boards: a pause after each piece, so that what sending takes adds up."""

    async def sleep_until(self, when: float) -> None:
        await super().sleep_until(self.now() + 0.02 if when > self.now() - 1 else when)


def test_a_pause_after_each_piece_would_be_seen() -> None:
    line = Scripted(VirtualClock(), slow=0.0137)
    sleeping = Sleeping()
    sleeping._waiting = line.clock._waiting
    sleeping.now = line.clock.now  # type: ignore[method-assign]
    recited(line, 1.0, clock=sleeping)
    begin = line.sent[0][0]
    assert line.sent[49][0] - begin - 49 / 50 > 0.5


def test_set_up_is_no_part_of_any_delay() -> None:
    clock = VirtualClock()
    line = Scripted(clock, [(0.5, "partial", "so", 0), (2.3, "final", "so it goes", 0)])
    events = recited(line, setup=clock.now() - 0.7)
    assert (events[0].kind, events[0].seconds) == ("connect", pytest.approx(-0.7))
    assert delays.ttft(events) == pytest.approx(0.5)
    assert delays.ttfs(events, 1.9).seconds == pytest.approx(0.4)


@pytest.mark.parametrize("late", [0.3, 2.5, 7.9])
def test_the_tail_is_waited_for_while_text_is_open(late: float) -> None:
    """A window of two seconds after the recording would lose it."""
    line = Scripted(
        VirtualClock(),
        [(1.0, "partial", "so it goes", 0), (2.0 + late, "final", "so it goes on", 0)],
    )
    events = recited(line)
    assert said_finally(events)[0] == "so it goes on"
    assert delays.ttfs(events, 1.5).seconds == pytest.approx(late + 0.5)
    assert line.closed is not None
    assert line.closed - line.sent[0][0] == pytest.approx(2.0 + late + 2.0, abs=0.021)


@pytest.mark.parametrize("late", [0.2, 3.0, 9.9])
def test_what_comes_after_the_close_counts(late: float) -> None:
    line = Scripted(VirtualClock(), after_close=[(late, "final", "so it goes", 0)])
    events = recited(line)
    assert said_finally(events)[0] == "so it goes"
    assert delays.text_final_at(events) == pytest.approx(4.0 + late)
    assert kinds(events)[-1] == "done"


def test_who_never_ends_is_waited_for_so_long_and_no_longer() -> None:
    line = Scripted(VirtualClock(), [(1.0, "partial", "so", 0)], ends=False)
    events = recited(line, wait=3.0)
    assert kinds(events)[-2:] == ["close", "timeout"]
    assert [event.seconds for event in events[-2:]] == pytest.approx([2.0 + 3.0, 2.0 + 3.0 + 3.0])


@pytest.mark.parametrize("at", [0.0, 0.011, 1.5, 1.513, 2.0, 2.6])
def test_final_text_is_asked_for_at_its_moment(at: float) -> None:
    line = Scripted(VirtualClock(), after_finalize=[(0.15, "final", "so it goes", 0)])
    events = recited(line, finalize_at=at)
    begin = line.sent[0][0] if at else line.finalized
    assert line.finalized is not None
    assert begin is not None
    assert line.finalized - begin == pytest.approx(at)
    asked = next(event for event in events if event.kind == "finalize")
    assert asked.seconds == pytest.approx(at)
    assert asked.audio_seconds - at < 0.02  # what had been spoken by then, and no more
    assert delays.ttfs(events, at).seconds == pytest.approx(0.15)


def test_events_before_a_break_are_kept_and_the_break_is_an_error() -> None:
    clock = VirtualClock()
    line = Scripted(clock, fails=1.0)
    heard: list[Event] = []

    async def listen() -> None:
        recital = Recital(bytes(64000), RATE, clock, Listening())
        async for event in recite(recital, line):
            heard.append(event)  # noqa: PERF401 - kept where it breaks

    with pytest.raises(ProviderError, match="it broke off"):
        run(clock, listen())
    assert kinds(heard) == ["first-audio"]


def test_a_recording_that_is_no_whole_number_of_pieces_ends_in_silence() -> None:
    clock = VirtualClock()
    line = Scripted(clock)
    recital = Recital(b"\1" * 1000, RATE, clock, Listening(quiet=0.0))

    async def listen() -> list[Event]:
        return [event async for event in recite(recital, line)]

    run(clock, listen())
    assert [pcm for _, pcm in line.sent] == [b"\1" * 640, b"\1" * 360 + bytes(280)]
