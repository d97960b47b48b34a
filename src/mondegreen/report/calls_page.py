"""The page of calls: rates, calls and entities as tables, then what differs, word by word.

Of one system the rows are turns; of several they are the sides of calls, which all systems have, so that
their ranks are those of whole calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.calls.entities import EntityCounts, summed
from mondegreen.calls.folding import NORMALIZER
from mondegreen.calls.method_comparison import left_out, percent, rate_cell
from mondegreen.calls.redactions import as_written
from mondegreen.calls.turn_times import TOLERANCE, TurnTimes
from mondegreen.calls.turns import kinds
from mondegreen.errors import MondegreenError, UsageError, counted
from mondegreen.report.document import render_report
from mondegreen.report.pages import UNKNOWN, facts_of, front, page
from mondegreen.report.part import Part
from mondegreen.scoring.scorer import score

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.calls.method import MethodResult
    from mondegreen.calls.scoring_calls import SideResult
    from mondegreen.report.pages import Front, Origin
    from mondegreen.scoring.result import Result

__all__ = ["render"]

_METRIC = "phonetic-wer"
_MOST_CALLS = 1000
"""With more calls, whose rates are a table in any case, no rows are cut by call, and few have texts."""
_WORST = 200
"""Rows with texts where there are many calls."""


def render(
    systems: Mapping[str, Sequence[SideResult]],
    unread: Mapping[str, Mapping[str, str]],
    *,
    origin: Origin = UNKNOWN,
    keep_texts: bool = True,
    normalizer: str = NORMALIZER,
) -> str:
    """Return the page of the calls of one system, or of several.

    Args:
        systems: the sides that were scored, by the name of the system.
        unread: by system, which calls could not be read, and why.
        origin: the files that the head of the page names.
        keep_texts: whether the page may hold what was said.
        normalizer: of the method ``library``.

    Of more than 1,000 calls the page has the texts of the 200 worst rows.

    Raises:
        UsageError: no system.
        MissingDependencyError: jinja2 is not installed.
    """
    if not systems:
        raise UsageError("a page of no systems: expected the calls of at least one")
    many = len(systems) > 1
    tables = [
        _rates(systems, unread, many=many),
        _calls(systems, many=many),
        *_times(systems, many=many),
        *_identified(systems, many=many),
        *_entities(systems, many=many, keep_texts=keep_texts),
        *_left_out(systems, unread, many=many),
    ]
    signatures = dict.fromkeys(
        f"{method.method}: {method.signature}"
        for sides in systems.values()
        for side in sides
        for method in side.methods
    )
    calls = {each.call.id for sides in systems.values() for side in sides for each in side.sides}
    title = counted(len(calls), "call") + (f", {len(systems)} systems" if many else "")
    results = _results(systems, normalizer, many=many) if keep_texts else {}
    if results:
        named = ("side of a call", "sides of calls") if many else ("turn", "turns")
        by = [name for name in next(iter(results.values())).slices if name != "call"]
        return render_report(
            results if many else next(iter(results.values())),
            by=by if len(calls) > _MOST_CALLS else None,
            utterances=_WORST if len(calls) > _MOST_CALLS else None,
            title=title,
            origin=origin,
            opening=tables,
            about=f"Each of the {named[1]} is aligned by itself, as the method library compares words.",
            named=named,
            signatures=list(signatures),
        )
    content = {"front": tables, "facts": facts_of([*systems], origin, signatures)}
    return page(title, content, scripts=[])


def _point(rate: float | None) -> dict[str, Any]:
    return {"value": rate, "interval": None}


def _rates(
    systems: Mapping[str, Sequence[SideResult]],
    unread: Mapping[str, Mapping[str, str]],
    *,
    many: bool,
) -> Front:
    """Return a row per system, side and method: the methods are next to each other."""
    rows, points = [], []
    for name, sides in systems.items():
        for side in sides:
            for method in side.methods:
                counts = method.counts
                total = len(side.sides) + len(unread.get(name, {}))
                rows.append(
                    [
                        *([name] if many else []),
                        side.role.name,
                        _named(method),
                        rate_cell(method),
                        *(f"{number:,}" for number in counts[1:]),
                        f"{sum(counts[:3]):,}",
                        f"{len(method.scored):,} of {total:,}",
                        f"{len(method.empty):,}",
                    ]
                )
                points.append(_point(method.rate))
    heads = ["side", "method", "rate", "S", "D", "I", "words", "calls scored", "empty"]
    header = [*(["system"] if many else []), *heads]
    note = "S, D, I: words that were substituted, deleted and inserted; the rate is their sum over words"
    return front(Part("rates", header, rows, [note], 2 + many), points)


def _named(method: MethodResult) -> str:
    return f"{method.method} ({method.model})" if method.model else method.method


def _calls(systems: Mapping[str, Sequence[SideResult]], *, many: bool) -> Front:
    """Return a row per call and side, with the rates of all systems and methods."""
    columns = [
        (name, at, f"{name}: {method.method}" if many else method.method)
        for name, sides in systems.items()
        for at, method in enumerate(sides[0].methods)
    ]
    cells: dict[tuple[str, str], dict[tuple[str, int], str]] = {}
    turns: dict[tuple[str, str], str] = {}
    for name, sides in systems.items():
        for side in sides:
            for at, method in enumerate(side.methods):
                for outcome in method.outcomes:
                    shown = percent(outcome.rate) if outcome.counts else outcome.status
                    cells.setdefault((outcome.call, side.role.name), {})[name, at] = shown
            for call, found in side.turns.items():
                numbers = kinds(turn.group for turn in found)
                turns[call, side.role.name] = ", ".join(f"{n} {k}" for k, n in numbers.items() if n)
    rows = [
        [
            call,
            role,
            *(known.get((name, at), "–") for name, at, _ in columns),
            *([] if many else [turns.get((call, role), "–")]),
        ]
        for (call, role), known in cells.items()
    ]
    header = ["call", "side", *(title for _, _, title in columns), *([] if many else ["turns"])]
    return front(Part("calls", header, rows, [], 2))


def _times(systems: Mapping[str, Sequence[SideResult]], *, many: bool) -> list[Front]:
    """Return how many turns begin when they do, where turns have times."""
    rows = []
    for name, sides in systems.items():
        for side in sides:
            if not side.times:
                continue
            times = TurnTimes.of_all(side.times.values())
            rates = (times.precision, times.recall, times.f1)
            pairs = (
                (f"{times.reference_interruptions:,}", f"{times.hypothesis_interruptions:,}"),
                (
                    f"{times.reference_overlap / 1e6:,.2f} s",
                    f"{times.hypothesis_overlap / 1e6:,.2f} s",
                ),
            )
            rows.append(
                [
                    *([name] if many else []),
                    side.role.name,
                    *map(percent, rates),
                    *(f"{said} ({heard})" for said, heard in pairs),
                    f"{len(side.times):,}",
                ]
            )
    heads = ["side", "precision", "recall", "F1", "interruptions", "overlap", "calls with times"]
    header = [*(["system"] if many else []), *heads]
    note = f"turns are found if they begin within {TOLERANCE:g} s; in brackets: of the hypothesis"
    return [front(Part("turns by time", header, rows, [note], 1 + many))] if rows else []


def _identified(systems: Mapping[str, Sequence[SideResult]], *, many: bool) -> list[Front]:
    """Return who was taken for whom in each call, where that was asked for."""
    rows = [
        [
            *([name] if many else []),
            each.call.id,
            ", ".join(f"{said} is {heard!r}" for said, heard in found.names.items()) or "–",
            f"{found.errors:,}",
            "–" if found.next_errors is None else f"{found.next_errors:,}",
        ]
        for name, sides in systems.items()
        for each in sides[0].sides
        if (found := each.call.identified) is not None
    ]
    heads = ["call", "by least errors", "errors", "errors the other way"]
    header = [*(["system"] if many else []), *heads]
    return [front(Part("who is who", header, rows, [], 2 + many))] if rows else []


def _entities(
    systems: Mapping[str, Sequence[SideResult]], *, many: bool, keep_texts: bool
) -> list[Front]:
    rows, lost = [], []
    for name, sides in systems.items():
        for side in sides:
            for source, by_call in side.entities.items():
                by_type = summed(by_call.values())
                every = sum(by_type.values(), EntityCounts())
                for kind, c in [("all", every), *by_type.items()] if by_type else []:
                    numbers = (c.said, c.exact, c.forgiving)
                    rates = (c.error_rate, c.recall, c.precision, c.f1)
                    rows.append(
                        [
                            *([name] if many else []),
                            side.role.name,
                            f"{kind or '(no type)'}{f' ({source})' if source else ''}",
                            *(f"{number:,}" for number in numbers),
                            *(percent(rate) for rate in rates),
                        ]
                    )
            lost += [
                [*([name] if many else []), each.call, side.role.name, each.type, each.text]
                for each in side.lost
            ]
    found = []
    first = ["system"] if many else []
    if rows:
        heads = ["side", "entities", "said", "exact", "found", "error rate", "recall"]
        header = [*first, *heads, "precision", "F1"]
        found.append(front(Part("entities", header, rows, [], 2 + many)))
    if lost and keep_texts:
        header = [*first, "call", "side", "type", "entity"]
        found.append(front(Part("lost entities", header, lost, [], 4 + many)))
    return found


def _left_out(
    systems: Mapping[str, Sequence[SideResult]],
    unread: Mapping[str, Mapping[str, str]],
    *,
    many: bool,
) -> list[Front]:
    rows = [
        [*([name] if many else []), call, "–", "not read", why]
        for name, failed in unread.items()
        for call, why in failed.items()
    ]
    for name, sides in systems.items():
        for side in sides:
            rows += [
                [*([name] if many else []), call, f"{side.role.name}, {by}", status, reason]
                for call, by, status, reason in left_out(side.methods)
            ]
    if not rows:
        return []
    header = [*(["system"] if many else []), "call", "side", "status", "reason"]
    return [front(Part("not in the rates", header, rows, [], 4 + many))]


def _results(
    systems: Mapping[str, Sequence[SideResult]], normalizer: str, *, many: bool
) -> dict[str, Result]:
    """Return the rows of the list: turns of one system, or sides of calls of several."""
    found = {}
    for name, sides in systems.items():
        rows = [row for side in sides for row in (_sides(side) if many else _turns(side))]
        if not rows:
            return {}
        ids, said, heard, columns = zip(*rows, strict=True)
        by = {key: [each[key] for each in columns] for key in columns[0]}
        try:
            found[name] = score(
                said,
                heard,
                metrics=[_METRIC],
                normalizer=normalizer,
                ids=ids,
                by=by,
            )
        except MondegreenError:  # as where no reference has words; the tables say what there is
            return {}
    return found


def _sides(side: SideResult) -> list[tuple[str, str, str, dict[str, str]]]:
    return [
        (
            f"{each.call.id} {side.role.name}",
            *_unredacted(each.reference_text, each.hypothesis_text),
            {"call": each.call.id, "side": side.role.name},
        )
        for each in side.sides
        if not each.missing
    ]


def _turns(side: SideResult) -> list[tuple[str, str, str, dict[str, str]]]:
    return [
        (
            f"{call} {side.role.name} {number}",
            *_unredacted(turn.reference, turn.hypothesis),
            {"call": call, "side": side.role.name, "turns": turn.group.kind},
        )
        for call, found in side.turns.items()
        for number, turn in enumerate(found, 1)
    ]


def _unredacted(reference: str, hypothesis: str) -> tuple[str, str]:
    """Return both texts, without redacted places and what was heard there."""
    parts = as_written(reference, hypothesis)
    return (parts.reference, parts.hypothesis) if parts.spans else (reference, hypothesis)
