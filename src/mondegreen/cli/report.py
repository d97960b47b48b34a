"""``mondegreen report``: a page of HTML about one system or several."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from mondegreen.cli import files as f
from mondegreen.cli.panels import INPUT, OUTPUT, SCORING
from mondegreen.cli.streams import say
from mondegreen.corpus.runfile import RUN_METADATA, is_run
from mondegreen.errors import InputError, UsageError, visible
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.runfile import load
from mondegreen.scoring.scorer import Scorer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.scoring.result import Result

_HEAD = 4096
_PARQUET = b"PAR1"


class _System(NamedTuple):
    """A system: its name, its file, and where the hypotheses stand."""

    name: str
    file: str
    hypothesis: str | None = None
    column: str | None = None


def report(  # noqa: PLR0917 - one option each
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME=]FILE...",
            help="One a system: a run file with texts, or a file with both sides.",
        ),
    ] = None,
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Where it goes.", rich_help_panel=OUTPUT
        ),
    ] = Path("report.html"),
    reference: f.Reference = None,
    hypothesis: Annotated[
        list[str] | None,
        typer.Option(
            "-h",
            "--hypothesis",
            metavar="[NAME=]FILE",
            help="File of hypotheses; give it again for more systems.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    systems: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN,...",
            help="The systems of a wide table: their columns of hypotheses.",
            rich_help_panel=INPUT,
        ),
    ] = None,
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
            help="A metric; the first is shown in full.",
            rich_help_panel=SCORING,
        ),
    ] = None,
    normalizer: Annotated[
        str | None,
        typer.Option(
            "-n",
            "--normalizer",
            metavar="NAME",
            help="Applied to both sides.",
            rich_help_panel=SCORING,
        ),
    ] = None,
    unit: f.Unit = None,
    lang: Annotated[
        str | None,
        typer.Option(
            metavar="CODE",
            help="Language; zh, ja, th, ... are scored in characters.",
            rich_help_panel=SCORING,
        ),
    ] = None,
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
        typer.Option(
            metavar="NAME,...",
            help="What does not matter: forgivers, or a preset: agent, reader.",
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
    threads: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            help="Threads; 0 for all. Changes no number.",
            rich_help_panel=SCORING,
        ),
    ] = 0,
    by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN",
            help="Slice by this column; else by all with a handful of values.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    title: Annotated[
        str, typer.Option(metavar="TEXT", help="Stands at the top.", rich_help_panel=OUTPUT)
    ] = "",
    utterances: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="Put at most N utterances into the page, the worst first.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
) -> int:
    """Write a report as one HTML file that loads nothing.

    \b
    Examples:
      mondegreen report results.jsonl --forgive agent -o report.html
      mondegreen report whisper=a.parquet nova=b.parquet -o both.html
      mondegreen report -r ref.txt -h a=a.txt -h b=b.txt
      mondegreen report vendors.csv --reference-column text --systems a,b,c
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.report.document import write_report  # draws; no other command does
    from mondegreen.report.environment import environment

    environment()  # says what is not installed before any work
    named = _systems(files or [], reference, hypothesis or [], systems, hypothesis_column)
    for path in [part for each in named for part in (each.file, each.hypothesis)]:
        f.refuse_overwriting((path or "-", None), {"--output": output})
    if not output.parent.is_dir():
        raise UsageError(f"--output {output}: there is no folder {output.parent}; make it first")
    asked: dict[str, Any] = {
        "metrics": [name for part in metric or () for name in part.split(",")] or None,
        "normalizer": normalizer,
        "unit": unit,
        "lang": lang,
        "missing": missing,
        "forgive": ",".join(forgive) if forgive else None,
    }
    chosen = {name: value for name, value in asked.items() if value is not None}
    if recipe is not None and chosen:
        raise UsageError("--recipe says everything about the score: leave out the other options")
    made = Recipe.choose(recipe) if recipe is not None else Recipe.make(**chosen)
    reading = {
        "format": input_format,
        "hypothesis_format": hypothesis_format,
        "reference_column": reference_column,
        "id_column": id_column,
        "max_line": max_line,
    }
    results: dict[str, Result] = {}
    for each in named:
        if each.hypothesis is None and each.column is None and _is_run(each.file):
            if chosen or recipe is not None:
                raise UsageError(
                    f"{each.file} is a run file, which is scored already: leave out the options of "
                    "scoring, or give the texts"
                )
            results[each.name] = load(each.file)
        else:
            results[each.name] = _score(each, made, reading, threads)
    shown: Any = results if len(results) > 1 else next(iter(results.values()))
    write_report(shown, output, by=by, title=title, utterances=utterances)
    say(f"report: {visible(str(output))} ({output.stat().st_size / 1e6:.1f} MB)")
    return 0


def _score(system: _System, recipe: Recipe, reading: Mapping[str, Any], threads: int) -> Result:
    corpus = f.load((system.file, system.hypothesis), **reading, hypothesis_column=system.column)
    scorer = Scorer.from_recipe(recipe, threads=threads)
    scorer.update(corpus)
    return scorer.compute()


def _systems(
    files: Sequence[str],
    reference: str | None,
    hypotheses: Sequence[str],
    columns: str | None,
    column: str | None,
) -> list[_System]:
    """Return the systems, however they were given, each under a name of its own."""
    if (reference is None) != (not hypotheses):
        raise UsageError("-r names the references and -h the hypotheses: give both, or neither")
    if reference is not None:
        if files:
            raise UsageError(f"{files[0]} and -r {reference} are both given; leave one out")
        found = [_System(name, reference, path, column) for name, path in map(_named, hypotheses)]
    elif columns is not None:
        if len(files) != 1:
            raise UsageError(f"--systems names columns of one file; {len(files)} are given")
        names = [name.strip() for name in columns.split(",") if name.strip()]
        found = [_System(name, files[0], None, name) for name in names]
    else:
        found = [_System(name, path, None, column) for name, path in map(_named, files)]
    if not found:
        raise UsageError(
            "name a file: a run file, or one with references and hypotheses; or -r and -h"
        )
    names = [system.name for system in found]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"two systems are called {name!r}; name them, as {name}-2=FILE")
    return found


def _named(given: str) -> tuple[str, str]:
    """Return the name and the file of ``NAME=FILE``; the file's own name if there is none."""
    name, equals, path = given.partition("=")
    if equals and name and not os.path.exists(given):  # noqa: PTH110 - a name may hold anything
        return name, path
    return Path(given).name.split(".")[0] or given, given


def _is_run(path: str) -> bool:
    if path == "-":
        return False
    try:
        with Path(path).open("rb") as file:
            head = file.read(_HEAD)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    if head.startswith(_PARQUET):
        return _is_parquet_run(path)
    return is_run(head)


def _is_parquet_run(path: str) -> bool:
    try:
        from pyarrow import parquet  # optional; reading the file says so
    except ImportError:
        return False
    try:
        metadata = parquet.read_schema(path).metadata or {}
    except Exception:  # noqa: BLE001 - reading it says what is wrong
        return False
    return RUN_METADATA in metadata
