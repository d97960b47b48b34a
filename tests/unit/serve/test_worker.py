"""The process that scores the texts of the local page: the same answers, and a limit of time."""

from __future__ import annotations

import os
import signal
import threading
from dataclasses import dataclass
from time import monotonic, sleep

import pytest

from mondegreen.errors import UsageError
from mondegreen.serve.pair import Pair, Shown
from mondegreen.serve.worker import Worker


@dataclass(frozen=True)
class Slow(Pair):
    """A pair that takes its time, as long texts do."""

    def shown(self) -> Shown:
        sleep(float(self.reference))
        return Shown(notes=[str(os.getpid())])


@dataclass(frozen=True)
class Large(Pair):
    """A pair for which there is no memory."""

    def shown(self) -> Shown:
        return Shown(notes=["a" * (1 << 62)])


def test_what_does_not_fit_into_memory_is_said_and_the_next_pair_is_scored(
    capfd: pytest.CaptureFixture[str],
) -> None:
    worker = Worker()
    try:
        with pytest.raises(
            UsageError, match="not enough memory for these texts; give shorter ones"
        ):
            worker.shown(Large())
        assert worker.shown(Pair("a", "a")).cards
    finally:
        worker.close()
    assert capfd.readouterr().err == ""


def test_who_waits_for_a_long_pair_does_not_keep_it_from_being_closed() -> None:
    worker = Worker(600.0)
    worker.shown(Slow("0"))
    said: list[str] = []

    def ask() -> None:
        with pytest.raises(UsageError) as caught:
            worker.shown(Slow("600"))
        said.append(str(caught.value))

    waiting = threading.Thread(target=ask)
    waiting.start()
    sleep(0.1)
    worker.close()
    waiting.join(30)
    assert said == ["scoring ended without a result; try again"]
    with pytest.raises(UsageError, match="ended without a result"):  # and none is started again
        worker.shown(Slow("0"))


def test_a_process_says_what_python_says_until_a_pair_takes_too_long() -> None:
    worker = Worker(3.0)
    try:
        for pair in (Pair("it cost five dollars", "it cost $5"), Pair("", ""), Pair("a", "b")):
            assert worker.shown(pair) == pair.shown()
        with pytest.raises(UsageError, match="no language of the list is named 'xx'; choose one"):
            worker.shown(Pair("a", "b", "xx"))
        (first,) = worker.shown(Slow("0")).notes
        assert first != str(os.getpid())
        start = monotonic()
        with pytest.raises(UsageError, match="these texts take longer than 3 seconds"):
            worker.shown(Slow("600"))
        assert monotonic() - start < 60
        (second,) = worker.shown(Slow("0")).notes
        assert second != first
        os.kill(int(second), signal.SIGKILL)
        with pytest.raises(UsageError, match="scoring ended without a result"):
            worker.shown(Slow("0"))
        assert worker.shown(Pair("a", "a")).cards
    finally:
        worker.close()
