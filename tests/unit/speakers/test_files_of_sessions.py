"""Files of sessions: what each format keeps of speakers, streams and times."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen.cli.app import run
from mondegreen.corpus.converting import read_transcript, store, write_transcript
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.segments import Segment, Transcript, Word
from mondegreen.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

STM = """talk 1 ann 0.0 2.0 so it goes on and on
talk 1 bo 1.5 4.0 yes it does
talk 1 ann 4.0 6.0 well then
"""
KEEP = sorted(
    name
    for name, kind in FORMATS.loaded().items()
    if kind.is_written() and {"speaker", "text", "times"} <= kind.holds
)
"""Formats that hold who said what, and when."""
ANN = [
    ("so", 0.1),
    ("it", 0.4),
    ("goes", 0.8),
    ("on", 1.2),
    ("and", 1.5),
    ("on", 1.8),
    ("well", 4.1),
    ("then", 5.0),
]
BO = [("yes", 1.6), ("it", 2.4), ("does", 3.0)]


@pytest.fixture
def stm(tmp_path: Path) -> Path:
    path = tmp_path / "ref.stm"
    path.write_text(STM)
    return path


def ctm(path: Path, words: list[tuple[str, float]], channel: str = "1") -> Path:
    path.write_text("".join(f"talk {channel} {start} 0.2 {word}\n" for word, start in words))
    return path


def errors(said: Any, heard: Any, metrics: str = "cpwer,tcpwer", **options: Any) -> dict[str, int]:
    collar = 5 if "tcpwer" in metrics else None
    result = mg.score(mg.sessions(said, heard, **options), metrics=metrics, collar=collar)
    return {name: result[name].errors for name in result.rows}


@pytest.mark.parametrize("name", KEEP)
def test_what_is_written_is_scored_without_an_error(stm: Path, tmp_path: Path, name: str) -> None:
    written = tmp_path / f"written.{name}"
    store(str(written), write_transcript(read_transcript(str(stm)), name))
    assert errors(stm, written, hypothesis_format=name) == {"cpwer": 0, "tcpwer": 0}
    assert errors(stm, written, "der", hypothesis_format=name)["der"] == 0


def test_formats_that_keep_speakers_are_many() -> None:
    assert {"stm", "seglst", "textgrid", "lhotse", "whisperx", "deepgram", "vtt"} <= {*KEEP}


@pytest.mark.parametrize("name", ["stm", "seglst", "textgrid"])
def test_speakers_of_words_cut_a_segment(tmp_path: Path, name: str) -> None:
    words = [
        {"word": word, "start": at, "end": at + 0.2, "score": 0.9, "speaker": who}
        for who, own in (("S0", ANN[:6]), ("S1", BO))
        for word, at in own
    ]
    text = " ".join(word["word"] for word in words)
    segment = {"start": 0.1, "end": 4.0, "text": text, "speaker": "S0", "words": words}
    heard = tmp_path / "heard.json"
    heard.write_text(json.dumps({"segments": [segment], "word_segments": []}))
    written = tmp_path / f"written.{name}"
    converted = write_transcript(read_transcript(str(heard)), name)
    assert "speakers of words" not in converted.losses
    store(str(written), converted)
    segments = read_transcript(str(written), name).segments
    assert segments.speaker == ["S0", "S1"]
    assert segments.text == ["so it goes on and on", "yes it does"]


def test_a_file_per_stream(stm: Path, tmp_path: Path) -> None:
    files = [ctm(tmp_path / "a.ctm", ANN), ctm(tmp_path / "b.ctm", BO)]
    assert errors(stm, files) == {"cpwer": 0, "tcpwer": 0}
    assert mg.sessions(stm, files).hypothesis.speaker == ["a"] * 8 + ["b"] * 3


def test_files_of_one_name_are_told_apart(stm: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    files = [ctm(tmp_path / "one" / "h.ctm", ANN), ctm(tmp_path / "two" / "h.ctm", BO)]
    assert errors(stm, files)["cpwer"] == 0


def test_files_with_several_speakers_each(tmp_path: Path) -> None:
    """A speaker of one name in two files is two, as in two channels."""
    first, second = tmp_path / "x.stm", tmp_path / "y.stm"
    first.write_text("talk 1 s1 0 2 so it goes on and on\ntalk 1 s2 9 9 \n")
    second.write_text("talk 1 s1 1.5 4.0 yes it does\ntalk 1 s2 4 6 well then\n")
    found = mg.sessions([first, second], {"1": "so"}).reference.speaker
    assert found == ["s1 (x)", "s2 (x)", "s1 (y)", "s2 (y)"]


def test_channels_of_a_ctm_are_streams(stm: Path, tmp_path: Path) -> None:
    whole = tmp_path / "both.ctm"
    ctm(whole, ANN)
    first = whole.read_text()
    ctm(whole, BO, "2")
    whole.write_text(first + whole.read_text())
    assert errors(stm, whole) == {"cpwer": 0, "tcpwer": 0}


@pytest.mark.parametrize("name", ["csv", "tsv", "jsonl", "parquet"])
def test_tables_with_a_column_of_speakers(stm: Path, tmp_path: Path, name: str) -> None:
    written = tmp_path / f"written.{name}"
    store(str(written), write_transcript(read_transcript(str(stm)), name))
    assert errors(stm, written) == {"cpwer": 0, "tcpwer": 0}


@pytest.mark.parametrize("name", ["lines.txt", "rows.tsv", "rows.json"])
def test_references_without_speakers_are_scored_by_orc(
    stm: Path, tmp_path: Path, name: str
) -> None:
    """On request; other metrics of words would count all streams but one as errors."""
    path = tmp_path / name
    lines = [" ".join(line.split()[5:]) for line in STM.splitlines()]
    rows = [{"session_id": "talk", "words": line} for line in lines]
    contents = {
        "lines.txt": "".join(f"{line}\n" for line in lines),
        "rows.tsv": "id\ttext\n" + "".join(f"{at}\t{line}\n" for at, line in enumerate(lines)),
        "rows.json": json.dumps(rows),
    }
    path.write_text(contents[name])
    assert errors(path, stm, "orc-wer") == {"orc-wer": 0}
    for metric in ("cpwer", "di-cpwer", "wder", "speakers"):
        with pytest.raises(InputError, match=r"does not say who speaks.*-m orc-wer"):
            mg.score(mg.sessions(path, stm), metrics=metric)
    assert errors(stm, path, "orc-wer")["orc-wer"] <= 4  # three segments in one stream


def test_one_speaker_needs_no_name(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text("so it goes\n")
    assert errors(path, {"1": "so it is"}, "cpwer") == {"cpwer": 1}


@pytest.mark.parametrize("metrics", ["cpwer", "cpwer,orc-wer"])
def test_one_stream_of_several_speakers_is_named(
    stm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], metrics: str
) -> None:
    heard = ctm(tmp_path / "heard.ctm", ANN + BO)
    assert run(["score", str(stm), str(heard), "-m", metrics]) == 0
    said = capsys.readouterr().err
    assert ("the words of 2 speakers are in one stream" in said) == (metrics == "cpwer")


def test_overlap_without_names_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said, heard = tmp_path / "said.json", tmp_path / "heard.stm"
    times = [(0.0, 2.0), (1.5, 4.0), (4.0, 6.0)]
    texts = [" ".join(line.split()[5:]) for line in STM.splitlines()]
    rows = [
        {"session_id": "talk", "words": text, "start_time": start, "end_time": end}
        for text, (start, end) in zip(texts, times, strict=True)
    ]
    said.write_text(json.dumps(rows))
    heard.write_text(STM)
    assert run(["score", str(said), str(heard)]) == 0
    hint = capsys.readouterr().err
    assert "the hypotheses name 2 speakers, and segments of the references overlap for 8 %" in hint
    assert f"mondegreen score {said} {heard} -m orc-wer" in hint
    assert run(["score", str(said), str(heard), "-m", "orc-wer"]) == 0


@pytest.mark.parametrize("metrics", ["cpwer", "speakers", "orc-wer,der"])
def test_turns_without_words_are_no_errors_of_words(
    stm: Path, tmp_path: Path, metrics: str
) -> None:
    turns = tmp_path / "turns.rttm"
    store(str(turns), write_transcript(read_transcript(str(stm)), "rttm"))
    with pytest.raises(InputError, match=r"holds no words.*-m der,jer"):
        mg.score(mg.sessions(stm, turns), metrics=metrics)
    assert mg.score(mg.sessions(stm, turns), metrics="der")["der"].value == 0


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("scored.uem", "talk 1 0 3\n"),
        ("scored.uem", ";; parts\ntalk 1 0.0 3.5\ntalk A 4.0 6.5\n"),
        ("scored.txt", "talk A 0.0 3.5\nother A 4.0 6.5\n"),
    ],
)
def test_a_uem_is_no_transcript(tmp_path: Path, name: str, lines: str) -> None:
    path = tmp_path / name
    path.write_text(lines)
    with pytest.raises(InputError, match="--uem FILE"):
        read_transcript(str(path))


def test_the_command_line_takes_a_file_per_stream(
    stm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [ctm(tmp_path / "a.ctm", ANN), ctm(tmp_path / "b.ctm", BO)]
    status = run(["score", str(stm), *map(str, files), "-m", "cpwer,orc-wer"])
    assert status == 0
    assert "2 of 2 speakers matched" in capsys.readouterr().out
    assert run(["score", str(stm), *map(str, files)]) == 2  # of utterances there are two files


def test_a_textgrid_holds_what_a_speaker_says_at_once(tmp_path: Path) -> None:
    said = tmp_path / "said.stm"
    said.write_text('t 1 ann 0.5 2.0 so "it" goes\nt 1 ann 1.5 3 and on\nt 1 words 3 4 yes\n')
    converted = write_transcript(read_transcript(str(said)), "textgrid")
    written = tmp_path / "written.textgrid"
    store(str(written), converted)
    segments = read_transcript(str(written)).segments
    rows = list(zip(segments.speaker, segments.text, map(str, segments.start), strict=True))
    assert rows == [
        ("ann", 'so "it" goes', "0.5"),
        ("ann", "and on", "1.5"),
        ("words (speaker)", "yes", "3"),
    ]
    assert sum("were changed" in what for what in converted.losses) == 1


def test_a_textgrid_holds_the_times_of_words(tmp_path: Path) -> None:
    said = tmp_path / "said.ctm"
    said.write_text("t 1 0.5 0.5 so\nt 1 1 0.25 it\nt 1 9 0.5 goes\n")
    converted = write_transcript(read_transcript(str(said)), "textgrid")
    written = tmp_path / "written.textgrid"
    store(str(written), converted)
    assert '"words"' in written.read_text()
    segments = read_transcript(str(written)).segments
    words = [(word.text, float(word.start), float(word.end)) for word in segments.words]
    assert words == [("so", 0.5, 1), ("it", 1, 1.25), ("goes", 9, 9.5)]
    assert mg.score(mg.read(said, written), metrics="wer")["wer"].value == 0


def test_words_of_a_textgrid_that_no_segment_holds_are_segments(tmp_path: Path) -> None:
    tiers = {"ann": [(0, 1, "so it")], "ann - words": [(0, 1, "so"), (2, 3, "goes")]}
    lines = ['"ooTextFile"', '"TextGrid"', "0", "3", "<exists>", str(len(tiers))]
    for name, intervals in tiers.items():
        lines += ['"IntervalTier"', f'"{name}"', "0", "3", str(len(intervals))]
        lines += [f'{start} {end} "{text}"' for start, end, text in intervals]
    path = tmp_path / "said.textgrid"
    path.write_text("\n".join(lines) + "\n")
    assert read_transcript(str(path)).segments.text == ["so it", "so", "goes"]


@pytest.mark.parametrize("second", [(0, 2), (1, 3), (1, 1), (None, 2)])
def test_words_that_no_interval_can_hold_are_counted(second: tuple[Any, Any]) -> None:
    first, last = (None if time is None else Decimal(time) for time in second)
    words = Word("so", Decimal(0), Decimal(1)), Word("it", first, last)
    given = [Segment("so it", start=Decimal(0), end=Decimal(2), words=words)]
    converted = write_transcript(Transcript("x", "x", given), "textgrid")
    assert converted.losses["words that are not one after the other within their segment"] == 2


@pytest.mark.parametrize(
    ("line", "message"),
    [("t 1 ann 1 1 so", "no duration"), ("t 1 ann 1 2", "no segment has words")],
)
def test_what_no_textgrid_can_hold_is_refused(tmp_path: Path, line: str, message: str) -> None:
    said = tmp_path / "said.stm"
    said.write_text(f"{line}\n")
    with pytest.raises(InputError, match=message):
        write_transcript(read_transcript(str(said)), "textgrid")


CHANNELS = [name for name in KEEP if "channel" in FORMATS.get(name).holds]


@pytest.mark.parametrize("name", CHANNELS)
@pytest.mark.parametrize("speakers", [("0", "0"), ("ann", "bo")])
def test_channels_of_a_call_are_streams(
    tmp_path: Path, name: str, speakers: tuple[str, str]
) -> None:
    """Two channels with one label each, as recognisers number the speakers of each channel."""
    said, written = tmp_path / "said.stm", tmp_path / f"written.{name}"
    said.write_text(
        f"call 1 {speakers[0]} 0.0 2.0 so it goes on and on\n"
        f"call 2 {speakers[1]} 1.5 4.0 yes it does\n"
        f"call 1 {speakers[0]} 4.0 6.0 well then\n"
    )
    store(str(written), write_transcript(read_transcript(str(said)), name))
    assert errors(said, written, hypothesis_format=name) == {"cpwer": 0, "tcpwer": 0}
    assert len({*mg.sessions(said, written, hypothesis_format=name).hypothesis.speaker}) == 2


NAMING = [
    name
    for name, kind in FORMATS.loaded().items()
    if "speaker" in kind.holds | kind.only_read and isinstance(kind.example, str)
]


@pytest.mark.parametrize("name", NAMING)
def test_an_example_of_each_format_says_who_speaks(tmp_path: Path, name: str) -> None:
    kind = FORMATS.get(name)
    path = tmp_path / f"example{(*kind.suffixes, *kind.shared_suffixes, '.txt')[0]}"
    path.write_text(re.sub(r"\{ (\S+) / [^}]*\}", r"\1", kind.example))  # no choices here
    segments = read_transcript(str(path), name).segments
    found = mg.sessions(path, path, format=name, hypothesis_format=name)
    assert not found.reference.are_unnamed or not any([*segments.speaker, *segments.channel])
    names = {each for each in segments.speaker if each}
    assert all(any(each in label for label in found.reference.speaker) for each in names)
    if any(segments.text):
        assert mg.score(found, metrics="cpwer")["cpwer"].errors == 0
