"""``mondegreen compare``: several systems on the same utterances."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mondegreen.cli import files as f
from mondegreen.cli import intervals as i
from mondegreen.cli.gates import parse_rate
from mondegreen.cli.panels import GATES, INPUT, OUTPUT, SCORING
from mondegreen.cli.streams import busy, say, show
from mondegreen.cli.systems import (
    Given,
    as_marked,
    is_run_file,
    read_systems,
    scored,
    unmarked,
)
from mondegreen.errors import UsageError, visible
from mondegreen.scoring.comparing import compare as compare_results
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.renderers import COMPARISON_RENDERERS
from mondegreen.scoring.result import Result
from mondegreen.scoring.runfile import load

if TYPE_CHECKING:
    from mondegreen.corpus import Corpus
    from mondegreen.scoring.comparing import Comparison

GATE_NOT_MET = 1

Worse = Annotated[
    str | None,
    typer.Option(
        "--fail-if-worse",
        metavar="METRIC",
        help="Exit with 1 if another is worse in it than the baseline.",
        rich_help_panel=GATES,
    ),
]
Margin = Annotated[
    str | None,
    typer.Option(
        metavar="RATE",
        help="How much worse is allowed: 0.2% or 0.002.",
        rich_help_panel=GATES,
    ),
]
Baseline = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="A run file that the result must not be worse than.",
        rich_help_panel=GATES,
    ),
]
Rule = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="difference, significant or not-shown-equal.",
        rich_help_panel=GATES,
    ),
]


def compare(  # noqa: PLR0917 - one option each
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE...",
            help="One file a system, also run files and NAME=FILE; or one table.",
        ),
    ] = None,
    reference: Annotated[
        str | None,
        typer.Option(
            "-r",
            "--reference",
            metavar="FILE",
            help="File of references; in one table their column.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    systems: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN,...",
            help="The columns of a wide table, one a system.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="The column of a long table that names the system.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    input_format: f.Format = None,
    hypothesis_format: f.HypothesisFormat = None,
    reference_column: f.ReferenceColumn = None,
    hypothesis_column: f.HypothesisColumn = None,
    id_column: f.IdColumn = None,
    max_line: f.MaxLine = 16 * 2**20,
    ids: Annotated[
        str,
        typer.Option(
            metavar="RULE",
            help="same: all systems have the same; common: those that all have.",
            rich_help_panel=INPUT,
        ),
    ] = "same",
    metric: Annotated[
        str | None,
        typer.Option(
            "-m", "--metric", metavar="NAME", help="The metric; wer.", rich_help_panel=SCORING
        ),
    ] = None,
    normalizer: Annotated[
        str | None,
        typer.Option(
            "-n",
            "--normalizer",
            metavar="NAME",
            help="Applied to all texts.",
            rich_help_panel=SCORING,
        ),
    ] = None,
    unit: f.Unit = None,
    lang: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="Language, as in score.", rich_help_panel=SCORING),
    ] = None,
    alternatives: f.Alternatives = None,
    dont_care: f.DontCare = None,
    missing: Annotated[
        str | None,
        typer.Option(
            metavar="POLICY",
            help="Missing hypotheses: error, deletions or skip.",
            rich_help_panel=SCORING,
        ),
    ] = None,
    forgive: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME,...", help="As in score.", rich_help_panel=SCORING),
    ] = None,
    recipe: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Score exactly as this recipe or signature says.",
            rich_help_panel=SCORING,
        ),
    ] = None,
    threads: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            help="Threads; 0 for all. Changes no number.",
            rich_help_panel=SCORING,
        ),
    ] = 0,
    test: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="randomisation, bootstrap, wilcoxon, mcnemar or mapsswe.",
            rich_help_panel="Intervals",
        ),
    ] = "randomisation",
    cluster: i.Cluster = None,
    level: i.Level = None,
    resamples: i.Resamples = None,
    seed: i.Seed = None,
    normalizers: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,...",
            help="Show the places under these too.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    slices: Annotated[
        list[str] | None,
        typer.Option(
            "--slice", metavar="COLUMN", help="Rates by this column too.", rich_help_panel=OUTPUT
        ),
    ] = None,
    differ: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            help="Show the N utterances that differ most.",
            rich_help_panel=OUTPUT,
        ),
    ] = 5,
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
    fail_if_worse: Worse = None,
    margin: Margin = None,
    rule: Rule = None,
) -> int:
    """Compare systems on the same utterances.

    \b
    Examples:
      mondegreen compare a.jsonl b.jsonl c.jsonl
      mondegreen compare -r references.txt a.txt b.txt --fail-if-worse wer --margin 0.2%
      mondegreen compare vendors.csv --reference text --systems a,b,c --normalizers lower
    """  # noqa: D301 - a real backspace keeps the lines apart
    output = "json" if as_json else to
    COMPARISON_RENDERERS.get(output)  # an unknown name is refused first
    gate = gate_options(fail_if_worse, margin, rule, baseline)
    if output == "junit" and not gate:
        raise UsageError("--to junit shows gates as tests: add --fail-if-worse wer")
    if fail_if_worse is not None and metric not in {None, fail_if_worse}:
        raise UsageError(f"--fail-if-worse {fail_if_worse}: {metric} is compared; name one metric")
    metric = metric or fail_if_worse
    options = {
        "format": input_format,
        "hypothesis_format": hypothesis_format,
        "reference_column": reference_column,
        "hypothesis_column": hypothesis_column,
        "id_column": id_column,
        "max_line": max_line,
    }
    given = Given(files or (), reference, systems or (), by, options)
    choices = {
        "normalizer": normalizer,
        "unit": unit,
        "lang": lang,
        "missing": missing,
        "forgive": ",".join(forgive) if forgive else None,
        "alternatives": alternatives,
        "dont_care": dont_care,
    }
    found = read_systems(given)
    made = _recipe(found, metric, choices, recipe)
    if alternatives is not None:
        found = unmarked(found)
    elif recipe is None and not any(isinstance(each, Result) for each in found.values()):
        made = as_marked(found, made)
    results = scored(found, made, threads=threads)
    with busy(f"comparing {len(results)} systems"):
        comparison = compare_results(
            results,
            metric,
            test=test,
            level=0.95 if level is None else i.parse_level(level),
            cluster=cluster,
            resamples=10_000 if resamples is None else resamples,
            seed=seed or 0,
            by=slices or (),
            differ=differ,
            together=together,
            normalizers=[name for part in normalizers or () for name in part.split(",") if name],
            ids=ids,
            threads=threads,
            **gate,
        )
    show(comparison.render(output))
    return say_unmet(comparison)


def gate_options(
    metric: str | None, margin: str | None, rule: str | None, baseline: str | None
) -> dict[str, Any]:
    """Return the options of the gate that `mondegreen.compare` takes; none without a gate.

    Raises:
        UsageError: a margin, rule or baseline without ``--fail-if-worse``.
    """
    if metric is None:
        if margin is not None or rule is not None or baseline is not None:
            raise UsageError(
                "--margin, --rule and --baseline are of a gate: add --fail-if-worse wer"
            )
        return {}
    example = "--margin 0.2% or --margin 0.002"
    found: dict[str, Any] = {"margin": 0.0 if margin is None else parse_rate(margin, example)}
    if rule is not None:
        found["rule"] = rule
    if baseline is not None:
        found["baseline"] = baseline
    return found


def gate_of_a_run(
    metric: str | None, margin: str | None, rule: str | None, baseline: Path | None
) -> dict[str, Any] | None:
    """Return the options of the gate against a saved run; ``None`` without one.

    Raises:
        UsageError: a gate without the run, or the other way round.
    """
    if (metric is None) is not (baseline is None):
        raise UsageError(
            "--fail-if-worse wer and --baseline run.parquet go together; add the other"
        )
    found = gate_options(metric, margin, rule, None)
    return {**found, "metric": metric} if found else None


def worse_than(run: Path | None, result: Result, gate: dict[str, Any] | None) -> list[str]:
    """Return why the gate against a saved run is not met; nothing where it is, or without one.

    Raises:
        UsageError: the file is no run file.
    """
    if run is None or gate is None:
        return []
    if not is_run_file(str(run)):
        raise UsageError(f"--baseline {run}: expected a run file, as --save writes one")
    both = {visible(run.name): load(run), "this run": result}
    return [
        each.reason for each in compare_results(both, differ=0, **gate).verdicts if not each.met
    ]


def say_unmet(comparison: Comparison) -> int:
    """Say which gates are not met, by which rule; return the exit status."""
    unmet = [verdict for verdict in comparison.verdicts if not verdict.met]
    for verdict in unmet:
        say(f"gate not met: {verdict.reason}")
    return GATE_NOT_MET if unmet else 0


def _recipe(
    systems: dict[str, Corpus | Result],
    metric: str | None,
    choices: dict[str, Any],
    recipe: str | None,
) -> Recipe:
    """Return how texts are scored: as was said, else as a run file among them was."""
    chosen = {name: value for name, value in choices.items() if value is not None}
    runs = {name: system for name, system in systems.items() if isinstance(system, Result)}
    if runs and (chosen or recipe is not None):
        named = next(iter(runs))
        raise UsageError(
            f"{named} is a run file, which was scored already; leave out -n, --unit, --lang, "
            "--missing, --forgive, --alternatives, --dont-care and --recipe: other files are scored "
            "as it was"
        )
    if runs:
        first = next(iter(runs.values()))
        return first.recipe.only(first._named(metric))
    if recipe is not None:
        if chosen or metric:
            raise UsageError(
                "--recipe says everything about the score: leave out -m, -n, --unit, --lang, "
                "--missing, --forgive, --alternatives and --dont-care"
            )
        return Recipe.choose(recipe)
    return Recipe.make(metrics=metric, **chosen)
