"""Where the files of a run go: one folder per call, whose name no call chooses freely."""

from __future__ import annotations

import os
import re
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from mondegreen.errors import InputError
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

__all__ = ["folder_names", "refuse_unwritable", "write"]

_LONGEST: Final = 120
"""Bytes of a name; file systems take 255, of which files of ours need none."""
_FORBIDDEN: Final = frozenset('/\\:*?"<>|')
_TAKEN: Final = (".json", ".txt", ".csv", ".md")
"""Endings of the files next to the folders of the calls."""
_DIGEST: Final = re.compile(r"-[0-9a-f]{16}\Z")
_DEVICES: Final = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
)


def folder_names(calls: Iterable[str]) -> dict[str, str]:
    """Return a name of a folder for each call: never a way out, and never twice the same.

    A name that is valid for a folder is kept as it is. Of all others, and of names that differ in
    case alone, a digest of the whole name is part.

    >>> folder_names(["a1", "A1", "../b"])
    {'a1': 'a1-f55ff16f66f43360', 'A1': 'A1-16a36e86f6fed5d4', '../b': '_.._b-95cd90691029e024'}
    """
    calls = list(calls)
    folded: dict[str, int] = {}
    for call in calls:
        folded[call.casefold()] = folded.get(call.casefold(), 0) + 1
    names = {}
    for call in calls:
        safe = _safe(call)
        if safe != call or folded[call.casefold()] > 1:
            safe = f"{safe}-{sha256(call.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
        names[call] = safe
    return names


def _safe(call: str) -> str:
    name = "".join("_" if char in _FORBIDDEN or not char.isprintable() else char for char in call)
    name = name.encode("utf-8", "replace")[:_LONGEST].decode("utf-8", "ignore").rstrip(". ")
    odd = (
        _DIGEST.search(name)
        or not name
        or name.startswith((".", "-", " "))
        or name.lower().endswith(_TAKEN)
    )
    return f"_{name}" if odd or name.lower().partition(".")[0] in _DEVICES else name


def refuse_unwritable(folder: Path) -> None:
    """Refuse a folder in which nothing can be written, before anything is scored or paid.

    Raises:
        InputError: it is a file, or in one, or may not be written.
    """
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    why = "" if there.is_dir() else f"{there} is no folder"
    if not why and not os.access(there, os.W_OK | os.X_OK):
        why = f"{there} may not be written"
    if why:
        raise InputError(f"{folder}: cannot be written: {why}; choose another --output")


def write(
    files: Mapping[tuple[str, str], str], place: Callable[[str], Path], inside: Path | None = None
) -> list[Path]:
    """Write files, each whole or not at all; return where. A link in place of one is replaced.

    Args:
        files: content by call and name.
        place: the folder of a call, and of all calls for an empty name.
        inside: no folder may lead out of this one, as a link in it would.

    Raises:
        InputError: a file cannot be written, or would lie outside.
    """
    where = []
    for (call, name), content in files.items():
        path = place(call) / name
        if inside is not None and not path.parent.resolve().is_relative_to(inside.resolve()):
            raise InputError(
                f"{path.parent} leads out of {inside}; take --output in place of --in-place"
            )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(
                f"{path}: cannot be written: {error.strerror or error}; choose another --output"
            ) from None
        with written(path, text=True, errors="replace", follow=False) as file:
            file.write(content)
        where.append(path)
    return where
