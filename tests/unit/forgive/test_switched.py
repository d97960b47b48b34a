"""Two languages in one text, and numbers in words that no space parts."""

from __future__ import annotations

import pytest

from mondegreen import score
from mondegreen.errors import UsageError
from mondegreen.forgive import forgive
from mondegreen.forgive.inflection import Inflection


@pytest.mark.parametrize(
    ("language", "reference", "hypothesis", "reasons"),
    [
        ("hi-en", "it costs पाँच हज़ार", "it costs 5000", ["numbers"]),
        ("hi-en", "मुझे twenty five चाहिए", "मुझे 25 चाहिए", ["numbers"]),
        ("hi-en", "um मुझे refunds चाहिए", "मुझे refund चाहिए", ["fillers", "inflection"]),
        ("hi-en", "मेरा card खो गया", "मेरा कार्ड खो गया", ["script"]),
        ("hi-en", "it's मेरा colour", "it is मेरा color", ["contractions", "spelling"]),
        ("hi-en", "मुझे नहीं चाहिए", "मुझे चाहिए", []),
        ("en-hi", "um it's मेरा colour", "it is मेरा color", ["fillers", "contractions", "spelling"]),
        ("en-hi", "50 प्रतिशत Dr. Rao", "50% Doctor Rao", ["numbers", "abbreviations"]),
        (
            "de-en",
            "äh um it's the colour und so",
            "it is the color und so",
            [*["fillers"] * 2, "contractions", "spelling"],
        ),
        (
            "en-de",
            "äh um it's the colour & so",
            "it is the color und so",
            [*["fillers"] * 2, "contractions", "spelling", "symbols"],
        ),
        ("de-fr", "euh das ist äh le chien", "das ist chien", ["fillers", "fillers", "articles"]),
        ("de-fr", "das ist nicht le chien", "das ist le chien", []),
        ("de-fr", "das ist jamais le chien", "das ist le chien", []),
        ("hi-en", "not मेरा card", "मेरा card", []),
        ("zh-en", "我要 一百二十三个 apples", "我要 123个 apples", ["numbers"]),
        ("zh", "一百二十三个", "123个", ["numbers"]),
        ("zh", "二零二四年三月", "2024年3月", ["numbers"]),
        ("zh", "一百二十三个", "124个", []),
        ("zh", "一百二十三个", "123只", []),
        ("zh", "三百", "三", []),
    ],
)
def test_forgivers_of_both(
    language: str, reference: str, hypothesis: str, reasons: list[str]
) -> None:
    found = forgive(reference, hypothesis, language=language)
    assert [span.reason.forgiver for span in found.spans if span.reason] == reasons
    assert bool(found.errors) is not bool(reasons)


def test_scores_are_of_words() -> None:
    result = score("मेरा card खो गया", "मेरा कार्ड खो गया", lang="hi-en", forgive="agent")
    assert result["wer"].unit == "word"
    assert result["wer"].value == 0
    assert "|lang:hi-en|" in result.signature
    assert score("a", "b", recipe=result.signature).signature == result.signature
    assert score("मेरा card", "मेरा कार्ड", lang="hi-en")["wer"].unit == "mixed"


def test_loose_forgivers_need_denials_of_both() -> None:
    with pytest.raises(UsageError, match="no list of negations of the language 'any'"):
        forgive("a", "b", forgive="repetition", language="any-en")
    assert Inflection("hi-en").language == "en"
