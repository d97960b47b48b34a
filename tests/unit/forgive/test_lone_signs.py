"""A sign before or between numbers says something; a dash in prose does not. Marks may part two numbers."""

from __future__ import annotations

import pytest

from mondegreen.forgive import forgive

KEPT = """en|- 5|5
en|it is - 5|it is 5
en|- 5 degrees|5 degrees
en|it is - 5 outside|it is 5 outside
en|- $5|$5
en|-$5|$5
en|-.5|.5
en|–5|5
en|– 5|5
en|5 ^ 3|5 3
en|^ 3|3
en|x ^ 2|x 2
en|2 ** 5|2 5
en|!=|=
en|x != 5|x = 5
en|x !=5|x =5
en|5 !== 3|5 == 3
en|<> 5|= 5
en|<|>
en|a < b|a > b
en|a < b|a b
en|<= 5|< 5
en|+|-
en|+ 5|- 5
en|+ 5|5
en|5 : 3|5 3
en|5 \u2013 3|5 3
en|5 -- 3|5 3
en|5 \u2014 3|5 3
en|5 -> 3|5 3
en|a \u2192 b|a \u2190 b
en|3 . 5 percent|3 5 percent
de|3 , 5 Prozent|3 5 Prozent
fr|soixante, dix|soixante dix
fr|soixante, dix|soixante-dix
fr|soixante , dix|soixante dix
fr|vingt, quatre|vingt quatre
fr|vingt, quatre|vingt-quatre
fr|quatre, vingts|quatre vingts
fr|1, 500 euros|1 500 euros
en|two hundred, twelve|two hundred twelve
en|twenty. One|twenty one
en|twenty, one|twenty-one
en|nineteen, eighty four|nineteen eighty four
es|treinta, y cinco|treinta y cinco
hi|दो सौ, पाँच|दो सौ पाँच
de|zwei, hundert|zwei hundert"""
FORGIVEN = """en|well - yes|well yes
en|a - b|a b
en|hello \u2014 there|hello there
en|- 5 people came|5 people came
en|- one more thing|one more thing
fr|- Un moment|un moment
en|\u2014 5|5
en|* 5 eggs|5 eggs
en|5 \u2013 3|5 - 3
en|−5|-5
en|–5|-5
en|five, six|five six
en|5, 6|5 6
en|May 5, 2020|May 5 2020
en|five dollars, ten cents|five dollars ten cents
en|two thousand, five hundred|two thousand five hundred
en|one million, two hundred thousand|one million two hundred thousand
en|five five five, oh one two three|five five five oh one two three
fr|deux mille, cinq cents|deux mille cinq cents
fr|soixante-dix|soixante dix
fr|oui, dix|oui dix"""


@pytest.mark.parametrize("line", KEPT.splitlines())
def test_what_says_something(line: str) -> None:
    language, said, written = line.split("|")
    for one, other in ((said, written), (written, said)):
        for chosen in ("agent", "punctuation", "punctuation,spacing"):
            assert forgive(one, other, forgive=chosen, language=language).errors, chosen


@pytest.mark.parametrize("line", FORGIVEN.splitlines())
def test_what_says_nothing(line: str) -> None:
    language, said, written = line.split("|")
    for one, other in ((said, written), (written, said)):
        found = forgive(one, other, language=language)
        assert not found.errors
        assert all(span.reason for span in found.spans)
