"""``mondegreen judge``: what judges were asked and answered, and how far they can be trusted."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from mondegreen.cli import judge_audit, judge_check
from mondegreen.cli.groups import with_options
from mondegreen.cli.judging import opened
from mondegreen.cli.panels import PanelCommand, PanelGroup
from mondegreen.cli.streams import say
from mondegreen.cli.streams import show as print_line
from mondegreen.errors import UsageError, counted, visible
from mondegreen.scoring.options import Options

_LONGEST = 255  # characters of a name that the store keeps
_LONGEST_SHOWN = 80
_LEAST = 4  # digits of a key

judge = typer.Typer(
    name="judge",
    cls=PanelGroup,
    help="Inspect and check the answers of judges.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help"]},
)


@with_options("cache")
def show(
    *,
    key: Annotated[
        str, typer.Argument(metavar="ID", help="Id of a sample, or the beginning of a key.")
    ],
    options: Options,
) -> int:
    """Print the questions and answers of a judge, as JSON.

    \b
    Examples:
      mondegreen judge show utterance-17
      mondegreen judge show 3fa2
    """  # noqa: D301 - a real backspace keeps the lines apart
    with opened(options.judge) as store:
        found = _found(store, key)
        if not found:
            short = len(key) < _LEAST
            hint = f"; of an answer's key type at least {_LEAST} digits" if short else ""
            raise UsageError(
                f"{store.where} has no sample and no answer '{_shown(key)}', expected the id of a sample or "
                f"the beginning of a key{hint}"
            )
        for row in found:
            print_line(json.dumps(row, indent=2, ensure_ascii=True, default=str))
    return 0


@with_options("cache")
def purge(*, options: Options) -> int:
    """Delete all stored answers of judges.

    \b
    Examples:
      mondegreen judge purge --cache answers.db
    """  # noqa: D301 - as above
    with opened(options.judge) as store:
        batches = store.judgements.batches.all()
        gone = store.purge()
        say(f"{counted(gone, 'row')} deleted from {store.where}")
        for batch in batches:
            say(f"forgotten, and not cancelled: {_described(batch)}")
    return 0


@with_options("cache")
def batches(*, options: Options) -> int:
    """List the batches that are not completely fetched.

    \b
    Examples:
      mondegreen judge batches
    """  # noqa: D301 - as above
    with opened(options.judge) as store:
        found = store.judgements.batches.all()
        for batch in found:
            print_line(visible(_described(batch)))
        if not found:
            say(f"no batch is waiting in {store.where}")
    return 0


def _described(batch: Any) -> str:
    name = batch.batch or "without a name yet"
    return (
        f"batch {name}: {counted(batch.requests, 'request')} to {batch.model} at {batch.host}, "
        f"{batch.when}"
    )


judge.command("show", cls=PanelCommand)(show)
judge.command("batches", cls=PanelCommand)(batches)
judge.command("purge", cls=PanelCommand)(purge)
judge.command("audit", cls=PanelCommand)(judge_audit.audit)
judge.command("check", cls=PanelCommand)(judge_check.check)


def _found(store: Any, key: str) -> list[dict[str, Any]]:
    """Return the rows of a sample, or of the answers whose key begins so; JSON in them is read."""
    from mondegreen.store.text_type import fitting, storable  # imported only if needed

    name = fitting(storable(key), _LONGEST)
    rows = [row for row in store.samples.traces() if row["sample_id"] == name]
    if not rows:
        rows = [row for row in store.samples.wer() if row["sample_id"] == name]
    if not rows and len(key) >= _LEAST:
        rows = store.judgements.beginning(key)
    return [{column: _read(value) for column, value in row.items()} for row in rows]


def _shown(key: str) -> str:
    return visible(key if len(key) <= _LONGEST_SHOWN else f"{key[:_LONGEST_SHOWN]}…")


def _read(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in {"[", "{"}:
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value
