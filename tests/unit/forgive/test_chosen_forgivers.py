"""Which severities are at work, and names that mean the same in any writing."""

from __future__ import annotations

import re

import pytest

from mondegreen import score
from mondegreen.cli.app import run
from mondegreen.errors import InputError, UsageError
from mondegreen.forgive.choosing import Forgiving
from mondegreen.scoring.recipe import Recipe

SAID, WRITTEN = "my data base is here um now", "my database is here now"


def test_severities_that_are_named_win_over_those_of_the_metric() -> None:
    usual = score(SAID, WRITTEN, metrics="reader", forgive="agent")
    named = score(SAID, WRITTEN, metrics="reader", forgive="agent", severities={"spacing": 1000})
    agent = score(SAID, WRITTEN, metrics=["wer", "reader"], forgive="agent", severities="agent")
    assert usual["reader"].value == 0
    assert agent["reader"].value == agent["wer"].value == 0
    assert named["reader"].counts == usual["reader"].counts
    assert "severities of reader: agent (a rule: " in str(usual)
    assert "severities of reader: own (spacing 1000, all others 0)" in str(named)
    assert "severities of reader: agent (" in str(agent)


def test_parts_of_errors_are_shown_to_the_thousandth() -> None:
    result = score(SAID, WRITTEN, forgive="agent", severities={"spacing": 333})
    assert result["wer"].errors == 1  # a part of one
    assert result["wer"].exact == 0.666
    assert re.search(r"^wer +9\.51 % +0\.666 ", str(result), re.MULTILINE)
    assert result.waterfall().steps[-1].errors == 0.666
    assert str(result.utterance(0)).startswith("1: 0.666 errors, wer 9.5 %")


@pytest.mark.parametrize("text", ["spacing,numbers", "spacing+numbers", "numbers + spacing"])
def test_names_are_parted_by_commas_or_plus_signs(text: str) -> None:
    assert Forgiving.choose(text).names == ("spacing", "numbers")
    recipe = "wer|forgive:" + text.replace(" ", "")
    assert Recipe.parse(recipe).forgive == ("spacing@1", "numbers@1")


def test_a_file_that_is_not_there_is_named_as_such() -> None:
    with pytest.raises(InputError, match=r"mine\.toml: there is no such file"):
        score("a", "b", forgive="mine.toml")


def test_seed_004_is_without_the_guard_and_stands_alone() -> None:
    pair = ("call katharine on fifteen", "call catherine on fifty")
    result = score(*pair, forgive="seed-004")
    assert result["wer"].value == 0
    assert "|guard:off|" in result.signature
    assert score(*pair, recipe=result.signature)["wer"].value == 0
    assert score(*pair, forgive="phonetic")["wer"].value == 0.25
    with pytest.raises(UsageError, match="stands alone"):
        score(*pair, forgive="agent,seed-004")


def test_the_preset_reader_says_that_its_severities_are_of_letters(tmp_path, capsys) -> None:
    for name, text in (("r.txt", SAID), ("h.txt", WRITTEN)):
        (tmp_path / name).write_text(text + "\n", "utf-8")
    paths = [str(tmp_path / name) for name in ("r.txt", "h.txt")]
    run(["score", *paths, "--forgive", "reader"])
    assert "add -m reader" in capsys.readouterr().err
    run(["score", *paths, "--forgive", "reader", "-m", "reader"])
    assert "add -m reader" not in capsys.readouterr().err
