"""Options are described once: keywords, flags, checks and signatures follow from the description."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.cli.app import run
from mondegreen.cli.commands import program
from mondegreen.cli.groups import taken_by
from mondegreen.cli.typed_words import as_typed
from mondegreen.options.gates import Gates
from mondegreen.options.intervals import Intervals
from mondegreen.options.judging import Judging
from mondegreen.options.output import Output
from mondegreen.options.reading import Reading, ReadingKeywords
from mondegreen.options.scoring import Scoring, ScoringKeywords
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.recipes import recipes
from mondegreen.scoring.signature import FIELDS

if TYPE_CHECKING:
    from pathlib import Path

GROUPS = (Reading, Scoring, Judging, Output, Intervals, Gates)


@pytest.mark.parametrize(("function", "kind"), [(mg.score, Scoring), (mg.read, Reading)])
def test_help_of_a_function_has_the_sentence_of_each_option(function: Any, kind: Any) -> None:
    told = " ".join((function.__doc__ or "").split())
    for name, option in kind.described.items():
        assert f"{name}: {' '.join(option.help.split())}" in told, name


@pytest.mark.parametrize("kind", GROUPS)
def test_each_option_has_a_sentence_and_flags_of_its_own(kind: Any) -> None:
    for name, option in kind.described.items():
        assert option.help.strip().endswith("."), name
        assert option.name == name
        for flag in option.flags:
            assert flag.help, name
            assert flag.panel, name
            assert bool(flag.metavar) is (flag.kind.takes is not bool), flag
    flags = [each for one in taken_by(GROUPS).values() for flag in one.flags for each in flag.names]
    assert len(flags) == len(set(flags))


@pytest.mark.parametrize(
    ("kind", "keywords"), [(Reading, ReadingKeywords), (Scoring, ScoringKeywords)]
)
def test_type_checkers_see_the_same_options(kind: Any, keywords: Any) -> None:
    typed = {
        name: text.__forward_arg__ if hasattr(text, "__forward_arg__") else text
        for name, text in keywords.__annotations__.items()
    }
    assert typed == {name: kind.__annotations__[name] for name in kind.described}


@pytest.mark.parametrize("function", [mg.score, mg.read])
def test_help_shows_each_option(function: Any) -> None:
    kind = Reading if function is mg.read else Scoring
    shown = inspect.signature(function).parameters
    for name, option in kind.described.items():
        assert shown[name].default == option.default
        assert f"{name}: {option.help}" in function.__doc__


def test_the_object_is_all_groups() -> None:
    every = {name for kind in GROUPS if kind is not Judging for name in kind.described}
    assert set(mg.Options.described) == every
    assert set(FIELDS) - {"packs", "plugins"} == {
        o.signature for o in Scoring.described.values()
    } - {""}


@pytest.mark.parametrize(
    ("option", "flag", "value"),
    [
        ("ties", "--ties", "best"),
        ("missing", "--missing", "drop"),
        ("insertions", "--insertions", "some"),
        ("threads", "--threads", -1),
        ("worst", "--worst", -1),
        ("confusions", "--confusions", -2),
        ("level", "--level", "95"),
        ("resamples", "--resamples", 5),
        ("seed", "--seed", -3),
        ("method", "--ci-method", "bcaa"),
        ("rule", "--rule", "sum"),
        ("min_coverage", "--min-coverage", "12"),
        ("min_judged", "--min-judged", "x"),
        ("margin", "--margin", "-5%"),
        ("fail_above", "--fail-above", "12%"),
        ("lang", "--lang", "jp"),
        ("unit", "--unit", "words"),
        ("normalizer", "--normalizer", "lwoer"),
        ("metrics", "--metric", "wre"),
        ("recipe", "--recipe", "sclit"),
        ("edit_weights", "--edit-weights", "4/3"),
        ("alternatives", "--alternatives", "nits"),
        ("dont_care", "--dont-care", "("),
        ("forgive", "--forgive", "agnet"),
        ("severities", "--severities", "raeder"),
    ],
)
def test_one_text_wherever_a_value_comes_from(
    option: str, flag: str, value: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text('{"reference": "a", "hypothesis": "a"}\n', "utf-8")
    more = {"forgive": "case"} if option == "severities" else {}
    with pytest.raises(mg.UsageError) as caught:
        mg.score("a", "a", options=mg.Options(**{option: value}, **more))
    words = ["--forgive", "case"] if more else []
    assert run(["score", str(file), f"{flag}={value}", *words]) == 2
    said = capsys.readouterr().err.removeprefix("mondegreen: ").removesuffix("\n")
    assert said.replace(f"{flag}=", f"{option}=") in {
        str(caught.value),
        as_typed(str(caught.value)),
    }


@pytest.mark.parametrize("name", list(recipes()))
def test_options_of_a_recipe_make_it(name: str) -> None:
    options = mg.Options.from_recipe(name)
    assert Recipe.of(options) == Recipe.choose(name)
    assert options.signature == Recipe.choose(name).signature()
    assert Recipe.of(options.replace(missing="skip")).missing == "skip"


def test_what_no_options_say_is_refused() -> None:
    with pytest.raises(mg.UsageError, match="give it whole, as recipe="):
        mg.Options.from_recipe("wer+cer|unit:character+grapheme")


CHOICES = st.fixed_dictionaries(
    {},
    optional={
        "normalizer": st.sampled_from(["none", "lower"]),
        "metrics": st.sampled_from(["wer", "cer", ["wer", "cer"]]),
        "missing": st.sampled_from(["error", "skip", "deletions"]),
        "ties": st.sampled_from(["jiwer", "most-hits"]),
        "lang": st.sampled_from(["en", None]),
        "threads": st.integers(0, 2),
    },
)


@settings(deadline=None)  # the first call imports
@given(CHOICES, CHOICES)
def test_the_object_is_the_keywords(first: dict[str, Any], second: dict[str, Any]) -> None:
    sides = ["So it goes", "no"], ["so it went", "no"]
    whole = mg.score(*sides, **{**first, **second})
    assert str(mg.score(*sides, options=mg.Options(**first, worst=3), **second)) == str(whole)
    assert str(mg.score(*sides, options=mg.Options(**first).replace(**second))) == str(whole)


def test_keywords_of_something_else_are_refused() -> None:
    for call in (
        lambda: mg.score("a", "a", format="csv"),  # type: ignore[call-arg]
        lambda: mg.score("a", "a", options=mg.Options(), format="csv"),  # type: ignore[call-arg]
        lambda: mg.wer("a", "a", worst=3),  # type: ignore[call-arg]
        lambda: mg.Options(normaliser="lower"),  # type: ignore[call-arg]
        lambda: mg.score("a", "a", options=Reading()),  # type: ignore[arg-type]
    ):
        with pytest.raises(
            mg.UsageError, match=r"is not an option here|expected mondegreen\.Options"
        ):
            call()


def flags_of(command: str) -> set[str]:
    group: Any = typer.main.get_command(program())
    return {name for each in group.commands[command].params for name in each.opts}


@pytest.mark.parametrize("command", ["align", "compare", "report", "calls", "normalize", "convert"])
def test_what_a_command_cannot_honour_it_refuses_by_name(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    there = flags_of(command)
    for option in taken_by(GROUPS).values():
        flag = option.flags[0]
        if flag.name in there:
            continue
        value = [] if flag.kind.takes is bool else ["x"]
        assert run([command, "a.txt", "b.txt", flag.name, *value]) == 2
        said = capsys.readouterr().err
        assert f"mondegreen {command} has no {flag.name}; " in said, (command, flag.name)
        assert said.count("\n") == 1
