"""One side cut by the script of its words, and what is in another script than it was said in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mondegreen.calls.folding import NORMALIZER
from mondegreen.forgive.script import LANGUAGES
from mondegreen.scoring.scorer import score
from mondegreen.scoring.scripts import script_of_token

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.calls.method import MethodResult
    from mondegreen.calls.outcome import Outcome
    from mondegreen.calls.side import Side

__all__ = ["Scripts", "changes_script", "scripts_of"]

Counts = tuple[int, int, int, int]


@dataclass(frozen=True)
class Scripts:
    """What the method ``library`` finds by script.

    Attributes:
        counts: hits, substitutions, deletions and insertions by script; their sums are those of
            the method.
        strict: the same for all words by ``wer``, in which sounds do not count.
        forgiven: of its errors, how many the forgiver ``script`` explains.
        signature: of ``wer`` with that forgiver.
    """

    counts: Mapping[str, Counts]
    strict: Counts
    forgiven: int
    signature: str

    @property
    def through_script(self) -> float | None:
        """The word error rate without what ``script`` explains; ``None`` without words."""
        words = sum(self.strict[:3])
        return (sum(self.strict[1:]) - self.forgiven) / words if words else None


def changes_script(language: str | None) -> bool:
    """Whether speech of this language may be in more than one script.

    >>> changes_script("hi-en"), changes_script("en"), changes_script(None)
    (True, False, False)
    """
    return language is not None and bool(set(language.lower().split("-")) & set(LANGUAGES))


def scripts_of(method: MethodResult, sides: Sequence[Side], language: str) -> Scripts:
    """Cut what the method ``library`` found by script.

    A hit, a substitution and a deletion count for the script of the word that was said, an
    insertion for that of the word that was put in.

    Args:
        method: the result; its outcomes hold the texts that were compared.
        sides: what was said and heard, as it was written.
        language: as ``hi-en``.

    Raises:
        MissingDependencyError: the forgiver ``script`` needs a package for this language.
    """
    counts: dict[str, Counter[str]] = {}
    for outcome in method.scored:
        for script, operation in _steps(outcome):
            counts.setdefault(script, Counter())[operation] += 1
    scored = {outcome.call for outcome in method.scored}
    there = [side for side in sides if side.call.id in scored]
    references = [side.reference_text for side in there]
    hypotheses = [side.hypothesis_text for side in there]
    chosen: dict[str, Any] = {"metrics": ["wer"], "normalizer": NORMALIZER, "lang": language}
    chosen["unit"] = "word"
    strict = (0, 0, 0, 0)
    remaining = 0
    signature = ""
    if references:
        plain = score(references, hypotheses, **chosen)["wer"].counts
        strict = (
            plain["hits"],
            plain["substitutions"],
            plain["deletions"],
            plain["insertions"],
        )
        forgiving = score(references, hypotheses, forgive=["script"], **chosen)
        signature = forgiving.signature
        remaining = forgiving["wer"].counts["remaining"]
    names = ("equal", "substitute", "delete", "insert")
    return Scripts(
        {
            script: (found[names[0]], found[names[1]], found[names[2]], found[names[3]])
            for script, found in sorted(counts.items())
        },
        strict,
        sum(strict[1:]) - remaining,
        signature,
    )


def _steps(outcome: Outcome) -> list[tuple[str, str]]:
    """Return script and operation of each step."""
    steps = []
    errors = set()
    for each in outcome.differences:
        if each.operation == "insert":
            steps.append((script_of_token(each.hypothesis), "insert"))
        else:
            errors.add(each.reference_place)
            steps.append((script_of_token(each.reference), each.operation))
    said = (outcome.reference or "").split()
    hits = (word for place, word in enumerate(said) if place not in errors)
    return steps + [(script_of_token(word), "equal") for word in hits]
