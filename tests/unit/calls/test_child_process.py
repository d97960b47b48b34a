"""A copy of this process that does a part of the work: only the time may show it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from call_makers import call, turns

from mondegreen.calls import scoring_calls
from mondegreen.calls.call import Call
from mondegreen.calls.child_process import in_child_process
from mondegreen.calls.scoring_calls import score_calls

HERE = os.getpid()


def test_the_result_is_that_of_the_work() -> None:
    with in_child_process(lambda: {"a": [1.5, "x"]}) as result:
        assert result() == {"a": [1.5, "x"]}
    with in_child_process(os.getpid, fork=False) as result:
        assert result() == HERE


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system makes no copies of a process")
def test_it_is_done_in_a_copy() -> None:
    # In a process of its own, since tests before this one may have left threads.
    program = (
        "import os; from mondegreen.calls.child_process import in_child_process\n"
        "with in_child_process(os.getpid) as result: print(result() != os.getpid())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.strip() == b"True"


def broken() -> int:
    raise ValueError("no number")


def dies() -> int:
    if os.getpid() != HERE:
        os.kill(os.getpid(), signal.SIGKILL)
    return 7


def half() -> object:
    return (1, lambda: 2) if os.getpid() != HERE else "whole"  # what cannot be sent


def test_what_goes_wrong_there_is_done_here() -> None:
    with in_child_process(broken) as result, pytest.raises(ValueError, match="no number"):
        result()
    for work, expected in ((dies, 7), (half, "whole")):
        with in_child_process(work) as result:
            assert result() == expected


def test_no_copy_is_made_next_to_other_threads() -> None:
    stop = threading.Event()
    other = threading.Thread(target=stop.wait)
    other.start()
    with in_child_process(os.getpid) as result:
        assert result() == HERE
    stop.set()
    other.join()
    start = time.perf_counter()
    with pytest.raises(KeyError), in_child_process(lambda: time.sleep(60)):
        raise KeyError("elsewhere")
    assert time.perf_counter() - start < 30


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system makes no copies of a process")
def test_none_is_left() -> None:
    # In a process of its own, since tests before this one may have started others.
    program = (
        "import os, time; from mondegreen.calls.child_process import in_child_process\n"
        "try:\n"
        "    with in_child_process(lambda: time.sleep(60)): raise KeyError\n"
        "except KeyError: pass\n"
        "try: os.waitpid(-1, os.WNOHANG)\n"
        "except ChildProcessError: print('none')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.strip() == b"none"


def test_calls_are_the_same_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring_calls, "_MANY", 2)
    said = [f"word{n} one two three" for n in range(30)]
    calls = [Call("a", turns(*said), turns(*reversed(said), speaker="assistant"))]
    calls += [call("this is [NAME] at five oh five", "this is ann lee at 5:05", "b")]
    assert score_calls(calls, processes=2) == score_calls(calls, processes=1)


def test_an_interrupt_ends_both() -> None:
    script = (
        "import time\nfrom mondegreen.calls.child_process import in_child_process\n"
        "with in_child_process(lambda: time.sleep(60)) as result:\n    print('there', flush=True)\n    result()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "there\n"
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert errors.count("KeyboardInterrupt") == 1
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
