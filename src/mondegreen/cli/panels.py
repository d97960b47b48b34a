"""``--help`` in groups: the options of one panel stand under its name, as plain text.

typer draws its panels as boxes, which take half of a terminal and say nothing to a pager.
"""

from __future__ import annotations

from typing import Any, Final

from typer.core import TyperCommand

from mondegreen.errors import UsageError

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


class PanelCommand(TyperCommand):
    """A command whose help shows its options by panel, and which takes each option once."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Refuse an option that is given again and would silently win."""
        given: list[str] = []
        for parameter in self.make_parser(ctx).parse_args(args=list(args))[2]:
            if parameter.name in given and not (
                parameter.multiple or getattr(parameter, "is_flag", False)
            ):
                name = max(parameter.opts, key=len)
                raise UsageError(f"{name} is given twice, and there can be one; leave one out")
            if parameter.param_type_name == "option":
                given.append(parameter.name)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write one section a panel, in the order above."""
        panels: dict[str, list[tuple[str, str]]] = {panel: [] for panel in ORDER}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is None:
                continue
            name, about = record
            if parameter.param_type_name == "argument":
                name = parameter.metavar or name
            panels[panel_of(parameter)].append((name, about))
        for panel, records in panels.items():
            if records:
                with formatter.section(panel):
                    formatter.write_dl(records)


def panel_of(parameter: Any) -> str:
    """Return the panel of an argument or option; arguments are input."""
    usual = INPUT if parameter.param_type_name == "argument" else ORDER[-1]
    return getattr(parameter, "rich_help_panel", None) or usual
