"""The invariant of a corpus."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy
from itertools import product
from typing import Any

import numpy as np
import pytest

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.corpus import Corpus, read
from mondegreen.errors import PairingError, UsageError


def test_columns_of_different_lengths() -> None:
    """No corpus has a column that is too short or too long."""
    with pytest.raises(PairingError, match=r"^references: 2, hypotheses: 1; every utterance"):
        Corpus(None, ["a", "b"], ["a"])
    with pytest.raises(PairingError, match=r"^references: 1, ids: 2; "):
        Corpus(["1", "2"], ["a"], ["a"])
    with pytest.raises(PairingError, match=r"^references: 1, speaker: 0; "):
        Corpus(["1"], ["a"], ["a"], {"speaker": []})


@pytest.mark.parametrize("odd", [None, 3, "ab", b"ab", {"a": 1}, {"a"}, iter("a"), list, object()])
def test_what_is_no_column(odd: Any) -> None:
    for columns in (
        (None, odd, ["a"]),
        (None, ["a"], odd),
        *([(odd, ["a"], ["a"])] if odd is not None else []),
        (None, ["a"], ["a"], {"speaker": odd}),
    ):
        with pytest.raises(UsageError, match="expected a list, or an Arrow column"):
            Corpus(*columns)


@pytest.mark.parametrize("odd", [None, 3, "ab", [("a", [1])], {3: ["a"]}, {None: ["a"]}])
def test_metadata_that_are_none(odd: Any) -> None:
    with pytest.raises(UsageError, match=r"expected a (mapping|text)"):
        Corpus(None, ["a"], ["a"], odd)


ODD: list[Any] = [3, b"x", ["x"], {"x"}, np.array(["x"]), np.array([1, 2]), object()]


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize(
    "option",
    ["format", "hypothesis_format", "reference_column", "hypothesis_column", "id_column"],
)
def test_options_of_read_that_are_no_names(option: str, odd: Any) -> None:
    with pytest.raises(UsageError, match=f"^{option}=.*expected a name"):
        read("r.txt", "h.txt", **{option: odd})


@pytest.mark.parametrize("odd", [0, -1, None, 1.5, *ODD[1:]])
def test_a_longest_line_that_is_no_number(odd: Any) -> None:
    with pytest.raises(UsageError, match="max_line"):
        read("r.txt", "h.txt", max_line=odd)


@pytest.mark.parametrize("odd", [None, 1.5, *ODD])
def test_names_that_are_none(odd: Any) -> None:
    with pytest.raises(UsageError, match="expected a name"):
        mg.normalizer(odd)
    for option in ("unit", "ties"):
        if odd is not None:
            with pytest.raises(UsageError):
                mg.align("a", "b", **{option: odd})
            with pytest.raises(UsageError):
                mg.wer("a", "b", **{option: odd})


@pytest.mark.skipif(_kernel.name != "native", reason="columns of the native kernel")
def test_columns_are_sliced_and_copied_as_lists_are() -> None:
    texts = ["a", "é b", "", "日本", "x" * 40]
    lines = _kernel.split_lines("\n".join(texts).encode(), "x", 99)
    made = mg.normalizer("whisper-basic").batch([*texts, None])
    for column in (lines, made):
        plain = list(column)
        for places in product((None, -9, -2, 0, 1, 3, 9), repeat=2):
            for step in (None, 1, 2, -1, -3):
                part = column[slice(*places, step)]
                assert type(part) is type(column)
                assert list(part) == plain[slice(*places, step)]
                assert list(part[1:]) == list(part)[1:]
        for at in range(-len(plain), len(plain)):
            assert column[at] == plain[at]
        for at, error in ((99, IndexError), (-99, IndexError), (2**70, IndexError)):
            with pytest.raises(error):
                column[at]
        for wrong in ("a", None, 1.5, slice("a"), (1, 2)):
            with pytest.raises(TypeError):
                column[wrong]
        for way in (copy, deepcopy, lambda each: pickle.loads(pickle.dumps(each))):
            again = way(column[1:])
            assert type(again) is type(column)
            assert list(again) == plain[1:]
    assert mg.wer(lines[1:3], lines[1:3]) == 0.0
    assert len(pickle.dumps(lines[:1])) < 120  # not the whole file
