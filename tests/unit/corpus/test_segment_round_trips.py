"""What is written is read again, and whatever a file holds, it is read or refused."""

from __future__ import annotations

import io
import re
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from segment_strategies import transcripts

from mondegreen.corpus import FORMATS
from mondegreen.corpus.converting import read_transcript, write_transcript
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.errors import InputError, ParseError

FOLDERS = {"files", "kaldi-folder"}
KINDS: list[Any] = [
    kind for kind in map(FORMATS.get, FORMATS.names()) if issubclass(kind, SegmentFormat)
]
FILES = [kind for kind in KINDS if kind.name not in FOLDERS]
WRITTEN = [kind for kind in FILES if kind.is_written()]


def read_bytes(name: str, data: bytes) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
        return read_transcript("-", name)


def refusal(name: str, data: bytes) -> str:
    """Return how a file is refused, nothing if it is read."""
    try:
        read_bytes(name, data)
    except InputError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("kind", WRITTEN, ids=lambda kind: kind.name)
@settings(deadline=None)
@given(data=st.data())
def test_written_and_read(kind: Any, data: st.DataObject) -> None:
    """Everything that the format holds comes back, to the last digit, and nothing is lost."""
    given_one = data.draw(transcripts(kind.name, kind.holds))
    converted = write_transcript(given_one, kind.name)
    assert isinstance(converted.content, bytes)
    assert not {what: count for what, count in converted.losses.items() if "borders" not in what}
    again = read_bytes(kind.name, converted.content)
    assert list(again.segments) == list(given_one.segments)
    assert again.header == given_one.header


@pytest.mark.filterwarnings("ignore:.*as in sclite")  # negative times of stm and ctm
@pytest.mark.parametrize("kind", FILES, ids=lambda kind: kind.name)
@settings(deadline=None)
@given(data=st.data())
def test_cut_short(kind: Any, data: st.DataObject) -> None:
    """A file that was cut or changed is read, or refused with its name and mostly its line."""
    if kind.is_written():
        drawn = data.draw(transcripts(kind.name, kind.holds))
        whole = write_transcript(drawn, kind.name).content
    else:
        whole = kind.example.encode() if isinstance(kind.example, str) else kind.example
    assert isinstance(whole, bytes)
    at = data.draw(st.integers(0, len(whole)))
    junk = data.draw(
        st.sampled_from([b"", b"\0", b"{", b"]", b"-1", b"1e999999999", b"NaN", b"\xff"])
    )
    end = data.draw(st.integers(at, min(len(whole), at + 3)))
    problem = refusal(kind.name, whole[:at] + junk + whole[end:])
    assert problem == "" or re.match("<stdin>(:[0-9]+)?: [^\n]+$", problem)


def nested(depth: int) -> bytes:
    return b'{"results": ' * depth + b"1" + b"}" * depth


HOSTILE = {
    "deep": nested(100_000),
    "deep lists": b"[" * 1_000_000,
    "open string": b'{"results": "' + b'\\"' * 1_000_000,
    "digits": b'{"results": ' + b"9" * 1_000_000 + b"}",
    "exponent": b'{"segments": [{"text": "a", "start": 1e99999999, "end": 2}]}',
    "spaces": b" " * 1_000_000,
    "arrows": b"-->" * 500_000,
    "voices": b"WEBVTT\n\n00:01.000 --> 00:02.000\n" + b"<v " * 500_000,
    "tags": b"1\n00:00:01,000 --> 00:00:02,000\n" + b"<i " * 500_000,
    "blank": b"\n" * 1_000_000,
    "quotes": b'"' * 1_000_000,
    "deep elements": b"<tt>" + b"<div>" * 300_000,
    "entities": b'<!DOCTYPE tt [<!ENTITY a "' + b"a" * 100_000 + b'">]><tt>' + b"&a;" * 10_000,
    "brackets": b"[00:01.00]" * 100_000,
    "intervals": b'"ooTextFile"\n"TextGrid"\n0\n1\n<exists>\n999999999999\n',
}


@pytest.mark.parametrize("kind", FILES, ids=lambda kind: kind.name)
@pytest.mark.parametrize("what", HOSTILE)
def test_hostile(kind: Any, what: str) -> None:
    """Nothing takes long or falls over, whatever is large or deep."""
    assert len(refusal(kind.name, HOSTILE[what])) < 1000


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("stm", "f 1 s 0 1 a\nf 1 s x 1 a\n", 2),
        ("stm", ";; c\n\nf 1 s\n", 3),
        ("ctm", "f 1 0 1 a\nf 1 0 nan a\n", 2),
        ("ctm", "f 1 0 1 a 0.5 x\n", 1),
        ("ctm", "f 1 0 1 a 1e999999\n", 1),
        ("rttm", "SPEAKER f 1 0 1 <NA> <NA> s\nSPEAKR f 1 0 1 <NA> <NA> s\n", 2),
        ("rttm", "SPEAKER f 1 -1 1 <NA> <NA> s <NA> <NA>\n", 1),
        ("srt", "1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:00:03,00 --> 00:00:04,000\nb\n", 6),
        ("srt", "1\nhello\n", 2),
        ("vtt", "WEBVTT\n\nname\n", 3),
        ("vtt", "hello\n", 1),
        ("seglst", '[\n {"words": "a"},\n {"words": 1}\n]', 3),
        ("whisper", '{\n"segments": [\n{"text": "a", "start": "0"}]}', 3),
        ("whisper", '{"segments": [\n', 2),
        ("deepgram", '{\n"results": {}}', 2),
        ("assemblyai", '{"status": "error", "error": "no audio"}', 1),
        ("elevenlabs", '{"text": "a",\n"words": [{"text": "a", "start": NaN}]}', 2),
        (
            "google",
            '{"results": [{"alternatives": [{"words": [\n{"word": "a", "startTime": 1}]}]}]}',
            2,
        ),
        ("azure", '{"phrases": [\n{"text": 1}]}', 2),
        ("aws", '{"results": {"items": [\n\n{"type": "pronunciation"}]}}', 3),
        ("speechmatics", '{"results": [\n{"alternatives": []}]}', 2),
        ("openai", '{"task": "transcribe"}', 1),
        (
            "textgrid",
            '"ooTextFile"\n"TextGrid"\n0\n1\n<exists>\n1\n"IntervalTier"\n"ada"\n0\n1\n1\n0\nso\n1',
            14,
        ),
        ("textgrid", '"ooTextFile"\n"TextGrid"\n0\n1\n<exists>\n1\n"Tier"\n', 7),
        ("elan", "<ANNOTATION_DOCUMENT>\n<TIER>\n<ANNOTATION>", 3),
        (
            "elan",
            "<ANNOTATION_DOCUMENT>\n<TIME_ORDER><TIME_SLOT TIME_VALUE='x'/></TIME_ORDER></ANNOTATION_DOCUMENT>",
            2,
        ),
        ("ttml", '<tt>\n<body>\n<p begin="soon">so</p></body></tt>', 3),
        ("ass", "[Script Info]\n[Events]\nDialogue: 0,0:00:00.10,0:00:02.00,so\n", 3),
        (
            "ass",
            "[Script Info]\n[Events]\nFormat: Start, End, Text\nDialogue: 0,0:00:02.00,so\n",
            4,
        ),
        ("sbv", "0:00:00.100,0:00:02.000\nso\n\nand\n", 4),
        ("fisher", "# a\n0.10 2.00 A: so\n0.10 A: it\n", 3),
        ("lrc", "[00:00.10]so\nand\n", 2),
        ("audacity", "0.1\t0.2\tso\n0.1 0.2 and\n", 2),
        ("whisper-tsv", "start\tend\ttext\n0\t1\tso\n0.5\t1\tand\n", 3),
        ("whisper-cpp-csv", 'start,end,text\n0,1,"so"\n0,1\n', 3),
        ("whisper-console", "loading\n[00:00.100 --> 00:02.000] so\nand\n", 3),
        ("nemo", '{"audio_filepath": "a", "duration": 1, "text": "a"}\n{"audio_filepath": 1}\n', 2),
        ("lhotse", '\n{"id": "a", "start": 0}\n', 2),
    ],
)
def test_errors_name_the_line(name: str, content: str, line: int) -> None:
    with pytest.raises(ParseError) as error:
        read_bytes(name, content.encode())
    assert error.value.line == line, str(error.value)
    assert str(error.value).startswith(f"<stdin>:{line}: ")


@settings(deadline=None)
@given(data=st.data())
def test_kaldi_folder(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    kind: Any = FORMATS.get("kaldi-folder")
    given_one = data.draw(transcripts(kind.name, kind.holds))
    folder = tmp_path_factory.mktemp("data")
    content = write_transcript(given_one, kind.name).content
    assert isinstance(content, dict)
    for name, part in content.items():
        (folder / name).write_bytes(part)
    assert list(read_transcript(str(folder)).segments) == list(given_one.segments)
