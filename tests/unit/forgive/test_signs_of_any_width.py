"""A sign before or after figures says something in whatever width, script or size it is written."""

from __future__ import annotations

import pytest

import mondegreen as mg

DIGITS = {
    "ar": "٠١٢٣٤٥٦٧٨٩",
    "bn": "০১২৩৪৫৬৭৮৯",
    "en": "0123456789",
    "fa": "۰۱۲۳۴۵۶۷۸۹",
    "hi": "०१२३४५६७८९",
    "ja": "０１２３４５６７８９",
    "th": "๐๑๒๓๔๕๖๗๘๙",
    "zh": "0123456789",
}
KEPT = [
    "-5|5",
    "−5|5",
    "－5|5",
    "﹣5|5",
    "<5|5",
    "<5|>5",
    "＜5|＞5",
    "﹤5|﹥5",
    ">5|5",
    "±5|5",
    "∓5|±5",
    "≦5|5",
    "≦5|≧5",
    "⩽5|5",
    "≅5|5",
    "~5|5",
    "∼5|5",
    "≈5|5",
    "#5|5",
    "＃5|5",
    "+5|5",
    "＋5|5",
    "5%|5",
    "5％|5",
    "5﹪|5",
    "5٪|5",
    "5‰|5",
    "5؉|5",
    ".5|5",
    "-.5|.5",
    "<.5|<5",
    "$.5|$5",
]
SAME = ["＜5|<5", "5％|5%", "－5|-5", "﹣5|-5"]


@pytest.mark.parametrize("language", DIGITS)
@pytest.mark.parametrize("how", ["forgivers", "normalizer", "both"])
def test_a_sign_that_is_lost_is_an_error(language: str, how: str) -> None:
    options: dict[str, str] = {} if how == "normalizer" else {"forgive": "agent"}
    options |= {} if how == "forgivers" else {"normalizer": f"mondegreen-{language}"}
    assert [pair for pair, errors in _errors(language, KEPT, options) if not errors] == []


@pytest.mark.parametrize("language", ["en", "ja", "zh"])
def test_the_same_sign_in_another_width_is_none(language: str) -> None:
    found = _errors(language, SAME, {"forgive": "agent"})
    assert [pair for pair, errors in found if errors] == []


def _errors(language: str, pairs: list[str], options: dict[str, str]) -> list[tuple[str, int]]:
    """Return each pair and its errors; the words around it are those of no language."""
    own = str.maketrans("0123456789", DIGITS[language])
    sides = [[f"xabc {side} yabc" for side in pair.translate(own).split("|")] for pair in pairs]
    found = []
    for pair, (said, written) in zip(pairs, sides, strict=True):
        result = mg.score([said], [written], metrics=["wer"], lang=language, **options)
        found.append((pair, result["wer"].errors))
    return found
