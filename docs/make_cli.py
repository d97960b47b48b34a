"""Write the tables of ``docs/cli.md`` from the definitions that ``--help`` prints.

    python docs/make_cli.py            write the page
    python docs/make_cli.py --check    say whether it is current; exit status 1 if not

Only the part between the two marks is written; the text around it is by hand. The tables come from the
commands and not from the printed help, whose layout changes with the width of the terminal and with
the release of typer. An option that several commands have is described once.
"""

from __future__ import annotations

import inspect
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from mondegreen.cli.commands import program
from mondegreen.cli.panels import ORDER, meaning, panel_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PAGE = Path(__file__).with_name("cli.md")
BEGIN, END = "<!-- made by make_cli.py: begin -->", "<!-- made by make_cli.py: end -->"


def page(current: str) -> str:
    """Return the page with the part between the marks made again."""
    before, begin, rest = current.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{PAGE}: expected the lines {BEGIN} and {END}")
    found = commands()
    shared = shared_options(found.values())
    sections = [section(*each, shared) for each in found.items()]
    made = "\n".join([about_shared(shared), *sections])
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


def shared_options(found: Iterable[Any]) -> dict[str, tuple[str, str]]:
    """Return the options that several commands have: by its row, the panel and the name of each.

    Of options with one name and different meanings the first is among them.
    """
    options = [each for command in found for each in command.params if each.opts[0][0] == "-"]
    rows = Counter(map(line_of, options))
    shared: dict[str, tuple[str, str]] = {}
    for each in options:
        place = panel_of(each), _long(each)
        if rows[line_of(each)] > 1 and place[1] not in {name for _, name in shared.values()}:
            shared[line_of(each)] = place
    return shared


def _long(option: Any) -> str:
    """Return the long names of an option, both of one that can be turned off."""
    names = (*option.opts, *option.secondary_opts)
    return ", ".join(f"`{each}`" for each in names if each.startswith("--"))


def about_shared(shared: Mapping[str, tuple[str, str]]) -> str:
    """Return the part of the page about the options that several commands have."""
    lines = ["## Shared options", ""]
    for panel in ORDER:
        found = [each for each, (where, _) in shared.items() if where == panel]
        if found:
            lines += [f"### {panel} (shared)", "", *found, ""]
    return "\n".join(lines)


def section(name: str, command: Any, shared: Mapping[str, tuple[str, str]]) -> str:
    """Return the part of the page about one command."""
    text = inspect.cleandoc(command.help or "").replace("\b", "")  # click keeps lines after it
    about, _, rest = text.partition("Examples:")
    examples, _, note = rest.strip().partition("\n\n")
    lines = [f"## `mondegreen {name}`", "", *about.strip().splitlines(), ""]
    if shown := [line.strip() for line in examples.splitlines() if line.strip()]:
        lines += ["```sh", *shown, "```", ""]
    if note:
        lines += [*note.strip().splitlines(), ""]
    rows = list(map(line_of, command.params))
    if own := [each for each in rows if each not in shared]:
        lines += [*own, ""]
    panels: dict[str, list[str]] = {panel: [] for panel in ORDER}
    for each in rows:
        if each in shared:
            panels[shared[each][0]].append(shared[each][1])
    also = [f"{panel}: {', '.join(names)}" for panel, names in panels.items() if names]
    if also:
        lines += [*("[Shared](#shared-options):", ""), *(f"- {each}" for each in also), ""]
    return "\n".join(lines)


def line_of(parameter: Any) -> str:
    """Return the line of one argument or option."""
    shown = parameter.metavar or ""
    if parameter.param_type_name == "argument":
        names = f"`{shown or parameter.name.upper()}`"
    else:
        *short, last = [*parameter.opts, *parameter.secondary_opts]
        names = ", ".join(
            [*(f"`{each}`" for each in short), f"`{last}{f' {shown}' if shown else ''}`"]
        )
    return f"- {names}: {meaning(parameter)}"


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
