"""One opened file: its first bytes for sniffing, then its lines as strict UTF-8.

A file that is in another encoding, because it says so itself or the user does, is read as if it were UTF-8.
"""

from __future__ import annotations

import gzip
import io
import os
import sys
import zlib
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from mondegreen.corpus.encodings import UTF_8, Transcoded, checked, marked, shown_name, wide
from mondegreen.corpus.memory import refuse_more, refuse_scarcity, room
from mondegreen.corpus.pipes import at_once, wait_for_writer
from mondegreen.corpus.places import is_remote, opened_remotely, shown
from mondegreen.corpus.raw_streams import LineFeeds, Replay
from mondegreen.corpus.refused import PACKED, packed
from mondegreen.errors import (
    DoubtWarning,
    InputError,
    InputTypeError,
    ParseError,
    warn,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager

__all__ = ["Folder", "Source", "opened"]

_HEAD_SIZE = 2**16
_FURTHER = 2**24
_BUFFER_SIZE = 2**20
_TAIL_SIZE = 2**16
_MOST_COUNTED = 2**28  # of a line that is too long; one without end must not be read for ever
_BYTES_BETWEEN_LOOKS = 2**24
_MOST_LEVELS = 4  # of folders in each other
_GZIP = b"\x1f\x8b"
_SWITCHES = (b"\x1b", b"~{", b"+")  # to other letters, in encodings of seven bits
_LONGEST_MARK = 4
_MARK = "\ufeff"
_COLUMNS = (b"PAR1", b"ARROW1", b"\xff\xff\xff\xff")  # Parquet and Arrow, which have no encoding
_NO_TEXT = (*_COLUMNS, *(mark for row in PACKED for mark in row.begins))


class Source:
    """A file or standard input, read once from the start to the end.

    Attributes:
        name: the file as the user named it, or ``<stdin>``.
        path: the file where it can be opened again as it is; ``None`` for standard input,
            pipes, gzip, and what is not UTF-8.
        address: the path, or the address of a file elsewhere, that gives the same bytes again.
        head: the first bytes as UTF-8 (gzip and a byte-order mark taken off), for sniffing.
        max_line: the longest line in bytes that is read.
        encoding: that the user named; ``None`` for UTF-8, or what a byte-order mark says.
    """

    def __init__(
        self,
        name: str,
        path: str | None,
        stream: BinaryIO,
        max_line: int,
        encoding: str | None = None,
        *,
        address: str | None = None,
    ) -> None:
        self.name, self.path, self.max_line, self.encoding = name, path, max_line, encoding
        self.address = path if address is None else address
        self._stream, self._gzip, self._seekable = stream, False, True
        self.head = self._look()
        if self.head.startswith(_GZIP):
            self.path, self._gzip, self._seekable = None, True, False
            self.address = None
            self._stream = cast("BinaryIO", gzip.GzipFile(fileobj=self._stream))
            self.head = self._look()
        self.is_transcoded = False
        if self.head and not self.head.startswith(_NO_TEXT):
            self._take_encoding()
            self._take_line_ends()

    def _take_encoding(self) -> None:
        """Have all be UTF-8, whatever it is in.

        Raises:
            ParseError: the encoding that the user named is another.
        """
        mark, encoding = marked(self.head), self.encoding or UTF_8
        if mark is not None:
            encoding = mark.encoding
            self._stream.read(mark.size)
            self.head = self.head[mark.size :]
            if encoding != UTF_8:
                self._say_mark(encoding)
        elif encoding.startswith(("utf-16", "utf-32")):
            encoding = self._checked_width(encoding)
        if encoding == UTF_8:
            return
        sure = mark is not None
        self._pass_through(Transcoded(self._stream, encoding, self.name, sure=sure))
        self.is_transcoded = True

    def _checked_width(self, encoding: str) -> str:
        """Return which form of UTF-16 or UTF-32 a file without a mark has."""
        found = wide(self.head)
        if found is None or not found.startswith(encoding):
            is_what = "is not" if found is None else f"is {shown_name(found)} and not"
            raise ParseError(
                self.name, None, f"{is_what} {shown_name(encoding)}, as --encoding says"
            )
        return found

    def _take_line_ends(self) -> None:
        """Have line feeds at the ends of lines where there are carriage returns alone, and no other."""
        if b"\r" not in self.head or b"\n" in self.head:
            return
        if self.is_cut and b"\n" in self.look_further():
            return
        self._pass_through(LineFeeds(self._stream))

    def _pass_through(self, raw: io.RawIOBase) -> None:
        """Read what is left of the stream through another one."""
        self.path, self.address, self._seekable = None, None, False
        self._stream = cast("BinaryIO", io.BufferedReader(raw, _BUFFER_SIZE))
        self.head = self._look()

    def _say_mark(self, encoding: str) -> None:
        from mondegreen.corpus.detecting import iconv  # only where a file is not UTF-8

        name = shown_name(encoding)[: len("UTF-16")]
        warn(
            f"{self.name}: read as {name}, as its byte-order mark says; to convert it: "
            f"{iconv(self.name, name, self._unpacking)}",
            DoubtWarning,
        )

    @property
    def _unpacking(self) -> str:
        """The command that prints what is packed in the file; nothing if it is not packed."""
        return "gunzip -c" if self._gzip else ""

    def lines(self, *, keep_ends: bool = False) -> Iterator[str]:
        r"""Yield the lines; only ``\n`` and ``\r\n`` end one, and the last needs no end.

        Raises:
            ParseError: a line is too long or is not UTF-8, or the file is not a text.
            InputError: what was made of the lines has filled the memory.
        """
        self._check_text()
        number = 1
        # So that only the first line of a block can be too long.
        for block in self._whole_lines(min(_BUFFER_SIZE, self.max_line)):
            with self._reading():
                yield from self._cut(block, number, keep_ends=keep_ends)
            number += block.count(b"\n")

    def _whole_lines(self, size: int) -> Iterator[bytes]:
        """Yield the bytes cut at ends of lines, and refuse a first line that is too long.

        Args:
            size: bytes that are read at once.
        """
        number, at_first = 1, room()
        held: list[
            bytes
        ] = []  # a line that goes on; to join it for each block would take ever longer
        length = 0
        with self._reading():
            while block := self._stream.read(size):
                end = block.find(b"\n")
                longest = length + (
                    len(block) - 1 if end < 0 else end
                )  # a carriage return may still go
                held.append(block)
                if longest > self.max_line:
                    line = b"".join(held)[: longest + 1]
                    if len(_body(line)) > self.max_line:
                        more = iter(partial(self._stream.read, _BUFFER_SIZE), b"")
                        raise self._too_long(number, chain(held, more))
                length += len(block)
                if end >= 0:
                    cut = block.rfind(b"\n") + 1
                    held[-1] = block[:cut]
                    whole = b"".join(held)
                    held, length = [block[cut:]], len(block) - cut
                    yield whole
                    number += whole.count(b"\n")
                refuse_scarcity(self.name, at_first)
            rest = b"".join(held)
            if len(rest) > self.max_line:
                raise self._too_long(number, [rest])
        if rest:
            yield rest

    def _cut(self, block: bytes, number: int, *, keep_ends: bool) -> Iterable[str]:
        """Return whole lines as texts."""
        try:
            text = block.decode()
        except UnicodeDecodeError:
            return self._one_by_one(block, number, keep_ends=keep_ends)
        if b"\0" in block:
            return self._one_by_one(block, number, keep_ends=keep_ends)
        if _MARK in text:  # of a file that was put after another
            text = text.removeprefix(_MARK).replace(f"\n{_MARK}", "\n")
        if keep_ends:
            return io.StringIO(text, newline="\n")
        lines = (text.replace("\r\n", "\n") if "\r" in text else text).split("\n")
        if not lines[-1]:
            lines.pop()  # nothing is after the last line feed
        return lines

    def _one_by_one(self, block: bytes, number: int, *, keep_ends: bool) -> Iterator[str]:
        """Yield the lines before the one that is not a text, and raise what is wrong with it."""
        start = 0
        while start < len(block):
            end = block.find(b"\n", start) + 1 or len(block)
            line = block[start:end]
            if b"\0" in line:
                raise self._no_text(number, line)
            try:
                text = line.decode()
            except UnicodeDecodeError as error:
                after = block[end:] + self._stream.read(_FURTHER)
                before = b"\n".join(self.head.split(b"\n")[: number - 1])
                raise self._not_utf8(number, error, before, line + after) from None
            yield text if keep_ends else _without_end(text)
            start, number = end, number + 1

    def blocks(self, size: int) -> Iterator[bytes]:
        """Yield the bytes in blocks of whole lines, of about a size; what is in them is not looked at.

        Raises:
            ParseError: the file begins as no text does, or a line goes on for too long.
        """
        self._check_text()
        return self._whole_lines(size)

    def data(self, *, text: bool = True) -> bytes:
        """Return all the bytes; with ``text`` refuse what is plainly no text.

        Raises:
            ParseError: the data are not a text, or a line in them is too long. The latter is
                found before more than that line is in memory, but not to the byte: who cuts
                the lines must measure them.
            InputError: the data do not fit into memory.
        """
        if text:
            self._check_text()
        data = self._all(text=text)
        at = data.find(b"\0") if text else -1
        if at >= 0:
            raise self._no_text(data.count(b"\n", 0, at) + 1, data)
        mark = f"\n{_MARK}".encode()
        marked_inside = text and mark[1:2] in data and mark in data  # one byte is found faster
        return data.replace(mark, b"\n") if marked_inside else data

    def text(self) -> str:
        """Return all of it as text.

        Raises:
            ParseError: as `data`, or it is not UTF-8.
        """
        data = self.data()
        try:
            return data.decode()
        except UnicodeDecodeError:
            raise self.not_utf8(data) from None

    def _all(self, *, text: bool) -> bytes:
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
        return len(self.head) >= _HEAD_SIZE - _LONGEST_MARK

    def size(self) -> int:
        """Return the bytes of a file that can be opened again."""
        at = self._stream.tell()
        size = self._stream.seek(0, os.SEEK_END)
        self._stream.seek(at)
        return size

    def place(self) -> int:
        """Return where what was not read begins, in a file that can be opened again.

        Raises:
            ParseError: the file begins as no text does.
        """
        self._check_text()
        return self._stream.tell()

    def bytes_at(self, place: int, size: int) -> bytes:
        """Return bytes of a file that can be opened again, around all buffers."""
        with self._reading():
            raw = getattr(self._stream, "raw", self._stream)
            raw.seek(place)
            return cast("bytes", raw.read(size))

    def look_further(self) -> bytes:
        """Return the first 16 MiB, before anything was read."""
        return self._look(_FURTHER)

    def _look(self, size: int = _HEAD_SIZE) -> bytes:
        """Return the first bytes and leave the stream where it was."""
        with self._reading():
            head = self._stream.read(size)
            if self._seekable and self._stream.seekable():
                self._stream.seek(-len(head), os.SEEK_CUR)
            else:  # this also puts a buffer in C before GzipFile, which reads lines in Python
                replayed = io.BufferedReader(Replay(head, self._stream), _BUFFER_SIZE)
                self._stream = cast("BinaryIO", replayed)
        return head

    def _check_text(self) -> None:
        refusal = packed(self.name, self.head) if self.head.startswith(_NO_TEXT) else None
        if refusal is not None:
            raise refusal
        if b"\0" in self.head:
            at = self.head.index(b"\0")
            raise self._no_text(self.head.count(b"\n", 0, at) + 1, self.head)
        if self.encoding is None and any(mark in self.head for mark in _SWITCHES):
            self._refuse_seven_bits()

    def _refuse_seven_bits(self) -> None:
        """Refuse what is ASCII by its bytes and not by its meaning."""
        from mondegreen.corpus.detecting import NotUtf8Error, seven_bits  # seldom needed

        found = seven_bits(self.head)
        if found is not None:
            problem = f"it is in {shown_name(found)}, expected UTF-8"
            raise NotUtf8Error(self.name, 1, problem, b"", b"", self._unpacking, found)

    def _no_text(self, number: int, data: bytes) -> ParseError:
        """Return the error for NUL bytes, which UTF-16 and UTF-32 have without being binary."""
        found = wide(data[:_HEAD_SIZE])
        if found is None:
            problem = "binary file: a NUL byte was found, expected UTF-8 text"
            return ParseError(self.name, number, problem)
        from mondegreen.corpus.detecting import NotUtf8Error  # only where a file is not UTF-8

        problem = f"it is in {shown_name(found)} without a byte-order mark, expected UTF-8"
        return NotUtf8Error(self.name, 1, problem, b"", b"", self._unpacking, found)

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

    def not_utf8(self, data: bytes) -> ParseError:
        """Return the error for data of which not all are UTF-8."""
        try:
            data.decode()
        except UnicodeDecodeError as error:
            start = data.rfind(b"\n", 0, error.start) + 1
            number = data.count(b"\n", 0, start) + 1
            error.start -= start
            return self._not_utf8(number, error, data[:start], data[start:])
        raise ValueError(f"{self.name} is UTF-8")

    def _not_utf8(
        self, number: int, error: UnicodeDecodeError, before: bytes, data: bytes
    ) -> ParseError:
        """Return the error for a line; ``data`` begin with it."""
        from mondegreen.corpus.detecting import NotUtf8Error  # only where a file is not UTF-8

        found = f"byte 0x{data[error.start]:02x} at column {error.start + 1} is not UTF-8"
        return NotUtf8Error(self.name, number, found, before, data, self._unpacking)


def _without_end(line: str) -> str:
    return line.removesuffix("\n").removesuffix("\r") if line.endswith("\n") else line


def _ends(name: str, endings: tuple[str, ...]) -> bool:
    return name.lower().removesuffix(".gz").endswith(endings)


def _body(line: bytes) -> bytes:
    return line.removesuffix(b"\n").removesuffix(b"\r") if line.endswith(b"\n") else line


class Folder(Source):
    """A folder that is a data set; formats that are one file find no file here.

    Attributes:
        folder: where its files are.
        inner: the format of those files, where the user named it.
    """

    inner: str | None = None

    def __init__(self, name: str, path: str, max_line: int, encoding: str | None = None) -> None:
        super().__init__(name, None, io.BytesIO(), max_line, encoding)
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
        """Return the names of the files that hold transcripts by their endings, in order.

        Where there is none, those of the files in the folders in it, as `tree` has them.
        """
        endings = self.endings
        with self._reading():
            files = [path.name for path in self.folder.iterdir() if path.is_file()]
        found = [name for name in files if name[0] != "." and _ends(name, endings)]
        return sorted(found) or [name for name in self.tree() if _ends(name, endings)]

    def file(self, name: str) -> AbstractContextManager[Source]:
        """Open a file of the folder, as `opened` does."""
        return opened(self.folder / name, max_line=self.max_line, encoding=self.encoding)


@contextmanager
def opened(
    path: str | os.PathLike[str],
    *,
    max_line: int,
    encoding: str | None = None,
    expected: str = "",
) -> Iterator[Source]:
    """Open a path, or standard input for ``"-"``, and close it afterwards.

    Args:
        path: the file.
        max_line: the longest line that is read, in bytes.
        encoding: of the text, by any of its names; ``None`` for UTF-8, or what a byte-order mark
            says, which also comes before what is named here.
        expected: what is in it, for who gave the name of no file.

    Raises:
        InputError: the file is not there, or may not be read.
        UsageError: there is no such encoding.
    """
    encoding = None if encoding is None else checked(encoding)
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
        yield Source("<stdin>", None, stream, max_line, encoding)
        return
    name = shown(given)  # it goes into messages
    if "://" in given and is_remote(given):
        with opened_remotely(given) as far:
            yield Source(name, None, far, max_line, encoding, address=given)
        return
    try:
        stream = open(given, "rb", buffering=_BUFFER_SIZE, opener=at_once)  # noqa: SIM115 (given as it is; closed below)
    except IsADirectoryError:
        yield Folder(name, given, max_line, encoding)
        return
    except FileNotFoundError:
        what = f"; expected the file of {expected}" if expected else ""
        raise InputError(f"{name}: no such file{what}") from None
    except OSError as error:
        raise InputError(f"{name}: cannot be opened: {error.strerror or error}") from error
    except ValueError as error:  # a NUL character in the path
        raise InputError(f"'{name}' is not a file name: {error}") from error
    with stream:
        wait_for_writer(stream, name)
        yield Source(name, given if stream.seekable() else None, stream, max_line, encoding)
