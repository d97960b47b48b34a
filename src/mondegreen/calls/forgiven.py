"""What is left of the errors of the method ``library`` when differences that do not matter are forgiven."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from mondegreen.calls.compared import compare
from mondegreen.scoring.recipe import Recipe
from mondegreen.scoring.scorer import score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.calls.outcome import Difference, Left
    from mondegreen.calls.redactions import Parts
    from mondegreen.metrics.forgiven import ForgivenRate
    from mondegreen.metrics.phonetic_wer import PhoneticWordErrorRate

__all__ = ["Forgiven"]

_METRIC = "wer"


@dataclass(frozen=True)
class Forgiven:
    """What is forgiven.

    Attributes:
        forgive: forgivers and presets, as in `mondegreen.score`.
        severities: how much a forgiven difference counts, as there.
        lang: the language of the forgivers; English if ``None``.
        entities: phrases that are never forgiven.
    """

    forgive: Sequence[Any]
    severities: Any = None
    lang: str | None = None
    entities: Sequence[str] = ()

    def _chosen(self) -> dict[str, Any]:
        named = {"entities": list(self.entities)} if self.entities else {}
        return {
            "metrics": [_METRIC],
            "forgive": list(self.forgive),
            "severities": self.severities,
            "lang": self.lang,
        } | named

    def recipe(self) -> Recipe:
        """Return the recipe that forgives so.

        Raises:
            UnknownNameError: a forgiver that is not there.
            UsageError: severities that cannot be read, or weigh letters.
        """
        return Recipe.make(**self._chosen())

    def in_signature(self, recipe: Recipe) -> Recipe:
        """Return a recipe that also names what is forgiven."""
        own = self.recipe()
        fields = ("forgive", "language", "guard", "entities", "severities", "packs")
        return replace(recipe, **{name: getattr(own, name) for name in fields})

    def left(self, parts: Sequence[Parts], metric: PhoneticWordErrorRate) -> list[Left]:
        """Return what is left of each pair.

        Words that sound alike are hits before anything is forgiven: the forgivers see the hypothesis with
        the words of the reference in their places, which has as many errors by letters as the pair has by
        sound. So nothing is left that the strict rate does not count.
        """
        flat = [pair for each in parts for pair in each.pairs]
        compared = compare([said for said, _ in flat], [heard for _, heard in flat], metric)
        heard = [
            _as_said(said.split(), differences)
            for (said, _), (_, differences) in zip(flat, compared, strict=True)
        ]
        result = score([said for said, _ in flat], heard, **self._chosen())
        kind = cast("ForgivenRate", result.metrics[_METRIC])
        rows = zip(*result.rows[_METRIC].columns, strict=True)
        by_row = iter([(kind.weighed(row, kind.severities), row[1]) for row in rows])
        of_parts = [[next(by_row) for _ in each.pairs] for each in parts]
        return [(sum(w for w, _ in rows), sum(n for _, n in rows)) for rows in of_parts]


def _as_said(said: Sequence[str], differences: Sequence[Difference]) -> str:
    """Return a hypothesis with the words of the reference where both are hits."""
    found: list[str] = []
    at = 0
    for each in differences:
        found += said[at : each.reference_place]
        at = each.reference_place + (each.operation != "insert")
        if each.operation != "delete":
            found.append(each.hypothesis)
    return " ".join([*found, *said[at:]])
