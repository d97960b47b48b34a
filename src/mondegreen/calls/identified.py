"""``--speaker auto``: which speaker of the hypothesis is which of the reference, call by call, by least errors."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, Final

from mondegreen._kernel.sessions import Session
from mondegreen._kernel.sessions import Side as Words
from mondegreen.calls.call import Identified, speakers
from mondegreen.calls.roles import ALL, Role, folded
from mondegreen.errors import InputError, counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.calls.call import Call, Turn
    from mondegreen.calls.folding import Folding

__all__ = ["identify", "identify_all"]

_MOST: Final = 6
"""Speakers of one side; a call has two parties, and perhaps a supervisor and a machine."""
_MOST_ROLES: Final = 20


def identify_all(calls: Sequence[Call], fold: Folding) -> tuple[list[Call], tuple[Role, ...]]:
    """Return the calls with the names of the reference on both sides, and their sides.

    A call of which it cannot be told who is who has no hypothesis then, and says why.

    Raises:
        InputError: it can be told of no call who is who, or there are too many names.
    """
    found = [_named(call, identify(call, fold)) for call in calls]
    if all(call.unclear for call in found):
        first, why = next(((c.id, c.unclear) for c in found), ("", "there are no calls"))
        raise InputError(f"--speaker auto: {first}: {why}")
    return found, _roles(found)


def identify(call: Call, fold: Folding) -> Identified | str:
    """Return who is who in a call, or why that cannot be told.

    Of all one-to-one maps of those who have words it is the one of fewest errors: the words of a
    speaker that nobody is mapped to are all errors. Of several such maps it is the one with most equal
    names, so that names in a hypothesis decide what words do not.
    """
    sides = _spoken(call.reference, fold), _spoken(call.hypothesis, fold)
    if not all(sides):
        return Identified(
            {}, sum(len(text.split()) for side in sides for text in side.values()), None
        )
    if max(map(len, sides)) > _MOST:
        return (
            f"{counted(max(map(len, sides)), 'speaker')} on one side, expected at most {_MOST}; score it as a "
            "meeting: mondegreen score REFERENCE HYPOTHESIS -m speakers"
        )
    ways = sorted(_ways(*sides))
    errors, _, best = ways[0]
    equal = [way for wrong, _, way in ways if wrong == errors]
    if len(equal) > 1:
        equal.sort(key=_equal_names, reverse=True)
        best = equal[0]
        if _equal_names(best) == _equal_names(equal[1]):
            one, other = (", ".join(f"{heard!r} is {said}" for said, heard in w) for w in equal[:2])
            return (
                f"it cannot be told who is who: that {one} has {counted(errors, 'error')}, and that {other} "
                "as many; in the hypothesis of this call, name the speakers as its reference does"
            )
    return Identified(dict(best), errors, ways[1][0] if len(ways) > 1 else None)


def _spoken(turns: Sequence[Turn], fold: Folding) -> dict[str, str]:
    """Return the normalized words of each speaker who has some."""
    texts: dict[str, list[str]] = {name: [] for name in speakers(turns)}
    for turn in turns:
        texts[turn.speaker].append(turn.text)
    joined = {name: fold.together(each) for name, each in texts.items()}
    return {name: text for name, text in joined.items() if text.strip()}


def _ways(
    said: dict[str, str], heard: dict[str, str]
) -> Iterator[tuple[int, int, list[tuple[str, str]]]]:
    """Yield the errors of each map, its number, and the map."""
    one, other = (Words(range(len(side)), None, list(side.values())) for side in (said, heard))
    errors = Session(one, other).pairs().errors
    names, others = list(said), list(heard)
    lengths = [[len(text.split()) for text in side.values()] for side in (said, heard)]
    size = max(len(names), len(others))
    seen = set()
    for number, order in enumerate(permutations(range(size))):
        way = [(row, order[row]) for row in range(len(names)) if order[row] < len(others)]
        if tuple(way) in seen:
            continue
        seen.add(tuple(way))
        rows, columns = {row for row, _ in way}, {column for _, column in way}
        wrong = sum(errors[row * len(others) + column] for row, column in way)
        wrong += sum(n for row, n in enumerate(lengths[0]) if row not in rows)
        wrong += sum(n for column, n in enumerate(lengths[1]) if column not in columns)
        yield wrong, number, [(names[row], others[column]) for row, column in way]


def _equal_names(way: Sequence[tuple[str, str]]) -> int:
    """Return how many are mapped to somebody of their own name, or of another name of the same party."""
    return sum(
        folded(said) == folded(heard)
        or any(folded(said) in role.reference and folded(heard) in role.hypothesis for role in ALL)
        for said, heard in way
    )


def _named(call: Call, chosen: Identified | str) -> Call:
    """Return a call in which those of the hypothesis have the names of the reference."""
    if isinstance(chosen, str):
        return replace(call, hypothesis=(), unclear=chosen)
    if not any(char.isalnum() for turn in call.hypothesis for char in turn.text):
        return replace(
            call, hypothesis=(), identified=chosen
        )  # heard nobody, and so not others alone
    names = {heard: said for said, heard in chosen.names.items()}
    turns = tuple(
        turn._replace(speaker=names.get(turn.speaker, f"{turn.speaker} (nobody)"))
        for turn in call.hypothesis
    )
    return replace(call, hypothesis=turns, identified=chosen)


def _roles(calls: Sequence[Call]) -> tuple[Role, ...]:
    """Return the sides of all calls: the parties of a call by their usual names, or each name."""
    names = dict.fromkeys(name for call in calls for name in speakers(call.reference))
    keys = list(dict.fromkeys(map(folded, names)))
    usual = [role for role in ALL if {*role.reference} & {*keys}]
    if {*keys} <= {name for role in usual for name in role.reference}:
        return tuple(Role(role.name, role.reference, role.reference) for role in usual)
    if len(keys) > _MOST_ROLES:
        raise InputError(
            f"--speaker auto: the references name {len(keys)} speakers, expected the same few in each call, such "
            f"as Agent and Customer; the first are {', '.join(map(repr, list(names)[:3]))}"
        )
    return tuple(Role(name, (folded(name),), (folded(name),)) for name in _first_of(names))


def _first_of(names: dict[str, None]) -> list[str]:
    """Return names of which no two are the same without case."""
    return list({folded(name): name for name in reversed(names)}.values())[::-1]
