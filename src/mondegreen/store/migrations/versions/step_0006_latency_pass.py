"""Observations that were made to measure speed are marked; those that are there were not."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column, with an index of who has what, so that long texts are not read for it."""
    mark = sa.Column("latency_pass", sa.Integer, nullable=False, server_default="0")
    op.add_column("results", mark)
    columns = ["dataset", "latency_pass", "system", "run_id", "status"]
    op.create_index("results_pass", "results", columns)
