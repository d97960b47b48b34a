"""The printed log of a method: what was substituted, deleted and inserted, call by call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.calls.method import rate_left
from mondegreen.calls.method_comparison import percent, rate_cell
from mondegreen.errors import counted, visible

if TYPE_CHECKING:
    from mondegreen.calls.method import MethodResult
    from mondegreen.calls.outcome import Outcome

__all__ = ["log"]


def log(method: MethodResult, *, keep_texts: bool = True) -> str:
    """Return the log of a method; control characters of texts are shown, not sent."""
    asked = f", {method.model}" if method.model else ""
    lines = [f"method {method.method}{asked}; side {method.role.name}", method.signature, ""]
    for outcome in method.outcomes:
        lines += [*_call(outcome, keep_texts=keep_texts), ""]
    hits, substitutions, deletions, insertions = method.counts
    left = f", {percent(method.forgiven_rate)} after forgiving" if method.forgives else ""
    lines.append(
        f"all {len(method.scored)} of {counted(len(method.outcomes), 'call')}: {rate_cell(method)}{left} "
        f"({counted(substitutions, 'substitution')}, {counted(deletions, 'deletion')}, "
        f"{counted(insertions, 'insertion')}; {counted(hits + substitutions + deletions, 'word')})"
    )
    return "\n".join(lines) + "\n"


def _call(outcome: Outcome, *, keep_texts: bool) -> list[str]:
    if outcome.counts is None:
        return [f"call {visible(outcome.call)}: {outcome.status}: {visible(outcome.reason or '')}"]
    _, substitutions, deletions, insertions = outcome.counts
    lines = [
        f"call {visible(outcome.call)}: {percent(outcome.rate)} of {counted(outcome.words, 'word')}"
        + ("" if outcome.left is None else f", {percent(rate_left([outcome]))} after forgiving")
        + (f": {outcome.status}: {visible(outcome.reason)}" if outcome.reason else ""),
        f"substitutions ({substitutions}):",
        f"deletions, missing in the hypothesis ({deletions}):",
        f"insertions, too many in the hypothesis ({insertions}):",
    ]
    if keep_texts:
        listed = {
            "substitute": [f"  {d.reference} -> {d.hypothesis}" for d in outcome.differences],
            "delete": [f"  {d.reference}" for d in outcome.differences],
            "insert": [f"  {d.hypothesis}" for d in outcome.differences],
        }
        kinds = [d.operation for d in outcome.differences]
        for at, operation in ((3, "insert"), (2, "delete"), (1, "substitute")):
            entries = listed[operation] if outcome.differences else []
            chosen = [e for e, kind in zip(entries, kinds, strict=True) if kind == operation]
            lines[at + 1 : at + 1] = map(visible, chosen)
    return lines
