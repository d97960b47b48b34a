"""What a command does with the options about judges, and what shows how far they are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from mondegreen.cli.files import refuse_unwritable
from mondegreen.cli.streams import far, say
from mondegreen.errors import UsageError, visible
from mondegreen.scoring.recipe import settled

if TYPE_CHECKING:
    from mondegreen.options.judging import Judging
    from mondegreen.scoring.options import Options

__all__ = ["opened", "prepared", "refuse_texts"]


def prepared(options: Options) -> Options:
    """Return the options with what they name read, and a judge that shows how far it is.

    Raises:
        UsageError: the answers cannot be written where they should be, or an option cannot be used.
        InputError: a file that is named cannot be read.
    """
    judge = options.judge
    if judge is not None:
        refuse_unwritable({"--record": judge.record})
        options = options.replace(judge=judge.replace(progress=_Progress()))
    return settled(options)


def opened(judge: Judging | None) -> Any:
    """Return the store that ``--cache`` names, to be looked into; a file that is not there is not made.

    Raises:
        UsageError: there is none.
    """
    from mondegreen.store import open_store  # loads SQLAlchemy

    where = None if judge is None else judge.cache
    if where is False:
        raise UsageError(
            "--cache none keeps nothing, so there is nothing to show; leave it out, or name the folder"
        )
    if isinstance(where, str) and "://" not in where and not Path(where).exists():
        raise UsageError(
            f"{visible(where)}: no answers are kept there; name the --cache of the run that asked"
        )
    return open_store(None if where is None or where is True else where)


def refuse_texts(judging: Judging | None, asked: dict[str, Any]) -> None:
    """Refuse options that write what ``--no-text`` keeps out.

    Raises:
        UsageError: the first of them.
    """
    if judging is None or judging.keep_texts:
        return
    option = next((name for name, value in asked.items() if value), None)
    if option is not None:
        raise UsageError(f"{option} shows what was said, and --no-text keeps it out; leave one out")


class _Progress:
    """Shows the progress of a judge: next to the running task on a terminal, else a line per tenth."""

    def __init__(self) -> None:
        self.tenths = self.done = 0

    def __call__(self, done: int, total: int, spent: str) -> None:
        line = f"{done:,} of {total:,} answers, {spent} so far"
        if done <= self.done:  # what is asked next begins
            self.tenths = 0
        self.done = done
        if not far(line) and 10 * done // total > self.tenths:
            self.tenths = 10 * done // total
            say(line)
