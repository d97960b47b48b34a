"""Which severities are at work, and names that mean the same in any writing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mondegreen import score
from mondegreen.cli.app import run
from mondegreen.errors import InputError, MondegreenError, UsageError
from mondegreen.forgive import forgive
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


LIST = 'name = "mine"\nforgive = ["spacing", "numbers"]\n[severities]\nspacing = 250\nnumbers = 0\n'


@pytest.fixture
def own(tmp_path: Path) -> str:
    file = tmp_path / "mine.toml"
    file.write_text("\ufeff" + LIST, "utf-8")
    return str(file)


def test_a_file_of_forgivers_is_the_same_however_it_is_given(own, tmp_path, capsys) -> None:
    (tmp_path / "r.txt").write_text("my data base five\n", "utf-8")
    (tmp_path / "h.txt").write_text("my database 5\n", "utf-8")
    pair = ("my data base five", "my database 5")
    assert score(*pair, forgive=own)["wer"].exact == 0.5
    assert score(*pair, forgive=[own])["wer"].exact == 0.5
    assert [span.reason.forgiver for span in forgive(*pair, forgive=own).spans] == [
        "spacing",
        "numbers",
    ]
    run(["score", str(tmp_path / "r.txt"), str(tmp_path / "h.txt"), "--forgive", own, "--json"])
    signature = json.loads(capsys.readouterr().out)["signature"]
    assert "|severities:mine(words,numbers=0,spacing=250,rest=1000)|" in signature
    assert score(*pair, recipe=signature)["wer"].exact == 0.5
    run(["align", "--text", *pair, "--forgive", own])
    assert "3 forgiven (spacing 2, numbers 1)" in capsys.readouterr().out


def test_a_file_of_forgivers_stands_alone(own) -> None:
    for given in ([own, "fillers"], ["agent", own], f"fillers,{own}"):
        with pytest.raises(UsageError, match=r"mine\.toml has forgivers .* must be used alone"):
            score("a", "b", forgive=given)
        with pytest.raises(UsageError, match="must be used alone"):
            forgive("a", "b", forgive=given)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("spacing = 1", "'spacing' is not known"),
        ("", "names no forgivers"),
        ("forgive = []", "names no forgivers"),
        ('forgive = "spacing"', "expected names of forgivers"),
        ('forgive = ["mine.toml"]', "has 'mine.toml'; expected names of forgivers"),
        ('name = "a b"\nforgive = ["spacing"]', "of letters, digits and"),
        ('forgive = ["spacing"]\n[severities]\nspacing = 1001', "from 0 .* to 1000"),
        ('forgive = ["spacing"]\n[severities]\nspacing = true', "from 0 .* to 1000"),
        ("a = " + "[" * 100_000, "cannot be read"),
        ("\0", "cannot be read"),
    ],
)
def test_what_no_file_of_forgivers_says(own, text: str, message: str) -> None:
    Path(own).write_text(text, "utf-8")
    with pytest.raises(MondegreenError, match=message):
        score("a", "b", forgive=[own])


def test_seed_004_is_without_the_guard_and_stands_alone() -> None:
    pair = ("call katharine on fifteen", "call catherine on fifty")
    result = score(*pair, forgive="seed-004")
    assert result["wer"].value == 0
    assert "|guard:off|" in result.signature
    assert score(*pair, recipe=result.signature)["wer"].value == 0
    assert score(*pair, forgive="phonetic")["wer"].value == 0.25
    with pytest.raises(UsageError, match="must be used alone"):
        score(*pair, forgive="agent,seed-004")


def test_the_preset_reader_says_that_its_severities_are_of_letters(tmp_path, capsys) -> None:
    for name, text in (("r.txt", SAID), ("h.txt", WRITTEN)):
        (tmp_path / name).write_text(text + "\n", "utf-8")
    paths = [str(tmp_path / name) for name in ("r.txt", "h.txt")]
    run(["score", *paths, "--forgive", "reader"])
    assert "add -m reader" in capsys.readouterr().err
    run(["score", *paths, "--forgive", "reader", "-m", "reader"])
    assert "add -m reader" not in capsys.readouterr().err
