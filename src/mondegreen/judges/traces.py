"""The trace of an exchange: every message as JSON, or only its shape where texts are not kept."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mondegreen.services.addresses import bare
from mondegreen.services.secrets import without_secrets

if TYPE_CHECKING:
    from mondegreen.judges.question import Question

__all__ = ["trace_of", "without_texts"]

# What a trace keeps of itself when texts are not kept: names, kinds, numbers and times.
_SHAPE = frozenset({
    "kind", "part_kind", "tool_name", "tool_call_id", "outcome", "finish_reason", "model_name",
    "provider_name", "timestamp", "state", "cause", "provider_response_id",
})  # fmt: skip


def trace_of(messages: Any, question: Question[Any], *, keep_texts: bool = True) -> str:
    """Return the messages as JSON, lossless except for the instructions.

    These are the same in every question of a judge; a trace names them by ``prompt_hash``, and the
    store has them once. pydantic-ai's ``ModelMessagesTypeAdapter`` reads the messages back.

    Args:
        messages: pydantic-ai's.
        question: whose instructions they begin with.
        keep_texts: whether to keep what was said.
    """
    from pydantic_ai.messages import ModelMessagesTypeAdapter  # loaded with the model

    data = ModelMessagesTypeAdapter.dump_python(messages, mode="json")
    for message in data:
        if message.get("instructions") is not None:
            message["instructions"] = f"sha256:{question.prompt_hash}"
        if message.get("provider_url"):
            message["provider_url"] = bare(message["provider_url"])
    if not keep_texts:
        data = without_texts(data)
    return without_secrets(json.dumps(data, ensure_ascii=False, separators=(",", ":")))


def without_texts(value: Any, name: str = "") -> Any:
    """Return a trace with every text replaced by its length.

    Names, kinds, numbers and times stay, so a trace still shows what was called, and how often. A
    digest would not do: whoever has it can try names and numbers until one fits.

    >>> without_texts([{"part_kind": "text", "content": "card or car"}])
    [{'part_kind': 'text', 'content': '11 characters'}]
    """
    if isinstance(value, dict):
        return {key: without_texts(each, key) for key, each in value.items()}
    if isinstance(value, list):
        return [without_texts(each, name) for each in value]
    if isinstance(value, str) and name not in _SHAPE and not value.startswith("sha256:"):
        return f"{len(value)} characters"
    return value
