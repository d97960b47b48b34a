"""What a substitution, a deletion and an insertion weigh when an alignment is chosen."""

from __future__ import annotations

from typing import Any

from mondegreen.errors import UsageError
from mondegreen.patterns import pattern

__all__ = ["LARGEST", "SCLITE", "parse_edit_weights", "tie_rule"]

SCLITE = (4, 3, 3)
"""The weights of NIST's sclite, used for the published Switchboard and LVCSR figures."""

LARGEST = 1000
"""Beyond it the kernel's sums, which grow with the cube of the length, could overflow."""

_NAME = "sclite"
_UNIT = (1, 1, 1)
_WRITTEN = pattern(r"[0-9]{1,9}/[0-9]{1,9}/[0-9]{1,9}")
_QUOTED_LENGTH = 60


def parse_edit_weights(value: Any) -> tuple[int, int, int] | None:
    """Return the weights of a substitution, a deletion and an insertion; ``None`` if all are 1.

    Args:
        value: ``None``, ``"sclite"``, three whole numbers, or those as one text, ``"4/3/3"``.

    Raises:
        UsageError: anything else.

    >>> parse_edit_weights("sclite"), parse_edit_weights("4/3/3"), parse_edit_weights((1, 1, 1))
    ((4, 3, 3), (4, 3, 3), None)
    """
    if value is None:
        return None
    weights: Any = value
    if isinstance(value, str):
        written = value.strip()
        if written == _NAME:
            return SCLITE
        weights = map(int, written.split("/")) if _WRITTEN.fullmatch(written) else ()
    elif not isinstance(value, list | tuple):
        weights = ()
    weights = tuple(weights)
    if len(weights) != len(_UNIT) or not all(type(weight) is int for weight in weights):
        raise _unusable(value)
    substitution, deletion, insertion = weights
    if min(weights) < 1:
        raise _unusable(value)
    if max(weights) > LARGEST:
        raise UsageError(f"edit weights must be at most {LARGEST}; got {_shown(value)}")
    return None if weights == _UNIT else (substitution, deletion, insertion)


def tie_rule(ties: str, edit_weights: Any) -> tuple[str, tuple[int, int, int] | None]:
    """Return the rule for ties and the weights that two options ask for; ``None`` if all are 1.

    ``edit_weights="sclite"`` is NIST's sclite as a whole, and so is ``ties="sclite"``: its weights
    and its rule for ties. As numbers, 4/3/3, the same weights leave the rule as it is.

    Raises:
        UsageError: weights that cannot be used, or that this rule does not go with.

    >>> tie_rule("most-hits", "sclite"), tie_rule("sclite", None), tie_rule("most-hits", "4/3/3")
    (('sclite', (4, 3, 3)), ('sclite', (4, 3, 3)), ('most-hits', (4, 3, 3)))
    """
    weights = parse_edit_weights(edit_weights)
    if isinstance(edit_weights, str) and edit_weights.strip() == _NAME and ties == "most-hits":
        ties = _NAME
    if ties == _NAME:
        weights = SCLITE if edit_weights is None else weights
        if weights != SCLITE:
            raise UsageError("ties='sclite' is for edit weights 4/3/3 only; leave one out")
    elif weights is not None and ties != "most-hits":
        raise UsageError(f"ties={ties!r} is for edit weights 1/1/1 only; leave one out")
    return ties, weights


def _unusable(value: object) -> UsageError:
    return UsageError(
        "edit weights must be three whole numbers of at least 1, as "
        f"substitution/deletion/insertion, for example 4/3/3, or 'sclite'; got {_shown(value)}"
    )


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # a number too long for Python to print
        text = f"a value of type {type(value).__name__}"
    return text if len(text) <= _QUOTED_LENGTH else f"{text[:_QUOTED_LENGTH]}..."
