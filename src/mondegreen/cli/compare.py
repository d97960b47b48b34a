"""``mondegreen compare``: several systems on the same utterances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from mondegreen.cli.completion import completing
from mondegreen.cli.gates import of_comparison, say_unmet
from mondegreen.cli.groups import with_options
from mondegreen.cli.intervals import columns, drawn
from mondegreen.cli.judging import prepared, refuse_texts
from mondegreen.cli.panels import INPUT, INTERVALS, OUTPUT
from mondegreen.cli.scoring import check_slices, scored, with_shown
from mondegreen.cli.streams import busy, show
from mondegreen.cli.systems import Systems, settled
from mondegreen.errors import UsageError, typed
from mondegreen.options.intervals import Drawing
from mondegreen.options.judging import Judging
from mondegreen.options.reading import Reading
from mondegreen.options.scoring import Scoring
from mondegreen.options.typed import listed
from mondegreen.report.comparisons import SEVERAL, refuse_several, render_all
from mondegreen.scoring.comparing import compare as compare_results
from mondegreen.scoring.comparing.significance import TESTS
from mondegreen.scoring.options import Options
from mondegreen.scoring.renderers import COMPARISON_RENDERERS
from mondegreen.scoring.session_options import usual_set

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.scoring.comparing.comparison import Comparison
    from mondegreen.scoring.result import Result

_OF_ROWS: Final = ("tsv", "csv", "junit")
"""Outputs that have no place for more tables."""


@with_options(
    *(Reading, Scoring, Judging, "by", "averages", "numbers", "to", Drawing),
    *("baseline", "min_judged", "fail_if_worse", "margin", "rule"),
    without=["save_facts"],
)
def compare(
    *,
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE...",
            help="One file per system, FILE or NAME=FILE, run files too; or one table. A first file without "
            "hypotheses holds the references.",
        ),
    ] = None,
    systems: Systems,
    ids: Annotated[
        str,
        typer.Option(
            metavar="RULE",
            help="Ids to compare: same (all systems must have the same ids) or common (only the ids that "
            "all systems have).",
            hidden=True,
            rich_help_panel=INPUT,
        ),
    ] = "same",
    options: Options,
    test: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Paired test: randomisation, bootstrap, wilcoxon, mcnemar or mapsswe.",
            hidden=True,
            autocompletion=completing(TESTS),
            rich_help_panel=INTERVALS,
        ),
    ] = "randomisation",
    normalizers: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,...",
            autocompletion=completing("normalizers"),
            help="Also show the ranks of the systems with these normalizers.",
            hidden=True,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    differ: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="Show the N utterances that differ most. Default: 5.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    together: Annotated[
        bool,
        typer.Option(
            "--together",
            help="Also show the rate of the best transcript of each utterance, and where all systems contradict the reference.",
            hidden=True,
            rich_help_panel=OUTPUT,
        ),
    ] = False,
) -> int:
    """Compare systems on the same utterances.

    \b
    Examples:
      mondegreen compare a.jsonl b.jsonl c.jsonl
      mondegreen compare -r references.txt a.txt b.txt --fail-if-worse wer
      mondegreen compare vendors.csv --reference text --systems a,b,c
    """  # noqa: D301 - a real backspace keeps the lines apart
    output, by = options.to, options.by or ()
    COMPARISON_RENDERERS.get(output)  # an unknown name is refused first
    gates = of_comparison(options)
    if options.min_judged is not None and not gates:
        raise UsageError("--min-judged is part of a gate; add --fail-if-worse semantic-wer")
    options = options.replace(**usual_set(options))
    metrics, wanted = _named(options)
    refuse_several(metrics, output)
    for name in ("averages", "numbers"):
        if getattr(options, name) and output in _OF_ROWS:
            raise UsageError(f"--{name} does not fit into --to {output}; use --to table or json")
    if output == "junit" and not gates:
        raise UsageError("--to junit shows gates as tests: add --fail-if-worse wer")
    options = prepared(options.replace(metrics=metrics or None))
    judging = options.judge
    refuse_texts(judging, {"--differ": differ, "--together": together})
    if differ is None:
        differ = 5 if judging is None or judging.keep_texts else 0
    if by and len(files or ()) == 1 and not (systems.columns or systems.column):
        raise UsageError(
            f"--by {by[0]} slices the rates; if this column names the system of a row, type "
            f"--system-column {typed(by[0])}"
        )
    found = systems.read(files or (), options, least=2)
    check_slices(found, by)
    check_slices(found, columns(options), purpose="draw together")
    check_slices(found, options.numbers, purpose="show numbers of")
    found, made = settled(found, options)
    results = with_shown(scored(options, found, made), options)
    names: list[str | None] = [*metrics] or _of_sessions(results, output, is_gated=bool(gates))
    with busy(f"comparing {len(results)} systems"):
        comparisons = [
            compare_results(
                results,
                name,
                test=test,
                by=by,
                differ=differ,
                together=together,
                normalizers=[name for name in listed(normalizers) if name],
                ids=ids,
                min_judged=options.min_judged,
                threads=options.threads,
                entities=options.entities,
                judge=judging,
                **drawn(options),
                **(gates if name in wanted or not metrics else {}),
            )
            for name in names
        ]
        if output == "html" and judging is not None and not judging.keep_texts:
            comparisons = [each.without_texts() for each in comparisons]
    if output == "html":
        show(_page(comparisons[0], systems, files or ()))
    else:
        show(render_all(comparisons, output))
    verdicts = [verdict for each in comparisons for verdict in each.verdicts]
    return say_unmet(verdict.reason for verdict in verdicts if not verdict.met)


def _page(found: Comparison, systems: Systems, files: Sequence[str]) -> str:
    """Return a comparison as a page that names its files."""
    from mondegreen.report.comparison_html import render  # draws; no other output does
    from mondegreen.report.pages import Origin

    return render(found, Origin(systems.dataset(files), systems.paths(files)))


def _of_sessions(results: Mapping[str, Result], output: str, *, is_gated: bool) -> list[str | None]:
    """Return the metrics that all run files of sessions have; ``None``, the first one, of utterances."""
    first, *others = results.values()
    if not first.recipe.uses_sessions or is_gated or output not in SEVERAL:
        return [None]
    return [name for name in first.rows if all(name in each.rows for each in others)] or [None]


def _named(options: Options) -> tuple[list[str], list[str]]:
    """Return the metrics that are compared, and those that have a gate.

    Raises:
        UsageError: a gate of a metric that is not compared.
    """
    metrics = list(dict.fromkeys(name for name in options.metrics or () if name))
    wanted = list(dict.fromkeys(name for name in options.fail_if_worse or () if name))
    for name in wanted if metrics else ():
        if name not in metrics:
            compared = ", ".join(metrics)
            raise UsageError(
                f"--fail-if-worse {name}: {compared} is compared; add -m {name}, or name a metric "
                "that is compared"
            )
    return metrics or wanted, wanted
