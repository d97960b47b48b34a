"""What is read in a reference, and what is refused."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from dataclasses import replace

import pytest

from mondegreen.errors import InputError, UsageError
from mondegreen.text.alternatives import Anything, Choice, Marks, Sequence, Words, parse
from mondegreen.text.dont_care import DONT_CARE, pattern, pinned

ALL = Marks(True, True, True, pattern("redactions@1"))


def shape(nodes: Sequence) -> list[object]:
    """Return nodes as texts and tuples."""
    found: list[object] = []
    for node in nodes:
        if isinstance(node, Anything):
            found.append([node.text])
        elif isinstance(node, Choice):
            found.append(tuple(shape(way) for way in node.ways))
        else:
            text = f"{node.before}{node.text}{node.after}"
            found.append(f"({text})" if node.optional else text)
    return found


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("so it goes", ["so it goes"]),
        ("", []),
        ("a { b c / @ } d", ["a", (["b c"], []), "d"]),
        ("{a / b}", [(["a"], ["b"])]),
        ("{{ a / b} c / d }", [([(["a"], ["b"]), "c"], ["d"])]),
        ("{ @ / @ }", [([], [])]),
        ("a / b @ c", ["a / b", ([],), "c"]),
        ("{ and/or / a@b }", [(["and"], ["or"], ["a@b"])]),
        ("and/or {fi-/fig-}x {a}", ["and/or", (["fi-"], ["fig-"]), "x", (["a"],)]),
        ("{ a / b }, c}", [(["a"], ["b"]), ", c}"]),
        ("a* * {b*/c**}", ["a *", (["b"], ["c*"])]),
        ("i (uh) (th-) (-er) want", ["i", "(uh)", "(th-)", "(-er)", "want"]),
        ("(uh um) ()", ["(uh um) ()"]),
        ("a com- -ter - b", ["a", "com-", "-ter", "- b"]),
        ("call [NAME], {[A] / b}", ["call", ["[NAME],"], ([["[A]"]], ["b"])]),
        ("[A][B] [credit card]'s x", [["[A][B]"], ["[credit card]'s"], "x"]),
        ("pre[A] [A]post <PII> < 3", ["pre[A] [A]post", ["<PII>"], "< 3"]),
        ("id ****1234 xxxx-99 ** 5", ["id", ["****1234"], ["xxxx-99"], ["**"], "5"]),
    ],
)
def test_what_is_read(text: str, wanted: list[object]) -> None:
    assert shape(parse(text, ALL)) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("{a/b} { a/b / c }", [(["a/b"],), (["a/b"], ["c"])]),
        ("a* @ {a / b*}", ["a* @", (["a"], ["b*"])]),
        ("(-er) (uh)", ["(-er)", "(uh)"]),
    ],
)
def test_what_the_first_versions_read(text: str, wanted: list[object]) -> None:
    """Recipes of nist@1 and optional@1 give the numbers that they gave."""
    first = replace(ALL, blanks=True, heard=False)
    assert shape(parse(text, first)) == wanted
    assert not first.of_hypotheses().optional


@pytest.mark.parametrize("text", ["{ a / b } (uh) th- [X]", "} {"])
def test_nothing_is_read_unasked(text: str) -> None:
    assert shape(parse(text, Marks())) == [text]
    assert not Marks().are_in(text, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a { b / c", "a '{' without its '}', near 'a { b / c'"),
        ("a } b", "a '}' without its '{', near 'a } b'"),
        ("{ a / }", "an alternative without a word, near '{ a / }'; nothing is written @"),
        ("{ }", "an alternative without a word"),
        ("{ / a }", "an alternative without a word"),
        ("x{a / b}y", "a brace inside of 'x{a'; expected a space before it"),
        ("{ " * 60 + "a" + " }" * 60, "more than 50 deep"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        parse(text, ALL)


def test_a_long_text_takes_no_long_time() -> None:
    texts = ["{ a / b } " * 20_000, "{ " * 50_000, "[" * 100_000, "*" * 100_000, "<a" * 50_000]
    for text in [
        *texts,
        "(" * 100_000,
        "- " * 50_000,
        "[a" * 50_000,
        "x" * 100_000,
        "[A]" * 30_000,
    ]:
        start = time.process_time()
        with suppress(InputError):
            parse(text, ALL)
        assert time.process_time() - start < 3, text[:10]


@pytest.mark.parametrize("chosen", [*DONT_CARE, r"\[.*?\]", "a|b:c", "[x]+@1", "naïve?", " "])
def test_a_pin_is_what_it_pins(chosen: str) -> None:
    pin = pinned(chosen)
    assert pinned(pin) == pin
    assert not set(pin) & set(" |:+\n")
    found = pattern(pin)
    assert found is not None
    known = DONT_CARE.get(chosen, chosen)
    assert found is known or known in {
        getattr(found, "pattern", None),
        getattr(found, "expression", None),
    }


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ("redaction", "is not known.*Did you mean 'redactions'"),
        ("(", "is not a regular expression"),
        ("redactions@7", "is not known"),
        (7, "expected a regular expression"),
        ("a" * 501 + "?", "at most 500"),
    ],
)
def test_what_is_no_pattern(chosen: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        pinned(chosen)


def test_what_matches_nothing_stands_for_nothing() -> None:
    marks = Marks(anything=re.compile("x*"))
    assert shape(parse("a b", marks)) == ["a b"]
    assert not Words("").words
