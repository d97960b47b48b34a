"""Judges of one's own: any ``async def metric(expected, got)`` that returns a score and a detail."""

from __future__ import annotations

import asyncio
import html
import inspect
import numbers
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

from mondegreen.errors import UsageError, given, visible
from mondegreen.judges.quoting import occurs
from mondegreen.registry import Registry
from mondegreen.services.secrets import without_secrets

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from mondegreen.judges.status import Status

__all__ = ["JUDGES", "CustomMetric", "CustomMetricResult", "CustomOutcome", "ask_custom"]

_LONGEST_REASON = 300
_LONGEST_NUMBER = 40
HIGHEST: Final = 100.0


@dataclass(frozen=True)
class CustomMetricResult:
    """What a metric of one's own says of a pair; subclasses may show more in HTML.

    Attributes:
        score: 0 to 100, lower is better, as with an error rate in percent; ``None`` where there is
            nothing to score, which is never 0.
        detail: plain text for logs and tables.
        quotations: what was quoted of the two texts; one that is in neither makes the result
            no result.

    >>> print(CustomMetricResult(12.5, "1 of 8 <facts> lost").to_html())
    <section class="panel"><p class="stat-value">12.5</p><p class="stat-detail">1 of 8 &lt;facts&gt; lost</p></section>
    """

    score: float | None
    detail: str
    quotations: tuple[str, ...] = field(default=(), kw_only=True)

    def to_html(self) -> str:
        """Return a fragment of HTML with the score and the detail; texts are escaped."""
        shown = "no score" if self.score is None else f"{self.score:.1f}"
        return (
            f'<section class="panel"><p class="stat-value">{shown}</p>'
            f'<p class="stat-detail">{html.escape(shown_line(self.detail))}</p></section>'
        )


class CustomMetric(Protocol):
    """An asynchronous function of two texts; its result has ``score`` and ``detail``."""

    def __call__(self, expected: str, got: str, /) -> Awaitable[Any]:
        """Return what it says of one pair."""
        ...


class _Judges(Registry[Any]):
    """Judges by name, each of which is a metric of this name too."""

    def register(self, name: str, thing: Any = None) -> Any:
        """Add a judge, and the metric that asks it; without ``thing``, work as a decorator.

        Raises:
            UsageError: the name is taken, or the judge is not asynchronous.
        """
        if thing is None:
            return super().register(name)
        from mondegreen.judges.custom_metric import as_metric  # which imports from here
        from mondegreen.metrics.registry import METRICS

        METRICS.register(name, as_metric(thing, name))
        return super().register(name, thing)


JUDGES = _Judges("judge", "mondegreen.judges", {})
"""Judges of plug-ins, and those of `JUDGES.register`; ``-m NAME`` scores with them."""


@dataclass(frozen=True)
class CustomOutcome:
    """What came of one pair.

    Attributes:
        status: ``ok``; ``invalid`` where what came back is no score; ``unavailable`` where the
            function raised; ``timeout``.
        reason: one sentence where the status is not ``ok``, or where the score is ``None``.
        result: what the function returned, and ``None`` unless ``ok``.
        score: 0 to 100, or ``None``.
    """

    status: Status
    reason: str | None = None
    result: Any = None
    score: float | None = None


async def ask_custom(
    metric: CustomMetric,
    pairs: Sequence[tuple[str, str]],
    *,
    concurrency: int = 8,
    timeout: float | None = None,  # noqa: ASYNC109 - for each pair
    progress: Callable[[int, int], object] | None = None,
) -> list[CustomOutcome]:
    """Ask a metric of one's own about each distinct pair, and return outcomes in order.

    What it raises becomes an outcome without a score; only `UsageError` ends the run, for what
    would fail with every pair.

    Args:
        metric: an asynchronous function of the expected and the got text.
        pairs: reference and hypothesis.
        concurrency: how many may be in flight.
        timeout: seconds for a pair; ``None`` waits for ever.
        progress: gets how many are done, and of how many.

    Raises:
        UsageError: it is not asynchronous, or it raised this.

    >>> async def longer(expected, got):
    ...     return CustomMetricResult(100.0 if len(got) > len(expected) else 0.0, "by letters")
    >>> from mondegreen.judges import run
    >>> [outcome.score for outcome in run(ask_custom(longer, [("a", "ab"), ("a", "a")]))]
    [100.0, 0.0]
    """
    check_asynchronous(metric)
    distinct = list(dict.fromkeys(pairs))
    known: dict[tuple[str, str], CustomOutcome] = {}
    left = iter(distinct)

    async def worker() -> None:
        for pair in left:
            known[pair] = await _ask(metric, pair, timeout)
            if progress is not None:
                progress(len(known), len(distinct))

    tasks = [asyncio.ensure_future(worker()) for _ in range(min(concurrency, len(distinct)))]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return [known[pair] for pair in pairs]


def check_asynchronous(metric: Any) -> None:
    """Refuse what is no ``async def``.

    Raises:
        UsageError: it is not.
    """
    called = metric if inspect.isroutine(metric) else getattr(metric, "__call__", None)  # noqa: B004
    if not inspect.iscoroutinefunction(inspect.unwrap(called) if called else called):
        name = getattr(metric, "__name__", type(metric).__name__)
        raise UsageError(
            f"the judge {name!r} is not asynchronous; write it as async def {name}(expected, got)"
        )


async def _ask(metric: CustomMetric, pair: tuple[str, str], seconds: float | None) -> CustomOutcome:
    try:
        async with asyncio.timeout(seconds):
            return _held(outcome_of(await metric(*pair)), pair)
    except UsageError:
        raise
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        return CustomOutcome("unavailable", "it was cancelled from inside")
    except TimeoutError:
        return CustomOutcome("timeout", f"no result within {seconds:g} s" if seconds else "timeout")
    except Exception as error:  # noqa: BLE001 - whatever it does, other pairs are judged
        return CustomOutcome("unavailable", _short(said_by(error)))


def outcome_of(result: Any) -> CustomOutcome:
    """Return the outcome of what a metric returned; anything but a score and a detail is invalid.

    >>> outcome_of(CustomMetricResult(float("nan"), "")).reason
    'the score nan is not from 0 to 100; use None for no score'
    """
    if not hasattr(result, "score") or not hasattr(result, "detail"):
        form = "return CustomMetricResult(25.0, 'why')"
        reason = f"expected a score and a detail, given {given(result)}; {form}"
        return CustomOutcome("invalid", reason)
    score, detail = result.score, result.detail
    if not isinstance(detail, str):
        return CustomOutcome("invalid", f"expected a detail that is text, given {given(detail)}")
    if score is None:
        return CustomOutcome("ok", _short(detail) or "nothing to score", result, None)
    if isinstance(score, bool) or not isinstance(score, numbers.Real):
        return CustomOutcome("invalid", f"expected a score that is a number, given {given(score)}")
    number: Any = score
    if not 0 <= number <= HIGHEST:  # as NaN is not, and no whole number is too large to compare
        return CustomOutcome(
            "invalid", f"the score {_digits(score)} is not from 0 to 100; use None for no score"
        )
    return CustomOutcome("ok", None, result, float(score))


def _held(outcome: CustomOutcome, pair: tuple[str, str]) -> CustomOutcome:
    """Return an outcome, invalid if it quotes what is in neither text."""
    quotations = getattr(outcome.result, "quotations", ())
    if not isinstance(quotations, (tuple, list)) or not all(
        isinstance(each, str) for each in quotations
    ):
        reason = f"expected quotations that are texts, given {given(quotations)}"
        return CustomOutcome("invalid", reason)
    for each in quotations:
        if not any(occurs(each, text) for text in pair):
            reason = f"the quotation {_short(repr(each))} is in neither text"
            return CustomOutcome("invalid", reason)
    return outcome


def _digits(number: Any) -> str:
    try:
        shown = str(number)
    except ValueError:  # Python writes no whole number of more than 4,300 digits
        return "of too many digits"
    return shown if len(shown) <= _LONGEST_NUMBER else f"{shown[:_LONGEST_NUMBER]}…"


def said_by(error: BaseException) -> str:
    """Return the kind of an error and what it says; one that cannot say anything has its kind.

    >>> said_by(ValueError("no")), said_by(MemoryError())
    ('ValueError: no', 'MemoryError')
    """
    name = type(error).__name__
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - it is somebody else's class
        return name
    return f"{name}: {text}" if text else name


def shown_line(text: str) -> str:
    """Return a text as one line in which nothing is hidden."""
    return visible(" ".join(text.split()))


def _short(text: str) -> str:
    line = " ".join(without_secrets(text, parts=True).split())
    return line[: _LONGEST_REASON - 1] + "…" if len(line) > _LONGEST_REASON else line
