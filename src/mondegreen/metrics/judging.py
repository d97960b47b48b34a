"""What is said about judges when a score is asked for: the model, the way of asking, the limits."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError, given

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from decimal import Decimal
    from pathlib import Path

__all__ = ["BESIDE", "Judging", "NoModelError"]

BESIDE = "beside"
"""In the state of a `Judging`: whether other metrics are scored with the one that asks."""


class NoModelError(UsageError):
    """A metric needs a model, and none is named, or the one that is named has no key or may not be asked.

    Beside other metrics the metric is left unjudged with this reason; by itself it is an error.
    """


@dataclass(frozen=True)
class Judging:
    """Who judges, and how. Nothing is opened and nobody is asked before a metric asks.

    One object is one purse and one connection: metrics that are scored with the same object share
    the budget.

    Attributes:
        model: ``provider:model``, ``replay:FILE``, or an object as `mondegreen.judges.Model`. A
            model is asked only when it is named here, never because a key is set.
        base_url: the address of a server of your own, with ``openai-chat:NAME``.
        protocol: the way of asking, for the metrics that know it; each has its own default.
        temperature: 0 to 2, or ``None`` to leave it to the vendor.
        seed: for vendors that take one.
        votes: how often each question is asked; an odd number.
        concurrency: how many requests may be under way.
        requests_per_minute: how many may be begun in a minute; ``None`` for any.
        timeout: seconds for one request.
        retries: how often a failed request is sent again.
        record: a file that gets every answer, for ``replay:FILE``.
        cache: a file or URL where answers are kept; ``None`` for the cache folder, ``False`` for
            nowhere.
        again: ask again where a kept answer has no value.
        redact: replace names, numbers, addresses before anything is sent or kept; or the names
            that are to be replaced besides those that are found.
        keep_texts: whether traces, answers and reasons that are kept hold what was said.
        budget: US dollars; what could cost more than is left of them is unjudged.
        canaries: ask about pairs with known answers too.
        batch: send the questions through the vendor's batch interface: cheaper, within a day, and
            without a budget.
        lang: the language of the texts.
        facts: a file with the facts of references, for the metric ``facts``.
        save_facts: a file that gets them; a person may edit it.
        tell: gets lines for the reader; standard error if not given.
        progress: gets the number of answers, of questions, and the money so far.

    Raises:
        UsageError: a value that is out of its range.

    >>> Judging("anthropic:claude-sonnet-5-5", budget="5.00").budget
    Decimal('5.00')
    """

    model: Any = None
    base_url: str | None = None
    protocol: str | None = None
    temperature: float | None = 0.0
    seed: int | None = None
    votes: int = 1
    concurrency: int = 8
    requests_per_minute: float | None = None
    timeout: float = 60.0
    retries: int = 3
    record: str | Path | None = None
    cache: str | Path | bool | None = None
    again: bool = False
    redact: bool | Iterable[str] = False
    keep_texts: bool = True
    budget: Any = None
    canaries: bool = False
    batch: bool = False
    lang: str | None = None
    facts: str | Path | None = None
    save_facts: str | Path | None = None
    tell: Callable[[str], object] | None = field(default=None, compare=False)
    progress: Callable[[int, int, str], object] | None = field(default=None, compare=False)
    state: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if type(self.votes) is not int or self.votes < 1 or not self.votes % 2:
            raise UsageError(f"votes={self.votes!r}: expected an odd number, as 3")
        if self.model is None and self.base_url is not None:
            raise UsageError("base_url= without a model; name it, as model='openai-chat:NAME'")
        for name in ("batch", "canaries"):
            if self.model is None and getattr(self, name):
                raise UsageError(
                    f"{name}= (--{name}) is of a model, and none is named; name it, as "
                    "model='anthropic:claude-sonnet-5-5' (--model)"
                )
        if self.batch and self.budget is not None:
            raise UsageError(
                "a batch is paid for as a whole, so no budget can be kept; leave budget= or batch= out"
            )
        if self.budget is not None:
            object.__setattr__(self, "budget", _money(self.budget))
        if not isinstance(self.redact, bool):
            names = [self.redact] if isinstance(self.redact, str) else self.redact
            object.__setattr__(self, "redact", tuple(names))

    @classmethod
    def of(cls, judge: Any) -> Judging:
        """Return what ``judge=`` of `mondegreen.score` stands for.

        Args:
            judge: a `Judging`, the name of a model, or a mapping of attributes to values.

        Raises:
            UsageError: something else, or an attribute that is not known.

        >>> Judging.of({"model": "replay:answers.jsonl", "votes": 3}).votes
        3
        """
        if isinstance(judge, cls):
            return judge
        if judge is None or isinstance(judge, str) or hasattr(judge, "ask"):
            return cls(judge)
        if isinstance(judge, dict):
            known = [each.name for each in fields(cls) if each.init]
            odd = next((name for name in judge if name not in known), None)
            if odd is not None:
                raise UsageError(f"judge= has {odd!r}; expected some of {', '.join(known)}")
            return cls(**judge)
        raise UsageError(
            f"judge={given(judge)}: expected the name of a model, as 'anthropic:claude-sonnet-5-5', "
            "or mondegreen.Judging(...)"
        )


def _money(value: Any) -> Decimal:
    from decimal import Decimal, InvalidOperation  # who asks nobody has no use for it

    try:
        money = Decimal(str(value))
    except InvalidOperation:
        money = Decimal(-1)
    if not money.is_finite() or money < 0:
        raise UsageError(f"budget={value!r}: expected US dollars, as 5 or '2.50'")
    return money
