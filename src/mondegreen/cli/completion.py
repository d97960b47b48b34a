"""``mondegreen completion``: names are completed with the tab key in bash, zsh and fish.

The script of a shell calls the command with the words typed so far in its environment, and prints what
comes back. typer has the scripts and reads the words; the values come from the registries.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from mondegreen.cli.streams import say, show
from mondegreen.errors import UnknownNameError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["SHELLS", "VARIABLE", "answer", "completing", "completion"]

SHELLS: Final = ("bash", "zsh", "fish")
VARIABLE: Final = "_MONDEGREEN_COMPLETE"
"""The environment variable in which a shell asks, as ``complete_bash``."""
_PROGRAM: Final = "mondegreen"
_WORDS: Final = {"bash": "COMP_WORDS"}
_RC: Final = {"bash": "~/.bashrc", "zsh": "~/.zshrc", "fish": "~/.config/fish/completions"}


def completion(
    *,
    shell: Annotated[
        str | None,
        typer.Argument(
            metavar="SHELL",
            help="Shell: bash, zsh or fish. Default: your login shell.",
            autocompletion=lambda: list(SHELLS),
        ),
    ] = None,
    install: Annotated[
        bool, typer.Option("--install", help="Install the script for your user.")
    ] = False,
) -> int:
    """Complete commands, options and names with the tab key.

    Prints a script for the shell, or installs it. Open a new terminal afterwards.

    \b
    Examples:
      mondegreen completion --install
      mondegreen completion zsh --install
      eval "$(mondegreen completion bash)"
    """  # noqa: D301 - a real backspace keeps the lines apart
    name = shell or Path(os.environ.get("SHELL", "")).name
    if shell is None and name not in SHELLS:
        named = f"SHELL={os.environ['SHELL']}" if os.environ.get("SHELL") else "SHELL is not set"
        raise UsageError(
            f"{named}: expected bash, zsh or fish; name yours: mondegreen completion bash"
        )
    if name not in SHELLS:
        raise UnknownNameError("shell", name, SHELLS)
    of_typer: Any = import_module("typer.completion")  # seldom needed
    if not install:
        script = of_typer.get_completion_script(
            prog_name=_PROGRAM, complete_var=VARIABLE, shell=name
        )
        show(script)
        return 0
    _, path = of_typer.install(shell=name, prog_name=_PROGRAM, complete_var=VARIABLE)
    say(f"completion for {name} is in {path}, loaded from {_RC[name]}; open a new terminal")
    return 0


def answer(instruction: str) -> int:
    """Print what a shell asks for in its environment, and return the exit status."""
    from mondegreen.cli.commands import program  # imports commands

    of_typer: Any = import_module("typer.completion")
    of_typer.completion_init()
    shell = instruction.rpartition("_")[2]
    typed = os.environ.get(_WORDS.get(shell, "_TYPER_COMPLETE_ARGS"), "").split()
    last = int(os.environ.get("COMP_CWORD") or 0)
    inside = last > 1 if shell in _WORDS else len(typed) > 2  # noqa: PLR2004 - the program and the command
    command: Any = typer.main.get_command(program(typed[1] if inside else ""))
    status: int = of_typer.shell_complete(command, {}, _PROGRAM, VARIABLE, instruction)
    return status


def completing(values: str | Sequence[str]) -> Callable[[str], list[str]]:
    """Return what completes the value of an option, the last of several with commas between.

    Args:
        values: the values, or the kinds of ``mondegreen list`` that have them, with a space between.
    """

    def found(incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        known = _names(values.split()) if isinstance(values, str) else values
        return [f"{before}{comma}{name}" for name in known if name.startswith(last)]

    return found


def _names(kinds: Sequence[str]) -> Sequence[str]:
    from mondegreen.cli.list import KINDS  # imports all registries

    return [name for kind in kinds for name in KINDS[kind]()]
