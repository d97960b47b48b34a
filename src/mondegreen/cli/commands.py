"""The commands, and the program made of them.

Of the commands the program holds those that are asked for: to import all takes as long as to score
a short file.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

import typer

from mondegreen import __version__
from mondegreen.cli.panels import PanelCommand, PanelGroup
from mondegreen.cli.streams import show

__all__ = ["COMMANDS", "program"]

COMMANDS: Final = {
    "score": "score",
    "plan": "plan",
    "align": "align",
    "compare": "compare",
    "normalize": "normalize",
    "calls": "calls",
    "convert": "convert",
    "report": "report",
    "serve": "serve",
    "list": "names",
    "demo": "demo",
    "docs": "docs",
    "bench": "bench",
    "judge": "judge",
    "languages": "languages",
    "completion": "completion",
}
"""Of each command, which is a module of its name, what in it is the command, in the order of help."""


_WIDEST: Final = 100
"""Columns of a line of help on a wider terminal."""


def program(first: str = "") -> typer.Typer:
    """Return the program with one command, or with all if none has the name.

    Args:
        first: the first argument of a command line.
    """
    found = typer.Typer(
        name="mondegreen",
        cls=PanelGroup,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["--help"], "max_content_width": _WIDEST},
    )
    for name in [first] if first in COMMANDS else COMMANDS:
        command = getattr(import_module(f"mondegreen.cli.{name}"), COMMANDS[name])
        if isinstance(command, typer.Typer):
            found.add_typer(command, name=name)
        else:
            found.command(name, cls=PanelCommand)(command)
    found.callback()(_root)
    return found


def _version(wanted: bool) -> None:
    if wanted:
        show(f"mondegreen {__version__}")
        raise typer.Exit


def _root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """What did the recogniser mishear, and does it matter?

    \b
    Examples:
      mondegreen score references.txt hypotheses.txt
      mondegreen report vendors.csv --systems a,b,c -o report.html
      mondegreen demo

    mondegreen list shows the names of metrics, normalizers, forgivers, formats and providers.
    """  # noqa: D301 - a real backspace keeps the lines apart
