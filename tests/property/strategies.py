"""What hypothesis draws texts, tokens, columns and options from; and random pairs, in bulk."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "ALPHABET",
    "UNITS",
    "columns",
    "edited",
    "letters_of",
    "long_pairs",
    "pairs",
    "rules",
    "short_pairs",
    "short_tokens",
    "texts",
    "token_lists",
    "units",
]

UNITS = (
    "word",
    "word-ascii-space",
    "character",
    "character-no-space",
    "grapheme",
    "grapheme-no-space",
)

LETTERS = "aab"  # few, so that texts have something in common
SPACES = "  \t\n\r\x1c\x85\xa0\u2028\u3000"
NO_SPACES = "\u200b\ufeff\u180e\xb5\x00"  # may look like white space, or share bytes with it
CLUSTERS = "\u0301\u093f\u200d\U0001f469\U0001f1e9\U0001f1ea\U0001f3fd\u1100\u1161\u11a8\u0600"
SURROGATES = "\ud800\udbff\udc00\udfff"

units = st.sampled_from(UNITS)

characters = st.one_of(
    st.sampled_from(LETTERS),
    st.sampled_from(LETTERS),
    st.sampled_from(SPACES),
    st.sampled_from(NO_SPACES + CLUSTERS + SURROGATES),
    st.characters(),
)
texts = st.text(characters, max_size=12)

words = st.one_of(
    st.sampled_from("ab"),
    st.sampled_from("ab"),
    st.sampled_from(["", " ", "a\0", "1234567", "12345678", "123456781", "123456782", "\ud800"]),
    st.text(characters, max_size=3),
)
token_lists = st.lists(words, max_size=9)
short_tokens = st.lists(st.sampled_from("abc"), max_size=9)
"""Tokens of three kinds: most pairs have many cheapest alignments."""

weights = st.tuples(*[st.integers(0, 5)] * 3)
positive = st.tuples(*[st.integers(1, 5)] * 3)
rules = st.one_of(
    st.just(("most-hits", None)),
    st.just(("jiwer", None)),
    st.tuples(st.just("most-hits"), st.one_of(st.just((4, 3, 3)), weights)),
    st.tuples(st.just("sclite"), st.one_of(st.none(), st.just((4, 3, 3)), positive)),
)
"""Names of tie rules with the weights of a substitution, a deletion and an insertion."""

missing = st.sampled_from([None, 0, 1.5, float("nan"), b"a", {"a"}])


@st.composite
def pairs(
    draw: st.DrawFn, tokens: st.SearchStrategy[list[str]] = short_tokens
) -> tuple[list[str], list[str]]:
    """Draw a reference and a hypothesis that often is an edited reference."""
    reference = draw(tokens)
    if draw(st.booleans()):
        return reference, draw(tokens)
    at = draw(st.integers(0, len(reference)))
    length = draw(st.integers(0, 3))
    return reference, reference[:at] + draw(tokens)[:3] + reference[at + length :]


@st.composite
def columns(draw: st.DrawFn) -> tuple[list[object], list[object]]:
    """Draw two columns of one kind, texts or lists of tokens, of which some may be missing."""
    as_tuples = token_lists.map(tuple)
    item = draw(st.sampled_from([texts, st.one_of(token_lists, as_tuples)]))
    rows = draw(st.lists(st.tuples(*[st.one_of(item, item, missing)] * 2), max_size=6))
    return [row[0] for row in rows], [row[1] for row in rows]


ALPHABET = "".join(chr(0x4E00 + at) for at in range(20_000))


def edited(rng: Random, text: str, rate: float, letters: str, burst: int = 1) -> str:
    """Return a text with errors at a rate, in runs of up to `burst` tokens."""
    pieces = []
    at = 0
    while at < len(text):
        if rng.random() >= rate / burst:
            pieces.append(text[at])
            at += 1
            continue
        length = rng.randint(1, burst)
        kind = rng.random()
        if kind < 0.67:
            pieces.extend(rng.choices(letters, k=length))
        at += length if kind > 0.33 else 0
    return "".join(pieces)


def letters_of(rng: Random, size: int, length: int) -> str:
    return "".join(rng.choices(ALPHABET[:size], k=length))


def long_pairs() -> Iterator[tuple[str, str]]:
    """Draw pairs of 60 to some hundred tokens, of every kind that a band may get wrong."""
    rng = Random(3)
    for size in (1, 2, 4, 50, 20_000):
        letters = ALPHABET[:size]
        for length in (64, 65, 128, 129, 200, 450):
            text = letters_of(rng, size, length)
            yield text, letters_of(rng, size, length)
            yield text, edited(rng, text, 0.1, letters)
            yield edited(rng, text, 0.3, letters, 60), text
        for lengths in ((400, 40), (40, 400), (65, 1500), (1500, 65), (700, 1), (1, 700), (66, 3)):
            yield letters_of(rng, size, lengths[0]), letters_of(rng, size, lengths[1])
        text = letters_of(rng, size, 600)
        yield text, text[100:400]
        yield text[250:300], text
        yield text, text[300:] + text[:300]
        yield text[:100] + text, text + text[-100:]
        yield text, text[::-1]
        for length in (65, 128, 300):  # insertions alone, and deletions alone
            text = letters_of(rng, size, length)
            for other in ("x" + text + "y", "xyz" * 50 + text + "x", "x" + "y".join(text) + "xy"):
                yield text, other
                yield other, text


def short_pairs(rng: Random, number: int) -> list[tuple[str, str]]:
    """Draw short pairs, half of them alike, now and then longer than a machine word."""
    pairs = []
    for _ in range(number):
        letters = "abcdefgh"[: rng.choice((2, 2, 3, 4, 8))]
        longest = rng.choice((4, 8, 16, 16, 90))
        text = "".join(rng.choices(letters, k=rng.randint(0, longest)))
        if rng.random() < 0.5:
            pairs.append((text, edited(rng, text, 0.3, letters)))
        else:
            pairs.append((text, "".join(rng.choices(letters, k=rng.randint(0, longest)))))
    return pairs
