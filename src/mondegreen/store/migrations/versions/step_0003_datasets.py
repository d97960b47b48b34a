"""Samples of several data sets: an id alone names none. What is there is of a data set without a name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_KEY = ["dataset", "sample_id", "service_name", "model_name", "signature_hash"]


def upgrade() -> None:
    """Add the column, and make it part of the key."""
    for table in ("wer_metrics", "semantic_wer_traces"):
        before = f"{table}_before"  # for SQLite, which gave the constraint no name
        (unique,) = sa.inspect(op.get_bind()).get_unique_constraints(table)
        with op.batch_alter_table(table, naming_convention={"uq": before}) as changes:
            changes.add_column(
                sa.Column("dataset", sa.String(255), nullable=False, server_default="")
            )
            changes.drop_constraint(unique["name"] or before, type_="unique")
            changes.create_unique_constraint(f"{table}_sample", _KEY)
