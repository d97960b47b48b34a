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
    "claims",
    "datasets",
    "evaluations",
    "events",
    "ground_truth",
    "ground_truth_records",
    "judge_claims",
    "judgements",
    "metadata",
    "prompts",
    "results",
    "runs",
    "samples",
    "semantic_wer_traces",
    "systems",
    "wer_metrics",
]

metadata = MetaData()
_views = MetaData()  # what the steps make as views is no table for Alembic


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

judge_claims = Table(
    "judge_claims",
    metadata,
    Column("key", String(64), primary_key=True),  # of the judgement that is to come
    Column("owner", String(255), nullable=False),  # the process that asks
    Column("beat", Integer, nullable=False),  # how often it was heard of
)

datasets = Table(
    "datasets",
    metadata,
    Column("dataset", String(255), primary_key=True),  # name and digest; another cut has another id
    Column("name", String(255), nullable=False),
    Column("manifest", Text),  # the file it was made of
    Column("config_snapshot", Text),
    Column("timestamp", String(40), nullable=False),
)

samples = Table(
    "samples",
    metadata,
    Column("dataset", String(255), primary_key=True),
    Column("sample_id", String(255), primary_key=True),
    Column("audio_path", Text),
    Column("duration_seconds", Float),
    Column("language", String(32), server_default="eng"),
    Column("dataset_index", Integer),
    Column("sha256", String(64)),
    Column("licence", Text),
    Column("source", Text),
    Column("speech_end_ms", Float),
    Column("speech_end_detector", String(255)),
    Column("turn_ends_ms", Text),  # a list in JSON; NULL if unknown
    Column("turn_starts_ms", Text),
    Column("status", String(16), nullable=False, server_default="ok"),
    Column("reason", Text),  # why a clip cannot be used
)

systems = Table(
    "systems",
    metadata,
    Column("system", String(255), primary_key=True),
    Column("provider", String(255), nullable=False),
    Column("model_name", String(255), nullable=False, server_default=""),
    Column("options", Text, nullable=False),
    Column("timestamp", String(40), nullable=False),
)

runs = Table(
    "runs",
    metadata,
    Column("run_id", String(64), primary_key=True),
    Column("started_at", String(40)),
    Column("completed_at", String(40)),
    Column("services", Text),
    Column("num_samples", Integer),
    Column("config_snapshot", Text),
)

ground_truth = Table(
    "ground_truth",
    metadata,
    Column("dataset", String(255), primary_key=True),
    Column("sample_id", String(255), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),  # the newest is current
    Column("text", Text, nullable=False),
    Column("model_used", Text),
    Column("generated_at", String(40)),
    Column("verified_by", Text),
    Column("verified_at", String(40)),
    Column("original_text", Text),
    Column("run_id", String(255)),  # which run brought it; NULL if it came with the dataset
    Column("queue", String(32)),  # of doubtful ones, in which it was verified; NULL outside of one
)

ground_truth_records = Table(
    "ground_truth_records",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("dataset", String(255), nullable=False),
    Column("run_id", String(255), nullable=False),
    Column("notes", Integer, nullable=False),  # 0 of the run's file, 1 of the file of its notes
    Column("type", String(32), nullable=False),
    Column("sample_id", String(255)),
    Column("record", Text, nullable=False),  # the line of JSON
    Index("ground_truth_records_run", "dataset", "run_id", "id"),
)

_OBSERVED = ("dataset", "system", "repeat", "sample_id")

results = Table(
    "results",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("dataset", String(255), nullable=False),
    Column("sample_id", String(255), nullable=False),
    Column("system", String(255), nullable=False),
    Column("repeat", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),  # the newest is current
    Column("service_name", String(255), nullable=False),
    Column("model_name", String(255), nullable=False, server_default=""),
    Column("run_id", String(64)),
    Column("status", String(16), nullable=False),  # "ok", or the kind of the failure
    Column("ttfb_seconds", Float),
    Column("seconds", Float),  # of the attempt that counted
    Column("cpu_seconds", Float),  # of all processors, on this machine
    Column("retries", Integer),
    Column("host", Text),  # who was asked; NULL on this machine
    Column("transcription", Text),
    Column("words", Text),
    Column("language", String(32)),
    Column("audio_duration_seconds", Float),
    Column("money", Text),  # decimal US dollars as text; NULL is unknown
    Column("conditions", Text),
    Column("raw", Text),
    Column("timestamp", String(40), nullable=False),
    Column("error", Text),
    Column("latency_pass", Integer, nullable=False, server_default="0"),  # 1: to measure speed
    UniqueConstraint(*_OBSERVED, "attempt", name="results_observation"),
    Index("results_service", "service_name"),
    Index("results_sample", "sample_id"),
    Index("results_pass", "dataset", "latency_pass", "system", "run_id", "status"),
)

claims = Table(
    "claims",
    metadata,
    Column("dataset", String(255), primary_key=True),
    Column("sample_id", String(255), primary_key=True),
    Column("system", String(255), primary_key=True),
    Column("repeat", Integer, primary_key=True, autoincrement=False),
    Column("owner", String(255), nullable=False),  # the process that makes the call
    Column("beat", Float, nullable=False),  # when it was last heard of, in seconds of the epoch
)

events = Table(
    "events",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("result_id", Integer, ForeignKey("results.id"), nullable=False),
    Column("seconds", Float, nullable=False),  # since the call began
    Column("audio_seconds", Float),  # how much audio had been sent
    Column("kind", String(32), nullable=False),
    Column("text", Text),
    Column("final", Integer, nullable=False, server_default="0"),
    Column("segment", Integer),  # of the transcript, in its order
    Column("words", Text),  # with their times, as in results
    Index("events_result", "result_id"),
)


def _evaluation() -> list[Column[object]]:
    """Return the columns of an evaluation; a name that is not known is empty, never NULL."""
    return [
        Column("id", Integer, primary_key=True),
        Column("dataset", String(255), nullable=False, server_default=""),
        Column("sample_id", String(255), nullable=False),
        Column("service_name", String(255), nullable=False),
        Column("model_name", String(255), nullable=False, server_default=""),
        Column("wer", Float),  # NULL where there is none: unjudged, or errors over no words
        Column("substitutions", Integer),
        Column("deletions", Integer),
        Column("insertions", Integer),
        Column("reference_words", Integer),
        Column("errors", Text),
        Column("normalized_reference", Text),
        Column("normalized_hypothesis", Text),
        Column("timestamp", String(40), nullable=False),
        Column("signature_hash", String(64), nullable=False, server_default=""),
        *_outcome(),
    ]


def _of_bench() -> list[Column[object]]:
    """Return the columns of what was observed and how it was evaluated."""
    return [
        Column("system", String(255), nullable=False, server_default=""),
        Column("repeat", Integer, nullable=False, server_default="0"),
        Column("result_id", Integer),  # NULL where the sample came from a file
        Column("metric", String(64), nullable=False, server_default=""),
        Column("signature", Text),
        Column("ground_truth_version", Integer, nullable=False, server_default="0"),
        Column("judge", String(255)),
        Column("prompt_hash", String(64)),
        Column("statistics", Text),  # all counts of the metric, by name
    ]


def _conversation() -> list[Column[object]]:
    return [
        Column("session_id", String(64)),
        Column("conversation_trace", Text),
        Column("tool_calls", Text),
        Column("duration_ms", Integer),
        Column("num_turns", Integer),
        Column("model_used", String(255)),
    ]


_KEY = ("kind", "dataset", "sample_id", "service_name", "model_name", "signature_hash")

evaluations = Table(
    "evaluations",
    metadata,
    *_evaluation(),
    Column("kind", String(8), nullable=False),  # "rate", or "trace" with its conversation
    *_of_bench(),
    *_conversation(),
    Index("evaluations_key", *_KEY, "system", "repeat", "id"),
    Index("evaluations_result", "result_id"),
)

wer_metrics = Table("wer_metrics", _views, *_evaluation(), *_of_bench())

semantic_wer_traces = Table(
    "semantic_wer_traces", _views, *_evaluation(), *_of_bench(), *_conversation()
)
