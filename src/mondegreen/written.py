"""Files that are written whole: a new one takes the place of the old one once it is on the disk.

Whatever goes wrong before that, a full disk or Ctrl-C, leaves the old file as it was.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Literal, TextIO, overload

from mondegreen.errors import InputError
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

__all__ = ["refusing_surrogates", "written"]

_MOST_LINKS: Final = 40
_DESCRIPTORS: Final = pattern(r"/dev/fd|/proc/(\d+)/(?:task/\d+/)?fd")
_NO_NEW_FILE: Final = {errno.EACCES, errno.EPERM, errno.EROFS}
_NO_RENAME: Final = {*_NO_NEW_FILE, errno.EBUSY, errno.EXDEV}
_NO_SYNC: Final = {errno.EINVAL, errno.ENOTSUP, errno.ENOSYS}


@overload
def written(
    path: str | os.PathLike[str], *, follow: bool = True
) -> AbstractContextManager[BinaryIO]: ...
@overload
def written(
    path: str | os.PathLike[str],
    *,
    text: Literal[True],
    errors: str = "strict",
    follow: bool = True,
) -> AbstractContextManager[TextIO]: ...
@contextmanager
def written(
    path: str | os.PathLike[str], *, text: bool = False, errors: str = "strict", follow: bool = True
) -> Iterator[Any]:
    r"""Open a file to write; it replaces what is there when the block ends without an error.

    The new file is written next to the old one, flushed to the disk and renamed. It has the mode
    and, where that is allowed, the owner of the old one. A link stays a link: the file that it
    names is replaced. What cannot be renamed is written to directly: ``-`` (standard output),
    ``/dev/stdout``, pipes and devices. A file whose folder takes no new files, or that is mounted
    on its own, is written over when the new content is complete and there is room for it.

    Args:
        path: the file; its folder must be there.
        text: whether text is written, as UTF-8 and with line ends as they are.
        errors: what becomes of half a surrogate pair in a text, as in `open`.
        follow: whether a link is followed; else the link itself is replaced.

    Raises:
        InputError: the file cannot be written, or a text cannot be encoded.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with written(f"{folder}/a.txt", text=True) as file:
    ...         _ = file.write("ü")
    ...     Path(f"{folder}/a.txt").read_bytes()
    b'\xc3\xbc'
    """
    how: dict[str, Any] = {"encoding": "utf-8", "errors": errors, "newline": ""} if text else {}
    letter, before = "" if text else "b", None
    try:
        with refusing_surrogates(path):
            number = 1 if os.fspath(path) == "-" else _descriptor(Path(path))
            if number is not None:
                yield from _at_once(number, letter, how)
                return
            target = Path(os.path.realpath(path)) if follow else Path(path)
            before = _found(target, follow=follow)
            if before is None or stat.S_ISREG(before.st_mode) or not follow:
                yield from _replaced(target, before, letter, how)
            else:
                with target.open(f"w{letter}", **how) as file:
                    yield file
    except OSError as error:
        regular = before is not None and stat.S_ISREG(before.st_mode)
        end = "; the file that was there is unchanged" if regular else ""
        raise InputError(f"{path}: cannot be written: {error.strerror or error}{end}") from None


@contextmanager
def refusing_surrogates(name: object) -> Iterator[None]:
    """Turn the error of encoding half a surrogate pair into one that names what is made.

    Raises:
        InputError: a text cannot be encoded.
    """
    try:
        yield
    except UnicodeEncodeError:
        raise InputError(
            f"{name}: cannot be written: a text, id or column holds half of a surrogate pair, "
            "which is not a character and fits in no file"
        ) from None


def _at_once(number: int, letter: str, how: dict[str, Any]) -> Iterator[Any]:
    """Yield an open descriptor as a file, after what Python still holds back for it."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    with open(os.dup(number), f"w{letter}", **how) as file:  # noqa: PTH123 - there is no path
        yield file


def _found(target: Path, *, follow: bool) -> os.stat_result | None:
    """Return what is at a path; ``None`` for nothing.

    Raises:
        OSError: it is a folder, or a file that may not be written.
    """
    try:
        found = target.stat() if follow else target.lstat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if stat.S_ISREG(found.st_mode) and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return found


def _replaced(
    target: Path, before: os.stat_result | None, letter: str, how: dict[str, Any]
) -> Iterator[Any]:
    """Yield a new file, and put it in place of the target."""
    from secrets import token_hex  # which takes a while to import

    half = target.with_name(f".{token_hex(8)}.part")
    try:
        half.touch(exist_ok=False)  # with the mode that new files have
    except OSError as error:
        if before is None or error.errno not in _NO_NEW_FILE:
            raise
        number, name = mkstemp()
        os.close(number)
        half = Path(name)
    try:
        with half.open(f"w{letter}", **how) as file:
            if before is not None and stat.S_ISREG(before.st_mode):
                _as_before(half, before)
            yield file
            file.flush()
            _sync(file.fileno())
        try:
            half.replace(target)
        except OSError as error:
            if before is None or error.errno not in _NO_RENAME:
                raise
            _overwrite(target, half)
    finally:
        half.unlink(missing_ok=True)
    _sync_folder(target.parent)


def _as_before(half: Path, before: os.stat_result) -> None:
    """Give a new file the mode of the old one, and its owner where that is allowed."""
    made = half.stat()
    if (made.st_uid, made.st_gid) != (before.st_uid, before.st_gid):
        with suppress(OSError):
            os.chown(half, before.st_uid, before.st_gid)
    half.chmod(stat.S_IMODE(before.st_mode))


def _overwrite(target: Path, half: Path) -> None:
    """Write a finished file over another, after the disk has promised the room for it."""
    size = half.stat().st_size
    with half.open("rb") as source, target.open("r+b") as file:
        old = os.fstat(file.fileno()).st_size
        if size > old and hasattr(os, "posix_fallocate"):
            try:
                os.posix_fallocate(file.fileno(), 0, size)
            except OSError:
                os.ftruncate(file.fileno(), old)
                raise
        try:
            shutil.copyfileobj(source, file)
            file.truncate()
            file.flush()
            _sync(file.fileno())
        except OSError as error:
            problem = f"{target}: cannot be written: {error.strerror or error}"
            raise InputError(f"{problem}; only a part of it was replaced") from None


def _sync(number: int) -> None:
    """Wait until a file is on its disk, where the file system knows that."""
    try:
        os.fsync(number)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise


def _sync_folder(folder: Path) -> None:
    """Wait until the new name is on the disk; some systems do not open a folder for that."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _descriptor(path: Path) -> int | None:
    """Return the open descriptor that a path names, as ``/dev/stdout`` does."""
    for _ in range(_MOST_LINKS):
        found = _DESCRIPTORS.fullmatch(str(path.absolute().parent.resolve()))
        if found and path.name.isdecimal() and found[1] in {None, str(os.getpid())}:
            return int(path.name)
        if not path.is_symlink():
            return None
        path = path.parent / path.readlink()
    return None
