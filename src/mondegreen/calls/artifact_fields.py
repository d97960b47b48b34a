"""Fields that files of several methods share."""

from __future__ import annotations

import csv
import io
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from mondegreen.calls.entities import EntityCounts, summed
from mondegreen.calls.method import rate_left, rate_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mondegreen.calls.method import MethodResult
    from mondegreen.calls.outcome import Outcome
    from mondegreen.calls.scripts import Scripts

__all__ = [
    "after_forgiving",
    "concatenated",
    "counted",
    "empty",
    "entity_rates",
    "failures",
    "judged",
    "listed",
    "mismatches",
    "percentage",
    "report_of_call",
    "scripts",
    "summary",
    "total",
]

_FORMULA: Final = frozenset("=+-@\uff1d\uff0b\uff0d\uff20")  # also as East Asian writing has them
_COLUMNS = (
    *("call_id", "status", "wer", "substitutions", "deletions", "insertions"),
    *("total_words", "entities", "entities_lost", "reason"),
)


def counted(counts: tuple[int, int, int, int]) -> dict[str, Any]:
    """Return counts by name, with their rate."""
    names = ("hits", "substitutions", "deletions", "insertions")
    return dict(zip(names, counts, strict=True)) | {"wer": rate_of(counts)}


def concatenated(method: MethodResult) -> dict[str, Any]:
    """Return the counts of all calls as one text, or why there are none."""
    if method.concatenated is None:
        return {"wer": None, "reason": method.not_concatenated}
    return counted(method.concatenated)


def percentage(rate: float | None) -> float | None:
    """Return a rate in percent, or ``None``."""
    return None if rate is None else round(100 * rate, 4)


def after_forgiving(method: MethodResult) -> dict[str, Any]:
    """Return the rates after forgiving, of all calls and of each; nothing where nothing is forgiven."""
    if not method.forgives:
        return {}
    rates = {o.call: percentage(rate_left([o])) for o in method.scored}
    found = {"wer_percentage": percentage(method.forgiven_rate), "by_call": rates}
    return {"after_forgiving": found}


def failures(method: MethodResult) -> dict[str, dict[str, str | None]]:
    """Return status and reason of each call that was not scored."""
    return {o.call: {"status": o.status, "reason": o.reason} for o in method.failed}


def judged(method: MethodResult) -> dict[str, Any]:
    """Return how many calls needed the judge, how many it did not judge, and why there is no rate."""
    return {
        "calls_that_needed_the_judge": method.needed,
        "unjudged_calls": method.unjudged,
        "reason": method.reason,
    }


def empty(method: MethodResult) -> list[str]:
    """Return the calls that were scored as all deletions, since nothing was heard."""
    return [outcome.call for outcome in method.empty]


def total(method: MethodResult, side: str) -> int | None:
    """Return the characters of one side as they were compared; ``None`` where no text was kept."""
    texts = [getattr(outcome, side) for outcome in method.scored]
    return None if None in texts else sum(map(len, texts))


def scripts(found: Scripts | None) -> dict[str, Any] | None:
    """Return the counts of each script, and what the forgiver ``script`` explains."""
    if found is None:
        return None
    return {
        "scripts": {script: counted(counts) for script, counts in found.counts.items()},
        "strict": counted(found.strict),
        "forgiven_by_script": found.forgiven,
        "wer_through_script": found.through_script,
        "signature": found.signature,
    }


def listed(outcome: Outcome, *, keep: bool) -> dict[str, Any]:
    """Return the words that differ, in three lists; empty where texts are not kept."""
    differences = outcome.differences if keep else ()
    return {
        "substitution_pairs": [
            {"reference": d.reference, "hypothesis": d.hypothesis}
            for d in differences
            if d.operation == "substitute"
        ],
        "deletion_words": [d.reference for d in differences if d.operation == "delete"],
        "insertion_words": [d.hypothesis for d in differences if d.operation == "insert"],
    }


def mismatches(outcome: Outcome, *, keep: bool) -> dict[str, Any]:
    """Return the counts of a call that was scored, and what differs with its context."""
    _, substitutions, deletions, insertions = outcome.counts or (0, 0, 0, 0)
    return {
        "wer": outcome.rate,
        "insertions": insertions,
        "deletions": deletions,
        "substitutions": substitutions,
        "mismatches": [
            {
                "operation": d.operation,
                "index_ref": d.reference_place,
                "index_hyp": d.hypothesis_place,
                "ref_word": d.reference or None,
                "hyp_word": d.hypothesis or None,
                "ref_context": d.reference_context,
                "hyp_context": d.hypothesis_context,
            }
            for d in (outcome.differences if keep else ())
        ],
        **listed(outcome, keep=keep),
    }


def report_of_call(
    outcome: Outcome, entities: Mapping[str, Mapping[str, EntityCounts]] | None, *, keep: bool
) -> dict[str, Any]:
    """Return the rates of a call that was scored, of its words and of its entities."""
    _, substitutions, deletions, insertions = outcome.counts or (0, 0, 0, 0)
    sides = outcome.detail if keep else {}
    of = None if entities is None else entities.get(outcome.call)
    said, heard = (
        text.split() if keep and text is not None else None
        for text in (outcome.reference, outcome.hypothesis)
    )
    return {
        "call_id": outcome.call,
        "wer": outcome.rate,
        "substitutions": substitutions,
        "deletions": deletions,
        "insertions": insertions,
        "total_words": outcome.words,
        "entity_error_rate": entity_rates({outcome.call: of} if of is not None else None),
        "gt_entities": sides.get("reference", {}).get("entities"),
        "ref_entities": sides.get("hypothesis", {}).get("entities"),
        "gt_tokens": said,
        "ref_tokens": heard,
        "status": outcome.status,
        "reason": outcome.reason,
        "time_taken": outcome.seconds,
    }


def summary(method: MethodResult, entities: Mapping[str, Mapping[str, EntityCounts]] | None) -> str:
    """Return a table with a row per call, failures included, as CSV."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(_COLUMNS)
    for outcome in method.outcomes:
        counts: list[Any] = ["", "", "", ""]
        if outcome.counts is not None:
            counts = [*outcome.counts[1:], outcome.words]
        kinds = None if entities is None else entities.get(outcome.call)
        named: list[Any] = ["", ""]
        if kinds is not None:
            named = [
                sum(c.said for c in kinds.values()),
                sum(c.said - c.forgiving for c in kinds.values()),
            ]
        rate = "" if outcome.rate is None else f"{outcome.rate:.6f}"
        reason = _cell(outcome.reason or "")
        rows.writerow([_cell(outcome.call), outcome.status, rate, *counts, *named, reason])
    return text.getvalue()


def _cell(text: str) -> str:
    """Keep a spreadsheet from taking a text for a formula."""
    return f"'{text}" if text[:1] in {"\t", "\r"} or text.lstrip()[:1] in _FORMULA else text


def entity_rates(
    entities: Mapping[str, Mapping[str, EntityCounts]] | None,
) -> dict[str, Any] | None:
    """Return rates of entities, all together and by type; ``None`` where nobody named any."""
    if entities is None:
        return None
    by_type = summed(entities.values())
    every = sum(by_type.values(), EntityCounts())

    def shown(counts: EntityCounts) -> dict[str, Any]:
        rates = {
            "error_rate": counts.error_rate,
            "recall": counts.recall,
            "precision": counts.precision,
            "f1": counts.f1,
        }
        return asdict(counts) | rates

    return {"all": shown(every), "by_type": {kind: shown(c) for kind, c in by_type.items()}}
