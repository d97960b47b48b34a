"""Pipes with a name, to which somebody may write later, or never."""

from __future__ import annotations

import os
import select
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mondegreen.errors import DoubtWarning, warn

if TYPE_CHECKING:
    from typing import BinaryIO

__all__ = ["at_once", "wait_for_writer"]

_PATIENCE: Final = 2.0
"""Seconds until it is said that nobody writes."""


def at_once(path: str, flags: int) -> int:
    """Open a file; a pipe with a name at once, also if nobody writes to it yet."""
    if not _is_pipe(path):
        return os.open(path, flags)
    return os.open(path, flags | os.O_NONBLOCK)


def wait_for_writer(stream: BinaryIO, name: str) -> None:
    """Wait until somebody writes to a pipe with a name, and say so if it takes long."""
    number = stream.fileno()
    if not _is_pipe(number) or os.get_blocking(number):
        return
    if not select.select([number], [], [], _PATIENCE)[0]:
        warn(f"{name}: a pipe to which nobody has written yet; waiting", DoubtWarning)
        select.select([number], [], [])
    os.set_blocking(number, True)


def _is_pipe(path: str | int) -> bool:
    try:
        found = Path(path).stat() if isinstance(path, str) else os.fstat(path)
        return hasattr(os, "O_NONBLOCK") and stat.S_ISFIFO(found.st_mode)
    except OSError:
        return False
