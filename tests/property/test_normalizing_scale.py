"""Normalizing takes time that is linear in the length, whatever is repeated."""

from __future__ import annotations

import random
from time import process_time

import pytest
from texts_of_packs import MARKS, words

from mondegreen import _kernel
from mondegreen._kernel import own
from mondegreen.text.normalizers.mondegreen import Mondegreen

pytestmark = pytest.mark.skipif(_kernel.name != "native", reason="packs are in the native kernel")

OPENERS = [
    *("(", "[", "<", "{", "*", "'", '"', "“", "«", "<|", "((", "[[", "**", "( ", "< ", "【", "（"),
    *("a*", "*-", "#", "##", " ##", "a@@", "▁ ", "</w> ", "%", "!sil ", "(a ", "<a|", "*a"),
    *("UM ", "um ", "it's ", "one, ", "one. ", "5 - ", "5' ", "$5 uh ", "2nd-", "half "),
]


def seconds(normalizer: Mondegreen, text: str) -> float:
    started = process_time()
    normalizer(text)
    return process_time() - started


def check(code: str, pieces: list[str], few: int, many: int) -> None:
    """``many`` times take no more than twice their share of the time of ``few``."""
    normalizer = Mondegreen(code)
    normalizer("one")
    for piece in pieces:
        long = seconds(normalizer, piece * many)
        if long < 0.04:  # not to be measured, and not too long
            continue
        short = min(seconds(normalizer, piece * few) for _ in range(2))
        bound = 2.5 * many / few * short + 0.02
        if long >= bound:  # once more: another program may have had the processor
            long = seconds(normalizer, piece * many)
        assert long < bound, (code, piece, short, long)


@pytest.mark.parametrize("code", ["en", "ja"])
def test_what_opens_and_never_closes(code: str) -> None:
    check(code, OPENERS, 2_000, 16_000)


@pytest.mark.slow
@pytest.mark.parametrize("code", sorted(own.languages()))
def test_words_and_marks(code: str) -> None:
    chance = random.Random(code)
    known = [f"{word} " for word in words(code)]
    pieces = [*MARKS, *chance.sample(known, min(20, len(known)))]
    pairs = ["".join(chance.choices([*MARKS, *known, "1", "a"], k=2)) for _ in range(40)]
    check(code, pieces + pairs, 5_000, 20_000)
