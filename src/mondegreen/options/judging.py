"""Who judges, and how: the model, the way of asking, the limits."""

from __future__ import annotations

from dataclasses import field, fields
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mondegreen.errors import UsageError, given, visible
from mondegreen.options.checks import boolean, number, path
from mondegreen.options.option import Flag, Group, group, option
from mondegreen.options.typed import FILES, NUMBER, SWITCH, TEXTS, WHOLE, switch

if TYPE_CHECKING:
    from collections.abc import Callable
    from decimal import Decimal
    from pathlib import Path

__all__ = ["REPEAT", "WITH_OTHERS", "Judging", "NoModelError", "Settings"]

PLANNED: Final = "planned"
"""In the state of a `Judging`: a list of what asking would take, where nothing is asked."""

WITH_OTHERS: Final = "with_others"
"""In the state of a `Judging`: whether other metrics are scored with the one that asks."""

REPEAT: Final = "repeat"
"""In the state of a `Judging`: how often the same texts were judged before, 0 for the first time."""

_DAY: Final = 86_400


class NoModelError(UsageError):
    """A metric needs a model, and none is named, or the one that is named has no key or may not be asked.

    With other metrics, this metric is left unjudged for this reason; alone, it is an error.
    """


def _votes(name: str, value: Any) -> int:
    if type(value) is not int or value < 1 or not value % 2:
        raise UsageError(f"{name}={value!r}: expected an odd number, such as 3")
    return value


def _money(name: str, value: Any) -> Decimal:
    from decimal import Decimal, InvalidOperation  # who asks nobody has no use for it

    try:
        money = Decimal(str(value))
    except InvalidOperation:
        money = Decimal(-1)
    if not money.is_finite() or money < 0:
        raise UsageError(f"{name}={value!r}: expected US dollars, such as 5 or '2.50'")
    return money


def _place(name: str, value: Any) -> Any:
    """Return where answers are kept; a folder stands for the file in it.

    >>> _place("cache", "none"), _place("cache", "sqlite:///x.db"), _place("cache", "answers")
    (False, 'sqlite:///x.db', 'answers/judgements.db')
    """
    if isinstance(value, bool) or (isinstance(value, str) and "://" in value):
        return value
    if value == "none":
        return False
    from pathlib import Path  # as above

    try:
        path = Path(value)
    except TypeError:
        raise UsageError(f"{name}={given(value)}: expected a folder, a file or a URL") from None
    is_file = path.suffix in {".db", ".sqlite", ".sqlite3"} or path.is_file()
    return str(path if is_file else path / "judgements.db")


def _redact(name: str, value: Any) -> bool | tuple[str, ...]:
    """Return whether texts are redacted, or the names to replace too; a path is a file of names."""
    if isinstance(value, bool):
        return value
    found: list[str] = []
    for each in [value] if isinstance(value, str) or hasattr(value, "read_text") else value:
        found += _names(name, each) if hasattr(each, "read_text") else [each]
    odd = next((e for e in found if not isinstance(e, str) or not any(map(str.isalnum, e))), None)
    if odd is not None:
        raise UsageError(f"{name}={odd!r}: expected a name, such as 'Ada Lovelace'")
    return tuple(found) or True


def _names(name: str, path: Any) -> list[str]:
    where = f"{name}={visible(str(path))}"
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except OSError as error:
        raise UsageError(
            f"{where}: cannot be read: {error.strerror}; expected a file with one name per line"
        ) from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{where}: is not UTF-8: {error.reason}; save it as UTF-8") from error
    found = [line.strip() for line in lines if line.strip()]
    if not found:
        raise UsageError(f"{where}: has no names; write one per line")
    return found


@group
class Settings(Group):
    """How requests are sent, with the same meaning for every vendor, and how hard is tried.

    Raises:
        UsageError: a value is out of its range.
    """

    panel: ClassVar[str] = "Judges"

    temperature: float | None = option(
        "Temperature of the model, from 0 to 2, if the model has one.",
        default=0.0,
        kind=NUMBER,
        metavar="T",
        python="``None`` leaves it to the vendor.",
        check=partial(number, low=0, high=2, optional=True),
    )
    seed: int | None = option("Seed, for vendors that support one.", flags=None, default=None)
    timeout: float = option(
        "Seconds for one request.",
        default=60.0,
        flags=None,
        check=partial(number, low=0.001, high=_DAY),
    )
    retries: int = option(
        "Maximum retries of a request after a rate limit, a server error, a broken connection, an "
        "invalid response, or a timeout.",
        default=3,
        flags=None,
        check=partial(number, low=0, high=100),
    )
    longest_wait: float = option(
        "Maximum seconds to wait when a server asks for it. If it asks for more, the request fails.",
        default=60.0,
        flags=None,
        check=partial(number, low=0, high=_DAY),
    )
    concurrency: int = option(
        "Maximum requests in flight.",
        default=8,
        kind=WHOLE,
        metavar="N",
        check=partial(number, low=1, high=10_000),
    )
    requests_per_minute: float | None = option(
        "Maximum requests per minute, evenly spread.",
        kind=NUMBER,
        metavar="N",
        check=partial(number, low=0.001, high=1e9),
        default=None,
    )
    batch: bool = option(
        "Send all requests through the vendor's batch interface: cheaper, results within a day.",
        default=False,
        flags=("--batch",),
        kind=SWITCH,
        check=boolean,
    )
    poll: float = option(
        "Seconds between the first two polls of a batch; later polls are less frequent.",
        default=30.0,
        flags=None,
        check=partial(number, low=0.01, high=_DAY),
    )

    def deciding(self) -> dict[str, Any]:
        """Return the settings that may decide an answer, and so belong to its key."""
        return {"temperature": self.temperature, "seed": self.seed}


@group
class Judging(Settings):
    """Who judges, and how. Nothing is opened and nobody is asked before a metric asks.

    A model is asked only when it is named here, never because a key is set. One object is one
    budget and one connection: metrics that are scored with the same object share them. ``tell`` gets
    lines for the reader, standard error if not given; ``progress`` gets the number of answers, of
    questions, and the money so far.

    Raises:
        UsageError: a value that is out of its range.

    >>> Judging("anthropic:claude-sonnet-5-5", budget="5.00").budget
    Decimal('5.00')
    """

    model: Any = option(
        "Model that judges: PROVIDER:MODEL, or replay:FILE for recorded answers.",
        common=True,
        metavar="NAME",
        python="Also an object as `mondegreen.judges.Model`.",
        kw_only=False,
        default=None,
    )
    base_url: str | None = option(
        "Address of your own server, for --model openai-chat:NAME.", metavar="URL", default=None
    )
    protocol: str | None = option(
        "Protocol of the questions; for semantic-wer: rules, differences or single-pass.",
        metavar="NAME",
        default=None,
    )
    votes: int = option(
        "Ask each question N times and take the median. N must be odd.",
        default=1,
        kind=WHOLE,
        metavar="N",
        check=_votes,
    )
    budget: Any = option(
        "Budget in USD, such as 2.50. A request is not sent if it could exceed what is left.",
        common=True,
        metavar="USD",
        check=_money,
        default=None,
    )
    record: Any = option(
        "Write all answers to this file, for --model replay:FILE.",
        metavar="FILE",
        path=True,
        check=path,
        default=None,
    )
    cache: str | Path | bool | None = option(
        "Folder, file (.db) or database URL that stores the answers; none to store nothing. Default: "
        "the cache folder.",
        metavar="PLACE",
        python="``False`` stores nothing.",
        check=_place,
        default=None,
    )
    again: bool = option(
        "Ask again where a stored answer has no value.", default=False, flags=None, check=boolean
    )
    redact: bool | Any = option(
        "Replace names, numbers and addresses before texts are sent or stored.",
        default=False,
        flags=("--redact",),
        kind=switch([]),
        also=(
            Flag(
                ("--redact-name",),
                TEXTS,
                "NAME",
                "One more name to redact. Repeat it for more.",
            ),
            Flag(
                ("--redact-names",),
                FILES,
                "FILE",
                "File with more names to redact, one per line.",
            ),
        ),
        python="Also a list of more names to redact, or a `Path` of a file of names.",
        check=_redact,
    )
    keep_texts: bool = option(
        "Store no texts in answers, traces and reasons.",
        default=True,
        flags=("--no-text",),
        kind=switch(False),
        python="``False`` stores none.",
        check=boolean,
    )
    canaries: bool = option(
        "Also ask about pairs with known answers, to check the judge.",
        default=False,
        flags=("--canaries",),
        kind=SWITCH,
        check=boolean,
    )
    lang: str | None = option(
        "Language of the texts. Default: the language that is scored.", flags=None, default=None
    )
    facts: str | Path | None = option(
        "File of facts in the references, as --save-facts writes it, for the metric facts.",
        metavar="FILE",
        path=True,
        check=path,
        default=None,
    )
    save_facts: Any = option(
        "Write the facts in the references to this file, .jsonl or .tsv. You can edit it.",
        metavar="FILE",
        path=True,
        check=path,
        default=None,
    )
    tell: Callable[[str], object] | None = field(default=None, compare=False)
    progress: Callable[[int, int, str], object] | None = field(default=None, compare=False)
    state: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def _settle(self) -> None:
        vars(self)["state"] = {}
        if self.model is None and self.base_url is not None:
            raise UsageError("base_url= without a model; name it, as model='openai-chat:NAME'")
        for name in ("batch", "canaries"):
            if self.model is None and getattr(self, name):
                raise UsageError(
                    f"{name}= (--{name}) is for a model, and no model is named; name one, as "
                    "model='anthropic:claude-sonnet-5-5' (--model)"
                )
        if self.batch and self.budget is not None:
            raise UsageError(
                "a batch is paid for as a whole, so no budget can be kept; leave budget= or batch= out"
            )

    @property
    def settings(self) -> Settings:
        """How requests are sent."""
        return Settings(**{each.name: getattr(self, each.name) for each in fields(Settings)})

    def speaking(self, lang: str | None) -> Judging:
        """Return the same, with a language if it has none of its own; the budget is shared."""
        if lang is None or self.lang is not None:
            return self
        made = self.replace(lang=lang)
        vars(made)["state"] = self.state
        return made

    @classmethod
    def of(cls, judge: Any, chosen: Any = ()) -> Judging:
        """Return what ``judge=`` of `mondegreen.score` stands for.

        Args:
            judge: a `Judging`, the name of a model, or a mapping of options to values.
            chosen: other options in their place.

        Raises:
            UsageError: something else, or an option that is not known.

        >>> Judging.of({"model": "replay:answers.jsonl", "votes": 3}).votes
        3
        """
        more = dict(chosen)
        if isinstance(judge, cls):
            return judge.replace(**more) if more else judge
        if judge is None or isinstance(judge, str) or hasattr(judge, "ask"):
            return cls(judge, **more)
        if isinstance(judge, dict):
            odd = next((name for name in judge if name not in cls._defaults), None)
            if odd is not None:
                known = ", ".join(cls._defaults)
                raise UsageError(f"judge= has {odd!r}; expected some of {known}")
            return cls(**{**judge, **more})
        raise UsageError(
            f"judge={given(judge)}: expected the name of a model, such as 'anthropic:claude-sonnet-5-5', "
            "or mondegreen.Judging(...)"
        )
