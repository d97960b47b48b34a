"""``--help`` in groups: the options of one panel under its name, as plain text.

``--help`` shows the options that most people use, ``--help-all`` all. An option that is hidden is one
of the others. A command with few options shows all of them. typer draws its panels as boxes, which
take half of a terminal and say nothing to a pager.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from mondegreen.cli.streams import show
from mondegreen.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

__all__ = [
    "GATES",
    "INPUT",
    "INTERVALS",
    "JIWER",
    "JUDGES",
    "ORDER",
    "OUTPUT",
    "SCORING",
    "PanelCommand",
    "PanelGroup",
    "meaning",
    "panel_of",
]

INPUT: Final = "Input"
SCORING: Final = "Scoring"
OUTPUT: Final = "Output"
GATES: Final = "Gates"
INTERVALS: Final = "Intervals"
JIWER: Final = "As in jiwer"
JUDGES: Final = "Judges"


ORDER: Final = (INPUT, SCORING, JUDGES, OUTPUT, INTERVALS, GATES, JIWER, "Options")
ALL: Final = "--help-all"
_FEW: Final = 15
"""With so many options a command shows all."""


class _Plain:
    """A command that takes texts as they are, and makes nothing of an option that is not given.

    typer imports a library of models and makes one for each option, which takes as long as the rest.
    """

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the arguments and options."""
        found: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for each in found:
            if "process_value" not in vars(each) and not each.required:
                each.process_value = _processing(each)
        return found


def _processing(parameter: Any) -> Callable[[Any, Any], Any]:
    made, callback = parameter.process_value, parameter.callback
    annotation = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    several = parameter.multiple or parameter.nargs == -1
    is_plain = callback is None and annotation in {str, list[str]}

    def process(ctx: Any, value: Any) -> Any:
        if value is not None:
            return value if is_plain else made(ctx, value)
        value = () if several else None
        return value if callback is None else callback(ctx, parameter, value)

    return process


class PanelCommand(_Plain, TyperCommand):
    """A command whose help shows its options by panel, and which takes each option once."""

    _shows_all = False
    typed: Mapping[str, Any] = MappingProxyType({})
    """What was typed, by the name of the argument or option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Refuse an option that is given again and would silently win."""
        if _asks_for_all(args):
            self._shows_all = True
            show(ctx.get_help())
            raise typer.Exit
        given: list[str] = []
        try:
            self.typed, _, order = self.make_parser(ctx).parse_args(args=list(args))
        except Exception as error:
            error.ctx = getattr(error, "ctx", None) or ctx  # type: ignore[attr-defined]
            raise
        for parameter in order:
            if parameter.name in given and not (
                parameter.multiple or getattr(parameter, "is_flag", False)
            ):
                name = max(parameter.opts, key=len)
                raise UsageError(f"{name} is given twice, expected once; leave one out")
            if parameter.param_type_name == "option":
                given.append(parameter.name)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write one section per panel, in the order above."""
        parameters: list[Any] = self.get_params(ctx)
        hidden = [each for each in parameters if each.hidden]
        short = not self._shows_all and len(parameters) > _FEW
        panels: dict[str, list[tuple[str, str]]] = {panel: [] for panel in ORDER}
        for parameter in parameters:
            if short and parameter.hidden:
                continue
            panels[panel_of(parameter)].append(_record(parameter, ctx))
        if short and hidden:
            panels[ORDER[-1]].append((ALL, f"Show the {len(hidden)} other options too."))
        for panel, records in panels.items():
            if records:
                with formatter.section(panel):
                    formatter.write_dl(records)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Complete the name of an option; of one that is hidden once a letter of it is there."""
        hidden = [each for each in self.params if getattr(each, "hidden", False)]
        for each in hidden if incomplete.strip("-") else ():
            each.hidden = False  # type: ignore[attr-defined]
        found = super().shell_complete(ctx, incomplete)
        for each in hidden:
            each.hidden = True  # type: ignore[attr-defined]
        return found


class PanelGroup(_Plain, TyperGroup):
    """A group of commands; ``--help-all`` shows the commands of its groups too."""

    _shows_all = False

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Show all commands where that is asked for, before one is named."""
        before = [*_options(args)]
        if _asks_for_all(before):
            self._shows_all = True
            show(ctx.get_help())
            raise typer.Exit
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options, then the commands."""
        records = [each.get_help_record(ctx) for each in self.get_params(ctx)]
        records = [each for each in records if each is not None]
        groups = [each for each in self.commands.values() if hasattr(each, "commands")]
        if groups and not self._shows_all:
            records.append((ALL, "Show the commands inside of groups too."))
        with formatter.section(ORDER[-1]):
            formatter.write_dl(records)
        limit = formatter.width - 24
        rows = [
            (name, each.get_short_help_str(limit))
            for name, each in _commands(self, inside=self._shows_all)
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def panel_of(parameter: Any) -> str:
    """Return the panel of an argument or option; arguments are input."""
    default = INPUT if parameter.param_type_name == "argument" else ORDER[-1]
    return getattr(parameter, "rich_help_panel", None) or default


def meaning(parameter: Any) -> str:
    """Return the help of an argument or option, with its default if it has one."""
    about = " ".join((parameter.help or "").split())
    default = parameter.default
    if default is None or isinstance(default, (bool, list, tuple)) or callable(default):
        return about
    return about if "Default:" in about or default == "" else f"{about} Default: {default}."


def _record(parameter: Any, ctx: Any) -> tuple[str, str]:
    """Return what is shown of a parameter, whether it is hidden or not."""
    was, parameter.hidden = parameter.hidden, False
    name, _ = parameter.get_help_record(ctx)
    parameter.hidden = was
    if parameter.param_type_name == "argument":
        name = parameter.metavar or name
    return name, meaning(parameter)


def _commands(group: Any, *, inside: bool) -> Iterator[tuple[str, Any]]:
    for name, each in group.commands.items():
        yield name, each
        if inside:
            yield from ((f"{name} {n}", c) for n, c in _commands_of(each))


def _commands_of(command: Any) -> Iterator[tuple[str, Any]]:
    if hasattr(command, "commands"):
        yield from _commands(command, inside=True)


def _options(args: Sequence[str]) -> Iterator[str]:
    """Yield the options before the first word that is none."""
    for each in args:
        if not each.startswith("-"):
            return
        yield each


def _asks_for_all(args: Sequence[str]) -> bool:
    before = list(args)[: args.index("--")] if "--" in args else args
    return ALL in before
