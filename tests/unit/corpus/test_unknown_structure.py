"""What is in no known format is refused, and not read as plain lines; what is words stays words."""

from __future__ import annotations

from typing import Any

import pytest

from mondegreen.corpus import FORMATS, Sample, read
from mondegreen.corpus.refused import PACKED, REFUSED
from mondegreen.corpus.sniffing import sniff
from mondegreen.corpus.source import opened
from mondegreen.corpus.structure import structure_of
from mondegreen.errors import InputError

XML = "XML or another text of tags"
TIMES = "text with times"
STRUCTURED = {
    "arrows without points": ("1\n00:00:01 --> 00:00:02\nso it\n", TIMES),
    "starts and ends with blanks": (
        "0.000 1.25 so it\n1.25 2.5 goes\n",
        "lines of start, end and text",
    ),
    "xml": ("<?xml version='1.0'?>\n<a>\n<b t='1'>so it</b>\n</a>\n", XML),
    "tags alone": ("<transcript lang='en'>\n<p>so it</p>\n</transcript>\n", XML),
    "document type": ("\n<!DOCTYPE tmx SYSTEM 'x'>\n<tmx/>\n", XML),
    "list of texts": ('["so it goes",\n "and so on"]\n', "JSON"),
    "list of lists": ('[["so it goes"],\n ["and so on"]]\n', "JSON"),
    "cut json": ("[" + '["so it goes", 1],\n ' * 10_000, "JSON"),
    "arrows with points": ("1\n00:00:01.000 --> 00:00:02.000\nso it\n", TIMES),
    "arrows in brackets": ("[00:00.000 --> 00:02.000]  so it\n", TIMES),
    "cues with commas": ("0:00:01.000,0:00:02.000\nso it goes\n", TIMES),
    "cues in a dialogue": ("Talk: 0,0:00:01.00,0:00:02.00,Default,,so it\n", TIMES),
    "stamps in brackets": ("[00:12.00] so\n[00:14.00] it\n[00:15.50] goes\n", TIMES),
    "stamps before names": ("00:01:02 Ada: so\n00:01:05 Bo: it\n00:01:08 Ada: goes\n", TIMES),
    "stamps after names": ("Ada (0:01):\nso\n\nBo (0:05):\nit\n\nAda (0:07):\nso\n", TIMES),
    "stamps at the end": ("Ada  00:01:02\nso\nBo  00:01:05\nit\nAda  00:01:08\ngoes\n", TIMES),
    "stamps between lines": ("".join(f"0:{at}\nso it\n" for at in range(10, 60, 5)), TIMES),
    "starts and ends": ("0.000\t1.25\tso it\n1.25\t2.5\tgoes\n", "lines of start, end and text"),
    "names and times": ("Ada  0:01\nso\n\nBo  0:05\nit\n\nAda  0:07\ngoes\n", TIMES),
    "times between tabs": ("Ada\t0:01\tso\nBo\t0:05\tit\nAda\t0:07\tgoes\n", TIMES),
    "settings in single quotes": (
        "a = 'so it goes'\nb = 'and so on'\nc = 'no'\n",
        "settings, each a name and a value",
    ),
    "a numbered list": ("1. so it goes\n2. and so on\n3. no\n", "a numbered list"),
    "numbers in brackets": ("0) so it goes\n1) and so on\n2) no\n", "a numbered list"),
    "a log": (
        "2024-01-01 12:00:01,123 INFO so it goes\n2024-01-01 12:00:02,004 INFO and so on\n",
        "lines with dates, as a log",
    ),
    "dates in brackets": (
        "[2024-01-01T12:00:01Z] so it goes\n[2024-01-01T12:00:02Z] and so on\n",
        "lines with dates, as a log",
    ),
    "a table of Markdown": (
        "| id | text |\n|----|:-----|\n| a | so it goes |\n",
        "a table that is drawn with bars",
    ),
    "a table of a database": (
        "+----+------+\n| id | text |\n+----+------+\n| a | so |\n",
        "a table that is drawn with bars",
    ),
    "columns under a rule": (
        " id | text\n----+------\n a | so\n",
        "a table that is drawn with bars",
    ),
    "settings": ('[Script]\nkind = 3\nname = "a"\nlast: \n', "settings, each a name and a value"),
}


@pytest.mark.parametrize("what", STRUCTURED)
def test_a_structure_is_seen(write: Any, what: str) -> None:
    """Plain lines do not take it; whether another format knows it is theirs to say."""
    content, said = STRUCTURED[what]
    path = write("talk.txt", content)
    with opened(path, max_line=10**6) as source:
        assert structure_of(Sample(source)) == said
        assert not FORMATS.get("lines")().recognise(Sample(source))
        try:
            assert sniff(source) != "lines"
        except InputError as error:
            assert f"looks like {said} and is in no format that is known" in str(error)  # noqa: PT017


UNKNOWN = ("tags alone", "list of lists", "stamps after names", "settings")


@pytest.mark.parametrize("what", UNKNOWN)
def test_a_structure_that_no_format_knows_is_refused(write: Any, what: str) -> None:
    content, said = STRUCTURED[what]
    path = write("talk.txt", content)
    with pytest.raises(InputError, match=f"looks like {said}") as caught:
        read(write("said.txt", "so it goes\n"), path)
    assert "--format lines if every word of it was spoken" in str(caught.value)
    assert len(read(path, path, format="lines").references) == len(content.splitlines())


WORDS = {
    "prose": "so it goes\nand so on\n",
    "times of the day": "10:30 is fine\nno\nyes\nat 11:30\n",
    "times that go on": "seven thirty\nset it for 7:30\nset it for 7:45\nset it for 8:15\n",
    "times alone": "7:30\n7:45\n8:15\n",
    "noise in brackets": "[noise] so it goes\n[laughter]\n[noise]\n[noise]\n",
    "noise in tags": "<noise> so it goes\n<unk>\nand so on\n",
    "tags around words": "<i>so it goes</i>\n<b>and</b> so on\n",
    "alternatives": "{ so / thus } it goes\n",
    "numbers that do not go on": "1. so it goes\n1. and so on\n2. no\n",
    "two numbered lines": "1. so it goes\n2. and so on\n",
    "dates alone": "2024-01-01 12:00\n2024-01-02 13:00\n",
    "dashes": "so it goes ---\n--- and so on\n",
    "a number in brackets": "[1] so it goes\n",
    "a list of speakers": "- ada: so it goes\n- bo: and so on\n- ada: yes\n",
    "tabs in a text": "so\tit goes\nand\tso on\n",
    "ids and one number": "a\t1\tso\nb\t2\ton\n",
    "names before colons": "ada: so it goes\nbo: and so on\nada: yes\n",
    "names on lines": "ada:\nso it goes\nbo:\nand so on\n",
    "numbers": "1.5 2.5\nso 1.5\n",
    "scores": "won 3:0 and 3:1\nlost 1:2\nthen 2:2\n",
    "arrows": "so --> it goes\n",
    "equals": "a = b\nso it goes\nand so on\n",
    "smaller than": "< so it goes\n",
    "address": "https://example.org:80/a\nso\n",
}


@pytest.mark.parametrize("what", WORDS)
def test_words_stay_words(write: Any, what: str) -> None:
    with opened(write("talk.txt", WORDS[what]), max_line=1000) as source:
        assert sniff(source) == "lines"


TABLES = {
    "audition": "Name\tStart\tDuration\tType\nso it goes\t0:00.500\t0:02.400\tCue\nand on\t0:05.0\t0:02.0\tCue\n",
    "seconds": "From\tTo\tSaid\n0.5\t2.9\tso it goes\n5.0\t7.6\tand so on\n",
    "elan without a header": (
        "ada\t\t00:00:00.500\t0.5\t00:00:02.900\t2.9\tso it goes\n"
        "bo\t\t00:00:05.000\t5.0\t00:00:07.600\t7.6\tand so on\n"
    ),
    "whole numbers": "who\tfrom\tto\twhat\nada\t500\t2900\tso it goes\nbo\t5000\t7600\tand so on\n",
    "commas in numbers": "words\tin\tout\nso it goes\t0,5\t2,9\nand so on\t5,0\t7,6\n",
    "clock times": "In\tOut\tSpeech\n0:00:01\t0:00:02\tso it goes\n0:00:03\t0:00:04\tand so on\n",
}


@pytest.mark.parametrize("what", TABLES)
def test_rows_with_times_of_no_known_table_are_no_lines(write: Any, what: str) -> None:
    path, said = write("talk.txt", TABLES[what]), write("said.txt", "so it goes\nand so on\n")
    for pair in ((said, path), (path, said)):
        with pytest.raises(InputError, match=r"looks like (?:a table with tabs|text with times)"):
            read(*pair)


@pytest.mark.parametrize("name", ["10.tra", "token_int", "text.int", "10.0.5.tra"])
def test_numbers_of_tokens_by_name(write: Any, name: str) -> None:
    path, said = write(name, "u1 23 4 99\nu2\nu3 7\n"), write("said.text", "u1 a b c\nu2 d\nu3 e\n")
    for pair in ((said, path), (path, said)):
        with pytest.raises(
            InputError, match=r"looks like numbers of tokens, as .*token_int of ESPnet"
        ):
            read(*pair)
    words = write(name, "u1 so it goes\nu2\nu3 7\n")
    assert read(said, words).hypotheses == ["so it goes", "", "7"]


YAML = {
    "list": "- id: u1\n  start: 0.0\n  text: so it goes\n- id: u2\n  start: 0.0\n  text: and so on\n",
    "document": "---\n- text: so it goes\n  id: u1\n- text: and so on\n  id: u2\n",
    "indented": "  - id: u1\n    text: so it goes\n  - id: u2\n    text: and so on\n",
    "blank": "- id: u1\n  text: >\n    so it goes\n\n- id: u2\n  text: no\n  speaker: bo\n",
    "version": "%YAML 1.2\n---\nu1: so it goes\nu2: and so on\n",
}


@pytest.mark.parametrize("what", YAML)
def test_yaml_is_refused_by_name(write: Any, what: str) -> None:
    said = write("said.txt", "so it goes\nand so on\n")
    for pair in (
        (said, write("hyp.txt", YAML[what])),
        (write("ref.yml", "u1: so it goes\n"), said),
    ):
        with pytest.raises(InputError, match="is YAML, which is not read; save it as JSON lines"):
            read(*pair)


PAGES = {
    "page": b"<!DOCTYPE html>\n<html><body><p>so it</p></body></html>\n",
    "capitals": b"\n  <HTML>\n<BODY>so</BODY></HTML>\n",
    "table": b"<table><tr><td>so</td></tr></table>\n",
    "after a comment": b"<!-- saved -->\n<html>\n</html>\n",
    "xhtml": b'<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-">\n<html/>\n',
}


@pytest.mark.parametrize("what", PAGES)
@pytest.mark.parametrize("name", ["talk.txt", "talk.html", "talk.xls", "talk"])
def test_pages(write: Any, what: str, name: str) -> None:
    with pytest.raises(InputError, match=r"is an HTML page; save its text as \.txt"):
        read(write(name, PAGES[what]), write("said.txt", "so\n"))


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: row.what)
def test_what_is_refused_by_name(write: Any, row: Any) -> None:
    for begins in row.begins or (b"",):
        content = bytearray(begins + b"\1" * (300 - len(begins)))
        for place, mark in row.at:
            content[place : place + len(mark)] = mark
        with pytest.raises(InputError) as caught:
            read(write("talk.txt", bytes(content)), write("said.txt", "so\n"))
        assert f"is {row.what}; {row.instead}" in str(caught.value)
        if row.at:
            content[row.at[0][0]] = ord("x")
            assert not row.fits(bytes(content))


@pytest.mark.parametrize("row", PACKED, ids=lambda row: row.what)
@pytest.mark.parametrize("form", [None, "lines", "csv", "kaldi"])
def test_what_is_packed_is_refused_whatever_is_said(write: Any, row: Any, form: str | None) -> None:
    path = write("talk.txt", row.begins[0] + b"\1" * 300)
    with pytest.raises(InputError) as caught:
        read(path, write("said.txt", "so\n"), format=form)
    assert str(caught.value) == f"{path}: is {row.what}; {row.instead}"


@pytest.mark.parametrize(
    ("name", "inside", "said"),
    [
        ("talk.docx", "x", "is a document of Word or the like; copy its text into a .txt file"),
        ("talk", "word/document.xml", "is a document of Word or the like"),
        ("talk.odt", "x", "is a document of Word or the like"),
        ("talk.txt", "talk.srt", "is packed with zip; unpack it"),
    ],
)
def test_what_is_in_a_zip(write: Any, name: str, inside: str, said: str) -> None:
    path = write(name, b"PK\x03\x04\x14\0\0\0" + inside.encode())
    with pytest.raises(InputError) as caught:
        read(path, write("said.text", "u1 so\n"))
    assert said in str(caught.value)


def test_rtf_by_name_is_read_as_it_is_said(write: Any) -> None:
    path = write("talk.rtf", "{\\rtf1 so it goes}\n")
    with pytest.raises(InputError, match=r"is RTF \(rich text\); save it as plain text"):
        read(path, path)
    assert read(path, path, format="lines").references[0] == "{\\rtf1 so it goes}"
