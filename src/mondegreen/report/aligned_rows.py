"""The scored utterances as pairs of words, for the layouts of other tools."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen.alignment.render import pairs
from mondegreen.alignment.run import ERRORS
from mondegreen.errors import UsageError, visible
from mondegreen.metrics.edits import EditMetric

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.alignment import Alignment
    from mondegreen.scoring.result import Result

__all__ = ["AlignedRow", "Pair", "aligned_rows", "by_speaker", "system_of"]

_BATCH: Final = 1024
_SPEAKER: Final = re.compile(r"([^-_]+)[-_].")
_WSJ: Final = re.compile(r"[0-9][0-9a-z]{2}[a-z][0-9a-z]{4}", re.IGNORECASE)
_WSJ_SPEAKER: Final = 3


class Pair(NamedTuple):
    """A word of the reference against one of the hypothesis; ``None`` where there is none on a side.

    It may be right without being equal, as an optional word that was left out.
    """

    said: str | None
    wrote: str | None
    right: bool


@dataclass(frozen=True)
class AlignedRow:
    """One utterance.

    Attributes:
        id: its name.
        speaker: from the column ``speaker``; else what is before the first ``-`` or ``_`` of
            the id, the first three letters of an id of WSJ, or ``all``.
        pairs: the words against each other; without what is not counted.
        metadata: the other columns.
    """

    id: str
    speaker: str
    pairs: tuple[Pair, ...]
    metadata: dict[str, Any]

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """Correct words, substitutions, deletions, insertions."""
        correct = sum(pair.right for pair in self.pairs)
        deletions = sum(pair.wrote is None and not pair.right for pair in self.pairs)
        insertions = sum(pair.said is None and not pair.right for pair in self.pairs)
        return correct, len(self.pairs) - correct - deletions - insertions, deletions, insertions


def aligned_rows(result: Result, layout: str) -> Iterator[AlignedRow]:
    """Yield the scored utterances in order, aligned as they were counted.

    Raises:
        UsageError: not one metric (of words, if there are several) that counts substitutions,
            deletions and insertions, or one that forgives; or the texts are not here.
    """
    if result.recipe.uses_sessions:
        raise UsageError(
            f"--to {layout} shows errors of utterances, not of sessions with several speakers; --to html or "
            "--to json shows these"
        )
    edits = [name for name, kind in result.metrics.items() if isinstance(kind, EditMetric)]
    words = [name for name in edits if result.unit_of(name).startswith("word")]
    edits = words if len(words) == 1 else edits  # next to characters the words are meant
    if len(edits) != 1:
        named = f", not of {', '.join(edits)}" if edits else ""
        raise UsageError(
            f"--to {layout} shows the errors of one metric{named}: name one, as -m wer"
        )
    name = edits[0]
    if result.metrics[name].forgives:
        raise UsageError(f"--to {layout} shows strict errors; leave out --forgive")
    scored = [row for row in range(len(result)) if result.is_scored(row)]
    for first in range(0, len(scored), _BATCH):
        rows = scored[first : first + _BATCH]
        for row, alignment in zip(rows, result.align_rows(rows, name), strict=True):
            metadata = {key: values[row] for key, values in result.metadata.items()}
            identifier = result.id(row)
            speaker = metadata.get("speaker")
            named = _speaker(identifier) if speaker in {None, ""} else str(speaker)
            yield AlignedRow(identifier, named, tuple(_pairs(alignment)), metadata)


def _pairs(alignment: Alignment) -> Iterator[Pair]:
    for said, wrote, operation in pairs(alignment.reference, alignment.hypothesis, alignment.runs):
        if operation != "ignore":
            yield Pair(said, wrote, right=operation not in ERRORS)


def system_of(result: Result) -> str:
    """Return the name of the system where a column says it, else ``hypothesis``."""
    names = {str(name) for name in result.metadata.get("system", ()) if name}
    return visible(names.pop()) if len(names) == 1 else "hypothesis"


def by_speaker(rows: Iterator[AlignedRow]) -> dict[str, list[AlignedRow]]:
    """Return the utterances of each speaker, in the order in which they are first heard.

    As for sclite, two names are one if they differ by case alone; the first one stands for both.
    """
    speakers: dict[str, list[AlignedRow]] = {}
    for row in rows:
        speakers.setdefault(row.speaker.casefold(), []).append(row)
    return {found[0].speaker: found for found in speakers.values()}


def _speaker(identifier: str) -> str:
    found = _SPEAKER.match(identifier)
    if found is not None:
        return found[1]
    return identifier[:_WSJ_SPEAKER] if _WSJ.fullmatch(identifier) else "all"
