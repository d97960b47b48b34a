"""Options about judges, and what shows how far they are."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mondegreen.cli.files import refuse_unwritable
from mondegreen.cli.panels import JUDGES
from mondegreen.cli.streams import far, say
from mondegreen.errors import UsageError, visible

if TYPE_CHECKING:
    from mondegreen.metrics.judging import Judging

_option = partial(typer.Option, rich_help_panel=JUDGES)

SaveFacts = Annotated[
    Path | None,
    _option(metavar="FILE", help="Write the facts of references; .jsonl or .tsv."),
]
SaveNormalized = Annotated[
    Path | None,
    _option(metavar="FILE", help="Write both texts as semantic-wer counted them, as TSV."),
]


@dataclass(frozen=True, kw_only=True)
class Asking:
    """Which model is asked, and how."""

    model: Annotated[
        str | None,
        _option(metavar="NAME", help="The model that judges: provider:model, or replay:FILE."),
    ] = None
    base_url: Annotated[
        str | None, _option(metavar="URL", help="A server of your own, with openai-chat:NAME.")
    ] = None
    temperature: Annotated[float, _option(metavar="T", help="0 to 2, if the model takes one.")] = (
        0.0
    )
    concurrency: Annotated[int, _option(metavar="N", help="Requests under way at a time.")] = 8
    requests_per_minute: Annotated[
        float | None, _option(metavar="N", help="Begin no more in a minute.")
    ] = None
    budget: Annotated[
        str | None,
        _option(
            metavar="USD", help="Send nothing that could cost more than is left of it; 5 or 2.50."
        ),
    ] = None
    record: Annotated[
        Path | None, _option(metavar="FILE", help="Write the answers for --model replay:FILE.")
    ] = None
    cache: Annotated[
        str | None,
        _option(
            metavar="PLACE",
            help="Keep answers in this folder, file or database; none for nowhere.",
        ),
    ] = None
    redact: Annotated[
        bool,
        _option("--redact", help="Replace names, numbers and addresses before anything is sent."),
    ] = False
    redact_name: Annotated[
        list[str] | None,
        _option(
            metavar="NAME",
            help="A name to replace besides those that are found; give it again for more.",
        ),
    ] = None
    redact_names: Annotated[
        Path | None, _option(metavar="FILE", help="Such names, one a line.")
    ] = None
    no_text: Annotated[bool, _option("--no-text", help="Keep nothing of what was said.")] = False

    def redacted(self) -> bool | tuple[str, ...]:
        """Return whether texts are redacted, or the names to replace besides those that are found.

        To name one asks for it: nobody who names a name wants it sent.

        Raises:
            UsageError: a name has no letter or digit, or the file cannot be read, or has none.
        """
        found = list(self.redact_name or ())
        if self.redact_names is not None:
            try:
                lines = self.redact_names.read_text("utf-8-sig").splitlines()
            except OSError as error:
                raise UsageError(
                    f"--redact-names {self.redact_names}: cannot be read: {error.strerror}"
                ) from error
            except UnicodeDecodeError as error:
                raise UsageError(
                    f"--redact-names {self.redact_names}: is not UTF-8: {error.reason}"
                ) from error
            listed = [line.strip() for line in lines if line.strip()]
            if not listed:
                raise UsageError(
                    f"--redact-names {self.redact_names}: has no names; write one a line"
                )
            found += listed
        odd = next((each for each in found if not any(map(str.isalnum, each))), None)
        if odd is not None:
            raise UsageError(f"--redact-name {odd!r}: expected a name, as Ada or 'Ada Lovelace'")
        return tuple(found) or self.redact

    def chosen(self, **more: Any) -> Judging | None:
        """Return the `Judging` that the options stand for; ``None`` where none is given.

        ``more`` are attributes of it that are no options of every command, as its language.
        """
        options = {each.name: getattr(self, each.name) for each in fields(self)} | more
        del options["redact_name"], options["redact_names"]
        options["redact"] = self.redacted()
        usual: dict[str, Any] = {each.name: each.default for each in fields(self)}
        given = {
            name: value for name, value in options.items() if value not in (usual.get(name), None)
        }
        if not given.keys() - {"lang"}:
            return None  # a language alone names no judge
        from mondegreen.metrics.judging import Judging  # nobody pays who asks nobody

        refuse_unwritable({"--record": self.record})
        given |= {"cache": place(self.cache), "keep_texts": not given.pop("no_text", False)}
        return Judging(progress=_Progress(), **given)


@dataclass(frozen=True, kw_only=True)
class Judges(Asking):
    """Which model is asked, and how, for every metric that is judged."""

    protocol: Annotated[
        str | None,
        _option(
            metavar="NAME",
            help="The way of asking; of semantic-wer: rules, differences or single-pass.",
        ),
    ] = None
    votes: Annotated[
        int, _option(metavar="N", help="Ask N times and take the median; an odd number.")
    ] = 1
    canaries: Annotated[
        bool, _option("--canaries", help="Ask about pairs with known answers too.")
    ] = False
    batch: Annotated[
        bool,
        _option(
            "--batch",
            help="Send everything through the vendor's batch interface: cheaper, within a day.",
        ),
    ] = False
    facts: Annotated[
        Path | None,
        _option(
            metavar="FILE",
            help="The facts of references, as --save-facts wrote and a person edited them.",
        ),
    ] = None


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


def opened(cache: str | None) -> Any:
    """Return the store that ``--cache`` names, to be looked into; a file that is not there is not made.

    Raises:
        UsageError: there is none.
    """
    from mondegreen.store import open_store  # loads SQLAlchemy

    where = place(cache)
    if where is False:
        raise UsageError("--cache none keeps nothing, so there is nothing to look at")
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
    """Shows how far a judge is: beside what goes on, on a terminal, else a line at each tenth."""

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
