"""When the turns of a recording begin and end."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("samples", sa.Column("turn_ends_ms", sa.Text))
    op.add_column("samples", sa.Column("turn_starts_ms", sa.Text))
