"""Texts without the marks for words that nobody wrote down, and without what was heard there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.alignment.lattice import Bracket, best, pieces
from mondegreen.corpus.table import as_list
from mondegreen.scoring.inputs import Utterances
from mondegreen.text.alternatives import Marks, Words, parse
from mondegreen.text.notes import Notes, without

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["cut"]

_MARKS: Final = Marks(anything=Notes())


def cut(utterances: Utterances, rows: Sequence[int]) -> tuple[Utterances, tuple[int, int]]:
    """Cut marks out of references, and what was heard in their places out of hypotheses.

    Args:
        utterances: the texts as they were given.
        rows: those whose references have marks.

    Returns:
        The texts; how many spans were cut out, and the words of hypotheses in them.
    """
    said, heard = list(as_list(utterances.references)), list(as_list(utterances.hypotheses))
    spans = words = 0
    for row in rows:
        if isinstance(heard[row], str):
            said[row], heard[row], *more = _as_written(said[row], heard[row])
            spans, words = spans + more[0], words + more[1]
        else:
            said[row] = " ".join(
                node.text for node in parse(said[row], _MARKS) if isinstance(node, Words)
            )
    made = Utterances(said, heard, utterances.ids, utterances.metadata, utterances.system)
    return made, (spans, words)


def _as_written(reference: str, hypothesis: str) -> tuple[str, str, int, int]:
    """Return both texts without the spans, how many there are, and the words heard in them."""
    sequence = parse(reference, _MARKS)
    written: tuple[list[str], list[str]] = ([], without([hypothesis])[0].split())
    for node in sequence:
        if isinstance(node, Words):
            of_node = node.text.split()
            written[0].extend(of_node)
            node.words = list(map(_plain, of_node))
    sides: tuple[list[str], list[str]] = ([], [])
    spans = words = 0
    at = [0, 0]
    for piece in pieces(*best(sequence, " ".join(map(_plain, written[1])))):
        counts = len(piece.reference.split()), len(piece.hypothesis.split())
        if isinstance(piece, Bracket):
            spans, words, counts = spans + 1, words + counts[1], (0, counts[1])
        else:
            for side in (0, 1):
                sides[side].extend(written[side][at[side] : at[side] + counts[side]])
        at = [at[0] + counts[0], at[1] + counts[1]]
    return " ".join(sides[0]), " ".join(sides[1]), spans, words


def _plain(word: str) -> str:
    return "".join(filter(str.isalnum, word.casefold())) or "."
