"""Ctrl-C while a module is imported: never lost, never another error, and raised when that is done."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are Unix's")

IN_A_CALLBACK = """
import weakref
class Lock: pass
lock = Lock()
dropped = weakref.ref(lock, lambda _: os.kill(os.getpid(), signal.SIGINT))
del lock
"""
IN_A_CLASS = """
class Field:
    def __set_name__(self, owner, name):
        os.kill(os.getpid(), signal.SIGINT)
class Owner:
    field = Field()
"""
IN_THE_MODULE = "os.kill(os.getpid(), signal.SIGINT)\n"

PROGRAM = """
import signal, sys
from mondegreen.cli.interrupts import between_imports
before = signal.getsignal(signal.SIGINT)
try:
    with between_imports():
        import interrupted
        print(interrupted.whole, flush=True)
        sys.stdin.read()
        print("never")
except KeyboardInterrupt:
    print("stopped", flush=True)
assert signal.getsignal(signal.SIGINT) is before
"""


def outcome(program: str, folder: Path) -> tuple[str, str, int]:
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdin is not None
        try:
            process.wait(20)  # its standard input stays open
        except subprocess.TimeoutExpired:
            process.kill()
        out, err = process.communicate()
    return out, err, process.returncode


@pytest.mark.parametrize("body", [IN_A_CALLBACK, IN_A_CLASS, IN_THE_MODULE])
def test_the_import_ends_and_then_the_command(body: str, tmp_path: Path) -> None:
    module = f"import os, signal, time\n{body}\ntime.sleep(0.1)\nwhole = True\n"
    (tmp_path / "interrupted.py").write_text(module, "utf-8")
    assert outcome(PROGRAM, tmp_path) == ("True\nstopped\n", "", 0)


def test_an_import_around_the_command_is_not_waited_for(tmp_path: Path) -> None:
    module = PROGRAM.replace("import interrupted", "interrupted = type('', (), {'whole': True})")
    (tmp_path / "around.py").write_text(
        module.replace("sys.stdin.read()", "signal.raise_signal(signal.SIGINT)"), "utf-8"
    )
    assert outcome("import around", tmp_path) == ("True\nstopped\n", "", 0)


def test_a_program_that_ignores_ctrl_c_goes_on(tmp_path: Path) -> None:
    ignoring = PROGRAM.replace("before =", "signal.signal(signal.SIGINT, signal.SIG_IGN); before =")
    module = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nwhole = True\n"
    (tmp_path / "interrupted.py").write_text(module, "utf-8")
    without_reading = ignoring.replace("sys.stdin.read()", "pass")
    assert outcome(without_reading, tmp_path) == ("True\nnever\n", "", 0)
