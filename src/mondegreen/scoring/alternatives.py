"""What a recipe says of references that leave a choice: alternatives, and spans of no account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import UsageError, did_you_mean, given
from mondegreen.metrics.registry import FORGIVEN, METRICS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.scoring.recipe import Recipe
    from mondegreen.text.alternatives import Marks

__all__ = ["FIELDS", "LITERAL", "READ", "add", "check", "choose", "marks", "signature"]

FIELDS: Final = ("alternatives", "dont-care")
"""The fields of a signature; each is there only where something is read so."""
LITERAL: Final = "literal"
READ: Final = {"references": "1", "nist": "2", "optional": "2", "fragments": "1"}
"""Several references; ``{ a / b }``; ``(word)``; ``word-``: in the order of a signature, with the
newest version of each, which is the one that a name without a version means."""
_FIRST: Final = {"nist@1": "nist", "optional@1": "optional"}
"""Versions before the newest, which recipes keep by these names."""


def choose(alternatives: Any, dont_care: Any) -> tuple[tuple[str, ...], str]:
    """Return what is read, and what stands for anything, as a recipe keeps them.

    Several references are read wherever anything is.

    Raises:
        UsageError: a name or version that is not there, one name in two versions, or an expression
            that is none.

    >>> choose("optional,nist@2", "redactions"), choose("nist@1", None), choose(None, None)
    ((('nist', 'optional'), 'redactions@1'), (('nist@1',), ''), ((), ''))
    """
    names = alternatives
    if isinstance(names, str):
        names = names.replace("+", ",").split(",")
    if names is not None and not (
        isinstance(names, (list, tuple)) and all(isinstance(name, str) for name in names)
    ):
        raise UsageError(f"alternatives={given(alternatives)}: expected names, such as 'nist'")
    chosen = {_named(name.strip()) for name in names or ()}
    unknown = min(chosen - {*READ, *_FIRST, LITERAL}, default=None)
    if unknown is not None and unknown.partition("@")[0] in READ:
        name = unknown.partition("@")[0]
        versions = [each for each, plain in _FIRST.items() if plain == name]
        raise UsageError(
            f"alternatives={unknown!r}: {name!r} is here as "
            f"{' and '.join([*versions, f'{name}@{READ[name]}'])}; "
            "use the release of mondegreen that made the result, or score again"
        )
    if unknown is not None:
        near = did_you_mean(unknown, (*READ, LITERAL))
        raise UsageError(
            f"alternatives={unknown!r} is not known; expected {LITERAL!r}, or some of "
            f"{', '.join(map(repr, READ))}{f'.{near}' if near else ''}"
        )
    if LITERAL in chosen and len(chosen) > 1:
        raise UsageError(f"alternatives= has {LITERAL!r} together with others; remove one of them")
    found = tuple(
        each for name in READ for each in (name, *_FIRST) if each in chosen and _plain(each) == name
    )
    twice = next((name for name in READ if name in found and f"{name}@1" in found), None)
    if twice is not None:
        raise UsageError(f"alternatives= has {twice!r} in two versions; leave one of them out")
    read = found if found[1:] == () else tuple(name for name in found if name != "references")
    if dont_care is None:
        return read, ""
    from mondegreen.text.dont_care import pinned  # imported only if needed

    return read, pinned(dont_care)


def add(
    choices: tuple[tuple[str, ...], str], alternatives: Any, dont_care: Any
) -> tuple[tuple[str, ...], str]:
    """Return the choices of a recipe with more that is read, or with nothing; see `choose`.

    A version that is named takes the place of another one.

    Raises:
        UsageError: as `choose` does.

    >>> add((("nist",), ""), "optional", None), add((("nist@1",), ""), "nist", None)
    ((('nist', 'optional'), ''), (('nist',), ''))
    >>> add((("nist",), ""), "literal", None)
    ((), '')
    """
    given_ones, passed_over = choose(alternatives, dont_care)
    if alternatives is None or given_ones:
        plain = {_plain(name) for name in given_ones}
        kept = [name for name in choices[0] if _plain(name) not in plain]
        given_ones, _ = choose((*kept, *given_ones), None)
    return given_ones, choices[1] if dont_care is None else passed_over


def _named(name: str) -> str:
    """Return a name without the version that it means anyway."""
    plain, _, version = name.partition("@")
    return plain if READ.get(plain) == version else name


def _plain(name: str) -> str:
    return _FIRST.get(name, name)


def marks(recipe: Recipe) -> Marks:
    """Return what is read as more than words."""
    from mondegreen.text.alternatives import Marks  # imported only if needed
    from mondegreen.text.dont_care import pattern  # as above

    names = {_plain(name) for name in recipe.alternatives}
    return Marks(
        braces="nist" in names,
        optional="optional" in names,
        fragments="fragments" in names,
        anything=pattern(recipe.dont_care),
        blanks="nist@1" in recipe.alternatives,
        heard="optional@1" not in recipe.alternatives,
    )


def check(
    metrics: Sequence[str], alternatives: tuple[str, ...], dont_care: str, *, forgives: bool
) -> None:
    """Refuse metrics that cannot follow a reference that leaves a choice.

    Raises:
        UsageError: the first of them, with what to do.
    """
    cut = {"optional", "fragments"}.intersection(map(_plain, alternatives)) or dont_care
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
    names = "+".join(
        name if name in _FIRST else f"{name}@{READ[name]}" for name in recipe.alternatives
    )
    return list(zip(FIELDS, (names, recipe.dont_care), strict=True))
