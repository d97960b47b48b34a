"""``mondegreen score``: rates, coverage and a signature for a file or two."""

from __future__ import annotations

import json
import math
import re
import sys
from contextlib import nullcontext
from functools import partial
from importlib.util import find_spec
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mondegreen.cli import files as f
from mondegreen.cli.gates import failures, parse_gates, parse_rate
from mondegreen.cli.hints import UNSPACED, form_alone, without_word_spaces
from mondegreen.errors import MissingDependencyError, UsageError
from mondegreen.metrics import METRICS
from mondegreen.report import jiwer_text, plain, tsv
from mondegreen.report.json import content, to_json
from mondegreen.report.numbers import percent
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.renderers import RENDERERS
from mondegreen.scoring.scorer import Scorer

if TYPE_CHECKING:
    from mondegreen.scoring.result import Result

GATE_NOT_MET = 1
_COVERAGE = "--min-coverage 99% or --min-coverage 0.99"


def score(  # noqa: C901, PLR0912, PLR0917 - one option each, checked in the order of a user's reading
    files: f.Files = None,
    reference: f.Reference = None,
    hypothesis: f.Hypothesis = None,
    metric: Annotated[
        list[str] | None,
        typer.Option("-m", "--metric", metavar="NAME", help="A metric; give it again for more."),
    ] = None,
    cer: Annotated[
        bool, typer.Option("-c", "--cer", help="The character error rate, as -m cer.")
    ] = False,
    show_alignment: Annotated[
        bool, typer.Option("-a", "--align", help="Print the alignment of each utterance first.")
    ] = False,
    join: Annotated[
        bool, typer.Option("-g", "--global", help="Score all lines as one long utterance.")
    ] = False,
    normalizer: Annotated[
        str, typer.Option("-n", "--normalizer", metavar="NAME", help="Applied to both sides.")
    ] = "none",
    unit: f.Unit = None,
    lang: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="Language; zh, ja, th, ... are scored in characters."),
    ] = None,
    ties: Annotated[
        str | None, typer.Option(metavar="RULE", help="Ties: most-hits; jiwer with --to plain.")
    ] = None,
    edit_weights: f.EditWeights = None,
    missing: Annotated[
        str, typer.Option(metavar="POLICY", help="Missing hypotheses: error, deletions or skip.")
    ] = "error",
    recipe: Annotated[
        str | None,
        typer.Option(metavar="SIGNATURE", help="Score exactly as this signature says."),
    ] = None,
    by: Annotated[
        list[str] | None, typer.Option(metavar="COLUMN", help="Slice by this column.")
    ] = None,
    worst: Annotated[
        int, typer.Option(metavar="N", min=0, help="Show the N utterances with most errors.")
    ] = 0,
    to: Annotated[
        str, typer.Option(metavar="FORMAT", help="table, json, tsv, html, kaldi or plain.")
    ] = "table",
    as_json: Annotated[bool, typer.Option("--json", help="Short for --to json.")] = False,
    per_utterance: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write one row an utterance: .tsv, .jsonl or .parquet."),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a run file: .parquet or .json.")
    ] = None,
    save_texts: Annotated[bool, typer.Option(help="Keep the texts in the run file.")] = False,
    fail_above: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=RATE", help="Exit with 1 above it: wer=12% or wer=0.12."),
    ] = None,
    min_coverage: Annotated[
        str | None, typer.Option(metavar="RATE", help="Exit with 1 below it: 99% or 0.99.")
    ] = None,
    input_format: f.Format = None,
    hypothesis_format: f.HypothesisFormat = None,
    reference_column: f.ReferenceColumn = None,
    hypothesis_column: f.HypothesisColumn = None,
    id_column: f.IdColumn = None,
    max_line: f.MaxLine = 16 * 2**20,
    threads: Annotated[
        int, typer.Option(metavar="N", min=0, help="Threads; 0 for all. Changes no number.")
    ] = 0,
) -> int:
    """Score hypotheses against references.

    \b
    Examples:
      mondegreen score references.txt hypotheses.txt
      mondegreen score results.jsonl -m wer -m cer --by speaker --worst 5
      mondegreen score -r ref.trn -h hyp.trn --edit-weights sclite --fail-above wer=12%
    """  # noqa: D301 - a real backspace keeps the lines apart
    output = "json" if as_json else to
    render = RENDERERS.get(output)
    paths = f.two_files(files, reference, hypothesis)
    limits = parse_gates(fail_above or ())
    least = None if min_coverage is None else parse_rate(min_coverage, _COVERAGE)
    if recipe is not None:
        others = (metric, cer, lang, unit, ties, edit_weights)
        usual = (normalizer, missing) == ("none", "error")
        if any(others) or not usual:
            raise UsageError(
                "--recipe says everything about the score: leave out -m, -c, -n, --unit, --lang, "
                "--ties, --edit-weights and --missing"
            )
        made = Recipe.parse(recipe)
    else:
        names = _metrics(metric, cer, lang)
        made = Recipe.make(
            metrics=names,
            normalizer=normalizer,
            ties="most-hits" if ties is None else ties,
            edit_weights=edit_weights,
            unit=unit or (_unit(lang) if names == ["cer"] else None),
            missing=missing,
        )
        if output == "plain":
            made = jiwer_text.choices(made, unit=unit, ties=ties)
    _check_fit(output, align=show_alignment, by=bool(by), worst=bool(worst))
    for name in limits:
        if name not in made.metrics:
            raise UsageError(f"--fail-above {name}: {name!r} is not scored; add -m {name}")
        if METRICS.get(name).higher_is_better:
            raise UsageError(f"--fail-above {name}: more of {name} is better; use an error rate")
    _check_targets(per_utterance, save)
    f.refuse_overwriting(paths, {"--per-utterance": per_utterance, "--save": save})

    reading: Any = f.joined if join else f.load
    if output == "plain" and unit is None and recipe is None:
        reading = partial(jiwer_text.read_sides, unit=made.units[0], join=join)
    with _busy("reading and scoring"):
        corpus = reading(
            paths,
            format=input_format,
            hypothesis_format=hypothesis_format,
            reference_column=reference_column,
            hypothesis_column=hypothesis_column,
            id_column=id_column,
            max_line=max_line,
        )
        for column in by or ():
            if column not in corpus.metadata:
                known = ", ".join(map(repr, corpus.metadata)) or "none"
                raise UsageError(f"there is no column {column!r} to slice by; columns: {known}")
        scorer = Scorer.from_recipe(made, threads=threads)
        scorer.update(corpus)
        result = scorer.compute(by=by or ())

    if output == "json":
        typer.echo(to_json(content(result, worst=worst)))
    else:
        if show_alignment and output == "table":
            for row in range(len(result)):
                typer.echo(f"{result.utterance(row)}\n")
        typer.echo(
            plain.render(result, align=show_alignment) if output == "plain" else render(result)
        )
        for utterance in result.worst(worst):
            typer.echo(f"\n{utterance}")
    if output == "table":
        _hints(result, asked=bool(unit or recipe) or _is_unspaced(lang))
    if per_utterance is not None:
        write_rows(result, per_utterance)
    if save is not None:
        result.save(save, texts=save_texts)
    unmet = failures(result, limits, least)
    for reason in unmet:
        typer.echo(f"mondegreen: gate not met: {reason}", err=True)
    return GATE_NOT_MET if unmet else 0


def _metrics(metric: list[str] | None, cer: bool, lang: str | None) -> list[str]:
    if lang is not None and not re.fullmatch("[a-z]{2,3}(-[A-Za-z0-9]{2,8})*", lang):
        raise UsageError(f"--lang {lang}: expected a language code, as en, pt-BR or zh")
    names = [name for part in metric or () for name in part.split(",")]
    if cer:
        names.insert(0, "cer")
    if not names and _is_unspaced(lang):
        typer.echo(
            f"mondegreen: {lang} has no spaces between words: scoring characters (cer); "
            "-m wer scores what stands between white space",
            err=True,
        )
        names = ["cer"]
    return names or ["wer"]


def _unit(lang: str | None) -> str | None:
    # Spaces in such text mean nothing, so they are not scored.
    return "character-no-space" if _is_unspaced(lang) else None


def _is_unspaced(lang: str | None) -> bool:
    return lang is not None and lang.partition("-")[0] in UNSPACED


def _hints(result: Result, *, asked: bool) -> None:
    recipe = result.recipe
    words = "wer" in recipe.metrics and recipe.units[recipe.metrics.index("wer")] == "word"
    if not words:
        return
    if not asked and without_word_spaces(result):
        typer.echo(
            "mondegreen: warning: these texts have no spaces between words, so a word error rate "
            "means little: add --lang zh (ja, th, ...) or -m cer",
            err=True,
        )
    if recipe.normalizer.startswith("none@"):
        points = form_alone(result)
        if points is not None and points >= 0.0005:  # noqa: PLR2004 - half of what is shown
            typer.echo(
                f"of {percent(result['wer'].value, 1)}, {100 * points:.1f} points are case and "
                "punctuation only"
            )


def _check_fit(output: str, *, align: bool, by: bool, worst: bool) -> None:
    """Refuse what an output format has no place for, rather than leave it out."""
    for option, asked, fits, instead in (
        ("--align", align, {"table", "plain"}, "--to table or plain, or mondegreen align --json"),
        ("--by", by, {"table", "json", "tsv", "html"}, "--to table, json, tsv or html"),
        ("--worst", worst, {"table", "json"}, "--to table or json"),
    ):
        if asked and output not in fits:
            raise UsageError(f"{option} does not fit into --to {output}; use {instead}")


def _check_targets(per_utterance: Path | None, save: Path | None) -> None:
    """Refuse before any work what could not be written after it."""
    if per_utterance is not None and per_utterance.suffix not in {".tsv", ".jsonl", ".parquet"}:
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


def write_rows(result: Result, path: Path) -> None:
    """Write one row an utterance, texts included, in the form that the file's ending names."""
    columns: dict[str, Any] = dict(result.to_dict())
    columns |= {"reference": list(result.references), "hypothesis": list(result.hypotheses)}
    columns = {
        name: [_value(value) for value in values]
        if name in {"reference", "hypothesis"}
        else list(values)
        for name, values in columns.items()
    }
    if path.suffix == ".parquet":
        table = result.to_arrow()
        for name in ("reference", "hypothesis"):
            table = table.append_column(name, [columns[name]])
        from pyarrow import parquet  # `to_arrow` has said so if it is not there

        parquet.write_table(table, path)
        return
    rows = zip(*columns.values(), strict=True)
    with path.open("w", encoding="utf-8", newline="") as out:
        if path.suffix == ".jsonl":
            for row in rows:
                values = dict(zip(columns, map(_finite, row), strict=True))
                line = json.dumps(values, ensure_ascii=False, allow_nan=False, default=str)
                out.write(line + "\n")
        else:
            writer = tsv.writer(out)
            writer.writerow(columns)
            writer.writerows(rows)


def _finite(value: Any) -> Any:
    """Return null for numbers that JSON does not have."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {name: _finite(part) for name, part in value.items()}
    return list(map(_finite, value)) if isinstance(value, (list, tuple)) else value


def _value(text: Any) -> Any:
    text = getattr(text, "as_py", lambda: text)()
    return text if isinstance(text, (str, list)) else None


def _busy(what: str) -> Any:
    """Show that something goes on, on a terminal and if it takes long enough to wonder."""
    if not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console  # seldom needed

    return Console(stderr=True).status(what)
