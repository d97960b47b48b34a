"""The words of a list and the others, counted as the published scorer of deep biasing counts.

Le et al. 2021, *Contextualized Streaming End-to-End Speech Recognition with Trie-Based Deep Biasing and
Shallow Fusion*; facebookresearch/fbai-speech, is21_deep_bias/score.py, read in November 2026.
"""

from __future__ import annotations

from array import array
from operator import sub
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen import _kernel
from mondegreen.corpus.table import as_list
from mondegreen.metrics.items import Items

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Listed", "count_listed"]

_WEIGHTS: Final = (4, 3, 3)
_TIES: Final = "sclite"
"""Its rule: the diagonal if it costs at most both others, else a deletion if that costs less."""
_EQUAL, _INSERT = 0, 3
_AT_ONCE: Final = 4096


class Listed(NamedTuple):
    """Hits, substitutions, deletions and insertions of each row, of listed words and of others."""

    listed: tuple[array[int], ...]
    others: tuple[array[int], ...]
    items: Items
    status: bytes


def count_listed(
    references: Any, hypotheses: Any, lists: Sequence[frozenset[str]], threads: int = 1
) -> Listed:
    """Count the words of each row's list, and all others.

    Hits, substitutions and deletions count for the reference word, insertions for the hypothesis
    word. The alignment has the weights 4/3/3.

    >>> found = count_listed(["call Ann now"], ["call an Ann"], [frozenset(["Ann"])])
    >>> [list(column) for column in found.listed], [list(column) for column in found.others]
    ([[1], [0], [0], [0]], [[1], [0], [1], [1]])
    """
    counts = _kernel.count(
        references, hypotheses, unit="word", ties=_TIES, weights=_WEIGHTS, threads=threads
    )
    said, written = as_list(references), as_list(hypotheses)
    listed = tuple(array("q", bytes(8 * len(lists))) for _ in range(4))
    items = Items()
    listing = [row for row, words in enumerate(lists) if words]
    for start in range(0, len(listing), _AT_ONCE):
        pairs = [
            (row, one, other)
            for row in listing[start : start + _AT_ONCE]
            for one, other in ((_words(said[row]), _words(written[row])),)
            if not (lists[row].isdisjoint(one) and lists[row].isdisjoint(other))
        ]
        chosen = [row for row, _, _ in pairs]
        sides = [[pair[at] for pair in pairs] for at in (1, 2)]
        runs = _kernel.align(*sides, unit="word", ties=_TIES, weights=_WEIGHTS)
        for at, (row, reference, hypothesis) in enumerate(zip(chosen, *sides, strict=True)):
            kept = [word for word in reference if word in lists[row]]
            found = [len(kept), 0, 0, 0]
            lost: list[str] = []
            for run in range(runs.starts[at], runs.starts[at + 1]):
                if (operation := runs.operations[run]) == _EQUAL:
                    continue
                if operation == _INSERT:
                    part = hypothesis[runs.hypothesis_starts[run] : runs.hypothesis_ends[run]]
                else:
                    part = reference[runs.reference_starts[run] : runs.reference_ends[run]]
                wrong = [word for word in part if word in lists[row]]
                found[operation] += len(wrong)
                if operation != _INSERT:
                    found[_EQUAL] -= len(wrong)
                    lost += wrong
            for column, number in zip(listed, found, strict=True):
                column[row] = number
            wrote = [word for word in hypothesis if word in lists[row]]
            for word in dict.fromkeys([*kept, *wrote]):
                times = kept.count(word)
                hits = times - lost.count(word)
                items.add(row, word, said=times, kept=hits, written=wrote.count(word))
    others = tuple(
        array("q", map(sub, column, part)) for column, part in zip(counts[:4], listed, strict=True)
    )
    return Listed(listed, others, items, counts.status)


def _words(text: Any) -> Sequence[str]:
    if isinstance(text, str):
        return _kernel.tokens(text, "word")
    return text if isinstance(text, (list, tuple)) else []
