"""Requests that are made at about the same time, sent through a vendor's batch interface as one.

A batch is noted in the store before it is sent, and its name as soon as the vendor gives one. A later run
that makes the same requests follows that batch instead of sending another.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from mondegreen.errors import UsageError, counted
from mondegreen.judges.canonical import digest
from mondegreen.judges.followed import DIFFER, FAILED, Followed
from mondegreen.judges.lost_batches import find_lost
from mondegreen.judges.status import Unanswered, explain
from mondegreen.services.consent import to_stderr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mondegreen.store.batches import SentBatch, SentBatches

T = TypeVar("T")

__all__ = ["AnsweredMeanwhileError", "Batches", "request_key"]

_COLLECTING = 0.25  # seconds without a new request after which a batch is sent
_SOON = 0.5  # seconds between two looks at what another process is sending
_LAST_WORDS = 10.0  # seconds that closing waits for a batch that is being sent
_NOT_FOUND = 404
_CAME_TO_NOTHING = {
    "expired": "it expired before all was answered",
    "canceled": "it was cancelled",
    "missing": "it has no result for some",
    DIFFER: "it has results for some that differ",
    FAILED: "it failed at the vendor",
}
_OF_ONE = frozenset({"timeout", "request_timeout", "max_retries"})  # a batch has none of these


class AnsweredMeanwhileError(Exception):
    """Another process has kept the answer, so nothing is sent for it."""


@dataclass
class _Waiting:
    """A request, the key of the answer that it is made for, and who waits for its response."""

    request: Any
    answer: str
    response: asyncio.Future[Any]


class Batches:
    """Collects requests, sends them as one batch, and gives each its response.

    Attributes:
        model: pydantic-ai's.
        host: who is asked, for the reader.
        noted: where batches are noted; ``None`` for nowhere, and then they are cancelled on closing.
        since: when the store was looked into for answers; later ones are of other processes.
        tell: gets lines for the reader.

    Args:
        poll: seconds between the first two looks at a batch that is running.
    """

    def __init__(self, poll: float) -> None:
        self._poll = poll
        self.model: Any = None
        self.host = ""
        self.noted: SentBatches | None = None
        self.since = ""
        self.tell: Callable[[str], object] = to_stderr
        self._waiting: dict[str, _Waiting] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._creating: set[asyncio.Task[Any]] = set()
        self._followed: dict[str, Followed] = {}
        self._gone: set[str] = set()  # requests that notes which may only be read still have

    async def request(self, key: str, answer: str, messages: Any, settings: Any, asked: Any) -> Any:
        """Return the response to one request; raise what became of it instead.

        Args:
            key: a digest of all that the response depends on.
            answer: what the answer that it is made for is stored by.
            messages: pydantic-ai's, as the next two.
            settings: the model's.
            asked: how the model must answer.

        Raises:
            AnsweredMeanwhileError: another process has kept that answer.
        """
        if key in self._waiting:
            return await asyncio.shield(self._waiting[key].response)
        chosen: Any = {name: value for name, value in settings.items() if name not in _OF_ONE}
        from pydantic_ai.models.batch import BatchRequest  # loaded with the model

        request = BatchRequest(
            custom_id=key,
            messages=self.model.prepare_messages(list(messages)),
            model_settings=chosen,
            model_request_parameters=_with_instructions(asked, messages),
        )
        one = _Waiting(request, answer, asyncio.get_running_loop().create_future())
        self._waiting[key] = one
        if len(self._waiting) == 1:
            self._begin(self._deliver_soon())
        return await one.response

    async def close(self) -> None:
        """Stop waiting. Batches that are noted stay where they are; others are cancelled."""
        if self._creating:  # or nobody would know what the vendor calls it
            await asyncio.wait(self._creating, timeout=_LAST_WORDS)
        for task in (*self._tasks, *self._creating):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._creating, return_exceptions=True)
        for one in self._followed.values():
            if one.ended:
                continue
            if one.row is not None and self.noted is not None:
                self.tell(
                    f"mondegreen: the batch {one.name} of {counted(one.count, 'request')} stays "
                    f"at {self.host}; the same command with --batch fetches its answers"
                )
                continue
            try:
                async with asyncio.timeout(_LAST_WORDS):
                    await self.model.batch_cancel(one.handle(self.model))
            except Exception as error:  # noqa: BLE001 - whatever it is, there is nothing more to do
                self.tell(
                    f"mondegreen: the batch {one.name} at {self.host} could not be cancelled: "
                    f"{explain(error).reason}"
                )
        self._followed.clear()
        self._waiting.clear()  # the model may be asked again later

    def _begin(self, work: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # -- sending -----------------------------------------------------------------------------------

    async def _deliver_soon(self) -> None:
        before = 0
        while before < len(self._waiting):  # until nobody joins any more
            before = len(self._waiting)
            await asyncio.sleep(_COLLECTING)
        waiting, self._waiting = self._waiting, {}
        await self._each(self._deliver(waiting), waiting)

    async def _each(self, work: Any, waiting: dict[str, _Waiting]) -> None:
        """Do the work; give its failure to all who wait."""
        try:
            await work
        except Exception as error:  # noqa: BLE001 - raised again where each is waited for
            for one in waiting.values():
                _fail(one, error)

    async def _deliver(self, waiting: dict[str, _Waiting]) -> None:
        """Follow the batches that requests are in already, and send the others."""
        encoded: dict[str, Any] = {}
        for key, one in waiting.items():
            try:
                encoded[key] = await self.model.batch_encode(one.request)
            except Exception as error:  # noqa: BLE001 - the failure of one is not that of others
                _fail(one, error)
        known: dict[Any, dict[str, _Waiting]] = {}
        for key, place in self._places(list(encoded)).items():
            known.setdefault(place, {})[key] = waiting[key]
        taken = {key for keys in known.values() for key in keys}
        work: list[tuple[Any, dict[str, _Waiting]]] = []
        for place, some in known.items():
            group = encoded[next(iter(some))].group
            work.append((self._take_up(place, group, some), some))
        fresh = [each for key, each in encoded.items() if key not in taken]
        for chunk in self._chunks(fresh):
            some = {each.custom_id: waiting[each.custom_id] for each in chunk}
            work.append((self._send(chunk, some), some))
        tasks = [self._begin(self._each(one, some)) for one, some in work]
        await asyncio.gather(*tasks)

    def _places(self, keys: list[str]) -> dict[str, Any]:
        """Return what is known of where requests are: followed here, or noted in the store."""
        there = [key for key in keys if key not in self._gone]
        noted: dict[str, Any] = {} if self.noted is None else dict(self.noted.of(there))
        for one in self._followed.values():
            if one.row is None:
                noted.update({key: one.name for key in keys if key in one.keys})
        return noted

    def _chunks(self, requests: Sequence[Any]) -> Iterator[list[Any]]:
        """Yield as many requests at a time as a batch may have."""
        most, most_bytes = self.model.batch_max_requests, self.model.batch_max_bytes
        groups: dict[str, list[Any]] = {}
        for each in requests:
            groups.setdefault(each.group, []).append(each)
        for group in groups.values():
            chunk: list[Any] = []
            size = 0
            for each in group:
                bytes_ = self.model.batch_request_size(each)
                full = most_bytes is not None and size + bytes_ > most_bytes
                if chunk and (len(chunk) == most or full):
                    yield chunk
                    chunk, size = [], 0
                chunk.append(each)
                size += bytes_
            yield chunk

    async def _send(self, chunk: list[Any], waiting: dict[str, _Waiting]) -> None:
        """Send a batch, except for requests that another process has sent meanwhile, and follow it."""
        group, row = chunk[0].group, None
        if self.noted is not None:
            answers = {key: one.answer for key, one in waiting.items()}
            place = (self.model.system, self.host, self.model.model_name)
            claimed = self._note(lambda noted: noted.claim(answers, place, since=self.since))
            mine, taken, answered = claimed or (None, {}, set[str]())
            for each in waiting.values():
                if each.answer in answered:
                    _fail(each, AnsweredMeanwhileError())
            chunk = [
                request
                for request in chunk
                if request.custom_id not in taken and answers[request.custom_id] not in answered
            ]
            others: dict[SentBatch, dict[str, _Waiting]] = {}
            for key, batch in taken.items():
                others.setdefault(batch, {})[key] = waiting[key]
            for batch, some in others.items():
                self._begin(self._each(self._take_up(batch, group, some), some))
            if mine is None and claimed is not None:
                return
            row = mine.id if mine is not None else None
        own = {request.custom_id: waiting[request.custom_id] for request in chunk}
        creating = asyncio.ensure_future(self._create(chunk, row))
        self._creating.add(creating)
        creating.add_done_callback(self._creating.discard)
        one = await asyncio.shield(creating)
        await self._follow(one, own)

    async def _create(self, chunk: list[Any], row: int | None) -> Followed:
        """Send a batch and note its name; not to be stopped half-way."""
        since = datetime.now(UTC)
        try:
            name = (await self.model.batch_create(chunk)).id
        except Exception as error:
            found = None
            if explain(error).perhaps_paid:  # it may have arrived, and its name got lost on the way
                found = await find_lost(self.model, since, len(chunk), self._names())
            if found is None:
                if row is not None:
                    self._note(lambda noted: noted.drop(row))
                if getattr(error, "status_code", None) == _NOT_FOUND:
                    why = f"no batch interface or no such model there: {error}"
                    raise Unanswered("configuration", why, stops=True) from error
                raise
            name = found
        one = Followed(
            name, chunk[0].group, len(chunk), row, keys={each.custom_id for each in chunk}
        )
        self._followed[name] = one
        if row is not None:
            self._note(lambda noted: noted.sent(row, name))
        return one

    def _note(self, write: Callable[[SentBatches], T]) -> T | None:
        """Write into the notes; where that fails, say so and continue without: batches are paid for."""
        try:
            return None if self.noted is None or self.noted.read_only else write(self.noted)
        except UsageError as error:
            self.noted = None
            self.tell(f"mondegreen: {error}; the run continues, and notes no batches from here on")
            return None

    def _names(self) -> set[str]:
        noted = self.noted.all() if self.noted is not None else []
        return {batch.batch for batch in noted if batch.batch is not None} | set(self._followed)

    # -- following ---------------------------------------------------------------------------------

    async def _take_up(
        self, place: SentBatch | str, group: str, waiting: dict[str, _Waiting]
    ) -> None:
        """Follow a batch that was sent before, or send again what never arrived."""
        if isinstance(place, str):  # of this run, which keeps no notes
            await self._follow(self._followed[place], waiting)
            return
        noted = self.noted
        if noted is None:
            raise AssertionError
        batch: SentBatch | None = place
        while batch is not None and noted.is_being_sent(batch):
            await asyncio.sleep(_SOON)
            batch = noted.get(batch.id)
        if batch is not None and batch.batch is None:
            name = await find_lost(self.model, batch.begun, batch.requests, self._names())
            row = batch.id
            if name is not None:
                found = name
                self._note(lambda noted: noted.sent(row, found))
                batch = replace(batch, batch=name)
            else:
                self._note(lambda noted: noted.drop(row))
                self._gone |= waiting.keys() if noted.read_only else set()
                self.tell(
                    f"mondegreen: a batch of {counted(batch.requests, 'request')} was being sent "
                    f"to {batch.host} when its run ended ({batch.when}); it is not found there, so "
                    "it is sent again"
                )
                batch = None
        if batch is None or batch.batch is None:  # another process gave it up, or nobody has it
            await self._again(waiting)
            return
        one = self._followed.get(batch.batch) or Followed(
            batch.batch, group, batch.requests, batch.id, earlier=True
        )
        one.ended = False
        one.keys |= waiting.keys()
        self._followed[one.name] = one
        await self._follow(one, waiting)

    async def _again(self, waiting: dict[str, _Waiting]) -> None:
        await self._deliver({key: one for key, one in waiting.items() if not one.response.done()})

    async def _follow(self, one: Followed, waiting: dict[str, _Waiting]) -> None:
        """Look at a batch until it has ended, and give each request its response."""
        try:
            results = await one.results(self.model, self._poll)
        except Exception as error:
            if getattr(error, "status_code", None) != _NOT_FOUND:
                raise
            one.ended = True
            self._forget(waiting)
            gone = f"it is no longer at {self.host}"
            if not one.earlier:
                reason = f"{gone} (batch {one.name})"
                raise Unanswered("unavailable", reason, again=True) from error
            self._say_anew(one, len(waiting), gone)
            await self._again(waiting)
            return
        one.ended = True
        anew: dict[str, list[str]] = {}
        for key, found in waiting.items():
            why = self._give(found, results.get(key), one)
            if why is not None:
                anew.setdefault(why, []).append(key)
        for why, keys in anew.items():
            self._say_anew(one, len(keys), why)
        left = {key: waiting[key] for keys in anew.values() for key in keys}
        if left:
            await self._again(left)

    def _say_anew(self, one: Followed, count: int, why: str) -> None:
        of = counted(one.count, "request")
        self.tell(f"mondegreen: batch {one.name}: {why}; {count:,} of its {of} sent again")

    def _give(self, waiting: _Waiting, result: Any, one: Followed) -> str | None:
        """Give one request its response, or say why it must be sent again."""
        if waiting.response.done():
            return None
        status = "missing" if result is None else result.status
        if status in _CAME_TO_NOTHING:
            self._forget([waiting.request.custom_id])
            why = _CAME_TO_NOTHING[status]
            if one.earlier:
                return why
            again = status != "canceled"  # whoever cancels the running batch needs no other
            reason = f"{why} (batch {one.name})"
            _fail(waiting, Unanswered("unavailable", reason, again=again))
            return None
        try:
            response = self.model.batch_decode(result, waiting.request)
        except Exception as error:  # noqa: BLE001 - raised again where it is waited for
            self._forget([waiting.request.custom_id])
            _fail(waiting, error)
        else:
            waiting.response.set_result(response)
        return None

    def _forget(self, keys: Any) -> None:
        if self.noted is not None and self.noted.read_only:
            self._gone |= set(keys)
        self._note(lambda noted: noted.forget(list(keys)))


def request_key(answer: str, messages: Any) -> str:
    """Return a digest of all that the response to a request depends on.

    Args:
        answer: what the answer is stored by; the first request follows from it.
        messages: pydantic-ai's; what the model has said so far, and what it was told.
    """
    said = [
        [part.part_kind, part.args_as_json_str() if part.part_kind == "tool-call" else part.content]
        for message in messages[1:]
        for part in message.parts
        if hasattr(part, "args_as_json_str") or isinstance(getattr(part, "content", None), str)
    ]
    return digest([answer, len(messages), said])


def _with_instructions(asked: Any, messages: Any) -> Any:
    """Return how to answer with the instructions, which batches read from there alone."""
    from pydantic_ai.messages import InstructionPart  # loaded with the model

    said = [message.instructions for message in messages if message.kind == "request"]
    if asked.instruction_parts is not None or not said or said[-1] is None:
        return asked
    return replace(asked, instruction_parts=[InstructionPart(content=said[-1])])


def _fail(waiting: _Waiting, error: Exception) -> None:
    if not waiting.response.done():
        waiting.response.set_exception(error)
