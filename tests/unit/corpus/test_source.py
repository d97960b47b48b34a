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
from mondegreen.corpus.endings import transcript_endings
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


def test_stdin_next_to_a_file(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the two may be standard input, and errors name it."""
    name = write("r.txt", "a\nb\n")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"c\nd\n")))
    assert list(read(name, "-").hypotheses) == ["c", "d"]
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b'{"text": "caf\xe9"}\n')))
    with pytest.raises(ParseError) as error:
        read("-", name)
    said = str(error.value)
    assert said.startswith("<stdin>:1: byte 0xe9 at column 14 is not UTF-8; it may be cp1252 (")
    assert said.endswith(": add --encoding cp1252, or convert with: iconv -f CP1252 -t utf-8")


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
    with pytest.raises(ParseError, match=r"with: gunzip -c x\.csv\.gz \| iconv -f CP1252"):
        read(wrong)


def test_damaged_gzip(write: Any) -> None:
    """Cut or altered gzip is an error with the name of the file."""
    data = gzip.compress(os.urandom(300_000).hex().encode())
    for broken in (data[:-9], data[:20], data[:-8] + b"12345678", data + b"more"):
        with pytest.raises(ParseError, match=r"^x\.gz: the gzip data is damaged or cut short"):
            read(write("x.gz", broken), "x.gz", format="lines")


class Counted:
    """Data of one byte without end, and how much of them was taken."""

    def __init__(self, head: bytes) -> None:
        self.head, self.taken = head, 0

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def seekable(self) -> bool:
        """Say that it cannot be read twice."""
        return False

    def read(self, size: int) -> bytes:
        """Give as much as is asked for."""
        self.taken += size
        head, self.head = self.head[:size], self.head[size:]
        return head + b"a" * (size - len(head))


@pytest.mark.parametrize("form", ["lines", "kaldi", "csv", "jsonl", "trn", "tsv"])
def test_line_without_end(monkeypatch: pytest.MonkeyPatch, form: str, write: Any) -> None:
    """A stream is refused when a line in it is too long, and not when it is over."""
    monkeypatch.setattr(source, "_MOST_COUNTED", 2**22)
    heads = {"csv": "ref,hyp\n", "tsv": "ref\thyp\n", "jsonl": '{"ref": "a"}\n', "trn": "a (b)\n"}
    stream = Counted(heads.get(form, "a b\n").encode())
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=stream))
    with pytest.raises(ParseError) as error:
        read("-", write("h.txt", "a\n"), format=form, hypothesis_format="lines", max_line=2**21)
    assert str(error.value) == (
        "<stdin>:2: a line of over 4,194,304 bytes, more than the limit of 2,097,152; "
        "raise it with --max-line"
    )
    assert stream.taken < 2**23


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r\nmore\n", ""])
def test_long_line(write: Any, pack: Any, end: str) -> None:
    """The same line and size whether lines are cut natively or one by one, packed or not."""
    limit = 3 * 2**19
    start = "so it goes\n" * 300_000
    fits = write("fits", pack((start + "b" * limit + end).encode()))
    read(fits, fits, format="lines", max_line=limit)
    long = write("long", pack((start + "b" * (limit + 1) + end).encode()))
    for form in ("lines", "kaldi"):
        with pytest.raises(ParseError) as error:
            read(long, long, format=form, max_line=limit)
        assert str(error.value) == (
            "long:300001: a line of 1,572,865 bytes, more than the limit of 1,572,864; "
            "raise it with --max-line"
        )


@pytest.mark.parametrize("size", [2**16, 2**17, 2**20, 2**21 + 1])
def test_long_lines_within_the_limit(write: Any, size: int) -> None:
    """Lines that are longer than the stretches that are looked at are read whole."""
    texts = ["c" * size, "", "d" * (size - 1), "e" * size]
    name = write("x", "\n".join(texts))
    assert list(read(name, name, format="lines", max_line=size).references) == texts


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
            "a\nb".encode("utf-16-le"),
            (
                "x:1: it is in UTF-16LE without a byte-order mark, expected UTF-8; add --encoding "
                "UTF-16LE, or convert with: iconv -f UTF-16LE -t utf-8 x"
            ),
        ),
        (b"one\ntwo\0\n", "x:2: binary file: a NUL byte was found, expected UTF-8 text"),
        (
            bz2.compress(b"a\n"),
            "x: is packed with bzip2; unpack it and give plain text or gzip",
        ),
        (
            lzma.compress(b"a\n"),
            "x: is packed with xz; unpack it and give plain text or gzip",
        ),
        (b"", "x: no utterances (the file is empty); expected at least one"),
        (b"\xef\xbb\xbf", "x: no utterances (the file is empty); expected at least one"),
    ],
)
def test_no_text(write: Any, data: bytes, message: str) -> None:
    """What is not a text at all is told from its first bytes."""
    with pytest.raises(InputError) as error:
        read(write("x", data), "x")
    assert str(error.value) == message


def test_not_there(write: Any, tmp_path: Path) -> None:
    """Reasons, not tracebacks; the second file is looked for before the first is read."""
    bad = write("bad.txt", b"\xff\n")
    (tmp_path / "empty").mkdir()
    kinds = " ".join(transcript_endings())
    assert {".json", ".srt", ".txt", ".stm"} <= {*transcript_endings()}
    assert not {".csv", ".tsv", ".rttm", ".parquet", "text"} & {*transcript_endings()}
    for path, reason in (
        ("none.txt", "none.txt: no such file; expected the file of the hypotheses"),
        (
            "empty",
            f"empty: is a directory, expected a file, or a folder of transcripts ({kinds})",
        ),
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
