"""``mondegreen bench``: from a folder of recordings to stored, comparable results."""

from __future__ import annotations

import typer

from mondegreen.cli import (
    bench_degrade,
    bench_export,
    bench_import,
    bench_init,
    bench_leaderboard,
    bench_report,
    bench_robustness,
    bench_run,
    bench_score,
    bench_speech_ends,
    bench_status,
    bench_turn_ends,
    bench_validate,
)
from mondegreen.cli.ground_truth import ground_truth
from mondegreen.cli.panels import PanelCommand, PanelGroup

bench = typer.Typer(
    name="bench",
    cls=PanelGroup,
    help="Transcribe recordings, and compare the recognisers.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help"]},
)
bench.command("init", cls=PanelCommand)(bench_init.init)
bench.command("run", cls=PanelCommand)(bench_run.run)
bench.command("status", cls=PanelCommand)(bench_status.status)
bench.command("score", cls=PanelCommand)(bench_score.score)
bench.command("report", cls=PanelCommand)(bench_report.report)
bench.command("leaderboard", cls=PanelCommand)(bench_leaderboard.leaderboard)
bench.command("export", cls=PanelCommand)(bench_export.export)
bench.command("import", cls=PanelCommand)(bench_import.import_)
bench.command("validate", cls=PanelCommand)(bench_validate.validate)
bench.command("speech-ends", cls=PanelCommand)(bench_speech_ends.speech_ends)
bench.command("turn-ends", cls=PanelCommand)(bench_turn_ends.turn_ends)
bench.command("degrade", cls=PanelCommand)(bench_degrade.degrade)
bench.command("robustness", cls=PanelCommand)(bench_robustness.robustness)
bench.add_typer(ground_truth, name="ground-truth")
