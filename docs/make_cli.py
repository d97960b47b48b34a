"""Write the tables of ``docs/cli.md`` from the definitions that ``--help`` prints.

    python docs/make_cli.py            write the page
    python docs/make_cli.py --check    say whether it is current; exit status 1 if not

Only what stands between the two marks is written; the text around it is by hand. The tables come
from the commands themselves and not from the printed help, whose layout changes with the width of
the terminal and with the release of typer.
"""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from typing import Any

import typer

from mondegreen.cli.commands import program
from mondegreen.cli.panels import ORDER, panel_of

PAGE = Path(__file__).with_name("cli.md")
BEGIN, END = "<!-- made by make_cli.py: begin -->", "<!-- made by make_cli.py: end -->"


def page(current: str) -> str:
    """Return the page with the part between the marks made anew."""
    before, begin, rest = current.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{PAGE}: expected the lines {BEGIN} and {END}")
    made = "\n".join(section(name, command) for name, command in commands().items())
    return f"{before}{BEGIN}\n\n{made}\n{END}{after}"


def commands() -> dict[str, Any]:
    """Return the commands by name, in the order of ``--help``; those of a group with its name."""
    return _inside(typer.main.get_command(program()))


def _inside(group: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            found |= {f"{name} {each}": under for each, under in _inside(command).items()}
        else:
            found[name] = command
    return found


def section(name: str, command: Any) -> str:
    """Return the part of the page about one command."""
    text = inspect.cleandoc(command.help or "").replace(
        "\b", ""
    )  # click's mark for lines kept apart
    about, _, examples = text.partition("Examples:")
    lines = [f"## `mondegreen {name}`", "", *about.strip().splitlines(), ""]
    shown = [line.strip() for line in examples.splitlines() if line.strip()]
    if shown:
        lines += ["```sh", *shown, "```", ""]
    for panel, parameters in panels(command.params):
        lines += [f"**{panel}**", ""] if panel else []
        lines += ["| argument or option | meaning | default |", "|---|---|---|"]
        lines += [*map(row, parameters), ""]
    return "\n".join(lines)


def panels(parameters: list[Any]) -> list[tuple[str, list[Any]]]:
    """Return the parameters by the group in which ``--help`` shows them; one without is alone."""
    found: dict[str, list[Any]] = {panel: [] for panel in ORDER}
    for parameter in parameters:
        found[panel_of(parameter)].append(parameter)
    groups = [(panel, group) for panel, group in found.items() if group]
    return [("", groups[0][1])] if len(groups) == 1 else groups


def row(parameter: Any) -> str:
    """Return the row of one argument or option."""
    shown = parameter.metavar or ""
    if parameter.param_type_name == "argument":
        names = f"`{shown or parameter.name.upper()}`"
    else:
        written = [*parameter.opts, *parameter.secondary_opts]
        names = ", ".join(f"`{option}{f' {shown}' if shown else ''}`" for option in written)
    about = " ".join((getattr(parameter, "help", None) or "").split())
    if getattr(parameter, "multiple", False) and "again" not in about:
        about += " May be given again."
    return f"| {_cell(names)} | {_cell(about.strip())} | {_cell(_default(parameter))} |"


def _default(parameter: Any) -> str:
    value = parameter.default
    if callable(value) or value is None or isinstance(value, (bool, list, tuple)):
        return ""
    return f"`{value}`"


def _cell(text: str) -> str:
    return re.sub(r"(?<!\\)\|", r"\\|", text)


def main(arguments: list[str]) -> int:
    """Write the page, or check it; return the exit status."""
    current = PAGE.read_text(encoding="utf-8")
    wanted = page(current)
    if arguments == ["--check"]:
        if current != wanted:
            sys.stderr.write(f"{PAGE.name} is not current; run: python docs/make_cli.py\n")
        return int(current != wanted)
    if arguments:
        sys.stderr.write("expected no argument, or --check\n")
        return 2
    PAGE.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
