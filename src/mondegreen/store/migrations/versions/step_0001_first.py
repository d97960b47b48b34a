"""The first shape: judgements, their prompts, and the tables of scored samples.

A step is never changed once it was released; `tables` may move on, this file does not.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "judge_prompts",
        sa.Column("prompt_hash", sa.String(64), primary_key=True),
        sa.Column("instructions", sa.Text, nullable=False),
    )
    op.create_table(
        "judgements",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("judge", sa.String(255), nullable=False),
        sa.Column("protocol", sa.String(255), nullable=False),
        sa.Column(
            "prompt_hash",
            sa.String(64),
            sa.ForeignKey("judge_prompts.prompt_hash"),
            nullable=False,
        ),
        sa.Column("model", sa.String(255), nullable=False),
        sa.Column("address", sa.Text),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("question", sa.String(64), nullable=False),
        sa.Column("sample", sa.Integer, nullable=False),
        *_outcome(),
        sa.Column("value", sa.Text),
        sa.Column("model_returned", sa.String(255)),
        sa.Column("sent", sa.Text),
        sa.Column("trace", sa.Text),
        sa.Column("seconds", sa.Float),
        sa.Column("timestamp", sa.String(40), nullable=False),
    )
    op.create_index("judgements_question", "judgements", ["question"])
    op.create_table("wer_metrics", *_sample(), *_counts(), *_outcome(), _unique())
    op.create_index("wer_metrics_service", "wer_metrics", ["service_name"])
    op.create_table(
        "semantic_wer_traces",
        *_sample(),
        sa.Column("session_id", sa.String(64)),
        sa.Column("conversation_trace", sa.Text),
        sa.Column("tool_calls", sa.Text),
        *_counts(),
        sa.Column("duration_ms", sa.Integer),
        sa.Column("num_turns", sa.Integer, nullable=False),
        sa.Column("model_used", sa.String(255)),
        *_outcome(),
        _unique(),
    )
    op.create_index("semantic_wer_traces_service", "semantic_wer_traces", ["service_name"])


def _sample() -> list[sa.Column[object]]:
    return [
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("sample_id", sa.String(255), nullable=False),
        sa.Column("service_name", sa.String(255), nullable=False),
        sa.Column("model_name", sa.String(255), nullable=False),
    ]


def _counts() -> list[sa.Column[object]]:
    return [
        sa.Column("wer", sa.Float),
        sa.Column("substitutions", sa.Integer),
        sa.Column("deletions", sa.Integer),
        sa.Column("insertions", sa.Integer),
        sa.Column("reference_words", sa.Integer),
        sa.Column("errors", sa.Text),
        sa.Column("normalized_reference", sa.Text),
        sa.Column("normalized_hypothesis", sa.Text),
        sa.Column("timestamp", sa.String(40), nullable=False),
        sa.Column("signature_hash", sa.String(64), nullable=False),
    ]


def _outcome() -> list[sa.Column[object]]:
    return [
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("requests", sa.Integer),
        sa.Column("unmeasured", sa.Integer),
        sa.Column("input_tokens", sa.Integer),
        sa.Column("cache_read_tokens", sa.Integer),
        sa.Column("cache_write_tokens", sa.Integer),
        sa.Column("output_tokens", sa.Integer),
        sa.Column("money", sa.Text),
    ]


def _unique() -> sa.UniqueConstraint:
    return sa.UniqueConstraint("sample_id", "service_name", "model_name", "signature_hash")
