"""How far a run in parts is, so that one that was stopped goes on from there.

A folder has one file with the sums so far, which is replaced after each part, and one with the rows that were
written. Whatever ends the process in between leaves the sums before it, and rows that are cut to what these say.
"""

from __future__ import annotations

import os
import pickle
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Self

from mondegreen import __version__
from mondegreen.corpus.places import files_of, stamp_of
from mondegreen.errors import InputError, UsageError, visible
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from types import TracebackType

    from mondegreen.report.rows import RowsFile
    from mondegreen.scoring.totals import Totals

__all__ = ["Checkpoints", "Progress", "key_of"]

_SUMS: Final = "sums.checkpoint"
_ROWS: Final = "rows.checkpoint"
_DIGEST: Final = sha256().digest_size
_SIZE: Final = 8  # bytes of the length in front of each piece of rows
_KINDS: Final = frozenset(
    {
        ("mondegreen.cli.checkpoints", "Progress"),
        ("mondegreen.scoring.coverage", "Coverage"),
        ("mondegreen.scoring.ranges", "Range"),
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
        digest: of these bytes.
    """

    key: str
    parts: int = 0
    totals: Totals | None = None
    sample: list[Any] = field(default_factory=list)
    rows: int = 0
    always: dict[str, str | None] = field(default_factory=dict)
    size: int = 0
    digest: str = ""


class Checkpoints:
    """The checkpoints of one run in a folder, which is made if it is not there.

    Raises:
        UsageError: the folder cannot be used, or is of another run.
    """

    def __init__(self, folder: Path, key: str) -> None:
        self._folder, self._key = folder, key
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise UsageError(f"--resume {folder}: cannot be made: {error.strerror}") from None
        self._rows: BinaryIO | None = None
        self._written = sha256()

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
        path = self._folder / _SUMS
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return Progress(self._key)
        except OSError as error:
            raise self._damaged(path, error.strerror or str(error)) from None
        if data[:_DIGEST] != sha256(data[_DIGEST:]).digest():
            raise self._damaged(path, "its digest is that of other data")
        try:
            found = _Reader(BytesIO(data[_DIGEST:])).load()
            is_this = isinstance(found, Progress) and found.key == self._key
        except Exception as error:  # noqa: BLE001 - what a pickle may raise has no end
            raise self._damaged(path, str(error)) from None
        if not is_this:
            raise UsageError(
                f"--resume {visible(str(self._folder))}: has the checkpoints of another run: of other files or "
                "options, of files that have changed since, or of another version of mondegreen; name another "
                "folder, or delete this one"
            )
        progress: Progress = found
        return progress

    def _damaged(self, path: Path, why: str) -> InputError:
        return InputError(
            f"{visible(str(path))}: is no checkpoint, or is damaged: {visible(why)}; name another folder "
            "with --resume, or delete this one"
        )

    def any_there(self) -> bool:
        """Whether parts were noted."""
        return (self._folder / _SUMS).exists()

    def rows_again(self, file: RowsFile, progress: Progress) -> None:
        """Write the rows that were written so far to a file, and spool what it writes from now on."""
        path = self._folder / _ROWS
        self._folder.mkdir(mode=0o700, exist_ok=True)  # as after `clear`
        try:  # never through a link that somebody has put there
            number = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        except OSError as error:
            raise self._damaged(path, error.strerror or str(error)) from None
        self._rows, self._written = os.fdopen(number, "r+b"), sha256()
        left = progress.size
        while left > 0:
            size = self._rows.read(_SIZE)
            packed = self._rows.read(int.from_bytes(size, "little"))
            left -= _SIZE + len(packed)
            if len(size) < _SIZE or len(packed) < int.from_bytes(size, "little") or left < 0:
                raise self._damaged(path, "rows are missing")
            self._written.update(size + packed)
            file.again(packed)
        if progress.digest not in {"", self._written.hexdigest()}:
            raise self._damaged(path, "its digest is that of other data")
        self._rows.truncate()
        file.rows, file.spool = progress.rows, self._spool

    def _spool(self, packed: bytes) -> None:
        if self._rows is not None:
            piece = len(packed).to_bytes(_SIZE, "little") + packed
            self._written.update(piece)
            self._rows.write(piece)

    def save(self, parts: int, totals: Totals, sample: list[Any], file: RowsFile | None) -> None:
        """Note that so many parts are scored."""
        size = 0
        if self._rows is not None:
            self._rows.flush()
            size = self._rows.tell()
        rows = (0, {}) if file is None else (file.rows, file.always)
        digest = self._written.hexdigest() if size else ""
        now = pickle.dumps(Progress(self._key, parts, totals, sample, *rows, size, digest))
        with written(self._folder / _SUMS, follow=False) as out:
            out.write(sha256(now).digest() + now)

    def clear(self) -> None:
        """Delete the checkpoints; and their folder if nothing else is in it."""
        for name in (_SUMS, _ROWS):
            with suppress(OSError):
                (self._folder / name).unlink()
        with suppress(
            OSError
        ):  # something else is in it, or it is a link, or where a disk is mounted
            self._folder.rmdir()


class _Reader(pickle.Unpickler):
    """Reads a checkpoint, and nothing that could do something when it is read."""

    def find_class(self, module: str, name: str) -> Any:
        """Return one of the classes that checkpoints hold."""
        if (module, name) not in _KINDS:
            raise pickle.UnpicklingError("it holds something else than sums")
        return super().find_class(module, name)


def key_of(paths: Iterable[str | None], *deciding: object) -> str:
    """Return what a run can go on with: the same files, the same version, and the same of what else decides.

    Raises:
        InputError: a file cannot be found.
    """
    files = [
        (name, stamp_of(name)) for path in paths if path for name in (files_of(path) or [path])
    ]
    return sha256(repr((__version__, files, deciding)).encode()).hexdigest()
