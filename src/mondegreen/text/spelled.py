"""English numbers from figures to words: ``21`` → ``twenty one``."""

from __future__ import annotations

__all__ = [
    "ORDINALS",
    "SCALES",
    "SMALL",
    "TENS",
    "cardinal",
    "digit_by_digit",
    "minutes",
    "ordinal",
    "plural",
    "year",
]

SMALL = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
TENS = dict(
    zip(
        ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
        range(20, 100, 10),
        strict=True,
    )
)
SCALES = {"hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9}
SCALES["trillion"] = 10**12
_TENS = {value: word for word, value in TENS.items()}
_IRREGULAR = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_LONGEST = 15
"""Digits; what is longer is no quantity that anyone says."""


def cardinal(digits: str) -> str:
    """Write a whole number in words, as it is said.

    Digit by digit where it is long or begins with 0.

    >>> cardinal("121"), cardinal("007"), cardinal("0")
    ('one hundred twenty one', 'zero zero seven', 'zero')
    """
    if len(digits) > _LONGEST or (len(digits) > 1 and digits[0] == "0"):
        return digit_by_digit(digits)
    return " ".join(_words(int(digits))) or SMALL[0]


def year(digits: str) -> str:
    """Write four digits in pairs where they are said so, else as `cardinal` does.

    >>> year("1984"), year("1905"), year("2005"), year("1500")
    ('nineteen eighty four', 'nineteen oh five', 'two thousand five', 'one thousand five hundred')
    """
    number = int(digits) if len(digits) == len("1984") else 0
    first, last = divmod(number, 100)
    if not last or not (11 <= first <= 19 or (first == 20 and last > 9)):  # noqa: PLR2004
        return cardinal(digits)
    return f"{cardinal(str(first))} {minutes(f'{last:02}')}"


def minutes(digits: str) -> str:
    """Write two digits as they are said after an hour.

    >>> minutes("05"), minutes("30")
    ('oh five', 'thirty')
    """
    return f"oh {SMALL[int(digits)]}" if digits[0] == "0" else cardinal(digits)


def digit_by_digit(digits: str) -> str:
    """Write each digit.

    >>> digit_by_digit("04")
    'zero four'
    """
    return " ".join(SMALL[int(digit)] for digit in digits)


def ordinal(words: str) -> str:
    """Turn a cardinal in words into the ordinal.

    >>> ordinal("twenty one"), ordinal("thirty"), ordinal("four")
    ('twenty first', 'thirtieth', 'fourth')
    """
    before, space, last = words.rpartition(" ")
    made = _IRREGULAR.get(last) or (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")
    return f"{before}{space}{made}"


def plural(words: str) -> str:
    """Turn a cardinal in words into the plural.

    >>> plural("nineteen ninety"), plural("six")
    ('nineteen nineties', 'sixes')
    """
    if words.endswith("y"):
        return f"{words[:-1]}ies"
    return f"{words}es" if words.endswith(("x", "o")) else f"{words}s"


def _words(number: int) -> list[str]:
    for name, scale in reversed(SCALES.items()):
        if number >= scale:
            return [*_words(number // scale), name, *_words(number % scale)]
    if number >= len(SMALL):
        return [_TENS[number - number % 10], *_words(number % 10)]
    return [SMALL[number]] if number else []


ORDINALS = {
    ordinal(word): value
    for word, value in [*((w, v) for v, w in enumerate(SMALL) if v), *TENS.items()]
}
"""``first`` to ``nineteenth``, and the tens."""
