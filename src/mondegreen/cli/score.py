"""``mondegreen score``: rates, coverage and a signature for a file or two."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mondegreen.cli import files as f
from mondegreen.cli import gates as g
from mondegreen.cli import intervals as i
from mondegreen.cli import judging as j
from mondegreen.cli.groups import with_groups
from mondegreen.cli.hints import hints
from mondegreen.cli.panels import GATES, JIWER, OUTPUT, SCORING
from mondegreen.cli.scoring import Scoring, check_slices, listed
from mondegreen.cli.streams import busy, coloured, say, show
from mondegreen.errors import MissingDependencyError, UsageError
from mondegreen.metrics import METRICS
from mondegreen.report import jiwer_text, plain
from mondegreen.report.hallucinations import with_count
from mondegreen.report.json import content, to_json
from mondegreen.report.rows import ENDINGS
from mondegreen.report.rows import write as write_rows
from mondegreen.scoring.language import is_unspaced
from mondegreen.scoring.renderers import RENDERERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.scoring.classes import Classes
    from mondegreen.scoring.recipe import Recipe
    from mondegreen.scoring.result import Result

_output = partial(typer.Option, rich_help_panel=OUTPUT)
_gate = partial(typer.Option, rich_help_panel=GATES)
_jiwer = partial(typer.Option, rich_help_panel=JIWER)
_NORMALIZED = "semantic-wer"


@with_groups
def score(
    *,
    files: f.Files = None,
    reference: f.Reference = None,
    hypothesis: f.Hypothesis = None,
    reading: f.Reading,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "-m",
            "--metric",
            metavar="NAME",
            help="A metric; give it again for more.",
            rich_help_panel=SCORING,
        ),
    ] = None,
    scoring: Scoring,
    judges: j.Judges,
    save_normalized: j.SaveNormalized = None,
    save_facts: j.SaveFacts = None,
    to: Annotated[
        str,
        _output(
            metavar="FORMAT",
            help="table, json, tsv, csv, markdown, latex, html, plain, kaldi, icefall, sclite-sum, ...",
        ),
    ] = "table",
    as_json: Annotated[bool, _output("--json", help="Short for --to json.")] = False,
    by: Annotated[
        list[str] | None,
        _output(
            metavar="COLUMN", help="Slice by this column, or by script: of the reference words."
        ),
    ] = None,
    worst: Annotated[
        int,
        _output(metavar="N", min=0, help="Show the N utterances with most errors."),
    ] = 0,
    confusions: Annotated[
        int,
        _output(
            metavar="N",
            min=0,
            help="Show the N most frequent substitutions, deletions and insertions.",
        ),
    ] = 0,
    classes: Annotated[
        bool,
        _output(
            "--classes", help="Show how many errors are numbers, negations, names, homophones, ..."
        ),
    ] = False,
    per_utterance: Annotated[
        Path | None,
        _output(metavar="FILE", help="Write one row an utterance: .tsv, .jsonl or .parquet."),
    ] = None,
    save: Annotated[
        Path | None,
        _output(metavar="FILE", help="Write a run file: .parquet or .json."),
    ] = None,
    save_texts: Annotated[bool, _output(help="Keep the texts in the run file.")] = False,
    intervals: i.Intervals,
    fail_above: Annotated[
        list[str] | None,
        _gate(metavar="NAME=RATE", help="Exit with 1 above it: wer=12% or wer=0.12."),
    ] = None,
    min_coverage: Annotated[
        str | None,
        _gate(
            metavar="RATE",
            help="Exit with 1 below it: 99% or 0.99. Needs --missing skip or deletions.",
        ),
    ] = None,
    min_judged: g.MinJudged = None,
    baseline: g.Baseline = None,
    gate: g.Gate,
    cer: Annotated[
        bool,
        _jiwer("-c", "--cer", help="The character error rate, as -m cer."),
    ] = False,
    show_alignment: Annotated[
        bool,
        _jiwer("-a", "--align", help="Print the alignment of each utterance first."),
    ] = False,
    join: Annotated[
        bool,
        _jiwer("-g", "--global", help="Score all lines as one long utterance."),
    ] = False,
) -> int:
    """Score hypotheses against references.

    \b
    Examples:
      mondegreen score references.txt hypotheses.txt
      mondegreen score results.jsonl -m wer -m cer --by speaker --worst 5
      mondegreen score -r ref.trn -h hyp.trn --fail-above wer=12%
    """  # noqa: D301 - a real backspace keeps the lines apart
    output = "json" if as_json else to
    RENDERERS.get(output)  # an unknown name is refused first
    paths = f.two_files(files, reference, hypothesis)
    shown_intervals = intervals.chosen(output)
    limits = g.parse_gates(fail_above or ())
    against = gate.against(baseline)
    least, enough = g.shares(min_coverage, min_judged)
    judging = judges.chosen(lang=scoring.lang, save_facts=save_facts)
    if cer and scoring.recipe is not None:
        raise UsageError("--recipe says everything about the score: leave out --cer")
    made = scoring.make([*(["cer"] if cer else []), *listed(metric)], judging)
    plainly = output == "plain" and scoring.recipe is None
    if plainly and made.reads:
        raise UsageError("--to plain is jiwer's, which reads no alternatives; use another")
    if plainly:
        made = jiwer_text.choices(made, unit=scoring.unit, ties=scoring.ties)
    views: dict[str, Any] = {
        "--align": show_alignment,
        "--worst": worst,
        "--confusions": confusions,
    }
    _check_fit(output, {**views, "--by": by, "--classes": classes})
    _check_gates(limits, made)
    _check_targets(per_utterance, save, texts=save_texts)
    texts = {"--save-normalized": _of_judged(save_normalized, made), "--save-facts": save_facts}
    rows = {"--per-utterance": per_utterance, **texts}
    f.refuse_overwriting(paths, {**rows, "--save": save})
    j.refuse_texts(judging, {**views, **rows, "--save-texts": save_texts})

    read: Any = f.joined if join else f.load
    if plainly and scoring.unit is None:
        read = partial(jiwer_text.read_sides, unit=made.units[0], join=join)
    with busy("reading"):
        corpus = read(paths, **reading.options)
    systems: dict[str, Any] = {
        "": replace(corpus, alternatives="") if output == "plain" else corpus
    }
    systems, made = scoring.as_marked(systems, made)
    check_slices(systems, by, made, script=True)
    check_slices(systems, intervals.columns, purpose="draw together")
    (result,) = scoring.scored(systems, made, judging, by=by or ()).values()
    result = i.shown(result, shown_intervals)

    kinds = result.classes(language=scoring.lang) if classes else None
    _show(result, output, align=show_alignment, confusions=confusions, worst=worst, classes=kinds)
    if output == "table":
        if reference is None:  # named by their order
            f.say_doubts(*paths)
        _say_hints(result, scoring)
    if per_utterance is not None:
        write_rows(result, per_utterance)
    if save_normalized is not None:
        from mondegreen.judges.normalized import write_normalized  # seldom asked for

        write_normalized(result, save_normalized)
    if save is not None:
        result.save(save, texts=save_texts)
    unmet = g.failures(result, limits, least, enough)
    return g.say_unmet([*unmet, *g.worse_than(baseline, result, against, enough)])


def _say_hints(result: Result, scoring: Scoring) -> None:
    """Say beside a table what may be an accident, and what the severities of a preset are for."""
    hints(result, asked=bool(scoring.unit or scoring.recipe) or is_unspaced(scoring.lang))
    preset = "reader" in listed(scoring.forgive) and not scoring.severities
    if preset and "wer" in result.recipe.metrics:
        say(
            "the severities of the preset reader weigh letters, so they are not those of wer, in "
            "which nothing that is forgiven counts: add -m reader"
        )


def _check_gates(names: Iterable[str], recipe: Recipe) -> None:
    for name in names:
        if name not in recipe.metrics:
            raise UsageError(f"--fail-above {name}: {name!r} is not scored; add -m {name}")
        if METRICS.get(name).higher_is_better:
            raise UsageError(f"--fail-above {name}: more of {name} is better; use an error rate")


def _show(
    result: Result,
    output: str,
    *,
    align: bool,
    confusions: int,
    worst: int,
    classes: Classes | None,
) -> None:
    if output == "json":
        found = content(result, worst=worst, confusions=confusions, classes=classes, flags=True)
        show(to_json(found))
        return
    if output == "plain":
        show(plain.render(result, align=align))
        return
    for row in range(len(result)) if align else ():
        show(f"{result.utterance(row).render(colour=coloured())}\n")
    text = RENDERERS.get(output)(result)
    show(with_count(result, text) if output == "table" else text)
    if classes is not None:
        show(f"\n{classes}")
    if confusions:
        show(f"\n{result.confusions(confusions)}")
    for utterance in result.worst(worst):
        show(f"\n{utterance.render(colour=coloured())}")


_FITS = {
    "--align": ({"table", "plain"}, "--to table or plain, or mondegreen align --json"),
    "--by": (
        {"table", "json", "tsv", "csv", "markdown", "latex", "html"},
        "--to table, json, tsv, csv, markdown, latex or html",
    ),
    "--worst": ({"table", "json"}, "--to table or json"),
    "--classes": ({"table", "json"}, "--to table or json"),
    "--confusions": ({"table", "json"}, "--to table or json"),
}


def _check_fit(output: str, asked: dict[str, Any]) -> None:
    """Refuse what an output format has no place for, rather than leave it out."""
    for option, (fits, instead) in _FITS.items():
        if asked[option] and output not in fits:
            raise UsageError(f"{option} does not fit into --to {output}; use {instead}")


def _of_judged(path: Path | None, made: Recipe) -> Path | None:
    """Return where normalized texts go; refuse it before any work where there will be none."""
    if path is not None and _NORMALIZED not in made.metrics:
        raise UsageError(
            f"--save-normalized writes the texts of {_NORMALIZED}; add -m {_NORMALIZED}"
        )
    return path


def _check_targets(per_utterance: Path | None, save: Path | None, *, texts: bool) -> None:
    """Refuse before any work what could not be written after it."""
    if texts and save is None:
        raise UsageError("--save-texts keeps the texts in a run file; add --save FILE")
    if per_utterance is not None and per_utterance.suffix not in ENDINGS:
        raise UsageError(f"--per-utterance {per_utterance}: end it in .tsv, .jsonl or .parquet")
    if save is not None and save.suffix not in {".json", ".parquet"}:
        raise UsageError(f"--save {save}: a run file ends in .parquet or .json")
    endings = {path.suffix for path in (per_utterance, save) if path is not None}
    if ".parquet" in endings and find_spec("pyarrow") is None:
        raise MissingDependencyError("pyarrow", "arrow", "writing Parquet files")
