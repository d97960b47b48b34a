"""The files of a run, with the names and fields of call-transcript scoring as it is known.

``ref`` in a name is the transcript that is scored, ``gt`` the one that is right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.calls.artifact_fields import (
    after_forgiving,
    concatenated,
    empty,
    entity_rates,
    failures,
    judged,
    listed,
    mismatches,
    percentage,
    report_of_call,
    scripts,
    summary,
    total,
)
from mondegreen.calls.layout import to_json
from mondegreen.calls.log import log
from mondegreen.calls.method import rate_of

if TYPE_CHECKING:
    from mondegreen.calls.method import MethodResult
    from mondegreen.calls.scoring_calls import SideResult

__all__ = ["artifacts", "of_all", "of_calls"]

Files = dict[tuple[str, str], Any]
_SUMMARIES = {"gemini_lib": "wer_summary_gemini_lib.csv"}


def artifacts(
    side: SideResult, method: MethodResult, *, keep_texts: bool = True
) -> dict[tuple[str, str], str]:
    """Return the content of every file of one method, by call (empty for all) and name.

    Numbers that nobody knows are null: of calls that failed, and times that nobody took. The same
    input gives the same bytes.

    Args:
        side: what was found in one side of all calls.
        method: one of its methods.
        keep_texts: whether the files may hold what was said.
    """
    make = {"library": _library, "canonical": _canonical, "conversational": _conversational}
    made = make[method.method](side, method, keep=keep_texts)
    return {place: _text(content) for place, content in made.items()}


def of_calls(
    side: SideResult, method: MethodResult, *, keep_texts: bool
) -> dict[tuple[str, str], str]:
    """Return the files of the method ``library`` that are of one call each."""
    made = _calls_of_library(side, method, keep=keep_texts)
    return {place: _text(content) for place, content in made.items()}


def of_all(side: SideResult, method: MethodResult, logged: str) -> dict[tuple[str, str], str]:
    """Return the files of the method ``library`` that are of all calls.

    Args:
        side: what was found in one side of all calls.
        method: the method.
        logged: what its log says of each call.
    """
    made = _all_of_library(side, method, log(method, calls=logged))
    return {place: _text(content) for place, content in made.items()}


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return to_json(content) + "\n"


def _library(side: SideResult, method: MethodResult, *, keep: bool) -> Files:
    logged = log(method, keep_texts=keep)
    return _calls_of_library(side, method, keep=keep) | _all_of_library(side, method, logged)


def _calls_of_library(side: SideResult, method: MethodResult, *, keep: bool) -> Files:
    made: Files = {}
    for outcome in method.scored if keep else ():
        mismatched = [
            {
                "reference_sentence": turn.reference,
                "hypothesis_sentence": turn.hypothesis,
                "word_differences": [
                    {"operation": d.operation, "reference": d.reference, "hypothesis": d.hypothesis}
                    for d in turn.differences
                ],
                "kind": turn.group.kind,
            }
            for turn in side.turns.get(outcome.call, ())
            if turn.differences
        ]
        made[outcome.call, "mismatches.json"] = {"call_id": outcome.call, "mismatches": mismatched}
    return made


def _all_of_library(side: SideResult, method: MethodResult, logged: str) -> Files:
    rates = {
        "total_errors": sum(method.counts[1:]),
        "total_words": sum(method.counts[:3]),
        "wer_percentage": percentage(method.rate),
        **after_forgiving(method),
        "concatenated": concatenated(method),
        "by_script": scripts(side.scripts),
        "redacted_spans": method.redacted[0],
        "words_not_counted": method.redacted[1],
        "total_calls": len(method.outcomes),
        "scored_calls": len(method.scored),
        "empty_calls": empty(method),
        "failed_calls": failures(method),
        "entity_error_rate": entity_rates(side.entities_of(method.name)),
        "time_taken": method.seconds,
        "signature": method.signature,
    }
    return {("", "global_wer.json"): rates, ("", "output_lib.txt"): logged}


def _canonical(side: SideResult, method: MethodResult, *, keep: bool) -> Files:
    suffix = f"{method.provider}_lib"
    entities = side.entities_of(method.name)
    made: Files = {}
    for outcome in method.scored:
        call = outcome.call
        if keep and outcome.detail:
            made[call, f"canon_gt_transcript_{suffix}.json"] = outcome.detail["reference"]
            made[call, f"canon_ref_transcript_{suffix}.json"] = outcome.detail["hypothesis"]
        made[call, f"wer_mismatches_{suffix}.json"] = mismatches(outcome, keep=keep)
        made[call, f"wer+eer_{suffix}.json"] = report_of_call(outcome, entities, keep=keep)
    hits, substitutions, deletions, insertions = method.counts
    made["", f"global_wer_report_{suffix}.json"] = {
        "global_wer": method.rate,
        "global_insertions": insertions,
        "global_deletions": deletions,
        "global_substitutions": substitutions,
        "total_calls_processed": len(method.scored),
        "total_ref_characters": total(method, "reference"),
        "total_hyp_characters": total(method, "hypothesis"),
        "total_ref_words": hits + substitutions + deletions,
        "total_hyp_words": hits + substitutions + insertions,
        "average_individual_wer": method.average,
        "individual_call_wers": {outcome.call: outcome.rate for outcome in method.outcomes},
        "concatenated": concatenated(method),
        "redacted_spans": method.redacted[0],
        "words_not_counted": method.redacted[1],
        "total_calls": len(method.outcomes),
        "empty_calls": empty(method),
        "failed_calls": failures(method),
        **judged(method),
        "entity_error_rate": None if method.unjudged else entity_rates(entities),
        "time_taken": method.seconds,
        "model": method.model,
        "signature": method.signature,
        "note": "global_wer is the sum of all errors by the sum of all words of the calls scored",
    }
    name = _SUMMARIES.get(suffix, f"global_wer_summary_{suffix}.csv")
    made["", name] = summary(method, entities)
    made["", f"output_{method.provider}.txt"] = log(method, keep_texts=keep)
    return made


def _conversational(side: SideResult, method: MethodResult, *, keep: bool) -> Files:
    results = {}
    sides = {each.call.id: each for each in side.sides}
    for outcome in method.outcomes:
        turns = sides[outcome.call]
        found: dict[str, Any] = {
            "raw_ref_utterances": [turn.text for turn in turns.hypothesis] if keep else None,
            "raw_gt_utterances": [turn.text for turn in turns.reference] if keep else None,
            "normalized_ref": outcome.hypothesis if keep else None,
            "normalized_gt": outcome.reference if keep else None,
            "wer_metrics": None,
            "status": outcome.status,
            "reason": outcome.reason,
        }
        if outcome.counts is not None:
            _, substitutions, deletions, insertions = outcome.counts
            found["wer_metrics"] = {
                "substitutions": substitutions,
                "deletions": deletions,
                "insertions": insertions,
                "total_reference_words": outcome.words,
                "conversational_wer": outcome.rate,
                "explanation": outcome.detail.get("explanation") if keep else None,
                **listed(outcome, keep=keep),
            }
        results[outcome.call] = found
    _, substitutions, deletions, insertions = method.counts
    report = {
        "global_metrics": {
            "total_calls": len(method.outcomes),
            "scored_calls": len(method.scored),
            "empty_calls": empty(method),
            "failed_calls": failures(method),
            **judged(method),
            "average_conversational_wer": method.average,
            "global_conversational_wer_aggregate": method.rate,
            "global_conversational_wer_concatenated": rate_of(method.concatenated),
            "total_substitutions": substitutions,
            "total_deletions": deletions,
            "total_insertions": insertions,
            "total_reference_words": sum(method.counts[:3]),
            "concatenated_analysis": concatenated(method),
            "redacted_spans": method.redacted[0],
            "words_not_counted": method.redacted[1],
            "entity_error_rate": entity_rates(side.entities_of(method.name)),
            "time_taken": method.seconds,
            "model": method.model,
            "signature": method.signature,
        },
        "per_call_results": results,
    }
    return {
        ("", f"global_wer_{method.provider}_llm.json"): report,
        ("", f"output_{method.provider}_llm.txt"): log(method, keep_texts=keep),
    }
