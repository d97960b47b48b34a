"""The alignment that NIST's sclite takes, on which MAPSSWE cuts its segments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen import _kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["sclite_steps"]

_WEIGHTS = (4, 3, 3)
_LETTERS = "CSDI"


def sclite_steps(reference: Sequence[Any], hypothesis: Sequence[Any]) -> str:
    """Return the steps of an alignment as letters, ``C``, ``S``, ``D`` and ``I``.

    The rule is that of ``ties="sclite"``: a substitution weighs 4, an insertion and a deletion 3.
    Tokens are equal as Python has it.

    >>> sclite_steps("the cat sat on".split(), "a the hat sat".split())
    'ICSCD'
    """
    numbers: dict[Any, str] = {}
    said, written = (
        [numbers.setdefault(token, str(len(numbers))) for token in side]
        for side in (reference, hypothesis)
    )
    runs = _kernel.align([said], [written], ties="sclite", weights=_WEIGHTS)
    places = zip(*runs[1:], strict=True)
    return "".join(
        _LETTERS[operation] * max(end - start, to - at) for operation, start, end, at, to in places
    )
