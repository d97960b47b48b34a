"""Plain lines: every line is an utterance, and nothing else ends one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up import read_made_up

from mondegreen import _kernel
from mondegreen.corpus import read
from mondegreen.errors import PairingError, ParseError

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r\0"))


@pytest.fixture
def python_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read lines in Python, whatever the kernel can."""
    monkeypatch.delattr(_kernel, "split_lines", raising=False)


def texts(name: str, **options: Any) -> list[str]:
    """Read a file as references, against itself."""
    return list(read(name, name, format="lines", **options).references)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("a\nb\n", ["a", "b"]),
        ("a\nb", ["a", "b"]),
        ("a\n\n\nb\n", ["a", "", "", "b"]),
        ("\n", [""]),
        ("a\n\n", ["a", ""]),
        ("a\r\nb\r\n", ["a", "b"]),
        ("\r\n\r\n", ["", ""]),
        ("one\rstill one\ntwo\n", ["one\rstill one", "two"]),
        ("a\u2028b\x0bc\x0cd\x85e\x1cf\n", ["a\u2028b\x0bc\x0cd\x85e\x1cf"]),
        ("\ufeffa\nb\n", ["a", "b"]),
        ("a\n\ufeffb\n", ["a", "b"]),  # of a file that was appended to another
        ("a\ufeffb\n", ["a\ufeffb"]),
        (" a \n", [" a "]),
    ],
)
def test_lines(write: Any, content: str, expected: list[str]) -> None:
    """Blank and one-character lines stay; CRLF counts as one end; a BOM is not a text."""
    assert texts(write("x.txt", content)) == expected


@pytest.mark.filterwarnings("ignore:.*(is the word|hold U|hold escapes|seem encoded|have . inside)")
@given(rows=st.lists(TEXT, min_size=1), end=st.sampled_from(["\n", "\r\n"]), last=st.booleans())
def test_round_trip(
    tmp_path_factory: pytest.TempPathFactory, *, rows: list[str], end: str, last: bool
) -> None:
    """What was written line by line comes back, with or without the last end."""
    path = tmp_path_factory.mktemp("lines") / "x.txt"
    path.write_bytes((end.join(rows) + (end if last or rows[-1] == "" else "")).encode())
    # A byte-order mark at the start of a line is the only thing that is taken away.
    expected = [row.removeprefix("\ufeff") for row in rows]
    corpus = read_made_up(path, path, format="lines")
    assert list(corpus.references) == expected


def test_native_kernel(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel gets the bytes without BOM, the name and the limit; its column is kept."""
    calls = []
    column = ["a", "b"]

    def split_lines(data: bytes, path: str, max_line: int) -> list[str]:
        calls.append((data, path, max_line))
        return column

    monkeypatch.setattr(_kernel, "split_lines", split_lines, raising=False)
    name = write("x.txt", "\ufeffa\nb\n")
    corpus = read(name, name, max_line=99)
    assert corpus.references is column
    assert calls == [(b"a\nb\n", "x.txt", 99)] * 2


def test_counts_differ(write: Any) -> None:
    """Positions pair only where the counts are equal."""
    with pytest.raises(PairingError) as error:
        read(write("ref.txt", "a\nb\nc\n"), write("hyp.txt", "a\nb\n"))
    assert str(error.value) == (
        "references: 3 in ref.txt, hypotheses: 2 in hyp.txt; without ids the counts must "
        "be equal. Give both files ids (Kaldi text, with --format kaldi; trn; or a column id), or "
        "add the "
        "missing lines. If the line breaks differ: --join-by COLUMN aligns each document as one text, "
        "mondegreen score -g all lines"
    )


@pytest.mark.usefixtures("python_kernel")
def test_bad_byte(write: Any) -> None:
    """A byte that is no UTF-8 is named with its place and the way out."""
    name = write("x y.txt", b"fine\r\n\r\ncaf\xe9 au lait\n")
    with pytest.raises(ParseError) as error:
        texts(name)
    assert str(error.value) == (
        "x y.txt:3: byte 0xe9 at column 4 is not UTF-8; "
        "it may be cp1252 ('café au lait'): add --encoding cp1252, or convert with: "
        "iconv -f CP1252 -t utf-8 'x y.txt'"
    )


@pytest.mark.usefixtures("python_kernel")
@pytest.mark.parametrize("bad", [b"\xed\xa0\x80", b"\xc0\xaf", b"\xf4\x90\x80\x80", b"\xe2\x82"])
def test_strictness(write: Any, bad: bytes) -> None:
    """Surrogates, overlong forms and cut characters are refused too."""
    with pytest.raises(ParseError, match="is not UTF-8"):
        texts(write("x.txt", b"a\n" + bad + b"\n"))


@pytest.mark.usefixtures("python_kernel")
@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_longest_line(write: Any, end: str) -> None:
    """The limit counts the bytes of the line without its end."""
    assert texts(write("x.txt", "é" * 5 + end), max_line=10) == ["é" * 5]
    with pytest.raises(ParseError) as error:
        texts(write("y.txt", "a\n" + "b" * 1000 + end), max_line=10)
    assert str(error.value) == (
        "y.txt:2: a line of 1,000 bytes, more than the limit of 10; raise it with --max-line"
    )
