"""Opening, unpacking and decoding, whatever the format."""

from __future__ import annotations

import bz2
import errno
import gzip
import io
import lzma
import os
import sys
import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from mondegreen.corpus import read, source
from mondegreen.errors import InputError, InputTypeError, ParseError

if TYPE_CHECKING:
    from pathlib import Path

JSONL = '{"ref": "a", "hyp": "b"}\n'


class Pipe(io.RawIOBase):
    """A stream that gives few bytes at a time and cannot seek."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Give seven bytes at most."""
        chunk, self.data = self.data[: min(len(buffer), 7)], self.data[7:]
        buffer[: len(chunk)] = chunk
        return len(chunk)


@pytest.mark.parametrize("make", [io.BytesIO, lambda data: io.BufferedReader(Pipe(data))])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_stdin(monkeypatch: pytest.MonkeyPatch, make: Any, pack: Any) -> None:
    """Standard input is sniffed like a file, and may be a pipe and packed."""
    data = pack(("\ufeff" + JSONL * 5000).encode())
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=make(data)))
    corpus = read("-")
    assert (len(corpus), corpus.source) == (5000, "<stdin> (jsonl)")


def test_stdin_beside_a_file(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the two may be standard input, and errors name it."""
    name = write("r.txt", "a\nb\n")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"c\nd\n")))
    assert list(read(name, "-").hypotheses) == ["c", "d"]
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b'{"text": "\xff"}\n')))
    with pytest.raises(ParseError) as error:
        read("-", name)
    assert str(error.value) == (
        "<stdin>:1: byte 0xff at column 11 is not UTF-8; convert with: iconv -f latin1 -t utf-8"
    )


def test_closed_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    """No standard input is an error like any other."""
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input is closed"):
        read("-")


def test_gzip(write: Any) -> None:
    """The packing is found by its bytes; the rest of the name still counts."""
    name = write("text.gz", gzip.compress(b"u1 a\n") + gzip.compress(b"u2 b\n"))
    assert read(name, name).ids == ["u1", "u2"]
    wrong = write("x.csv.gz", gzip.compress(b"ref,hyp\na,\xe9\n"))
    with pytest.raises(ParseError, match=r"with: gunzip -c x\.csv\.gz \| iconv -f latin1"):
        read(wrong)


def test_damaged_gzip(write: Any) -> None:
    """Cut or altered gzip is an error with the name of the file."""
    data = gzip.compress(os.urandom(300_000).hex().encode())
    for broken in (data[:-9], data[:20], data[:-8] + b"12345678", data + b"more"):
        with pytest.raises(ParseError, match=r"^x\.gz: the gzip data is damaged or cut short"):
            read(write("x.gz", broken), "x.gz", format="lines")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_named_pipe(tmp_path: Path) -> None:
    """A pipe such as ``<(zcat FILE)`` is read once, from the start to the end."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(JSONL.encode() * 9,))
    writer.start()
    assert len(read(path)) == 9
    writer.join()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            "a\nb".encode("utf-16"),
            "x:1: the file is UTF-16, expected UTF-8; convert with: iconv -f utf-16 -t utf-8 x",
        ),
        (
            b"one\ntwo\0\n",
            "x:2: binary file: a NUL byte was found, expected UTF-8 text (audio? UTF-16?)",
        ),
        (
            bz2.compress(b"a\n"),
            "x: the file is packed with bzip2, expected plain text or gzip; unpack it",
        ),
        (
            lzma.compress(b"a\n"),
            "x: the file is packed with xz, expected plain text or gzip; unpack it",
        ),
        (b"", "x: no utterances (the file is empty); expected at least one"),
        (b"\xef\xbb\xbf", "x: no utterances (the file is empty); expected at least one"),
    ],
)
def test_no_text(write: Any, data: bytes, message: str) -> None:
    """What is no text at all is told from its first bytes."""
    with pytest.raises(InputError) as error:
        read(write("x", data), "x")
    assert str(error.value) == message


def test_not_there(write: Any, tmp_path: Path) -> None:
    """Reasons, not tracebacks; the second file is looked for before the first is read."""
    bad = write("bad.txt", b"\xff\n")
    for path, reason in (
        ("none.txt", "none.txt: no such file"),
        (tmp_path, f"{tmp_path}: is a directory, expected a file"),
        ("bad.txt/x", "bad.txt/x: cannot be opened: Not a directory"),
        ("nul\0", "'nul\\x00' is not a file name: embedded null byte"),
    ):
        with pytest.raises(InputError) as error:
            read(bad, path)
        assert str(error.value) == reason


def test_not_allowed(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that may not be read says so; root may read all, so the refusal is played."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(source, "open", refuse, raising=False)
    with pytest.raises(InputError, match=r"^x\.txt: cannot be opened: Permission denied$"):
        read(write("x.txt", "a\n"))


def test_texts_are_no_paths() -> None:
    """A list of texts is told where to go."""
    with pytest.raises(InputTypeError, match="expected the path of a file or '-', got list"):
        read(["a", "b"])  # type: ignore[arg-type]
