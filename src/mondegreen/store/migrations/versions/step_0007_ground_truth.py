"""Runs of references: what was drafted, edited and reviewed, and which version came of which run."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the table of records; references that a run brought are told from those of a manifest."""
    name = sa.String(255)
    op.create_table(
        "ground_truth_records",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("dataset", name, nullable=False),
        sa.Column("run_id", name, nullable=False),
        sa.Column("notes", sa.Integer, nullable=False),
        sa.Column("type", sa.String(32), nullable=False),
        sa.Column("sample_id", name),
        sa.Column("record", sa.Text, nullable=False),
    )
    op.create_index("ground_truth_records_run", "ground_truth_records", ["dataset", "run_id", "id"])
    op.add_column("ground_truth", sa.Column("run_id", name))
    op.add_column("ground_truth", sa.Column("queue", sa.String(32)))
    op.execute(
        "UPDATE ground_truth SET run_id = 'imported' WHERE version > 1 AND model_used IS NOT NULL"
    )
