"""This machine, as far as speed and memory depend on it."""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

__all__ = ["begin_peak", "peak_memory", "processor", "release_memory", "used_memory"]

_KIB: Final = 1024
_STATUS: Final = Path("/proc/self/status")
_PEAK_AGAIN: Final = "5"  # resets VmHWM, see proc_pid_clear_refs(5)


@cache
def processor() -> str:
    """Return the name of the processor, with the number of its cores that this process may use."""
    name = ""
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        name = next((line.partition(":")[2] for line in lines if line.startswith("model name")), "")
    name = name.strip() or platform.processor() or platform.machine()
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{name}, {count} cores"


def used_memory() -> int | None:
    """Return the bytes of this process in memory now, or ``None`` where nobody says."""
    return _of_status("VmRSS")


def begin_peak() -> bool:
    """Begin to look for the most memory that this process takes; return whether that can be done."""
    try:
        Path("/proc/self/clear_refs").write_text(_PEAK_AGAIN, "utf-8")
    except OSError:
        return False
    return True


def peak_memory() -> int | None:
    """Return the most bytes of this process in memory since `begin_peak`, or ``None``."""
    return _of_status("VmHWM")


def release_memory() -> None:
    """Give back to the system what is free in this process, so that it is not taken for a model's."""
    import gc  # seldom needed

    gc.collect()
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another library of C
            ctypes.CDLL("libc.so.6").malloc_trim(0)


def _of_status(name: str) -> int | None:
    try:
        lines = _STATUS.read_text("utf-8").splitlines()
    except OSError:
        return None
    found = next((line.split()[1] for line in lines if line.startswith(f"{name}:")), None)
    return None if found is None else int(found) * _KIB
