"""Reads calls from two folders, one of references and one of hypotheses, with a file per call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.calls.call import Call
from mondegreen.calls.folder import read_side
from mondegreen.errors import InputError, PairingError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["read_two_folders"]

_MOST_NAMED = 5


def read_two_folders(
    references: Path, hypotheses: Path, encodings: tuple[str | None, str | None] = (None, None)
) -> tuple[list[Call], dict[str, str]]:
    """Read calls whose files have the same name in both folders, apart from their endings.

    Args:
        references: a folder with one transcript per call.
        hypotheses: another.
        encodings: of both; ``None`` for UTF-8.

    Returns:
        the calls, and for each that could not be read why, by its name. A call without a file in the
        second folder has no hypothesis.

    Raises:
        InputError: a folder has no files, or two of one name.
        PairingError: a hypothesis has no reference.
    """
    said, heard = _files(references), _files(hypotheses)
    if odd := [name for name in heard if name not in said]:
        listed = ", ".join(map(repr, odd[:_MOST_NAMED]))
        known = ", ".join(map(repr, list(said)[:_MOST_NAMED]))
        raise PairingError(
            f"{hypotheses}: calls without a reference: {len(odd)}, as {listed}; {references} has "
            f"{known}. Give files that belong together the same name"
        )
    calls, failed = [], {}
    for name, path in said.items():
        try:
            first = read_side(path, encodings[0])
            second = read_side(heard[name], encodings[1], empty=True) if name in heard else ()
        except InputError as error:
            failed[name] = str(error)
            continue
        calls.append(Call(name, first, second, absent=name not in heard))
    return calls, failed


def _files(folder: Path) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.is_dir():
            continue
        name = path.name.partition(".")[0]
        if name in found:
            raise InputError(
                f"{folder}: {found[name].name} and {path.name} are both the call {name!r}; keep one"
            )
        found[name] = path
    if not found:
        raise InputError(f"{folder}: no files; expected one transcript per call")
    return found
