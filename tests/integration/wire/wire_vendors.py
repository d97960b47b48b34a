"""Replies in the words of each vendor, from the vendors' public API references.

Anthropic's Messages, OpenAI's Chat Completions and Responses, and Gemini's generateContent.
"""

from __future__ import annotations

import json
from typing import Any, ClassVar

from wire_replies import Answer, Calls, CutCall, Failure, Refusal, Reply, Words

INPUT, CACHED, OUTPUT = 900, 600, 40  # tokens of every reply
Body = dict[str, Any]
CALL_ID = "call_0001"


def failure_body(failure: Failure, spelled: dict[str, str], key: str) -> tuple[str, str]:
    return spelled[failure.kind], failure.message.format(key=key)


class Anthropic:
    """``POST /v1/messages``."""

    name = "anthropic"
    spelled: ClassVar = {
        "key": "authentication_error",
        "model": "not_found_error",
        "request": "invalid_request_error",
        "rate": "rate_limit_error",
        "server": "api_error",
        "overloaded": "overloaded_error",
    }

    def tools(self, body: Body) -> list[str]:
        return [tool["name"] for tool in body.get("tools", [])]

    def reply(self, reply: Reply, body: Body) -> Body:
        content: list[Body] = []
        stop = "end_turn"
        match reply:
            case Answer(data) if tools := self.tools(body):
                content = [{"type": "text", "text": "Let me see."}]
                content += [{"type": "tool_use", "id": CALL_ID, "name": tools[0], "input": data}]
                stop = "tool_use"
            case Answer(data):
                content = [{"type": "text", "text": json.dumps(data)}]
            case Words(text, cut):
                content = [{"type": "text", "text": text}] if text else []
                stop = "max_tokens" if cut else "end_turn"
            case CutCall():
                tool = self.tools(body)[0]
                content = [{"type": "tool_use", "id": CALL_ID, "name": tool, "input": {}}]
                stop = "max_tokens"
            case Calls(calls):
                content = [
                    {
                        "type": "tool_use",
                        "id": f"{CALL_ID}_{at}",
                        "name": name or self.tools(body)[0],
                        "input": data,
                    }
                    for at, (name, data) in enumerate(calls)
                ]
                stop = "tool_use"
            case Refusal():
                stop = "refusal"
        return {
            "id": "msg_0001",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": content,
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": {
                "input_tokens": INPUT - CACHED,
                "cache_read_input_tokens": CACHED,
                "cache_creation_input_tokens": 0,
                "output_tokens": OUTPUT,
            },
        }

    def failure(self, failure: Failure, key: str) -> tuple[int, Body]:
        kind, message = failure_body(failure, self.spelled, key)
        return failure.status, {"type": "error", "error": {"type": kind, "message": message}}


class OpenAi:
    """What both of OpenAI's interfaces share."""

    spelled: ClassVar = {
        "key": "invalid_api_key",
        "model": "model_not_found",
        "request": "unsupported_parameter",
        "rate": "rate_limit_exceeded",
        "server": "server_error",
        "overloaded": "server_error",
    }

    def failure(self, failure: Failure, key: str) -> tuple[int, Body]:
        code, message = failure_body(failure, self.spelled, key)
        error = {"message": message, "type": code, "param": None, "code": code}
        return 503 if failure.status == 529 else failure.status, {"error": error}


class OpenAiChat(OpenAi):
    """``POST /v1/chat/completions``."""

    name = "openai-chat"

    def tools(self, body: Body) -> list[str]:
        return [tool["function"]["name"] for tool in body.get("tools", [])]

    def reply(self, reply: Reply, body: Body) -> Body:
        message: Body = {"role": "assistant", "content": None, "refusal": None}
        finish = "stop"
        match reply:
            case Answer(data) if tools := self.tools(body):
                message["tool_calls"] = [self.call(tools[0], json.dumps(data))]
                finish = "tool_calls"
            case Answer(data):
                message["content"] = json.dumps(data)
            case Words(text, cut):
                message["content"] = text
                finish = "length" if cut else "stop"
            case CutCall():
                message["tool_calls"] = [self.call(self.tools(body)[0], '{"substitutions": 1, "de')]
                finish = "length"
            case Calls(calls):
                message["tool_calls"] = [
                    self.call(name or self.tools(body)[0], json.dumps(data), at)
                    for at, (name, data) in enumerate(calls)
                ]
                finish = "tool_calls"
            case Refusal(text):
                message["refusal"] = text
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": finish}
        return {
            "id": "chatcmpl-0001",
            "object": "chat.completion",
            "created": 1_790_000_000,
            "model": body["model"],
            "choices": [choice],
            "usage": {
                "prompt_tokens": INPUT,
                "completion_tokens": OUTPUT,
                "total_tokens": INPUT + OUTPUT,
                "prompt_tokens_details": {"cached_tokens": CACHED},
            },
        }

    def call(self, name: str, arguments: str, at: int = 0) -> Body:
        return {
            "id": f"{CALL_ID}_{at}",
            "type": "function",
            "function": {"name": name, "arguments": arguments},
        }


class OpenAiResponses(OpenAi):
    """``POST /v1/responses``."""

    name = "openai"

    def tools(self, body: Body) -> list[str]:
        return [tool["name"] for tool in body.get("tools") or []]

    def reply(self, reply: Reply, body: Body) -> Body:
        output: list[Body] = []
        cut = isinstance(reply, CutCall)
        match reply:
            case Answer(data) if tools := self.tools(body):
                output = [self.call(tools[0], json.dumps(data))]
            case Answer(data):
                output = [self.message({"type": "output_text", "text": json.dumps(data)})]
            case Words(text, cut):
                output = [self.message({"type": "output_text", "text": text})] if text else []
            case CutCall():
                output = [self.call(self.tools(body)[0], '{"substitutions": 1, "de')]
            case Calls(calls):
                output = [
                    self.call(name or self.tools(body)[0], json.dumps(data), at)
                    for at, (name, data) in enumerate(calls)
                ]
            case Refusal(text):
                output = [self.message({"type": "refusal", "refusal": text})]
        return {
            "id": "resp_0001",
            "object": "response",
            "created_at": 1_790_000_000,
            "model": body["model"],
            "status": "incomplete" if cut else "completed",
            "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
            "error": None,
            "instructions": None,
            "metadata": {},
            "output": output,
            "parallel_tool_calls": True,
            "temperature": body.get("temperature"),
            "tool_choice": "auto",
            "tools": [],
            "top_p": 1.0,
            "usage": {
                "input_tokens": INPUT,
                "input_tokens_details": {"cached_tokens": CACHED, "cache_write_tokens": 0},
                "output_tokens": OUTPUT,
                "output_tokens_details": {"reasoning_tokens": 0},
                "total_tokens": INPUT + OUTPUT,
            },
        }

    def message(self, part: Body) -> Body:
        if part["type"] == "output_text":
            part = {**part, "annotations": []}
        return {
            "id": "msg_0001",
            "type": "message",
            "role": "assistant",
            "status": "completed",
            "content": [part],
        }

    def call(self, name: str, arguments: str, at: int = 0) -> Body:
        return {
            "id": f"fc_000{at}",
            "type": "function_call",
            "call_id": f"{CALL_ID}_{at}",
            "name": name,
            "arguments": arguments,
            "status": "completed",
        }


class Gemini:
    """``POST /v1beta/models/{model}:generateContent``."""

    name = "google"
    spelled: ClassVar = {
        "key": "UNAUTHENTICATED",
        "model": "NOT_FOUND",
        "request": "INVALID_ARGUMENT",
        "rate": "RESOURCE_EXHAUSTED",
        "server": "INTERNAL",
        "overloaded": "UNAVAILABLE",
    }

    def tools(self, body: Body) -> list[str]:
        declared = [tool.get("functionDeclarations", []) for tool in body.get("tools") or []]
        return [function["name"] for functions in declared for function in functions]

    def reply(self, reply: Reply, body: Body) -> Body:
        found: list[Body] = []
        finish = "STOP"
        match reply:
            case Answer(data) if tools := self.tools(body):
                found = [{"functionCall": {"name": tools[0], "args": data}}]
            case Answer(data):
                found = [{"text": json.dumps(data)}]
            case Words(text, cut):
                found = [{"text": text}] if text else []
                finish = "MAX_TOKENS" if cut else "STOP"
            case CutCall():
                found = [{"functionCall": {"name": self.tools(body)[0], "args": {}}}]
                finish = "MAX_TOKENS"
            case Calls(calls):
                found = [
                    {"functionCall": {"name": name or self.tools(body)[0], "args": data}}
                    for name, data in calls
                ]
            case Refusal():
                finish = "PROHIBITED_CONTENT"
        content = {"role": "model", **({"parts": found} if found else {})}
        return {
            "candidates": [{"content": content, "finishReason": finish, "index": 0}],
            "usageMetadata": {
                "promptTokenCount": INPUT,
                "cachedContentTokenCount": CACHED,
                "candidatesTokenCount": OUTPUT,
                "totalTokenCount": INPUT + OUTPUT,
            },
            "modelVersion": body["model"],
            "responseId": "response-0001",
        }

    def failure(self, failure: Failure, key: str) -> tuple[int, Body]:
        status = 503 if failure.status == 529 else failure.status
        kind, message = failure_body(failure, self.spelled, key)
        return status, {"error": {"code": status, "message": message, "status": kind}}


VENDORS = {each.name: each for each in (Anthropic(), OpenAiChat(), OpenAiResponses(), Gemini())}
