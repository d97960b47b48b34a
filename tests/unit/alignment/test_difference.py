"""Where texts disagree."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from mondegreen.alignment import Difference, align, align_many
from mondegreen.errors import UsageError


@pytest.mark.parametrize(
    ("reference", "hypothesis", "shown"),
    [
        ("the card please", "the cart please", ["the [card -> cart] please"]),
        ("a b c d x e f g h", "a b c d y e f g h", ["... b c d [x -> y] e f g ..."]),
        ("x a b c", "a b c", ["[x ->] a b c"]),
        ("a b c", "a b c x y", ["a b c [-> x y]"]),
        ("x a b c y", "a b c z", ["[x ->] a b c ...", "... a b c [y -> z]"]),
        ("x", "", ["[x ->]"]),
        ("", "x", ["[-> x]"]),
        ("", "", []),
        ("a b", "a b", []),
        ("a b c d e", "v w", ["[a b c d e -> v w]"]),
        ("שלום עולם יפה", "שלום יפה", ["\u2068שלום\u2069 [\u2068עולם\u2069 ->] \u2068יפה\u2069"]),
        ("a \x1b[31m", "a", ["a [␛[31m ->]"]),
        ("a -", "a", ['a ["-" ->]']),
    ],
)
def test_words(reference: str, hypothesis: str, shown: list[str]) -> None:
    """Differences in words, with their context."""
    assert [str(found) for found in align(reference, hypothesis).differences()] == shown


def test_characters() -> None:
    """Characters stand side by side."""
    (found,) = align("pleased", "pleattd", unit="character").differences(2)
    assert str(found) == "...ea[se -> tt]d"
    (found,) = align("a b", "ab", unit="character").differences()
    assert str(found) == "a[␣ ->]b"


def test_fields() -> None:
    """Everything about a difference of several operations."""
    (alignment,) = align_many(["so i see a big cat there"], ["so i sea cat there ok"], ids=["u1"])
    first, second = alignment.differences(1)
    assert first == Difference(
        reference_start=2,
        reference_end=5,
        hypothesis_start=2,
        hypothesis_end=3,
        reference=("see", "a", "big"),
        hypothesis=("sea",),
        substitutions=1,
        deletions=2,
        insertions=0,
        before=("i",),
        after=("cat",),
        continues=True,
        unit="word",
        id="u1",
    )
    assert first.errors == 3
    assert (second.reference_start, second.reference_end) == (7, 7)
    assert (second.hypothesis, second.after, second.continues) == (("ok",), (), False)


def test_frozen() -> None:
    """Differences can be kept in sets and are never changed."""
    (found,) = align("a", "b").differences()
    assert len({found, found}) == 1
    with pytest.raises(FrozenInstanceError):
        found.id = "x"  # type: ignore[misc]


def test_no_context() -> None:
    """Nothing around it; the dots still say that there is more."""
    (found,) = align("a b c", "a x c").differences(0)
    assert str(found) == "... [b -> x] ..."


@pytest.mark.parametrize("context", [-1, 1.5, None, True])
def test_context(context: Any) -> None:
    """Context is a number of tokens."""
    with pytest.raises(UsageError, match=r"^context must be a number of tokens, 0 or more; got "):
        align("a", "b").differences(context)
