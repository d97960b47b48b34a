"""jiwer's command, for programs that import it; `mondegreen score --to plain` is the better one.

Options and numbers are jiwer's. So are the lines that it leaves out, those of fewer than two
characters, in each file by itself; here that is said on standard error.

>>> from mondegreen.compat.jiwer.cli import cli
>>> cli.name
'cli'
"""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003 - typer looks at it
from typing import Annotated, Any

import typer

from mondegreen.compat.jiwer.alignment import visualize_alignment
from mondegreen.compat.jiwer.process import process_characters, process_words
from mondegreen.compat.jiwer.transformations import (
    cer_contiguous,
    cer_default,
    wer_contiguous,
    wer_default,
)
from mondegreen.errors import MondegreenError, PairingError, ParseError

__all__ = ["cli"]

_LEAST = 2
"""Characters of a line that jiwer's command takes."""

_app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)


@_app.command("cli")
def _command(
    reference_file: Annotated[
        Path, typer.Option("-r", "--reference", help="File of references, one per line.")
    ],
    hypothesis_file: Annotated[
        Path, typer.Option("-h", "--hypothesis", help="File of hypotheses, one per line.")
    ],
    *,
    compute_cer: Annotated[
        bool, typer.Option("--cer", "-c", help="Print the rate of characters, not of words.")
    ] = False,
    show_alignment: Annotated[
        bool, typer.Option("--align", "-a", help="Print alignments, and all rates below.")
    ] = False,
    global_alignment: Annotated[
        bool, typer.Option("--global", "-g", help="Join the lines of each file into one text.")
    ] = False,
) -> None:
    """Print the error rate of two text files, as jiwer's command does."""
    references, hypotheses = _lines(reference_file), _lines(hypothesis_file)
    if not global_alignment and len(references) != len(hypotheses):
        raise PairingError(
            f"{len(references):,} references in {reference_file}, but {len(hypotheses):,} "
            f"hypotheses in {hypothesis_file}; each needs one of the other, or --global, which "
            "joins the lines of each file into one text"
        )
    process: Any = process_characters if compute_cer else process_words
    if compute_cer:
        transform = cer_contiguous if global_alignment else cer_default
    else:
        transform = wer_contiguous if global_alignment else wer_default
    out = process(references, hypotheses, transform, transform)
    if show_alignment:
        sys.stdout.write(visualize_alignment(out))
    else:
        sys.stdout.write(f"{out.cer if compute_cer else out.wer}\n")


cli: Any = typer.main.get_command(_app)
"""The command, as an object that is called."""


def _lines(path: Path) -> list[str]:
    try:
        with path.open(encoding="utf-8") as file:
            stripped = [line.strip() for line in file]
    except UnicodeDecodeError as error:
        raise ParseError(str(path), None, f"no UTF-8: {error.reason}") from None
    kept = [line for line in stripped if len(line) >= _LEAST]
    if len(kept) < len(stripped):
        typer.echo(
            f"{path}: {len(stripped) - len(kept):,} of {len(stripped):,} lines have fewer than "
            f"{_LEAST} characters and are left out, as by jiwer's command, which may shift pairs; "
            "mondegreen score --to plain scores every line",
            err=True,
        )
    return kept


if __name__ == "__main__":
    try:
        cli()
    except (MondegreenError, OSError) as error:
        sys.exit(f"Error: {error}")
