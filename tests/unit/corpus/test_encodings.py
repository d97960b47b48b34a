"""Files that are not UTF-8: read rightly, or refused with advice that leads on, and never scored as they are."""

import codecs
import gzip
import io
import json
import pickle
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.corpus import detecting
from mondegreen.corpus.detecting import NotUtf8Error, guesses, seven_bits
from mondegreen.corpus.encodings import checked, iconv_name, shown_name, wide
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.sniffing import sniff
from mondegreen.corpus.source import opened
from mondegreen.corpus.table import as_list
from mondegreen.errors import ParseError, UsageError

PAGES = json.loads(Path(__file__).with_name("code_pages.json").read_text("utf-8"))
PAIRS = [(language, encoding) for language in PAGES for encoding in PAGES[language]["encodings"]]
WIDE = ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"]
MARKS = {
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}


def text_in(language: str, encoding: str, lines: int) -> tuple[str, bytes]:
    """Return as many lines of a language as there are in this encoding, which is no UTF-8."""
    found = []
    for line in PAGES[language]["lines"]:
        try:
            line.encode(encoding)
        except UnicodeEncodeError:
            continue
        found.append(line)
    text = "\n".join(found[:lines]) + "\n"
    data = text.encode(encoding)
    if not found or data.isascii():
        pytest.skip("nothing to tell")
    return text, data


def lines_of(path: Path, encoding: str | None = None) -> list[Any]:
    with opened(path, max_line=10**6, encoding=encoding) as source:
        table = FORMATS.get(sniff(source))().read(source)
    return as_list(table.columns["text"])


def problem_of(path: Path, encoding: str | None = None) -> str:
    with pytest.raises(ParseError) as caught:
        lines_of(path, encoding)
    return str(caught.value)


# -- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["latin", "utf9", "", "cp1252\0", "cp 99999"])
def test_what_is_no_encoding(name: str) -> None:
    with pytest.raises(UsageError, match=r"no encoding is named|no encoding of text"):
        checked(name) if name != "latin" else checked("latim1")


@pytest.mark.parametrize("name", ["rot13", "base64", "idna", "unicode_escape", "undefined", "zip"])
def test_what_is_no_encoding_of_files(name: str) -> None:
    with pytest.raises(UsageError, match="is not an encoding of text files"):
        checked(name)


def test_names_are_taken_back() -> None:
    """What a message names can be typed, for us and for iconv."""
    for encoding in {*detecting._CODECS, *WIDE, "utf-7", "hz", "iso2022_jp", "iso2022_kr"}:
        name = codecs.lookup(encoding).name
        assert checked(shown_name(encoding)) == name
        assert checked(name.upper()) == name


def test_iconv_knows_the_names() -> None:
    if shutil.which("iconv") is None:
        pytest.skip("iconv is not here")
    for encoding in {*detecting._CODECS, *WIDE, "utf-7", "hz", "iso2022_jp", "iso2022_kr"}:
        name = iconv_name(encoding)
        if name is not None:
            subprocess.run(["iconv", "-f", name, "-t", "utf-8"], input=b"", check=True)


# -- byte-order marks ------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", WIDE)
@pytest.mark.parametrize("language", ["de", "zh", "ar", "en"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_mark_says_what_a_file_is(
    tmp_path: Path, encoding: str, language: str, pack: Any
) -> None:
    lines = PAGES[language]["lines"] * 3000  # more than one block
    path = tmp_path / "x.txt"
    path.write_bytes(pack(MARKS[encoding] + "\n".join(lines).encode(encoding)))
    with pytest.warns(UserWarning, match=rf"read as UTF-{encoding[4:6]}, as its byte-order mark"):
        assert lines_of(path) == lines
    with pytest.warns(UserWarning, match="as its byte-order mark says"):
        assert lines_of(path, "cp1252") == lines  # a mark is surer than an option for two files


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.jsonl", '{"text": "für"}\n{"text": "uns"}\n'),
        ("x.csv", "id;text\r\n1;für\r\n2;uns\r\n"),
        ("x.tsv", "id\ttext\n1\tfür\n2\tuns\n"),
        (
            "x.srt",
            "1\n00:00:01,000 --> 00:00:02,000\nfür\n\n2\n00:00:03,000 --> 00:00:04,000\nuns\n",
        ),
        ("x.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nfür\n\n00:03.000 --> 00:04.000\nuns\n"),
        ("x.trn", "für (a-1)\nuns (a-2)\n"),
        ("x.json", '[{"text": "für"}, {"text": "uns"}]'),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-32-be", "cp1252", "mac-roman", "utf-8"])
def test_every_format_is_read_in_every_encoding(
    tmp_path: Path, name: str, content: str, encoding: str
) -> None:
    path = tmp_path / name
    mark = MARKS.get(encoding, b"")
    path.write_bytes(mark + content.encode(encoding))
    named = encoding if encoding in {"cp1252", "mac-roman"} else None
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*as its byte-order mark says")
        assert lines_of(path, named) == ["für", "uns"]


def test_an_xml_document_may_declare_another_encoding(tmp_path: Path) -> None:
    body = (
        '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="2s">für</p>'
        "</div></body></tt>"
    )
    path = tmp_path / "x.ttml"
    for encoding, named in (("utf-16", None), ("iso-8859-1", None), ("iso-8859-1", "latin1")):
        declared = f'<?xml version="1.0" encoding="{encoding}"?>{body}'
        path.write_bytes(declared.encode(encoding))
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*as its byte-order mark says")
            assert lines_of(path, named) == ["für"]


@pytest.mark.parametrize("encoding", WIDE)
@pytest.mark.parametrize("language", [*PAGES])
@pytest.mark.parametrize("count", [1, 3])
def test_utf_16_and_utf_32_without_a_mark_are_named(
    tmp_path: Path, encoding: str, language: str, count: int
) -> None:
    text = "\n".join(PAGES[language]["lines"][:count]) + "\n"
    data = text.encode(encoding)
    assert wide(data) == encoding
    path = tmp_path / "x.txt"
    path.write_bytes(data)
    said = problem_of(path)
    name = shown_name(encoding)
    assert f"in {name} without a byte-order mark" in said
    assert said.endswith(f"add --encoding {name}, or convert with: iconv -f {name} -t utf-8 {path}")
    for named in (name, encoding, encoding[:6]):
        assert "\n".join(lines_of(path, named)) + "\n" == text


@pytest.mark.parametrize("encoding", WIDE)
def test_the_wrong_width_or_order_is_refused(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes("der zug\nfährt\n".encode(encoding))
    for other in ({*WIDE, "utf-16", "utf-32"}) - {encoding, encoding[:6]}:
        said = problem_of(path, other)
        assert f"is {shown_name(encoding)} and not {shown_name(other)}" in said
    path.write_bytes("der zug\nfährt\n".encode())
    assert "is not UTF-16LE, as --encoding says" in problem_of(path, "utf-16-le")


# -- encodings that are named ----------------------------------------------------------------------


@pytest.mark.parametrize(("language", "encoding"), PAIRS)
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_file_is_read_in_its_encoding(
    tmp_path: Path, language: str, encoding: str, pack: Any
) -> None:
    text, data = text_in(language, encoding, 5)
    path = tmp_path / "x.txt"
    path.write_bytes(pack(data * 50))
    assert lines_of(path, encoding) == (text * 50).split("\n")[:-1]


def test_a_long_file_is_cut_between_characters(tmp_path: Path) -> None:
    lines = ["今何時ですか" * 3000 for _ in range(400)]
    path = tmp_path / "x.txt"
    path.write_bytes("\n".join(lines).encode("shift_jis"))
    assert lines_of(path, "shift_jis") == lines


def test_the_wrong_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes("ab\nc\nder preis ist 20 €\n".encode("cp1252"))
    assert "x.txt:3: a control character (U+0080) in ISO-8859-1; it " in problem_of(path, "latin1")
    text, data = text_in("pl", "cp1250", 5)
    path.write_bytes(b"ab\nc\n" + data)
    said = problem_of(path, "shift_jis")
    assert "x.txt:3: byte 0x" in said
    assert "is not Shift_JIS; it looks like cp1250" in said
    assert lines_of(path, "cp1250") == ["ab", "c", *text.splitlines()]
    path.write_bytes("ab\nwir müssen über die brücke\n".encode())
    for encoding in ("cp1252", "latin1", "koi8-r", "cp437", "mac-roman"):
        said = problem_of(path, encoding)
        assert "use --hypothesis-encoding" in said or "leave out --encoding" in said
    assert lines_of(path, "UTF-8") == ["ab", "wir müssen über die brücke"]
    path.write_bytes(b"plain\nascii\n")
    assert lines_of(path, "cp1252") == ["plain", "ascii"]
    path.write_bytes(b"+2AA-\n")
    assert "half of a surrogate pair in UTF-7" in problem_of(path, "utf-7")


def test_what_has_no_encoding_is_left_alone(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    parquet.write_table(pa.table({"text": ["für", "uns"]}), tmp_path / "x.parquet")
    assert lines_of(tmp_path / "x.parquet", "cp1252") == ["für", "uns"]


# -- encodings that are not named ------------------------------------------------------------------


@pytest.mark.parametrize(("language", "encoding"), PAIRS)
def test_the_advice_reads_the_file_rightly(tmp_path: Path, language: str, encoding: str) -> None:
    text, data = text_in(language, encoding, 3)
    path = tmp_path / "x.txt"
    path.write_bytes(data)
    said = problem_of(path)
    name = said.partition("add --encoding ")[2].partition(",")[0]
    assert lines_of(path, name) == text.split("\n")[:-1]
    command = said.partition("convert with: ")[2]
    if command and shutil.which("iconv"):
        done = subprocess.run(["bash", "-c", command], capture_output=True, check=True)
        assert done.stdout.decode() == text


@pytest.mark.parametrize(("language", "encoding"), PAIRS)
def test_one_line_is_told_or_named_as_doubtful(language: str, encoding: str) -> None:
    text, data = text_in(language, encoding, 1)
    found = guesses(data)
    right = [data.decode(guess.encoding) == text for guess in found]
    assert right[0] or detecting._described(found, "").startswith("it may be ")


@pytest.mark.parametrize(("language", "encoding"), PAIRS)
@pytest.mark.parametrize("count", [1, 3])
def test_the_other_file_decides(language: str, encoding: str, count: int) -> None:
    text, data = text_in(language, encoding, count)
    words = text.split(" ")
    heard = " ".join([words[0].capitalize(), *words[2:]]) if len(words) > 3 else text[:-2]
    assert data.decode(guesses(data, heard)[0].encoding) == text


def test_without_the_library_the_other_file_still_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(detecting, "_chardet", lambda: None)
    text, data = text_in("pl", "iso8859_2", 3)
    assert data.decode(guesses(data, text.upper())[0].encoding) == text
    said = NotUtf8Error("x", 1, "found", b"", data, "").problem
    assert "is not known, name it with --encoding" in said
    assert "pip install '.[encodings]'" in said
    assert "latin" not in said.lower()


@given(st.binary(min_size=1, max_size=60))
def test_any_bytes_get_advice_that_can_be_followed(data: bytes) -> None:
    try:
        data.decode()
    except UnicodeDecodeError:
        pass
    else:
        return
    problem = NotUtf8Error("x", 1, "found", b"", data, "").problem
    name = problem.partition("add --encoding ")[2].partition(",")[0]
    assert not name or data.decode(name)


def test_the_error_can_be_pickled_and_is_small() -> None:
    error = NotUtf8Error("x", 1, "found", b"", b"\xe9" * 10**6, "")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line, type(again)) == (str(error), 1, ParseError)
    assert len(pickle.dumps(error)) < 1000


# -- UTF-8 that is none ----------------------------------------------------------------------------


def test_two_encodings_in_one_file(tmp_path: Path) -> None:
    one, other = "wir müssen über die brücke\n", "próxima estación mañana\n"
    path = tmp_path / "x.txt"
    for parts in (
        [one.encode(), b"ascii\n", other.encode("cp1252")],
        [other.encode("cp1252"), b"ascii\n", one.encode()],
        [one.encode("latin1"), other.encode()],
    ):
        path.write_bytes(b"".join(parts))
        said = problem_of(path)
        assert "1 is UTF-8 and 1 is not: the file was put together from several encodings" in said
        assert "iconv" not in said
    path.write_bytes(one.encode() * 9 + other.encode("cp1252"))
    assert "x.txt:10: byte 0xf3 at column 3 is not UTF-8; of the lines" in problem_of(path)


def test_a_file_whose_head_is_ascii(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(b"plain ascii line\n" * 20_000 + "żółw poszedł dziś rano\n".encode("cp1250"))
    said = problem_of(path)
    assert "x.txt:20001: byte 0xbf at column 1 is not UTF-8" in said
    assert "add --encoding cp1250" in said
    for name, content in (
        ("x.csv", b"text\n"),
        ("x.trn", b"so (u-1)\n"),
        ("x.jsonl", b'{"text": "a"}\n'),
    ):
        path = tmp_path / name
        path.write_bytes(content * 9000 + b"caf\xe9 \n")
        assert "byte 0xe9" in problem_of(path)


@pytest.mark.parametrize(
    "bad", [b"\xed\xa0\xbd\xed\xb8\x80", b"\xed\xa0\x80"], ids=["a pair", "a half"]
)
def test_surrogates_in_utf8_are_named(tmp_path: Path, bad: bytes) -> None:
    (tmp_path / "x.txt").write_bytes(b"a\nfine " + bad + b"\n")
    said = problem_of(tmp_path / "x.txt")
    assert "x.txt:2: byte 0xed at column 6 is not UTF-8" in said
    assert "halves of surrogate pairs (CESU-8" in said
    assert "iconv" not in said


@pytest.mark.parametrize("bad", [b"\xc0\xaf", b"\xe0\x80\xaf", b"\xf4\x90\x80\x80", b"\xe2\x82"])
def test_overlong_and_cut_characters_are_refused(tmp_path: Path, bad: bytes) -> None:
    (tmp_path / "x.txt").write_bytes(b"a\nfine " + bad + b"\n")
    assert "x.txt:2: byte 0x" in problem_of(tmp_path / "x.txt")


@pytest.mark.parametrize("name", ["x.txt", "x.csv", "x.jsonl", "x.trn", "x.srt"])
@pytest.mark.parametrize("far", [1, 30_000])
def test_nul_bytes_are_no_text_wherever_they_are(tmp_path: Path, name: str, far: int) -> None:
    rows = {"x.csv": b"text\n", "x.jsonl": b'{"text": "a"}\n', "x.trn": b"so (u-1)\n"}
    path = tmp_path / name
    path.write_bytes(rows.get(name, b"plain\n") * far + b"one\0two\n")
    assert f"{name}:{far + 1}: binary file: a NUL byte was found" in problem_of(path)


@pytest.mark.parametrize(
    ("language", "encoding"), [("ja", "iso2022_jp"), ("ko", "iso2022_kr"), ("zh", "hz")]
)
def test_seven_bits_that_mean_other_letters(tmp_path: Path, language: str, encoding: str) -> None:
    text = "\n".join(PAGES[language]["lines"]) + "\n"
    path = tmp_path / "x.txt"
    path.write_bytes(text.encode(encoding))
    said = problem_of(path)
    name = shown_name(encoding)
    assert f"it is in {name}, expected UTF-8; add --encoding {name}" in said
    assert "\n".join(lines_of(path, name)) + "\n" == text


@pytest.mark.parametrize("language", ["de", "fr", "pl", "ru", "el", "ja", "ar"])
def test_utf_7(tmp_path: Path, language: str) -> None:
    text = "\n".join(PAGES[language]["lines"]) + "\n"
    (tmp_path / "x.txt").write_bytes(text.encode("utf-7"))
    assert "it is in UTF-7" in problem_of(tmp_path / "x.txt")
    assert "\n".join(lines_of(tmp_path / "x.txt", "utf-7")) + "\n" == text


@pytest.mark.parametrize(
    "text",
    [
        "two + two - one is 2+2-1\na+b-c\nc+d-e",
        "\x1b[31mred\x1b[0m and \x1b[1mbold",
        "a ~{ tilde } and ~} more ~{",
        "call +4930-1234 or +4940-5678",
        "+ab-cd +ef-gh",
        "C++ - and C++-17, C++-20",
        "~{!~}",
    ],
)
def test_plain_ascii_is_left_alone(tmp_path: Path, text: str) -> None:
    assert seven_bits(text.encode()) is None
    (tmp_path / "x.txt").write_bytes(text.encode())
    assert lines_of(tmp_path / "x.txt") == text.split("\n")


# -- line ends -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.txt", "für\runs\r"),
        ("x.txt", "für\runs"),
        ("x.csv", "id,text\r1,für\r2,uns\r"),
        ("x.tsv", "id\ttext\r1\tfür\r2\tuns"),
        ("x.jsonl", '{"text": "für"}\r{"text": "uns"}\r'),
        ("x.vtt", "WEBVTT\r\r00:01.000 --> 00:02.000\rfür\r\r00:03.000 --> 00:04.000\runs\r"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
def test_carriage_returns_alone_end_lines(
    tmp_path: Path, name: str, content: str, encoding: str
) -> None:
    (tmp_path / name).write_bytes(content.encode(encoding))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*as its byte-order mark says")
        named = "cp1252" if encoding == "cp1252" else None
        assert lines_of(tmp_path / name, named) == ["für", "uns"]


def test_carriage_returns_next_to_line_feeds_are_text(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes("a\rb\nc\u2028d\n".encode())
    assert lines_of(tmp_path / "x.txt") == ["a\rb", "c\u2028d"]
    (tmp_path / "x.txt").write_bytes(b"a\r" * 40_000 + b"b\n")
    assert lines_of(tmp_path / "x.txt") == ["a\r" * 40_000 + "b"]


def test_the_lines_of_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    from types import SimpleNamespace

    stream = SimpleNamespace(buffer=io.BytesIO("für\runs\r".encode("cp1252")))
    monkeypatch.setattr("sys.stdin", stream)
    with opened("-", max_line=99, encoding="cp1252") as source:
        assert list(source.lines()) == ["für", "uns"]


def windows() -> Iterator[tuple[str, bytes, str]]:
    """Yield samples of one to five lines, in each encoding that has their letters, and what was heard."""
    for language, encoding in PAIRS:
        lines = PAGES[language]["lines"]
        for count in (1, 2, 3, 5):
            for start in range(len(lines) - count + 1):
                text = "\n".join(lines[start : start + count]) + "\n"
                words = text.split(" ")
                heard = " ".join([words[0], *words[2:]]) if len(words) > 3 else f"{text[:-2]}\n"
                try:
                    data = text.encode(encoding)
                except UnicodeEncodeError:
                    continue
                if not data.isascii():
                    yield text, data, heard


@pytest.mark.slow
def test_how_often_the_first_encoding_named_is_right() -> None:
    """The figures of docs/formats.md."""
    alone = together = number = 0
    for text, data, heard in windows():
        number += 1
        for like in ("", heard):
            found = guesses(data, like)
            right = bool(found) and data.decode(found[0].encoding) == text
            together += right and bool(like)
            alone += right and not like
    page = (Path(__file__).parents[3] / "docs" / "formats.md").read_text("utf-8")
    encodings = len({encoding for _, encoding in PAIRS})
    assert (
        f"On {number} samples of one to five lines in {len(PAGES)} languages and {encodings} encodings "
        f"the first proposal was right for {alone} without the other file, and for {together} with it."
    ) in " ".join(page.split())


@pytest.mark.parametrize("word", ["fluß", "grüß", "naïve", "œuvre", "İzmir", "ŁÓDŹ"])
def test_one_letter_is_found_in_the_other_file(word: str) -> None:
    """Also one that becomes ASCII where case is folded, as ß does."""
    like = f'{{"id": "a", "text": "das café"}}\n{{"id": "b", "text": "so {word} goes"}}\n'
    encodings = ["cp1252", "cp1254", "cp1250"]
    encoding = next(each for each in encodings if word == word.encode(each, "replace").decode(each))
    (found, *_) = guesses(f"so {word} goes\n".encode(encoding), like)
    assert (found.text, found.like) == (f"so {word} goes", True)


def test_ligatures_of_the_macintosh_are_no_guess() -> None:
    assert "ﬂ" not in guesses("der fluß war groß und weiß\n".encode("cp1252"))[0].text
