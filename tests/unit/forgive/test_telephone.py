"""Digits that were said one by one are those that spaces part, and no others."""

from __future__ import annotations

from random import Random

import pytest

from mondegreen.forgive import forgive

EN = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
DE = ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"]


def remaining(reference: str, hypothesis: str, language: str = "en") -> int:
    return forgive(reference, hypothesis, language=language, forgive=["numbers"]).errors


def grouped(random: Random, digits: str) -> str:
    """Part digits by spaces, in groups of two to four."""
    pieces = []
    while digits:
        size = len(digits) if len(digits) < 4 else random.choice([2, 3, 4])
        if len(digits) - size == 1:
            size = 2 if len(digits) == 3 else 3
        pieces.append(digits[:size])
        digits = digits[size:]
    return " ".join(pieces)


@pytest.mark.parametrize(("language", "words"), [("en", EN), ("de", DE)])
def test_said_one_by_one(language: str, words: list[str]) -> None:
    random = Random(7)
    for _ in range(300):
        digits = "".join(random.choice("0123456789") for _ in range(random.randint(7, 11)))
        said = " ".join(words[int(digit)] for digit in digits)
        written = grouped(random, digits)
        assert remaining(f"call {said}", f"call {written}", language) == 0, (said, written)
        assert remaining(f"call {written}", f"call {said}", language) == 0, (said, written)
        at = random.randrange(len(digits))
        wrong = digits[:at] + str((int(digits[at]) + random.randint(1, 9)) % 10) + digits[at + 1 :]
        assert remaining(f"call {said}", f"call {grouped(random, wrong)}", language) > 0
        shorter = digits[:at] + digits[at + 1 :]
        if shorter != digits and len(shorter) >= 7:
            assert remaining(f"call {said}", f"call {grouped(random, shorter)}", language) > 0


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("five five five oh one two three", "555 0123"),
        ("five five five oh one two three", "555-0123"),
        ("five five five 0123", "555 0123"),
        ("555-0123", "555 0123"),
        ("5550123", "555 0123"),
        ("555 0123", "555 01 23"),
        ("nine one nine five five five oh one four two", "919 555 0142"),
    ],
)
def test_ways_to_write_a_number(said: str, written: str) -> None:
    assert remaining(f"call {said} now", f"call {written} now") == 0


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("one hundred two thousand", "1002000"),
        ("100 2000", "1002000"),
        ("123 4567", "12 34567"),
        ("fifteen 2000", "one five two zero zero zero"),
        ("five five five oh one two three", "555, 0123 0"),
        ("555 0123", "555 0132"),
        ("555 0123", "550 5123"),
    ],
)
def test_other_numbers(said: str, written: str) -> None:
    assert remaining(f"call {said} now", f"call {written} now") > 0
