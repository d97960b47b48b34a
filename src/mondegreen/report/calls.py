"""Scored calls as tables for a terminal, and as plain values for JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from mondegreen.calls.all_sides import all_sides, over_common_calls
from mondegreen.calls.artifact_fields import scripts
from mondegreen.calls.entities import EntityCounts, summed
from mondegreen.calls.method import rate_left, rate_of
from mondegreen.calls.method_comparison import agreement, left_out, not_compared, percent
from mondegreen.calls.rates import alike, common, rates
from mondegreen.calls.roles import ALL, on_no_side
from mondegreen.calls.turn_times import TOLERANCE, TurnTimes
from mondegreen.calls.turns import kinds
from mondegreen.errors import counted, visible
from mondegreen.report.grid import grid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.calls.call import Identified
    from mondegreen.calls.method import MethodResult
    from mondegreen.calls.outcome import Outcome
    from mondegreen.calls.rates import Common
    from mondegreen.calls.scoring_calls import SideResult
    from mondegreen.calls.scripts import Scripts

__all__ = ["content", "render", "render_systems"]


def render_systems(
    systems: Mapping[str, Sequence[SideResult]],
    unread: Mapping[str, Mapping[str, str]],
    *,
    keep_texts: bool = True,
) -> str:
    """Return the rates of all systems in one table, then the tables of each below its name."""
    parts = [*_rates(systems, unread), *_side_by_side(systems, unread)]
    for name, sides in systems.items():
        own = render(sides, unread.get(name, {}), keep_texts=keep_texts, signed=False)
        parts += ["", visible(name), own]
    return "\n".join(
        [*parts, "", *_signatures([each for sides in systems.values() for each in sides])]
    )


def _side_by_side(
    systems: Mapping[str, Sequence[SideResult]], unread: Mapping[str, Mapping[str, str]]
) -> list[str]:
    """Return a table per side: a row per call, and a column per system and method."""
    tables = []
    roles = dict.fromkeys(side.role.name for sides in systems.values() for side in sides)
    for role in roles:
        columns: dict[str, dict[str, str]] = {}
        for name, sides in systems.items():
            for method in (m for side in sides if side.role.name == role for m in side.methods):
                several = f" {method.name}" if len(sides[0].methods) > 1 else ""
                heading = f"{visible(name)}{several}"
                columns[heading] = {o.call: _rate_or_status(o) for o in method.outcomes}
                if method.forgives:
                    columns[f"{heading} forgiven"] = {
                        o.call: percent(rate_left([o])) for o in method.outcomes
                    }
        read = dict.fromkeys(call for column in columns.values() for call in column)
        calls = read | dict.fromkeys(call for failed in unread.values() for call in failed)
        rows = [
            (visible(call), *(column.get(call, "not read") for column in columns.values()))
            for call in calls
        ]
        heading = f"call ({visible(role)})" if len(roles) > 1 else "call"
        tables += ["", grid((heading, *columns), rows)]
    return tables


def _rate_or_status(outcome: Outcome) -> str:
    return percent(outcome.rate) if outcome.counts else outcome.status


def render(
    sides: Sequence[SideResult],
    unread: Mapping[str, str],
    *,
    keep_texts: bool = True,
    signed: bool = True,
) -> str:
    """Return the tables of all sides: methods, calls, turns, entities, and what was left out.

    With several sides, the first table has the rate of each and of all together, and the name of
    each is above its other tables.
    """
    parts = [*_rates({"": sides}, {"": unread}), ""]
    for side in sides:
        named = [visible(side.role.name)] if len(sides) > 1 else []
        parts += [*named, *_side(side, unread, keep_texts=keep_texts), ""]
    parts += [*_signatures(sides), ""] if signed else []
    parts += _identified(sides)
    parts += _unlabelled(sides)
    parts += _others(sides)
    return "\n".join(parts).rstrip()


def _unlabelled(sides: Sequence[SideResult]) -> list[str]:
    """Say in which annotations there is nothing to count."""
    calls = [visible(each.call.id) for each in sides[0].sides if each.call.unlabelled]
    if not calls:
        return []
    more = ", ..." if len(calls) > _MOST_NAMED else ""
    named = ", ".join(calls[:_MOST_NAMED]) + more
    return [f"annotated.json without labels of entities: {counted(len(calls), 'call')}, {named}"]


def _others(sides: Sequence[SideResult]) -> list[str]:
    """Say whose turns were not scored, and how they are."""
    scored = [side.role for side in sides]
    lines = []
    known = scored
    if len(scored) == 1:
        by_name = scored[0] in ALL
        how = "; --speaker all scores each side" if by_name else ""
        whose = f"the {scored[0].name}" if by_name else visible(scored[0].name)
        lines.append(f"only {whose} was scored{how}")
        known = list(ALL) if by_name else scored
    others = on_no_side([each.call for each in sides[0].sides], known)
    if others:
        named = [f"{name!r} ({counted(n, 'turn')})" for name, n in others.items()]
        more = ", ..." if len(named) > _MOST_NAMED else ""
        lines.append(
            f"on no side: {', '.join(named[:_MOST_NAMED])}{more}; "
            "--speaker NAME or REFERENCE=HYPOTHESIS scores them"
        )
    return lines


_MOST_NAMED = 5


_HEADS = ("side", "method", "rate", "S", "D", "I", "words", "calls")


def _rates(
    systems: Mapping[str, Sequence[SideResult]], unread: Mapping[str, Mapping[str, str]]
) -> list[str]:
    """Return the rates of all systems.

    Where there are several systems or methods, these are over the calls that all of them scored, and what
    each makes of all that it scored is a table below, if that is not the same.
    """
    several = len(systems) > 1
    one = next(iter(systems.values()))
    many = several or len(one[0].methods) > 1
    over = common([*systems.values()]) if many else ""

    def table(calls: Common | None) -> str:
        known = [
            (name, row)
            for name, sides in systems.items()
            for row in rates(sides, len(unread.get(name, {})), calls)
        ]
        forgiven = ["forgiven"] if any(m.forgives for side in one for m in side.methods) else []
        rows = [
            (
                *([visible(name)] if several else []),
                *(row.side, row.method, row.shown),
                *(percent(row.forgiven) for _ in forgiven),
                *(f"{number:,}" for number in row.counts[1:]),
                *(f"{sum(row.counts[:3]):,}", row.calls),
            )
            for name, row in known
        ]
        heads = (*(["system"] if several else []), *_HEADS[:3], *forgiven, *_HEADS[3:])
        return grid(heads, rows, left=3 if several else 1)

    if isinstance(over, str):  # of one, or not compared
        return [table(None)]
    all_scored = f"over the calls that all {'systems' if several else 'methods'} scored"
    if not several:
        return [table(over), all_scored]
    if alike(systems, over):
        return [table(None)]
    return [table(over), all_scored, "", table(None), "over all calls that each scored"]


def _signatures(sides: Sequence[SideResult]) -> list[str]:
    """Return the signature of each method, once if it is the same for all sides."""
    return list(dict.fromkeys(f"{m.name}: {m.signature}" for each in sides for m in each.methods))


def _side(side: SideResult, unread: Mapping[str, str], *, keep_texts: bool) -> list[str]:
    refused = not_compared(side.methods)
    lines = [refused, ""] if refused else []
    columns = [name for m in side.methods for name in (m.name, *["forgiven"] * m.forgives)]
    lines += [grid(["call", *columns, "turns"], _calls(side, unread))]
    lines += ["", *map(visible, agreed)] if (agreed := agreement(side.methods)) else []
    lines += ["", *_turns(side)]
    if side.scripts is not None:
        lines += ["", *_scripts(side.scripts)]
    entities = _entities(side)
    if entities:
        lines += ["", *entities]
        if side.lost and keep_texts:
            shown = [f"{visible(e.text)} ({visible(e.type)}, {visible(e.call)})" for e in side.lost]
            more = f", and {len(shown) - _MOST_LOST} more" if len(shown) > _MOST_LOST else ""
            lines.append(f"lost: {', '.join(shown[:_MOST_LOST])}{more}")
    lines += [
        f"labels that are not where they say, and not counted: {each.call.not_placed:,} of "
        f"{visible(each.call.id)}"
        for each in side.sides
        if each.call.not_placed
    ]
    whole = {each.call.id for each in side.sides if each.call.left_out}  # which the command says
    failed = [each for each in left_out(side.methods) if each[0] not in whole]
    silent = {o.call: o.reason or "" for method in side.methods for o in method.empty}
    if failed or silent:
        lines.append("")
    lines += [f"empty: {visible(call)}: {visible(reason)}" for call, reason in silent.items()]
    for call, by, status, reason in failed:
        lines.append(f"not scored: {visible(call)} by {by}: {status}: {visible(reason)}")
    return lines


_MOST_LOST = 10


def _calls(side: SideResult, unread: Mapping[str, str]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for number, each in enumerate(side.sides):
        shown = []
        for method in side.methods:
            outcome = method.outcomes[number]
            shown.append(_rate_or_status(outcome))
            shown += [percent(rate_left([outcome]))] * method.forgives
        found = kinds(turn.group for turn in side.turns.get(each.call.id, ()))
        turns = ", ".join(f"{number} {kind}" for kind, number in found.items() if number)
        rows.append((visible(each.call.id), *shown, turns or "-"))
    states = [state for m in side.methods for state in ("not read", *"-" * m.forgives)]
    return rows + [(visible(call), *states, "-") for call in unread]


def _turns(side: SideResult) -> list[str]:
    turns = [turn for of_call in side.turns.values() for turn in of_call]
    counts = [sum(column) for column in zip(*(t.counts for t in turns), strict=True)]
    if not counts:
        return []
    rate = percent(rate_of((counts[0], counts[1], counts[2], counts[3])))
    several = len(side.methods) > 1
    whole = [
        f"{f'{method.name} ' if several else ''}{percent(rate_of(method.concatenated))}"
        for method in side.methods
        if method.concatenated is not None
    ]
    lines = [f"turn by turn: {rate} in {counted(len(turns), 'turn')}", *_times(side)]
    if whole:
        lines.append(f"all calls as one text: {', '.join(whole)}")
    lines += [
        f"redacted in the reference: {counted(spans, 'span')}, and {counted(words, 'word')} heard there"
        for spans, words in (method.redacted for method in side.methods)
        if spans
    ]
    lines += [
        f"not as one text: {method.name}: {method.not_concatenated}"
        for method in side.methods
        if method.not_concatenated
    ]
    return lines


def _times(side: SideResult) -> list[str]:
    """Return how many turns begin when they do, interruptions and overlap."""
    if not side.times:
        return []
    times = TurnTimes.of_all(side.times.values())
    calls = (
        ""
        if len(side.times) == len(side.sides)
        else f" of {counted(len(side.times), 'call')} with times"
    )
    line = (
        f"turns{calls} that begin within {TOLERANCE:g} s: precision {percent(times.precision)}, recall "
        f"{percent(times.recall)}, F1 {percent(times.f1)}; {counted(times.reference_interruptions, 'interruption')} "
        f"({times.hypothesis_interruptions:,} in the hypothesis), {times.reference_overlap / 1e6:,.2f} s overlap "
        f"({times.hypothesis_overlap / 1e6:,.2f} s)"
    )
    return [line]


def _identified(sides: Sequence[SideResult]) -> list[str]:
    """Say who was taken for whom, in how many calls, and where that was least clear."""
    known = [(each.call.id, found) for each in sides[0].sides if (found := each.call.identified)]
    ways: dict[tuple[tuple[str, str], ...], list[tuple[str, Identified]]] = {}
    for call, found in known:
        if found.names:
            ways.setdefault(tuple(sorted(found.names.items())), []).append((call, found))
    lines = []
    for way, calls in ways.items():
        named = ", ".join(f"{visible(said)} is {visible(heard)!r}" for said, heard in way)
        margins = [
            (found.next_errors - found.errors, call, found)
            for call, found in calls
            if found.next_errors is not None
        ]
        least = ""
        if margins:
            _, call, found = min(margins, key=lambda each: each[0])
            least = (
                f"; least clear in {visible(call)}: {counted(found.errors, 'error')}, the other way "
                f"{found.next_errors:,}"
            )
        lines.append(f"by least errors, {named} in {counted(len(calls), 'call')}{least}")
    return lines


def _scripts(scripts: Scripts) -> list[str]:
    rows = [
        (
            script,
            percent(rate_of(counts)),
            *(f"{number:,}" for number in counts[1:]),
            f"{sum(counts[:3]):,}",
        )
        for script, counts in scripts.counts.items()
    ]
    errors = sum(scripts.strict[1:])
    through = (
        f"wer as written: {percent(rate_of(scripts.strict))}; through script: "
        f"{percent(scripts.through_script)} ({scripts.forgiven:,} of {errors:,} errors are the "
        "same word in another script)"
    )
    return [grid(["script of the word", "rate", "S", "D", "I", "words"], rows), through]


def _entities(side: SideResult) -> list[str]:
    lines = []
    for source, by_call in side.entities.items():
        by_type = summed(by_call.values())
        if not by_type:
            continue
        total = sum(by_type.values(), EntityCounts())
        rows = [
            (
                visible(kind) or "(no type)",
                *(f"{n:,}" for n in (c.said, c.exact, c.forgiving)),
                *(percent(rate) for rate in _entity_rates(side, source, c).values()),
            )
            for kind, c in [("all", total), *by_type.items()]
        ]
        head = f"entities of {source}" if source else "entities"
        columns = [head, "said", "exact", "found", "error rate", "recall", "precision", "F1"]
        lines.append(grid(columns, rows))
    return lines


def _entity_rates(side: SideResult, source: str, c: EntityCounts) -> dict[str, float | None]:
    """Return the rates of entities; ``None`` each where a judge did not list those of all calls."""
    rates = {"error_rate": c.error_rate, "recall": c.recall, "precision": c.precision, "f1": c.f1}
    if any(method.name == source and method.unjudged for method in side.methods):
        return dict.fromkeys(rates)
    return rates


def content(
    sides: Sequence[SideResult], unread: Mapping[str, str], *, keep_texts: bool = True
) -> dict[str, Any]:
    """Return all numbers as plain values; what is not known is null."""
    return {
        "schema": "mondegreen/calls@1",
        "sides": [_plain_side(side, keep_texts=keep_texts) for side in sides],
        "all_sides": [
            _plain_sum(method, over_common_calls(sides, at))
            for at, method in enumerate(all_sides(sides))
        ],
        "unread": dict(unread),
        **_speakers(sides),
    }


def _speakers(sides: Sequence[SideResult]) -> dict[str, Any]:
    """Return who was taken for whom in each call, where that was asked for."""
    known = {each.call.id: each.call.identified for each in sides[0].sides}
    found = {call: chosen.to_dict() for call, chosen in known.items() if chosen is not None}
    return {"speakers": found} if found else {}


def _plain_side(side: SideResult, *, keep_texts: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "side": side.role.name,
        "common_calls": side.common,
        "by_script": scripts(side.scripts),
        "labels_not_placed": {
            each.call.id: each.call.not_placed for each in side.sides if each.call.not_placed
        },
        "not_compared": not_compared(side.methods) or None,
        "methods": [
            _plain_method(method, None if not_compared(side.methods) else set(side.common))
            for method in side.methods
        ],
        "turns": {
            call: {
                "kinds": kinds(turn.group for turn in turns),
                "turns": [
                    {
                        "kind": turn.group.kind,
                        "by": turn.by,
                        "reference_turns": list(turn.group.reference),
                        "hypothesis_turns": list(turn.group.hypothesis),
                        "counts": list(turn.counts),
                        "rate": rate_of(turn.counts),
                    }
                    for turn in turns
                ],
            }
            for call, turns in side.turns.items()
        },
        "turn_times": {
            "total": TurnTimes.of_all(side.times.values()).to_dict() if side.times else None,
            "calls": {call: times.to_dict() for call, times in side.times.items()},
        },
        "entities": {
            source or "named": {
                kind: asdict(c) | _entity_rates(side, source, c)
                for kind, c in summed(by_call.values()).items()
            }
            for source, by_call in side.entities.items()
        },
    }
    if keep_texts:
        found["lost_entities"] = [asdict(entity) for entity in side.lost]
    return found


_COUNTS = ("hits", "substitutions", "deletions", "insertions")


def _plain_sum(method: MethodResult, common: tuple[int, int, int, int] | None) -> dict[str, Any]:
    """Return what a method finds in all sides together."""
    return {
        "method": method.method,
        "model": method.model or None,
        "rate": method.rate,
        "reason": method.reason,
        "needed": method.needed,
        "unjudged": method.unjudged,
        "counts": dict(zip(_COUNTS, method.counts, strict=True)),
        "rate_over_common_calls": rate_of(common),
        "forgiven_rate": method.forgiven_rate,
        "calls": len({outcome.call for outcome in method.scored}),
        "signature": method.signature,
    }


def _plain_method(method: MethodResult, common: set[str] | None) -> dict[str, Any]:
    return {
        "method": method.method,
        "model": method.model or None,
        "rate": method.rate,
        "reason": method.reason,
        "value_low": method.value_low,
        "value_high": method.value_high,
        "needed": method.needed,
        "unjudged": method.unjudged,
        "average_of_calls": method.average,
        "counts": dict(zip(_COUNTS, method.counts, strict=True)),
        "concatenated_rate": rate_of(method.concatenated),
        "concatenated_reason": method.not_concatenated or None,
        "seconds": method.seconds,
        "redacted": {"spans": method.redacted[0], "words": method.redacted[1]},
        "rate_over_common_calls": None
        if common is None or method.unjudged
        else rate_of(method.over(common)),
        "forgiven_rate": method.forgiven_rate,
        "scored": len(method.scored),
        "empty": len(method.empty),
        "total": len(method.outcomes),
        "calls": [
            {
                "call": outcome.call,
                "status": outcome.status,
                "reason": outcome.reason,
                "rate": outcome.rate,
                "forgiven_rate": rate_left([outcome]),
                "counts": None
                if outcome.counts is None
                else dict(zip(_COUNTS, outcome.counts, strict=True)),
            }
            for outcome in method.outcomes
        ],
        "signature": method.signature,
    }
