"""``mondegreen compare``: several systems on the same utterances."""

from __future__ import annotations

from typing import Annotated

import typer

from mondegreen.cli.files import Reading
from mondegreen.cli.gates import Gate, MinJudged, enough_judged, say_unmet
from mondegreen.cli.groups import with_groups
from mondegreen.cli.intervals import Drawing
from mondegreen.cli.judging import Judges, refuse_texts
from mondegreen.cli.panels import GATES, INPUT, INTERVALS, OUTPUT, SCORING
from mondegreen.cli.scoring import Scoring, check_slices, listed
from mondegreen.cli.streams import busy, show
from mondegreen.cli.systems import Systems, settled
from mondegreen.errors import UsageError
from mondegreen.report.comparisons import refuse_several, render_all
from mondegreen.scoring.comparing import compare as compare_results
from mondegreen.scoring.renderers import COMPARISON_RENDERERS


@with_groups
def compare(
    *,
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE...",
            help="One file a system, also run files and NAME=FILE; or one table.",
        ),
    ] = None,
    systems: Systems,
    reading: Reading,
    ids: Annotated[
        str,
        typer.Option(
            metavar="RULE",
            help="same: all systems have the same; common: those that all have.",
            rich_help_panel=INPUT,
        ),
    ] = "same",
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "-m",
            "--metric",
            metavar="NAME,...",
            help="The metric, or several, each compared by itself; wer.",
            rich_help_panel=SCORING,
        ),
    ] = None,
    scoring: Scoring,
    judges: Judges,
    test: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="randomisation, bootstrap, wilcoxon, mcnemar or mapsswe.",
            rich_help_panel=INTERVALS,
        ),
    ] = "randomisation",
    drawing: Drawing,
    normalizers: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,...",
            help="Show the places under these too.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN", help="Slice by this column.", rich_help_panel=OUTPUT),
    ] = None,
    differ: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="Show the N utterances that differ most; 5.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    together: Annotated[
        bool,
        typer.Option(
            "--together",
            help="What the systems could have together, and where all contradict the reference.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    to: Annotated[
        str,
        typer.Option(
            metavar="FORMAT",
            help="table, markdown, tsv, csv, latex, json, html or junit.",
            rich_help_panel=OUTPUT,
        ),
    ] = "table",
    as_json: Annotated[
        bool, typer.Option("--json", help="Short for --to json.", rich_help_panel=OUTPUT)
    ] = False,
    baseline: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The system that others must not be worse than; the first.",
            rich_help_panel=GATES,
        ),
    ] = None,
    min_judged: MinJudged = None,
    gate: Gate,
) -> int:
    """Compare systems on the same utterances.

    \b
    Examples:
      mondegreen compare a.jsonl b.jsonl c.jsonl
      mondegreen compare -r references.txt a.txt b.txt --fail-if-worse wer
      mondegreen compare vendors.csv --reference text --systems a,b,c
      mondegreen compare all.csv --system-column system --by noise
      mondegreen compare a.jsonl b.jsonl -m wer,cer --fail-if-worse wer
    """  # noqa: D301 - a real backspace keeps the lines apart
    output = "json" if as_json else to
    COMPARISON_RENDERERS.get(output)  # an unknown name is refused first
    gates = gate.options(baseline)
    enough = enough_judged(min_judged)
    if enough is not None and not gates:
        raise UsageError("--min-judged is of a gate: add --fail-if-worse semantic-wer")
    metrics, wanted = _named(metric, gate)
    refuse_several(metrics, output)
    if output == "junit" and not gates:
        raise UsageError("--to junit shows gates as tests: add --fail-if-worse wer")
    judging = judges.chosen(lang=scoring.lang)
    refuse_texts(judging, {"--differ": differ, "--together": together})
    drawn = drawing.given
    if differ is None:
        differ = 5 if judging is None or judging.keep_texts else 0
    if by and len(files or ()) == 1 and not (systems.columns or systems.column):
        raise UsageError(
            f"--by {by[0]} slices the rates; if this column names the system of a row, type "
            f"--system-column {by[0]}"
        )
    found = systems.read(files or (), reading, least=2)
    check_slices(found, by)
    check_slices(found, drawing.columns, purpose="draw together")
    found, made = settled(found, scoring, metrics, judging)
    results = scoring.scored(found, made, judging)
    names: list[str | None] = [*metrics] or [None]
    with busy(f"comparing {len(results)} systems"):
        comparisons = [
            compare_results(
                results,
                name,
                test=test,
                by=by or (),
                differ=differ,
                together=together,
                normalizers=[name for name in listed(normalizers) if name],
                ids=ids,
                min_judged=enough,
                threads=scoring.threads,
                entities=scoring.phrases,
                judge=judging,
                **drawn,
                **(gates if name in wanted or not metrics else {}),
            )
            for name in names
        ]
    show(render_all(comparisons, output))
    verdicts = [verdict for each in comparisons for verdict in each.verdicts]
    return say_unmet(verdict.reason for verdict in verdicts if not verdict.met)


def _named(metric: list[str] | None, gate: Gate) -> tuple[list[str], list[str]]:
    """Return the metrics that are compared, and those that have a gate.

    Raises:
        UsageError: a gate of a metric that is not compared.
    """
    metrics = list(dict.fromkeys(name for name in listed(metric) if name))
    given = [] if gate.fail_if_worse is None else [gate.fail_if_worse]
    wanted = list(dict.fromkeys(name for name in listed(given) if name))
    for name in wanted if metrics else ():
        if name not in metrics:
            compared = ", ".join(metrics)
            raise UsageError(
                f"--fail-if-worse {name}: {compared} is compared; add -m {name}, or name a metric "
                "that is compared"
            )
    return metrics or wanted, wanted
