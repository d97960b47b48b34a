"""Alternatives among words that will be cut: each stays whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["alternations", "first_way"]

_OPEN: Final = frozenset({"{", "<ALT_BEGIN>"})
_OR: Final = frozenset({"/", "<ALT>"})
_CLOSE: Final = frozenset({"}", "<ALT_END>"})
_NOTHING: Final = "@"


def alternations(words: Sequence[str]) -> list[range]:
    """Return where alternatives are in words, those around others alone.

    As in trn files and in ctm files; without an end, or with one way alone, they are words.

    >>> alternations("so { a / { b / c } } { d } <ALT_BEGIN> e <ALT> f <ALT_END>".split())
    [range(1, 10), range(13, 18)]
    """
    found: list[range] = []
    open_at: list[tuple[int, bool]] = []
    for at, word in enumerate(words):
        if word in _OPEN:
            open_at.append((at, False))
        elif word in _OR and open_at:
            open_at[-1] = open_at[-1][0], True
        elif word in _CLOSE and open_at:
            start, either = open_at.pop()
            if either:
                while found and found[-1].start > start:
                    found.pop()
                found.append(range(start, at + 1))
    return found


def first_way(words: Sequence[str], group: range) -> list[int]:
    """Return where the words of the first way that has any are.

    >>> first_way("{ @ / { b / c } d / e }".split(), range(0, 11))
    [4, 8]
    """
    ways: list[list[int]] = [[]]
    depth, taken = 0, [True]
    for at in group:
        word = words[at]
        if word in _OPEN:
            depth += 1
            taken.append(True)
        elif word in _CLOSE:
            depth -= 1
            taken.pop()
        elif word in _OR and depth == 1:
            ways.append([])
        elif word in _OR:
            taken[-1] = False
        elif word != _NOTHING and all(taken):
            ways[-1].append(at)
    return next(filter(None, ways), [])
