"""The page of calls: rates, calls and entities as tables, then what differs, word by word.

Of one system the rows are turns; of several they are the sides of calls, which all systems have, so that
their ranks are those of whole calls.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from mondegreen.calls.entities import EntityCounts, summed
from mondegreen.calls.folding import NORMALIZER
from mondegreen.calls.method import rate_left
from mondegreen.calls.method_comparison import agreement, left_out, percent
from mondegreen.calls.rates import alike, common, rates
from mondegreen.calls.redactions import as_written
from mondegreen.calls.turn_times import TOLERANCE, TurnTimes
from mondegreen.calls.turns import kinds
from mondegreen.errors import MondegreenError, UsageError, counted
from mondegreen.report.document import render_report
from mondegreen.report.pages import UNKNOWN, facts_of, front, page
from mondegreen.report.part import Part
from mondegreen.scoring.scorer import score
from mondegreen.types import Failed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.calls.rates import Common
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
        *_rates(systems, unread, many=many),
        _calls(systems, unread, many=many),
        *_times(systems, many=many),
        *_identified(systems, many=many),
        *_entities(systems, many=many, keep_texts=keep_texts),
        *_left_out(systems, unread, many=many),
    ]
    signatures = dict.fromkeys(
        f"{method.name}: {method.signature}"
        for sides in systems.values()
        for side in sides
        for method in side.methods
    )
    calls = {each.call.id for sides in systems.values() for side in sides for each in side.sides}
    calls = calls.union(*unread.values())
    title = counted(len(calls), "call") + (f", {len(systems)} systems" if many else "")
    results = _results(systems, unread, normalizer, many=many) if keep_texts else {}
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
            about=f"Each {named[0]} is aligned by itself, as the method library compares words."
            + (" A call that was not read is one of the missing." if any(unread.values()) else ""),
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
) -> list[Front]:
    """Return a row per system, side and method: the methods are next to each other.

    Where systems scored different calls, the rates over the calls that all scored come first.
    """
    over = common([*systems.values()]) if many else ""
    note = "S, D, I: words that were substituted, deleted and inserted; the rate is their sum over words"
    tables: list[tuple[str, Common | None]] = [("rates", None)]
    if not isinstance(over, str) and not alike(systems, over):
        tables = [
            ("rates over the calls that all systems scored", over),
            ("rates over all calls that each scored", None),
        ]
    heads = ["side", "method", "rate", "S", "D", "I", "words", "calls scored", "empty"]
    some = any(m.forgives for sides in systems.values() for side in sides for m in side.methods)
    forgiven = ["forgiven"] if some else []
    header = [*(["system"] if many else []), *heads[:3], *forgiven, *heads[3:]]
    found = []
    for title, calls in tables:
        known = [
            (name, row)
            for name, sides in systems.items()
            for row in rates(sides, len(unread.get(name, {})), calls)
        ]
        rows = [
            [
                *([name] if many else []),
                *(row.side, row.method, row.shown),
                *(percent(row.forgiven) for _ in forgiven),
                *(f"{number:,}" for number in row.counts[1:]),
                f"{sum(row.counts[:3]):,}",
                f"{row.scored:,} of {row.total:,}",
                f"{row.empty:,}",
            ]
            for name, row in known
        ]
        points = [_point(row.value) for _, row in known]
        found.append(front(Part(title, header, rows, [note], 2 + many), points))
    return found


def _calls(
    systems: Mapping[str, Sequence[SideResult]],
    unread: Mapping[str, Mapping[str, str]],
    *,
    many: bool,
) -> Front:
    """Return a row per call and side, with the rates of all systems and methods."""
    columns = [
        (name, title, f"{name}: {title}" if many else title)
        for name, sides in systems.items()
        for method in sides[0].methods
        for title in (method.name, *["forgiven"] * method.forgives)
    ]
    cells: dict[tuple[str, str], dict[tuple[str, str], str]] = {}
    turns: dict[tuple[str, str], str] = {}
    for name, sides in systems.items():
        for side in sides:
            for method in side.methods:
                for outcome in method.outcomes:
                    shown = percent(outcome.rate) if outcome.counts else outcome.status
                    row = cells.setdefault((outcome.call, side.role.name), {})
                    row[name, method.name] = shown
                    if method.forgives:
                        row[name, "forgiven"] = percent(rate_left([outcome]))
            for call, found in side.turns.items():
                numbers = kinds(turn.group for turn in found)
                turns[call, side.role.name] = ", ".join(f"{n} {k}" for k, n in numbers.items() if n)
    for name, failed in unread.items():
        for call in failed:
            for side in systems[name]:
                states = {(name, method.name): "not read" for method in side.methods}
                cells.setdefault((call, side.role.name), {}).update(states)
    rows = [
        [
            call,
            role,
            *(known.get((name, title), "–") for name, title, _ in columns),
            *([] if many else [turns.get((call, role), "–")]),
        ]
        for (call, role), known in cells.items()
    ]
    header = ["call", "side", *(title for _, _, title in columns), *([] if many else ["turns"])]
    several = many or any(len(sides) > 1 for sides in systems.values())
    notes = [
        f"{' '.join([*([name] if many else []), side.role.name])}: {line}" if several else line
        for name, sides in systems.items()
        for side in sides
        for line in agreement(side.methods)
    ]
    return front(Part("calls", header, rows, notes, 2))


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
            ", ".join(f"{said} is {heard!r}" for said, heard in found.names.items()),
            f"{found.errors:,}",
            "–" if found.next_errors is None else f"{found.next_errors:,}",
        ]
        for name, sides in systems.items()
        for each in sides[0].sides
        if (found := each.call.identified) is not None and found.names
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


_Row = tuple[str, str, "str | Failed | None", dict[str, str]]
"""Id, reference, hypothesis and columns."""


def _results(
    systems: Mapping[str, Sequence[SideResult]],
    unread: Mapping[str, Mapping[str, str]],
    normalizer: str,
    *,
    many: bool,
) -> dict[str, Result]:
    """Return the rows of the list: turns of one system, or sides of calls of several.

    What is not scored, or could not be read, is a row without a hypothesis, and so counted as missing.
    """
    said = {
        (each.call.id, side.role.name): _unredacted(each.reference_text, "")[0]
        for sides in systems.values()
        for side in sides
        for each in side.sides
    }
    rows_of: dict[str, list[_Row]] = {}
    for name, sides in systems.items():
        rows = [row for side in sides for row in (_sides(side) if many else _turns(side))]
        rows += [
            (
                f"{call} {side.role.name}",
                said.get((call, side.role.name), ""),
                Failed(why),
                {"call": call, "side": side.role.name} | ({} if many else {"turns": "not read"}),
            )
            for call, why in unread.get(name, {}).items()
            for side in sides
        ]
        if not rows:
            return {}
        rows_of[name] = rows
    found = {}
    for name, rows in _with_own_ids(rows_of).items():
        ids, references, hypotheses, columns = zip(*rows, strict=True)
        by = {key: [each[key] for each in columns] for key in columns[0]}
        try:
            found[name] = score(
                references,
                hypotheses,
                metrics=[_METRIC],
                normalizer=normalizer,
                missing="skip",
                ids=ids,
                by=by,
            )
        except MondegreenError:  # as where no reference has words; the tables say what there is
            return {}
    return found


def _with_own_ids(rows_of: dict[str, list[_Row]]) -> dict[str, list[_Row]]:
    """Return rows whose ids are distinct, where names of calls and sides may make the same one."""
    if all(len({row[0] for row in rows}) == len(rows) for rows in rows_of.values()):
        return rows_of
    found: dict[str, list[_Row]] = {}
    for name, rows in rows_of.items():
        times: Counter[tuple[str, str]] = Counter()
        found[name] = []
        for _, reference, hypothesis, columns in rows:
            key = columns["call"], columns["side"]
            times[key] += 1
            own = f"{key[0]!r} {key[1]!r} {times[key]}"
            found[name].append((own, reference, hypothesis, columns))
    return found


def _sides(side: SideResult) -> list[_Row]:
    found: list[_Row] = []
    for each in side.sides:
        row = f"{each.call.id} {side.role.name}"
        columns = {"call": each.call.id, "side": side.role.name}
        if not each.missing:
            texts = _unredacted(each.reference_text, each.hypothesis_text)
            found.append((row, *texts, columns))
        elif each.reference_text:
            found.append((row, _unredacted(each.reference_text, "")[0], None, columns))
    return found


def _turns(side: SideResult) -> list[_Row]:
    found: list[_Row] = []
    for each in side.sides:
        call = each.call.id
        texts: list[tuple[str, str | None, str]] = [
            (*_unredacted(turn.reference, turn.hypothesis), turn.group.kind)
            for turn in side.turns.get(call, ())
        ]
        if each.missing:
            texts = [(_unredacted(turn.text, "")[0], None, "not scored") for turn in each.reference]
        found += [
            (
                f"{call} {side.role.name} {number}",
                reference,
                hypothesis,
                {"call": call, "side": side.role.name, "turns": kind},
            )
            for number, (reference, hypothesis, kind) in enumerate(texts, 1)
        ]
    return found


def _unredacted(reference: str, hypothesis: str) -> tuple[str, str]:
    """Return both texts, without redacted places and what was heard there."""
    parts = as_written(reference, hypothesis)
    return (parts.reference, parts.hypothesis) if parts.spans else (reference, hypothesis)
