"""Reads calls from a folder, or from a table of turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.calls.folder import read_folder
from mondegreen.calls.recordings import read_recordings
from mondegreen.calls.turn_table import read_turn_table
from mondegreen.calls.two_folders import read_two_folders

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from mondegreen.calls.call import Call

__all__ = ["read_calls", "read_recordings", "read_two_folders"]


def read_calls(
    path: Path,
    encoding: str | None = None,
    system: str | None = None,
    systems: Collection[str] = (),
) -> tuple[list[Call], dict[str, str]]:
    """Return the calls of a folder or of a table, and why others could not be read.

    Args:
        path: the folder or table; ``-`` is a table on standard input.
        encoding: of files that are not JSON; UTF-8 if not given.
        system: whose hypotheses are read: files of its name, or rows with its name in the column
            ``side``; ``None`` for the only one.
        systems: all of them.

    Raises:
        InputError: there is nothing there, or no call in it.
    """
    is_table = str(path) == "-" or (path.exists() and not path.is_dir())
    if is_table:
        return read_turn_table(path, encoding, system, systems)
    return read_folder(path, encoding, system)
