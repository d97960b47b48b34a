"""A folder with a file for each recording, paired by the names of files."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from mondegreen.corpus import read
from mondegreen.corpus.converting import write_transcript
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.pairing_names import stem
from mondegreen.corpus.segmented import SegmentFormat
from mondegreen.corpus.segments import Segment, Transcript, Word
from mondegreen.corpus.times import exact
from mondegreen.errors import InputError, PairingError, ParseError
from mondegreen.types import Failed

TEXTS = {"a": "so it goes", "b": "and so on", "c.v2": "the end"}
ENDINGS = {"srt": ".srt", "vtt": ".vtt", "ctm": ".ctm", "stm": ".stm", "lines": ".txt"}
KINDS = [
    name
    for name in (*FORMATS.names(), "lines")
    if name in ENDINGS
    or (
        FORMATS.get(name).is_written()
        and issubclass(FORMATS.get(name), SegmentFormat)
        and "reply" in FORMATS.get(name).__base__.__module__
    )
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("out").mkdir()
    rows = [{"id": f"audio/{name}.wav", "text": text} for name, text in TEXTS.items()]
    Path("refs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def transcript(name: str, text: str) -> Transcript:
    words = tuple(Word(word, exact(at), exact(at + 1)) for at, word in enumerate(text.split()))
    whole = Segment(
        text, recording=name, channel="1", speaker="x", start=exact(0), end=exact(9), words=words
    )
    return Transcript(name, "seglst", (whole,))


def fill(kind: str, **texts: str) -> None:
    for name, text in texts.items():
        content = write_transcript(transcript(name, text), kind).content
        assert isinstance(content, bytes)
        Path("out", f"{name}{ENDINGS.get(kind, '.json')}").write_bytes(content)


def test_every_kind_of_reply_is_there() -> None:
    assert {"deepgram", "assemblyai", "whisper", "aws", "azure", "google", "openai"} <= {*KINDS}


@pytest.mark.parametrize("named", ["named", ""])
@pytest.mark.parametrize("kind", KINDS)
def test_texts_come_back(kind: str, named: str) -> None:
    fill(kind, **TEXTS)
    Path("out", "a.wav").write_bytes(b"RIFF")
    Path("out", ".hidden.json").write_text("no", "utf-8")
    if kind == "stm":
        named = kind  # for one line of stm may be a sentence
    corpus = read("refs.jsonl", "out", hypothesis_format=kind if named else None)
    assert corpus.hypotheses == corpus.references == list(TEXTS.values())
    assert corpus.ids == [f"audio/{name}.wav" for name in TEXTS]


def test_a_folder_on_each_side() -> None:
    fill("srt", **TEXTS)
    Path("said").mkdir()
    for name, text in TEXTS.items():
        Path("said", f"{name.upper()}.txt").write_text("\n".join(text.split()), "utf-8")
    corpus = read("said", "out")
    assert corpus.references == corpus.hypotheses == list(TEXTS.values())


def test_references_in_one_file_with_segments() -> None:
    fill("deepgram", **TEXTS)
    lines = [
        "a 1 x 0 1.5 so it", "a 1 x 1.5 9 goes", "b 1 x 0.1 9 and so on", "c.v2 1 x 0.1 9 the end"
    ]  # fmt: skip
    Path("refs.stm").write_text("\n".join(lines), "utf-8")
    corpus = read("refs.stm", "out")
    assert corpus.hypotheses == ["so it", "goes", "and so on", "the end"]
    assert read("out", "refs.jsonl").hypotheses == list(TEXTS.values())


def test_one_file_that_is_there_is_not_spread_over_all_references() -> None:
    fill("whisper", b="and so on")
    with pytest.warns(UserWarning, match=r"1 of 3 recordings of refs.jsonl have a file; 2 have"):
        corpus = read("refs.jsonl", "out")
    assert corpus.hypotheses == [None, "and so on", None]


def test_what_matches_and_what_does_not_is_said() -> None:
    fill("whisper", **TEXTS, other="x", more="y")
    with pytest.raises(PairingError, match=r"3 of 5 files .*without one: 'more', 'other'\."):
        read("refs.jsonl", "out")


def test_names_that_become_one_are_no_guess() -> None:
    fill("whisper", a="so it goes")
    rows = [{"id": "x/a.wav", "text": "p"}, {"id": "y/a.wav", "text": "q"}]
    Path("refs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    with pytest.raises(PairingError, match="not clear"):
        read("refs.jsonl", "out")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ('{"status": "error", "error": "no audio", "text": null, "audio_url": ""}', "no audio"),
        ('{\n "error": {"message": "rate\\n limit", "type": "x"}\n}', "rate limit"),
        ('{"err_code": "BAD", "err_msg": "corrupt or unsupported data"}', "corrupt"),
        ('{"detail": [{"msg": "quota"}]}', "quota"),
        ('{"text": "", "error": {"message": "quota"}}', "quota"),
        ('{"transcript": " ", "message": "too long"}', "too long"),
    ],
)
def test_a_reply_that_failed_is_a_failed_hypothesis(content: str, reason: str) -> None:
    fill("whisper", **TEXTS)
    Path("out", "b.json").write_text(content, "utf-8")
    failed = list(read("refs.jsonl", "out").hypotheses)[1]
    assert isinstance(failed, Failed)
    assert reason in failed.reason
    with pytest.raises(InputError, match=r"b\.json"):
        read("out", "refs.jsonl")


def test_an_empty_text_without_an_error_is_empty() -> None:
    fill("whisper", **TEXTS)
    Path("out", "b.json").write_text('{"text": "", "error": null}', "utf-8")
    assert list(read("refs.jsonl", "out").hypotheses)[1] == ""


@pytest.mark.parametrize("kind", ["srt", "lines", "ctm"])
def test_an_empty_file_is_an_empty_hypothesis(kind: str) -> None:
    fill(kind, **TEXTS)
    Path("out", f"b{ENDINGS[kind]}").write_bytes(b"")
    assert list(read("refs.jsonl", "out").hypotheses)[1] == ""


@pytest.mark.parametrize("content", ["", "{", "[]", "3", '{"x": 1}', '{"text": 4}'])
def test_no_reply_at_all_is_an_error_that_names_the_file(content: str) -> None:
    fill("whisper", **TEXTS)
    Path("out", "b.json").write_text(content, "utf-8")
    with pytest.raises(InputError, match=r"out/b\.json"):
        read("refs.jsonl", "out")


def test_two_files_of_one_recording() -> None:
    fill("whisper", **TEXTS)
    fill("srt", **{name: f"{text} well" for name, text in TEXTS.items()})
    with pytest.raises(InputError, match=r"'a.json' and 'a.srt' are both of"):
        read("refs.jsonl", "out")
    for name in ("whisper", "srt"):
        texts = list(read("refs.jsonl", "out", hypothesis_format=name).hypotheses)
        assert texts[0].endswith("well") is (name == "srt")


def test_packed_files() -> None:
    fill("deepgram", **TEXTS)
    for path in list(Path("out").iterdir()):
        Path(f"{path}.gz").write_bytes(gzip.compress(path.read_bytes()))
        path.unlink()
    assert read("refs.jsonl", "out").hypotheses == list(TEXTS.values())


def test_no_guess_at_a_folder_of_other_files() -> None:
    Path("out", "x.py").write_text("", "utf-8")
    with pytest.raises(InputError, match="a folder of transcripts"):
        read("refs.jsonl", "out")
    Path("out", "a.json").write_bytes(b"\xff")
    with (
        pytest.raises(ParseError, match=r"a\.json"),
        pytest.warns(UserWarning, match=r"1 file or folder is passed over, .*: 'x\.py'"),
    ):
        read("refs.jsonl", "out")


def test_stems() -> None:
    for name in ("a.json", "x/a.wav", "a.WAV.json", "a.json.gz", "C:\\x\\a.mp3", "a"):
        assert stem(name) == "a"
    assert stem("a.b.c") == "a.b.c"


@pytest.mark.parametrize(
    "pattern", ["{0}/{0}_{1}", "{0}/x/{0}_{1}", "a/b/c/{0}_{1}", "{0}_{1}/said"]
)
def test_folders_of_folders(pattern: str) -> None:
    """Names are those of the files, unless some are the same: then with the folders in front."""
    ids = [(speaker, number) for speaker in ("p225", "p226") for number in ("001", "002")]
    names = [pattern.format(*each) for each in ids]
    for at, name in enumerate(names):
        for top in ("nested", "other"):
            path = Path(top, f"{name}.txt")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"text number {at}\n", "utf-8")
    plain = [Path(name).name for name in names] if "_{1}" in Path(pattern).name else names
    rows = [{"id": name, "text": f"text number {at}"} for at, name in enumerate(plain)]
    Path("rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    for pair in (("nested", "rows.jsonl"), ("rows.jsonl", "nested"), ("nested", "other")):
        corpus = read(*pair)
        assert list(corpus.references) == list(corpus.hypotheses) == [row["text"] for row in rows]


def test_what_of_folders_of_folders_is_not_read_is_named() -> None:
    for name in ("ada/u1.txt", "bo/u2.txt", "bo/notes.pdf", "wav/u1.wav"):
        path = Path("nested", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("so it goes\n", "utf-8")
    with pytest.warns(UserWarning, match=r"1 file or folder is passed over, .*: 'bo/notes\.pdf'"):
        read("nested", "nested")
    Path("nested", "u3.txt").write_text("so it goes\n", "utf-8")
    with pytest.warns(
        UserWarning, match="3 files or folders are passed over.*: 'ada', 'bo', 'wav'"
    ):
        assert read("nested", "nested").references == ["so it goes"]
