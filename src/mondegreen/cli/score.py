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
from mondegreen.cli.groups import with_options
from mondegreen.cli.hints import hints
from mondegreen.cli.judging import prepared, refuse_texts
from mondegreen.cli.panels import JIWER
from mondegreen.cli.scoring import as_marked, check_slices, make, scored, with_shown
from mondegreen.cli.sessions import read_sessions, say_speakers, score_sessions
from mondegreen.cli.streams import busy, coloured, say, show
from mondegreen.corpus import Corpus, read
from mondegreen.corpus.places import is_remote, is_small
from mondegreen.errors import MissingDependencyError, UsageError
from mondegreen.metrics import METRICS
from mondegreen.options.gates import Gates
from mondegreen.options.intervals import Intervals
from mondegreen.options.judging import Judging
from mondegreen.options.output import Output
from mondegreen.options.reading import Reading
from mondegreen.options.scoring import Scoring
from mondegreen.report.hallucinations import with_count
from mondegreen.scoring.coverage import unclaimed_rows
from mondegreen.scoring.language import is_unspaced
from mondegreen.scoring.options import Options
from mondegreen.scoring.renderers import RENDERERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from mondegreen.cli.sessions import MostStreams
    from mondegreen.cli.summing import Summed
    from mondegreen.scoring.recipe import Recipe
    from mondegreen.scoring.result import Result
    from mondegreen.speakers.sessions import Sessions

_jiwer = partial(typer.Option, rich_help_panel=JIWER, hidden=True)
_NORMALIZED = "semantic-wer"
_JUNIT = "junit"
_MARKDOWN = "markdown"


@with_options(Reading, Scoring, Judging, Output, Intervals, Gates)
def score(
    *,
    files: f.Files = None,
    reference: f.Reference = None,
    hypothesis: f.Hypothesis = None,
    options: Options,
    cer: Annotated[
        bool,
        _jiwer("-c", "--cer", help="Score the character error rate, like -m cer."),
    ] = False,
    show_alignment: Annotated[
        bool,
        _jiwer("-a", "--align", help="Print the alignment of each utterance before the rates."),
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

    mondegreen list shows the names of metrics, normalizers and forgivers.
    """  # noqa: D301 - a real backspace keeps the lines apart
    output, by = options.to, options.by or ()
    _check_output(output, options)
    paths, more = _paths(files or [], reference, hypothesis, options)
    intervals = i.shown(options, output)
    against = g.against(options)
    if cer and options.recipe is not None:
        raise UsageError("--recipe decides the whole score; leave out --cer")
    asked = options
    options = prepared(
        options.replace(metrics=["cer", *(options.metrics or ())]) if cer else options
    )
    made = make(options)
    plainly = output == "plain" and options.recipe is None
    if plainly and made.reads:
        raise UsageError("--to plain is jiwer's, which reads no alternatives; use another")
    if plainly:
        from mondegreen.report import jiwer_text  # as jiwer prints it, which is seldom asked for

        ties = options.ties if "ties" in options.given else None
        made = jiwer_text.choices(made, unit=options.unit, ties=ties)
    views: dict[str, Any] = {
        "--align": show_alignment,
        "--worst": options.worst,
        "--confusions": options.confusions,
    }
    _check_fit(output, views | {"--by": by} | {name: getattr(options, name[2:]) for name in _PARTS})
    _check_gates(options.fail_above or (), made)
    _check_targets(options)
    judging = options.judge
    rows = {
        "--per-utterance": options.per_utterance,
        "--save-normalized": _of_judged(options.save_normalized, made),
        "--save-facts": None if judging is None else judging.save_facts,
    }
    f.refuse_overwriting((*paths, *more), {**rows, "--save": options.save})
    refuse_texts(judging, {**views, **rows, "--save-texts": options.save_texts})

    at_once = plainly or join or show_alignment or bool(more) or intervals is not None
    how = partial(_read, paths, options, made, plainly=plainly, join=join, more=more)
    with (
        busy("reading", asked=options.progress) as at,
        f.watching_order("mondegreen score", paths, named=reference is not None) as order,
    ):
        summed = _summed(paths, options, made, at, at_once=at_once)
        corpus = order(how() if summed is None else summed.corpus)
    result = _scored(corpus, options, made) if summed is None else summed.result
    if intervals is not None:
        result = result.with_intervals(**intervals)
    result = with_shown({"": result}, options)[""]

    _show(result, options, align=show_alignment)
    if output == "table":
        if reference is None:  # named by their order
            f.say_if_same(*paths)
        _say_hints(result, asked, corpus, paths)
    _write(result, options if summed is None else options.replace(per_utterance=None))
    gates = g.gates(result, options.fail_above or {}, options.min_coverage, options.min_judged)
    gates |= g.worse_than(options, result, against)
    if output == _JUNIT:
        from mondegreen.report import junit  # as above

        show(junit.render_gates(gates, result.signature))
    elif output == _MARKDOWN and gates:
        from mondegreen.report.markdown import gates_list  # seldom asked for

        show(f"\n{gates_list(gates)}")
    return g.say_unmet(why for unmet in gates.values() for why in unmet)


def _summed(
    paths: tuple[str, str | None],
    options: Options,
    made: Recipe,
    at: Callable[[str], None],
    *,
    at_once: bool,
) -> Summed | None:
    """Return the sums of large files where they are all that is shown, and else nothing."""
    if options.engine == "local":
        if at_once or (options.resume is None and _are_small(paths, made)):
            return None
        from mondegreen.cli.summing import summed  # only for what may be large

        return summed(paths, options, made, at)
    from mondegreen.cli.on_ray import summed_on_ray  # seldom needed

    if at_once:
        raise UsageError(
            "--engine ray shows sums alone; leave out --engine, or what shows more than rates"
        )
    return summed_on_ray(paths, options, made)


def _are_small(paths: tuple[str, str | None], made: Recipe) -> bool:
    """Whether one of two files of utterances is too small for them to be read in parts."""
    reference, hypothesis = paths
    if made.uses_sessions or hypothesis is None or any(map(is_remote, (reference, hypothesis))):
        return False
    return any(map(is_small, (reference, hypothesis)))


def _scored(corpus: Corpus | Sessions, options: Options, made: Recipe) -> Result:
    """Return the result of a corpus that was read at once."""
    systems: dict[str, Any] = {
        "": replace(corpus, alternatives="") if options.to == "plain" else corpus
    }
    systems, made = as_marked(options, systems, made)
    _check_columns(systems, made, options)
    (result,) = scored(options, systems, made, by=options.by or ()).values()
    return result


def _check_output(output: str, options: Options) -> None:
    """Refuse an unknown format, and tests of gates without a gate."""
    if output != _JUNIT:
        RENDERERS.get(output)
    elif not (options.fail_above or options.min_coverage is not None or options.fail_if_worse):
        raise UsageError("--to junit shows gates as tests: add --fail-above wer=10%")


def _check_columns(systems: dict[str, Any], made: Recipe, options: Options) -> None:
    """Refuse columns that are not there, before anything is scored."""
    check_slices(systems, options.by, made, script=True)
    check_slices(systems, i.columns(options), purpose="draw together")
    check_slices(systems, options.numbers, purpose="show numbers of")


def _write(result: Result, options: Options) -> None:
    """Write the files that the user named."""
    if options.per_utterance is not None:
        from mondegreen.report.rows import write as write_rows  # seldom asked for, as below

        write_rows(result, options.per_utterance)
    if options.save_normalized is not None:
        from mondegreen.judges.normalized import write_normalized  # as above

        write_normalized(result, options.save_normalized)
    if options.save is not None:
        result.save(options.save, texts=options.save_texts)


def _paths(
    files: list[str], reference: str | None, hypothesis: str | None, options: Options
) -> tuple[tuple[str, str | None], list[str]]:
    """Return the two files, and those that a hypothesis of sessions has more, a stream each."""
    of_sessions = len(files) > 2 and reference is None and score_sessions(options)  # noqa: PLR2004
    first = 2 if of_sessions else len(files)
    return f.two_files(files[:first], reference, hypothesis), files[first:]


def _read(
    paths: tuple[str, str | None],
    options: Options,
    made: Recipe,
    *,
    plainly: bool,
    join: bool,
    more: Sequence[str],
) -> Corpus | Sessions:
    """Read the files, as one text if they are joined, and as jiwer does for what it prints."""
    if options.resume is not None:
        from mondegreen.cli.summing import why_at_once  # seldom needed

        say(_why_no_checkpoints(options.resume, why_at_once(paths, options, made)))
    if made.uses_sessions:
        return read_sessions(paths, options, join=join, more=more)
    if options.uem is not None:
        raise UsageError(
            f"--uem is for sessions, and {made.metrics[0]} scores utterances; -m speakers"
        )
    if plainly and options.unit is None:
        from mondegreen.report import jiwer_text  # as above

        return jiwer_text.read_sides(paths, unit=made.units[0], join=join, options=options)
    if join and options.join_by is not None:
        raise UsageError(
            "--global joins all lines and --join-by those of a document; leave out one"
        )
    return f.joined(paths, options) if join else read(*paths, options=options)


def _why_no_checkpoints(folder: Path, needs: str) -> str:
    """Return why a run is scored at once, and what to type."""
    if needs:
        why = f"{needs} needs all utterances at once; leave out one of them"
    else:
        why = (
            "tables of at most 200,000 rows, text files under 32 MiB, and what is in doubt are scored at "
            "once; leave out --resume"
        )
    return f"--resume {folder}: there are no checkpoints: {why}"


def _say_hints(
    result: Result,
    options: Options,
    corpus: Corpus | Sessions | MostStreams,
    paths: tuple[str, str | None],
) -> None:
    """Say after a table what may be an accident, and what the severities of a preset are for."""
    if options.engine != "local":  # the texts are elsewhere
        return
    hints(result, asked=bool(options.unit or options.recipe) or is_unspaced(options.lang))
    preset = "reader" in (options.forgive or ()) and not options.severities
    if preset and "wer" in result.recipe.metrics:
        say(
            "the severities of the preset reader weigh letters, so they are not those of wer, in "
            "which nothing that is forgiven counts: add -m reader"
        )
    say_speakers(corpus, result, paths)


def _check_gates(names: Iterable[str], recipe: Recipe) -> None:
    for name in names:
        if name not in recipe.metrics:
            METRICS.get(name)  # of a name that is nearly right, the right one is said
            raise UsageError(f"--fail-above {name}: {name!r} is not scored; add -m {name}")
        if METRICS.get(name).higher_is_better:
            raise UsageError(f"--fail-above {name}: more of {name} is better; use an error rate")


def _show(result: Result, options: Options, *, align: bool) -> None:
    output, worst, confusions = options.to, options.worst, options.confusions
    if output == _JUNIT:  # shown after the gates
        return
    classes = result.classes(language=options.lang) if options.classes else None
    if output == "json":
        from mondegreen.report.json import content, to_json  # as above

        found = content(result, worst=worst, confusions=confusions, classes=classes, flags=True)
        show(to_json(found))
        return
    if output == "plain":
        from mondegreen.report import plain  # as above

        show(plain.render(result, align=align))
        return
    nothing = (
        {row for row in unclaimed_rows(result) if not result.hypotheses[row]} if align else set()
    )
    for row in range(len(result)) if align else ():
        if row in nothing:
            continue
        show(f"{result.utterance(row).render(colour=coloured())}\n")
    text = RENDERERS.get(output)(result)
    show(with_count(result, text) if output == "table" else text)
    if classes is not None:
        show(f"\n{classes}")
    if confusions:
        show(f"\n{result.confusions(confusions)}")
    for utterance in result.worst(worst):
        show(f"\n{utterance.render(colour=coloured())}")


_PARTS = ("--averages", "--classes", "--numbers")
_FITS = {
    "--align": ({"table", "plain"}, "--to table or plain, or mondegreen align --json"),
    "--by": (
        {"table", "json", "tsv", "csv", "markdown", "latex", "html"},
        "--to table, json, tsv, csv, markdown, latex or html",
    ),
    "--averages": ({"table", "json"}, "--to table or json"),
    "--numbers": ({"table", "json"}, "--to table or json"),
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


def _check_targets(options: Options) -> None:
    """Refuse before any work what could not be written after it."""
    per_utterance, save = options.per_utterance, options.save
    if options.save_texts and save is None:
        raise UsageError("--save-texts keeps the texts in a run file; add --save FILE")
    if per_utterance is not None:
        from mondegreen.report.rows import ENDINGS, listed  # as above

        if per_utterance.suffix not in ENDINGS:
            raise UsageError(f"--per-utterance {per_utterance}: end it in {listed(ENDINGS)}")
    if save is not None and save.suffix not in {".json", ".parquet"}:
        raise UsageError(f"--save {save}: a run file ends in .parquet or .json")
    endings = {path.suffix for path in (per_utterance, save) if path is not None}
    if ".parquet" in endings and find_spec("pyarrow") is None:
        raise MissingDependencyError("pyarrow", "arrow", "writing Parquet files")
