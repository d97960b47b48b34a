"""Observations and evaluations: datasets, samples, systems, runs, references, results, events.

The tables of scored samples become views of ``evaluations``, in which nothing takes the place of
an earlier row. What they held is there, in its order.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_SAMPLE = ("dataset", "sample_id", "service_name", "model_name")
_COUNTS = (
    *("wer", "substitutions", "deletions", "insertions", "reference_words", "errors"),
    *("normalized_reference", "normalized_hypothesis", "timestamp", "signature_hash"),
    *("status", "reason", "requests", "unmeasured", "input_tokens", "cache_read_tokens"),
    *("cache_write_tokens", "output_tokens", "money"),
)
_BENCH = (
    *("system", "repeat", "result_id", "metric", "signature", "ground_truth_version", "judge"),
    *("prompt_hash", "statistics"),
)
_TRACE = (
    *("session_id", "conversation_trace", "tool_calls", "duration_ms", "num_turns", "model_used"),
)
_KEY = (*_SAMPLE, "signature_hash", "system", "repeat")


def upgrade() -> None:
    """Make the tables, move what is there, and put the views in its place."""
    _make_observations()
    _make_evaluations()
    for kind, table, more in (
        ("rate", "wer_metrics", ()),
        ("trace", "semantic_wer_traces", _TRACE),
    ):
        moved = ", ".join((*_SAMPLE, *_COUNTS, *more))
        op.execute(
            f"INSERT INTO evaluations (kind, metric, {moved}) "  # noqa: S608 - our own names
            f"SELECT '{kind}', 'semantic-wer', {moved} FROM {table} ORDER BY id"
        )
        op.drop_table(table)
        shown = ", ".join(f"e.{name}" for name in ("id", *_SAMPLE, *_COUNTS, *_BENCH, *more))
        same = " AND ".join(f"n.{name} = e.{name}" for name in _KEY)
        op.execute(
            f"CREATE VIEW {table} AS SELECT {shown} FROM evaluations e "  # noqa: S608 - as above
            f"WHERE e.kind = '{kind}' AND NOT EXISTS (SELECT 1 FROM evaluations n "
            f"WHERE n.kind = '{kind}' AND {same} AND n.id > e.id)"
        )


def _make_observations() -> None:
    name, long = sa.String(255), sa.Text
    op.create_table(
        "datasets",
        sa.Column("dataset", name, primary_key=True),
        sa.Column("name", name, nullable=False),
        sa.Column("manifest", long),
        sa.Column("config_snapshot", long),
        sa.Column("timestamp", sa.String(40), nullable=False),
    )
    op.create_table(
        "samples",
        sa.Column("dataset", name, primary_key=True),
        sa.Column("sample_id", name, primary_key=True),
        sa.Column("audio_path", long),
        sa.Column("duration_seconds", sa.Float),
        sa.Column("language", sa.String(32), server_default="eng"),
        sa.Column("dataset_index", sa.Integer),
        sa.Column("sha256", sa.String(64)),
        sa.Column("licence", long),
        sa.Column("source", long),
        sa.Column("speech_end_ms", sa.Float),
        sa.Column("speech_end_detector", name),
        sa.Column("status", sa.String(16), nullable=False, server_default="ok"),
        sa.Column("reason", long),
    )
    op.create_table(
        "systems",
        sa.Column("system", name, primary_key=True),
        sa.Column("provider", name, nullable=False),
        sa.Column("model_name", name, nullable=False, server_default=""),
        sa.Column("options", long, nullable=False),
        sa.Column("timestamp", sa.String(40), nullable=False),
    )
    op.create_table(
        "runs",
        sa.Column("run_id", sa.String(64), primary_key=True),
        sa.Column("started_at", sa.String(40)),
        sa.Column("completed_at", sa.String(40)),
        sa.Column("services", long),
        sa.Column("num_samples", sa.Integer),
        sa.Column("config_snapshot", long),
    )
    op.create_table(
        "ground_truth",
        sa.Column("dataset", name, primary_key=True),
        sa.Column("sample_id", name, primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("text", long, nullable=False),
        sa.Column("model_used", long),
        sa.Column("generated_at", sa.String(40)),
        sa.Column("verified_by", long),
        sa.Column("verified_at", sa.String(40)),
        sa.Column("original_text", long),
    )
    op.create_table(
        "results",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("dataset", name, nullable=False),
        sa.Column("sample_id", name, nullable=False),
        sa.Column("system", name, nullable=False),
        sa.Column("repeat", sa.Integer, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("service_name", name, nullable=False),
        sa.Column("model_name", name, nullable=False, server_default=""),
        sa.Column("run_id", sa.String(64)),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("ttfb_seconds", sa.Float),
        sa.Column("seconds", sa.Float),
        sa.Column("cpu_seconds", sa.Float),
        sa.Column("retries", sa.Integer),
        sa.Column("host", long),
        sa.Column("transcription", long),
        sa.Column("words", long),
        sa.Column("language", sa.String(32)),
        sa.Column("audio_duration_seconds", sa.Float),
        sa.Column("money", long),
        sa.Column("conditions", long),
        sa.Column("raw", long),
        sa.Column("timestamp", sa.String(40), nullable=False),
        sa.Column("error", long),
        sa.UniqueConstraint(
            *("dataset", "system", "repeat", "sample_id", "attempt"), name="results_observation"
        ),
    )
    op.create_index("results_service", "results", ["service_name"])
    op.create_index("results_sample", "results", ["sample_id"])
    op.create_table(
        "claims",
        sa.Column("dataset", name, primary_key=True),
        sa.Column("sample_id", name, primary_key=True),
        sa.Column("system", name, primary_key=True),
        sa.Column("repeat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("owner", name, nullable=False),
        sa.Column("beat", sa.Float, nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("result_id", sa.Integer, sa.ForeignKey("results.id"), nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("audio_seconds", sa.Float),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("text", long),
        sa.Column("final", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("events_result", "events", ["result_id"])


def _make_evaluations() -> None:
    name, long = sa.String(255), sa.Text
    numbers = ("requests", "unmeasured", "input_tokens", "cache_read_tokens")
    op.create_table(
        "evaluations",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("dataset", name, nullable=False, server_default=""),
        sa.Column("sample_id", name, nullable=False),
        sa.Column("service_name", name, nullable=False),
        sa.Column("model_name", name, nullable=False, server_default=""),
        sa.Column("wer", sa.Float),
        sa.Column("substitutions", sa.Integer),
        sa.Column("deletions", sa.Integer),
        sa.Column("insertions", sa.Integer),
        sa.Column("reference_words", sa.Integer),
        sa.Column("errors", long),
        sa.Column("normalized_reference", long),
        sa.Column("normalized_hypothesis", long),
        sa.Column("timestamp", sa.String(40), nullable=False),
        sa.Column("signature_hash", sa.String(64), nullable=False, server_default=""),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("reason", long),
        *(sa.Column(each, sa.Integer) for each in numbers),
        sa.Column("cache_write_tokens", sa.Integer),
        sa.Column("output_tokens", sa.Integer),
        sa.Column("money", long),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("system", name, nullable=False, server_default=""),
        sa.Column("repeat", sa.Integer, nullable=False, server_default="0"),
        sa.Column("result_id", sa.Integer),
        sa.Column("metric", sa.String(64), nullable=False, server_default=""),
        sa.Column("signature", long),
        sa.Column("ground_truth_version", sa.Integer, nullable=False, server_default="0"),
        sa.Column("judge", name),
        sa.Column("prompt_hash", sa.String(64)),
        sa.Column("statistics", long),
        sa.Column("session_id", sa.String(64)),
        sa.Column("conversation_trace", long),
        sa.Column("tool_calls", long),
        sa.Column("duration_ms", sa.Integer),
        sa.Column("num_turns", sa.Integer),
        sa.Column("model_used", name),
    )
    op.create_index(
        "evaluations_key",
        "evaluations",
        [
            *("kind", "dataset", "sample_id", "service_name", "model_name", "signature_hash"),
            *("system", "repeat", "id"),
        ],
    )
    op.create_index("evaluations_result", "evaluations", ["result_id"])
