"""Gates of a release: is a system worse than the one in use, by more than is allowed?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mondegreen.errors import UsageError, did_you_mean
from mondegreen.options.gates import RULES, known_rule
from mondegreen.stats.resampling import NO_WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mondegreen.scoring.comparing.comparison import SystemScore
    from mondegreen.scoring.comparing.fillings import Left
    from mondegreen.scoring.comparing.significance import PairOfSystems
    from mondegreen.stats.interval import Interval

__all__ = ["RULES", "Gate", "Verdict", "judged", "points"]


@dataclass(frozen=True)
class Gate:
    """How much worse than the baseline a system may be.

    Attributes:
        baseline: the name of the system to which the others are compared.
        margin: how much worse is allowed, as a fraction: 0.002 for 0.2 points.
        rule: ``difference``: the gate fails where the difference itself is above the margin;
            ``significant``: where the whole interval of the difference is; ``not-shown-equal``:
            where any of it is, so that it must be shown that the system is not worse.
    """

    baseline: str
    margin: float = 0.0
    rule: str = "difference"

    def checked(self, names: list[str]) -> Gate:
        """Return the gate.

        Raises:
            UsageError: another rule, a margin below 0, or no such baseline.
        """
        known_rule("rule", self.rule)
        if self.baseline not in names:
            raise UsageError(
                f"baseline={self.baseline!r}: no system has this name; expected one of "
                f"{', '.join(names)}.{did_you_mean(str(self.baseline), names)}"
            )
        if not 0 <= self.margin < float("inf"):
            raise UsageError(f"margin={self.margin!r}: expected a fraction, 0 or more")
        return self


@dataclass(frozen=True)
class Verdict:
    """What a gate says of one system.

    Attributes:
        system: the one that was judged.
        baseline: the one it was compared to.
        rule: the rule of the gate.
        margin: what is allowed.
        met: whether the gate is open.
        reason: what decided, for people.
    """

    system: str
    baseline: str
    rule: str
    margin: float
    met: bool
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "system": self.system,
            "baseline": self.baseline,
            "rule": self.rule,
            "margin": self.margin,
            "met": self.met,
            "reason": self.reason,
        }


def judged(
    gate: Gate,
    metric: str,
    scores: list[SystemScore],
    pairs: list[PairOfSystems],
    *,
    higher_is_better: bool,
    left: Mapping[str, Left] | None = None,
    min_judged: float | None = None,
    wordless: bool = False,
) -> list[Verdict]:
    """Return a verdict for every system but the baseline; what cannot be judged is not met.

    Args:
        gate: what must hold.
        metric: as it is printed.
        scores: of all systems.
        pairs: of all systems.
        higher_is_better: whether the metric is such.
        left: what a judge left open of each system.
        min_judged: the share of what needed the judge that is enough; what is open then counts
            against the system, and in favour of the baseline. All of it without one.
        wordless: whether no reference has any word.
    """
    sign = -1 if higher_is_better else 1
    rates = {each.name: each.rate for each in scores}
    found = []
    for name in rates:
        if name == gate.baseline:
            continue
        (pair,) = [each for each in pairs if {each.first, each.second} == {name, gate.baseline}]
        # How much worse the system is; a pair may be in the other order.
        turn = sign if pair.first == name else -sign
        open_rows = {each: (left or {}).get(each) for each in (name, gate.baseline)}
        why, difference, interval = _known(pair, open_rows, min_judged, first=pair.first == name)
        if wordless:
            why = "no reference has any word, so it cannot be said not to be worse"
        elif gate.rule != "difference" and interval.reason == NO_WORDS:
            why = f"{NO_WORDS}, so it cannot be said not to be worse"
        if why:
            reason, met = f"{metric} of {name} against {gate.baseline}: {why}", False
        elif difference is None:
            reason = f"{metric} of {name} or {gate.baseline} has no rate, so it cannot be judged"
            met = False
        else:
            low, high = interval
            worse = turn * difference
            ends = (
                [worse, worse] if low is None or high is None else sorted([turn * low, turn * high])
            )
            decides = {"difference": worse, "significant": ends[0], "not-shown-equal": ends[1]}
            met = decides[gate.rule] <= gate.margin
            reason = _sentence(name, gate, metric, worse, (ends[0], ends[1]), met=met)
            if pair.difference is None:
                reason += f"; at worst, as {_counts(open_rows)}"
        found.append(Verdict(name, gate.baseline, gate.rule, gate.margin, met, reason))
    return found


def _known(
    pair: PairOfSystems,
    open_rows: Mapping[str, Left | None],
    min_judged: float | None,
    *,
    first: bool,
) -> tuple[str, float | None, Interval]:
    """Return the difference that decides and its interval, or why there is none.

    ``first`` says whether the system whose gate it is is first in the pair.
    """
    parts = [part for part in open_rows.values() if part is not None and part.unjudged]
    if not parts:
        return "", pair.difference, pair.interval
    least = 1.0 if min_judged is None else min_judged
    if any(part.judged < least for part in parts):
        how = "; --min-judged says how many are enough" if min_judged is None else ""
        enough = "" if min_judged is None else f", with {100 * min_judged:g} % of them to be judged"
        return (
            f"{_counts(open_rows)}{enough}, so it cannot be said not to be worse{how}",
            None,
            pair.interval,
        )
    if not pair.ends:
        return f"{_counts(open_rows)}, and nothing bounds them", None, pair.interval
    difference, interval = pair.ends[1 if first else 0]
    return "", difference, interval


def _counts(open_rows: Mapping[str, Left | None]) -> str:
    return ", ".join(f"{name} {part}" for name, part in open_rows.items())


def points(difference: float) -> str:
    """Return a difference of rates in points, with its sign; what rounds to nothing is +0.00.

    >>> points(-0.0241), points(-0.0)
    ('-2.41', '+0.00')
    """
    return f"{round(100 * difference, 2) + 0.0:+.2f}"


def _sentence(
    name: str, gate: Gate, metric: str, worse: float, ends: tuple[float, float], *, met: bool
) -> str:
    interval = f"{points(ends[0])} to {points(ends[1])}"
    what = {
        "difference": f"difference {points(worse)} points",
        "significant": f"difference {points(worse)} points, its interval {interval}",
        "not-shown-equal": f"difference {points(worse)} points, its interval {interval}",
    }[gate.rule]
    how = {
        "difference": ("not above", "above"),
        "significant": ("not wholly above", "wholly above"),
        "not-shown-equal": ("nowhere above", "not wholly within"),
    }[gate.rule][0 if met else 1]
    return (
        f"{metric} of {name} against {gate.baseline}: {what}, {how} the margin of "
        f"{100 * gate.margin:.2f} points (rule: {gate.rule})"
    )
