"""One question's exchange with a model: ask, check, send complaints back, and read the silent cases.

A client reports success for an answer that was cut at the token limit, for a refusal, for a reply
without the tool that was asked for, and for JSON that says what it may not. All of these are seen
here, so that none of them becomes a score.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mondegreen.errors import counted
from mondegreen.judges.answer import Answer, read
from mondegreen.judges.status import Unanswered
from mondegreen.judges.usage import Usage, price, usage_of
from mondegreen.services.secrets import without_secrets

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from pydantic_ai import messages as parts
    from pydantic_ai.models import ModelRequestParameters

    from mondegreen.judges.question import Question

__all__ = ["Exchange", "parameters"]

T = TypeVar("T")
_ANSWER_TOOL = "answer"
_CODE_BLOCK = "```"


def parameters(question: Question[Any], profile: Any) -> ModelRequestParameters:
    """Return how a model of this profile must answer: by the tool, or in JSON as it best can."""
    from pydantic_ai.models import ModelRequestParameters  # only where a model is asked
    from pydantic_ai.output import OutputObjectDefinition
    from pydantic_ai.tools import ToolDefinition

    if question.tool is not None:
        tool = ToolDefinition(
            name=question.tool.name,
            parameters_json_schema=question.schema,
            description=question.tool.description,
        )
        return ModelRequestParameters(function_tools=[tool])
    if profile.get("supports_json_schema_output"):
        form = OutputObjectDefinition(question.schema, name=_ANSWER_TOOL, strict=True)
        return ModelRequestParameters(output_mode="native", output_object=form)
    if profile.get("supports_tools", True):
        tool = ToolDefinition(
            name=_ANSWER_TOOL,
            parameters_json_schema=question.schema,
            description="Give the answer.",
            kind="output",
        )
        return ModelRequestParameters(
            output_mode="tool", output_tools=[tool], allow_text_output=False
        )
    form = OutputObjectDefinition(question.schema, name=_ANSWER_TOOL)
    return ModelRequestParameters(output_mode="prompted", output_object=form)


@dataclass
class Exchange(Generic[T]):
    """Everything said about one question, and what came of it.

    Args:
        question: what is asked.
        asked: how the model must answer, from `parameters`.
        send: sends the messages and returns the response; raises `Unanswered`.
    """

    question: Question[T]
    asked: ModelRequestParameters
    send: Callable[[list[parts.ModelMessage]], Awaitable[parts.ModelResponse]]
    messages: list[parts.ModelMessage] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    money: Decimal | None = Decimal(0)
    model: str | None = None
    accepted: T | None = None
    complaints: list[str] = field(default_factory=list)
    looked_at: int = 0

    async def answer(self) -> Answer[T]:
        """Ask until there is an answer that passes, or a reason why there is none."""
        begun = time.perf_counter()
        reason: str | None = None
        try:
            await self._converse()
        except Unanswered as failure:
            if failure.stops:
                raise
            if self.accepted is None:
                reason = failure.reason
                status = failure.status
        if reason is None:
            status = "ok"
        return Answer(
            status=status,
            reason=reason,
            value=self.accepted if reason is None else None,
            usage=self.usage,
            money=None if self.usage.unmeasured or self.model is None else self.money,
            model=self.model,
            seconds=time.perf_counter() - begun,
        )

    async def _converse(self) -> None:
        from pydantic_ai.messages import ModelRequest, UserPromptPart  # where a model is asked

        prompt = UserPromptPart(self.question.prompt)
        request = ModelRequest([prompt], instructions=self.question.instructions)
        for _turn in range(self.question.turns):
            self.messages.append(request)
            response = await self._response()
            self.complaints = []
            reply = self._by_tool(response) if self._tool_name else self._by_text(response)
            if self.complaints:
                self.looked_at += 1
                if self.looked_at >= self.question.attempts:
                    raise Unanswered("invalid", self._given_up())
            if not reply:
                return
            request = ModelRequest(reply, instructions=self.question.instructions)
        raise Unanswered("invalid", f"no end after {counted(self.question.turns, 'request')}")

    async def _response(self) -> parts.ModelResponse:
        response = await self.send(self.messages)
        self.messages.append(response)
        self.model = without_secrets(response.model_name or "") or self.model
        cost = price(response)
        self.usage += usage_of(response)
        self.money = None if cost is None or self.money is None else self.money + cost
        details = response.provider_details or {}
        said = details.get("refusal") or details.get("block_reason") or details.get("finish_reason")
        match response.finish_reason:
            case "length":
                limit = f"the reply was cut at {response.usage.output_tokens} tokens"
                raise Unanswered("truncated", f"{limit} (at most {self.question.max_tokens})")
            case "content_filter":
                raise Unanswered("refused", f"the model refused: {said}")
            case "error":
                raise Unanswered("invalid", f"the model gave up on its reply: {said}")
        if response.state != "complete":
            raise Unanswered("invalid", f"the reply is {response.state}")
        return response

    @property
    def _tool_name(self) -> str | None:
        if self.question.tool is not None:
            return self.question.tool.name
        return _ANSWER_TOOL if self.asked.output_mode == "tool" else None

    def _by_text(self, response: parts.ModelResponse) -> list[Any]:
        """Look at a reply that is the answer; return what to send back."""
        json = _json_of(_text(response))
        self.complaints, self.accepted = read(json, self.question, text=True)
        return [self._feedback()] if self.complaints else []

    def _by_tool(self, response: parts.ModelResponse) -> list[Any]:
        """Look at the calls in a reply; return what to send back."""
        calls = response.tool_calls
        if not calls:
            if self.accepted is None:
                self.complaints = [f"Answer by calling the tool {self._tool_name}, not in words."]
                return [self._feedback()]
            return []
        returned, tool = [], self.question.tool
        several = self._differ(calls)
        for call in calls:
            complaints, value = several or self._look_at(call)
            self.complaints += complaints
            if not complaints:
                self.accepted = value
            result: Any = "\n".join(complaints) or "accepted"
            if not complaints and tool is not None and tool.run is not None and value is not None:
                result = tool.run(value)
            returned.append(_returned(call, result, accepted=not complaints))
        if self.complaints:
            self.accepted = None  # the model should see to all of its calls
            return returned
        return returned if tool is not None and tool.run is not None else []

    def _differ(self, calls: list[parts.ToolCallPart]) -> tuple[list[str], None] | None:
        """Return the complaint about calls of one reply that say different things: none is taken."""
        said = {call.args_as_json_str() for call in calls if call.tool_name == self._tool_name}
        if len(said) <= 1:
            return None
        return [f"{len(calls)} calls of {self._tool_name} that differ; call it once."], None

    def _look_at(self, call: parts.ToolCallPart) -> tuple[list[str], T | None]:
        if call.tool_name != self._tool_name:
            return [f"There is no tool {call.tool_name}; call {self._tool_name}."], None
        return read(call.args_as_json_str(), self.question, text=True)

    def _feedback(self) -> Any:
        from pydantic_ai.messages import RetryFeedbackPart, RetryInfo  # where a model is asked

        info: Any = RetryInfo("model_retry", attempt=self.looked_at + 1)
        return RetryFeedbackPart("\n".join(self.complaints), retry=info)

    def _given_up(self) -> str:
        tried = counted(self.looked_at, "answer")
        return f"{tried} did not pass; the last: {self.complaints[0]}"

    def failed_request(self, *, perhaps_paid: bool) -> None:
        """Count a request of which no usage came back; an error of the server costs nothing."""
        self.usage += Usage(requests=1, unmeasured=int(perhaps_paid))


def _returned(call: Any, result: Any, *, accepted: bool) -> Any:
    from pydantic_ai.messages import RetryInfo, ToolReturnPart  # where a model is asked

    back = ToolReturnPart(call.tool_name, result, call.tool_call_id)
    if accepted:
        return back
    return replace(back, outcome="retried", retry=RetryInfo("model_retry"))


def _text(response: parts.ModelResponse) -> str:
    return "".join(part.content for part in response.parts if part.part_kind == "text")


def _json_of(text: str) -> str:
    r"""Return a reply without the code block that some models put around JSON.

    >>> _json_of('```json\n{"a": 1}\n```')
    '{"a": 1}'
    """
    bare = text.strip().removeprefix("\ufeff")  # a byte-order mark
    if bare.startswith(_CODE_BLOCK) and bare.endswith(_CODE_BLOCK):
        return bare.removesuffix(_CODE_BLOCK).partition("\n")[2].strip()
    return bare
