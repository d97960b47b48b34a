"""The method ``library``: a normalizer, sounds, and an alignment; nobody is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.calls.compared import compare, count
from mondegreen.calls.method import MethodResult
from mondegreen.calls.outcome import Outcome
from mondegreen.metrics.phonetic_wer import LoosePhoneticWordErrorRate, PhoneticWordErrorRate
from mondegreen.scoring.recipe import Recipe
from mondegreen.text.normalizers import normalizer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.calls.roles import Role
    from mondegreen.calls.side import Side

__all__ = ["NORMALIZER", "library", "normalized"]

NORMALIZER: Final = "calls"
_MOST_WORDS: Final = 200_000
"""Of all calls joined; longer ones are not aligned once more as one text."""


def library(role: Role, sides: Sequence[Side], *, loose: bool = False) -> MethodResult:
    """Score one side of all calls without a model.

    Args:
        role: which side.
        sides: one a call.
        loose: words are alike by the rules of seed 004, under which *not* and *need* are, too.
    """
    metric = LoosePhoneticWordErrorRate() if loose else PhoneticWordErrorRate()
    there = [side for side in sides if not side.missing]
    references = normalized([side.reference_text for side in there])
    hypotheses = normalized([side.hypothesis_text for side in there])
    whole = [n for n, text in enumerate(references) if text]
    found = dict(
        zip(
            whole,
            compare([references[n] for n in whole], [hypotheses[n] for n in whole], metric),
            strict=True,
        )
    )
    outcomes: dict[str, Outcome] = {}
    for at, side in enumerate(there):
        name = side.call.id
        if at not in found:
            why = f"the normalizer {NORMALIZER} leaves nothing of the reference"
            outcomes[name] = Outcome(name, "emptied", why)
            continue
        counts, differences = found[at]
        outcomes[name] = Outcome(
            name,
            counts=counts,
            reference=references[at],
            hypothesis=hypotheses[at],
            differences=differences,
        )
    joined = [" ".join(side[n] for n in whole) for side in (references, hypotheses)]
    concatenated = None
    words = max(len(text.split()) for text in joined)
    why = f"{words:,} words in one text, of which no more than {_MOST_WORDS:,} are aligned"
    if not whole:
        why = "no call was scored"
    elif words <= _MOST_WORDS:
        why = ""
        concatenated = count(joined[0], joined[1], metric)
    recipe = Recipe.make(metrics=[metric.name], normalizer=NORMALIZER)
    return MethodResult(
        "library",
        role,
        tuple(
            outcomes.get(side.call.id) or Outcome(side.call.id, "missing", side.missing)
            for side in sides
        ),
        recipe.signature(),
        concatenated=concatenated,
        not_concatenated=why,
    )


def normalized(texts: Sequence[str]) -> list[str]:
    """Return texts as the method compares them."""
    return [" ".join(text.split()) for text in normalizer(NORMALIZER).batch(list(texts))]
