"""Files that are somewhere else (``s3://``, ``gs://``, ``hf://``, ...), and names that stand for several files."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, cast

from mondegreen.errors import InputError, MissingDependencyError, visible
from mondegreen.offline import refuse_offline
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["files_of", "is_remote", "is_small", "opened_remotely", "shown", "size_of", "stamp_of"]

_SMALLEST: Final = 2**25
"""Bytes of a file of lines; a smaller one is sooner read at once than in parts."""

_REMOTE: Final = pattern(r"[a-z][a-z0-9+.-]+://")
_OF_PYARROW: Final = ("s3://", "gs://", "gcs://")
_HERE: Final = ("memory://", "file://", "local://")
_PATTERN: Final = pattern(r"[*?\[]")
_PATTERN_THERE: Final = pattern(r"[*\[]")  # options of an address begin with ?
_OF_KEYS: Final = pattern(r"[^\s/'\"@]+:[^\s/'\"@]+@|\?[^\s'\"]+")
"""What an address may hold that nobody is to see: a name and a password, and options."""
_SHARDS: Final = (".parquet", ".jsonl")
"""Of a folder that holds such files and nothing else, each is a part of one corpus."""


def is_remote(path: str) -> bool:
    """Whether a path is an address.

    >>> is_remote("s3://bucket/pairs.parquet"), is_remote("pairs.parquet")
    (True, False)
    """
    return _REMOTE.match(path) is not None


def shown(path: str) -> str:
    """Return a path as it may be shown: of an address without a password, a key or a signature.

    >>> shown("https://ada:secret@example.org/x.jsonl?signature=abc"), shown("a b.jsonl")
    ('https://example.org/x.jsonl?...', 'a b.jsonl')
    """
    if not is_remote(path):
        return visible(path)
    scheme, _, rest = path.partition("://")
    place, mark, _ = rest.partition("?")
    host, slash, inner = place.partition("/")
    return visible(f"{scheme}://{host.rpartition('@')[2]}{slash}{inner}{'?...' if mark else ''}")


def stamp_of(path: str) -> tuple[Any, ...]:
    """Return what changes when a file is changed: its size and time, or what else is known of it there.

    Raises:
        InputError: it is not there, or nothing is known of it.
    """
    if not is_remote(path):
        try:
            found = Path(path).stat()
        except OSError as error:
            raise InputError(f"{shown(path)}: {error.strerror or error}") from None
        return found.st_size, found.st_mtime_ns, found.st_ino
    system, inner = _system(path)
    try:
        if path.startswith(_OF_PYARROW):
            info = system.get_file_info(inner)
            return info.size, info.mtime_ns
        known = system.info(inner)
    except Exception as error:
        raise _refusal(path, error) from error
    times = ("ETag", "etag", "checksum", "mtime", "LastModified", "last_modified", "created")
    stamp = tuple(str(known[name]) for name in times if known.get(name) is not None)
    if not stamp:
        raise InputError(
            f"{shown(path)}: it is not known there when a file was changed, so a run cannot go on; "
            "leave out --resume, or name a file of this machine"
        )
    return known.get("size"), *stamp


def size_of(path: str) -> int:
    """Return the bytes of a file; 0 where they are not known."""
    try:
        if not is_remote(path):
            return Path(path).stat().st_size
        system, inner = _system(path)
        info = system.get_file_info(inner) if path.startswith(_OF_PYARROW) else system.info(inner)
        return int((info["size"] if isinstance(info, dict) else info.size) or 0)
    except Exception:  # noqa: BLE001 - of what a library of a place may raise, nobody knows all
        return 0


def is_small(path: str) -> bool:
    """Whether a file of lines is sooner read at once than in parts."""
    return size_of(path) < _SMALLEST


def opened_remotely(path: str) -> BinaryIO:
    """Open an address, through pyarrow for ``s3://`` and ``gs://``, through fsspec for all others.

    Raises:
        InputError: it is not there, or cannot be opened.
        MissingDependencyError: what opens it is not installed.
        UsageError: connections are forbidden.
    """
    system, inner = _system(path)
    try:
        if path.startswith(_OF_PYARROW):
            return cast("BinaryIO", system.open_input_file(inner))
        return cast("BinaryIO", system.open(inner, "rb"))
    except Exception as error:
        raise _refusal(path, error) from error


def files_of(path: str) -> list[str] | None:
    """Return the files that a pattern or a folder of shards stands for, in order; ``None`` for one file.

    Raises:
        InputError: nothing fits the pattern.
    """
    if is_remote(path):
        found = _matches_there(path) if _PATTERN_THERE.search(path) else None
    else:
        try:
            found = _matches_here(path)
        except (OSError, ValueError):  # no name of a file; who opens it says so
            return None
    if found is not None and not found:
        raise InputError(f"{shown(path)}: no file matches this pattern")
    return found


def _matches_here(path: str) -> list[str] | None:
    if Path(path).is_dir():
        return _shards(Path(path))
    if not _PATTERN.search(path) or Path(path).exists():
        return None
    from glob import glob  # seldom needed

    return sorted(glob(path, recursive=True))  # noqa: PTH207 - absolute patterns too


def _shards(folder: Path) -> list[str] | None:
    names = sorted(
        name for name in map(str, folder.iterdir()) if not Path(name).name.startswith(".")
    )
    endings = {Path(name).suffix for name in names}
    return names if names and len(endings) == 1 and endings <= {*_SHARDS} else None


def _matches_there(path: str) -> list[str]:
    """Return the addresses that fit a pattern."""
    system, inner = _system(path)
    scheme, _, more = path.partition("://")
    query = "".join(more.partition("?")[1:])
    try:
        if not path.startswith(_OF_PYARROW):
            return sorted(map(system.unstrip_protocol, system.glob(inner)))
        from fnmatch import fnmatchcase  # seldom needed

        start = next(_PATTERN_THERE.finditer(inner)).start()
        folder = inner[:start].rpartition("/")[0]
        fs = import_module("pyarrow.fs")
        files = system.get_file_info(fs.FileSelector(folder, recursive=True))
        names = [file.path for file in files if file.is_file and fnmatchcase(file.path, inner)]
        return sorted(f"{scheme}://{name}{query}" for name in names)
    except Exception as error:
        raise _refusal(path, error) from error


def _system(path: str) -> tuple[Any, str]:
    """Return the file system of an address, and the path in it."""
    scheme = visible(path.partition("://")[0])
    if not path.startswith(_HERE):
        refuse_offline(f"reading from {scheme}://", "name a file of this machine")
    try:
        if path.startswith(_OF_PYARROW):
            address, *query = path.partition("?")
            inner = address.partition("://")[2]
            bucket = f"{scheme}://{inner.partition('/')[0]}/"  # a pattern is no address
            system, _ = import_module("pyarrow.fs").FileSystem.from_uri("".join([bucket, *query]))
            return system, inner
        return cast("tuple[Any, str]", import_module("fsspec.core").url_to_fs(path))
    except ImportError as error:
        if (error.name or "").partition(".")[0] in {"fsspec", "pyarrow"}:
            package = str(error.name).partition(".")[0]
            raise MissingDependencyError(package, "remote", f"reading from {scheme}://") from None
        if scheme in {"http", "https"}:  # fsspec then says what is missing in its own words
            raise MissingDependencyError("aiohttp", "remote", f"reading from {scheme}://") from None
        raise InputError(f"{shown(path)}: cannot be opened: {visible(str(error))}") from error
    except Exception as error:
        raise _refusal(path, error) from error


def _refusal(path: str, error: Exception) -> InputError:
    if isinstance(error, FileNotFoundError):
        return InputError(f"{shown(path)}: no such file")
    text = _OF_KEYS.sub("", str(error).replace(path, shown(path)))
    said = visible(" ".join(text.split())[:300])
    return InputError(f"{shown(path)}: cannot be opened: {said}")


def named_alike(paths: Sequence[str]) -> str:
    """Return a name for several files: the first, and how many there are.

    >>> named_alike(["a.jsonl", "b.jsonl", "c.jsonl"])
    'a.jsonl and 2 more'
    """
    return f"{paths[0]} and {len(paths) - 1:,} more" if len(paths) > 1 else paths[0]
