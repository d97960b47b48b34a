"""Extra peak memory: how far the resident set grows above where it stood.

On Linux the kernel's own high-water mark is reset just before the call. Where that is not allowed
the mark of the whole process life is used: then a peak from before the call may count too, and
the method that was used is given next to each figure.
"""

from __future__ import annotations

import ctypes
import gc
import resource
import sys
from pathlib import Path

PROC = Path("/proc/self")


def settle() -> None:
    """Give freed memory back, so that reusing it does not hide what a call really needs."""
    gc.collect()
    try:
        trim = ctypes.CDLL(None).malloc_trim  # glibc only
    except (AttributeError, OSError, TypeError):
        return
    trim(0)


def status(field: str) -> int:
    """Return a field of ``/proc/self/status`` in bytes."""
    for line in (PROC / "status").read_text(encoding="utf-8").splitlines():
        key, _, value = line.partition(":")
        if key == field:
            return int(value.split()[0]) * 1024
    raise LookupError(field)


class PeakMemory:
    """Measures the growth of the peak between its making and ``extra()``."""

    def __init__(self) -> None:
        """Settle the memory, lower the mark and remember where it stands."""
        settle()
        try:
            (PROC / "clear_refs").write_text("5", encoding="ascii")
            self.method = "peak since the call"
        except OSError:
            self.method = "peak since the process began"
        self._has_proc = (PROC / "status").exists()
        if not self._has_proc:
            self.method = "growth of ru_maxrss"
        self._before = status("VmRSS") if self._has_proc else self._maxrss()

    @staticmethod
    def _maxrss() -> int:
        """Return the peak of the process life, which macOS gives in bytes and others in KiB."""
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024

    def extra(self) -> int:
        """Return by how many bytes the peak is above the start."""
        now = status("VmHWM") if self._has_proc else self._maxrss()
        return max(0, now - self._before)
