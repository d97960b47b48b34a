"""Forgivers read both sides as they were given, after a normalizer of packs; counts are of normalized words."""

from __future__ import annotations

import json
import warnings
from typing import TYPE_CHECKING

import pytest

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.cli.app import run
from mondegreen.languages.folders import FOLDER

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(
    _kernel.name != "native", reason="these normalizers are in the native kernel alone"
)

KEPT = [
    ("en", "the result was HIV-", "the result was HIV"),
    ("en", "part A of the form", "part of the form"),
    ("en", "from A to Z", "from to Z"),
    ("en", "it costs 5 mW", "it costs 5 MW"),
    ("en", "we use version 2.10 now", "we use version 2.1 now"),
    ("pt", "vitamina A por dia", "vitamina por dia"),
    ("de", "Wir suchen einen Altenpfleger.", "Wir suchen einen alten Pfleger."),
]
FORGIVEN = [
    ("en", "call one eight hundred five five five one two one two", "call 1-800-555-1212"),
    ("en", "at seventeen thirty", "at 17:30"),
    ("en", "Um, write to jo at lakeview dot example.", "write to jo@lakeview.example"),
    ("es", "son las tres y veinte", "son las 3:20"),
    ("it", "partiamo alle tre e venti", "partiamo alle 3:20"),
    ("de", "um halb drei nachmittags", "um 14:30 Uhr"),
    ("zh", "二百块", "两百块"),
]


def scored(code: str, reference: str, hypothesis: str) -> mg.Result:
    metric = "cer" if code == "zh" else "wer"
    how = {"normalizer": f"mondegreen-{code}@2", "forgive": "agent", "lang": code}
    return mg.score([reference], [hypothesis], metrics=[metric], **how)


@pytest.mark.parametrize(("code", "reference", "hypothesis"), KEPT)
def test_what_the_normalizer_takes_away_still_decides(
    code: str, reference: str, hypothesis: str
) -> None:
    for pair in [(reference, hypothesis), (hypothesis, reference)]:
        assert next(iter(scored(code, *pair))).errors >= 1


@pytest.mark.parametrize(("code", "reference", "hypothesis"), FORGIVEN)
def test_what_the_reader_knows_is_forgiven(code: str, reference: str, hypothesis: str) -> None:
    for pair in [(reference, hypothesis), (hypothesis, reference)]:
        assert next(iter(scored(code, *pair))).errors == 0


@pytest.mark.parametrize(("code", "reference", "hypothesis"), KEPT + FORGIVEN[:-1])
def test_align_forgives_what_score_forgives(
    code: str, reference: str, hypothesis: str, capsys: pytest.CaptureFixture[str]
) -> None:
    how = ["-n", f"mondegreen-{code}", "--forgive", "agent", "--lang", code, "--json"]
    assert run(["align", "--text", reference, hypothesis, *how]) == 0
    remaining = json.loads(capsys.readouterr().out)["remaining"]
    result = scored(code, reference, hypothesis)
    assert sum(span["errors"] for span in remaining) == result["wer"].errors


def pairs(code: str) -> list[tuple[str, str]]:
    """Return texts of the cases of a language, each with its other one and with one that is not."""
    path = FOLDER / code / "cases.tsv"
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines() if line[:1] in "=~!"]
    return [(row[1], row[2]) for row in rows[::7]] + [
        (row[1] + ", " + other[2], other[1] + " " + row[2])
        for row, other in zip(rows[::11], rows[5::11], strict=False)
    ]


@pytest.mark.parametrize("code", ["en", "de", "ru", "hi", "zh", "ja", "vi", "ar"])
def test_errors_are_those_of_the_normalized_words(code: str, tmp_path: Path) -> None:
    """Forgiven and remaining errors are the strict ones, the spans say the same, and so does a file."""
    said, written = map(list, zip(*pairs(code), strict=True))
    how = {"normalizer": f"mondegreen-{code}@2", "lang": code}
    strict = mg.score(said, written, metrics=["wer"], **how)
    result = mg.score(said, written, metrics=["wer"], forgive="agent", **how)
    kind = result.metrics["wer"]
    errors = [strict.metrics["wer"].errors(strict.counts(row, "wer")) for row in range(len(said))]
    assert [kind.strict(result.counts(row, "wer")) for row in range(len(said))] == errors
    forgiven = sum(span.errors for span in result.forgiven())
    remaining = sum(span.errors for span in result.differences())
    totals = [sum(column) for column in result.rows["wer"].columns]
    assert totals[0] == remaining
    assert kind.strict(totals) == forgiven + remaining == strict["wer"].errors
    result.save(tmp_path / "run.json")
    assert mg.load(tmp_path / "run.json")["wer"].value == result["wer"].value


def test_a_column_of_languages() -> None:
    rows = [row for row in KEPT + FORGIVEN if row[0] != "zh"]
    codes, said, written = map(list, zip(*rows, strict=True))
    each = [scored(*row)["wer"].errors for row in rows]
    for code in {*codes}:
        at = [row for row, other in enumerate(codes) if other == code]
        result = mg.score(
            [said[row] for row in at],
            [written[row] for row in at],
            normalizer=f"mondegreen-{code}@2",
            forgive="agent",
            lang="{lang}",
            by={"lang": [code] * len(at)},
        )
        assert [result.counts(row, "wer")[0] for row in range(len(at))] == [each[row] for row in at]


def test_other_normalizers_are_read_as_they_are() -> None:
    both = "from A to Z", "from to Z"
    assert mg.wer(*both, normalizer="lower", forgive="agent") == 0
    assert mg.wer(*both, normalizer="none", forgive="agent") > 0


def test_case_and_punctuation_need_no_forgiver_of_their_own() -> None:
    how = {"normalizer": "mondegreen-en@2", "forgive": ["contractions"]}
    assert mg.wer("He's late, Tom", "he is late tom", **how) == 0
    result = mg.score(["So he's LATE, is he?"], ["so he is late, he?"], **how)
    assert result["wer"].errors == 1
    assert {span.reason.forgiver for span in result.forgiven() if span.reason} <= {"contractions"}


def test_rows_that_cannot_be_read_as_they_were_given_are_counted_once() -> None:
    said = ["[loud noise] two cats", "three dogs", "\ud800 four birds", "five"]
    heard = ["[loud noise] two cat", "three dog", "\ud800 four bird", "five"]
    options = {"normalizer": "mondegreen-en-keep-tags", "forgive": "agent"}
    with pytest.warns(mg.errors.DoubtWarning) as told:
        mg.score(said, heard, metrics=["wer", "cer"], **options)
    found = [str(each.message) for each in told if "forgivers read" in str(each.message)]
    assert [text.partition(" utterances")[0] for text in found] == ["in 2 of 4"]


@pytest.mark.filterwarnings("default::mondegreen.errors.DoubtWarning")
def test_a_command_says_it_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pair = "reference\thypothesis\n[loud noise] two cats\t[loud noise] two cat\n"
    (tmp_path / "pairs.tsv").write_text(pair, "utf-8")
    run(["score", "pairs.tsv", "-n", "mondegreen-en-keep-tags", "--forgive", "agent"])
    assert capsys.readouterr().err.count("in 1 of 1 utterances forgivers read") == 1


def test_texts_that_are_read_twice_have_their_pieces() -> None:
    """What was written by a second reading is taken back to the text as it was given."""
    for code, said, heard in [
        ("en", "half-2nd-ok then", "half-2nd-okay then"),
        ("hi", "$5 uh x y", "$5 uh x z"),
        ("ar", "\u062e\u064f\u0645\u0633 x", "\u062e\u064f\u0645\u0633 y"),
    ]:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            scored(code, said, heard)
