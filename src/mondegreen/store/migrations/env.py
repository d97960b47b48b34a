"""Run by Alembic: applies the steps on the connection that the store hands over."""

from __future__ import annotations

from alembic import context

from mondegreen.store.tables import metadata


def apply() -> None:
    """Apply the steps that are asked for, in the transaction that the store began."""
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=metadata)
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # only there while Alembic runs this file
    apply()
