"""What a recipe says of references that leave a choice: alternatives, and spans of no account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import UsageError, did_you_mean, given
from mondegreen.metrics.registry import FORGIVEN, METRICS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.recipe import Recipe
    from mondegreen.text.alternatives import Marks

__all__ = ["FIELDS", "LITERAL", "READ", "check", "choose", "marks", "signature"]

FIELDS: Final = ("alternatives", "dont-care")
"""The fields of a signature; each stands there only where something is read so."""
LITERAL: Final = "literal"
READ: Final = ("references", "nist", "optional", "fragments")
"""Several references; ``{ a / b }``; ``(word)``; ``word-``: in the order of a signature."""
_VERSION: Final = "@1"


def choose(alternatives: Any, dont_care: Any) -> tuple[tuple[str, ...], str]:
    """Return what is read, and what stands for anything, as a recipe keeps them.

    Several references are read wherever anything is.

    Raises:
        UsageError: a name that is not there, or an expression that is none.

    >>> choose("optional,nist", "redactions"), choose(None, None)
    ((('nist', 'optional'), 'redactions@1'), ((), ''))
    """
    names = alternatives
    if isinstance(names, str):
        names = names.replace("+", ",").split(",")
    if names is not None and not (
        isinstance(names, (list, tuple)) and all(isinstance(name, str) for name in names)
    ):
        raise UsageError(f"alternatives={given(alternatives)}: expected names, as 'nist'")
    chosen = {name.strip().removesuffix(_VERSION) for name in names or ()}
    unknown = min(chosen - {*READ, LITERAL}, default=None)
    if unknown is not None:
        near = did_you_mean(unknown, (*READ, LITERAL))
        raise UsageError(
            f"alternatives={unknown!r} is not known; expected {LITERAL!r}, or some of "
            f"{', '.join(map(repr, READ))}{f'.{near}' if near else ''}"
        )
    if LITERAL in chosen and len(chosen) > 1:
        raise UsageError(f"alternatives= has {LITERAL!r} beside others; leave one of them out")
    found = tuple(name for name in READ if name in chosen)
    read = found if found[1:] == () else tuple(name for name in found if name != READ[0])
    if dont_care is None:
        return read, ""
    from mondegreen.text.dont_care import pinned  # nobody pays who has none

    return read, pinned(dont_care)


def marks(recipe: Recipe) -> Marks:
    """Return what is read as more than words."""
    from mondegreen.text.alternatives import Marks  # nobody pays who reads nothing
    from mondegreen.text.dont_care import pattern  # as above

    return Marks(
        braces="nist" in recipe.alternatives,
        optional="optional" in recipe.alternatives,
        fragments="fragments" in recipe.alternatives,
        anything=pattern(recipe.dont_care),
    )


def check(
    metrics: Sequence[str], alternatives: tuple[str, ...], dont_care: str, *, forgives: bool
) -> None:
    """Refuse metrics that cannot follow a reference that leaves a choice.

    Raises:
        UsageError: the first of them, with what to do.
    """
    cut = {"optional", "fragments"}.intersection(alternatives) or dont_care
    for name in metrics if alternatives or dont_care else ():
        known = FORGIVEN if forgives and name in FORGIVEN.names() else METRICS
        kind = known.get(name)
        if cut and not kind.takes_pieces:
            what = "dont_care=" if dont_care else f"alternatives={','.join(alternatives)!r}"
            raise UsageError(
                f"{name} does not go with {what}: it counts an utterance as a whole, and cannot "
                "pass over a part of it; score it by itself, or take wer"
            )
        if kind.normalizer:
            raise UsageError(
                f"{name} does not go with alternatives=: it has a normalizer of its own, "
                f"{kind.normalizer}, which would take the marks away; take space-wer, or "
                f"alternatives={LITERAL!r}"
            )


def signature(recipe: Recipe) -> list[tuple[str, str]]:
    """Return the fields of a signature."""
    names = "+".join(name + _VERSION for name in recipe.alternatives)
    return list(zip(FIELDS, (names, recipe.dont_care), strict=True))
