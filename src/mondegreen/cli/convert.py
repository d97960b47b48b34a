"""``mondegreen convert``: a file of transcripts in another format."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from mondegreen.cli import files as f
from mondegreen.cli.completion import completing
from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import INPUT, OUTPUT
from mondegreen.cli.streams import say
from mondegreen.corpus.converting import (
    format_of_name,
    named_after,
    read_transcript,
    store,
    write_transcript,
)
from mondegreen.corpus.formats import FORMATS
from mondegreen.corpus.losses import is_added, said_of_losses
from mondegreen.errors import InputError, UsageError, visible
from mondegreen.scoring.options import Options


@with_options("format", "encoding", "max_line", also={"format": "--from"})
def convert(
    *,
    source: Annotated[
        str, typer.Argument(metavar="FROM", help="File or folder to read. - is standard input.")
    ],
    target: Annotated[
        str, typer.Argument(metavar="TO", help="File or folder to write. - is standard output.")
    ],
    options: Options,
    column: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Column of the texts, in a table.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            autocompletion=completing("formats"),
            help="Format of TO. Default: by the ending of its name.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
) -> int:
    """Convert a transcript to another format.

    If the new format cannot hold times, speakers or other fields, a message lists what is dropped.

    \b
    Examples:
      mondegreen convert reply.json talk.stm
      mondegreen convert talk.srt talk.json --to seglst
    """  # noqa: D301 - a real backspace keeps the lines apart
    name = to or format_of_name(target)
    if name is None:
        raise UsageError(
            f"{visible(target)}: the name does not say the format; name it with --to, for example "
            "--to seglst ('mondegreen list formats' has them)"
        )
    FORMATS.get(name)
    f.refuse_overwriting((source, None), {"TO": None if target == "-" else Path(target)})
    transcript = read_transcript(source, options.format, column=column, **options.opening())
    holds: frozenset[str] = getattr(FORMATS.get(name), "holds", frozenset())
    named = named_after(transcript) if "recording" in holds else transcript
    try:
        converted = write_transcript(named, name)
    except InputError as error:
        raise InputError(f"{visible(source)}: {error}") from None
    if target != "-":
        store(target, converted)
    elif isinstance(converted.content, dict):
        raise UsageError(f"{name} is a folder and cannot go to standard output; name a folder")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(converted.content)
    losses = dict(converted.losses)
    if named is not transcript:
        got = f"segments got {named.segments.recording[0]!r} as recording, after the file"
        losses = {got: len(named.segments), **losses}
    if losses:
        added = all(map(is_added, losses))
        how = "needs names that are not in" if added else "cannot hold all of"
        say(f"{name} {how} {transcript.name}: {said_of_losses(losses)}")
    return 0
