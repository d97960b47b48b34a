"""The tables, as SQLAlchemy knows them; `migrations` makes them, step by step."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = [
    "batch_requests",
    "batches",
    "judgements",
    "metadata",
    "prompts",
    "semantic_wer_traces",
    "wer_metrics",
]

metadata = MetaData()


def _outcome() -> list[Column[object]]:
    """Return the columns that say what came of asking and what it cost."""
    return [
        Column("status", String(16), nullable=False),
        Column("reason", Text),
        Column("requests", Integer),
        Column("unmeasured", Integer),
        Column("input_tokens", Integer),
        Column("cache_read_tokens", Integer),
        Column("cache_write_tokens", Integer),
        Column("output_tokens", Integer),
        Column("money", Text),  # decimal US dollars as text; NULL is unknown
    ]


def _counts() -> list[Column[object]]:
    return [
        Column("wer", Float),  # NULL where there is none: unjudged, or errors over no words
        Column("substitutions", Integer),
        Column("deletions", Integer),
        Column("insertions", Integer),
        Column("reference_words", Integer),
        Column("errors", Text),
        Column("normalized_reference", Text),
        Column("normalized_hypothesis", Text),
        Column("timestamp", String(40), nullable=False),
        Column("signature_hash", String(64), nullable=False, default=""),
    ]


def _sample() -> list[Column[object]]:
    """Return the columns that name a sample; NULL would not be unique, so names are never NULL."""
    return [
        Column("id", Integer, primary_key=True),
        Column("dataset", String(255), nullable=False, server_default=""),
        Column("sample_id", String(255), nullable=False),
        Column("service_name", String(255), nullable=False),
        Column("model_name", String(255), nullable=False, default=""),
    ]


_UNIQUE = ("dataset", "sample_id", "service_name", "model_name", "signature_hash")

prompts = Table(
    "judge_prompts",
    metadata,
    Column("prompt_hash", String(64), primary_key=True),
    Column("instructions", Text, nullable=False),
)

judgements = Table(
    "judgements",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("judge", String(255), nullable=False),
    Column("protocol", String(255), nullable=False),
    Column("prompt_hash", String(64), ForeignKey("judge_prompts.prompt_hash"), nullable=False),
    Column("model", String(255), nullable=False),
    Column("address", Text),
    Column("settings", Text, nullable=False),
    Column("question", String(64), nullable=False),
    Column("sample", Integer, nullable=False),
    *_outcome(),
    Column("value", Text),
    Column("model_returned", String(255)),
    Column("sent", Text),
    Column("trace", Text),
    Column("seconds", Float),
    Column("timestamp", String(40), nullable=False),
    Index("judgements_question", "question"),
)

batches = Table(
    "judge_batches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("batch", String(255)),  # as the vendor names it; NULL while it is being sent
    Column("vendor", String(255), nullable=False),
    Column("host", String(255), nullable=False),
    Column("model", String(255), nullable=False),
    Column("owner", String(255), nullable=False),  # the process that sends it
    Column("requests", Integer, nullable=False),
    Column("timestamp", String(40), nullable=False),
)

batch_requests = Table(
    "judge_batch_requests",
    metadata,
    Column(
        "request", String(64), primary_key=True
    ),  # a digest: the answer, and what was said so far
    Column("batch_id", Integer, ForeignKey("judge_batches.id"), nullable=False),
    Column("answer", String(64), nullable=False),  # the key of the judgement that comes of it
    Index("judge_batch_requests_batch", "batch_id"),
    Index("judge_batch_requests_answer", "answer"),
)

wer_metrics = Table(
    "wer_metrics",
    metadata,
    *_sample(),
    *_counts(),
    *_outcome(),
    UniqueConstraint(*_UNIQUE, name="wer_metrics_sample"),
    Index("wer_metrics_service", "service_name"),
)

semantic_wer_traces = Table(
    "semantic_wer_traces",
    metadata,
    *_sample(),
    Column("session_id", String(64)),
    Column("conversation_trace", Text),
    Column("tool_calls", Text),
    *_counts(),
    Column("duration_ms", Integer),
    Column("num_turns", Integer, nullable=False, default=1),
    Column("model_used", String(255)),
    *_outcome(),
    UniqueConstraint(*_UNIQUE, name="semantic_wer_traces_sample"),
    Index("semantic_wer_traces_service", "service_name"),
)
