"""The method ``library``: a normalizer, sounds, and an alignment; nobody is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mondegreen.calls.folding import Folding
from mondegreen.calls.joined import as_one
from mondegreen.calls.method import MethodResult
from mondegreen.calls.outcome import Outcome
from mondegreen.calls.redactions import REDACTIONS, WHOLLY, compare_parts, parts_of
from mondegreen.metrics.phonetic_wer import LoosePhoneticWordErrorRate, PhoneticWordErrorRate
from mondegreen.scoring.recipe import Recipe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.calls.forgiven import Forgiven
    from mondegreen.calls.joined import Joining
    from mondegreen.calls.outcome import Left
    from mondegreen.calls.roles import Role
    from mondegreen.calls.side import Side

__all__ = ["library"]


def library(
    role: Role,
    sides: Sequence[Side],
    *,
    loose: bool = False,
    fold: Folding | None = None,
    forgiven: Forgiven | None = None,
    joining: Joining | None = None,
) -> MethodResult:
    """Score one side of all calls without a model.

    Args:
        role: which side.
        sides: one a call.
        fold: what it remembers of the turns is not read again.
        loose: words are alike by the rules of seed 004, under which *not* and *need* are, too.
        forgiven: what is forgiven, for a rate next to the strict one.
        joining: takes the texts in the place of counts of all calls as one text, where there are more calls.
    """
    metric = LoosePhoneticWordErrorRate() if loose else PhoneticWordErrorRate()
    there = [side for side in sides if not side.missing]
    fold = fold or Folding()
    said, heard = [s.reference_text for s in there], [s.hypothesis_text for s in there]
    known = {
        text: fold.together(turn.text for turn in turns)
        for texts, of_side in (
            (said, [side.reference for side in there]),
            (heard, [side.hypothesis for side in there]),
        )
        for text, turns in zip(texts, of_side, strict=True)
    }
    parts = parts_of(
        said, heard, lambda texts: [known[t] if t in known else fold([t])[0] for t in texts]
    )
    references = [each.reference for each in parts]
    hypotheses = [each.hypothesis for each in parts]
    whole = [n for n, text in enumerate(references) if text]
    compared = compare_parts([parts[n] for n in whole], metric)
    found = dict(zip(whole, compared, strict=True))
    left: dict[int, Left] = {}
    if forgiven is not None and whole:
        of_pairs = forgiven.left([parts[n] for n in whole], metric)
        left = dict(zip(whole, of_pairs, strict=True))
    outcomes: dict[str, Outcome] = {}
    for at, side in enumerate(there):
        name = side.call.id
        if at not in found:
            why = f"the normalizer {fold.name} leaves nothing of the reference"
            if parts[at].spans:
                why = WHOLLY
            outcomes[name] = Outcome(name, "emptied", why)
            continue
        counts, differences = found[at]
        outcomes[name] = Outcome(
            name,
            counts=counts,
            reference=references[at],
            hypothesis=hypotheses[at],
            differences=differences,
            left=left.get(at),
        ).of_empty(side.empty)
    if joining is not None:
        joining.add(outcomes.values())
        concatenated, why = None, ""
    else:
        concatenated, why = as_one(outcomes.values(), metric)
    redacted = sum(parts[n].spans for n in whole), sum(parts[n].words for n in whole)
    recipe = Recipe.make(metrics=[metric.name], normalizer=fold.name)
    if redacted[0]:
        recipe = replace(recipe, dont_care=REDACTIONS)
    if forgiven is not None:
        recipe = forgiven.in_signature(recipe)
    return MethodResult(
        "library",
        role,
        tuple(
            outcomes.get(side.call.id) or Outcome(side.call.id, side.status, side.missing)
            for side in sides
        ),
        recipe.signature(),
        concatenated=concatenated,
        not_concatenated=why,
        redacted=redacted,
    )
