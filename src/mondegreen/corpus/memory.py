"""How much memory there is for what is read, so that too much is refused and not killed.

A small file can hold a lot: packed texts, repeated values, rows without any. Nothing is wrong
with that as long as it fits, so the one limit is the memory of the machine. It decides whether a
file is read, never what comes out.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from mondegreen.errors import InputError

__all__ = [
    "WAY_OUT",
    "refuse_lines",
    "refuse_long",
    "refuse_more",
    "refuse_rows",
    "refuse_scarcity",
    "room",
]

_LEFT_OVER: Final = 2**28  # what the rest of the program may need to end in order
_ROW: Final = 48  # an utterance in the result: four counts, a status, and its texts' places
_CELL: Final = 8  # where the value of a cell begins
_MANY_ROWS: Final = 2**26
_ROWS_A_BYTE: Final = 8
_ALIGNED: Final = 16  # for each character of two long texts, with words of four letters
WAY_OUT: Final = "score the corpus in parts and merge the run files"
_LIMITS: Final = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


def room() -> int | None:
    """Return how many bytes this process can still get, or ``None`` where nothing says so."""
    virtual, resident = _own()
    free = [
        _free(),
        *(_less(_number(Path(limit)), resident) for limit in _LIMITS),
        _less(_address_space(), virtual),
    ]
    return min((size for size in free if size is not None), default=None)


def refuse_more(name: str, size: int, what: str) -> None:
    """Refuse ``size`` bytes of data, texts or anything else if there is no room for them.

    Raises:
        InputError: there is less memory than that.
    """
    free = room()
    if free is not None and size > free:
        raise _too_much(name, f"{_in_bytes(size)} of {what}", free)


def refuse_scarcity(name: str, at_first: int | None) -> None:
    """Refuse to read on when nearly all of the memory that was there ``at_first`` is gone.

    Raises:
        InputError: what is left may be too little even to say so.
    """
    if at_first is None:
        return
    free = room()
    if free is not None and free < min(_LEFT_OVER, at_first // 8):
        raise InputError(f"{name}: does not fit into memory; {WAY_OUT}")


def refuse_lines(name: str, data: bytes) -> None:
    """Refuse data that are cut into more lines than there is room for.

    Raises:
        InputError: as `refuse_rows` does.
    """
    free = room()
    if free is not None and len(data) * (_ROW + _CELL) > free:  # seldom worth counting
        refuse_rows(name, data.count(b"\n"), 1, len(data))


def refuse_long(name: str, characters: int) -> None:
    """Refuse two texts whose words have no room while they are aligned.

    Raises:
        InputError: there is less memory than they need.
    """
    free, needed = room(), characters * _ALIGNED
    if free is not None and needed > free:
        raise InputError(
            f"{name}: a reference and its hypothesis of {characters:,} characters need {_in_bytes(needed)} "
            f"or more to be aligned, and there are {_in_bytes(free)} of memory; cut both at the same places"
        )


def refuse_rows(name: str, rows: int, columns: int, size: int) -> None:
    """Refuse to make a table of a file of ``size`` bytes that holds, or claims, too many rows.

    Raises:
        InputError: the rows need more memory than there is, whatever they hold; or they are so
            many in so few bytes that they cannot have different ids or texts.
    """
    if rows > _MANY_ROWS and rows > size * _ROWS_A_BYTE:
        raise InputError(
            f"{name}: {rows:,} rows in a file of {size:,} bytes, too many to have texts of their "
            f"own; is the file damaged? If not, {WAY_OUT}"
        )
    free, needed = room(), rows * (_ROW + columns * _CELL)
    if free is not None and needed > free:
        raise _too_much(name, f"{rows:,} rows need {_in_bytes(needed)} or more", free)


def _too_much(name: str, what: str, free: int) -> InputError:
    """Return the error for what does not fit."""
    return InputError(
        f"{name}: {what}, and there are {_in_bytes(free)} of memory for it; {WAY_OUT}"
    )


def _in_bytes(size: int) -> str:
    """Return a size for people.

    >>> _in_bytes(20), _in_bytes(3 * 2**29)
    ('20 bytes', '1.5 GiB')
    """
    for power, unit in ((40, "TiB"), (30, "GiB"), (20, "MiB")):
        if size >= 2**power:
            return f"{size / 2**power:,.1f} {unit}"
    return f"{size:,} bytes"


def _free() -> int | None:
    """Return what the system could give, swap included; all it has where it says no more."""
    found = {"MemAvailable": -1, "SwapFree": 0}
    try:
        for line in Path("/proc/meminfo").read_text("ascii").splitlines():
            name, _, value = line.partition(":")
            if name in found:
                found[name] = int(value.split()[0]) * 1024
        if found["MemAvailable"] >= 0:
            return sum(found.values())
    except (OSError, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def _own() -> tuple[int, int]:
    """Return the size of this process, virtual and resident; 0 where nothing says so."""
    try:
        pages = Path("/proc/self/statm").read_text("ascii").split()
        size = os.sysconf("SC_PAGE_SIZE")
        return int(pages[0]) * size, int(pages[1]) * size
    except (AttributeError, OSError, ValueError, IndexError):
        return 0, 0


def _address_space() -> int | None:
    try:
        import resource  # there is none on Windows
    except ImportError:
        return None
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if limit == resource.RLIM_INFINITY else limit


def _number(path: Path) -> int | None:
    try:
        return int(path.read_text("ascii"))
    except (OSError, ValueError):  # "max" among them
        return None


def _less(limit: int | None, used: int) -> int | None:
    return None if limit is None else max(0, limit - used)
