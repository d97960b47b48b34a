"""``mondegreen plan``: what a run would take, from a sample of its utterances."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import reduce
from itertools import islice
from operator import add
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from mondegreen.cli import files as f
from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import OUTPUT
from mondegreen.cli.rate import duration
from mondegreen.cli.scoring import make, of_the_data
from mondegreen.cli.streams import show
from mondegreen.cli.summing import is_summed
from mondegreen.corpus import Corpus, read
from mondegreen.corpus.table import as_list
from mondegreen.errors import InputError, UsageError
from mondegreen.options.judging import PLANNED, Judging
from mondegreen.options.output import Output
from mondegreen.options.reading import Reading
from mondegreen.options.scoring import Scoring
from mondegreen.report.json import to_json
from mondegreen.scoring.options import Options
from mondegreen.scoring.recipe import settled
from mondegreen.scoring.scorer import Scorer

if TYPE_CHECKING:
    from mondegreen.judges.estimate import Estimate
    from mondegreen.scoring.recipe import Recipe

_ROWS: Final = 20_000
_PARTS: Final = 3  # that are read to see how long it takes
_JUDGED: Final = 200  # questions are made for each
_OF_PROGRAM: Final = 80  # MB: Python, the kernel, and a part of the texts
_OF_ROW: Final = 100  # bytes of an utterance whose texts are elsewhere
_MB: Final = 1_000_000


@with_options(Reading, Scoring, Judging, Output)
def plan(
    *,
    files: f.Files = None,
    reference: f.Reference = None,
    hypothesis: f.Hypothesis = None,
    options: Options,
    rows: Annotated[
        int,
        typer.Option(
            "--sample",
            metavar="N",
            min=0,
            help=f"Utterances of the sample. Default: {_ROWS:,}, or {_JUDGED:,} with a judge, or 30 sessions.",
            rich_help_panel=OUTPUT,
        ),
    ] = 0,
) -> int:
    """Estimate time, memory, calls and money.

    A sample of the utterances is read and scored. Nothing is asked and nothing is written.

    \b
    Examples:
      mondegreen plan references.txt hypotheses.txt --forgive agent
      mondegreen plan pairs.parquet -m semantic-wer --model openai:gpt-5.2
    """  # noqa: D301 - a real backspace keeps the lines apart
    paths = f.two_files(files or [], reference, hypothesis)
    made = make(options)
    if made.uses_sessions:
        return _sessions(paths, options, made, rows)
    corpus, about, reading = _read(paths, options, made)
    in_parts = about > len(corpus)
    sample = _sample(corpus, rows or (_JUDGED if made.judges else _ROWS))
    seconds, asked = _tried(sample, options, made)
    factor = about / len(sample)
    whole = about * (reading + seconds)
    texts = sum(len(text.encode()) for text in _texts(sample)) * factor
    memory = _OF_PROGRAM + (0 if in_parts else (2 * texts + about * _OF_ROW) / _MB)
    calls = None if asked is None else asked.times(factor)
    if options.to == "json":
        found = {
            "utterances": about,
            "sample": len(sample),
            "seconds": whole,
            "memory_mb": memory,
            "in_parts": in_parts,
            "judge": None if calls is None else _content(calls),
        }
        show(to_json(found))
        return 0
    lines = {
        "utterances": f"about {about:,}, from a sample of {len(sample):,}",
        "time": f"about {duration(whole)}{', without the answers of the judge' if calls else ''}",
        "memory": f"about {memory:,.0f} MB, {'read in parts' if in_parts else 'read at once'}",
        "judge": "" if calls is None else str(calls),
    }
    for name, said in lines.items():
        if said:
            show(f"{name:<12}{said}")
    return 0


def _sessions(paths: tuple[str, str | None], options: Options, made: Recipe, most: int) -> int:
    """Show what scoring sessions would take."""
    from mondegreen.cli.plan_sessions import plan_sessions  # seldom needed

    found = plan_sessions(paths, options, made, most)
    in_parts = is_summed(paths, options, made)
    memory = _OF_PROGRAM + (0 if in_parts else found.size / _MB)
    if options.to == "json":
        content = {
            "sessions": found.sessions,
            "sample": found.sample,
            "seconds": found.seconds,
            "memory_mb": memory,
            "in_parts": in_parts,
        }
        show(to_json(content))
        return 0
    show(f"{'sessions':<12}{found.sessions:,}, from a sample of {found.sample:,}")
    show(f"{'time':<12}about {duration(found.seconds)}")
    show(f"{'memory':<12}about {memory:,.0f} MB, {'read in parts' if in_parts else 'read at once'}")
    return 0


def _read(
    paths: tuple[str, str | None], options: Options, made: Recipe
) -> tuple[Corpus, int, float]:
    """Return a part of a corpus, or all of it; of about how many rows; and the seconds to read one."""
    started = time.monotonic()
    if is_summed(paths, options, made):
        from mondegreen.corpus.parts import in_parts  # as for `score`

        parts = in_parts(*paths, options, None)
        try:
            part = next(parts)
            begun = time.monotonic()  # of the first part much is looked at
            read_on = sum(len(each.corpus) for each in islice(parts, _PARTS))
        except InputError:
            pass  # it is read at once
        else:
            seconds = time.monotonic() - (begun if read_on else started)
            return part.corpus, part.about, seconds / (read_on or len(part.corpus))
    corpus = read(*paths, options=options)
    return corpus, len(corpus), (time.monotonic() - started) / len(corpus)


def _sample(corpus: Corpus, rows: int) -> Corpus:
    """Return some utterances, spread over all."""
    step = max(1, len(corpus) // rows)

    def taken(column: Any) -> list[Any]:
        return as_list(column)[::step][:rows]

    return replace(
        corpus,
        ids=None if corpus.ids is None else taken(corpus.ids),
        references=taken(corpus.references),
        hypotheses=taken(corpus.hypotheses),
        metadata={name: taken(column) for name, column in corpus.metadata.items()},
        words=(None, None),
    )


def _texts(corpus: Corpus) -> list[str]:
    both = [*as_list(corpus.references), *as_list(corpus.hypotheses)]
    return [text for text in both if isinstance(text, str)]


def _tried(sample: Corpus, options: Options, made: Recipe) -> tuple[float, Estimate | None]:
    """Return the seconds of one row more, once all that is needed is loaded; and what would be asked."""
    planned: list[Estimate] = []
    if made.judges:
        judge = options.judge
        if judge is None or judge.model is None:
            raise UsageError("name the model whose calls are planned: --model openai:gpt-5.2")
        options = options.replace(judge=judge.replace())
        options.judge.state[PLANNED] = planned
    if made.alternatives == () and sample.alternatives:
        made = made.reading(sample.alternatives)
    data = of_the_data(settled(options))
    few = _sample(sample, max(1, len(sample) // 4))
    seconds: list[float] = []
    for rows in (few, few, sample):
        planned.clear()
        scorer = Scorer.from_recipe(made, threads=options.threads, **data)
        started = time.monotonic()
        scorer.update(rows)
        seconds.append(time.monotonic() - started)
    more = len(sample) - len(few)
    each = (seconds[2] - seconds[1]) / more if more else seconds[2]
    return max(0.0, each), reduce(add, planned) if planned else None


def _content(calls: Estimate) -> dict[str, Any]:
    return {
        "calls": calls.calls,
        "input_tokens": calls.input_tokens,
        "output_tokens": calls.output_tokens,
        "usd": None if calls.money is None else float(calls.money),
    }
