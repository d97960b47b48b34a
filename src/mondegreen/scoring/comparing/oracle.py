"""What the systems together could have, and where they agree against the reference."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mondegreen.metrics.edits import EditMetric
from mondegreen.scoring.comparing.fillings import depends, left

if TYPE_CHECKING:
    from mondegreen.alignment import Alignment
    from mondegreen.scoring.comparing.systems import Systems

__all__ = ["Contradicted", "Oracle", "contradicted", "oracle"]


@dataclass(frozen=True)
class Oracle:
    """Lower bounds of what choosing among the systems could reach.

    Attributes:
        by_utterance: the rate if of each utterance the hypothesis with the fewest errors were
            taken; ``None`` where there is no rate.
        chosen: how often each system is taken, the first of several as good.
        by_token: the share of reference tokens that no system has right, whatever is inserted: what
            a combination of the systems' words (as ROVER) cannot get below. ``None`` without
            texts, with forgivers, for metrics over no alignment, and where references leave a
            choice, as each system then has tokens of its own to get right.
        refused: why there is no ``by_utterance`` where not all was judged; ``chosen`` then has the
            utterances on which the choice does not depend on that.
    """

    by_utterance: float | None
    chosen: dict[str, int]
    by_token: float | None
    refused: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "by_utterance": self.by_utterance,
            "chosen": self.chosen,
            "by_token": self.by_token,
            **({"refused": self.refused} if self.refused else {}),
        }


@dataclass(frozen=True)
class Contradicted:
    """A place at which every system wrote the same, and not what the reference says.

    Attributes:
        id: the utterance.
        reference: the tokens of the reference; may be empty.
        hypothesis: what all systems have instead; may be empty.
        before: equal tokens before it, in the alignment of the first system.
        after: equal tokens after it.
    """

    id: str
    reference: tuple[str, ...]
    hypothesis: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]

    def __str__(self) -> str:
        said, written = " ".join(self.reference) or "-", " ".join(self.hypothesis) or "-"
        around = [" ".join(self.before), f"[{said} -> {written}]", " ".join(self.after)]
        return f"{self.id}: {' '.join(filter(None, around))}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "id": self.id,
            "reference": list(self.reference),
            "hypothesis": list(self.hypothesis),
            "before": list(self.before),
            "after": list(self.after),
        }


def oracle(systems: Systems) -> Oracle:
    """Return the lower bounds, on the utterances that all systems have scored."""
    kind, names = systems.kind, list(systems.results)
    rows = {name: systems.rows(name) for name in names}
    columns = {name: systems.results[name].rows[systems.metric].columns for name in names}
    chosen = dict.fromkeys(names, 0)
    sums = [0] * len(kind.statistics)
    for at in range(len(systems.scored)):
        counts = {name: [column[rows[name][at]] for column in columns[name]] for name in names}
        best = _best(kind, counts)
        if best is None:
            continue
        chosen[best] += 1
        sums = [total + number for total, number in zip(sums, counts[best], strict=True)]
    rate = float(kind.value(sums)) if systems.scored else math.nan
    open_systems = [name for name in names if left(systems, name).unjudged]
    if open_systems:
        why = depends(systems, names, "what the systems could have together depends on them")
        return Oracle(None, chosen, _by_token(systems), why)
    return Oracle(rate if math.isfinite(rate) else None, chosen, _by_token(systems))


def _best(kind: Any, counts: dict[str, list[int]]) -> str | None:
    """Return the first system with the fewest errors; ``None`` if that depends on what is not judged."""
    if not (kind.judged and any(map(kind.left_out_of, counts.values()))):
        return min(counts, key=lambda name: kind.compared(counts[name]))
    if not all(map(kind.is_bounded, counts.values())):
        return None
    ends = {
        name: [kind.compared(kind.filled(row, worst=worst)) for worst in (False, True)]
        for name, row in counts.items()
    }
    first = min(ends, key=lambda name: ends[name][1])
    others = [low for name, (low, _) in ends.items() if name != first]
    return first if all(ends[first][1] < low for low in others) else None


def _by_token(systems: Systems) -> float | None:
    aligned = None if systems.first.recipe.reads else _aligned(systems)
    if aligned is None:
        return None
    tokens = missed = 0
    for alignments in zip(*aligned, strict=True):
        right: set[int] = set()
        for alignment in alignments:
            for run in alignment.runs:
                if run.operation in {"equal", "accept"}:
                    right.update(range(run.reference_start, run.reference_end))
        tokens += len(alignments[0].reference)
        missed += len(alignments[0].reference) - len(right)
    return missed / tokens if tokens else None


def contradicted(systems: Systems) -> list[Contradicted] | None:
    """Return where all systems contradict the reference in the same way; ``None`` without texts.

    Often the reference is wrong there. Utterances that a system left empty are passed over: to
    write nothing at all is no opinion on a word. So are those of whose reference, where it leaves a
    choice, the systems are nearest to different ones.
    """
    aligned = _aligned(systems)
    if aligned is None:
        return None
    found = []
    for place, alignments in zip(systems.scored, zip(*aligned, strict=True), strict=True):
        if not all(alignment.hypothesis for alignment in alignments):
            continue
        if len({alignment.reference for alignment in alignments}) > 1:
            continue
        every = [
            {(each.reference_start, each.reference_end, each.hypothesis): each for each in found_}
            for found_ in (alignment.differences(2) for alignment in alignments)
        ]
        for key, difference in every[0].items():
            if all(key in others for others in every[1:]):
                found.append(
                    Contradicted(
                        systems.ids[place],
                        difference.reference,
                        difference.hypothesis,
                        difference.before,
                        difference.after,
                    )
                )
    return found


def _aligned(systems: Systems) -> list[list[Alignment]] | None:
    """Return the alignments of each system; ``None`` where the rate is not one of an alignment."""
    plain = isinstance(systems.kind, EditMetric) and not systems.kind.forgives
    if not plain or not all(result.has_texts for result in systems.results.values()):
        return None
    return [
        result.align_rows(systems.rows(name), systems.metric)
        for name, result in systems.results.items()
    ]
