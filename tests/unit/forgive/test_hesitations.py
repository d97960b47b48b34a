"""Hesitations of each language, next to words that are not."""

from __future__ import annotations

import pytest

import mondegreen as mg
from mondegreen.forgive import forgive

HESITATIONS = {
    "cs": ("ehm hm hmm éé ééé", "ne jo a no ale"),
    "de": ("äh ähm ääh öh öhm ehm hm", "eh mhm um ehe er doch aha ah"),
    "es": ("eh ehm emm mm mmm hm", "este he el es em ah oh"),
    "fr": ("euh euuuh euhm heu hum hm mm", "eu ben bah oh ah hein eux"),
    "it": ("ehm uhm mm mmm hm", "eh ah he beh uno"),
    "pt": ("hm mm ahn ahm ãh ehm", "hum é eh hã um"),
    "ru": ("ээ эээ эм эмм гм хм мм", "э а ага эх эй"),
}


@pytest.mark.parametrize("language", HESITATIONS)
def test_hesitations_and_words(language: str) -> None:
    hesitations, words = (side.split() for side in HESITATIONS[language])
    for word in hesitations:
        for said in (f"{word} xyz", f"xyz {word} abc", f"xyz {word}, abc"):
            written = " ".join(said.replace(f"{word},", "").replace(word, "").split())
            assert not forgive(said, written, forgive="agent", language=language).errors, said
    for word in words:
        assert forgive(f"xyz {word} abc", "xyz abc", forgive="fillers", language=language).errors


@pytest.mark.parametrize("language", HESITATIONS)
def test_the_normalizer_has_the_same(language: str) -> None:
    normalize = mg.normalizer(f"mondegreen-{language}")
    for word in HESITATIONS[language][0].split():
        assert normalize(f"xyz {word} abc") == "xyz abc"
    for word in HESITATIONS[language][1].split():
        assert normalize(f"xyz {word} abc") != "xyz abc"


@pytest.mark.parametrize(
    "case",
    ["en|hmmmmm", "de|ähhhhh", "es|mmmmm", "ar|إممممم", "th|อืมมมม", "sw|mmm", "ta|அம்ம்", "fa|اِم"],
)
def test_a_longer_hesitation_is_one(case: str) -> None:
    language, hesitation = case.split("|")
    assert not forgive(
        f"{hesitation} xyz abc", "xyz abc", forgive="agent", language=language
    ).errors
