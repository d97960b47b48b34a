"""Methods side by side, over the calls that all of them scored."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

from mondegreen.calls.method import rate_of
from mondegreen.errors import counted, visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.calls.method import MethodResult

__all__ = ["agreement", "common_calls", "comparison", "left_out", "not_compared", "rate_cell"]

_HEADS = (
    *("method", "model", "rate", "substitutions", "deletions", "insertions", "words"),
    *("all it scored", "those as one text"),
)
_MARKUP = re.compile(r"[\\`*\[\]!|~]|(?<!\w)_|_(?!\w)")


def common_calls(methods: Sequence[MethodResult]) -> list[str]:
    """Return the calls that every method scored, in their order."""
    scored = [{outcome.call for outcome in method.scored} for method in methods]
    return [o.call for o in methods[0].outcomes if all(o.call in s for s in scored)]


def not_compared(methods: Sequence[MethodResult]) -> str:
    """Return why methods have no rates over the calls that all scored; empty where they have.

    A call that a judge did not answer for is often a hard one, so what is left says little.
    """
    left = [f"{each.name} {each.judged_share}" for each in methods if each.judged_share]
    if len(methods) < 2 or not left:  # noqa: PLR2004 - one is compared to none
        return ""
    return f"methods are not compared over the calls that all scored: {', '.join(left)}"


def agreement(methods: Sequence[MethodResult]) -> list[str]:
    """Return for each two models of a method in how many calls they count the same errors."""
    lines = []
    for one, other in combinations(methods, 2):
        if one.method != other.method:
            continue
        errors = [{o.call: o.errors for o in each.scored} for each in (one, other)]
        both = [call for call in errors[0] if call in errors[1]]
        same = sum(errors[0][call] == errors[1][call] for call in both)
        lines.append(
            f"{one.method}: {one.model} and {other.model} count equally many errors in {same:,} of "
            f"{counted(len(both), 'call')} that both judged"
        )
    return lines


def rate_cell(method: MethodResult) -> str:
    """Return the rate of a method, or that it is not known, and how much was judged."""
    if method.judged_share:
        return f"not known ({method.judged_share})"
    return percent(method.rate)


def left_out(methods: Sequence[MethodResult]) -> list[tuple[str, str, str, str]]:
    """Return call, name of the method, status and reason of all that failed."""
    return [
        (outcome.call, method.name, outcome.status, outcome.reason or "")
        for method in methods
        for outcome in method.failed
    ]


def comparison(
    methods: Sequence[MethodResult], unread: Mapping[str, str], *, alone: bool = False
) -> str:
    """Return the table of methods as Markdown, with the calls that are not in it.

    Args:
        methods: of one side.
        unread: calls that could not be read, with the reason.
        alone: whether no other side was scored, which is then said.
    """
    common = common_calls(methods)
    refused = not_compared(methods)
    total = len(methods[0].outcomes) + len(unread)
    lines = [
        f"# Methods compared: {_cell(methods[0].role.name)}",
        "",
        (f"{refused[:1].upper()}{refused[1:]}." if refused else "")
        or f"Over the {len(common)} of {counted(total, 'call')} that all methods scored."
        + (" No other side was scored." if alone else ""),
        "",
        f"| {' | '.join(_HEADS)} |",
        f"|---|---{'|---:' * (len(_HEADS) - 2)}|",
    ]
    for method in methods:
        counts = method.over(set(common))
        over_common = [
            percent(rate_of(counts)),
            *(f"{number:,}" for number in counts[1:]),
            f"{sum(counts[:3]):,}",
        ]
        cells = [
            method.method,
            method.model or "-",
            *(["-"] * len(over_common) if refused or method.judged_share else over_common),
            rate_cell(method)
            + ("" if method.judged_share else f" of {counted(len(method.scored), 'call')}"),
            percent(rate_of(method.concatenated)),
        ]
        lines.append(f"| {' | '.join(_cell(cell) for cell in cells)} |")
    lines += ["", *(f"{_cell(line)}." for line in agreed)] if (agreed := agreement(methods)) else []
    lines += ["", "Signatures:", ""]
    lines += [f"- {method.name}: `{method.signature}`" for method in methods]
    silent = dict.fromkeys(outcome.call for method in methods for outcome in method.empty)
    if silent:
        named = ", ".join(map(_cell, silent))
        lines += ["", f"Empty, with all that was said deleted: {named}."]
    failed = [
        *((call, "reading", "input", why) for call, why in unread.items()),
        *left_out(methods),
    ]
    if failed:
        lines += [
            "",
            "Not in the table:",
            "",
            "| call | method | status | reason |",
            "|---|---|---|---|",
        ]
        lines += [f"| {' | '.join(_cell(cell) for cell in row)} |" for row in failed]
    return "\n".join(lines) + "\n"


def percent(rate: float | None) -> str:
    """Return a rate in percent, or a dash.

    >>> percent(0.1234), percent(None)
    ('12.34 %', '-')
    """
    return "-" if rate is None else f"{100 * rate:.2f} %"


def _cell(text: str) -> str:
    """Show a text as it is: no name of a call makes a link, a picture, or another cell."""
    return _MARKUP.sub(r"\\\g<0>", visible(text)).replace("&", "&amp;").replace("<", "&lt;")
