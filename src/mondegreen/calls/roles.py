"""Who is who: the speaker of the reference and the one of the hypothesis that are compared."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from mondegreen.calls.call import Turn, speakers
from mondegreen.errors import UsageError, counted, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.calls.call import Call

__all__ = [
    "AGENT",
    "ALL",
    "Role",
    "folded",
    "on_no_side",
    "parse_roles",
    "refuse_strangers",
    "turns_of",
]


@dataclass(frozen=True)
class Role:
    """One side of a call.

    Attributes:
        name: for tables.
        reference: its speakers in the reference, as names without case.
        hypothesis: its speakers in the hypothesis.
    """

    name: str
    reference: tuple[str, ...]
    hypothesis: tuple[str, ...]


_AUTO: Final = "auto"
"""What finds by itself who is who: `mondegreen.calls.identified`."""
AGENT: Final = Role("agent", ("agent",), ("assistant", "agent"))
_CUSTOMER: Final = Role("customer", ("customer", "user", "caller"), ("user", "customer", "caller"))
ALL: Final = (AGENT, _CUSTOMER)
_SYNTAX = "--speaker agent, customer, all or auto, or REFERENCE=HYPOTHESIS, such as Agent=assistant"
_MOST_NAMED: Final = 10


def parse_roles(text: str) -> tuple[Role, ...]:
    """Return the sides that a user named.

    ``agent`` (the default of the command), ``customer``, ``all`` for each of the two, or a map
    ``REFERENCE=HYPOTHESIS`` of names of speakers; several with commas between. None for ``auto``.

    Raises:
        UsageError: something else.

    >>> [role.name for role in parse_roles("all")], parse_roles("Rep=bot")[0].hypothesis
    (['agent', 'customer'], ('bot',))
    """
    roles: list[Role] = []
    if text.strip().lower() == _AUTO:
        return ()
    for part in (part.strip() for part in text.split(",")):
        known = {"agent": (AGENT,), "customer": (_CUSTOMER,), "all": ALL}.get(part.lower())
        said, sign, heard = (side.strip() for side in part.partition("="))
        if part.lower() == _AUTO:
            raise UsageError(f"--speaker {text!r}: auto finds all sides, so it stands alone")
        if known is not None:
            roles += known
        elif part and not sign:
            roles.append(Role(part, (folded(part),), (folded(part),)))
        elif said and heard:
            roles.append(Role(said, (folded(said),), (folded(heard),)))
        else:
            raise UsageError(f"--speaker {text!r}: expected {_SYNTAX}")
    if len({role.name for role in roles}) < len(roles):
        raise UsageError(f"--speaker {text!r} names a side twice; expected {_SYNTAX}")
    for side in ("reference", "hypothesis"):
        names = [name for role in roles for name in getattr(role, side)]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise UsageError(
                f"--speaker {text!r}: {twice!r} of the {side} would be in two sides, and what "
                "somebody says is counted once; score the two in two runs"
            )
    return tuple(roles)


def folded(name: str) -> str:
    """Return a name of a speaker as it is compared: case, and how accents are coded, mean nothing."""
    if name.isascii():
        return name.strip().lower()
    return normalize("NFC", normalize("NFD", name.strip()).casefold())


def turns_of(turns: Sequence[Turn], names: Iterable[str]) -> list[Turn]:
    """Return the turns of some speakers, whatever the case of their names.

    A turn that does not say when it ends does so where the next one of anybody begins.
    """
    wanted = set(names)
    found = []
    for turn, following in zip_longest(turns, turns[1:]):
        if turn is None or folded(turn.speaker) not in wanted:
            continue
        if (
            turn.end is None
            and turn.start is not None
            and following
            and following.start is not None
        ):
            end = max(turn.start, following.start)
            turn = turn._replace(end=end)  # noqa: PLW2901
        found.append(turn)
    return found


def on_no_side(calls: Sequence[Call], roles: Sequence[Role]) -> dict[str, int]:
    """Return those whose turns are of none of some sides, and how many turns they have.

    >>> from mondegreen.calls.call import Call
    >>> calls = [Call("a", (Turn("Agent", "hello"), Turn("Boss", "hi")), (Turn("boss", "hi"),))]
    >>> on_no_side(calls, (AGENT,))
    {'Boss': 1, 'boss': 1}
    """
    found: dict[str, int] = {}
    for side in ("reference", "hypothesis"):
        known = {name for role in roles for name in getattr(role, side)}
        for call in calls:
            for name, count in speakers(getattr(call, side)).items():
                if folded(name) not in known:
                    found[name] = found.get(name, 0) + count
    return found


def refuse_strangers(calls: Sequence[Call], roles: Sequence[Role]) -> None:
    """Refuse a side that no call has in its reference or hypothesis, and say who speaks.

    Hypotheses in which nobody speaks at all are empty, and no reason to refuse.

    Raises:
        UsageError: with the speakers of both transcripts.
    """
    transcripts = {
        "reference": [call.reference for call in calls],
        "hypothesis": [call.hypothesis for call in calls],
    }
    for role in roles:
        for side, names in (("reference", role.reference), ("hypothesis", role.hypothesis)):
            silent = side == "hypothesis" and not any(transcripts[side])
            if silent or any(turns_of(turns, names) for turns in transcripts[side]):
                continue
            counts = {each: _counted(listed) for each, listed in transcripts.items()}
            others = "hypothesis" if side == "reference" else "reference"
            known = [*counts[side], *({"agent", "customer", "all"} - {*names})]
            raise UsageError(
                f"no {side} has a turn of {' or '.join(map(repr, names))}; its speakers: "
                f"{_listed(counts[side])}; those of the {others}: {_listed(counts[others])}. "
                f"{_to_type(counts)}.{did_you_mean(names[0], known)}"
            )


def _counted(transcripts: Sequence[Sequence[Turn]]) -> dict[str, int]:
    """Return the speakers, in order, with the number of their turns."""
    found: dict[str, int] = {}
    for turns in transcripts:
        for name, count in speakers(turns).items():
            found[name] = found.get(name, 0) + count
    return found


def _listed(found: dict[str, int]) -> str:
    named = [f"{name!r} ({counted(count, 'turn')})" for name, count in found.items()]
    more = f" and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
    return (", ".join(named[:_MOST_NAMED]) or "nobody") + more


def _to_type(counts: dict[str, dict[str, int]]) -> str:
    """Return how to choose, with the names that are there if nobody is named as a party of a call."""
    known = {name for role in ALL for name in (*role.reference, *role.hypothesis)}
    if not all(counts.values()) or known & {folded(n) for found in counts.values() for n in found}:
        return f"Choose with {_SYNTAX}"
    pair = "=".join(next(iter(found)) for found in counts.values())
    return (
        f"Choose who is compared, such as --speaker {shlex.quote(pair)}; or score all as a meeting: mondegreen "
        "score REFERENCE HYPOTHESIS -m speakers"
    )
