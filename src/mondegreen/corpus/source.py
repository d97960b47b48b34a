"""One opened file: its first bytes for sniffing, then its lines as strict UTF-8."""

from __future__ import annotations

import gzip
import io
import os
import shlex
import sys
import zlib
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from mondegreen.corpus.memory import refuse_more, refuse_scarcity, room
from mondegreen.errors import InputError, InputTypeError, ParseError, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager

__all__ = ["Folder", "Source", "opened"]

_HEAD_SIZE = 2**16
_FURTHER = 2**24
_BUFFER_SIZE = 2**20
_TAIL_SIZE = 2**16
_MOST_COUNTED = 2**28  # of a line that is too long; one without end must not be read for ever
_LINES_BETWEEN_LOOKS = 2**14
_BYTES_BETWEEN_LOOKS = 2**24
_MOST_LEVELS = 4  # of folders in each other
_BOM = b"\xef\xbb\xbf"
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_GZIP = b"\x1f\x8b"
_PACKED = {
    b"\x28\xb5\x2f\xfd": "zstd",
    b"\xfd7zXZ\x00": "xz",
    b"BZh91AY&SY": "bzip2",
    b"PK\x03\x04": "zip",
}
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_SHEETS = (".xlsx", ".xlsm", ".ods")
_WORKBOOK = "a workbook of Excel or the like, expected text; save its sheet as CSV UTF-8, give that"


class Source:
    """A file or standard input, read once from the start to the end.

    Attributes:
        name: the file as the user named it, or ``<stdin>``.
        path: the file where it can be opened again as it is; ``None`` for standard input,
            pipes and gzip.
        head: the first bytes (gzip and a byte-order mark taken off), for sniffing.
        max_line: the longest line in bytes that is read.
    """

    def __init__(self, name: str, path: str | None, stream: BinaryIO, max_line: int) -> None:
        self.name, self.path, self.max_line = name, path, max_line
        self._stream, self._gzip = stream, False
        self.head = self._look()
        if self.head.startswith(_GZIP):
            self.path, self._gzip = None, True
            self._stream = cast("BinaryIO", gzip.GzipFile(fileobj=self._stream))
            self.head = self._look()
        if self.head.startswith(_BOM):
            self._stream.read(len(_BOM))
            self.head = self.head[len(_BOM) :]

    def lines(self, *, keep_ends: bool = False) -> Iterator[str]:
        r"""Yield the lines; only ``\n`` and ``\r\n`` end one, and the last needs no end.

        Raises:
            ParseError: a line is too long or is not UTF-8, or the file is not a text.
            InputError: what was made of the lines has filled the memory.
        """
        self._check_text()
        readline, max_line, number, at_first = self._stream.readline, self.max_line, 0, room()
        with self._reading():
            while True:
                for number in range(number + 1, number + _LINES_BETWEEN_LOOKS):  # noqa: B020 - goes on
                    line = readline(max_line + 3)  # with its end, and one byte too many
                    if not line:
                        return
                    if len(line) > max_line and len(_body(line)) > max_line:
                        rest = iter(partial(readline, _BUFFER_SIZE), b"")
                        raise self._too_long(number, chain([line], rest))
                    try:
                        text = line.decode()
                    except UnicodeDecodeError as error:
                        raise self._not_utf8(line, number, error.start) from None
                    if keep_ends or not text.endswith("\n"):
                        yield text
                    else:
                        yield text[:-2] if text.endswith("\r\n") else text[:-1]
                refuse_scarcity(self.name, at_first)

    def data(self, *, text: bool = True) -> bytes:
        """Return all the bytes; with ``text`` refuse what is plainly no text.

        Raises:
            ParseError: the data are not a text, or a line in them is too long. The latter is
                found before more than that line is in memory, but not to the byte: who cuts
                the lines has to measure them.
            InputError: the data do not fit into memory.
        """
        if text:
            self._check_text()
        with self._reading():
            raw = getattr(self._stream, "raw", None)
            if not isinstance(raw, io.FileIO) or not raw.seekable():
                return self._in_blocks(self._stream.read, text=text)
            # Around the buffer, since joining it to the rest would take a second copy.
            start, size = self._stream.tell(), os.fstat(raw.fileno()).st_size
            refuse_more(self.name, size - start, "data")
            ends = not text or self._has_ends(raw, start, size)
            raw.seek(start)
            return raw.readall() if ends else self._in_blocks(raw.read, text=text)

    def _has_ends(self, raw: io.FileIO, start: int, size: int) -> bool:
        """Whether ends of lines are where they are easily seen, so that no line is too long."""
        window = max(self.max_line, 2 * _TAIL_SIZE)
        while start + window < size:
            start += window - _TAIL_SIZE
            raw.seek(start)
            end = raw.read(_TAIL_SIZE).rfind(b"\n")
            if end < 0:
                return False
            start += end + 1
        return True

    def _in_blocks(self, read: Callable[[int], bytes], *, text: bool) -> bytes:
        """Return all that can be read, unless a line in it is too long."""
        held, size, begun, at_first = io.BytesIO(), 0, 0, room()
        while block := read(_BUFFER_SIZE):
            held.write(block)
            first, last = block.find(b"\n"), block.rfind(b"\n")
            longest = size - begun + (len(block) if first < 0 else first)
            if text and longest > self.max_line + 1:  # a carriage return may still go
                number = held.getvalue().count(b"\n", 0, begun) + 1
                rest = iter(partial(read, _BUFFER_SIZE), b"")
                raise self._too_long(number, chain([held.getvalue()[begun:]], rest))
            if last >= 0:
                begun = size + last + 1
            if size // _BYTES_BETWEEN_LOOKS < (size + len(block)) // _BYTES_BETWEEN_LOOKS:
                refuse_scarcity(self.name, at_first)
            size += len(block)
        return held.getvalue()

    @property
    def is_cut(self) -> bool:
        """Whether more may follow the head."""
        return len(self.head) >= _HEAD_SIZE - len(_BOM)

    def look_further(self) -> bytes:
        """Return the first 16 MiB, before anything was read."""
        return self._look(_FURTHER)

    def _look(self, size: int = _HEAD_SIZE) -> bytes:
        """Return the first bytes and leave the stream where it was."""
        with self._reading():
            head = self._stream.read(size)
            if self._stream.seekable() and not self._gzip:
                self._stream.seek(-len(head), os.SEEK_CUR)
            else:  # this also puts a buffer in C before GzipFile, which reads lines in Python
                replayed = io.BufferedReader(_Replay(head, self._stream), _BUFFER_SIZE)
                self._stream = cast("BinaryIO", replayed)
        return head

    def _check_text(self) -> None:
        for mark, packed in _PACKED.items():
            if self.head.startswith(mark):
                if packed == "zip" and (b"xl/" in self.head or self.name.endswith(_SHEETS)):
                    raise ParseError(self.name, None, _WORKBOOK)
                problem = (
                    f"the file is packed with {packed}, expected plain text or gzip; unpack it"
                )
                raise ParseError(self.name, None, problem)
        if self.head.startswith(_OLD_OFFICE):
            raise ParseError(self.name, None, _WORKBOOK)
        if self.head.startswith(_UTF_16_MARKS):
            problem = "the file is UTF-16, expected UTF-8; convert with: "
            raise ParseError(self.name, 1, problem + self.iconv("utf-16"))
        at = self.head.find(b"\0")
        if at >= 0:
            raise ParseError(
                self.name,
                self.head.count(b"\n", 0, at) + 1,
                "binary file: a NUL byte was found, expected UTF-8 text (audio? UTF-16?)",
            )

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Turn what a failing disk or a damaged gzip raises into errors that name the file."""
        try:
            yield
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            problem = f"the gzip data is damaged or cut short ({error}); fetch the file again"
            raise ParseError(self.name, None, problem) from error
        except OSError as error:
            raise InputError(f"{self.name}: cannot be read: {error.strerror or error}") from error

    def _too_long(self, number: int, pieces: Iterable[bytes]) -> ParseError:
        """Return the error for a line; its ``pieces`` are counted up to its end, not kept."""
        size, last, over = 0, b"", ""
        for piece in pieces:
            body, end, _ = piece.partition(b"\n")
            size += len(body)
            if end:
                size -= (last + body).endswith(b"\r")
                break
            if size > (most := max(self.max_line, _MOST_COUNTED)):
                size, over = most, "over "
                break
            last = body[-1:]
        return ParseError(
            self.name,
            number,
            f"a line of {over}{size:,} bytes, more than the limit of {self.max_line:,}; "
            "raise it with --max-line",
        )

    def _not_utf8(self, line: bytes, number: int, at: int) -> ParseError:
        return ParseError(
            self.name,
            number,
            f"byte 0x{line[at]:02x} at column {at + 1} is not UTF-8; "
            f"convert with: {self.iconv('latin1')}",
        )

    def iconv(self, encoding: str) -> str:
        """Return the command that makes UTF-8 of the file."""
        command, name = f"iconv -f {encoding} -t utf-8", shlex.quote(self.name)
        if self.name == "<stdin>":
            return command
        return f"gunzip -c {name} | {command}" if self._gzip else f"{command} {name}"


def _body(line: bytes) -> bytes:
    return line.removesuffix(b"\n").removesuffix(b"\r") if line.endswith(b"\n") else line


class _Replay(io.RawIOBase):
    """A stream that cannot seek, with the bytes already looked at put back in front."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        size = len(buffer)
        chunk = self._head[:size] if self._head else self._rest.read(size)
        self._head = self._head[size:]
        buffer[: len(chunk)] = chunk
        return len(chunk)


class Folder(Source):
    """A folder that is a data set; formats that are one file find no file here.

    Attributes:
        folder: where its files are.
        inner: the format of those files, where the user named it.
    """

    inner: str | None = None

    def __init__(self, name: str, path: str, max_line: int) -> None:
        super().__init__(name, None, io.BytesIO(), max_line)
        self.folder = Path(path)

    def lines(self, *, keep_ends: bool = False) -> Iterator[str]:  # noqa: ARG002
        """Refuse: a folder has no lines."""
        raise self.refusal()

    def data(self, *, text: bool = True) -> bytes:  # noqa: ARG002
        """Refuse: a folder has no bytes."""
        raise self.refusal()

    @property
    def endings(self) -> tuple[str, ...]:
        """Those of files that hold transcripts."""
        from mondegreen.corpus.endings import transcript_endings  # of all formats; seldom needed

        return transcript_endings()

    def refusal(self) -> InputError:
        """Return the error for a folder where a file was expected."""
        kinds = " ".join(self.endings)
        return InputError(
            f"{self.name}: is a directory, expected a file, or a folder of transcripts ({kinds})"
        )

    def has(self, file: str) -> bool:
        """Whether a file of this name is there."""
        return (self.folder / file).is_file()

    def names(self, *endings: str) -> list[str]:
        """Return the names of what is in the folder, or of that with one of the endings, in order."""
        with self._reading():
            return sorted(
                path.name for path in self.folder.iterdir() if not endings or path.suffix in endings
            )

    def tree(self) -> list[str]:
        """Return the names of the files in the folder and in the folders in it, in order.

        Names hold the folders, with ``/`` between them. Hidden files and folders, links to folders,
        and what is more than four folders deep are left alone.
        """
        found = []
        with self._reading():
            for place, folders, files in os.walk(self.folder):
                inner = Path(place).relative_to(self.folder)
                deep = len(inner.parts) >= _MOST_LEVELS
                folders[:] = [] if deep else [name for name in folders if name[0] != "."]
                found += [(inner / name).as_posix() for name in files if name[0] != "."]
        return sorted(found)

    def transcripts(self) -> list[str]:
        """Return the names of the files that hold transcripts by their endings, in order."""
        endings = self.endings
        with self._reading():
            return sorted(
                path.name
                for path in self.folder.iterdir()
                if not path.name.startswith(".")
                and path.name.lower().removesuffix(".gz").endswith(endings)
                and path.is_file()
            )

    def file(self, name: str) -> AbstractContextManager[Source]:
        """Open a file of the folder, as `opened` does."""
        return opened(self.folder / name, max_line=self.max_line)


@contextmanager
def opened(path: str | os.PathLike[str], *, max_line: int) -> Iterator[Source]:
    """Open a path, or standard input for ``"-"``, and close it afterwards.

    Raises:
        InputError: the file is not there, or may not be read.
    """
    try:
        given = os.fsdecode(path)
    except TypeError:
        raise InputTypeError(
            f"expected the path of a file or '-', got {type(path).__name__}; "
            "texts that are already in Python are scored without reading"
        ) from None
    if given == "-":
        stream = getattr(sys.stdin, "buffer", None)
        if stream is None:
            raise InputError("<stdin>: standard input is closed or is not a stream of bytes")
        yield Source("<stdin>", None, stream, max_line)
        return
    name = visible(given)  # it goes into messages
    try:
        stream = open(given, "rb", buffering=_BUFFER_SIZE)  # noqa: PTH123, SIM115 (given as it is; closed below)
    except IsADirectoryError:
        yield Folder(name, given, max_line)
        return
    except FileNotFoundError:
        raise InputError(f"{name}: no such file") from None
    except OSError as error:
        raise InputError(f"{name}: cannot be opened: {error.strerror or error}") from error
    except ValueError as error:  # a NUL character in the path
        raise InputError(f"'{name}' is not a file name: {error}") from error
    with stream:
        yield Source(name, given if stream.seekable() else None, stream, max_line)
