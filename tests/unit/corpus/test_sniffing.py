"""What a file is taken for."""

from __future__ import annotations

import ast
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from mondegreen.corpus import Certainty, Format, Sample, Source, Table
from mondegreen.corpus.converting import read_transcript
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.sniffing import sniff
from mondegreen.corpus.source import opened
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("x", b"PAR1....", "parquet"),
        ("x", b"ARROW1\0\0", "arrow"),
        ("x.txt", b"\xff\xff\xff\xff\x10\0\0\0", "arrow"),
        ("x", '\n\n {"ref": "a"}\n', "jsonl"),
        ("x.csv", '{"ref": "a"}\n', "jsonl"),
        ("x", '{"ref": "a" oops\n', "jsonl"),
        ("x", '[{"ref": "a"}]\n', "json"),
        ("x", '{\n "ref": "a"}\n', "jsonl"),
        ("x", '{"long": "' + "a" * 100_000 + '"}\n', "jsonl"),
        ("x.jsonl", "so it goes\n", "jsonl"),
        ("x", "[noise] so it goes\n", "lines"),
        ("x", "{ a / b } so\n", "lines"),
        ("x", "a (spk-1)\n;; note\nb (c) (spk-2)\n", "trn"),
        ("x", "a (spk-1)\n" * 40 + "b\n", "trn"),
        ("x", "a (spk-1)\nb\n", "lines"),
        ("x", "hello (laughs)\n", "lines"),
        ("x.trn", "hello\n", "trn"),
        ("x", "é (s-1)\n" * 20_000, "trn"),
        ("x", "id\ttext\n1\ta\n", "tsv"),
        ("x.csv", '"id"\t"text"\n1\ta\n', "tsv"),
        ("x", "utt1\tso it goes\n", "lines"),
        ("x", "utt1\toutput\n", "lines"),
        ("x", "path\toutput\n1\ta\n", "tsv"),
        ("x", "wav\twords\n1\ta\n", "tsv"),
        ("x.TSV", "a\tb\n", "tsv"),
        ("x.csv", "a,b\n", "csv"),
        ("x", "id,text\n1,a\n", "csv"),
        ("x.txt", ',"reference",hypothesis\n', "csv"),
        ("x", 'id,text,"more\n', "lines"),
        ("x", "text,me\n", "lines"),
        ("x", "no sentence, text\n", "lines"),
        ("x", "sentence, text\n", "lines"),
        ("text", "a b\n", "kaldi"),
        ("text.txt", "a b\n", "lines"),
        ("hyp.text", "a b\n", "kaldi"),
        ("x.parquet", "a\n", "parquet"),
        ("x.txt", "a\n", "lines"),
        ("x.txt", "", "lines"),
        ("x", "\n\n", "lines"),
    ],
)
def test_sniff(write: Any, name: str, content: str | bytes, expected: str) -> None:
    """Content first, then the suffix, then plain lines."""
    with opened(write(name, content), max_line=1000) as source:
        assert sniff(source) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("{" + "\n" * 60_000, "lines"),
        ("[" + " \n" * 30_000, "lines"),
        ("[ {" + "\n" * 60_000, "lines"),
        ("\n" * 60_000 + "{", "lines"),
        ("{" + "\n" * 60_000 + '"a": 1}', "jsonl"),
        ("(a" * 30_000 + "\n", "lines"),
        ("(a1)" + " " * 60_000 + "x\n", "lines"),
        ("a," * 30_000 + "\n", "lines"),
        ("[" * 100_000, "lines"),
        ('{"a":[' * 20_000, "jsonl"),
    ],
)
def test_long_gaps(write: Any, content: str, expected: str) -> None:
    """Whatever the head holds, it is looked at in a time that grows with its length alone."""
    before = time.process_time()
    with opened(write("x", content), max_line=1000) as source:
        assert sniff(source) == expected
    assert time.process_time() - before < 2  # with every gap tried twice it would be a minute


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("kind", FORMATS.names())
def test_an_empty_file_of_any_name(tmp_path: Path, kind: str, content: bytes) -> None:
    """It says that nothing is there, not that a column is missing."""
    if kind in {"parquet", "arrow", "kaldi-folder", "huggingface", "files", "runfile"}:
        return
    path = tmp_path / f"file.{kind}"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_transcript(path, kind)
    assert "which column" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("\n\nWEBVTT\n", "a blank line, expected WEBVTT"),
        ("so\n", "got 'so', expected WEBVTT"),
    ],
)
def test_what_is_no_start_of_vtt(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "file.vtt"
    path.write_bytes(content.encode())
    with pytest.raises(InputError, match=said):
        read_transcript(path)


class Sure(Format):
    """A format that is as sure as it is told of what begins like WebVTT."""

    name, about, certainty = "a-plugin", "sure of itself", 0

    def recognise(self, sample: Sample) -> int:
        return self.certainty if sample.text.startswith("WEBVTT") else Certainty.NO

    def read(self, source: Source) -> Table:
        raise NotImplementedError


@pytest.mark.parametrize(
    ("certainty", "expected"),
    [
        (Certainty.MAGIC - 1, "vtt"),
        (Certainty.MAGIC, "vtt"),  # of equals the built-in one
        (Certainty.MAGIC + 1, "a-plugin"),
    ],
)
def test_the_surest_is_taken(
    write: Any, monkeypatch: pytest.MonkeyPatch, certainty: int, expected: str
) -> None:
    monkeypatch.setattr(FORMATS, "_table", dict(FORMATS._table))
    FORMATS.register("a-plugin", type("Told", (Sure,), {"certainty": certainty}))
    with opened(write("x", "WEBVTT\n\n00:01.000 --> 00:02.000\nso\n"), max_line=1000) as source:
        assert sniff(source) == expected


def test_plain_lines_import_few_formats(tmp_path: Path) -> None:
    """What has no times, tags or cells asks the formats of plain text alone."""
    path = tmp_path / "a.txt"
    path.write_text("so it goes, and so on\n", encoding="utf-8")
    code = (
        "import sys\nfrom mondegreen.corpus import read\n"
        f"read({str(path)!r}, {str(path)!r})\n"
        "print([name.split('.')[3] for name in sys.modules"
        " if name.startswith('mondegreen.corpus.formats.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(ast.literal_eval(done.stdout)) == {"text"}
