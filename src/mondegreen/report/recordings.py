"""Links from a page to the recordings of its utterances: files that are there, next to the page or elsewhere."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from mondegreen.corpus.columns_of import RECORDINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.report.systems import Systems

__all__ = ["Recordings"]

_ENDINGS: Final = frozenset(
    [".wav", ".flac", ".mp3", ".ogg", ".oga", ".opus", ".m4a", ".aac", ".webm", ".mp4"]
)
"""Of files that browsers play."""


class Recordings:
    """Finds the recording of an utterance by its columns, or by its id.

    Only files on this machine are linked, by a relative path: a name with a scheme, such as
    ``https://...`` or ``javascript:...``, is no file and gives no link. A name is not looked up on
    another machine (``//host/...``), and ``..`` does not lead out of the folder that it starts from; a
    file elsewhere must be named with its whole path.

    Args:
        systems: whose first result with a column of recordings is asked.
        folder: where the page will be; ``None`` if nobody knows, and then there are no links.
        files: that the results were read from; names are also looked for next to them.
    """

    def __init__(self, systems: Systems, folder: Path | None, files: Sequence[str] = ()) -> None:
        self._systems = systems
        self._folder = folder
        places = [Path(), *(Path(file).parent for file in files if file != "-")]
        self._places = list(dict.fromkeys(places))

    def link(self, at: int) -> str | None:
        """Return a link to the recording of an utterance, or ``None``."""
        if self._folder is None:
            return None
        result, row = self._systems.somewhere(at)
        values: list[Any] = [
            result.metadata[name][row] for name in RECORDINGS if name in result.metadata
        ]
        for value in (*values, result.id(row) if result.ids is not None else None):
            if isinstance(value, str) and Path(value).suffix.lower() in _ENDINGS:
                found = self._file(value)
                if found is not None:
                    return found
        return None

    def _file(self, name: str) -> str | None:
        if name.startswith(("//", "\\\\")) or _leads_out(name):
            return None
        for place in self._places:
            path = place / name
            try:
                there = path.is_file()
                relative = os.path.relpath(path, self._folder) if there else ""
            except (OSError, ValueError):  # no name of a file, or one on another drive
                continue
            if there:
                # With a dot in front, no part of a name is read as a scheme.
                return "./" + quote(relative.replace(os.sep, "/"), errors="replace")
        return None


def _leads_out(name: str) -> bool:
    """Whether a relative name leads out of the folder that it starts from.

    >>> _leads_out("a/../../b.wav"), _leads_out("a/../b.wav"), _leads_out("/a/../b.wav")
    (True, False, False)
    """
    path = Path(os.path.normpath(name))
    return not path.is_absolute() and path.parts[:1] == (os.pardir,)
