"""Weights by stratum: what the clips of a sample stand for in the whole from which it was drawn."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.bench.referenced import Referenced
    from mondegreen.store import Store

__all__ = ["Weighting", "draw_record", "weighting_of"]

_NONE: Final = "(none)"
_SHOWN: Final = 8


@dataclass(frozen=True)
class Weighting:
    """How many clips of the whole each scored clip stands for.

    Attributes:
        by: the column of the strata.
        sizes: clips of the whole in each stratum.
        strata: of each scored clip, its stratum.
        reason: why the whole cannot be estimated; empty if it can.
    """

    by: str
    sizes: Mapping[str, int]
    strata: Mapping[str, str] = field(repr=False)
    reason: str = ""

    @property
    def counts(self) -> dict[str, int]:
        """Scored clips in each stratum."""
        found = Counter(self.strata.values())
        return {name: found[name] for name in self.sizes}

    @property
    def said(self) -> str:
        """The weights in words."""
        counts = self.counts
        parts = [
            f"{name or _NONE}: {counts[name]:,} of {self.sizes[name]:,}" for name in self.sizes
        ]
        shown = "; ".join(parts[:_SHOWN]) + ("; ..." if len(parts) > _SHOWN else "")
        return f"weighted by {self.by} ({shown})"

    def of(self, samples: Sequence[str]) -> Any:
        """Return the weight of each of some clips, as a column of numbers."""
        import numpy as np  # of the extra bench

        counts = self.counts
        by_stratum = {name: self.sizes[name] / count for name, count in counts.items() if count}
        return np.array([by_stratum[self.strata[name]] for name in samples], np.float64)

    def to_json(self) -> dict[str, Any]:
        """Return plain values."""
        counts = self.counts
        strata = {
            name: {"clips": counts[name], "of": size, "weight": size / counts[name]}
            if counts[name]
            else {"clips": 0, "of": size}
            for name, size in self.sizes.items()
        }
        return {"by": self.by, "strata": strata, **({"reason": self.reason} if self.reason else {})}


def draw_record(
    by: str | None, seed: int, sizes: Mapping[str, int], strata: Mapping[str, str]
) -> dict[str, Any]:
    """Return the record of a draw, as the store keeps it.

    Args:
        by: the column; ``None`` if samples were drawn from the whole.
        seed: of the draw.
        sizes: clips in each stratum of the whole.
        strata: of each drawn clip, its stratum.
    """
    return {"by": by or "", "seed": seed, "sizes": {**sizes}, "strata": {**strata}}


def weighting_of(store: Store, dataset: str, found: Referenced) -> Weighting | str | None:
    """Return the weights of the clips that are scored.

    Clips that were drawn by stratum are a random sample of each stratum, also where a part of them is
    scored so far. Several draws by one column are one sample.

    Returns:
        ``None`` where there is nothing to weight: no draw by a column, all clips are scored, or they were
        drawn from the whole. A text where scored clips were not drawn, so that no weights are known.
    """
    draws = store.ground_truth.draws(dataset)
    names = [clip["sample_id"] for clip in found.clips]
    if not any(each["by"] for each in draws) or not names or len(names) == found.usable:
        return None
    columns = dict.fromkeys(each["by"] for each in reversed(draws))
    strays = {}
    for by in columns:
        mine = [each for each in draws if each["by"] == by]
        strata = {name: stratum for each in mine for name, stratum in each["strata"].items()}
        strays[by] = sum(name not in strata for name in names)
        if strays[by]:
            continue
        if not by:
            return None
        sizes = mine[-1]["sizes"]
        made = Weighting(by, dict(sorted(sizes.items())), {name: strata[name] for name in names})
        empty = [name for name, count in made.counts.items() if not count and sizes[name]]
        if not empty:
            return made
        lost = ", ".join(f"{name or _NONE} ({sizes[name]:,} clips)" for name in empty)
        why = f"no clip is scored of {by} {lost}, so the clips stand for no whole; review more of the draw"
        return Weighting(made.by, made.sizes, made.strata, why)
    by = next(each for each in columns if each)
    return (
        f"not weighted by {by}: {counted(strays[by], 'scored clip')} of {len(names):,} "
        f"{'was' if strays[by] == 1 else 'were'} not drawn, so it is not known what they stand for"
    )
