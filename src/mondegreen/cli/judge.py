"""``mondegreen judge``: the commands about judges."""

from __future__ import annotations

import typer

from mondegreen.cli import judge_audit, judge_check
from mondegreen.cli.panels import PanelCommand

judge = typer.Typer(
    name="judge",
    help="How far judges can be trusted.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help"]},
)
judge.command("audit", cls=PanelCommand)(judge_audit.audit)
judge.command("check", cls=PanelCommand)(judge_check.check)
