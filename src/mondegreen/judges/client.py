"""A language model, asked through its vendor's own client in the same way for all vendors."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import asynccontextmanager
from contextvars import ContextVar
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Self, TypeVar

from mondegreen.errors import MissingDependencyError, UsageError
from mondegreen.judges.answer import Answer
from mondegreen.judges.asking import key_of
from mondegreen.judges.batches import AnsweredMeanwhileError, Batches, request_key
from mondegreen.judges.canonical import canonical
from mondegreen.judges.endpoint import Endpoint
from mondegreen.judges.estimate import most
from mondegreen.judges.exchange import Exchange, parameters
from mondegreen.judges.status import Unanswered, explain
from mondegreen.judges.traces import trace_of
from mondegreen.judges.usage import price
from mondegreen.offline import refuse_offline
from mondegreen.options.judging import NoModelError, Settings
from mondegreen.services.addresses import host_of
from mondegreen.services.budget import BUDGET
from mondegreen.services.pace import Pace

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from mondegreen.judges.question import Question
    from mondegreen.store.batches import SentBatches

__all__ = ["LanguageModel"]

T = TypeVar("T")

_HOPELESS = 5  # so many rejected requests and not one answered: no other will fare better
_FIRST_WAIT = 0.5
_NO_KEY = re.compile(r"Set the `?(\w+_KEY)\b|api_key client option must be set")
_ON_THE_WIRE = (
    "model", "temperature", "max_tokens", "max_completion_tokens", "max_output_tokens", "seed",
    "top_p", "stream", "store", "maxOutputTokens",
)  # fmt: skip
_sent: ContextVar[dict[str, Any] | None] = ContextVar("mondegreen_sent", default=None)


class LanguageModel:
    """Any model that pydantic-ai knows, as ``provider:model``.

    Nothing is loaded and nobody is called before the first question. To be used as an ``async with``
    block, within one event loop; of blocks that overlap the last one closes the connections.

    Args:
        spec: for example ``anthropic:claude-sonnet-5-5``.
        settings: how it is asked.
        base_url: another address than the provider's own.
        keep_texts: whether traces keep what was said, or only its shape.

    Raises:
        UsageError: the spec or the address has not the expected form.
    """

    remote = True
    pays = True  # out of the budget, a request at a time

    def __init__(
        self,
        spec: str,
        settings: Settings | None = None,
        *,
        base_url: str | None = None,
        keep_texts: bool = True,
    ) -> None:
        self.spec = spec
        self.settings = settings or Settings()
        self.keep_texts = keep_texts
        self._endpoint = Endpoint(spec, base_url)
        self._pace: Any = None
        self._model: Any = None
        self._http: Any = None
        self._blocks = 0
        self._batches = Batches(self.settings.poll) if self.settings.batch else None
        self._answered = False
        self._rejected = 0

    async def __aenter__(self) -> Self:
        self._blocks += 1
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._blocks -= 1
        if self._blocks:
            return
        if self._batches is not None:
            await self._batches.close()
        if self._http is not None:
            await self._http.aclose()
        self._http = self._model = None

    def note_batches(
        self, noted: SentBatches | None, since: str, tell: Callable[[str], object]
    ) -> None:
        """Have batches noted, so that a later run can fetch them.

        Args:
            noted: where; ``None`` for nowhere.
            since: when the answers that are kept were looked up.
            tell: gets lines for the reader about batches.
        """
        if self._batches is not None:
            self._batches.noted, self._batches.since = noted, since
            self._batches.tell = tell

    @property
    def address(self) -> str | None:
        """The address where that is not the provider's own: another server, another model."""
        return self._endpoint.address

    def host(self) -> str:
        """Return the host that will be asked; loads the provider's client for it.

        Raises:
            UsageError: the provider or the model is unknown, or has no key.
            MissingDependencyError: pydantic-ai or the provider's client is not installed.
        """
        self._load()
        try:
            return host_of(self._model.base_url) or self._endpoint.provider
        except (NotImplementedError, AttributeError):
            return self._endpoint.provider

    async def ask(self, question: Question[T]) -> Answer[T]:
        """Ask until there is an answer that passes, or a reason why there is none.

        Raises:
            UsageError: requests cannot succeed: a wrong key, an unknown model, an empty account, or
                a server that rejects every question.
            AnsweredMeanwhileError: nothing was sent, since another process has kept the answer.
        """
        self._load()
        if not _can_be_sent(question):
            return Answer("invalid", "a text holds half a character, which nobody can be sent")
        sent: dict[str, Any] = {}
        token = _sent.set(sent)
        settings = self._model_settings(question.max_tokens)
        closing = self._model_settings(question.closing_tokens or question.max_tokens)
        asked = parameters(question, self._model.profile)

        async def send(messages: Any) -> Any:
            chosen = settings if exchange.accepted is None else closing
            return await self._send(messages, chosen, asked, exchange)

        exchange = Exchange(question, asked, send)
        try:
            answer = await exchange.answer()
        except Unanswered as failure:
            raise UsageError(
                f"{self.spec}: {failure.reason.rstrip('.')}{_advice(failure)}"
            ) from failure
        finally:
            _sent.reset(token)
        self._note(answer)
        trace = trace_of(exchange.messages, question, keep_texts=self.keep_texts)
        return _with(answer, sent=sent or None, trace=trace)

    async def _send(self, messages: Any, settings: Any, asked: Any, exchange: Exchange[Any]) -> Any:
        """Send one request, again where that may help, and return its response."""
        from pydantic_ai.direct import model_request  # loaded with the model

        for attempt in range(self.settings.retries + 1):
            try:
                if self._batches is not None:
                    answer = key_of(exchange.question, self)
                    key = request_key(answer, messages)
                    return await self._batches.request(key, answer, messages, settings, asked)
                async with self._paid(messages, settings, exchange) as paid, self._pace.turn():
                    response = await model_request(
                        self._model,
                        messages,
                        model_settings=settings,
                        model_request_parameters=asked,
                    )
                    paid.append(price(response))
                    return response
            except AnsweredMeanwhileError:
                raise
            except Exception as error:  # explain() has a line for each
                failure = explain(error)
                if failure.status == "budget":  # nothing was sent
                    raise failure from error
                exchange.failed_request(perhaps_paid=failure.perhaps_paid)
                wait = failure.wait if failure.wait is not None else _FIRST_WAIT * 2**attempt
                last = attempt == self.settings.retries or wait > self.settings.longest_wait
                if last or not failure.again:
                    raise failure from error
            if failure.status == "rate-limited":
                self._pace.hold(wait)
            else:
                await asyncio.sleep(wait)
        raise AssertionError  # the loop ends by return or raise

    @asynccontextmanager
    async def _paid(
        self, messages: Any, settings: Any, exchange: Exchange[Any]
    ) -> AsyncIterator[list[Decimal | None]]:
        """Reserve what one request may cost, and take what it did; its price is appended.

        Raises:
            Unanswered: the budget does not reach.
        """
        budget = BUDGET.get()
        if budget is None:
            yield []
            return
        size = size_of(messages) + len(canonical(exchange.question.schema))
        bound = most(self.spec, size, settings["max_tokens"])
        if not await budget.reserve(bound):
            raise Unanswered("budget", budget.why)
        paid: list[Decimal | None] = []
        try:
            yield paid
        except Exception as error:
            if not explain(error).perhaps_paid:
                paid.append(Decimal(0))
            raise
        finally:
            budget.settle(bound, paid[0] if paid else None)

    def _model_settings(self, max_tokens: int) -> Any:
        chosen = {
            name: value for name, value in self.settings.deciding().items() if value is not None
        }
        if self._endpoint.provider.startswith("openai") and self.address is None:
            chosen["openai_store"] = False  # by default OpenAI keeps the exchange
        return {
            **chosen,
            "max_tokens": max_tokens,  # without it a vendor may stream 64,000
            "timeout": self.settings.timeout,
            "request_timeout": self.settings.timeout * 1.5,
            "max_retries": 0,  # _send retries, in the same way for all
            "cache": {"messages": False},  # what all questions share; not what each says
        }

    def _note(self, answer: Answer[Any]) -> None:
        if answer.status == "configuration":
            self._rejected += 1
            if not self._answered and self._rejected >= _HOPELESS:
                raise UsageError(
                    f"{self.spec}: {answer.reason} (so the first {self._rejected} questions). "
                    "See what the server says, and whether the model can do what is asked"
                )
        elif answer.model is not None:
            self._answered = True

    def _load(self) -> None:
        if self._model is not None:
            return
        try:
            refuse_offline(f"asking {self.spec}", "let --model replay:FILE answer")
        except UsageError as error:
            raise NoModelError(str(error)) from error
        _quieten()
        try:
            from mondegreen.judges.connections import connect  # takes seconds to load

            self._http = connect(_see)
        except ImportError as error:
            raise MissingDependencyError("pydantic-ai", "llm", f"asking {self.spec}") from error
        self._pace = Pace(self.settings.concurrency, self.settings.requests_per_minute)
        try:
            self._model = self._endpoint.make(self._http)
        except ImportError as error:
            extra = f"pydantic-ai's extra for {self._endpoint.provider}"
            raise MissingDependencyError(extra, "llm", f"asking {self.spec}") from error
        except UsageError:
            raise
        except Exception as error:
            reason = f"{self.spec}: {explain(error).reason}"
            if key := _NO_KEY.search(reason):
                where = f"set {key[1]}" if key[1] else "set it in the environment"
                raise NoModelError(f"{self.spec}: there is no key; {where}") from error
            raise UsageError(reason) from error
        if self._batches is not None:
            if self._model.batch_max_requests is None:
                raise UsageError(
                    f"{self.spec} has no batch interface that is known here; leave batch= (--batch) out"
                )
            self._batches.model, self._batches.host = self._model, self.host()


def size_of(messages: Any) -> int:
    """Return how many bytes messages have, as JSON and so at least."""
    from pydantic_ai.messages import ModelMessagesTypeAdapter  # loaded with the model

    return len(ModelMessagesTypeAdapter.dump_json(messages))


def _can_be_sent(question: Question[Any]) -> bool:
    """Return whether the texts have no lone surrogates; broken files do."""
    try:
        f"{question.instructions}{question.prompt}".encode()
    except UnicodeEncodeError:
        return False
    return True


def _advice(failure: Unanswered) -> str:
    if failure.reason.startswith("the key"):
        return ". Set the right key in the environment"
    if failure.reason.startswith("no such model"):
        return ". See the name of the model, and the base URL if you gave one"
    return ""


def _quieten() -> None:
    """Leave out warnings of what answers say anyway: settings not sent, usage that is unknown."""
    import logging  # only where a model is asked, as the next one
    import warnings

    for message in ("Sampling parameters", "Failed to extract usage"):
        warnings.filterwarnings("ignore", message=message, module="pydantic_ai")
    chatty = logging.getLogger("google_genai")  # warns of calls next to text, which are handled
    if chatty.level == logging.NOTSET:
        chatty.setLevel(logging.ERROR)


async def _see(request: Any) -> None:
    """Note the settings of a request as it leaves."""
    sent = _sent.get()
    if sent is None:
        return
    try:
        body = json.loads(request.content)
    except (ValueError, TypeError, RuntimeError, UnicodeDecodeError):
        return  # a body that is no JSON has no settings to note
    if isinstance(body, dict):
        settings = {**body, **(body.get("generationConfig") or {})}
        sent.update({name: settings[name] for name in _ON_THE_WIRE if name in settings})


def _with(answer: Answer[T], **changes: Any) -> Answer[T]:
    from dataclasses import replace  # a name that says little at the top

    return replace(answer, **changes)
