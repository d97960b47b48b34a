"""The printed log of a method: what was substituted, deleted and inserted, call by call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.calls.method import rate_left
from mondegreen.calls.method_comparison import percent, rate_cell
from mondegreen.errors import counted, visible

if TYPE_CHECKING:
    from mondegreen.calls.method import MethodResult
    from mondegreen.calls.outcome import Outcome

__all__ = ["log", "logged"]


def log(method: MethodResult, *, keep_texts: bool = True, calls: str | None = None) -> str:
    """Return the log of a method; control characters of texts are shown, not sent.

    Args:
        method: what it found.
        keep_texts: whether words may be in it.
        calls: what `logged` returns, where that was made of some calls at a time.
    """
    asked = f", {method.model}" if method.model else ""
    if calls is None:
        calls = logged(method, keep_texts=keep_texts)
    first = f"method {method.method}{asked}; side {method.role.name}\n{method.signature}\n\n"
    hits, substitutions, deletions, insertions = method.counts
    left = f", {percent(method.forgiven_rate)} after forgiving" if method.forgives else ""
    last = (
        f"all {len(method.scored)} of {counted(len(method.outcomes), 'call')}: {rate_cell(method)}{left} "
        f"({counted(substitutions, 'substitution')}, {counted(deletions, 'deletion')}, "
        f"{counted(insertions, 'insertion')}; {counted(hits + substitutions + deletions, 'word')})"
    )
    return f"{first}{calls}{last}\n"


def logged(method: MethodResult, *, keep_texts: bool) -> str:
    """Return what the log says of each call."""
    lines = (line for o in method.outcomes for line in (*_call(o, keep_texts=keep_texts), ""))
    return "".join(f"{line}\n" for line in lines)


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
