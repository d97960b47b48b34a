"""What the store keeps of samples that ``semantic-wer`` scored: a rate per row, and conversations."""

from __future__ import annotations

import json
import math
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from uuid import UUID

from mondegreen.judges.semantic_wer import words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.judges.answer import Answer
    from mondegreen.judges.asker import Asker
    from mondegreen.judges.metric import JudgedMetric, Judgement
    from mondegreen.judges.pair import Pair

__all__ = ["conversation", "rows"]

_KINDS = ("substitutions", "deletions", "insertions")
_SERVICES = ("service_name", "system", "provider")
_NO_NAME = "hypotheses"
_DIGITS = 16  # of a digest that identifies texts
Rows = tuple[list[dict[str, Any]], list[dict[str, Any]]]


def rows(
    metric: JudgedMetric,
    pin: str,
    pairs: Sequence[Pair],
    found: Sequence[Judgement],
    asker: Asker,
) -> Rows:
    """Return the rows of ``wer_metrics`` and of ``semantic_wer_traces``.

    The service is the column ``service_name``, ``system`` or ``provider`` of the data, the model
    its column ``model_name``, the data set its column ``dataset``. Where there is no such column,
    the texts identify them: two systems, or two data sets, are never taken for one.
    """
    dataset = _digest((pair.id or str(pair.row + 1), pair.reference) for pair in pairs)
    wrote = _digest((pair.hypothesis,) for pair in pairs)
    keep_texts = asker.judging.keep_texts
    texts = zip(*words_of(pairs), strict=True)
    signature = sha256(f"{metric.name}@{metric.version}|{pin}".encode()).hexdigest()
    wer: list[dict[str, Any]] = []
    traces: list[dict[str, Any]] = []
    for pair, one, (said, heard) in zip(pairs, found, texts, strict=True):
        detail = one.detail or {}
        row = {
            "sample_id": pair.id or str(pair.row + 1),
            "dataset": str(pair.metadata.get("dataset") or dataset),
            "service_name": _named(pair) or f"{pair.system or _NO_NAME}@{wrote}",
            "model_name": str(pair.metadata.get("model_name") or ""),
            "signature_hash": signature,
            "metric": metric.name,
            "status": one.status,
            "reason": one.reason or None,
            **_counts(metric, one, len(said), len(heard)),
        }
        if keep_texts:
            errors = detail.get("errors", detail.get("differences"))
            seen = asker.texts(pair) if asker.judging.redact else None
            row |= {
                "errors": None if seen or not errors else json.dumps(errors, ensure_ascii=False),
                "normalized_reference": detail.get(
                    "normalized_reference", None if seen else " ".join(said)
                ),
                "normalized_hypothesis": detail.get(
                    "normalized_hypothesis", None if seen else " ".join(heard)
                ),
            }
        answer: Answer[Any] | None = one.kept.get("answer")
        wer.append({**row, **_usage(answer)})
        if answer is not None:
            named = f"{signature}|{pair.id}|{pair.row}"
            traces.append({**row, **conversation(answer, named)})
    return wer, traces


def _named(pair: Pair) -> str:
    """Return the service that the data name, or nothing."""
    named = (pair.metadata.get(name) for name in _SERVICES)
    return next((str(name) for name in named if name), "")


def _digest(rows: Iterable[tuple[str, ...]]) -> str:
    """Return a digest of texts, which depends on where each begins and ends."""
    found = sha256()
    for row in rows:
        for text in row:
            data = text.encode("utf-8", "surrogatepass")
            found.update(b"%d:" % len(data) + data)
    return found.hexdigest()[:_DIGITS]


def _counts(metric: JudgedMetric, one: Judgement, said: int, heard: int) -> dict[str, Any]:
    if one.counts is None:
        return {"wer": None}
    value = float(metric.value(one.counts))
    usual = {"substitutions": 0, "deletions": said, "insertions": heard if not said else 0}
    kinds = {kind: one.kept.get(kind, usual[kind]) for kind in _KINDS}
    return {
        "wer": value if math.isfinite(value) else None,
        "reference_words": one.counts[1],
        **kinds,
    }


def _usage(answer: Answer[Any] | None) -> dict[str, Any]:
    if answer is None:
        return {}
    money = None if answer.money is None else str(answer.money)
    return {**answer.usage.to_json(), "money": money}


def conversation(answer: Answer[Any], named: str) -> dict[str, Any]:
    """Return the columns of a trace; the session is named by what was asked, not by chance."""
    digest = sha256(named.encode("utf-8", "surrogatepass")).digest()
    return {
        **_usage(answer),
        "session_id": str(UUID(bytes=digest[:16], version=4)),
        "conversation_trace": answer.trace,
        "tool_calls": json.dumps(_tool_calls(answer.trace), ensure_ascii=False),
        "duration_ms": round(1000 * answer.seconds),
        "num_turns": max(1, answer.usage.requests),
        "model_used": answer.model,
    }


def _tool_calls(trace: str | None) -> list[dict[str, Any]]:
    """Return every call of a tool in a trace: turn, id, name, input and output."""
    calls: dict[str, dict[str, Any]] = {}
    turn = 0
    for message in json.loads(trace) if trace else ():
        turn += message.get("kind") == "response"
        for part in message.get("parts", ()):
            key = str(part.get("tool_call_id"))
            if part.get("part_kind") == "tool-call":
                calls[f"{turn} {key}"] = {
                    "turn": turn,
                    "tool_id": key,
                    "name": part.get("tool_name"),
                    "input": part.get("args"),
                    "output": None,
                }
            elif part.get("part_kind") == "tool-return" and f"{turn} {key}" in calls:
                calls[f"{turn} {key}"]["output"] = part.get("content")
    return list(calls.values())
