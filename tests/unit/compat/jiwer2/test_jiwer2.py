"""The README of jiwer 2, line by line, and the choices where it contradicts the code."""

from __future__ import annotations

from typing import Any

import pytest

from mondegreen.compat import jiwer2 as jiwer

MERGED = (
    ["i like monthy python", "what do you mean, african or european swallow"],
    ["i like", "python", "what you mean", "or swallow"],
)


def test_two_strings() -> None:
    assert jiwer.wer("hello world", "hello duck") == 0.5
    assert jiwer.wer(truth="hello world", hypothesis="hello duck") == 0.5


def test_lists() -> None:
    truth = ["hello world", "i like monthy python"]
    assert jiwer.wer(truth, ["hello duck", "i like python"]) == 2 / 6


def test_lists_of_different_lengths_are_merged() -> None:
    assert jiwer.wer(*MERGED) == 5 / 12
    assert jiwer.wer(*(" ".join(side) for side in MERGED)) == 5 / 12
    assert jiwer.wer(["a b", "c"], "a b c") == 0.0
    assert jiwer.wer([MERGED[0][0], MERGED[0][1].replace(",", "")], MERGED[1]) == 4 / 12


def test_pre_processing() -> None:
    transformation = jiwer.Compose(
        [
            jiwer.ToLowerCase(),
            jiwer.RemoveMultipleSpaces(),
            jiwer.RemoveWhiteSpace(replace_by_space=False),
            jiwer.SentencesToListOfWords(word_delimiter=" "),
        ]
    )
    truth, hypothesis = "I like  python!", "i like Python?\n"
    options: dict[str, Any] = {
        "truth_transform": transformation,
        "hypothesis_transform": transformation,
    }
    assert jiwer.wer(truth, hypothesis, **options) == 1.0
    assert jiwer.wer(truth, hypothesis, transformation, transformation) == 1.0
    transformation.transforms[2] = jiwer.RemoveWhiteSpace(replace_by_space=True)
    assert jiwer.wer(truth, hypothesis, **options) == 2 / 3  # a space is left at the end


def test_the_default_is_what_the_readme_says() -> None:
    default = jiwer.Compose(
        [
            jiwer.RemoveMultipleSpaces(),
            jiwer.Strip(),
            jiwer.SentencesToListOfWords(),
            jiwer.RemoveEmptyStrings(),
        ]
    )
    for pair in [(" a  b ", ["a", "", " b\tc"]), MERGED, (["", "x"], "")]:
        assert jiwer.wer(*pair) == jiwer.wer(*pair, default, default)


@pytest.mark.parametrize(
    ("transform", "texts", "expected"),
    [
        (
            jiwer.SentencesToListOfWords(),
            ["hi", "this is an example"],
            ["hi", "this", "is", "an", "example"],
        ),
        (
            jiwer.RemoveSpecificWords(["yhe", "the", "a"]),
            ["yhe awesome", "the apple is not a pear", "yhe"],
            [" awesome", " apple is not  pear", ""],
        ),
        (
            jiwer.RemoveWhiteSpace(),
            ["this is an example", "hello\tworld\n\r"],
            ["thisisanexample", "helloworld"],
        ),
        (
            jiwer.RemoveWhiteSpace(replace_by_space=True),
            ["this is an example", "hello\tworld\n\r"],
            ["this is an example", "hello world  "],
        ),
        (
            jiwer.RemovePunctuation(),
            ["this is an example!", "hello. goodbye"],
            ["this is an example", "hello goodbye"],
        ),
        (jiwer.RemovePunctuation(), ["!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~a"], ["a"]),
        (
            jiwer.RemoveMultipleSpaces(),
            ["this is   an   example ", "  hello goodbye  ", "  "],
            ["this is an example ", " hello goodbye ", " "],
        ),
        (
            jiwer.Strip(),
            [" this is an example ", "  hello goodbye  ", "  "],
            ["this is an example", "hello goodbye", ""],
        ),
        (
            jiwer.RemoveEmptyStrings(),
            ["", "this is an example", " ", "                "],
            ["this is an example"],
        ),
        (
            jiwer.ExpandCommonEnglishContractions(),
            ["she'll make sure you can't make it", "let's party!"],
            ["she will make sure you can not make it", "let us party!"],
        ),
        (
            jiwer.SubstituteWords({"pretty": "awesome", "you": "i", "'re": " am", "foo": "bar"}),
            ["you're pretty", "your book", "foobar"],
            ["i am awesome", "your book", "foobar"],
        ),
        (
            jiwer.SubstituteRegexes({r"doom": r"sacr", r"\b(\w+)ed\b": r"\1"}),
            ["is the world doomed or loved?", "edibles are allegedly cultivated"],
            ["is the world sacr or lov?", "edibles are allegedly cultivat"],
        ),
        (jiwer.ToLowerCase(), ["You're PRETTY"], ["you're pretty"]),
        (jiwer.ToUpperCase(), ["You're amazing"], ["YOU'RE AMAZING"]),
        (jiwer.RemoveKaldiNonWords(), ["you <unk> like [laugh]"], ["you  like "]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_documented_examples(transform: Any, texts: list[str], expected: list[str]) -> None:
    assert transform(texts) == expected


def test_contractions_of_the_table() -> None:
    expand = jiwer.ExpandCommonEnglishContractions()
    table = {"n't": "not", "'re": "are", "'s": "is", "'d": "would", "'ll": "will", "'t": "not"}
    for ending, words in {**table, "'ve": "have", "'m": "am"}.items():
        assert expand(f"x{ending}") == f"x {words}"


@pytest.mark.parametrize("truth", ["", " ", [], [""], ["", " "]])
@pytest.mark.parametrize("name", ["wer", "mer", "wil", "wip", "compute_measures"])
def test_an_empty_truth(name: str, truth: Any) -> None:
    with pytest.raises(ValueError, match="the truth has no words"):
        getattr(jiwer, name)(truth, "test")


def test_an_empty_hypothesis() -> None:
    found = jiwer.compute_measures("this is a test", "")
    assert found == {
        **dict.fromkeys(("wer", "mer", "wil"), 1),
        **dict.fromkeys(("wip", "hits", "substitutions", "insertions"), 0),
        "deletions": 4,
    }
    assert repr(found).startswith("{'wer': 1.0, 'mer': 1.0, 'wil': 1, 'wip': 0, 'hits': 0, ")
    assert list(found)[:4] == ["wer", "mer", "wil", "wip"]


def test_options_of_the_first_interface() -> None:
    assert jiwer.wer("he's my nemesis", "He is my <unk> [laughter]", standardize=True) == 0.25
    words = ["yhe", "yeah"]
    assert jiwer.wer("yhe about that", "yeah about that", words_to_filter=words) == 0.0
    assert jiwer.wer("a yhet", "a yet", words_to_filter=["yhe"]) == 0.5
    both = {"standardize": True, "words_to_filter": ["UH", "uh"]}
    assert jiwer.wer("Uh I'm here", "i am here", **both) == 0.0
    assert jiwer.wer("A", "a", standardize=False, words_to_filter=None) == 1.0
    for name in ("wer", "mer", "wil", "wip", "compute_measures"):
        with pytest.raises(TypeError, match="reference_transform"):
            getattr(jiwer, name)("a", "a", reference_transform=None)


def test_mappings_under_both_names() -> None:
    for kind in (jiwer.SubstituteWords, jiwer.SubstituteRegexes):
        for found in (
            kind({"a": "b"}),
            kind(substitutions={"a": "b"}),
            kind(dictionary={"a": "b"}),
        ):
            assert found("a") == "b"
            assert found.substitutions == {"a": "b"}
        for wrong in ({}, {"substitutions": {}, "dictionary": {}}):
            with pytest.raises(TypeError):
                kind(**wrong)


def test_transforms_that_do_not_end_in_words() -> None:
    lower = jiwer.ToLowerCase()
    assert jiwer.wer("abc", "abd", lower, lower) == 1 / 3  # a string is a list of characters
    with pytest.raises(TypeError, match="made a str and a list"):
        jiwer.wer("abc", "abd", truth_transform=lower)
    with pytest.raises(ValueError, match="expected a string or a list"):
        jiwer.wer(None, "a")
