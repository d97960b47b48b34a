"""Golden texts: alignments as a terminal shows them."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import pytest

from mondegreen.alignment import align
from mondegreen.errors import UsageError


def golden(text: str) -> str:
    """Write a golden text without its margin; braces stand for the bidi isolates."""
    text = dedent(text).strip("\n").rstrip(" ")
    return text.replace("{", "\u2068").replace("}", "\u2069").rstrip("\n")


GOLDEN: dict[str, tuple[Any, Any, str]] = {
    "latin": (
        "please call the card",
        "call the cart now",
        """
    REF  please call the card ---
    HYP  ------ call the cart now
         D               S    I
    """,
    ),
    "equal": ("a b", "a b", "REF  a b\nHYP  a b"),
    "chinese": (
        "今天 天气 好",
        "今天 天 好",
        """
    REF  今天 天气 好
    HYP  今天 天   好
              S
    """,
    ),
    "hebrew": (
        "שלום עולם יפה",
        "שלום יפה",
        """
    REF  {שלום} {עולם} {יפה}
    HYP  {שלום} ---- {יפה}
              D
    """,
    ),
    "arabic": (
        "العَرَبِيَّة لغة جميلة ١٢ ok",
        "العربية لغة ١٣ ok",
        """
    REF  {العَرَبِيَّة} {لغة} {جميلة} {١٢} ok
    HYP  {العربية} {لغة} {١٣}    -- ok
         S           S     D
    """,
    ),
    "hindi": (
        "नमस्ते दुनिया",
        "नमस्ती दुनिया है",
        """
    REF  नमस्ते दुनिया -
    HYP  नमस्ती दुनिया है
         S        I
    """,
    ),
    "emoji": (
        "👨\u200d👩\u200d👧 🇩🇪 ❤\ufe0f 👍🏽 ok",
        "👨\u200d👩\u200d👧 🇫🇷 ❤\ufe0f ok",
        """
    REF  👨\u200d👩\u200d👧 🇩🇪 ❤\ufe0f 👍🏽 ok
    HYP  👨\u200d👩\u200d👧 🇫🇷 ❤\ufe0f -- ok
            S     D
    """,
    ),
    "gap marks": (
        '* ** - -- "--" <eps> — ok',
        "ok",
        """
    REF  * ** "-" "--" ""--"" <eps> "—" ok
    HYP  - -- --- ---- ------ ----- --- ok
         D D  D   D    D      D     D
    """,
    ),
    "empty token": (["", "a"], ["a"], 'REF  "" a\nHYP  -- a\n     D'),
    "no reference": ("", "a bc", "REF  - --\nHYP  a bc\n     I I"),
    "no hypothesis": ("a bc", "", "REF  a bc\nHYP  - --\n     D D"),
    "nothing": ("", "", "REF\nHYP"),
    "control": (
        "a b c",
        "a\u200bb b \x1b[31mc",
        """
    REF  a          b c
    HYP  a<U+200B>b b ␛[31mc
         S            S
    """,
    ),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_words(name: str) -> None:
    """As a reader of that script would want it."""
    reference, hypothesis, text = GOLDEN[name]
    assert align(reference, hypothesis).render() == golden(text)


def test_characters() -> None:
    """A space is a token that must be seen."""
    assert str(align("it is", "itis\t", unit="character")) == golden("""
    REF  i t ␣ i s -
    HYP  i t - i s ␉
             D     I
    """)


def test_weights() -> None:
    """Case align-05, as text."""
    assert str(align("a b c d e", "x y z a b", edit_weights="sclite")) == golden("""
    REF  - - - a b c d e
    HYP  x y z a b - - -
         I I I     D D D
    """)


def test_wrap() -> None:
    """A block is never wider than asked; a block without errors has two lines."""
    alignment = align("one two three four five six", "one two tree four six")
    assert alignment.render(width=19) == golden("""
    REF  one two three
    HYP  one two tree
                 S

    REF  four five six
    HYP  four ---- six
              D
    """)
    assert alignment.render(width=12) == golden("""
    REF  one two
    HYP  one two

    REF  three
    HYP  tree
         S

    REF  four
    HYP  four

    REF  five
    HYP  ----
         D

    REF  six
    HYP  six
    """)
    assert alignment.render(width=1).count("REF") == 6
    assert align("a " * 60, "a " * 60).render().split("\n")[0] == "REF  " + " ".join("a" * 48)


def test_only_errors() -> None:
    """A block for each group of errors, with some context."""
    alignment = align("a b c d e f g h i", "a X c d e f g i")
    assert alignment.render(only_errors=True, context=1) == golden("""
    REF  a b c
    HYP  a X c
           S

    REF  g h i
    HYP  g - i
           D
    """)
    assert alignment.render(only_errors=True, context=3) == str(alignment)
    assert align("a b", "a b").render(only_errors=True) == ""


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"width": 0}, "width must be a whole number of at least 1; got 0"),
        ({"width": None}, "width must be a whole number of at least 1; got None"),
        ({"context": -1}, "context must be a whole number of at least 0; got -1"),
    ],
)
def test_options(options: Any, message: str) -> None:
    """Numbers that mean nothing are refused."""
    with pytest.raises(UsageError) as error:
        align("a", "b").render(**options)
    assert str(error.value) == message
