"""``markdown``: the result for a comment on a pull request or an issue."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mondegreen.errors import visible
from mondegreen.report import intervals
from mondegreen.report.group_names import labels
from mondegreen.report.number_format import NONE, capped, details, errors, percent, rate, short_rate
from mondegreen.scoring.groups import unclashing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.scoring.result import Result
    from mondegreen.scoring.waterfall import Step

_MEANS_SOMETHING: Final = re.compile(r"[\\`*_{}\[\]<>()#+!|~&@:$^=-]")
# What code hosts make links of: people, issues, addresses. They look at the rendered text, where a
# backslash is gone; a comment between keeps it apart.
_LINKED: Final = re.compile(r"([@#]|:(?=//)|www(?=\.))")


def render(result: Result) -> str:
    """Return tables of rates, of what was forgiven and of slices, with coverage and signature.

    Whatever is in names and keys is text: no markup, no link, nobody is mentioned.
    """
    most, *caps = capped(list(result))
    rows = [
        (m.title, rate(m), *intervals.cells(m), *cap, errors(m), details(m))
        for m, cap in zip(result, caps, strict=True)
    ]
    titles = [] if result.shown is None else [intervals.title(result.shown)]
    header = ["metric", "rate", *titles, *most, "errors", "made of"]
    parts = [_table(header, rows, left={0, len(header) - 1})]
    parts += [text(metric.said) for metric in result if metric.said]
    for name, kind in result.metrics.items():
        if kind.forgives:
            way = [_step(step) for step in result.waterfall(name)]
            folded = _table(("step", "errors", "of strict", name), way, left={0})
            about = f"What was forgiven in {text(name)}"
            parts.append(f"<details><summary>{about}</summary>\n\n{folded}\n\n</details>")
    if result.slices:
        groups = result.by(*result.slices)
        names = [title for name in result.rows for title in (name, *titles)]
        header = [*unclashing(groups.columns, names), *names]
        body = [
            (
                *label,
                *(cell for m in metrics.values() for cell in (short_rate(m), *intervals.cells(m))),
            )
            for label, metrics in zip(labels(groups), groups.values(), strict=True)
        ]
        parts.append(_table(header, body, left=set(range(len(groups.columns)))))
    if titles:
        made = [*intervals.notes(result), *intervals.slice_notes(result)]
        parts.append("  \n".join(map(text, made)))
    parts.append(f"{text(str(result.coverage))}  \n{_code(result.signature)}")
    return "\n\n".join(parts)


def text(value: str) -> str:
    r"""Return a text with all that Markdown would take for markup, escaped.

    >>> print(text("<b> *a* | @team"))
    \<b\> \*a\* \| \@<!-- -->team
    """
    return unlinked(_MEANS_SOMETHING.sub(r"\\\g<0>", visible(value)))


def unlinked(escaped: str) -> str:
    """Return an escaped text in which nobody is mentioned and no address becomes a link.

    >>> print(unlinked("@team #5 www.example.com"))
    @<!-- -->team #<!-- -->5 www<!-- -->.example.com
    """
    return _LINKED.sub(r"\1<!-- -->", escaped)


def _step(step: Step) -> tuple[str, str, str, str]:
    sign = "-" if step.errors < 0 else ""
    share = NONE if step.share is None else percent(step.share, 1)
    value = NONE if step.rate is None else f"{sign}{percent(abs(step.rate))}"
    return step.name, f"{sign}{abs(step.errors):,}", share, value


def gates_list(gates: Mapping[str, Sequence[str]]) -> str:
    """Return one line per gate, which says whether it is met.

    Args:
        gates: the name of each gate, with the reasons why it is not met; no reason if it is met.
    """
    lines = []
    for name, reasons in gates.items():
        why = f": {'; '.join(map(text, reasons))}" if reasons else ""
        lines.append(f"- {'NOT MET' if reasons else 'met'}: {text(name)}{why}")
    return "\n".join(lines)


def _table(header: Sequence[str], rows: Sequence[Sequence[str]], *, left: set[int]) -> str:
    rule = ["---" if at in left else "---:" for at in range(len(header))]
    lines = [[_cell(cell) for cell in header], rule, *([_cell(cell) for cell in r] for r in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: str) -> str:
    """Return a cell; numbers and signs of percent need no escaping."""
    return value if re.fullmatch(r"[-–]?[\d,.]+( %)?", value) else text(value)


def _code(value: str) -> str:
    return f"`` {visible(value)} ``" if "`" in value else f"`{visible(value)}`"
