"""A recording through a recogniser, its page, the table of pages, and back from pages to rows."""

from __future__ import annotations

import asyncio
import csv
import json
import re
import wave
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.providers import ProviderError, Transcript
from mondegreen.report.diff_files import page_name
from mondegreen.report.diff_report import COLUMNS, to_tsv
from mondegreen.report.diff_table import to_table

pytest.importorskip("soundfile")
RECORDINGS = Path(mg.__path__[0]) / "examples" / "recordings"


@dataclass
class Recogniser:
    """One of a user's own: a transcript, or what it raises."""

    says: Any = "the hat sat"
    asked: list[str] = field(default_factory=list)

    async def transcribe(self, audio: Any) -> Any:
        self.asked.append(audio.name)
        if isinstance(self.says, Exception):
            raise self.says
        return Transcript(self.says) if isinstance(self.says, str) else self.says


@pytest.fixture(autouse=True)
def clip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    with wave.open("clip.wav", "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16000)
        file.writeframes(b"\1\2" * 1600)
    Path("clip.txt").write_text("\ufeffThe cat sat.\n", "utf-8")
    return tmp_path


def done(provider: Any = None, metric: Any = None, **more: Any) -> mg.DiffReport:
    files = {
        "wav_path": "clip.wav",
        "txt_path": "clip.txt",
        "out_path": "out/one.diff.html",
        **more,
    }
    work = mg.transcribe_and_diff(provider or Recogniser(), custom_metric_fn=metric, **files)
    return asyncio.run(work)


async def half(expected: str, got: str) -> mg.CustomMetricResult:
    return mg.CustomMetricResult(50.0, f"{expected} <> {got}")


async def broken(expected: str, got: str) -> mg.CustomMetricResult:
    raise ValueError("<boom>")


def test_pocketsphinx_for_real() -> None:
    pytest.importorskip("pocketsphinx")
    clip = RECORDINGS / "numbers.flac"

    async def both() -> list[mg.DiffReport]:
        async with mg.provider("pocketsphinx") as recogniser:
            return [
                await mg.transcribe_and_diff(given, clip, clip.with_suffix(".txt"), "out/", half)
                for given in (recogniser, "pocketsphinx:en-us")
            ]

    first, second = asyncio.run(both())
    assert first == second
    said = clip.with_suffix(".txt").read_text("utf-8").strip()
    assert first.text_expected == said
    assert first.wer == mg.wer(said.lower(), first.text_got)
    assert first.wer is not None
    assert 0 < first.wer < 0.5
    assert first.custom_metric.score == 50.0
    (page, *_) = Path("out").iterdir()
    assert re.fullmatch(r"\d{8}-\d{6}_pocketsphinx-en-us_numbers\.diff\.html", page.name)
    assert "numbers.flac: pocketsphinx:en-us" in page.read_text("utf-8")
    rows = mg.collect_reports("out")
    assert {(row["provider"], row["file"]) for row in rows} == {
        ("pocketsphinx:en-us", "numbers.flac")
    }
    assert rows[0]["word_error_rate"] == round(100 * first.wer, 1)


def test_one_of_ones_own_and_its_page() -> None:
    report = done(metric=half)
    assert report == mg.DiffReport("The cat sat.", "the hat sat")
    assert report.to_row()["custom_metric"] == 50.0
    page = Path("out/one.diff.html").read_text("utf-8")
    assert "clip.wav: Recogniser" in page
    assert "The cat sat. &lt;&gt; the hat sat" in page
    assert done().custom_metric is None


@pytest.mark.parametrize(
    ("says", "why"),
    [
        (ProviderError("server", "<b>500</b> again"), "server: <b>500</b> again"),
        (RuntimeError("no\nmemory"), "RuntimeError: no memory"),
        (KeyError(), "KeyError"),
        (5, "expected a transcript with a text, given 5 of type int"),
    ],
)
def test_a_failure_is_a_report_without_rates(says: Any, why: str) -> None:
    report = done(Recogniser(says), half)
    assert report.error == why
    assert (report.wer, report.cer, report.match, report.text_got) == (None, None, None, None)
    assert report.custom_metric is None
    assert report.custom_metric_error.startswith("failed: ")
    page = Path("out/one.diff.html").read_text("utf-8")
    assert "<b>500" not in page
    (row,) = mg.collect_reports("out")
    assert (row["error"], row["word_error_rate"], row["chars_got"]) == (why, None, None)


def test_a_silent_answer_is_an_answer() -> None:
    report = done(Recogniser(""))
    assert (report.error, report.wer) == ("", 1.0)


def test_a_recording_that_is_none() -> None:
    Path("clip.wav").write_bytes(b"<html>")
    recogniser = Recogniser()
    report = done(recogniser)
    assert report.error.startswith("audio: ")
    assert recogniser.asked == []


@pytest.mark.parametrize(
    ("given", "error", "problem"),
    [
        ({"txt_path": "none.txt"}, mg.InputError, "none.txt: cannot be read"),
        ({"wav_path": "none.wav"}, mg.InputError, "none.wav: no such file, expected a recording"),
        ({"provider": "pocketsfinx"}, mg.UnknownNameError, "pocketsphinx"),
        ({"provider": "deepgram:nova-3"}, mg.UsageError, "DEEPGRAM_API_KEY"),
        ({"provider": 5}, mg.InputTypeError, "expected a name, such as 'pocketsphinx'"),
        ({"metric": lambda a, b: a}, mg.UsageError, "is not asynchronous"),
        ({"normalizer": "lwoer"}, mg.UnknownNameError, "lower"),
        ({"out_path": "clip.txt/x.html"}, mg.InputError, "cannot be made a folder"),
        ({"out_path": 5}, mg.UsageError, "out_path"),
    ],
)
def test_wrong_usage(
    given: dict[str, Any],
    error: type[Exception],
    problem: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("DEEPGRAM_API_KEY", raising=False)
    with pytest.raises(error, match=problem):
        done(**given)
    assert not list(Path().rglob("*.html"))


def test_a_text_in_another_encoding() -> None:
    Path("clip.txt").write_bytes(b"caf\xe9")
    with pytest.raises(mg.InputError, match=r"is not UTF-8 \(byte 4\)"):
        done()


def test_who_gets_the_recording_is_said_first() -> None:
    @dataclass
    class Elsewhere(Recogniser):
        host: str = "stt.example"
        said: list[str] = field(default_factory=list)

        def announce(self, recordings: int, kept: str) -> None:
            assert not self.asked
            self.said.append(f"{recordings}: {kept}")

    recogniser = Elsewhere()
    done(recogniser)
    assert recogniser.said == ["1: the transcript is kept in out/one.diff.html"]


# -- the metric of one's own ----------------------------------------------------------------------


def test_a_result_in_the_constructor_is_what_a_metric_returned() -> None:
    result = mg.CustomMetricResult(12.5, "1 of 8 lost")
    report = mg.DiffReport("a b", "a c", result)
    assert report.custom_metric is result
    assert report.to_row()["custom_metric"] == 12.5
    assert report == mg.DiffReport("a b", "a c")
    wrong = mg.DiffReport("a b", "a c", mg.CustomMetricResult(float("nan"), ""))
    assert wrong.custom_metric is None
    assert "nan is not from 0 to 100" in wrong.to_row()["custom_metric"]
    facts = mg.SemanticMetricResult.of(
        [mg.SemanticFact("a", "b", "<c>", verdict) for verdict in mg.Verdict]
    )
    page = mg.DiffReport("a b", "a c", custom_metric=facts).to_html()
    for title in (
        "Semantic Error Rate",
        "Preserved (1)",
        "Missing from STT (1)",
        "Extra in STT (1)",
    ):
        assert title in page
    assert "&lt;c&gt;" in page
    with pytest.raises(mg.InputTypeError, match=r"expected what a metric returned"):
        mg.DiffReport("a b", "a c", 5)
    with pytest.raises(mg.UsageError, match="are of two results"):
        mg.DiffReport("a", "b", mg.CustomMetricResult(1.0, ""), outcome=report.outcome)


def test_the_column_of_a_metric_is_there_and_says_what_failed() -> None:
    rows = [
        done(Recogniser(ProviderError("timeout", "late")), half).to_row(provider="a"),
        done(metric=broken).to_row(provider="a"),
        done(metric=half).to_row(provider="b"),
    ]
    found = [*csv.DictReader(to_tsv(rows).splitlines(), delimiter="\t")]
    assert [*found[0]] == [*COLUMNS]
    cells = [row["custom_metric"] for row in found]
    assert cells == ["failed: timeout: late", "failed: ValueError: <boom>", "50.0"]


# -- tables ---------------------------------------------------------------------------------------


def test_the_table_has_pooled_rates_and_counts_failures() -> None:
    rows = [
        mg.DiffReport("a b c d", "a b c d").to_row(provider="one", file="x"),
        mg.DiffReport("a", "b").to_row(provider="one", file="y"),
        mg.DiffReport("a b", None, error="late").to_row(provider="one", file="\x1bz"),
        mg.DiffReport("", "b").to_row(provider="two", file="x"),
    ]
    text = to_table(rows)
    assert "\x1b" not in text
    lines = [line.split() for line in text.splitlines()]
    assert lines[0] == ["provider", "file", "WER", "CER", "Match", "Exp", "Got", "error"]
    assert lines[3][2:] == ["–", "–", "–", "–", "–", "late"]
    assert lines[6] == ["provider", "files", "failed", "WER", "CER", "Match"]
    assert lines[7] == ["one", "3", "1", "20.0", "12.5", "87.5"]
    assert lines[8] == ["two", "1", "0", "–", "–", "–"]
    judged = mg.DiffReport("a b", "a", mg.CustomMetricResult(40.0, "")).to_row(provider="one")
    lines = [line.split() for line in to_table([*rows, judged]).splitlines()]
    assert lines[0][2:7] == ["WER", "CER", "SER", "Match", "Exp"]
    assert lines[8][5:9] == ["40.0", "(1", "of", "4)"]


# -- pages and back -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "odd", ["<meta name=mondegreen-diff content={}>", "\ud800\0\x1b", 'a"b\tc', "\u202e", "'>&amp;"]
)
def test_rows_come_back_whatever_the_names_are(odd: str) -> None:
    report = mg.DiffReport(odd, f"{odd} x", mg.CustomMetricResult(1.0, odd))
    report.to_html("one.diff.html", provider=odd, file=odd)
    (row,) = mg.collect_reports(".")
    assert row == report.to_row(provider=odd, file=odd, diff_report="one.diff.html")
    header, line = Path("report_summary.tsv").read_text("utf-8").rstrip("\n").split("\n")
    assert header.split("\t") == ["provider", "sound", "WER", "CER", "SER", "error"]
    assert "\x1b" not in line


def test_what_a_metric_writes_is_no_row() -> None:
    class Own(mg.CustomMetricResult):
        def to_html(self) -> str:
            return '<meta name="mondegreen-diff" content="{}">'

    mg.DiffReport("a", "b", Own(1.0, "")).to_html("one.diff.html", provider="me")
    assert mg.collect_reports(".")[0]["provider"] == "me"


@pytest.mark.parametrize("content", [b"", b"<p>hello", b"\xff", b'<meta name="mondegreen-diff">'])
def test_pages_that_are_none(content: bytes) -> None:
    with pytest.raises(mg.InputError, match=r"has no \*\.diff\.html"):
        mg.collect_reports(".")
    Path("other.diff.html").write_bytes(content)
    with pytest.raises(mg.InputError, match=r"other\.diff\.html: "):
        mg.collect_reports(".")


@pytest.mark.parametrize("name", ["a/../../b", "..", "", "\0", "x" * 400, "語" * 400, "a:b|c", "-"])
def test_names_of_pages_fit_in_any_folder(name: str) -> None:
    made = page_name("20261129-101500", name, name)
    assert len(made.encode()) < 255
    assert not re.search(r'[/\\:|<>"?*\0]', made)
    assert Path(made).name == made
    Path(made).touch()
    assert page_name("x", "y" * 400, "a") != page_name("x", "y" * 401, "a")
    assert json.dumps(made)
