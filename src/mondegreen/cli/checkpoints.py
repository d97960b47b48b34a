"""How far a run in parts is, so that one that was stopped goes on from there.

A folder has one file with the sums so far, which is replaced after each part, and one with the rows that were
written. Whatever ends the process in between leaves the sums before it, and rows that are cut to what these say.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Self

from mondegreen import __version__
from mondegreen.errors import InputError, UsageError, visible
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType

    from mondegreen.report.rows import RowsFile
    from mondegreen.scoring.totals import Totals

__all__ = ["Checkpoints", "Progress", "key_of"]

_SUMS: Final = "sums.checkpoint"
_ROWS: Final = "rows.checkpoint"
_SIZE: Final = 8  # bytes of the length in front of each piece of rows
_KINDS: Final = frozenset(
    {
        ("mondegreen.cli.checkpoints", "Progress"),
        ("mondegreen.scoring.coverage", "Coverage"),
        ("mondegreen.scoring.recipe", "Recipe"),
        ("mondegreen.scoring.totals", "Totals"),
        ("mondegreen.scoring.totals", "_Group"),
    }
)
"""All that a checkpoint holds; a file with anything else is not read."""


@dataclass(frozen=True)
class Progress:
    """How far a run is.

    Attributes:
        key: what decides the outcome, as `key_of` returns it.
        parts: how many were scored.
        totals: their sums.
        sample: the first references.
        rows: how many were written.
        always: columns of the rows, as `RowsFile` has them.
        size: bytes of the rows that were written.
    """

    key: str
    parts: int = 0
    totals: Totals | None = None
    sample: list[Any] = field(default_factory=list)
    rows: int = 0
    always: dict[str, str | None] = field(default_factory=dict)
    size: int = 0


class Checkpoints:
    """The checkpoints of one run in a folder, which is made if it is not there.

    Raises:
        UsageError: the folder cannot be used, or is of another run.
    """

    def __init__(self, folder: Path, key: str) -> None:
        self._folder, self._key = folder, key
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            raise UsageError(f"--resume {folder}: cannot be made: {error.strerror}") from None
        self._rows: BinaryIO | None = None

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the rows; the files stay."""
        if self._rows is not None:
            self._rows.close()

    def last(self) -> Progress:
        """Return how far a run with the same key was, which may be nowhere."""
        try:
            with (self._folder / _SUMS).open("rb") as file:
                found = _Reader(file).load()
        except FileNotFoundError:
            return Progress(self._key)
        except (OSError, EOFError, pickle.UnpicklingError, AttributeError, ValueError) as error:
            raise InputError(
                f"{visible(str(self._folder / _SUMS))}: is no checkpoint of this version of mondegreen: "
                f"{visible(str(error))}; name another folder with --resume"
            ) from None
        if not isinstance(found, Progress) or found.key != self._key:
            raise UsageError(
                f"--resume {visible(str(self._folder))}: has the checkpoints of another run, of other files or "
                "options; name another folder, or delete this one"
            )
        return found

    def rows_again(self, file: RowsFile, progress: Progress) -> None:
        """Write the rows that were written so far to a file, and spool what it writes from now on."""
        path = self._folder / _ROWS
        self._folder.mkdir(exist_ok=True)  # as after `clear`
        path.touch()
        self._rows = path.open("r+b")
        while self._rows.tell() < progress.size:
            file.again(self._rows.read(int.from_bytes(self._rows.read(_SIZE), "little")))
        self._rows.truncate()
        file.rows, file.spool = progress.rows, self._spool

    def _spool(self, packed: bytes) -> None:
        if self._rows is not None:
            self._rows.write(len(packed).to_bytes(_SIZE, "little"))
            self._rows.write(packed)

    def save(self, parts: int, totals: Totals, sample: list[Any], file: RowsFile | None) -> None:
        """Note that so many parts are scored."""
        size = 0
        if self._rows is not None:
            self._rows.flush()
            size = self._rows.tell()
        rows = (0, {}) if file is None else (file.rows, file.always)
        now = Progress(self._key, parts, totals, sample, *rows, size)
        with written(self._folder / _SUMS) as out:
            pickle.dump(now, out)

    def clear(self) -> None:
        """Delete the checkpoints; and their folder if nothing else is in it."""
        for name in (_SUMS, _ROWS):
            (self._folder / name).unlink(missing_ok=True)
        if not any(self._folder.iterdir()):
            self._folder.rmdir()


class _Reader(pickle.Unpickler):
    """Reads a checkpoint, and nothing that could do something when it is read."""

    def find_class(self, module: str, name: str) -> Any:
        """Return one of the classes that checkpoints hold."""
        if (module, name) not in _KINDS:
            raise pickle.UnpicklingError(f"it holds {module}.{name}")
        return super().find_class(module, name)


def key_of(paths: Iterable[str | None], *deciding: object) -> str:
    """Return what a run can go on with: the same files, the same version, and the same of what else decides."""
    files = []
    for path in filter(None, paths):
        try:
            found = Path(path).stat()
            files.append((path, found.st_size, found.st_mtime_ns))
        except OSError:  # somewhere else
            files.append((path, 0, 0))
    return sha256(repr((__version__, files, deciding)).encode()).hexdigest()
