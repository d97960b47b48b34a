"""The door from ordinary code: Ctrl-C cancels what was begun, and it has ended when that is raised."""

import asyncio
import contextvars
import gc
import os
import signal
import subprocess
import sys

import pytest

from mondegreen.judges import run

INTERRUPTED = """
import asyncio, os, signal, sys, threading
from mondegreen.judges import run

said = []

async def work():
    os.kill(os.getpid(), signal.SIGINT)
    try:
        await asyncio.sleep(30)
    finally:
        if TWICE:
            os.kill(os.getpid(), signal.SIGINT)
        await asyncio.sleep(30 if TWICE else 0.3)
        said.append("the work has ended")

async def in_a_loop():
    run(work())

try:
    asyncio.new_event_loop().run_until_complete(in_a_loop()) if LOOP else run(work())
except KeyboardInterrupt:
    said.append("stopped")
print(said)
"""


def outcome(**changes: bool) -> tuple[str, str, int]:
    program = "\n".join(f"{name} = {value}" for name, value in changes.items()) + INTERRUPTED
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=25, check=False
    )
    return done.stdout, done.stderr, done.returncode


@pytest.mark.skipif(os.name == "nt", reason="signals are Unix's")
@pytest.mark.parametrize("loop", [False, True])
def test_what_was_begun_has_ended_when_ctrl_c_is_raised(*, loop: bool) -> None:
    out, err, status = outcome(TWICE=False, LOOP=loop)
    assert out == "['the work has ended', 'stopped']\n"
    assert (err, status) == ("", 0)


@pytest.mark.skipif(os.name == "nt", reason="signals are Unix's")
def test_a_second_ctrl_c_waits_for_nothing() -> None:
    assert outcome(TWICE=True, LOOP=False) == ("['stopped']\n", "", 0)


NESTED = """
import asyncio, os, signal, time
from mondegreen.judges import run

said = []

async def innermost():
    if not said:
        os.kill(os.getpid(), signal.SIGINT)
    said.append("begun")
    await asyncio.sleep(30)
    said.append("never")

async def inner():
    await asyncio.to_thread(run, innermost()) if THREAD else run(innermost())

async def outer():
    for _ in range(3):
        try:
            run(inner())
        except asyncio.CancelledError:
            said.append("cancelled")  # as code does that knows no better
    await asyncio.sleep(0)
    said.append("never")

try:
    run(outer())
except KeyboardInterrupt:
    said.append("stopped")
print(said[0], said[-1], "never" in said)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are Unix's")
@pytest.mark.parametrize("thread", [False, True])
def test_ctrl_c_stops_work_inside_of_work(*, thread: bool) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"THREAD = {thread}\n{NESTED}"],
        capture_output=True, text=True, timeout=25, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("begun stopped False\n", "")


def test_work_inside_of_work_and_the_variables_around_it() -> None:
    said: contextvars.ContextVar[str] = contextvars.ContextVar("said")
    said.set("outside")

    async def inner() -> str:
        await asyncio.sleep(0)
        return said.get()

    async def outer() -> str:
        said.set("inside")
        return run(inner())

    assert run(outer()) == "inside"
    assert asyncio.run(outer()) == "inside"
    assert said.get() == "outside"


@pytest.mark.parametrize(
    "kind", [SystemExit, KeyboardInterrupt, ValueError, asyncio.CancelledError]
)
def test_what_is_raised_inside_is_raised_and_nothing_else_is_said(
    kind: type[BaseException], caplog: pytest.LogCaptureFixture
) -> None:
    async def raises() -> None:
        raise kind

    async def work() -> None:
        await asyncio.gather(*[asyncio.ensure_future(raises()) for _ in range(2)])

    with pytest.raises(kind):
        run(work())
    gc.collect()
    assert caplog.text == ""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_child_works_too() -> None:
    async def work() -> int:
        await asyncio.sleep(0)
        return 7

    assert run(work()) == 7
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        os._exit(run(work()))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
