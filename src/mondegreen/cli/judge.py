"""``mondegreen judge``: what judges were asked and answered, and how to be rid of it."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from mondegreen.cli.judging import place
from mondegreen.cli.panels import OUTPUT
from mondegreen.cli.streams import say, show
from mondegreen.errors import UsageError, visible

ACTIONS = ("show", "purge")
_LEAST = 4  # digits of a key


def judge(
    action: Annotated[str, typer.Argument(metavar="ACTION", help="show or purge.")],
    key: Annotated[
        str | None,
        typer.Argument(metavar="ID", help="For show: a sample, or the beginning of a key."),
    ] = None,
    cache: Annotated[
        str | None,
        typer.Option(
            metavar="PLACE",
            help="Where answers are kept, if not in the cache folder.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
) -> int:
    """Look at what judges answered, or delete it.

    \b
    Examples:
      mondegreen judge show utterance-17
      mondegreen judge show 3fa2
      mondegreen judge purge --cache answers.db
    """  # noqa: D301 - a real backspace keeps the lines apart
    if action not in ACTIONS:
        raise UsageError(f"judge {visible(action)}: expected show ID, or purge")
    if (action == "show") != (key is not None):
        raise UsageError("judge show takes the ID of a sample or of an answer, judge purge none")
    from mondegreen.store import open_store  # loads SQLAlchemy

    where = place(cache)
    if where is False:
        raise UsageError("--cache none keeps nothing, so there is nothing to look at")
    with open_store(None if where is None or where is True else where) as store:
        if action == "purge":
            gone = store.purge()
            say(f"{gone:,} rows deleted from {store.where}")
            return 0
        found = _found(store, str(key))
        if not found:
            raise UsageError(f"{store.where} has no sample and no answer {visible(str(key))!r}")
        for row in found:
            show(json.dumps(row, indent=2, ensure_ascii=True, default=str))
    return 0


def _found(store: Any, key: str) -> list[dict[str, Any]]:
    """Return the rows of a sample, or of the answers whose key begins so; JSON in them is read."""
    rows = [row for row in store.samples.traces() if row["sample_id"] == key]
    if not rows:
        rows = [row for row in store.samples.wer() if row["sample_id"] == key]
    if not rows and len(key) >= _LEAST:
        rows = store.judgements.beginning(key)
    return [{name: _read(value) for name, value in row.items()} for row in rows]


def _read(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in {"[", "{"}:
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value
