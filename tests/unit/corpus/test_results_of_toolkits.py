"""Results of toolkits that hold both sides: icefall and fairseq."""

from __future__ import annotations

from typing import Any

import pytest

from mondegreen.corpus import read
from mondegreen.corpus.formats import FORMATS
from mondegreen.errors import ParseError


@pytest.mark.parametrize("name", ["icefall", "fairseq"])
def test_both_sides(write: Any, name: str) -> None:
    corpus = read(write("x.txt", str(FORMATS.get(name).example)))
    sides = dict(zip(corpus.references, corpus.hypotheses, strict=True))
    assert sides == {"press one": "press won", "thank you": "thank you"}


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("icefall", "u1:\tref=['a']\nu1:\thyp=['a'\n", 2),
        ("icefall", "u1:\tref=['a']\nu1:\thyp=[1]\n", 2),
        ("icefall", "u1:\tref=['a']\nu1:\thyp=['a']\nu2:\tref=['b']\n", 3),
        ("icefall", "u1:\tref=['a']\nu1:\thyp=['a']\nu2:\thyp=['b']\n", 3),
        ("icefall", "u1:\tref=['a']\nu1:\thyp=['a']\nu1:\thyp=['b']\n", 3),
        ("icefall", "u1:\tref=['a']\nu1:\thyp=['a']\nso it goes\n", 3),
        ("icefall", "u1:\tref=[__import__('os')]\nu1:\thyp=['a']\n", 1),
        ("fairseq", "T-0\ta\nH-0\t-1\ta\nT-1\tb\n", 3),
        ("fairseq", "T-0\ta\nH-0\t-1\ta\nH-1\t-1\tb\n", 3),
        ("fairseq", "T-0\ta\nH-0\t-1\ta\nT-0\tb\n", 3),
        ("fairseq", "T-0\ta\nH-0\tso it goes\n", 2),
    ],
)
def test_a_missing_side_is_an_error(write: Any, name: str, content: str, line: int) -> None:
    with pytest.raises(ParseError) as error:
        read(write("x.txt", content), format=name)
    assert error.value.line == line


def test_an_empty_side_stays(write: Any) -> None:
    corpus = read(write("x.txt", "u1:\tref=['a']\nu1:\thyp=[]\n"))
    assert (list(corpus.references), list(corpus.hypotheses)) == (["a"], [""])
    corpus = read(write("y.txt", "T-0\ta\nH-0\t-1\t\n"))
    assert (list(corpus.references), list(corpus.hypotheses)) == (["a"], [""])
