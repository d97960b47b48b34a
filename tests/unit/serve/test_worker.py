"""The process that scores the texts of the local page: the same answers, and a limit of time."""

from __future__ import annotations

import os
import signal
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
