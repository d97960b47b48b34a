"""The layouts of sclite and icefall, where those programs are not here; see also test_sclite."""

from __future__ import annotations

import pytest

import mondegreen as mg

LAYOUTS = ["icefall", "sclite-dtl", "sclite-pra", "sclite-sum"]


def test_icefall() -> None:
    result = mg.score(
        {"1": "I LOVE YOU", "2": "I HATE YOU a"}, {"1": "i LOVE YOU", "2": "I hate it YOU"}
    )
    assert result.render("icefall").splitlines() == [
        "%WER = 57.14",
        "Errors: 1 insertions, 1 deletions, 2 substitutions, over 7 reference words (4 correct)",
        "Search below for sections starting with PER-UTT DETAILS:, SUBSTITUTIONS:, DELETIONS:, INSERTIONS:, PER-WORD STATS:",
        "",
        "PER-UTT DETAILS: corr or (ref->hyp)  ",
        "1:\t(I->i) LOVE YOU",
        "2:\tI (HATE->hate it) YOU (a->*)",
        "",
        "SUBSTITUTIONS: count ref -> hyp",
        "1   I -> i",
        "1   HATE -> hate",
        "",
        "DELETIONS: count ref",
        "1   a",
        "",
        "INSERTIONS: count hyp",
        "1   it",
        "",
        "PER-WORD STATS: word  corr tot_errs count_in_ref count_in_hyp",
        "it   0 1 0 1",
        "i   0 1 0 1",
        "hate   0 1 0 1",
        "a   0 1 1 0",
        "I   1 1 2 1",
        "HATE   0 1 1 0",
        "YOU   2 0 2 2",
        "LOVE   1 0 1 1",
    ]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_hostile_names_and_words(layout: str) -> None:
    result = mg.score(
        ["a \x1b[31mb", "c"], ["a \x1b]0;x\x07", "c"], ids=["\x1b[2J-1", "x" * 500 + "-2"]
    )
    shown = result.render(layout)
    assert all(char.isprintable() or char in "\n\t" for char in shown)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_skipped_ones_are_not_there(layout: str) -> None:
    result = mg.score(["a", "b"], ["a", None], ids=["s-1", "t-2"], missing="skip")
    assert "t-2" not in result.render(layout)
    with pytest.raises(mg.UsageError, match="one metric"):
        mg.score("a", "a", metrics=["sentence"]).render(layout)


def test_speakers() -> None:
    result = mg.score(["a", "b", "c"], ["a", "b", "c"], ids=["ann-1", "4t0c0201", "x"])
    shown = result.render("sclite-sum")
    assert all(f"| {name} " in shown for name in ("ann", "4t0", "all"))


def test_no_words_are_not_a_perfect_score() -> None:
    shown = mg.score([""], ["a"]).render("sclite-sum")
    assert "Sum/Avg|    1      0 |    0*     0*     0*     1*     1* 100.0 |" in shown
    assert "UNDEF%" in mg.score([""], ["a"]).render("sclite-dtl")
