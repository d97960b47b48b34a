"""``mondegreen bench score``: any metric of what is stored, without asking a recogniser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mondegreen.cli.bench_options import SCORED, Config, Database, Names, Unverified, opened
from mondegreen.cli.groups import with_options
from mondegreen.cli.judging import prepared
from mondegreen.cli.panels import JUDGES
from mondegreen.cli.streams import busy, say, show
from mondegreen.errors import counted
from mondegreen.options.judging import Judging
from mondegreen.options.scoring import Scoring
from mondegreen.scoring.options import Options

__all__ = ["score"]


@with_options(Scoring, Judging, defaults=SCORED)
def score(
    *,
    config: Config = Path("bench.toml"),
    db: Database = None,
    unverified: Unverified = False,
    systems: Names = None,
    judge_repeats: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            help="Judge all transcripts N times; cached answers are not used again. bench report shows "
            "how much the judge varies. Costs N times as much.",
            rich_help_panel=JUDGES,
        ),
    ] = 1,
    options: Options,
) -> int:
    """Score the stored transcripts, and store the results.

    Without options it scores wer with the normalizer of each clip's language; failed and missing
    transcripts count as deletions. Only new attempts, corrected references and new options are scored
    again.

    \b
    Examples:
      mondegreen bench score
      mondegreen bench score -m wer -m cer
      mondegreen bench score -m semantic-wer --model anthropic:claude-sonnet-5-5
      mondegreen bench score -m semantic-wer --judge-repeats 3
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.absent import absent  # loads SQLAlchemy
    from mondegreen.bench.config import load_bench  # reads TOML
    from mondegreen.bench.keeping import kept_datasets  # reads manifests
    from mondegreen.bench.scoring import asks, evaluate, options_of, unjudged  # loads the scorer
    from mondegreen.bench.standings import standings  # as above
    from mondegreen.bench.without_answers import without_answers  # as above
    from mondegreen.report.bench import render  # as above

    bench = load_bench(config)
    chosen = prepared(options_of(bench, options))
    names = None if systems is None else [each.name for each in bench.chosen(systems)]
    with bench.keys(), opened(bench, db) as store:
        datasets = kept_datasets(store, bench)
        with busy("scoring"):
            new = evaluate(
                store, datasets, chosen, names, unverified=unverified, times=judge_repeats
            )
        for metric, count in new.items():
            say(f"{metric}: {counted(count, 'new evaluation')} in {store.where}")
        if not new:
            say("all is evaluated already")
        expected = [*bench.systems.values()] if names is None else []
        gone = absent(store, datasets, expected, unverified=unverified)
        whole = chosen.recipe is not None and asks(chosen)  # cannot be taken without its judge
        ranking = unjudged(options_of(bench, Options()) if whole else chosen)
        found = standings(store, datasets, ranking, names, unverified=unverified)
        lines = without_answers(store, found, chosen)
        show(render(found, gone=gone))
    for line in lines.said:
        say(line)
    return int(lines.none_answered)
