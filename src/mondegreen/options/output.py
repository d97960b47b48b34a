"""What of a result is printed, and what is written to files."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, TypeAlias

from mondegreen.options.checks import boolean, path, whole
from mondegreen.options.option import Flag, Group, group, option
from mondegreen.options.typed import SWITCH, TEXTS, WHOLE, switch

__all__ = ["Output"]

File: TypeAlias = Any
"""The path of a file, as a text or a `Path`; it is kept as a `Path`."""


@group
class Output(Group):
    """What of a result is printed, and what is written to files."""

    panel: ClassVar[str] = "Output"

    to: str = option(
        "Format of the output: table, json, tsv, csv, markdown, latex, html; with a gate also junit; of "
        "score also plain, kaldi, icefall, sclite-sum, ... ('mondegreen list outputs').",
        default="table",
        metavar="FORMAT",
        also=(Flag(("--json",), switch("json"), "", "Short for --to json."),),
    )
    by: Any = option(
        "Slice by this column, or by script: of the reference words.",
        kind=TEXTS,
        metavar="COLUMN",
        python="Also a mapping of names to values.",
        default=None,
    )
    worst: int = option(
        "Show the N utterances with most errors.",
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
        "Show how many errors are numbers, negations, names, homophones, ...",
        default=False,
        flags=("--classes",),
        kind=SWITCH,
        check=boolean,
    )
    per_utterance: File = option(
        "File to write one row per utterance to: .tsv, .jsonl or .parquet.",
        metavar="FILE",
        path=True,
        check=path,
        default=None,
    )
    save: File = option(
        "Run file to write: .parquet or .json.", metavar="FILE", path=True, check=path, default=None
    )
    save_texts: bool = option(
        "Keep the texts in the run file.",
        default=False,
        flags=("--save-texts/--no-save-texts",),
        kind=SWITCH,
        check=boolean,
    )
    save_normalized: File = option(
        "File to write both texts to as semantic-wer counted them, as TSV.",
        metavar="FILE",
        path=True,
        check=path,
        default=None,
    )
