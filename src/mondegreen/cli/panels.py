"""``--help`` in groups: the options of one panel stand under its name, as plain text.

typer draws its panels as boxes, which take half of a terminal and say nothing to a pager.
"""

from __future__ import annotations

from typing import Any, Final

from typer.core import TyperCommand

__all__ = ["GATES", "INPUT", "JIWER", "OTHER", "OUTPUT", "SCORING", "PanelCommand"]

INPUT: Final = "Input"
SCORING: Final = "Scoring"
OUTPUT: Final = "Output"
GATES: Final = "Gates"
JIWER: Final = "As in jiwer"
OTHER: Final = "Options"


_ORDER: Final = (INPUT, SCORING, OUTPUT, GATES, JIWER, OTHER)


class PanelCommand(TyperCommand):
    """A command whose help shows its options by panel."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write one section a panel, in the order above; arguments are input."""
        panels: dict[str, list[tuple[str, str]]] = {panel: [] for panel in _ORDER}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is None:
                continue
            name, about = record
            panel = getattr(parameter, "rich_help_panel", None) or OTHER
            if parameter.param_type_name == "argument":
                panel, name = INPUT, parameter.metavar or name
            panels.setdefault(panel, []).append((name, about))
        for panel, records in panels.items():
            if records:
                with formatter.section(panel):
                    formatter.write_dl(records)
