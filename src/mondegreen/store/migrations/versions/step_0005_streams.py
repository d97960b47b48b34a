"""Events of streams: which segment of the transcript an event is about, and the times of its words."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("events", sa.Column("segment", sa.Integer))
    op.add_column("events", sa.Column("words", sa.Text))
