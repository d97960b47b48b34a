"""What a wrong command line gets: what was given, what was expected, and what to type."""

from __future__ import annotations

from typing import Any, Final

import typer

from mondegreen.cli.commands import program
from mondegreen.errors import did_you_mean

__all__ = ["said_of"]

_INSTEAD: Final = {
    ("mondegreen compare", "--slice"): "--by COLUMN slices, as everywhere",
    ("mondegreen compare", "-o"): "it prints: add > FILE",
    **{
        (
            f"mondegreen bench {name}",
            "--verified-only",
        ): "verified references alone are scored where the "
        "dataset has a run of references; --unverified adds the drafts"
        for name in ("report", "leaderboard", "score", "export")
    },
    ("mondegreen score", "-o"): "it prints: add > FILE, or write a page with mondegreen report",
}
"""What to type for options that another command has, or had."""
_KINDS: Final = {"int": "a whole number", "float": "a number"}
"""What is expected of values, by their types."""


def said_of(error: Any) -> str:
    """Return the line about a usage error of click, or of typer's copy of it, by typer's version."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "mondegreen"
    if getattr(error, "option_name", "") == "-h" and "requires" in error.format_message():
        return f"{command}: -h needs a file. It is the hypothesis file, as in jiwer; help is --help"
    about = _ABOUT.get(type(error).__name__, _of_usage)
    return f"{about(error, context, command)} See {command} --help"


def _of_option(error: Any, context: Any, command: str) -> str:
    """An option that the command does not have."""
    name = error.option_name
    if instead := _INSTEAD.get((command, name)):
        return f"{command} has no {name}; {instead}."
    if others := _commands_with(name):
        return f"{command} has no {name}; {others}."
    known = [each for one in context.command.params for each in (*one.opts, *one.secondary_opts)]
    near = did_you_mean(name, [each for each in known if each.startswith("--")])
    return f"{command} has no option {name}.{near}"


def _of_use(error: Any, context: Any, command: str) -> str:
    """An option without its value, or with one that it does not take."""
    name = error.option_name
    parameter = _parameter(context, name)
    if parameter is None or getattr(parameter, "is_flag", False):
        return f"{command} {name}: this option takes no value; type {name} alone."
    return f"{command} {name}: a value is missing, expected {name} {parameter.metavar or 'VALUE'}."


def _of_value(error: Any, context: Any, command: str) -> str:
    """A value that cannot be used."""
    parameter = error.param
    if parameter is None:
        return _of_usage(error, context, command)
    low, high = getattr(parameter, "min", None), getattr(parameter, "max", None)
    given = getattr(context.command, "typed", {}).get(parameter.name)
    typed = f"{max(parameter.opts, key=len)} " if parameter.opts[0][0] == "-" else ""
    kind = _kind(parameter)
    if kind is None or given is None:
        return _of_usage(error, context, command)
    limits = "" if low is None else f", {low} or more" if high is None else f", {low} to {high}"
    return f"{command} {typed}{given}: expected {kind}{limits}, such as {typed}{low or 1}."


def _of_missing(error: Any, _: Any, command: str) -> str:
    """An argument or option that the command needs."""
    parameter = error.param
    name = parameter.metavar or parameter.name.upper()
    if parameter.param_type_name == "option":
        name = f"{max(parameter.opts, key=len)} {name}"
    about = (parameter.help or "").partition(". ")[0].rstrip(".")
    return f"{command}: {name} is missing, expected: {about[:1].lower()}{about[1:]}."


def _of_usage(error: Any, context: Any, command: str) -> str:
    """Anything else: a command that is not there, or too many arguments."""
    problem = " ".join(error.format_message().split())
    typed = problem.partition("'")[2].partition("'")[0]
    commands = getattr(getattr(context, "command", None), "commands", None)
    if commands and problem.startswith("No such command"):
        elsewhere = _elsewhere(typed)
        near = did_you_mean(typed, commands) or elsewhere
        known = "" if near else f" Commands: {', '.join(commands)}."
        return f"{command} has no command {typed!r}.{near}{known}"
    end = "" if problem.endswith((".", "?")) else "."
    if "unexpected extra argument" in problem:
        takes = " ".join(
            each.metavar or each.name.upper()
            for each in context.command.params
            if each.param_type_name == "argument"
        )
        extra = problem.rpartition("(")[2].rstrip(").")
        return f"{command}: {extra!r} is one argument too many, expected {takes or 'none'}."
    return f"{command}: {problem}{end}"


_ABOUT: Final = {
    "NoSuchOption": _of_option,
    "BadOptionUsage": _of_use,
    "BadParameter": _of_value,
    "MissingParameter": _of_missing,
}


def _parameter(context: Any, name: str) -> Any:
    found = context.command.params if context is not None else ()
    return next((each for each in found if name in (*each.opts, *each.secondary_opts)), None)


def _kind(parameter: Any) -> str | None:
    """Return what is expected of a number; nothing for another kind of value."""
    described = getattr(
        parameter, "type_descriptor", None
    )  # older releases have a type with a name
    shown = str(getattr(described, "annotation", "")) + getattr(
        getattr(parameter, "type", None), "name", ""
    )
    return next((words for kind, words in _KINDS.items() if kind in shown), None)


def _commands_with(option: str) -> str:
    """Say which commands have an option; nothing if none has."""
    group: Any = typer.main.get_command(program())
    found = [
        name
        for name, each in group.commands.items()
        if any(option in one.opts for one in each.params)
    ]
    if not found:
        return ""
    listed = " and ".join(filter(None, [", ".join(found[:-1]), found[-1]]))
    return f"{listed} {'has' if len(found) == 1 else 'have'} it"


def _elsewhere(name: str) -> str:
    """Return the sentence that offers a command of a group; nothing if there is none of the name."""
    group: Any = typer.main.get_command(program())
    for outer, each in group.commands.items():
        for inner, command in getattr(each, "commands", {}).items():
            if inner == name:
                return f" Did you mean '{outer} {inner}'?"
            if name in getattr(command, "commands", {}):
                return f" Did you mean '{outer} {inner} {name}'?"
    return ""
