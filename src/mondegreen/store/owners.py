"""Which process has claimed a row, and whether it is still there; no clock is asked, for clocks jump."""

from __future__ import annotations

import os
from pathlib import Path
from platform import node

__all__ = ["has_ended", "this_process"]

_ZOMBIE = "Z"  # ended, and nobody has asked how


def this_process(unique: str = "") -> str:
    """Return a name for this process that no other has: machine, number, and when it began.

    Args:
        unique: tells several owners in one process apart.

    >>> has_ended(this_process())
    False
    """
    _, begun = _state(os.getpid())
    return f"{node()}:{os.getpid()}:{begun}.{unique}"


def has_ended(owner: str) -> bool | None:
    """Return whether a process has ended; ``None`` where that cannot be known, as on another machine.

    A process that got the number of one that has ended is seen where the system says when it began.
    """
    machine, _, rest = owner.rpartition(":")
    if not rest.isdigit():  # with the time when it began
        begun = rest.partition(".")[0]
        machine, _, rest = machine.rpartition(":")
    else:
        begun = ""
    if machine != node() or os.name != "posix" or not rest.isdigit():
        return None
    try:
        os.kill(int(rest), 0)  # asks, and ends nothing
    except (ProcessLookupError, OverflowError):
        return True
    except OSError:
        pass  # it is somebody else's
    state, there = _state(int(rest))
    return state == _ZOMBIE or bool(begun and there and begun != there)


def _state(process: int) -> tuple[str, str]:
    """Return the state of a process and when it began, where Linux says so; else empty texts."""
    try:
        found = Path(f"/proc/{process}/stat").read_text("ascii", "replace")
    except OSError:
        return "", ""
    fields = found.rpartition(")")[2].split()  # a name may hold spaces and parentheses
    return (fields[0], fields[19]) if len(fields) > 19 else ("", "")  # noqa: PLR2004 - proc(5)
