"""``mondegreen bench ground-truth``: references are drafted, reviewed, exchanged and doubted."""

from __future__ import annotations

import typer

from mondegreen.cli import (
    ground_truth_doubtful,
    ground_truth_draft,
    ground_truth_edit,
    ground_truth_exchange,
    ground_truth_list,
    ground_truth_review,
    ground_truth_sample,
)
from mondegreen.cli.panels import PanelCommand, PanelGroup

ground_truth = typer.Typer(
    name="ground-truth",
    cls=PanelGroup,
    help="Draft, review and exchange references.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help"]},
)
ground_truth.command("draft", cls=PanelCommand)(ground_truth_draft.draft)
ground_truth.command("review", cls=PanelCommand)(ground_truth_review.review)
ground_truth.command("list", cls=PanelCommand)(ground_truth_list.list_)
ground_truth.command("edit", cls=PanelCommand)(ground_truth_edit.edit)
ground_truth.command("import", cls=PanelCommand)(ground_truth_exchange.import_)
ground_truth.command("export", cls=PanelCommand)(ground_truth_exchange.export)
ground_truth.command("sample", cls=PanelCommand)(ground_truth_sample.sample)
ground_truth.command("doubtful", cls=PanelCommand)(ground_truth_doubtful.doubtful)
