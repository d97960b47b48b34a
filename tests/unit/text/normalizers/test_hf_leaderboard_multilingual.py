"""Digits in words as the multilingual leaderboard has them: the package num2words is the oracle."""

from __future__ import annotations

import random
import re

import num2words
import pytest

import mondegreen as mg

LANGUAGES = ("de", "es", "fr", "it", "pt")
PARTS = ("000", "001", "003", "023", "080", "100", "103", "118", "180", "200", "999")


def by_oracle(number: int, language: str) -> str:
    try:
        return num2words.num2words(number, lang=language)
    except (OverflowError, NotImplementedError):
        return str(number)


def numbers(seed: int, each: int) -> list[int]:
    """Return small numbers, and larger ones of all lengths, at random or of parts that matter."""
    rng = random.Random(seed)
    found = [*range(1_100), *(rng.randrange(10**6) for _ in range(each))]
    for length in range(4, 70):
        found += [rng.randrange(10**length) for _ in range(each // 50)]
        parts = (rng.choices(PARTS, k=length // 3 + 1) for _ in range(each // 50))
        found += [int("".join(some)) for some in parts]
    for length in range(70, 612, 9):
        found += [rng.randrange(10**length), 10**length, 2 * 10**length]
    return found


def check(language: str, given: list[int]) -> None:
    made = mg.normalizer(f"hf-leaderboard-multilingual-{language}").batch(list(map(str, given)))
    wanted = [by_oracle(number, language) for number in given]
    odd = [each for each in zip(given, wanted, made, strict=True) if each[1] != each[2]]
    assert not odd[:3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers(language: str) -> None:
    check(language, numbers(1, 500))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_many_numbers(language: str) -> None:
    check(language, [*range(1_100, 100_000), *numbers(2, 20_000)])


@pytest.mark.parametrize("language", LANGUAGES)
def test_groups_and_digits_of_other_scripts(language: str) -> None:
    """Python's regular expressions say which groups are joined."""
    rng, by = random.Random(3), mg.normalizer(f"hf-leaderboard-multilingual-{language}")
    for _ in range(3_000):
        text = "".join(rng.choices("0123456789 x\u0663\u096b", (1,) * 10 + (6, 1, 1, 1), k=14))
        text = " ".join(text.split())
        joined = re.sub(r"(\d)\s+(\d{3})\b", r"\1\2", text)
        wanted = re.sub(r"\d+", lambda found: by_oracle(int(found[0]), language), joined)
        assert by(text) == wanted, text


@pytest.mark.parametrize("digits", [4_300, 4_301, 10_000])
def test_digits_without_a_name_stay(digits: int) -> None:
    for language in LANGUAGES:
        by = mg.normalizer(f"hf-leaderboard-multilingual-{language}")
        assert by("9" * digits) == "9" * digits
        assert by("0" * 4_300) == by("0")
        assert by("0" * 4_301) == "0" * 4_301  # which Python does not read
