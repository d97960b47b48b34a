"""The files of a run, with the names and fields of call-transcript scoring as it is known.

``ref`` in a name is the transcript that is scored, ``gt`` the one that is right.
"""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from mondegreen.calls.log import log
from mondegreen.calls.method import rate_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from mondegreen.calls.entities import EntityCounts
    from mondegreen.calls.method import MethodResult
    from mondegreen.calls.outcome import Difference, Outcome
    from mondegreen.calls.scored_turns import ScoredTurn

__all__ = ["artifacts", "write"]

Entities = "Mapping[str, Mapping[str, EntityCounts]]"


def artifacts(
    method: MethodResult,
    turns: Mapping[str, list[ScoredTurn]],
    entities: Mapping[str, Mapping[str, EntityCounts]] | None,
    *,
    keep_texts: bool = True,
) -> dict[tuple[str, str], str]:
    """Return the content of every file of one method, by call (empty for all) and name.

    Numbers that nobody knows are null: of calls that failed, and times. The same input gives the
    same bytes.

    Args:
        method: what a method found in one side.
        turns: by call, what was found turn by turn.
        entities: by call and type; ``None`` where nobody named any.
        keep_texts: whether the files may hold what was said.
    """
    made = {
        "library": _library,
        "canonical": _canonical,
        "conversational": _conversational,
    }[method.method](method, turns, entities, keep_texts)
    return {place: _text(content) for place, content in made.items()}


def write(files: Mapping[tuple[str, str], str], place: Callable[[str], Path]) -> list[Path]:
    """Write files, each whole or not at all; return where.

    Args:
        files: content by call and name.
        place: the folder of a call, and of all calls for an empty name.
    """
    written = []
    for (call, name), content in files.items():
        folder = place(call)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / name
        half = path.with_name(path.name + ".part")
        half.write_text(content, encoding="utf-8", newline="\n")
        half.replace(path)
        written.append(path)
    return written


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _library(
    method: MethodResult,
    turns: Any,
    entities: Any,
    keep: bool,  # noqa: FBT001
) -> dict[tuple[str, str], Any]:
    made: dict[tuple[str, str], Any] = {}
    for outcome in method.scored if keep else ():
        mismatches = [
            {
                "reference_sentence": turn.reference,
                "hypothesis_sentence": turn.hypothesis,
                "word_differences": [
                    {"operation": d.operation, "reference": d.reference, "hypothesis": d.hypothesis}
                    for d in turn.differences
                ],
                "kind": turn.group.kind,
            }
            for turn in turns.get(outcome.call, ())
            if turn.differences
        ]
        made[outcome.call, "mismatches.json"] = {"call_id": outcome.call, "mismatches": mismatches}
    made["", "global_wer.json"] = {
        "total_errors": sum(method.counts[1:]),
        "total_words": sum(method.counts[:3]),
        "wer_percentage": _percentage(method.rate),
        "concatenated": _counts(method.concatenated),
        "total_calls": len(method.outcomes),
        "scored_calls": len(method.scored),
        "failed_calls": _failures(method),
        "entity_error_rate": _entities(entities),
        "signature": method.signature,
    }
    made["", "output_lib.txt"] = log(method, keep_texts=keep)
    return made


def _canonical(
    method: MethodResult,
    turns: Any,
    entities: Any,
    keep: bool,  # noqa: FBT001
) -> dict[tuple[str, str], Any]:
    del turns
    suffix = f"{method.provider}_lib"
    made: dict[tuple[str, str], Any] = {}
    for outcome in method.scored:
        call = outcome.call
        if keep and outcome.detail:
            made[call, f"canon_gt_transcript_{suffix}.json"] = outcome.detail["reference"]
            made[call, f"canon_ref_transcript_{suffix}.json"] = outcome.detail["hypothesis"]
        made[call, f"wer_mismatches_{suffix}.json"] = _mismatches(outcome, keep)
        made[call, f"wer+eer_{suffix}.json"] = _call_report(outcome, entities, keep)
    hits, substitutions, deletions, insertions = method.counts
    made["", f"global_wer_report_{suffix}.json"] = {
        "global_wer": method.rate,
        "global_insertions": insertions,
        "global_deletions": deletions,
        "global_substitutions": substitutions,
        "total_calls_processed": len(method.scored),
        "total_ref_characters": _total(method, "reference", characters=True),
        "total_hyp_characters": _total(method, "hypothesis", characters=True),
        "total_ref_words": hits + substitutions + deletions,
        "total_hyp_words": hits + substitutions + insertions,
        "average_individual_wer": method.average,
        "individual_call_wers": {outcome.call: outcome.rate for outcome in method.outcomes},
        "concatenated": _counts(method.concatenated),
        "total_calls": len(method.outcomes),
        "failed_calls": _failures(method),
        "entity_error_rate": _entities(entities),
        "model": method.model,
        "signature": method.signature,
        "note": "global_wer is the sum of all errors by the sum of all words of the calls scored",
    }
    made["", f"global_wer_summary_{suffix}.csv"] = _summary(method, entities)
    made["", f"output_{method.provider}.txt"] = log(method, keep_texts=keep)
    return made


def _conversational(
    method: MethodResult,
    turns: Any,
    entities: Any,
    keep: bool,  # noqa: FBT001
) -> dict[tuple[str, str], Any]:
    del turns
    results = {}
    for outcome in method.outcomes:
        found: dict[str, Any] = {
            "status": outcome.status,
            "reason": outcome.reason if keep or outcome.status == "missing" else None,
            "normalized_ref": outcome.reference if keep else None,
            "normalized_gt": outcome.hypothesis if keep else None,
            "wer_metrics": None,
        }
        # In these files "ref" is the transcript that is scored.
        found["normalized_ref"], found["normalized_gt"] = (
            found["normalized_gt"],
            found["normalized_ref"],
        )
        if outcome.counts is not None:
            _, substitutions, deletions, insertions = outcome.counts
            listed = outcome.differences if keep else ()
            found["wer_metrics"] = {
                "substitutions": substitutions,
                "deletions": deletions,
                "insertions": insertions,
                "total_reference_words": outcome.words,
                "conversational_wer": outcome.rate,
                "explanation": outcome.detail.get("explanation") if keep else None,
                "substitution_pairs": _pairs(listed),
                "deletion_words": [d.reference for d in listed if d.operation == "delete"],
                "insertion_words": [d.hypothesis for d in listed if d.operation == "insert"],
            }
        results[outcome.call] = found
    _, substitutions, deletions, insertions = method.counts
    report = {
        "global_metrics": {
            "total_calls": len(method.outcomes),
            "scored_calls": len(method.scored),
            "failed_calls": _failures(method),
            "average_conversational_wer": method.average,
            "global_conversational_wer_aggregate": method.rate,
            "global_conversational_wer_concatenated": None,
            "total_substitutions": substitutions,
            "total_deletions": deletions,
            "total_insertions": insertions,
            "total_reference_words": sum(method.counts[:3]),
            "concatenated_analysis": None,
            "entity_error_rate": _entities(entities),
            "model": method.model,
            "signature": method.signature,
        },
        "per_call_results": results,
    }
    return {
        ("", f"global_wer_{method.provider}_llm.json"): report,
        ("", f"output_{method.provider}_llm.txt"): log(method, keep_texts=keep),
    }


def _mismatches(outcome: Outcome, keep: bool) -> dict[str, Any]:  # noqa: FBT001
    _, substitutions, deletions, insertions = outcome.counts or (0, 0, 0, 0)
    listed = outcome.differences if keep else ()
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
            for d in listed
        ],
        "substitution_pairs": _pairs(listed),
        "deletion_words": [d.reference for d in listed if d.operation == "delete"],
        "insertion_words": [d.hypothesis for d in listed if d.operation == "insert"],
    }


def _call_report(
    outcome: Outcome,
    entities: Any,
    keep: bool,  # noqa: FBT001
) -> dict[str, Any]:
    _, substitutions, deletions, insertions = outcome.counts or (0, 0, 0, 0)
    sides = outcome.detail if keep else {}
    of = (entities or {}).get(outcome.call)
    return {
        "call_id": outcome.call,
        "wer": outcome.rate,
        "substitutions": substitutions,
        "deletions": deletions,
        "insertions": insertions,
        "total_words": outcome.words,
        "entity_error_rate": _entities({outcome.call: of} if of is not None else None),
        "gt_entities": sides.get("reference", {}).get("entities"),
        "ref_entities": sides.get("hypothesis", {}).get("entities"),
        "gt_tokens": outcome.reference.split() if keep and outcome.reference is not None else None,
        "ref_tokens": outcome.hypothesis.split()
        if keep and outcome.hypothesis is not None
        else None,
        "status": outcome.status,
        "reason": outcome.reason,
        "time_taken": None,
    }


def _summary(method: MethodResult, entities: Any) -> str:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(
        [
            *("call_id", "status", "wer", "substitutions", "deletions", "insertions"),
            *("total_words", "entities", "entities_lost", "reason"),
        ]
    )
    for outcome in method.outcomes:
        counts: list[Any] = ["", "", ""]
        if outcome.counts is not None:
            counts = list(outcome.counts[1:])
        kinds = (entities or {}).get(outcome.call)
        said = "" if kinds is None else sum(c.said for c in kinds.values())
        lost = "" if kinds is None else sum(c.said - c.forgiving for c in kinds.values())
        rate = "" if outcome.rate is None else f"{outcome.rate:.6f}"
        words = outcome.words if outcome.counts is not None else ""
        reason = outcome.reason or ""
        rows.writerow(
            [_cell(outcome.call), outcome.status, rate, *counts, words, said, lost, _cell(reason)]
        )
    return text.getvalue()


def _cell(text: str) -> str:
    """Keep a spreadsheet from taking a text for a formula."""
    return f"'{text}" if text[:1] in set("=+-@\t\r") else text


def _pairs(differences: Iterable[Difference]) -> list[dict[str, str]]:
    return [
        {"reference": d.reference, "hypothesis": d.hypothesis}
        for d in differences
        if d.operation == "substitute"
    ]


def _counts(counts: tuple[int, int, int, int] | None) -> dict[str, Any] | None:
    if counts is None:
        return None
    names = ("hits", "substitutions", "deletions", "insertions")
    return dict(zip(names, counts, strict=True)) | {"wer": rate_of(counts)}


def _percentage(rate: float | None) -> float | None:
    return None if rate is None else round(100 * rate, 4)


def _failures(method: MethodResult) -> dict[str, dict[str, str | None]]:
    return {o.call: {"status": o.status, "reason": o.reason} for o in method.failed}


def _total(method: MethodResult, side: str, *, characters: bool) -> int | None:
    texts = [getattr(outcome, side) for outcome in method.scored]
    if any(text is None for text in texts):
        return None
    return sum(len(text) if characters else len(text.split()) for text in texts)


def _entities(entities: Any) -> dict[str, Any] | None:
    """Return rates of entities, all together and by type; null where nobody named any."""
    if entities is None:
        return None
    from mondegreen.calls.entities import EntityCounts, summed

    by_type = summed(entities.values())
    total = sum(by_type.values(), EntityCounts())

    def shown(counts: EntityCounts) -> dict[str, Any]:
        rates = {
            "error_rate": counts.error_rate,
            "recall": counts.recall,
            "precision": counts.precision,
            "f1": counts.f1,
        }
        return asdict(counts) | rates

    return {"all": shown(total), "by_type": {kind: shown(c) for kind, c in by_type.items()}}
