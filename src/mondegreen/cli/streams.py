"""What the command line prints and says, and what becomes of streams that are closed or full."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import visible
from mondegreen.services.secrets import without_secrets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "BAD_INPUT",
    "CLOSED_PIPE",
    "INTERRUPTED",
    "busy",
    "coloured",
    "fail",
    "far",
    "hush",
    "say",
    "show",
]

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
_BETWEEN: Final = 5.0  # seconds between lines of progress
CLOSED_PIPE: Final = 141  # 128 and SIGPIPE, as the shell has it of `yes | head`


def coloured() -> bool:
    """Whether standard output is a terminal whose user has not asked for none (NO_COLOR)."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and sys.stdout is not None and sys.stdout.isatty()


@contextmanager
def busy(what: str, *, asked: bool = False) -> Iterator[Callable[[str], None]]:
    """Show what continues, on a terminal and if it takes long enough to wonder.

    Yields a function that says what is done next. Files and systems may be in it: of their names
    nothing is obeyed. Where there is no terminal, it is a line now and then if that was ``asked`` for.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield _now_and_then() if asked else lambda _: None
        return
    from rich.console import Console  # seldom needed
    from rich.text import Text

    with Console(stderr=True).status(Text(visible(what))) as status:
        _shown.append(_Stage(status, what))
        try:
            yield _shown[-1].next
        finally:
            _shown.pop()


def _now_and_then() -> Callable[[str], None]:
    last = time.monotonic()

    def at(now: str) -> None:
        nonlocal last
        if time.monotonic() - last >= _BETWEEN:
            last = time.monotonic()
            say(now)

    return at


def far(line: str) -> bool:
    """Show progress next to the running task; return whether a task is shown."""
    if _shown:
        _shown[-1].far(line)
    return bool(_shown)


class _Stage:
    """What is shown on a terminal, by one writer: two would write over each other."""

    def __init__(self, status: Any, what: str) -> None:
        self._status, self._what = status, what

    def next(self, now: str) -> None:
        self._what = now
        self.far("")

    def far(self, line: str) -> None:
        from rich.text import Text  # loaded where this was made

        self._status.update(Text(visible(f"{self._what}: {line}" if line else self._what)))


_shown: list[_Stage] = []


def show(text: str = "") -> None:
    """Print a line, or several, of data on standard output."""
    sys.stdout.write(f"{text}\n")


def say(message: object) -> None:
    """Print one line on standard error, without keys; of whatever is in it nothing is obeyed."""
    line = visible(" ".join(part.strip() for part in without_secrets(str(message)).splitlines()))
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"mondegreen: {line}\n")
        sys.stderr.flush()
    except OSError:  # nobody can be told
        hush(sys.stderr)


def fail(message: object) -> int:
    """Say what is wrong, and return the status for it."""
    say(message)
    return BAD_INPUT


def ended(error: OSError) -> int:
    """Return the status after the operating system refused to read or write.

    A closed pipe is no mistake of anybody: whoever read it has seen enough.
    """
    if isinstance(error, BrokenPipeError):
        hush(sys.stdout)
        return CLOSED_PIPE
    try:
        sys.stdout.flush()
    except OSError:
        hush(sys.stdout)
    return fail(f"{error.filename or 'standard output'}: {error.strerror or error}")


def hush(stream: Any) -> None:
    """Lead a stream nowhere: Python writes what is left in it at exit, and would complain."""
    try:
        number = stream.fileno()
    except (AttributeError, OSError, ValueError):  # it is not a file
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)
