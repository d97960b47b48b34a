"""Laws of the normalizers in plain Python: total, idempotent, linear, and nothing lost in a batch."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg

NAMES = ("calls", "semantic", "space-norm", "stt-diff")
HOSTILE = st.one_of(
    st.sampled_from("[]<>|.:,-'’$€%@&# \t\n\u2028#0159٣२½①ŁßİΣς"),
    st.sampled_from(["\ud800", "\udfff", "\u200d", "\u0301", "ा", "語", "ﬁ", "Ⅷ", "ǅ"]),
    st.characters(),
)
_WORDS = (
    "one two three five nine ten eleven twelve fifteen twenty thirty ninety hundred thousand million "
    "billion first second third fifth twelfth twentieth hundredth hundreds point and a oh o zero "
    "0 1 5 05 12 20 100 1,000 1,00,000 2024 1990s 1st 2nd 21st 3.5 .5 5:05 5:30 10am $5 $5.50 £1 50% "
    "5% $1m dollars dollar cents half o'clock Dr. Mr St. can't gonna it's I'm colour ok & @ + # "
    "apki rey आपकी twenty-one one-hundred-and-one five-five - am pm a.m. 'cause cannot oh-five"
)
WORDS = st.sampled_from(_WORDS.split())
TEXTS = st.one_of(
    st.text(HOSTILE, max_size=20),
    st.lists(st.one_of(WORDS, st.text(HOSTILE, max_size=2)), max_size=10).map(" ".join),
    st.lists(WORDS, max_size=10).map("".join),
    st.lists(WORDS, max_size=10).map(" ".join),
)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=300, deadline=None)
@given(text=TEXTS)
def test_any_text_once_is_as_good_as_twice(name: str, text: str) -> None:
    by = mg.normalizer(name)
    once = by(text)
    assert by(once) == once
    assert once == " ".join(once.split())


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=30, deadline=None)
@given(texts=st.lists(st.one_of(TEXTS, st.none()), max_size=5))
def test_a_batch_is_the_texts(name: str, texts: list[str | None]) -> None:
    by = mg.normalizer(name)
    assert by.batch(texts) == [None if text is None else by(text) for text in texts]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "piece",
    [
        "[",
        "<",
        "1",
        "1,",
        "five ",
        "one hundred and ",
        "twenty-",
        "point ",
        "$",
        "a.",
        "'",
        "-",
        ":05",
        "5 ",
        "́",
        "आ",
        "5:05",
        "million ",
        "can't",
        "dr. ",
        "oh ",
        "5 point ",
        " \n",
        "a",
        "1,11",
        "$1,",
        ".5",
        "5.",
        "a-",
        "and ",
        "one-",
    ],
)
def test_time_grows_as_the_text_does(name: str, piece: str) -> None:
    by = mg.normalizer(name)
    text = piece * (100_000 // len(piece))
    started = process_time()
    by(text)
    assert process_time() - started < 5, "a quadratic rule would take minutes"
