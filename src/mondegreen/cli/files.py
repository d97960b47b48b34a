"""Options for reading files, which several commands share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mondegreen.cli.panels import INPUT, SCORING
from mondegreen.corpus import Corpus, read
from mondegreen.corpus.joining import format_of, read_sides
from mondegreen.corpus.table import as_list
from mondegreen.corpus.trn import has_alternatives
from mondegreen.errors import UsageError, visible
from mondegreen.types import AnyOf

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Reference = Annotated[
    str | None,
    typer.Option(
        "-r", "--reference", metavar="FILE", help="File of references.", rich_help_panel=INPUT
    ),
]
Hypothesis = Annotated[
    str | None,
    typer.Option(
        "-h", "--hypothesis", metavar="FILE", help="File of hypotheses.", rich_help_panel=INPUT
    ),
]
Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="REFERENCE [HYPOTHESIS]",
        help="One file with both sides, or two; - is standard input.",
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="NAME",
        help="Input format; found by content if not given.",
        rich_help_panel=INPUT,
    ),
]
HypothesisFormat = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="Format of the hypothesis file, if another.", rich_help_panel=INPUT
    ),
]
ReferenceColumn = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Column of the references.", rich_help_panel=INPUT),
]
HypothesisColumn = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Column of the hypotheses.", rich_help_panel=INPUT),
]
IdColumn = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="Column of the ids; '' pairs by position.", rich_help_panel=INPUT
    ),
]
MaxLine = Annotated[
    int,
    typer.Option(metavar="BYTES", help="The longest line that is read.", rich_help_panel=INPUT),
]
Unit = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="What is counted; 'mondegreen list units' has them.",
        rich_help_panel=SCORING,
    ),
]
Ties = Annotated[
    str,
    typer.Option(
        metavar="RULE",
        help="Which of several best alignments is taken: most-hits or jiwer.",
        rich_help_panel=SCORING,
    ),
]
EditWeights = Annotated[
    str | None,
    typer.Option(
        metavar="S/D/I",
        help="Weights of the alignment, as 4/3/3, or 'sclite'.",
        rich_help_panel=SCORING,
    ),
]
Alternatives = Annotated[
    str | None,
    typer.Option(
        metavar="NAME,...",
        help="Read in references: nist ({ a / b }), optional, fragments, references; or literal.",
        rich_help_panel=SCORING,
    ),
]
DontCare = Annotated[
    str | None,
    typer.Option(
        metavar="SET",
        help="Reference spans that stand for anything: redactions, or a regular expression.",
        rich_help_panel=SCORING,
    ),
]


def two_files(files: Sequence[str] | None, reference: str | None, hypothesis: str | None) -> Any:
    """Return the reference and hypothesis file, however they were given.

    Raises:
        UsageError: none, too many, or one given twice.
    """
    given = list(files or ())
    if given and reference is not None:
        raise UsageError(
            f"{given[0]} and -r {reference} are both given; name the files with -r and -h, or "
            "without them: the references, then the hypotheses"
        )
    if len(given) > 2:  # noqa: PLR2004
        raise UsageError(
            f"{len(given)} files are given ({', '.join(given)}), expected at most two: the "
            "references, then the hypotheses"
        )
    if reference is not None:
        given = [reference]
    if hypothesis is not None and not given:
        raise UsageError(f"-h {hypothesis} is the hypothesis; name the references too: -r FILE")
    if hypothesis is not None:
        given.append(hypothesis)
    if not given or len(given) > 2:  # noqa: PLR2004
        raise UsageError(
            "name a file with both sides, or two: -r references.txt -h hypotheses.txt "
            "(-h is the hypothesis, help is --help)"
        )
    return given[0], given[1] if len(given) == 2 else None  # noqa: PLR2004


def refuse_overwriting(files: tuple[str, str | None], targets: Mapping[str, Path | None]) -> None:
    """Refuse to write onto a file that is read, or onto another that is written.

    Args:
        files: the files that are read, as `two_files` returns them.
        targets: the files that are written, by the options that name them.

    Raises:
        UsageError: two of them are the same file, under whatever names.
    """
    taken = {name: "is read" for name in files if name not in {None, "-"}}
    for option, target in targets.items():
        if target is None:
            continue
        for name, what in taken.items():
            if _are_same(str(name), str(target)):
                raise UsageError(
                    f"{option} {target}: {name} {what} by this "
                    "command and would be lost; name another file"
                )
        taken[str(target)] = "is written"


def _are_same(first: str, second: str) -> bool:
    try:
        return Path(first).samefile(second)
    except (OSError, ValueError):  # one of them is not there
        return os.path.realpath(first) == os.path.realpath(second)


def load(files: tuple[str, str | None], **options: Any) -> Corpus:
    """Read the corpus."""
    return read(*files, **options)


def joined(files: tuple[str, str | None], **options: Any) -> Corpus:
    """Read the corpus as one long utterance; the two files may have different numbers of lines."""
    sides = read_sides(files, **options)
    if any(isinstance(text, AnyOf) for text in as_list(sides[0])):
        raise UsageError("--global makes one text of all, which several references cannot be")
    texts = [
        " ".join(text.strip() for text in side if isinstance(text, str) and text.strip())
        for side in sides
    ]
    trn = "{" in texts[0] and _is_trn(files[0], **options)
    return Corpus(
        None,
        [texts[0]],
        [texts[1]],
        source=visible(" and ".join(filter(None, files))),
        alternatives="nist" if trn and has_alternatives(texts[0]) else "",
    )


def _is_trn(path: str, **options: Any) -> bool:
    return format_of(path, options.get("format"), options.get("max_line", 16 * 2**20)) == "trn"
