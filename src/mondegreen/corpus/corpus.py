"""What `read` returns: utterances, in order, each side one column."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mondegreen.errors import PairingError

if TYPE_CHECKING:
    from mondegreen.corpus.table import Column

__all__ = ["Corpus"]


@dataclass(frozen=True)
class Corpus:
    """References and hypotheses that go together, utterance by utterance.

    A text column is a ``list`` or a native column (a pyarrow ``ChunkedArray``, or the kernel's
    own for plain lines) that has ``len()``, iteration and the Arrow PyCapsule methods.

    Attributes:
        ids: one id an utterance, or ``None`` where the position is the only name.
        references: what was said; always texts.
        hypotheses: what the system wrote: a text, ``None`` where it is missing, or
            `mondegreen.types.Failed` where the system failed with a reason.
        metadata: all other columns by name, for example ``speaker``.
        source: what was read, for messages.

    >>> len(Corpus(None, ["a", "b"], ["a", None]))
    2
    """

    ids: list[str] | None
    references: Column
    hypotheses: Column
    metadata: dict[str, list[Any]] = field(default_factory=dict)
    source: str = ""

    def __post_init__(self) -> None:
        """Refuse columns of different lengths, which would pair the wrong texts."""
        columns = {"hypotheses": self.hypotheses, **self.metadata}
        if self.ids is not None:
            columns["ids"] = self.ids
        for name, column in columns.items():
            if len(column) != len(self):
                raise PairingError(
                    f"references: {len(self)}, {name}: {len(column)}; every utterance needs "
                    "exactly one of each"
                )

    def __len__(self) -> int:
        """Return the number of utterances."""
        return len(self.references)
