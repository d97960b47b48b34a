"""Which token of the reference was heard as which token of the hypothesis.

`align` takes two texts or two lists of tokens; `align_many` takes lists of those; `align_alike` too, where some words that differ are right. `align_spaces`
says which words are wrong where spaces do not count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mondegreen.alignment.aligning import align, align_alike, align_many
    from mondegreen.alignment.alignment import Alignment
    from mondegreen.alignment.difference import Difference
    from mondegreen.alignment.run import Run
    from mondegreen.alignment.spaces import SpaceAlignment, align_spaces
    from mondegreen.alignment.weights import parse_edit_weights

__all__ = [
    "Alignment",
    "Difference",
    "Run",
    "SpaceAlignment",
    "align",
    "align_alike",
    "align_many",
    "align_spaces",
    "parse_edit_weights",
]

_HOMES = {
    "Alignment": "alignment",
    "Difference": "difference",
    "Run": "run",
    "SpaceAlignment": "spaces",
    "align": "aligning",
    "align_alike": "aligning",
    "align_many": "aligning",
    "align_spaces": "spaces",
    "parse_edit_weights": "weights",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        message = f"module 'mondegreen.alignment' has no attribute {name!r}"
        raise AttributeError(message)
    from importlib import import_module  # a score alone aligns nothing that is shown

    value = getattr(import_module(f"mondegreen.alignment.{home}"), name)
    globals()[name] = value
    return value
