"""What can be aligned and what cannot."""

from __future__ import annotations

from typing import Any

import pytest

from mondegreen.alignment import Run, align, align_many
from mondegreen.errors import InputTypeError, PairingError, UnknownNameError, UsageError
from mondegreen.types import Failed


def test_text() -> None:
    """Words of any white space."""
    alignment = align("the\u00a0cat \n sat", "the cat")
    assert alignment.reference == ("the", "cat", "sat")
    assert alignment.hypothesis == ("the", "cat")
    assert alignment.runs == (Run("equal", 0, 2, 0, 2), Run("delete", 2, 3, 2, 2))
    assert (alignment.unit, alignment.ties, alignment.edit_weights) == ("word", "most-hits", None)


def test_tokens() -> None:
    """A list is one utterance, cut already; its tokens may hold anything."""
    alignment = align(["New York", "", "is"], ("New York", "is"))
    assert list(alignment.pairs()) == [("New York", "New York"), ("", None), ("is", "is")]


@pytest.mark.parametrize(
    ("unit", "tokens"),
    [
        ("word", ("e\u0301", "b")),
        ("word-ascii-space", ("e\u0301", "b")),
        ("character", ("e", "\u0301", " ", "b")),
        ("character-no-space", ("e", "\u0301", "b")),
        ("grapheme", ("e\u0301", " ", "b")),
        ("grapheme-no-space", ("e\u0301", "b")),
    ],
)
def test_units(unit: Any, tokens: tuple[str, ...]) -> None:
    """Every unit cuts as the kernel does."""
    alignment = align("e\u0301 b", "", unit=unit)
    assert alignment.reference == tokens
    assert alignment.deletions == len(tokens)


def test_weights() -> None:
    """Case align-05: sclite's weights take another path, with more errors."""
    assert align("a b c d e", "x y z a b", edit_weights="4/3/3").edit_weights == (4, 3, 3)
    assert align("a b c d e", "x y z a b", edit_weights="sclite").errors == 6
    assert align("a b c d e", "x y z a b", edit_weights=(1, 1, 1)).errors == 5


def test_ties() -> None:
    """jiwer's choice among equals has fewer hits here."""
    pairs = "a b c d", "b x c y a"
    usual, jiwer = align(*pairs), align(*pairs, ties="jiwer")
    assert usual.errors == jiwer.errors
    assert usual.hits >= jiwer.hits
    assert jiwer.ties == "jiwer"


def test_many() -> None:
    """One alignment a pair, in order; texts or lists of tokens; ids if there are any."""
    found = align_many(["a b", "", "c"], ["a", "x", "c"], ids=["u", None, "w"])
    assert [alignment.errors for alignment in found] == [1, 1, 0]
    assert [alignment.id for alignment in found] == ["u", None, "w"]
    assert found[0] != align("a b", "a")
    assert align_many(["a b"], ["a"]) == [align("a b", "a")]
    assert align_many([["a"], ()], [("a",), ["b"]])[1].hypothesis == ("b",)
    assert align_many([], []) == []


MISSING = "which cannot be aligned; expected a str or a list of tokens"
ONE_KIND = "expected two texts or two lists of tokens"


@pytest.mark.parametrize(
    ("reference", "hypothesis", "message"),
    [
        ("a", None, f"the hypothesis is None, a missing hypothesis, {MISSING}"),
        (None, "a", f"the reference is None, a missing reference, {MISSING}"),
        (
            "a",
            Failed("timeout"),
            f"the hypothesis is Failed(reason='timeout'), a missing hypothesis, {MISSING}",
        ),
        (3, "a", "the reference is of type int; expected a str or a list of tokens"),
        ("a", b"a", "the hypothesis is of type bytes; expected a str or a list of tokens"),
        ("a", float("nan"), "the hypothesis is of type float; expected a str or a list of tokens"),
        (["a", 1], ["a"], "the reference: token 1 is of type int; expected a str"),
        (["a"], [["a"]], "the hypothesis: token 0 is of type list; expected a str"),
        ("a", ["a"], f"the reference is a str and the hypothesis is a list; {ONE_KIND}"),
        (("a",), "a", f"the reference is a list and the hypothesis is a str; {ONE_KIND}"),
    ],
)
def test_types(reference: Any, hypothesis: Any, message: str) -> None:
    """A message names the side, what was given and what was expected."""
    with pytest.raises(InputTypeError) as error:
        align(reference, hypothesis)
    assert str(error.value) == message
    with pytest.raises(InputTypeError) as error:
        align_many(["x", reference], ["y", hypothesis])
    rows = message.replace("the reference", "references[1]")
    assert str(error.value) == rows.replace("the hypothesis", "hypotheses[1]")


def test_kinds() -> None:
    """Texts and tokens are not mixed over the rows either."""
    with pytest.raises(InputTypeError, match="row 2: texts and lists of tokens are mixed"):
        align_many(["a", ["b"]], ["a", ["b"]])


def test_one_text() -> None:
    """A single text is not a list of one-letter texts."""
    with pytest.raises(InputTypeError, match=r"^references is one str; .* or call align\(\)$"):
        align_many("abc", "abd")


def test_counts() -> None:
    """Nothing is paired by luck."""
    with pytest.raises(PairingError, match=r"^2 references but 1 hypotheses; "):
        align_many(["a", "b"], ["a"])
    with pytest.raises(PairingError, match=r"^1 references but 2 ids; "):
        align_many(["a"], ["a"], ids=["u", "v"])


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"unit": "wrod"}, UnknownNameError, "no unit is named 'wrod'. Did you mean 'word'?"),
        ({"unit": None}, UnknownNameError, "no unit is named 'None'."),
        ({"ties": "jiver"}, UnknownNameError, "no tie rule is named 'jiver'. Did you mean 'jiwer'"),
        ({"edit_weights": (0, 1, 1)}, UsageError, "edit weights must be three whole numbers"),
        (
            {"ties": "jiwer", "edit_weights": "sclite"},
            UsageError,
            "ties='jiwer' is for edit weights 1/1/1 only; leave one out",
        ),
    ],
)
def test_options(options: Any, kind: type[Exception], message: str) -> None:
    """Options are checked before any text."""
    for call in (lambda: align("a", "b", **options), lambda: align_many([], [], **options)):
        with pytest.raises(kind) as error:
            call()
        assert str(error.value).startswith(message)
