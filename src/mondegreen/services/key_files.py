"""Keys in a named file of lines ``NAME=VALUE``, for as long as they are needed."""

from __future__ import annotations

import os
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from mondegreen.errors import InputError, MissingDependencyError, visible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["keys_of_file", "looked_in"]

_LOOKED: ContextVar[str] = ContextVar("looked", default="")


def looked_in() -> str:
    """Return the file in which keys are looked for next to the environment; empty if there is none."""
    return _LOOKED.get()


@contextmanager
def keys_of_file(path: Path | None, *, may_be_missing: bool = False) -> Iterator[None]:
    """Put the variables of a file into the environment of this process while a block runs.

    What is set in the environment already, and is not blank, goes before the file. Quotes, comments, ``export`` and
    ``${NAME}`` are as in all files of this kind.

    Args:
        path: of the file; ``None`` for none.
        may_be_missing: whether a file that is not there is no error.

    Raises:
        InputError: it cannot be read, or a line is no ``NAME=VALUE``; the line is not shown.
        MissingDependencyError: python-dotenv is not installed.
    """
    if path is None or (may_be_missing and not path.exists()):
        yield
        return
    new = {
        name: value
        for name, value in _read(path).items()
        if value is not None and not os.environ.get(name, "").strip()
    }
    before = {name: os.environ.get(name) for name in new}
    token = _LOOKED.set(visible(str(path)))
    os.environ.update(new)
    try:
        yield
    finally:
        _LOOKED.reset(token)
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _read(path: Path) -> dict[str, str | None]:
    try:
        from dotenv import dotenv_values  # only where a file is named
        from dotenv.parser import parse_stream
    except ImportError as error:
        raise MissingDependencyError("python-dotenv", "bench", f"reading {path.name}") from error
    from io import StringIO  # as above

    where = visible(str(path))
    try:
        text = path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"{where}: no such file, expected one with lines NAME=VALUE") from None
    except (OSError, ValueError) as error:
        said = error.strerror if isinstance(error, OSError) else "it is not a text in UTF-8"
        raise InputError(f"{where}: cannot be read: {said}") from None
    for line in parse_stream(StringIO(text)):
        if line.error or (line.key is not None and (line.value is None or "\0" in line.value)):
            raise InputError(
                f"{where}:{line.original.line}: expected NAME=VALUE, such as DEEPGRAM_API_KEY=..."
            )
    return dotenv_values(stream=StringIO(text))
