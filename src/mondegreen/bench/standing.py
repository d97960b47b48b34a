"""Where one system stands on one dataset: accuracy with its interval, coverage, delay and cost."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from operator import mul
from typing import TYPE_CHECKING, Any

from mondegreen._kernel import EMPTY
from mondegreen.bench.speed import Speed
from mondegreen.bench.weighting import Weighting

if TYPE_CHECKING:
    from mondegreen.bench.calls import Delay
    from mondegreen.bench.costs import Cost
    from mondegreen.bench.entities import Entities
    from mondegreen.bench.live import LiveFigures
    from mondegreen.bench.observed import Observed
    from mondegreen.bench.silence import Silence
    from mondegreen.bench.spread import Range, Spread
    from mondegreen.scoring.coverage import Coverage
    from mondegreen.scoring.result import MetricResult, Result

__all__ = ["Semantic", "Standing", "finite"]


@dataclass(frozen=True)
class Semantic:
    """What a judge made of a system's transcripts, as it is stored.

    Attributes:
        errors: substitutions, deletions and insertions that matter.
        words: reference words.
        judged: how many samples.
        unjudged: how many could not be judged.
        perfect: samples without an error.
        rates: those of the samples that have one.
        weights: where samples are weighted by stratum: their sum, and those of ``rates``; the counts of
            errors, words and perfect samples are weighted then.
        total: how many there are.
        signature: of all these evaluations.
        passes: the rates of each pass, where the judge judged all transcripts more than once.
    """

    errors: float
    words: float
    judged: int
    unjudged: int
    perfect: float
    rates: tuple[float, ...] = field(default=(), repr=False, kw_only=True)
    weights: tuple[float, tuple[float, ...]] | None = field(default=None, repr=False, kw_only=True)
    total: int = field(default=0, kw_only=True)
    signature: str = field(default="", kw_only=True)
    passes: Range | None = field(default=None, kw_only=True)

    @property
    def mean(self) -> float | None:
        """The mean of the samples' rates, without those that have none."""
        if not self.rates or self.unjudged:
            return None
        if self.weights is None:
            return math.fsum(self.rates) / len(self.rates)
        shares = self.weights[1]
        return math.fsum(map(mul, self.rates, shares)) / math.fsum(shares)

    @property
    def perfect_share(self) -> float | None:
        """The share of samples without an error; ``None`` where not all was judged."""
        whole = self.judged if self.weights is None else self.weights[0]
        return self.perfect / whole if whole and not self.unjudged else None

    @property
    def rate(self) -> float | None:
        """The pooled rate; ``None`` where not all was judged, or there are no words."""
        return self.errors / self.words if self.words and not self.unjudged else None


@dataclass(frozen=True)
class Standing:
    """One system on one dataset.

    Attributes:
        dataset: its id.
        system: its name.
        service: the provider.
        model: the model.
        metric: the metric that ranks, with its value and interval.
        coverage: how many were scored, and why the others were not.
        perfect: samples with words and without an error; ``None`` where rates are withheld.
        mean: of the rates of the samples; ``None`` where there is none.
        answered_only: the pooled rate of what was answered alone, which ranks nothing.
        no_normalizer: the pooled rate of the texts as they are, which ranks nothing; ``None`` where the
            metric has a normalizer of its own, or there is none to leave out.
        others: the other metrics that were scored.
        semantic: what a judge made of it; ``None`` if nobody was asked.
        entities: what became of the entities; ``None`` if none are given.
        latency: median, P95 and P99 in seconds, of a system elsewhere; ``None`` on this machine.
        ttfs: median, P95 and P99 of the time to the final segment, where an import has it.
        speed: seconds of audio per second of processing, on this machine.
        usd: US dollars per hour of audio; ``None`` if no price is known.
        core_hours: of all processors per hour of audio, on this machine.
        measured: how and under which conditions speed was measured.
        cost: how the money is made up; ``None`` if no price is known.
        repeats: how often each sample was transcribed.
        spread: the lowest and the highest rate of one repeat; ``None`` with one repeat.
        between_repeats: how far delay, coverage and rate move from one repeat to another; ``None`` with
            one repeat.
        before: the pooled rate before references were corrected; ``None`` where none was.
        drafted: whether it, or its vendor, drafted references.
        drafted_how: ``drafted``, ``one of 3 that voted``, or ``of the vendor ...``; empty if it did not.
        live: the delays of its streams, if it is live.
        silence: what it wrote on clips in which nobody speaks; ``None`` if there are none.
        perfect_share: samples without an error, of all, weighted by stratum; ``None`` without weights.
        weighting: what each clip stands for in the whole; a text says why there is none, ``None`` where
            there is nothing to weight.
        loops: the ids of transcripts in which a phrase is repeated in a loop; ``None`` where the
            metrics do not show it.
        submitted: whether its vendor handed it in, and nobody here has measured it.
    """

    dataset: str
    system: str
    service: str
    model: str
    metric: MetricResult
    coverage: Coverage
    perfect: int | None
    mean: float | None
    answered_only: float | None = None
    no_normalizer: float | None = None
    others: tuple[MetricResult, ...] = ()
    semantic: Semantic | None = None
    entities: Entities | None = None
    latency: Delay | None = None
    ttfs: Delay | None = None
    speed: float | None = None
    usd: float | None = None
    core_hours: float | None = None
    measured: Speed = field(default_factory=Speed)
    cost: Cost | None = None
    repeats: int = 1
    spread: tuple[float, float] | None = None
    between_repeats: Spread | None = None
    before: float | None = None
    drafted: bool = False
    drafted_how: str = ""
    live: LiveFigures | None = None
    silence: Silence | None = None
    loops: tuple[str, ...] | None = None
    perfect_share: float | None = None
    weighting: Weighting | str | None = None
    submitted: bool = False
    result: Result | None = field(default=None, repr=False, compare=False)
    observed: Observed | None = field(default=None, repr=False, compare=False)

    @property
    def rate(self) -> float | None:
        """The pooled rate as a fraction."""
        return finite(self.metric.value)

    def to_json(self) -> dict[str, Any]:
        """Return plain values; rates are fractions."""
        semantic = None
        if self.semantic is not None:
            one = self.semantic
            semantic = {
                name: value for name, value in vars(one).items() if name not in {"rates", "weights"}
            }
            semantic |= {"rate": one.rate, "mean": one.mean}
            semantic["passes"] = one.passes and one.passes._asdict()
        return {
            "dataset": self.dataset,
            "system": self.system,
            "service_name": self.service,
            "model_name": self.model,
            "coverage": self.coverage.to_dict(),
            **(
                {}
                if self.clips is None
                else {"clips": dict(zip(("answered", "total"), self.clips, strict=True))}
            ),
            "perfect": self.perfect,
            "metrics": [
                each.to_dict() | ({"errors": None, "counts": None} if self.withheld else {})
                for each in (self.metric, *self.others)
            ],
            **({"withheld": self.withheld.removeprefix("n/a: ")} if self.withheld else {}),
            "mean": self.mean,
            "answered_only": self.answered_only,
            "no_normalizer": self.no_normalizer,
            "semantic_wer": semantic,
            "entities": None if self.entities is None else self.entities.to_json(),
            "latency_seconds": _named(self.latency),
            "ttfs_seconds": _named(self.ttfs),
            "rtfx": self.speed,
            "usd_per_audio_hour": self.usd,
            "core_hours_per_audio_hour": self.core_hours,
            "measured": self.measured.to_json(),
            "cost": self.cost and self.cost.to_json(),
            "repeats": self.repeats,
            "spread": self.spread,
            "between_repeats": self.between_repeats and self.between_repeats.to_json(),
            "live": self.live and self.live.to_json(),
            "silence": self.silence and self.silence.to_json(),
            "loops": None if self.loops is None else [*self.loops],
            **self._weighted(),
            **({"submitted": True} if self.submitted else {}),
            **({} if self.before is None else {"before_corrections": self.before}),
            **self._references(),
        }

    @property
    def clips(self) -> tuple[int, int] | None:
        """How many clips have an answer in each repeat, and how many there are; ``None`` with one repeat."""
        if self.repeats == 1 or self.result is None:
            return None
        size = self.coverage.total // self.repeats
        status = [*self.result.status]
        whole = sum(max(status[at::size]) <= EMPTY for at in range(size))
        return whole, size

    @property
    def covered(self) -> str:
        """The coverage in words: clips, and answers where clips are repeated."""
        total = self.coverage.total
        answered = total - self.coverage.missing - self.coverage.failed
        said = f"{answered:,} of {total:,}"
        if self.clips is None:
            return said
        return "{:,} of {:,} clips, ".format(*self.clips) + f"{said} answers"

    @property
    def named(self) -> str:
        """The name in tables for people, which says whether it was submitted."""
        return f"{self.system} (submitted)" if self.submitted else self.system

    @property
    def withheld(self) -> str:
        """Why it has no place among the others; empty if it has one."""
        if isinstance(self.weighting, Weighting) and self.weighting.reason:
            return f"n/a: {self.weighting.reason}"
        return self.withheld_draft

    @property
    def withheld_draft(self) -> str:
        """The same where it, or its vendor, drafted what it would be scored on; then no clip has a rate."""
        drafts = self.observed is not None and self.observed.references.drafts
        if not (self.drafted and drafts):
            return ""
        how = "" if self.drafted_how in {"", "drafted"} else f" ({self.drafted_how})"
        return f"n/a: it drafted references that nobody verified{how}"

    def _weighted(self) -> dict[str, Any]:
        if not isinstance(self.weighting, Weighting):
            return {"not_weighted": self.weighting} if self.weighting else {}
        return {"weighted": self.weighting.to_json(), "perfect_share": self.perfect_share}

    def _references(self) -> dict[str, Any]:
        if self.observed is None or not self.observed.references.in_runs:
            return {}
        found = self.observed.references
        return {
            "references": {
                "verified": found.verified,
                "corrected": found.corrected,
                "unverified_drafts": found.drafts,
            },
            "drafted_references": self.drafted,
            **({"drafted_how": self.drafted_how} if self.drafted else {}),
        }


def finite(value: Any) -> float | None:
    """Return the value, or ``None`` if it is none or is not finite."""
    return float(value) if value is not None and math.isfinite(value) else None


def _named(delay: Delay | None) -> dict[str, float | str | None] | None:
    """Return the percentiles by name: ``None`` with too few clips, ``inf`` where failed calls reach it."""
    if delay is None or not delay.percentiles:
        return None
    values = [each.to_json()["value"] for each in delay.percentiles]
    return dict(zip(("median", "p95", "p99"), values, strict=True))
