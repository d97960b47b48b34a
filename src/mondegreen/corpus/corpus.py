"""What `read` returns: utterances, in order, each side one column."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import PairingError, UsageError, counted, visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.corpus.row_words import RowWords
    from mondegreen.corpus.table import Column

__all__ = ["Corpus"]


_NO_COLUMNS: Final = (str, bytes, type, Mapping, AbstractSet)


@dataclass(frozen=True, repr=False)
class Corpus:
    """References and hypotheses, paired per utterance.

    A text column is a ``list`` or a native column (a pyarrow ``ChunkedArray``, or the kernel's
    own for plain lines) that has ``len()``, iteration and the Arrow PyCapsule methods.

    Attributes:
        ids: one id per utterance, or ``None`` where the position is the only name.
        references: what was said; always texts.
        hypotheses: what the system wrote: a text, ``None`` where it is missing, or
            `mondegreen.types.Failed` where the system failed with a reason.
        metadata: all other columns by name, for example ``speaker``.
        source: what was read, for messages.
        alternatives: what of `mondegreen.score`'s ``alternatives`` the references have by their
            format: ``"nist"`` for ``{ a / b }`` in a trn file, ``"references"`` for several ones;
            empty for nothing.
        system: a name for what wrote the hypotheses, as that of their file; empty for none.
        left_out: what was read of the references and is no utterance, by the reason: the names or
            lines of the rows, as the segments that a stm marks as not to be scored.
        formats: the names of the formats of two files that were read; ``None`` for anything else.
        speakers: how many speakers each side names, where both have segments.
        words: of both sides what returns the words of all rows with what is known of each, as their
            times; ``None`` where only texts are known.

    Raises:
        UsageError: something that is not a column, or metadata that are no mapping of names to them.
        PairingError: columns of different lengths.

    >>> corpus = Corpus(None, ["a", "b"], ["a", None], {"speaker": ["ada", "bo"]})
    >>> len(corpus)
    2
    >>> corpus
    <Corpus of 2 utterances, columns: speaker>
    """

    ids: list[str] | None
    references: Column
    hypotheses: Column
    metadata: dict[str, list[Any]] = field(default_factory=dict)
    source: str = ""
    alternatives: str = ""
    system: str = ""
    left_out: dict[str, list[str]] = field(default_factory=dict)
    formats: tuple[str, str] | None = field(default=None, compare=False)
    speakers: tuple[int, int] = (0, 0)
    words: tuple[Callable[[], RowWords] | None, Callable[[], RowWords] | None] = field(
        default=(None, None), compare=False
    )

    def __post_init__(self) -> None:
        """Refuse what is no column, and different lengths, which would pair the wrong texts."""
        if not isinstance(self.metadata, Mapping):
            raise UsageError(
                f"metadata={self.metadata!r:.60}: expected a mapping of names to columns, such as "
                "{'speaker': values}"
            )
        for name in ("source", "system"):
            if not isinstance(value := getattr(self, name), str):
                raise UsageError(f"{name}={value!r:.60}: expected a text")
        columns = {"hypotheses": self.hypotheses, **_named(self.metadata)}
        if self.ids is not None:
            columns["ids"] = self.ids
        for name, column in {"references": self.references, **columns}.items():
            if isinstance(column, _NO_COLUMNS) or not hasattr(column, "__len__"):
                kind = type(column).__name__
                raise UsageError(f"{name} are of type {kind}; expected a list, or an Arrow column")
            if len(column) != len(self):
                raise PairingError(
                    f"references: {len(self)}, {name}: {len(column)}; every utterance needs "
                    "exactly one of each"
                )

    def __len__(self) -> int:
        """Return the number of utterances."""
        return len(self.references)

    def __repr__(self) -> str:
        """Say how many utterances there are and what is known of them, without their texts."""
        columns = f", columns: {', '.join(map(visible, self.metadata))}" if self.metadata else ""
        source = f", from {visible(self.source)}" if self.source else ""
        return f"<Corpus of {counted(len(self), 'utterance')}{columns}{source}>"


def _named(metadata: Mapping[Any, Any]) -> dict[str, Any]:
    for name in metadata:
        if not isinstance(name, str):
            raise UsageError(f"a column is named {name!r:.60}; expected a text, such as 'speaker'")
    return dict(metadata)
