"""Long single words: forgiven and counted by letters exactly, in a time that is not that of their square."""

from __future__ import annotations

import random
import time

import pytest

import mondegreen as mg

NAMES = [
    *(
        "case",
        "punctuation",
        "accents",
        "spacing",
        "spelling",
        "numbers",
        "contractions",
        "abbreviations",
    ),
    *(
        "symbols",
        "fillers",
        "repetition",
        "articles",
        "inflection",
        "homophone",
        "phonetic",
        "agent",
    ),
]
LENGTH = 1_000_000


@pytest.mark.parametrize("name", NAMES)
def test_two_words_of_a_million_letters(name: str) -> None:
    said, written = "a" * LENGTH, "b" * LENGTH
    began = time.process_time()
    assert mg.wer(said, written, forgive=name) == 1
    assert time.process_time() - began < 20


def test_no_letter_in_common_is_no_work() -> None:
    began = time.process_time()
    assert mg.cer("a" * LENGTH, "b" * (LENGTH // 2)) == 1
    assert time.process_time() - began < 5


@pytest.mark.parametrize("letters", ["ab", "abcdefghij", "áéíóú漢字"])
def test_letters_of_a_difference_are_those_of_cer(letters: str) -> None:
    made = random.Random(7)
    for _ in range(60):
        said = "".join(made.choices(letters, k=made.randint(1, 900)))
        cut = made.randint(0, len(said))
        written = (
            said[:cut] + "".join(made.choices(letters, k=made.randint(0, 300))) + said[cut + 5 :]
        )
        if not written or written == said:
            continue
        reader = mg.score([said], [written], metrics=["reader"], forgive="spelling")["reader"]
        assert reader.value == pytest.approx(mg.cer(said, written))
