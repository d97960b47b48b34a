"""The same choices in Python as on the command line: a language, a recipe, and what they decide."""

import json
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.cli.app import run
from mondegreen.scoring.scorer import Scorer


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("options", "signature"),
    [
        ({}, "wer@1"),
        ({"lang": "en"}, "wer@1"),
        ({"lang": "pt-BR"}, "wer@1"),
        ({"lang": "zh"}, "cer@1|unit:character-no-space@1"),
        ({"lang": "zh-Hant-TW"}, "cer@1|unit:character-no-space@1"),
        ({"lang": "ja", "metrics": "wer"}, "wer@1"),
        ({"lang": "ja", "metrics": "cer"}, "cer@1|unit:character-no-space@1"),
        ({"lang": "ja", "metrics": "wer,cer"}, "wer@1+cer@1"),
        ({"lang": "th", "unit": "grapheme"}, "cer@1|unit:grapheme@unicode15.0"),
        (
            {"lang": "th", "normalizer": "lower"},
            "cer@1|unit:character-no-space@1|normalizer:lower@1",
        ),
    ],
)
def test_a_language_decides_what_was_not_chosen(options: dict[str, Any], signature: str) -> None:
    result = mg.score("今天 天气", "今天天气", **options)
    assert result.recipe.signature(short=True) == signature
    assert Scorer(**options).recipe == result.recipe
    assert run(["score", *files("今天 天气", "今天天气"), "--json", *flags(options)]) == 0


def files(*texts: str) -> list[str]:
    paths = [Path("r.txt"), Path("h.txt")]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(f"{text}\n", "utf-8")
    return list(map(str, paths))


def flags(options: dict[str, Any]) -> list[str]:
    names = {"metrics": "metric"}
    return [
        f"--{names.get(name, name).replace('_', '-')}={value}" for name, value in options.items()
    ]


@pytest.mark.parametrize(
    "options",
    [
        {"lang": "zh"}, {"lang": "ja", "metrics": "cer"}, {"lang": "ja", "metrics": "wer,cer"},
        {"recipe": "mer|normalizer:lower|missing:skip"}, {"recipe": " wer@1|weights:4/3/3\n"},
    ],
)  # fmt: skip
def test_python_and_the_command_line_agree(
    options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    texts = "今天 天气 A", "今天天气 a"
    assert run(["score", *files(*texts), "--json", *flags(options)]) == 0
    found = json.loads(capsys.readouterr().out)
    result = mg.score(*texts, **options)
    assert found["signature"] == result.signature
    assert [each["counts"] for each in found["metrics"]] == [each.counts for each in result]


def test_rates_know_the_language() -> None:
    assert mg.cer("今天 天气", "今天天气", lang="zh") == 0.0
    assert mg.cer("今天 天气", "今天天气") == 0.2
    assert mg.wer("今天 天气", "今天天气", lang="zh") == 1.0


def test_a_signature_given_back_in_python() -> None:
    options: dict[str, Any] = {"metrics": "cer,mer", "normalizer": "lower", "missing": "skip"}
    first = mg.score(["A b", "c"], ["a x", None], **options)
    for recipe in (first.signature, first.recipe, first.recipe.signature(short=True)):
        again = mg.score(["A b", "c"], ["a x", None], recipe=recipe)
        assert str(again) == str(first)
        assert Scorer(recipe=recipe).recipe == first.recipe


@pytest.mark.parametrize(
    ("others", "named"),
    [
        ({"metrics": "wer"}, "metrics='wer'"),
        ({"metrics": ["wer"]}, "metrics"),
        ({"lang": "zh"}, "lang='zh'"),
        ({"normalizer": "lower"}, "normalizer='lower'"),
        ({"unit": "word", "ties": "jiwer"}, "ties='jiwer', unit='word'"),
        ({"edit_weights": "sclite"}, "edit_weights='sclite'"),
    ],
)
def test_a_recipe_stands_alone(others: dict[str, Any], named: str) -> None:
    with pytest.raises(mg.UsageError) as caught:
        mg.score("a", "b", recipe="wer", **others)
    assert str(caught.value) == f"recipe= decides the whole score; leave out {named}"
    usual: dict[str, Any] = {"normalizer": "none", "ties": "most-hits", "missing": "error"}
    assert mg.score("a", "b", recipe="wer", **usual)["wer"].value == 1
