"""What came of a question: a status, and a checked value only where the status is ``ok``."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mondegreen.errors import visible
from mondegreen.judges.question import adapter
from mondegreen.judges.status import STATUSES, Status
from mondegreen.judges.usage import Usage
from mondegreen.services.secrets import without_secrets

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from mondegreen.judges.question import Question

    Ask = Callable[[Sequence[Question[Any]]], Awaitable[list["Answer[Any]"]]]
    """Asks questions and returns their answers, in order."""

__all__ = ["Answer", "Origin"]

T = TypeVar("T")
Origin = str  # "model", "store" or "replay"
_MAY_QUOTE = frozenset({"invalid", "refused"})  # complaints and refusals quote what was said
_WITHOUT_TEXTS = "the reason is not kept, since it may quote a text"
_REST_WITHOUT_TEXTS = "the rest is not kept, since it may quote a text"
_HTTP_STATUS = re.compile(r"[1-5]\d\d\b")
_OURS = frozenset({"ok", "budget", "no-model"})  # nobody else has a word in their reasons


@dataclass(frozen=True)
class Answer(Generic[T]):
    """The outcome of one question.

    Attributes:
        status: ``ok``, or why there is no value; see `STATUSES`.
        reason: one sentence where the status is not ``ok``.
        value: the checked answer, and ``None`` where the status is not ``ok``.
        usage: what all requests of the question used.
        money: what they cost in US dollars; ``None`` where that is not known.
        model: the model as the server named it; ``None`` where nothing came back.
        sent: the settings that were on the wire, as the vendor spells them; ``None`` where that
            could not be seen.
        trace: the whole exchange as JSON, or ``None``.
        seconds: from the first request to the last reply.
        origin: ``model``, ``store`` or ``replay``.

    >>> Answer("timeout", "no reply within 60 s").unjudged
    True
    """

    status: Status
    reason: str | None = None
    value: T | None = None
    usage: Usage = field(default_factory=Usage)
    money: Decimal | None = None
    model: str | None = None
    sent: Mapping[str, Any] | None = None
    trace: str | None = None
    seconds: float = 0.0
    origin: Origin = "model"

    @property
    def unjudged(self) -> bool:
        """Whether there is no value."""
        return self.status != "ok"

    def without_texts(self, question: Question[T]) -> Answer[T] | None:
        """Return what may be kept of it where texts may not; ``None`` where that is nothing."""
        value = self.value
        if value is not None and question.kept is not None:
            value = question.kept.of(value)
            if value is None:
                return None
        return replace(self, value=value, reason=_without_quotes(self))

    def to_json(self, question: Question[T]) -> dict[str, Any]:
        """Return what `from_json` reads; the trace is not in it."""
        value = None
        if not self.unjudged:
            value = adapter(question.output).dump_python(self.value, mode="json", by_alias=True)
        return {
            "status": self.status,
            "reason": self.reason,
            "value": value,
            "usage": self.usage.to_json(),
            "money": None if self.money is None else str(self.money),
            "model": self.model,
            "sent": None if self.sent is None else dict(self.sent),
            "seconds": round(self.seconds, 6),
        }

    @classmethod
    def from_json(
        cls,
        data: Mapping[str, Any],
        question: Question[T],
        origin: Origin,
        trace: str | None = None,
    ) -> Answer[T]:
        """Return a kept answer, its value read and checked again: a file may hold anything.

        What cannot be read, or does not pass, gives an answer of status ``invalid``.
        """
        try:
            return cls._from_json(data, question, origin, trace)
        except (TypeError, ValueError, AttributeError) as error:
            return cls("invalid", f"the kept answer cannot be read: {error}", origin=origin)

    @classmethod
    def _from_json(
        cls, data: Mapping[str, Any], question: Question[T], origin: Origin, trace: str | None
    ) -> Answer[T]:
        status: Any = data.get("status")
        value = None
        reason = None if status == "ok" else str(data.get("reason") or "no reason is kept")
        if status not in STATUSES:
            status, reason = "invalid", f"the kept answer has the status {status!r:.40}"
        if status == "ok":
            complaints, value = read(data.get("value"), question)
            if complaints and question.kept is not None:
                bare = replace(question, check=question.kept.check)
                complaints, value = read(data.get("value"), bare)
            if complaints:
                status, reason, value = "invalid", f"the kept answer: {complaints[0]}", None
        return cls(
            status=status,
            reason=reason,
            value=value,
            usage=Usage.from_json(data.get("usage") or {}),
            money=_decimal(data.get("money")),
            model=data.get("model"),
            sent=data.get("sent"),
            trace=trace,
            seconds=float(data.get("seconds") or 0.0),
            origin=origin,
        )


def _without_quotes(answer: Answer[Any]) -> str | None:
    """Return a reason without what a model, a server or a client said: any of them may quote a text."""
    if answer.status in _MAY_QUOTE:
        return _WITHOUT_TEXTS
    if answer.reason is None or answer.status in _OURS:
        return answer.reason
    ours, colon, said = answer.reason.partition(": ")
    if not colon or said == _REST_WITHOUT_TEXTS:
        return answer.reason
    number = _HTTP_STATUS.match(said)
    return f"{ours}{f' with {number[0]}' if number else ''}: {_REST_WITHOUT_TEXTS}"


def read(answer: Any, question: Question[Any], *, text: bool = False) -> tuple[list[str], Any]:
    """Return the complaints about an answer, and its value where there are none.

    Args:
        answer: JSON as text or bytes with ``text=True``, or what JSON holds.
        question: whose type and check it must pass.
        text: whether ``answer`` is still to be parsed.
    """
    from pydantic import ValidationError  # loaded with the adapter anyway
    from pydantic_core import (  # JSON has no tuples or enums; strictness knows that
        PydanticSerializationError,
        to_json,
    )

    try:
        raw = answer if text else to_json(answer)
    except (PydanticSerializationError, ValueError, RecursionError) as error:
        return [f"no JSON: {visible(str(error))}"], None
    form = adapter(question.output)
    try:
        value = form.validate_json(raw, strict=True)
        if text and (clean := _without_key(form.dump_json(value, by_alias=True))):
            value = form.validate_json(clean, strict=True)
    except ValidationError as error:
        return [
            _complaint(each) for each in error.errors(include_url=False)[:_MOST_COMPLAINTS]
        ], None
    complaints = [*(_twice(raw) if text else ()), *question.check(value)]
    return complaints, None if complaints else value


def _without_key(written: bytes) -> str | None:
    """Return an answer with the key struck out that a server put into it; ``None`` where none is."""
    text = written.decode()
    clean = without_secrets(text)
    return None if clean == text else clean


def _twice(raw: str | bytes) -> list[str]:
    """Return complaints about names that occur twice in an object: readers take one or the other."""
    found: list[str] = []

    def look(pairs: list[tuple[str, Any]]) -> None:
        counted = Counter(name for name, _ in pairs)
        found.extend(
            f"{name!r} occurs twice; give it once" for name in counted if counted[name] > 1
        )

    try:
        json.loads(raw, object_pairs_hook=look, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return ["Invalid JSON"]  # a second reader takes it otherwise than the first
    return found[:_MOST_COMPLAINTS]


_MOST_COMPLAINTS = 5


def _complaint(error: Any) -> str:
    place = ".".join(map(str, error["loc"]))
    return f"{place}: {error['msg']}" if place else str(error["msg"])


def _decimal(text: Any) -> Decimal | None:
    try:
        money = None if text is None else Decimal(str(text))
    except InvalidOperation:
        return None
    return money if money is not None and money.is_finite() and money >= 0 else None
