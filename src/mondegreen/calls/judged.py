"""The methods ``canonical`` and ``conversational``: a model writes or judges, code counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen.calls.compared import compare, count
from mondegreen.calls.method import MethodResult
from mondegreen.calls.outcome import Difference, Outcome
from mondegreen.judges.asker import Asker
from mondegreen.judges.quoting import words_of
from mondegreen.metrics.phonetic_wer import PhoneticWordErrorRate
from mondegreen.scoring.scorer import score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.calls.roles import Role
    from mondegreen.calls.side import Side
    from mondegreen.metrics.judging import Judging

__all__ = ["canonical", "conversational", "provider_of"]

_METRICS = {"canonical": "canonical-wer", "conversational": "conversational-wer"}
_NOT_CONCATENATED = {
    "canonical": "no canonical transcript was kept",
    "conversational": "a model says of each call by itself which differences matter",
}


def canonical(role: Role, sides: Sequence[Side], judging: Judging) -> MethodResult:
    """Score one side of all calls on the canonical transcripts that a model writes.

    Raises:
        NoModelError: no model is named, or it has no key.
    """
    result = _scored("canonical", sides, judging)
    outcomes = []
    for outcome, detail in _outcomes("canonical", sides, result, keep_texts=judging.keep_texts):
        if detail is None:
            outcomes.append(outcome)
            continue
        texts = [
            " ".join(words_of(detail[side]["canonical_transcript"] or ""))
            for side in ("reference", "hypothesis")
        ]
        ((counts, differences),) = compare(
            texts[:1], texts[1:], PhoneticWordErrorRate(), contexts=True
        )
        said, heard = texts
        outcomes.append(Outcome(outcome.call, "ok", None, counts, said, heard, differences, detail))
    concatenated = None
    scored = [outcome for outcome in outcomes if outcome.reference is not None]
    if scored:
        joined = [
            " ".join(str(getattr(outcome, side)) for outcome in scored)
            for side in ("reference", "hypothesis")
        ]
        concatenated = count(joined[0], joined[1], PhoneticWordErrorRate())
    return _result("canonical", role, outcomes, result, judging, concatenated)


def conversational(role: Role, sides: Sequence[Side], judging: Judging) -> MethodResult:
    """Score one side of all calls by the differences that a model says matter.

    Raises:
        NoModelError: no model is named, or it has no key.
    """
    result = _scored("conversational", sides, judging)
    outcomes = []
    for outcome, detail in _outcomes(
        "conversational", sides, result, keep_texts=judging.keep_texts
    ):
        if detail is None:
            outcomes.append(outcome)
            continue
        listed = [
            *(
                Difference("substitute", pair["reference"], pair["hypothesis"], -1, -1)
                for pair in detail["substitution_pairs"]
            ),
            *(Difference("delete", word, "", -1, -1) for word in detail["deletion_words"]),
            *(Difference("insert", "", word, -1, -1) for word in detail["insertion_words"]),
        ]
        said, heard = detail["normalized_reference"], detail["normalized_hypothesis"]
        outcomes.append(
            Outcome(outcome.call, "ok", None, outcome.counts, said, heard, tuple(listed), detail)
        )
    return _result("conversational", role, outcomes, result, judging, None)


def _scored(method: str, sides: Sequence[Side], judging: Judging) -> Any:
    there = [side for side in sides if not side.missing]
    return score(
        [side.reference_text for side in there],
        [side.hypothesis_text for side in there],
        ids=[side.call.id for side in there],
        metrics=[_METRICS[method]],
        judge=judging,
    )


def _outcomes(
    method: str, sides: Sequence[Side], result: Any, *, keep_texts: bool
) -> list[tuple[Outcome, dict[str, Any] | None]]:
    """Return what became of each call, and what the model said where that was kept."""
    name = _METRICS[method]
    unjudged, details = result.unjudged(name), result.details(name)
    rows = {result.id(row): row for row in range(len(result))}
    found: list[tuple[Outcome, dict[str, Any] | None]] = []
    for side in sides:
        call = side.call.id
        if call not in rows:
            found.append((Outcome(call, "missing", side.missing), None))
        elif call in unjudged:
            why = unjudged[call]
            # A reason may quote what was said.
            reason = why.reason if keep_texts else "the reason is not kept, as no text is"
            found.append((Outcome(call, why.status, reason), None))
        else:
            hits, substitutions, deletions, insertions = result.counts(rows[call], name)[:4]
            counts = (hits, substitutions, deletions, insertions)
            found.append((Outcome(call, counts=counts), details.get(call)))
    return found


def _result(  # noqa: PLR0917 - all of one result
    method: str,
    role: Role,
    outcomes: Sequence[Outcome],
    result: Any,
    judging: Judging,
    concatenated: tuple[int, int, int, int] | None,
) -> MethodResult:
    model = Asker.of(judging).asked()
    why = "" if concatenated else _NOT_CONCATENATED[method]
    return MethodResult(
        method,
        role,
        tuple(outcomes),
        result.signature,
        provider_of(model),
        model,
        concatenated,
        why,
    )


def provider_of(model: str) -> str:
    """Return the name of a provider for files: ``gpt`` and ``gemini`` as they are known there.

    >>> provider_of("openai-chat:gpt-5.2"), provider_of("google:gemini-3-pro"), provider_of("anthropic:x")
    ('gpt', 'gemini', 'anthropic')
    """
    vendor = model.partition(":")[0]
    if vendor.startswith(("openai", "azure")):
        return "gpt"
    if vendor.startswith("google"):
        return "gemini"
    return "".join(char for char in vendor if char.isalnum() or char in "-_") or "model"
