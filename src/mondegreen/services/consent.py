"""Nothing leaves the machine unasked: one line says what goes where, before the first call."""

from __future__ import annotations

import sys

from mondegreen.errors import visible

__all__ = ["notice", "to_stderr"]


def to_stderr(line: str) -> None:
    """Write one line for the reader, with nothing in it that a terminal obeys."""
    sys.stderr.write(visible(line) + "\n")
    sys.stderr.flush()


def notice(what: str, host: str, name: str, kept: str) -> str:
    """Return the line that is shown before the first call.

    Args:
        what: what is sent, counted.
        host: where it goes.
        name: who is asked there: a model, or a system.
        kept: what is kept where, as words.

    >>> notice("2 texts in 1 question", "api.example.org", "some:model", "answers are kept in x.db")
    'mondegreen: sending 2 texts in 1 question to api.example.org (some:model); answers are kept in x.db'
    """
    return f"mondegreen: sending {what} to {host} ({name}); {kept}"
