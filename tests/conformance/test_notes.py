"""What nobody said costs nothing, what was said does: our normalizers, forgivers, semantic-wer, the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.cli import main

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = [
    pytest.mark.skipif(_kernel.name != "native", reason="notes are in the native kernel alone"),
    pytest.mark.filterwarnings("ignore::mondegreen.errors.DoubtWarning"),
]

TABLE = Path(__file__).with_name("notes.tsv").read_text(encoding="utf-8").splitlines()
ROWS = [tuple(line.split("\t")) for line in TABLE if line and not line.startswith("# ")]
UNSPACED = {"ja", "zh"}


def metric_of(language: str) -> str:
    return "cer" if language in UNSPACED else "wer"


def right(errors: float, expected: str) -> bool:
    return errors >= 1 if expected == "1+" else errors == int(expected)


@pytest.mark.parametrize(("language", "reference", "hypothesis", "errors", "spans"), ROWS)
def test_normalizers(
    language: str, reference: str, hypothesis: str, errors: str, spans: str
) -> None:
    metric = metric_of(language)
    result = mg.score(
        [reference], [hypothesis], metrics=[metric], normalizer=f"mondegreen-{language}"
    )
    assert right(result[metric].errors, errors)
    assert result.coverage.dont_care == int(spans)
    assert ("dont-care:notes@1" in result.signature) == (spans != "0")
    assert result.references == [reference]


@pytest.mark.parametrize(("language", "reference", "hypothesis", "errors", "spans"), ROWS)
def test_forgivers(language: str, reference: str, hypothesis: str, errors: str, spans: str) -> None:
    metric = metric_of(language)
    result = mg.score([reference], [hypothesis], metrics=[metric], forgive="agent", lang=language)
    assert right(result[metric].errors, errors)
    assert result.coverage.dont_care == int(spans)


@pytest.mark.parametrize(("language", "reference", "hypothesis", "errors", "spans"), ROWS)
def test_semantic_wer(
    language: str, reference: str, hypothesis: str, errors: str, spans: str
) -> None:
    if language != "en":
        pytest.skip("semantic-wer is for English")
    result = mg.score([reference], [hypothesis], metrics=["semantic-wer"])
    assert right(result["semantic-wer"].errors, errors)
    assert result.coverage.dont_care == int(spans)


def scored(language: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> Mapping[str, object]:
    """Score all rows of a language with the command."""
    rows = [row for row in ROWS if row[0] == language]
    file, out = folder / f"{language}.jsonl", folder / f"{language}-rows.jsonl"
    lines = (
        json.dumps({"id": str(at), "reference": r[1], "hypothesis": r[2]})
        for at, r in enumerate(rows)
    )
    file.write_text("\n".join(lines), encoding="utf-8")
    options = ["-n", f"mondegreen-{language}", "-m", metric_of(language), "--to", "json"]
    with pytest.raises(SystemExit) as done:
        main(["score", str(file), *options, "--per-utterance", str(out)])
    assert done.value.code == 0
    found = json.loads(capsys.readouterr().out)
    each = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    for row, one in zip(rows, each, strict=True):
        errors = one["substitutions"] + one["deletions"] + one["insertions"]
        assert right(errors, row[3]), (row, one)
    spans = sum(int(row[4]) for row in rows)
    assert found["coverage"].get("dont_care", 0) == spans
    return found  # type: ignore[no-any-return]


@pytest.mark.parametrize("language", sorted({row[0] for row in ROWS}))
def test_command(language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scored(language, tmp_path, capsys)


def test_warns_of_what_is_left_out_and_of_what_counts() -> None:
    said, heard = ["turn it on"] * 4, ["turn it on <|en|>"] * 3 + ["turn it on"]
    with pytest.warns(
        mg.errors.DoubtWarning, match=r"3 of 4 hypotheses hold tokens .*<\|en\|>.*left out"
    ):
        assert mg.score(said, heard, normalizer="mondegreen-en")["wer"].errors == 0
    with pytest.warns(mg.errors.DoubtWarning, match="--normalizer mondegreen-any leaves them out"):
        assert mg.score(said, heard)["wer"].errors == 3
    with pytest.warns(mg.errors.DoubtWarning, match="--dont-care notes"):
        assert mg.score(["call [NAME]"] * 3, ["call ann"] * 3)["wer"].errors == 3


@pytest.mark.filterwarnings("error")
def test_no_warning_of_a_few_or_of_what_the_normalizer_takes_away() -> None:
    mg.score(
        ["a [noise] b", "c", "d", "e", "f"],
        ["a b", "c", "d", "e", "f </s>"],
        normalizer="mondegreen-en",
    )
    mg.score(["a"] * 4, ["a <|en|>"] * 4, normalizer="whisper-english")


def test_parts_with_and_without_spans_are_one_result() -> None:
    scorer = mg.Scorer(normalizer="mondegreen-en")
    scorer.update(["call ann now"], ["call ann now"])
    scorer.update(["call [NAME] now"], ["call bob lee now"])
    result = scorer.compute()
    assert result["wer"].errors == 0
    assert result.coverage.dont_care == 1
    assert [alignment.errors for alignment in result.align_rows([0, 1], "wer")] == [0, 0]


@pytest.mark.parametrize(
    "options",
    [
        {"normalizer": "mondegreen-en"},
        {"forgive": "agent", "lang": "en"},
        {"metrics": ["semantic-wer"]},
    ],
)
def test_run_files_hold_them(options: dict[str, object], tmp_path: Path) -> None:
    said, heard = ["call [NAME] now [noise]", "we go"], ["call bob lee now </s>", "we went"]
    result = mg.score(said, heard, ids=["a", "b"], **options)  # type: ignore[call-overload]
    result.save(tmp_path / "run.json")
    loaded = mg.load(tmp_path / "run.json")
    assert loaded.coverage == result.coverage
    assert loaded.recipe == result.recipe


def test_comparing_shows_how_much_is_not_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "systems.csv"
    lines = [
        "reference,first,second",
        "call [NAME] now,call bob lee now,call ann now",
        "we go,we go,we went",
    ]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(SystemExit) as done:
        main(["compare", str(file), "--systems", "first,second", "-n", "mondegreen-en"])
    assert done.value.code == 0
    said = "don't-care spans, not counted: first 1 with 2 hypothesis words, second 1 with 1"
    assert said in capsys.readouterr().out
