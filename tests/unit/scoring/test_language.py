"""What a language decides, and how a rate in another unit is called."""

from __future__ import annotations

import pytest

import mondegreen as mg


@pytest.mark.parametrize(
    ("lang", "metric", "unit"),
    [
        ("zh", "cer", "character-no-space"),
        ("zh-Hant", "cer", "character-no-space"),
        ("pt-BR", "wer", "word"),
        ("zh-en", "wer", "mixed"),
        ("hi-en", "wer", "mixed"),
        ("hi-en-zh", "wer", "mixed"),
        ("zh-Hans-en", "wer", "mixed"),
        ("en-zh-Hant", "wer", "mixed"),
        ("hi-en-US", "wer", "mixed"),
        ("EN-zh", "wer", "mixed"),
        ("zh-Hans-CN", "cer", "character-no-space"),
        (None, "wer", "word"),
    ],
)
def test_a_language_chooses_metric_and_unit(lang: str | None, metric: str, unit: str) -> None:
    recipe = mg.score("a", "a", lang=lang).recipe
    assert (recipe.metrics, recipe.units) == ((metric,), (unit,))


def test_what_is_chosen_goes_before_the_language() -> None:
    assert mg.score("a", "a", lang="zh-en", unit="word").recipe.units == ("word",)
    assert mg.score("a", "a", lang="zh-en", metrics=["cer"]).recipe.units == ("character",)


@pytest.mark.parametrize(
    ("metric", "unit", "title"),
    [
        ("wer", "word", "wer"),
        ("wer", "word-ascii-space", "wer"),
        ("wer", "character", "wer[character]"),
        ("wer", "mixed", "wer[mixed]"),
        ("cer", "character-no-space", "cer"),
        ("cer", "grapheme", "cer[grapheme]"),
        ("sentence", None, "sentence"),
    ],
)
def test_no_word_error_rate_is_counted_in_characters(
    metric: str, unit: str | None, title: str
) -> None:
    result = mg.score("a b", "a c", metrics=[metric], unit=unit, by={"k": ["x"]})
    assert result[metric].title == title
    for text in (str(result), str(result.by("k")), result._repr_html_()):
        assert title in text
        assert title == metric or f"{metric} " not in text.split("\n\n")[0]


@pytest.mark.parametrize(
    ("code", "meant"),
    [
        ("jp", "Did you mean 'ja'?"),
        ("JP", "Did you mean 'ja'?"),
        ("cn-TW", "Did you mean 'zh'?"),
        ("en-us", "Did you mean 'en-US'?"),
        ("zh-cn", "Did you mean 'zh-CN'?"),
        ("hi-en-us", "Did you mean 'hi-en-US'?"),
        ("xx", "Expected one as en, pt-BR or zh."),
        ("kz-KZ", "Expected one as en, pt-BR or zh."),
    ],
)
def test_codes_of_no_language(code: str, meant: str) -> None:
    with pytest.raises(mg.UsageError, match="is not the code of a language") as error:
        mg.wer("a", "a", lang=code)
    assert str(error.value).endswith(meant)


@pytest.mark.parametrize("code", ["en", "en-uk", "yue", "hi-en", "sr-Latn-RS", "iw", "haw"])
def test_codes_of_languages(code: str) -> None:
    assert mg.wer("a b", "a c", lang=code, unit="word") == 0.5


def test_a_unit_of_words_for_characters_says_why_it_is_characters() -> None:
    with pytest.raises(mg.UsageError, match="zh has no spaces between words, so cer is scored"):
        mg.score("你好", "你好", lang="zh", unit="word")
    assert mg.score("你好", "你好", metrics="wer", lang="zh", unit="word").signature.startswith(
        "wer"
    )
