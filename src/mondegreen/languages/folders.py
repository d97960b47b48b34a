"""Folders of languages: the shipped one, and those that were added."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mondegreen._kernel import _native, language_folders
from mondegreen.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["FOLDER", "add", "added", "folders"]

FOLDER: Final = Path(__file__).parent
"""The shipped folder."""


def folders() -> list[Path]:
    """Return all folders in the order they are searched from the last."""
    return [Path(folder) for folder in language_folders]


def add(path: str | Path) -> list[str]:
    """Add a folder of languages and overlays for this process; return the codes that it has.

    A language is taken from the folder that was added last. An overlay, such as medical units, has
    ``extends en`` in its ``pack.tsv``: it is read after English when its own code is asked for, and
    with ``always yes`` also whenever English is asked for.

    Args:
        path: a folder with a folder per language, as ``MONDEGREEN_LANGUAGES`` names them too.

    Raises:
        UsageError: there is no such folder, it has no language, or a file of one has a fault.
    """
    folder = _checked(Path(path))
    _search([*language_folders, str(folder)])
    return _codes(folder)


@contextmanager
def added(*paths: str | Path) -> Iterator[None]:
    """Add folders for as long as a block runs."""
    before = list(language_folders)
    try:
        for path in paths:
            add(path)
        yield
    finally:
        _search(before)


def _search(paths: list[str]) -> None:
    language_folders[:] = paths
    _native.set_language_folders(paths)


def _codes(folder: Path) -> list[str]:
    return sorted(path.parent.name for path in folder.glob("*/pack.tsv"))


def _checked(folder: Path) -> Path:
    if not folder.is_dir():
        raise UsageError(
            f"no folder of languages {str(folder)!r}; make one with mondegreen languages new CODE "
            "--folder FOLDER"
        )
    if (folder / "pack.tsv").is_file():
        raise UsageError(
            f"{folder} is one language: name the folder that it is in, {folder.parent}"
        )
    found = _codes(folder)
    if not found:
        raise UsageError(
            f"{folder} has no language: expected a folder per language with a file pack.tsv; "
            "mondegreen languages new CODE writes one"
        )
    for code in found:
        try:
            _native.LanguagePack([*language_folders, str(folder)], code)
        except ValueError as error:
            raise UsageError(f"{folder}: {error}") from None
    return folder.resolve()
