"""What differs turn by turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mondegreen.calls.folding import Folding
from mondegreen.calls.redactions import compare_parts, parts_of
from mondegreen.calls.turns import align_turns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.calls.outcome import Difference
    from mondegreen.calls.side import Side
    from mondegreen.calls.turns import Group
    from mondegreen.metrics.phonetic_wer import PhoneticWordErrorRate

__all__ = ["ScoredTurn", "score_turns"]


@dataclass(frozen=True, slots=True)
class ScoredTurn:
    """Turns that belong together, and what differs in them.

    Attributes:
        group: which turns, by their places among those of the side.
        by: what decided it, ``time`` or ``words``.
        reference: what was said, as it was written.
        hypothesis: what was heard, as it was written.
        counts: hits, substitutions, deletions and insertions by the method ``library``.
        differences: the words that differ, as they were compared.
    """

    group: Group
    by: str
    reference: str
    hypothesis: str
    counts: tuple[int, int, int, int]
    differences: tuple[Difference, ...]


def score_turns(
    sides: Sequence[Side], metric: PhoneticWordErrorRate, fold: Folding | None = None
) -> dict[str, list[ScoredTurn]]:
    """Align the turns of each side and count their errors, by call.

    A turn without words, which belongs to none, is left out.
    A missing turn is all deletions and an extra one all insertions, so the turns of a call have
    at least as many errors as the call, which is aligned as a whole.
    """
    plain: list[tuple[str, Group, str, str, str]] = []
    there = [side for side in sides if not side.missing]
    fold = fold or Folding()
    for side in there:
        texts = [[turn.text for turn in turns] for turns in (side.reference, side.hypothesis)]
        folded = fold(texts[0]), fold(texts[1])
        groups, by = align_turns(side.reference, side.hypothesis, folded)
        for group in groups:
            if group.kind in {"missing", "extra"} and not _words(group, folded):
                continue  # nobody said anything, so nothing of it is missing or too much
            said = " ".join(texts[0][n] for n in group.reference)
            heard = " ".join(texts[1][n] for n in group.hypothesis)
            plain.append((side.call.id, group, by, said, heard))
    # A number may begin in one turn and end in the next, so what was joined is normalized again.
    parts = parts_of([row[3] for row in plain], [row[4] for row in plain], fold)
    found: dict[str, list[ScoredTurn]] = {}
    compared = compare_parts(parts, metric)
    for row, (counts, differences) in zip(plain, compared, strict=True):
        found.setdefault(row[0], []).append(ScoredTurn(*row[1:], counts, differences))
    return found


def _words(group: Group, texts: tuple[Sequence[str], Sequence[str]]) -> bool:
    """Whether there is a word in one of the turns."""
    return any(texts[0][n] for n in group.reference) or any(texts[1][n] for n in group.hypothesis)
