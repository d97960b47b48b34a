"""``mondegreen bench ground-truth edit``: one reference is corrected."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from mondegreen.cli.bench_options import Config, Database
from mondegreen.cli.ground_truth_options import By, Name, bench_of
from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import INPUT
from mondegreen.cli.streams import say
from mondegreen.errors import UsageError, visible


@with_options()
def edit(
    *,
    sample: Annotated[str, typer.Argument(metavar="ID", help="Id of the clip, or its beginning.")],
    config: Config = Path("bench.toml"),
    db: Database = None,
    name: Name = None,
    text: Annotated[
        str | None,
        typer.Option(
            "-t",
            "--text",
            metavar="TEXT",
            help="New text of the reference. Default: ask for it in the terminal.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    by: By = "human",
) -> int:
    """Correct the reference of one clip.

    The old text is stored as an earlier version.

    \b
    Examples:
      mondegreen bench ground-truth edit r001
      mondegreen bench ground-truth edit r001 --text "the store opens at nine"
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.ground_truth.reviewing import edit_reference, sample_named  # SQLAlchemy
    from mondegreen.bench.referenced import current_texts  # as above

    with bench_of(config, db, name, make=True) as (store, _, dataset):
        found = sample_named(dataset, sample)
        before = current_texts(store, dataset.id).get(found)
        if text is None:
            text = _asked(found, before or "")
            if text is None:
                say("nothing is changed")
                return 0
        new = edit_reference(store, dataset.id, found, " ".join(text.split()), by)
        say(f"{found}: {'a new version' if new else 'the text was the same; it'} is verified")
    return 0


def _asked(sample: str, before: str) -> str | None:
    """Return the text that was typed; ``None`` if it was broken off.

    Raises:
        UsageError: there is no terminal.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            f"there is no terminal to edit {visible(sample)} in; give the text: --text TEXT"
        )
    from mondegreen.cli.keys import edited  # loads prompt_toolkit

    return edited("new text: ", before)
