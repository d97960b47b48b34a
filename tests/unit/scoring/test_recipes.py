"""Recipes by name: shipped ones, and those of the user's own file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import mondegreen as mg
from mondegreen.cli.app import run
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.recipes import named_recipe, recipes

if TYPE_CHECKING:
    from pathlib import Path

OWN = '[recipes]\nours = "wer+cer|normalizer:lower|missing:deletions"\n'


@pytest.mark.parametrize("name", list(recipes()))
def test_a_shipped_recipe_pins_everything(name: str) -> None:
    found = named_recipe(name)
    assert found is not None
    made = Recipe.choose(name)
    here = replace(made, packs=())  # language packs are those that are here
    assert here.signature(short=True) == found.signature, "all versions, and nothing that is usual"
    plain = name.partition("@")[0]
    newest = [each for each in recipes() if each.partition("@")[0] == plain][-1]
    assert (Recipe.choose(plain) == made) is (name == newest)
    assert found.about


@pytest.mark.parametrize("name", ["wer", "wer@1", "wer+cer", "wer|ties:jiwer", ""])
def test_a_signature_is_no_name(name: str) -> None:
    assert named_recipe(name) is None


def test_an_unknown_name_is_told_with_the_known_ones() -> None:
    with pytest.raises(mg.UnknownNameError, match="Did you mean 'sclite'"):
        mg.score("a", "a", recipe="sclit")
    with pytest.raises(
        mg.UsageError, match="is here as sclite@1, sclite@2, sclite@3, not as 'sclite@9'"
    ):
        mg.score("a", "a", recipe="sclite@9")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("mondegreen.toml", OWN),
        ("pyproject.toml", OWN.replace("[recipes]", "[tool.mondegreen.recipes]")),
        ("mondegreen.toml", f"\N{BYTE ORDER MARK}{OWN}"),  # as editors on Windows write it
    ],
)
def test_the_user_has_recipes(
    file: str,
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / file).write_text(text, "utf-8")
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    (below / "pyproject.toml").write_text("[project]\nname = 'x'\n", "utf-8")
    (below / "pairs.jsonl").write_text('{"reference": "A b", "hypothesis": "a b"}\n', "utf-8")
    monkeypatch.chdir(below)
    assert mg.score("A b", "a b", recipe="ours").signature.startswith("wer@1+cer@1|")
    assert run(["score", "pairs.jsonl", "--recipe", "ours"]) == 0
    assert f"recipe ours of {tmp_path / file}: wer+cer|normalizer:lower" in capsys.readouterr().err
    assert run(["list", "recipes"]) == 0
    assert "ours" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("recipes = 1", "not a table"),
        ("[recipes]\nours = 1", "expected a signature"),
        ('[recipes]\nsclite = "wer"', "has the name of a shipped recipe or metric"),
        ('[recipes]\nwer = "cer"', "has the name of a shipped recipe or metric"),
        ('[recipes]\n"a b" = "wer"', "name it with letters"),
        ("[recipe]", "unknown key 'recipe'"),
        ("=", "cannot be read"),
        ('[recipes]\nours = "wer|normalizer:no-such"', "the recipe 'ours' of .*no-such"),
        ('[recipes]\nours = "ours"', "the recipe 'ours' of .*ours"),
    ],
)
def test_a_file_that_is_wrong_is_named(
    text: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mondegreen.toml").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises((mg.InputError, mg.UsageError), match=told) as caught:
        mg.score("a", "a", recipe="ours")
    assert "mondegreen.toml" in str(caught.value)


def test_what_is_shipped_needs_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mondegreen.toml").write_text("=", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert mg.score("A", "a", recipe="sclite")["wer"].value == 0
