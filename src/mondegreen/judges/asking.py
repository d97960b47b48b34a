"""Many questions to one model: what is stored is not asked, what is answered is stored at once."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mondegreen.errors import UsageError, counted
from mondegreen.judges.answer import Answer
from mondegreen.judges.batches import AnsweredMeanwhileError
from mondegreen.judges.canonical import canonical, digest
from mondegreen.judges.replay import Recorder
from mondegreen.judges.status import ANSWERED
from mondegreen.options.judging import NoModelError
from mondegreen.services.budget import BUDGET, Budget
from mondegreen.services.consent import notice, to_stderr
from mondegreen.services.secrets import without_secrets

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Sequence
    from pathlib import Path

    from mondegreen.judges.models import Model
    from mondegreen.judges.question import Question
    from mondegreen.store.judgements import Judgements
    from mondegreen.store.question_claims import QuestionClaims

__all__ = ["ask_all", "key_of"]

T = TypeVar("T")
_UNASKED = ("budget", "no-model")
_BATCH = 10_000  # questions that wait for one batch
_BEAT = 30.0  # seconds between two signs of life for other processes
_LOOK = 0.5  # seconds between two looks at what others ask


def key_of(question: Question[Any], model: Model) -> str:
    """Return what an answer is stored by: the question, who is asked, and every deciding setting.

    >>> from mondegreen.judges.models import open_model
    >>> from mondegreen.judges.question import Question
    >>> question = Question("demo", "pair@1", "Compare.", "card / car", dict[str, bool])
    >>> len(key_of(question, open_model("openai:gpt-5.2")))
    64
    """
    limits = [question.max_tokens, question.closing_tokens, question.attempts, question.turns]
    asked = [model.spec, model.address, model.settings.deciding(), limits]
    return digest([question.digest, asked])


async def ask_all(
    questions: Iterable[Question[T]],
    model: Model,
    *,
    store: Judgements | None = None,
    record: str | Path | None = None,
    again: bool = False,
    tell: Callable[[str], object] = to_stderr,
    progress: Callable[[int, int], object] | None = None,
    budget: Budget | None = None,
    account: Callable[[Answer[Any]], object] | None = None,
    keep_texts: bool = True,
    before: Callable[[Sequence[Question[Any]]], str | None] | None = None,
    stored_alone: bool = False,
) -> list[Answer[T]]:
    """Ask every question and return the answers, in the order of the questions.

    An answer is stored and recorded as soon as it is there, so whoever stops the run loses what is
    in flight and nothing else; the next run continues from there. Equal questions are asked once, also
    by several processes with one store: whoever comes later waits for the answer.

    Args:
        questions: any number.
        model: from `open_model`.
        store: where answers are kept; ``None`` keeps none.
        record: a file for ``replay:FILE``; gets every answer, stored ones included.
        again: ask again where the kept answer has no value (``refused``, ``truncated`` and
            ``invalid`` are kept; where no answer came is always asked again).
        tell: gets the one line that says how many texts go to which host, before the first call;
            and one where answers can no longer be kept.
        progress: gets how many are answered, and of how many: once for all that are stored, then
            with every answer; never if no model is asked.
        budget: what may be spent; the status of what it forbids is ``budget``.
        account: gets every answer that the model gave, as soon as it is there.
        before: gets the questions that will be asked, before the first call; may refuse, or return
            another line for the reader.
        stored_alone: where the model has no key or may not be asked, and some answers are kept,
            take those and leave the others unanswered, with one line, instead of an error.
        keep_texts: whether what is kept may hold what was said; see `Question.kept`.

    Raises:
        NoModelError: the model has no key, or ``MONDEGREEN_OFFLINE`` forbids to ask it.
        UsageError: requests cannot succeed (a wrong key, an unknown model), or are forbidden. What was
            answered before is stored.
    """
    run = _Run(list(questions), model, store if model.remote else None, progress)
    run.budget, run.account, run.keep_texts, run.tell = budget, account, keep_texts, tell
    async with AsyncExitStack() as closing:
        await closing.enter_async_context(model)
        if record is not None:
            run.recorder = closing.enter_context(Recorder(record))
        run.take_stored(again=again)
        if run.open and model.remote:
            host = run.host(stored_alone=stored_alone)  # loads the client, which takes a while
        if run.open and model.remote:
            await asyncio.sleep(0)  # who stopped the run meanwhile is not told of what is sent
            sent = run.take_up_batches(host, tell)
            kept = "memory alone" if store is None or store.read_only else store.where
            asked = [run.questions[key] for key in run.open if key not in sent]
            if asked:
                more = None if before is None else before(asked)
                tell(_notice(model, host, asked, kept))
                if more:
                    tell(more)
        together = _BATCH if model.settings.batch else model.settings.concurrency
        async with run.claiming():
            await _work(run.open, run.ask, together)
            await run.wait_for_others(together)
    return [run.answers[key] for key in run.keys]


class _Run(Generic[T]):
    """What is asked and what is answered so far; equal questions have one key."""

    def __init__(
        self,
        asked: Sequence[Question[T]],
        model: Model,
        store: Judgements | None,
        progress: Callable[[int, int], object] | None,
    ) -> None:
        self.model, self.store, self.progress = model, store, progress
        self.keys = [key_of(question, model) for question in asked]
        self.questions = dict(zip(self.keys, asked, strict=True))
        self.counts = Counter(self.keys)
        self.answers: dict[str, Answer[T]] = {}
        self.recorder: Recorder | None = None
        self.budget: Budget | None = None
        self.account: Callable[[Answer[Any]], object] | None = None
        self.keep_texts = True
        self.done = 0
        self.since = ""
        self.full = False
        self.tell: Callable[[str], object] = to_stderr
        shared = store is not None and not store.read_only and not model.settings.batch
        self.claims = (
            store.claims if store is not None and shared else None
        )  # batches have their own
        self.stamps: dict[str, str] = {}  # of answers that are there and are not used
        self.others: list[str] = []  # what another process is asking

    @property
    def open(self) -> list[str]:
        """The keys that have no answer yet."""
        return [key for key in self.questions if key not in self.answers]

    def take_stored(self, *, again: bool) -> None:
        """Take from the store what is there and may be used."""
        use = {"ok"} if again else ANSWERED
        self.since = datetime.now(UTC).isoformat(timespec="milliseconds")
        for key, data, trace in self.store.get(list(self.questions)) if self.store else ():
            self.stamps[key] = data["timestamp"]
            if data["status"] in use:
                answer = Answer.from_json(data, self.questions[key], "store", trace)
                if data["status"] == answer.status:  # else it does not pass any more: ask again
                    self._take(key, answer)
        if self.done and self.open:
            self._show()

    def host(self, *, stored_alone: bool) -> str:
        """Return the host; if there is none to ask, leave unanswered what is not kept."""
        try:
            return self.model.host()
        except NoModelError as error:
            if not self.done:
                raise
            what = f"{self.done:,} of {counted(len(self.keys), 'answer')} are kept"
            if not stored_alone:
                raise NoModelError(
                    f"{error}; {what}, and count together with another metric, as with -m wer"
                ) from error
            judge = next(iter(self.questions.values())).judge
            self.tell(
                f"mondegreen: warning: {judge}: {what}, and the others are not asked for: {error}"
            )
            for key in self.open:
                self._take(key, Answer("no-model", str(error)))
            return ""

    def take_up_batches(self, host: str, tell: Callable[[str], object]) -> set[str]:
        """Return the keys of what an earlier run has sent as a batch, and is not sent again; say so."""
        noted = None if self.store is None else self.store.batches
        if hasattr(self.model, "note_batches"):
            self.model.note_batches(noted, self.since, tell)
        waiting = {} if noted is None else noted.waiting(self.open)
        fetched = self.model.settings.batch
        for batch, count in Counter(waiting.values()).items():
            name = f"batch {batch.batch or '(its name is not known)'}"
            what = f"{counted(count, 'question')} of {len(self.open):,}"
            are = "is" if count == 1 else "are"
            tell(
                f"mondegreen: {what} {are} in {name}, sent to {batch.host} on {batch.when}; "
                + (
                    f"its answers are fetched from {host}"
                    if fetched
                    else "--batch fetches its answers, without it they are asked and paid for again"
                )
            )
        return set(waiting) if fetched else set()

    async def ask(self, key: str) -> None:
        """Ask one question, and keep what came of it before anything else is done.

        What another process is asking is left for later.
        """
        if not self._claim(key):
            self.others.append(key)
            return
        try:
            if not self._take_newer(key):
                await self._ask(key)
        finally:
            self._end_claim(key)

    async def _ask(self, key: str) -> None:
        question = self.questions[key]
        budget, pays = self.budget, getattr(self.model, "pays", False)
        if budget is not None and (budget.closed or not (pays or await budget.reserve())):
            self._take(key, Answer("budget", budget.why))
            return
        token = BUDGET.set(budget)
        try:
            answer = await self.model.ask(question)
        except AnsweredMeanwhileError:
            if self.store is not None:
                for _, data, trace in self.store.get([key]):
                    self._take(key, Answer.from_json(data, question, "store", trace))
            if key not in self.answers:
                self._take(key, Answer("unavailable", "its answer was deleted meanwhile"))
            self._show()
            return
        finally:
            BUDGET.reset(token)
        if budget is not None and not pays:
            budget.settle(None, answer.money)
        if answer.status == "budget" and not answer.usage.requests:
            self._take(key, answer)
            return
        if self.account is not None and answer.origin == "model":  # a replay costs nothing
            self.account(answer)
        kept = answer if self.keep_texts else answer.without_texts(question)
        self._keep(key, kept)
        self._take(key, answer)
        self._show()

    # -- what other processes ask ------------------------------------------------------------------

    @asynccontextmanager
    async def claiming(self) -> AsyncIterator[None]:
        """Let others know as long as it lasts that this run is at work, and at the end that it is not."""
        beating = asyncio.ensure_future(self._beat())
        try:
            yield
        finally:
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)
            self._of_claims(lambda claims: claims.release())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            self._of_claims(lambda claims: claims.beat())

    async def wait_for_others(self, together: int) -> None:
        """Wait for what other processes ask, and ask what they leave unanswered."""
        said = False
        while self.others:
            keys, self.others = self.others, []
            free = self._free(keys)
            self.others = [key for key in keys if key not in free]
            await _work([key for key in keys if key in free], self.ask, together)
            if self.others and not said:
                said = True
                count = counted(len(self.others), "question")
                are = "is" if len(self.others) == 1 else "are"
                self.tell(
                    f"mondegreen: {count} {are} being asked by another process; waiting for its answers"
                )
            if self.others:
                await asyncio.sleep(_LOOK)

    def _claim(self, key: str) -> bool:
        return bool(self._of_claims(lambda claims: claims.take(key), failed=True))

    def _free(self, keys: list[str]) -> set[str]:
        """Return what nobody else asks now; all of it where the store fails."""
        return set(self._of_claims(lambda claims: claims.free(keys), failed=keys))

    def _end_claim(self, key: str) -> None:
        self._of_claims(lambda claims: claims.drop(key))

    def _of_claims(self, work: Callable[[QuestionClaims], Any], *, failed: Any = None) -> Any:
        """Return what comes of work on claims; where the store fails, the run continues without them.

        The same failure is told of when the answer cannot be kept.
        """
        if self.claims is None:
            return failed
        try:
            return work(self.claims)
        except UsageError:
            self.claims = None
            return failed

    def _take_newer(self, key: str) -> bool:
        """Take an answer that another process has kept since this run began."""
        if self.claims is None or self.store is None:
            return False
        question = self.questions[key]
        for _, data, trace in self.store.get([key]):
            if data["timestamp"] == self.stamps.get(key) or data["status"] not in ANSWERED:
                continue
            answer = Answer.from_json(data, question, "store", trace)
            if answer.status == data["status"]:
                self._take(key, answer)
                self._show()
                return True
        return False

    # -- what is kept ------------------------------------------------------------------------------

    def _keep(self, key: str, answer: Answer[T] | None) -> None:
        """Keep an answer; where that fails, say so once and continue: it is paid for, and is counted."""
        if self.store is None or self.store.read_only or self.full:
            return
        try:
            if answer is None:  # it has nothing that may be kept
                self.store.batches.answered(key)
            else:
                self.store.put(_row(key, self.questions[key], self.model, answer))
                if self.claims is not None:
                    self.claims.ended(key)
        except UsageError as error:
            self.full = True
            self.tell(
                f"mondegreen: {error}; this run continues and counts its answers, but does not keep "
                "them, so the next one asks again"
            )

    def _take(self, key: str, answer: Answer[T]) -> None:
        self.answers[key] = answer
        if self.recorder is not None and answer.status not in _UNASKED:
            question = self.questions[key]
            kept = answer if self.keep_texts else answer.without_texts(question)
            if kept is not None:
                self._record(question, kept)
        if answer.status not in _UNASKED:
            self.done += self.counts[key]

    def _record(self, question: Question[T], answer: Answer[T]) -> None:
        """Record an answer; where that fails, say so once and continue, as `_keep` does."""
        if self.recorder is None:
            return
        try:
            self.recorder.write(question, getattr(self.model, "asked", self.model.spec), answer)
        except UsageError as error:
            self.recorder = None
            self.tell(
                f"mondegreen: {error}; the answers before are there, and this run continues without "
                "recording any more"
            )

    def _show(self) -> None:
        if self.progress is not None:
            self.progress(self.done, len(self.keys))


async def _work(keys: Sequence[str], one: Any, workers: int) -> None:
    """Do the work with so many at a time; the first error stops all."""
    left = iter(keys)

    async def worker() -> None:
        for key in left:
            await one(key)

    tasks = [asyncio.ensure_future(worker()) for _ in range(min(workers, len(keys)))]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _notice(model: Model, host: str, questions: Sequence[Question[Any]], kept: str) -> str:
    """Return the line that is shown before the first call."""
    texts = sum(question.texts for question in questions)
    what = f"{counted(texts, 'text')} in {counted(len(questions), 'question')}"
    return notice(what, host, model.spec, f"answers are kept in {kept}")


def _row(key: str, question: Question[T], model: Model, answer: Answer[T]) -> dict[str, Any]:
    """Return the row of an answer, as the store's table has it."""
    data = answer.to_json(question)
    settings = {**model.settings.deciding(), "max_tokens": question.max_tokens}
    return {
        "key": key,
        "judge": question.judge,
        "protocol": question.protocol,
        "prompt_hash": question.prompt_hash,
        "instructions": question.instructions,
        "model": model.spec,
        "address": model.address,
        "settings": canonical(settings),
        "question": question.digest,
        "sample": question.sample,
        "status": answer.status,
        "reason": answer.reason and without_secrets(answer.reason, parts=True),
        "value": None if data["value"] is None else without_secrets(canonical(data["value"])),
        **answer.usage.to_json(),
        "money": data["money"],
        "model_returned": answer.model,
        "sent": None if data["sent"] is None else canonical(data["sent"]),
        "trace": answer.trace,
        "seconds": answer.seconds,
    }
