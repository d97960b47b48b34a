"""What of a result is printed, and what is written to files."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, Final, TypeAlias

from mondegreen.options.checks import boolean, one_of, path, whole
from mondegreen.options.option import Flag, Group, group, option
from mondegreen.options.typed import NAMES, SWITCH, TEXTS, WHOLE, switch

__all__ = ["AVERAGES", "Output"]

AVERAGES: Final = ("pooled", "mean", "median", "capped", "capped-mean")
"""The ways to make one rate of those of many utterances."""

File: TypeAlias = Any
"""The path of a file, as a text or a `Path`; it is kept as a `Path`."""


def _known_averages(option: str, value: Any) -> tuple[str, ...]:
    names = [value] if isinstance(value, str) else list(value)
    return tuple(dict.fromkeys(one_of(option, name, known=AVERAGES) for name in names))


@group
class Output(Group):
    """What of a result is printed, and what is written to files."""

    panel: ClassVar[str] = "Output"

    to: str = option(
        "Output format: table, json, tsv, csv, markdown, latex, html, ... ('mondegreen list outputs'); "
        "or junit with a gate.",
        default="table",
        values="outputs",
        metavar="FORMAT",
        common=True,
        also=(Flag(("--json",), switch("json"), "", "The same as --to json."),),
    )
    by: Any = option(
        "Column to slice the rates by, such as speaker; ranges of a column of numbers, such as "
        "duration:0,5,10,30 or duration:quartiles; or, for the reference words, script, frequency or "
        "vocabulary:FILE.",
        kind=TEXTS,
        common=True,
        metavar="COLUMN",
        python="Also a mapping of names to values.",
        default=None,
    )
    averages: Any = option(
        "Rates to show next to each other: pooled (ratio of sums), mean and median of the utterances, capped (no "
        "utterance above 1), capped-mean.",
        kind=NAMES,
        metavar="NAME,...",
        values=AVERAGES,
        check=_known_averages,
        default=None,
    )
    numbers: Any = option(
        "Columns of numbers, such as latency: show median, P95, P99 and the correlation with the rates.",
        kind=NAMES,
        metavar="COLUMN,...",
        default=None,
    )
    worst: int = option(
        "Show the N worst utterances.",
        common=True,
        default=0,
        kind=WHOLE,
        metavar="N",
        check=partial(whole, meaning="0 or more: how many utterances"),
    )
    confusions: int = option(
        "Show the N most frequent substitutions, deletions and insertions.",
        default=0,
        kind=WHOLE,
        metavar="N",
        check=partial(whole, meaning="0 or more: how many of each kind"),
    )
    classes: bool = option(
        "Count the errors by class: numbers, negations, names, homophones, ...",
        default=False,
        flags=("--classes",),
        kind=SWITCH,
        check=boolean,
    )
    per_utterance: File = option(
        "Write one row per utterance to this file: .tsv, .csv, .jsonl or .parquet.",
        common=True,
        metavar="FILE",
        path=True,
        check=path,
        default=None,
    )
    resume: File = option(
        "Folder for checkpoints of a large run. If the run is stopped, the same command goes on from there.",
        metavar="FOLDER",
        path=True,
        check=path,
        default=None,
    )
    engine: str = option(
        "Where large files are scored: local, or ray, on the workers of a cluster (RAY_ADDRESS) or of this machine.",
        default="local",
        metavar="NAME",
        values=("local", "ray"),
        check=partial(one_of, known=("local", "ray")),
    )
    progress: bool = option(
        "Show the progress of files scored in parts where standard error is no terminal too: a line per 5 seconds.",
        default=False,
        flags=("--progress",),
        kind=SWITCH,
        check=boolean,
    )
    save: File = option(
        "Write a run file, for report, compare and --baseline: .parquet or .json.",
        metavar="FILE",
        common=True,
        path=True,
        check=path,
        default=None,
    )
    save_texts: bool = option(
        "Store the texts in the run file. Default: no.",
        default=False,
        flags=("--save-texts/--no-save-texts",),
        kind=SWITCH,
        check=boolean,
    )
    save_normalized: File = option(
        "Write the texts as semantic-wer counted them to this .tsv file.",
        metavar="FILE",
        path=True,
        check=path,
        default=None,
    )
