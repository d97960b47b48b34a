"""What a normalizer of ours writes differently in case, punctuation and code points alone."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["Rewrite", "folds"]

_PIECE: Final = re.compile(r"\S+")
_LETTERS_AND_DIGITS: Final = "LMN"


class Rewrite(NamedTuple):
    """Something that a normalizer wrote differently; positions are in code points."""

    rule: str
    start: int
    end: int
    source: str
    output: str


def folds(text: str, covered: Iterable[Rewrite], folded: Callable[[str], str]) -> Iterator[Rewrite]:
    """Yield the words that are folded, outside of what is ``covered`` by other rewrites.

    The rule names all that was done, in this order: ``case``, ``punctuation``, ``unicode`` (other
    code points, or wider ones). Marks that are where a number was read are in no piece of it.

    >>> from mondegreen.text.normalizers import NORMALIZERS
    >>> for fold in folds("Well, no", [], NORMALIZERS.get("mondegreen-any")()):
    ...     print(fold.rule, fold.source, fold.output, sep="; ")
    case, punctuation; Well,; well
    """
    end = 0
    for each in (*covered, Rewrite("", len(text), len(text), "", "")):
        for piece in _PIECE.finditer(text, end, max(end, each.start)):
            output = folded(piece[0])
            if output != piece[0]:
                yield Rewrite(_rule(piece[0], output), piece.start(), piece.end(), piece[0], output)
        end = max(end, each.end)


def _rule(source: str, output: str) -> str:
    kept = set(output)
    lowered = source.lower()
    marks = {
        char for char in lowered if unicodedata.category(char)[0] not in _LETTERS_AND_DIGITS
    } - kept
    done = {
        "case": lowered != source,
        "punctuation": bool(marks),
        "unicode": "".join(char for char in lowered if char not in marks) != output,
    }
    return ", ".join(name for name, happened in done.items() if happened)
