"""Numbers in words that num2words writes are read by the packs."""

from __future__ import annotations

import random

import pytest
from num2words import num2words

from mondegreen.languages import Language, language

chance = random.Random(7)
NUMBERS = [
    *range(1101),
    *(thousands * 1000 for thousands in range(1, 1000, 13)),
    *(10**power for power in range(3, 10)),
    *(chance.randrange(10**9) for _ in range(400)),
]

# What num2words writes otherwise than people do: it says "centodicotto" for 118, and "one thousands" in Telugu.
ODD = {
    "te": lambda number: number > 999,
    "it": lambda number: (
        number % 100 == 18 or number // 1000 % 100 == 18 or number // 10**6 % 100 == 18
    ),
}
SPOKEN = ["en", "de", "fr", "es", "it", "pt", "cs", "ru", "te"]


@pytest.mark.parametrize("code", SPOKEN)
def test_cardinals_of_num2words(code: str) -> None:
    pack = language(code)  # once: to read a pack takes as long as a hundred numbers
    for number in NUMBERS:
        if code in ODD and ODD[code](number):
            continue
        words = num2words(number, lang=code).replace(",", "").strip()
        assert ("cardinal", str(number)) in whole(words, pack), words


# Up to where num2words has ordinals.
ORDINALS = {
    "en": 10**9,
    "de": 10**9,
    "fr": 10**9,
    "es": 1000,
    "it": 10**9,
    "pt": 1000,
    "ru": 1000,
}
# What it spells as nobody does, and what people write.
SPELLED = {
    "fr": {"vingtsième": "vingtième", "centsième": "centième", "millionsième": "millionième"},
    "es": {
        "quadra": "cuadra",
        "cuadrigent": "cuadringent",
        "septigent": "septingent",
        "octigent": "octingent",
    },
    "pt": {"septigent": "septingent", "octigent": "octingent"},
    "it": {"un mili": "mili"},
}


@pytest.mark.parametrize("code", ORDINALS)
def test_ordinals_of_num2words(code: str) -> None:
    pack = language(code)
    for number in NUMBERS:
        if not 0 < number <= ORDINALS[code] or (code in ODD and ODD[code](number)):
            continue
        words = num2words(number, lang=code, to="ordinal").replace(",", "")
        for wrong, right in SPELLED.get(code, {}).items():
            words = words.replace(wrong, right)
        assert ("ordinal", str(number)) in whole(words, pack), words


def whole(words: str, pack: Language) -> set[tuple[str, str]]:
    """Return kind and value of all readings of a whole text."""
    return {
        (found.kind, found.value.partition(" ")[0])
        for found in pack.readings(words)
        if (found.start, found.end) == (0, len(words))
    }
