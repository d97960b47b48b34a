"""``--help`` of every command: short, in plain words, and with all options in ``--help-all``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
import typer

from mondegreen.cli.commands import program
from mondegreen.cli.groups import taken_by
from mondegreen.cli.panels import ORDER, panel_of
from mondegreen.options.judging import Judging
from mondegreen.scoring.options import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conftest import Done

    Command = Callable[..., Done]

_MOST_LINES = 60
_ABOUT_FIFTEEN = 20
_NOT_USED = re.compile(
    r"\b(purse|gather|gathers|manner|fence|twin|twins|sayings|behind|beside|a minute|a row)"
    r"|\bwhich stands|one each\b|\bas they stand|\ban utterance\.",
)


def every(group: Any, before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield the program, its groups and their commands with the words that name them."""
    yield before, group
    for name, each in getattr(group, "commands", {}).items():
        yield from every(each, (*before, name))


EVERY = dict(every(typer.main.get_command(program())))
NAMES = [pytest.param(names, id=" ".join(names) or "mondegreen") for names in EVERY]
COMMANDS = {names: each for names, each in EVERY.items() if not hasattr(each, "commands")}


@pytest.mark.parametrize("columns", [80, 90, 100, 200])
@pytest.mark.parametrize("names", NAMES)
def test_help_fits_on_a_screen(
    names: tuple[str, ...], columns: int, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    done = command(*names, "--help")
    lines = done.out.splitlines()
    assert (done.status, done.err) == (0, "")
    assert len(lines) <= _MOST_LINES, f"{len(lines)} lines at {columns} columns"
    assert max(map(len, lines)) <= columns


@pytest.mark.parametrize("names", NAMES)
def test_help_all_has_every_option(names: tuple[str, ...], command: Command) -> None:
    done = command(*names, "--help-all")
    assert (done.status, done.err) == (0, "")
    shown = set(re.findall(r"--[a-z][a-z-]*[a-z]", done.out))
    expected = {
        option
        for each in EVERY[names].params
        for option in (*each.opts, *each.secondary_opts)
        if option.startswith("--")
    }
    assert expected <= shown
    for name in getattr(EVERY[names], "commands", {}):
        assert re.search(rf"^  {name} ", done.out, re.MULTILINE)


@pytest.mark.parametrize("names", COMMANDS, ids=" ".join)
def test_help_says_how_many_options_it_does_not_show(
    names: tuple[str, ...], command: Command
) -> None:
    short, whole = (command(*names, option).out for option in ("--help", "--help-all"))
    found = re.search(r"--help-all +Show the (\d+) other options too\.", short)
    options = [
        set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", text, re.MULTILINE)) for text in (short, whole)
    ]
    if found is None:
        assert short == whole
        return
    assert len(options[1] - options[0]) == int(found[1])
    assert "--help-all" not in whole


def test_score_shows_about_fifteen_options_and_three_examples(command: Command) -> None:
    text = command("score", "--help").out
    options = set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", text, re.MULTILINE))
    assert len(options - {"--help", "--help-all"}) <= _ABOUT_FIFTEEN
    assert text.count("\n    mondegreen score") == 3
    assert {"--metric", "--normalizer", "--by", "--fail-above", "--save"} <= options
    assert not {"--edit-weights", "--max-line", "--votes"} & options


def test_what_is_common_is_said_in_the_declaration() -> None:
    for names in (("score",), ("compare",), ("report",)):
        of = taken_by([Options, Judging])
        flags = {flag.name: flag for option in of.values() for flag in option.flags}
        for parameter in COMMANDS[names].params:
            flag = flags.get(max(parameter.opts, key=len))
            if flag is not None and panel_of(parameter) == flag.panel != "Input":
                assert parameter.hidden is not flag.common, flag.name


def test_help_all_is_a_text_after_two_dashes(command: Command) -> None:
    done = command("align", "--text", "--", "--help-all", "--help-all")
    assert (done.status, "--help-all" in done.out, "Usage" in done.out) == (0, True, False)


@pytest.mark.parametrize("names", COMMANDS, ids=" ".join)
def test_texts_of_options_are_sentences(names: tuple[str, ...]) -> None:
    for each in COMMANDS[names].params:
        text = each.help or ""
        name = max(each.opts, key=len)
        assert text, name
        assert text.endswith((".", ")")), f"{name}: {text}"
        assert text[0].isupper() or text.startswith("'"), f"{name}: {text}"
        assert not _NOT_USED.search(text), f"{name}: {text}"
        assert panel_of(each) in ORDER, name


@pytest.mark.parametrize("names", NAMES)
def test_abouts_use_common_words(names: tuple[str, ...]) -> None:
    about = (EVERY[names].help or "").partition("Examples:")[0]
    assert about.strip()
    assert not _NOT_USED.search(about), about
