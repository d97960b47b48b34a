"""``space-wer``: words touched by edits of letters, and words inserted."""

from __future__ import annotations

import math
import os
import subprocess
import sys

import pytest
from metric_oracle import assert_broadcasts, value

import mondegreen as mg
from mondegreen.alignment.spaces import align_spaces
from mondegreen.errors import InputTypeError, UnknownNameError, UsageError

NAME = "space-wer"


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((1, 3, 8, 0, 2), 0.5),
        ((0, 0, 3, 1, 1), 0.0),
        ((2, 4, 3, 0, 0), 2.0),
        ((0, 0, 0, 0, 0), 0.0),
    ],
)
def test_formula(counts: tuple[int, ...], expected: float) -> None:
    """Touched, inserted, reference words, splits, joins."""
    assert value(NAME, *counts) == expected
    assert math.isinf(value(NAME, 0, 2, 0, 0, 0))


@pytest.mark.parametrize(
    ("reference", "hypothesis", "counted", "neighbour"),
    [
        ("new york city", "newyork city", (0, 0), (0, 0)),
        ("money transfer limit", "moneytransfer limt", (1, 0), (1, 0)),
        ("one two three", "one two three four five six", (0, 3), (1, 0)),
        ("one two three", "onetwo three and then some", (0, 3), (1, 0)),
        ("one", "on e more", (0, 1), (1, 0)),
        ("so it is", "so it is now", (0, 1), (1, 0)),
        ("it is", "now it is", (0, 1), (1, 0)),
        ("so is", "so it is", (0, 1), (1, 0)),
        ("so it is", "so it isnow", (1, 0), (1, 0)),  # no word of its own
        ("room 15", "room 50", (1, 0), (1, 0)),
        ("a b", "aaa", (2, 0), (2, 0)),
        ("hello", "", (1, 0), (1, 0)),
        ("", "", (0, 0), (0, 0)),
        ("", "thank you", (0, 2), (0, 2)),  # there is no neighbour
    ],
)
def test_by_hand(
    reference: str, hypothesis: str, counted: tuple[int, int], neighbour: tuple[int, int]
) -> None:
    for insertions, wanted in (("count", counted), ("neighbour", neighbour)):
        result = mg.score(reference, hypothesis, metrics=NAME, insertions=insertions)
        counts = result[NAME].counts
        assert (counts["touched"], counts["inserted"]) == wanted
        assert result[NAME].errors == sum(wanted)
        assert counts["reference_words"] == len(reference.split())
        if reference:
            rate = mg.space_wer(reference, hypothesis, insertions=insertions)
            assert rate == sum(wanted) / len(reference.split())


@pytest.mark.parametrize("more", ["four five six", "and then some", "three two one", "e ee eee"])
def test_three_words_too_many_cost_three(more: str) -> None:
    """Whatever letters they have, and wherever they stand."""
    for written in ("one two three", "onetwo three"):
        for hypothesis in (f"{written} {more}", f"{more} {written}", f"{written[:-5]}{more} three"):
            assert mg.space_wer("one two three", hypothesis) == 1, hypothesis


@pytest.mark.parametrize(
    ("reference", "hypothesis", "splits", "joins"),
    [
        ("new york", "newyork", 0, 1),
        ("newyork", "new york", 1, 0),
        ("the newsstand opened", "the new s stand opened", 2, 0),
        ("to day it rains", "today itrains", 0, 2),
        ("set up the everyday call", "setup the every day call", 1, 1),
        ("new york", "newjork", 0, 0),  # a wrong letter next to the border: the word is wrong
        ("new york", "new york", 0, 0),
        ("a b c", "a c", 0, 0),
        ("띄어 쓰기 가 중요 하다", "띄어쓰기가 중요하다", 0, 3),
    ],
)
def test_splits_and_joins(reference: str, hypothesis: str, splits: int, joins: int) -> None:
    counts = mg.score(reference, hypothesis, metrics=NAME)[NAME].counts
    assert (counts["splits"], counts["joins"]) == (splits, joins)


def test_an_empty_reference_is_no_perfect_score() -> None:
    result = mg.score(["", "a b"], ["thank you", "a b"], metrics=NAME)
    assert (result[NAME].errors, result[NAME].value) == (2, 1)
    assert result.rate(0, NAME) is None
    assert result.coverage.left_out == {}


def test_it_is_scored_on_the_chosen_normalizer() -> None:
    pair = ("So it goes", "so itgoes")
    assert mg.space_wer(*pair) == 1 / 3
    assert mg.space_wer(*pair, normalizer="lower") == 0


def test_the_rule_for_insertions_is_part_of_the_signature() -> None:
    counted = mg.score("a", "a b", metrics=["wer", NAME])
    neighbour = mg.score("a", "a b", metrics=["wer", NAME], insertions="neighbour")
    assert counted.signature.endswith("|missing:error|insertions:count")
    assert neighbour.signature.endswith("|missing:error|insertions:neighbour")
    assert "insertions" not in neighbour["wer"].signature
    assert "insertions" not in mg.score("a", "a").signature
    assert neighbour.recipe.signature(short=True) == "wer@1+space-wer@1|insertions:neighbour"
    assert mg.score("a", "a b", recipe=neighbour.signature).signature == neighbour.signature
    first, second = mg.Scorer(metrics=NAME), mg.Scorer(metrics=NAME, insertions="neighbour")
    with pytest.raises(mg.SignatureMismatchError, match="insertions:neighbour"):
        first.merge(second)


def test_options_that_are_not_there() -> None:
    with pytest.raises(UsageError, match=r"insertions='neighbor' is not known.*Did you mean"):
        mg.space_wer("a", "a", insertions="neighbor")
    with pytest.raises(UsageError, match="sets how space-wer counts, which is not one of wer"):
        mg.wer("a", "a", insertions="count")
    with pytest.raises(UsageError, match="insertions=7"):
        mg.space_wer("a", "a", insertions=7)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="cannot count in 'grapheme'"):
        mg.space_wer("a", "a", unit="grapheme")


def test_on_the_command_line(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "ref.txt").write_text("one two three\n", "utf-8")
    (tmp_path / "hyp.txt").write_text("onetwo three x y z\n", "utf-8")
    command = [sys.executable, "-m", "mondegreen", "score", "ref.txt", "hyp.txt", "-m", NAME]
    for extra, rate in (([], "100.00 %"), (["--insertions", "neighbour"], "33.33 %")):
        done = subprocess.run(
            [*command, *extra], cwd=tmp_path, capture_output=True, encoding="utf-8", check=True
        )
        assert rate in done.stdout
        assert "1 joins" in done.stdout


def test_missing_hypotheses() -> None:
    result = mg.score(["a b", "c"], ["a b", None], metrics=NAME, missing="deletions")
    assert result[NAME].counts["touched"] == 1
    assert mg.score(["a b", "c"], ["a b", None], metrics=NAME, missing="skip")[NAME].errors == 0


def test_tokens_are_words() -> None:
    tokens = [["new", "york"], ["", "a b", "c"]], [["newyork"], ["abc"]]
    counts = mg.score(*tokens, metrics=NAME)[NAME].counts
    assert counts["reference_words"] == 4
    assert counts["joins"] == 2


def test_over_arrays() -> None:
    assert_broadcasts(NAME, [(1, 3, 8, 0, 2), (0, 0, 0, 0, 0), (0, 2, 0, 0, 0), (3, 0, 3, 1, 0)])


def test_the_worst_say_which_words() -> None:
    said, heard = ["So it goes\n", "a b"], ["so at\x1bgoes now", None]
    result = mg.score(said, heard, metrics=[NAME], normalizer="lower", missing="deletions")
    first, second = result.worst(2)
    assert str(second if second.id == "1" else first).startswith("1: 2 errors, space-wer 66.7 % (")
    assert "(touched: a b)" in str(first) + str(second)
    assert "\x1b" not in str(first) + str(second)
    own = mg.score("Room 1, so it GOES", "room 2 so it went", metrics="space-norm-wer")
    assert "(touched: goes)" in str(own.worst(1)[0])
    tokens = mg.score([["so", "it"]], [["so", "at"]], metrics=NAME)
    assert "(touched: it)" in str(tokens.worst(1)[0])
    assert "(" not in str(mg.score("a b", "a c").worst(1)[0]).splitlines()[0]


def test_which_words() -> None:
    found = align_spaces("money transfer limit", "moneytransfer lamit any day")
    assert found.joined == ("moneytransferlimit", "moneytransferlamitanyday")
    assert (found.wrong, found.added) == (("limit",), ("any", "day"))
    found = align_spaces("a b", "a b c", insertions="neighbour")
    assert (found.wrong, found.added) == (("b",), ())
    with pytest.raises(InputTypeError, match="expected two texts, got 7 of type int"):
        align_spaces(7, "a")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="'none'"):
        align_spaces("a", "a", insertions="none")


MEMORY = """
import random
from pathlib import Path
import mondegreen as mg
def peak():
    # Not getrusage, whose mark a process has from the one that started it.
    return Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]
chance = random.Random(1)
side = lambda: "".join(chance.choices("abcdefghij ", k=11_000))
reference = side()
mg.space_wer("a b", "ab"), mg.space_norm_wer("a b", "ab")
mg.score("a", "a", metrics="space-norm-wer,space-wer")
before = peak()
mg.space_wer(reference, side()), mg.space_norm_wer(reference, side())
mg.space_wer(reference, reference[::-1])
print(before, peak())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_of_a_long_pair() -> None:
    done = subprocess.run(
        [sys.executable, "-c", MEMORY],
        env={**os.environ, "MONDEGREEN_KERNEL": "native"},
        capture_output=True,
        text=True,
        check=True,
    )
    before, after = map(int, done.stdout.split())
    assert after < 100 * 1024, "the whole process, in KiB"
    assert after - before < 32 * 1024, "a table of 10,000 by 10,000 has 100 million cells"
