"""How jiwer lays alignments and sums out: the one place that knows.

For the ``jiwer`` command's output (`mondegreen.report.jiwer_text`) and for the functions of
`mondegreen.compat.jiwer`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["GAP", "comparison", "summary"]

GAP: Final = "*"
"""Stands for no token. A token that looks like it is treated like it, as by jiwer."""

_HEADS: Final = ("REF: ", "HYP: ", "     ")


def comparison(
    steps: Iterable[tuple[str, str, str]], *, spaces: bool, line_width: int | None = None
) -> str:
    """Return references above hypotheses above marks, in columns flush to the right.

    Args:
        steps: reference token, hypothesis token and mark of each step, `GAP` where there is none.
        spaces: whether columns are parted by a space.
        line_width: a new group of three lines is begun before a line would be longer.

    >>> print(comparison([("the", "the", " "), ("cat", "*", "D")], spaces=True), end="")
    REF: the cat
    HYP: the ***
               D
    """
    separator = " " if spaces else ""
    groups: list[str] = []
    top, middle, bottom = ([head] for head in _HEADS)
    length = len(_HEADS[0])
    for said, written, mark in steps:
        width = max(len(said), len(written), len(mark))
        if line_width is not None and length + width > line_width:
            groups.append(_group(top, middle, bottom, separator))
            top, middle, bottom = ([head] for head in _HEADS)
            length = len(_HEADS[0])
        if said == GAP:
            said *= width  # noqa: PLW2901
        elif written == GAP:
            written *= width  # noqa: PLW2901
        top.append(said.rjust(width))
        middle.append(written.rjust(width))
        bottom.append(mark.rjust(width))
        length += width + len(separator)
    groups.append(_group(top, middle, bottom, separator))
    return "\n".join(groups)


def _group(top: list[str], middle: list[str], bottom: list[str], separator: str) -> str:
    if len(top) == 1:  # no step at all
        return "".join(f"{head[: -len(separator) or None]}\n" for head in _HEADS)
    lines = (f"{head}{separator.join(cells)}" for head, *cells in (top, middle, bottom))
    return "".join(f"{line}\n" for line in lines)


def summary(sentences: int, counts: Mapping[str, int], rates: Mapping[str, float]) -> str:
    """Return the block of sums, without an end of line after the last rate.

    >>> steps = {"substitutions": 1, "deletions": 0, "insertions": 0, "hits": 1}
    >>> print(summary(1, steps, {"cer": 0.5}))
    === SUMMARY ===
    number of sentences: 1
    substitutions=1 deletions=0 insertions=0 hits=1
    <BLANKLINE>
    cer=50.00%
    """
    names = ("substitutions", "deletions", "insertions", "hits")
    steps = " ".join(f"{name}={counts[name]}" for name in names)
    lines = "".join(f"\n{name}={rate * 100:.2f}%" for name, rate in rates.items())
    return f"=== SUMMARY ===\nnumber of sentences: {sentences}\n{steps}\n{lines}"
