"""The methods ``canonical`` and ``conversational``: a model writes or judges, code counts."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen.calls.compared import compare
from mondegreen.calls.joined import as_listed, as_one
from mondegreen.calls.method import MethodResult
from mondegreen.calls.outcome import Difference, Outcome
from mondegreen.calls.redactions import REDACTIONS, WHOLLY, as_written
from mondegreen.errors import UsageError
from mondegreen.judges.asker import Asker
from mondegreen.judges.canonical_transcripts import about_transcript
from mondegreen.judges.conversational import about_pair
from mondegreen.judges.pair import Pair
from mondegreen.judges.quoting import words_of
from mondegreen.metrics.phonetic_wer import PhoneticWordErrorRate
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.scorer import score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.calls.joined import Joined
    from mondegreen.calls.roles import Role
    from mondegreen.calls.side import Side
    from mondegreen.options.judging import Judging

__all__ = ["canonical", "conversational", "for_files", "provider_of", "shared"]

_METRICS = {"canonical": "canonical-wer", "conversational": "conversational-wer"}


class _Asked(NamedTuple):
    """What is asked about all calls, and what came of it.

    Attributes:
        outcomes: by call, of those that nobody must be asked about.
        texts: by call, what is asked about: without what the reference has redacted.
        redacted: redactions of the calls that were scored, and words that were heard there.
        result: of the metric; ``None`` where there was nothing to ask about.
        seconds: by call, how long the model took.
    """

    outcomes: dict[str, Outcome]
    texts: dict[str, tuple[str, str]]
    redacted: tuple[int, int]
    result: Any
    seconds: dict[str, float | None]


def canonical(role: Role, sides: Sequence[Side], judging: Judging) -> MethodResult:
    """Score one side of all calls on the canonical transcripts that a model writes.

    Raises:
        NoModelError: no model is named, or it has no key.
    """
    asked = _ask("canonical", sides, judging)
    outcomes = []
    for outcome in _outcomes("canonical", sides, asked, keep_texts=judging.keep_texts):
        if not outcome.detail:
            outcomes.append(outcome)
            continue
        said, heard = (
            " ".join(words_of(outcome.detail[side]["canonical_transcript"] or ""))
            for side in ("reference", "hypothesis")
        )
        ((counts, differences),) = compare([said], [heard], PhoneticWordErrorRate(), contexts=True)
        outcomes.append(
            replace(
                outcome, counts=counts, reference=said, hypothesis=heard, differences=differences
            )
        )
    joined = as_one(outcomes, PhoneticWordErrorRate())
    return _result("canonical", role, outcomes, asked, judging, joined)


def conversational(role: Role, sides: Sequence[Side], judging: Judging) -> MethodResult:
    """Score one side of all calls by the differences that a model says matter.

    Raises:
        NoModelError: no model is named, or it has no key.
    """
    asked = _ask("conversational", sides, judging)
    outcomes = []
    for outcome in _outcomes("conversational", sides, asked, keep_texts=judging.keep_texts):
        if not outcome.detail:
            outcomes.append(outcome)
            continue
        detail = outcome.detail
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
            replace(outcome, reference=said, hypothesis=heard, differences=tuple(listed))
        )
    plain = [
        outcome
        if outcome.reference is None
        else replace(
            outcome,
            reference=" ".join(words_of(outcome.reference)),
            hypothesis=" ".join(words_of(outcome.hypothesis or "")),
        )
        for outcome in outcomes
    ]
    return _result("conversational", role, outcomes, asked, judging, as_listed(plain))


def _ask(method: str, sides: Sequence[Side], judging: Judging) -> _Asked:
    """Ask about all calls that have something to ask about."""
    outcomes: dict[str, Outcome] = {}
    texts: dict[str, tuple[str, str]] = {}
    spans: dict[str, tuple[int, int]] = {}
    for side in sides:
        call = side.call.id
        if side.missing:
            outcomes[call] = Outcome(call, side.status, side.missing)
            continue
        parts = as_written(side.reference_text, side.hypothesis_text)
        if parts.spans and not words_of(parts.reference):
            outcomes[call] = Outcome(call, "emptied", WHOLLY)
            continue
        texts[call] = parts.reference, parts.hypothesis
        spans[call] = parts.spans, parts.words
    if not texts:
        return _Asked(outcomes, texts, (0, 0), None, {})
    asker = Asker.of(judging)
    result = score(
        [said for said, _ in texts.values()],
        [heard for _, heard in texts.values()],
        ids=list(texts),
        metrics=[_METRICS[method]],
        judge=judging,
    )
    unjudged = result.unjudged(_METRICS[method])
    kept = [spans[call] for call in texts if call not in unjudged]
    redacted = sum(number for number, _ in kept), sum(words for _, words in kept)
    seconds = {call: _seconds(method, asker, *pair) for call, pair in texts.items()}
    return _Asked(outcomes, texts, redacted, result, seconds)


def _seconds(method: str, asker: Asker, reference: str, hypothesis: str) -> float | None:
    """Return how long the model took over one call; ``None`` where it was not asked."""
    said, heard = asker.texts(Pair(0, reference, hypothesis))
    questions = (
        [about_pair(said, heard)]
        if method == "conversational"
        else [about_transcript(text) for text in dict.fromkeys((said, heard))]
    )
    found = [asker.seconds[q.digest] for q in questions if q.digest in asker.seconds]
    return round(sum(found), 3) if found else None


def _outcomes(
    method: str, sides: Sequence[Side], asked: _Asked, *, keep_texts: bool
) -> list[Outcome]:
    """Return what became of each call, with what the model said where that was kept."""
    name, result = _METRICS[method], asked.result
    if result is None:
        return [asked.outcomes[side.call.id] for side in sides]
    unjudged, details = result.unjudged(name), result.details(name)
    rows = {result.id(row): row for row in range(len(result))}
    found: list[Outcome] = []
    for side in sides:
        call = side.call.id
        if call in asked.outcomes:
            found.append(asked.outcomes[call])
        elif call in unjudged:
            why = unjudged[call]
            # A reason may quote what was said.
            reason = why.reason if keep_texts else "the reason is not kept, as no text is"
            found.append(Outcome(call, why.status, reason, seconds=asked.seconds[call]))
        else:
            hits, substitutions, deletions, insertions = result.counts(rows[call], name)[:4]
            counts = (hits, substitutions, deletions, insertions)
            detail, seconds = details.get(call) or {}, asked.seconds[call]
            outcome = Outcome(call, counts=counts, detail=detail, seconds=seconds)
            found.append(outcome.of_empty(side.empty))
    return found


def _result(  # noqa: PLR0917 - all of one result
    method: str,
    role: Role,
    outcomes: Sequence[Outcome],
    asked: _Asked,
    judging: Judging,
    joined: Joined,
) -> MethodResult:
    model = Asker.of(judging).asked()
    recipe = Recipe.make(metrics=[_METRICS[method]], judge=judging)
    if asked.redacted[0]:
        recipe = replace(recipe, dont_care=REDACTIONS)
    found = None if asked.result is None else asked.result[_METRICS[method]]
    left: dict[str, Any] = {}
    if found is not None:
        left = {"needed": found.needed, "unjudged": found.unjudged, "unbounded": found.unbounded}
        if found.unjudged:
            joined = None, f"of the calls {found.judged_share}"
    return MethodResult(
        method,
        role,
        tuple(outcomes),
        recipe.signature(),
        provider_of(model),
        model,
        *joined,
        redacted=asked.redacted,
        **left,
    )


def shared(judges: Sequence[Judging]) -> None:
    """Give several judges one budget: what one of them spent is not there for the others.

    Raises:
        UsageError: two of them are the same model.
    """
    askers = [Asker.of(judging) for judging in judges]
    names = [asker.asked() for asker in askers]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"the model {twice} is named twice, expected each model once")
    for asker in askers[1:]:
        asker.budget = askers[0].budget


def for_files(models: Sequence[str]) -> list[str]:
    """Return a name for files per model: its provider, and the model too if two have one provider.

    >>> for_files(["openai:gpt-5.2", "google:gemini-3-pro"])
    ['gpt', 'gemini']
    >>> for_files(["openai:gpt-5.2", "openai:gpt-5.2-mini"])
    ['gpt-gpt-5.2', 'gpt-gpt-5.2-mini']
    """
    providers = [provider_of(model) for model in models]
    if len({*providers}) == len(providers):
        return providers
    names = [re.sub(r"[^\w.-]+", "-", model.partition(":")[2] or model) for model in models]
    found = [f"{provider}-{name}" for provider, name in zip(providers, names, strict=True)]
    if len({name.casefold() for name in found}) < len(found):
        found = [f"{name}-{number}" for number, name in enumerate(found, 1)]
    return found


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
