"""``mondegreen bench ground-truth draft``: a first text of each reference, for a person to review."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mondegreen.cli.bench_options import Config, Database
from mondegreen.cli.bench_run import dollars
from mondegreen.cli.ground_truth_options import Name, bench_of, only_of
from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import INPUT
from mondegreen.cli.streams import busy, say
from mondegreen.errors import UsageError, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.bench.clips import Clip, Dataset
    from mondegreen.bench.config import System
    from mondegreen.store import Store


@with_options()
def draft(
    *,
    config: Config = Path("bench.toml"),
    db: Database = None,
    name: Name = None,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="SYSTEM,...",
            help="Systems that vote; they first transcribe what is not stored yet. Default: all stored "
            "transcripts.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    only: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="File of the ids to draft, one per line, as ground-truth sample writes it.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Only the first N clips.", rich_help_panel=INPUT),
    ] = None,
    again: Annotated[
        bool,
        typer.Option(
            "--again",
            help="Also draft clips that have a reference. A draft replaces it only when it is "
            "approved.",
            rich_help_panel=INPUT,
        ),
    ] = False,
    budget: Annotated[
        str | None,
        typer.Option(
            metavar="USD",
            help="Budget in USD, by list prices, for the new transcripts.",
            rich_help_panel=INPUT,
        ),
    ] = None,
) -> int:
    """Draft the references of clips that have none.

    The draft is the transcript that is nearest to those of the other systems. Drafts are not scored
    until a person approves or corrects them. Reports mark the systems that made them.

    \b
    Examples:
      mondegreen bench ground-truth draft
      mondegreen bench ground-truth draft --by gemini:gemini-3.5-flash --budget 2
      mondegreen bench ground-truth draft --only drawn.tsv
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.ground_truth.drafting import draft as drafted  # loads the scorer
    from mondegreen.bench.ground_truth.drafting import wanted_clips  # as above

    with bench_of(config, db, name, make=by is not None) as (store, bench, dataset):
        clips = wanted_clips(store, dataset, only=only_of(only), again=again)[:limit]
        if not clips:
            say("all samples have a reference or a draft; --again drafts them once more")
            return 0
        systems = None if by is None else bench.chosen(by)
        if systems is not None:
            _transcribe(store, dataset, clips, systems, dollars(budget))
        with busy("comparing transcripts"):
            names = None if systems is None else [each.name for each in systems]
            state = drafted(store, dataset.id, clips, names)
        failed = sum(item.draft is None for item in state.items.values())
        line = f"{state.run}: {counted(len(clips) - failed, 'draft')} by {state.model}"
        say(line + (f", {failed:,} without a transcript" if failed else ""))
        say(f"next: mondegreen bench ground-truth review {state.run}")
    return 0


def _transcribe(
    store: Store,
    dataset: Dataset,
    clips: Sequence[Clip],
    systems: Sequence[System],
    budget: Decimal | None,
) -> None:
    """Have the systems transcribe what they have not transcribed yet.

    Raises:
        UsageError: one of them cannot be used.
    """
    from mondegreen.bench.ground_truth.drafting import Part  # loads the scorer
    from mondegreen.bench.running import Run  # loads providers

    states = store.observations.states(dataset.id)
    ok = {(system, sample) for (system, sample, _), (_, status) in states.items() if status == "ok"}
    missing = [each for each in systems if any((each.name, clip.id) not in ok for clip in clips)]
    if not missing:
        return
    part = Part(dataset.name, clips, whole=dataset.id)
    with busy("transcribing"):
        run = Run(store, [part], missing, budget=budget, say=say)
        run.perform()
    if run.skipped:
        raise UsageError("; ".join(run.skipped.values()))
