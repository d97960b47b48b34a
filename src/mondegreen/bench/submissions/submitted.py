"""Which systems were submitted: what is known of them is what their vendor says, and nobody here measured it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.store.text_type import document

if TYPE_CHECKING:
    from mondegreen.store import Store

__all__ = ["MARK", "SUBMITTED", "submitted"]

SUBMITTED: Final = "submission"
"""What the options and calls of such a system say of where they were imported from."""

MARK: Final = "submitted, not measured here"


def submitted(store: Store) -> frozenset[str]:
    """Return the names of the submitted systems of a store."""
    return frozenset(
        each["system"]
        for each in store.observations.systems()
        if document(each["options"]).get("imported") == SUBMITTED
    )
