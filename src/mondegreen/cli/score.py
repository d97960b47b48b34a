"""``mondegreen score``: rates, coverage and a signature for a file or two."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mondegreen.cli import compare as c
from mondegreen.cli import files as f
from mondegreen.cli import intervals as i
from mondegreen.cli import judging as j
from mondegreen.cli.gates import failures, parse_gates, parse_rate
from mondegreen.cli.hints import hints
from mondegreen.cli.panels import GATES, JIWER, OUTPUT, SCORING
from mondegreen.cli.streams import busy, coloured, say, show
from mondegreen.corpus.phrases import Phrase, read_phrases
from mondegreen.errors import MissingDependencyError, UsageError, visible
from mondegreen.metrics import METRICS
from mondegreen.report import jiwer_text, plain
from mondegreen.report.hallucinations import with_count
from mondegreen.report.json import content, to_json
from mondegreen.report.rows import ENDINGS
from mondegreen.report.rows import write as write_rows
from mondegreen.scoring.groups import SCRIPT
from mondegreen.scoring.language import is_switched, is_unspaced
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.recipes import named_recipe
from mondegreen.scoring.renderers import RENDERERS
from mondegreen.scoring.scorer import Scorer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mondegreen.scoring.classes import Classes
    from mondegreen.scoring.result import Result

GATE_NOT_MET = 1
_COVERAGE = "--min-coverage 99% or --min-coverage 0.99"


def score(  # noqa: C901, PLR0912, PLR0915, PLR0917 - one option each, checked in the order of a user's reading
    files: f.Files = None,
    reference: f.Reference = None,
    hypothesis: f.Hypothesis = None,
    input_format: f.Format = None,
    hypothesis_format: f.HypothesisFormat = None,
    reference_column: f.ReferenceColumn = None,
    hypothesis_column: f.HypothesisColumn = None,
    id_column: f.IdColumn = None,
    max_line: f.MaxLine = 16 * 2**20,
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
    normalizer: Annotated[
        str,
        typer.Option(
            "-n",
            "--normalizer",
            metavar="NAME",
            help="Applied to both sides.",
            rich_help_panel=SCORING,
        ),
    ] = "none",
    unit: f.Unit = None,
    lang: Annotated[
        str | None,
        typer.Option(
            metavar="CODE",
            help="Language; zh, ja, th, ... are scored in characters.",
            rich_help_panel=SCORING,
        ),
    ] = None,
    entities: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Phrases for -m entities, one a line: PHRASE, or PHRASE<tab>TYPE.",
            rich_help_panel=SCORING,
        ),
    ] = None,
    ties: Annotated[
        str | None,
        typer.Option(
            metavar="RULE",
            help="Ties: most-hits; jiwer with --to plain.",
            rich_help_panel=SCORING,
        ),
    ] = None,
    edit_weights: f.EditWeights = None,
    alternatives: f.Alternatives = None,
    dont_care: f.DontCare = None,
    missing: Annotated[
        str,
        typer.Option(
            metavar="POLICY",
            help="Missing hypotheses: error, deletions or skip.",
            rich_help_panel=SCORING,
        ),
    ] = "error",
    forgive: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,...",
            help="What does not matter: forgivers, or a preset: agent, reader.",
            rich_help_panel=SCORING,
        ),
    ] = None,
    severities: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="How much it still counts: a list, or a .toml file.",
            rich_help_panel=SCORING,
        ),
    ] = None,
    guard: Annotated[
        bool,
        typer.Option(
            help="Never forgive lost numbers, negations and names.",
            rich_help_panel=SCORING,
        ),
    ] = True,
    entity: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A name that must not be lost; give it again for more.",
            rich_help_panel=SCORING,
        ),
    ] = None,
    insertions: Annotated[
        str | None,
        typer.Option(
            metavar="RULE",
            help="Inserted words in space-wer: count or neighbour.",
            rich_help_panel=SCORING,
        ),
    ] = None,
    recipe: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Score exactly as this recipe or signature says.",
            rich_help_panel=SCORING,
        ),
    ] = None,
    model: j.Model = None,
    base_url: j.BaseUrl = None,
    protocol: j.Protocol = None,
    votes: j.Votes = 1,
    temperature: j.Temperature = 0.0,
    concurrency: j.Concurrency = 8,
    requests_per_minute: j.RequestsPerMinute = None,
    budget: j.Budget = None,
    record: j.Record = None,
    cache: j.Cache = None,
    redact: j.Redact = False,
    redact_name: j.RedactName = None,
    redact_names: j.RedactNames = None,
    no_text: j.NoText = False,
    canaries: j.Canaries = False,
    batch: j.Batch = False,
    save_normalized: j.SaveNormalized = None,
    facts: j.Facts = None,
    save_facts: j.SaveFacts = None,
    threads: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            help="Threads; 0 for all. Changes no number.",
            rich_help_panel=SCORING,
        ),
    ] = 0,
    to: Annotated[
        str,
        typer.Option(
            metavar="FORMAT",
            help="table, json, tsv, csv, markdown, latex, html, plain, kaldi, icefall, sclite-sum, ...",
            rich_help_panel=OUTPUT,
        ),
    ] = "table",
    as_json: Annotated[
        bool, typer.Option("--json", help="Short for --to json.", rich_help_panel=OUTPUT)
    ] = False,
    by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN",
            help="Slice by this column, or by script: of the reference words.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    worst: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            help="Show the N utterances with most errors.",
            rich_help_panel=OUTPUT,
        ),
    ] = 0,
    confusions: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            help="Show the N most frequent substitutions, deletions and insertions.",
            rich_help_panel=OUTPUT,
        ),
    ] = 0,
    classes: Annotated[
        bool,
        typer.Option(
            "--classes",
            help="Show how many errors are numbers, negations, names, homophones, ...",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    per_utterance: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write one row an utterance: .tsv, .jsonl or .parquet.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write a run file: .parquet or .json.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    save_texts: Annotated[
        bool, typer.Option(help="Keep the texts in the run file.", rich_help_panel=OUTPUT)
    ] = False,
    ci: i.Intervals = False,
    ci_method: i.Method = None,
    ci_by: i.Cluster = None,
    level: i.Level = None,
    resamples: i.Resamples = None,
    seed: i.Seed = None,
    fail_above: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=RATE",
            help="Exit with 1 above it: wer=12% or wer=0.12.",
            rich_help_panel=GATES,
        ),
    ] = None,
    min_coverage: Annotated[
        str | None,
        typer.Option(
            metavar="RATE",
            help="Exit with 1 below it: 99% or 0.99. Needs --missing skip or deletions.",
            rich_help_panel=GATES,
        ),
    ] = None,
    baseline: c.Baseline = None,
    fail_if_worse: c.Worse = None,
    margin: c.Margin = None,
    rule: c.Rule = None,
    cer: Annotated[
        bool,
        typer.Option(
            "-c",
            "--cer",
            help="The character error rate, as -m cer.",
            rich_help_panel=JIWER,
        ),
    ] = False,
    show_alignment: Annotated[
        bool,
        typer.Option(
            "-a",
            "--align",
            help="Print the alignment of each utterance first.",
            rich_help_panel=JIWER,
        ),
    ] = False,
    join: Annotated[
        bool,
        typer.Option(
            "-g",
            "--global",
            help="Score all lines as one long utterance.",
            rich_help_panel=JIWER,
        ),
    ] = False,
) -> int:
    """Score hypotheses against references.

    \b
    Examples:
      mondegreen score references.txt hypotheses.txt
      mondegreen score results.jsonl -m wer -m cer --by speaker --worst 5
      mondegreen score -r ref.trn -h hyp.trn --edit-weights sclite --fail-above wer=12%
    """  # noqa: D301 - a real backspace keeps the lines apart
    output = "json" if as_json else to
    RENDERERS.get(output)  # an unknown name is refused first
    paths = f.two_files(files, reference, hypothesis)
    intervals = i.chosen(ci, output, ci_method, ci_by, level, resamples, seed)
    limits = parse_gates(fail_above or ())
    gate = c.gate_of_a_run(fail_if_worse, margin, rule, baseline)
    least = None if min_coverage is None else parse_rate(min_coverage, _COVERAGE)
    names = _phrases(entities, entity or ())
    judging = j.chosen(
        model=model,
        base_url=base_url,
        protocol=protocol,
        votes=votes,
        temperature=temperature,
        concurrency=concurrency,
        requests_per_minute=requests_per_minute,
        budget=budget,
        record=record,
        cache=cache,
        redact=j.redaction(redact, redact_name, redact_names),
        no_text=no_text,
        canaries=canaries,
        facts=facts,
        save_facts=save_facts,
        lang=lang,
        batch=batch,
    )
    if recipe is not None:
        others = (
            metric,
            cer,
            lang,
            unit,
            ties,
            edit_weights,
            insertions,
            forgive,
            severities,
            not guard,
            alternatives,
            dont_care,
        )
        usual = (normalizer, missing) == ("none", "error")
        if any(others) or not usual:
            raise UsageError(
                "--recipe says everything about the score: leave out -m, -c, -n, --unit, --lang, "
                "--ties, --edit-weights, --insertions, --missing, --forgive, --severities, --guard, "
                "--alternatives and --dont-care"
            )
        made = _named(recipe)
    else:
        made = Recipe.make(
            metrics=_metrics(metric, cer),
            normalizer=normalizer,
            ties="most-hits" if ties is None else ties,
            edit_weights=edit_weights,
            unit=unit,
            missing=missing,
            insertions=insertions,
            lang=lang,
            forgive=",".join(forgive) if forgive else None,
            guard=guard,
            entities=tuple(phrase.text for phrase in names or ()),
            severities=severities,
            alternatives=alternatives,
            dont_care=dont_care,
            judging=judging,
        )
        if is_unspaced(lang) and not (metric or cer):
            say(
                f"{lang} has no spaces between words: scoring characters (cer); -m wer scores what "
                "stands between white space"
            )
        if is_switched(lang) and unit is None:
            say(
                f"{lang}: scoring characters where a script has no spaces between words, words "
                "elsewhere (--unit mixed)"
            )
        if output == "plain" and made.reads:
            raise UsageError("--to plain is jiwer's, which reads no alternatives; use another")
        if output == "plain":
            made = jiwer_text.choices(made, unit=unit, ties=ties)
    asked = {"--align": show_alignment, "--by": by, "--worst": worst, "--confusions": confusions}
    asked["--classes"] = classes
    _check_fit(output, {option for option, value in asked.items() if value})
    _check_gates(limits, made)
    _check_targets(per_utterance, save, texts=save_texts)
    written = {"--per-utterance": per_utterance, "--save": save, "--save-facts": save_facts}
    f.refuse_overwriting(paths, {**written, "--save-normalized": save_normalized})
    shown: dict[str, Any] = {
        "--align": show_alignment,
        "--worst": worst,
        "--confusions": confusions,
    }
    shown |= {"--per-utterance": per_utterance, "--save-texts": save_texts}
    shown |= {"--save-normalized": save_normalized, "--save-facts": save_facts}
    j.refuse_texts(judging, shown)

    reading: Any = f.joined if join else f.load
    if output == "plain" and unit is None and recipe is None:
        reading = partial(jiwer_text.read_sides, unit=made.units[0], join=join)
    with busy("reading and scoring"):
        corpus = reading(
            paths,
            format=input_format,
            hypothesis_format=hypothesis_format,
            reference_column=reference_column,
            hypothesis_column=hypothesis_column,
            id_column=id_column,
            max_line=max_line,
        )
        if alternatives is not None or output == "plain":
            corpus = replace(corpus, alternatives="")  # read as was said, or as jiwer does
        elif recipe is None and corpus.alternatives:
            made = made.reading(corpus.alternatives)
            say(f.READ.format(made.alternatives[0]))
        for column in by or ():
            if column not in corpus.metadata and column != SCRIPT:
                known = ", ".join(map(repr, corpus.metadata)) or "none"
                raise UsageError(f"there is no column {column!r} to slice by; columns: {known}")
        scorer = Scorer.from_recipe(made, entities=names, threads=threads, judge=judging)
        scorer.update(corpus)
        result = i.shown(scorer.compute(by=by or ()), intervals)

    kinds = result.classes(language=lang) if classes else None
    _show(result, output, align=show_alignment, confusions=confusions, worst=worst, classes=kinds)
    if output == "table":
        hints(result, asked=bool(unit or recipe) or is_unspaced(lang))
        if (
            "reader" in ",".join(forgive or ()).split(",")
            and not severities
            and "wer" in made.metrics
        ):
            say(
                "the severities of the preset reader weigh letters, so they are not those of wer, in "
                "which nothing that is forgiven counts: add -m reader"
            )
    if per_utterance is not None:
        write_rows(result, per_utterance)
    if save_normalized is not None:
        from mondegreen.judges.normalized import write_normalized  # seldom asked for

        write_normalized(result, save_normalized)
    if save is not None:
        result.save(save, texts=save_texts)
    unmet = [*failures(result, limits, least), *c.worse_than(baseline, result, gate)]
    for reason in unmet:
        say(f"gate not met: {reason}")
    return GATE_NOT_MET if unmet else 0


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


def _phrases(file: Path | None, names: list[str] | tuple[()]) -> list[Phrase] | None:
    """Return the phrases of a file and those that were named one by one."""
    found = [] if file is None else read_phrases(file)
    return [*found, *map(Phrase, names)] or None


def _named(recipe: str) -> Recipe:
    """Return the recipe, and say where one of the user's own stands."""
    named = named_recipe(recipe)
    if named is not None and named.file is not None:
        say(f"recipe {named.name} of {visible(str(named.file))}: {named.signature}")
    return Recipe.choose(recipe)


def _metrics(metric: list[str] | None, cer: bool) -> list[str] | None:
    names = [name for part in metric or () for name in part.split(",")]
    if cer:
        names.insert(0, "cer")
    return names or None


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


def _check_fit(output: str, asked: set[str]) -> None:
    """Refuse what an output format has no place for, rather than leave it out."""
    for option, (fits, instead) in _FITS.items():
        if option in asked and output not in fits:
            raise UsageError(f"{option} does not fit into --to {output}; use {instead}")


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
    for option, path in (("--per-utterance", per_utterance), ("--save", save)):
        if path is not None and not path.parent.is_dir():
            raise UsageError(
                f"{option} {path}: there is no folder {path.parent}; make it first, or name another"
            )
