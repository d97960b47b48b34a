"""Options about judges, and what shows how far they are."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mondegreen.cli.panels import JUDGES
from mondegreen.cli.streams import say
from mondegreen.errors import UsageError

if TYPE_CHECKING:
    from mondegreen.metrics.judging import Judging

Model = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="The model that judges: provider:model, or replay:FILE.",
        rich_help_panel=JUDGES,
    ),
]
BaseUrl = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help="A server of your own, with openai-chat:NAME.", rich_help_panel=JUDGES
    ),
]
Protocol = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="The way of asking; of semantic-wer: rules, differences or single-pass.",
        rich_help_panel=JUDGES,
    ),
]
Votes = Annotated[
    int,
    typer.Option(
        metavar="N", help="Ask N times and take the median; an odd number.", rich_help_panel=JUDGES
    ),
]
Temperature = Annotated[
    float, typer.Option(metavar="T", help="0 to 2, if the model takes one.", rich_help_panel=JUDGES)
]
Concurrency = Annotated[
    int, typer.Option(metavar="N", help="Requests under way at a time.", rich_help_panel=JUDGES)
]
RequestsPerMinute = Annotated[
    float | None,
    typer.Option(metavar="N", help="Begin no more in a minute.", rich_help_panel=JUDGES),
]
Budget = Annotated[
    str | None,
    typer.Option(
        metavar="USD", help="Stop when so much is spent; 5 or 2.50.", rich_help_panel=JUDGES
    ),
]
Record = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Write the answers for --model replay:FILE.", rich_help_panel=JUDGES
    ),
]
Cache = Annotated[
    str | None,
    typer.Option(
        metavar="PLACE",
        help="Keep answers in this folder, file or database; none for nowhere.",
        rich_help_panel=JUDGES,
    ),
]
Redact = Annotated[
    bool,
    typer.Option(
        "--redact",
        help="Replace names, numbers and addresses before anything is sent.",
        rich_help_panel=JUDGES,
    ),
]
RedactName = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME",
        help="A name to replace besides those that are found; give it again for more.",
        rich_help_panel=JUDGES,
    ),
]
RedactNames = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Such names, one a line.", rich_help_panel=JUDGES),
]
NoText = Annotated[
    bool,
    typer.Option("--no-text", help="Keep nothing of what was said.", rich_help_panel=JUDGES),
]
Canaries = Annotated[
    bool,
    typer.Option(
        "--canaries", help="Ask about pairs with known answers too.", rich_help_panel=JUDGES
    ),
]
Facts = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="The facts of references, as --save-facts wrote and a person edited them.",
        rich_help_panel=JUDGES,
    ),
]
SaveFacts = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write the facts of references; .jsonl or .tsv.",
        rich_help_panel=JUDGES,
    ),
]
Batch = Annotated[
    bool,
    typer.Option(
        "--batch",
        help="Send everything through the vendor's batch interface: cheaper, within a day.",
        rich_help_panel=JUDGES,
    ),
]
SaveNormalized = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write both texts as semantic-wer counted them, as TSV.",
        rich_help_panel=JUDGES,
    ),
]


def chosen(*, record: Path | None, cache: str | None, no_text: bool, **options: Any) -> Any:
    """Return the `Judging` that the options stand for; ``None`` where none is given."""
    usual = {"votes": 1, "temperature": 0.0, "concurrency": 8}
    given = {name: value for name, value in options.items() if value not in (None, False)}
    given = {name: value for name, value in given.items() if usual.get(name) != value}
    if not (given.keys() - {"lang"} or record or cache or no_text):
        return None  # a language alone names no judge
    from mondegreen.metrics.judging import Judging  # nobody pays who asks nobody

    if record is not None and not record.parent.is_dir():
        raise UsageError(f"--record {record}: there is no folder {record.parent}; make it first")
    return Judging(
        record=record, cache=place(cache), keep_texts=not no_text, progress=_Progress(), **given
    )


def redaction(
    redact: bool, name: list[str] | None = None, names: Path | None = None
) -> bool | tuple[str, ...]:
    """Return what ``redact=`` gets: whether at all, or the names besides those that are found.

    To name one asks for it: nobody who names a name wants it sent.

    Raises:
        UsageError: a name has no letter or digit, or the file cannot be read, or has none.
    """
    found = list(name or ())
    if names is not None:
        try:
            lines = names.read_text("utf-8-sig").splitlines()
        except OSError as error:
            raise UsageError(f"--redact-names {names}: cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise UsageError(f"--redact-names {names}: is not UTF-8: {error.reason}") from error
        listed = [line.strip() for line in lines if line.strip()]
        if not listed:
            raise UsageError(f"--redact-names {names}: has no names; write one a line")
        found += listed
    odd = next((each for each in found if not any(map(str.isalnum, each))), None)
    if odd is not None:
        raise UsageError(f"--redact-name {odd!r}: expected a name, as Ada or 'Ada Lovelace'")
    return tuple(found) or redact


def place(cache: str | None) -> str | bool | None:
    """Return where answers are kept: a folder stands for the file in it.

    >>> place("none"), place("sqlite:///x.db")
    (False, 'sqlite:///x.db')
    """
    if cache is None or "://" in cache:
        return cache
    if cache == "none":
        return False
    path = Path(cache)
    return str(path if path.suffix in {".db", ".sqlite"} else path / "judgements.db")


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
    """Shows how far a judge is: one line that changes on a terminal, else a line at each tenth."""

    def __init__(self) -> None:
        self.tenths = 0

    def __call__(self, done: int, total: int, spent: str) -> None:
        line = f"{done:,} of {total:,} answers, {spent} so far"
        if sys.stderr is not None and sys.stderr.isatty():
            end = "\n" if done == total else ""
            sys.stderr.write(f"\r\x1b[Kmondegreen: {line}{end}")
            sys.stderr.flush()
        elif 10 * done // total > self.tenths:
            self.tenths = 10 * done // total
            say(line)
        if done == total:
            self.tenths = 0
