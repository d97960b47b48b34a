"""Batches that were sent to a vendor and not yet fetched."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "judge_batches",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("batch", sa.String(255)),
        sa.Column("vendor", sa.String(255), nullable=False),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("model", sa.String(255), nullable=False),
        sa.Column("owner", sa.String(255), nullable=False),
        sa.Column("requests", sa.Integer, nullable=False),
        sa.Column("timestamp", sa.String(40), nullable=False),
    )
    op.create_table(
        "judge_batch_requests",
        sa.Column("request", sa.String(64), primary_key=True),
        sa.Column("batch_id", sa.Integer, sa.ForeignKey("judge_batches.id"), nullable=False),
        sa.Column("answer", sa.String(64), nullable=False),
    )
    op.create_index("judge_batch_requests_batch", "judge_batch_requests", ["batch_id"])
    op.create_index("judge_batch_requests_answer", "judge_batch_requests", ["answer"])
