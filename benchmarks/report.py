"""From samples to medians, ratios and Markdown tables."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bars import BARS, CPU, EXTRA, SPEED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bars import Figures

MIB = 1 << 20
# fastwer rounds to four digits of a percent; all others agree to the last bits.
RATE_TOLERANCE = 1e-6
# From here on a figure is a whole number; below it has three significant digits.
LARGE = 100


@dataclass(frozen=True)
class Sample:
    """One measurement of one tool on one corpus in one round; ``error`` says why there is none."""

    part: str
    tool: str
    round: int
    rows: str
    cpu: float | None = None
    wall: float | None = None
    extra_bytes: int | None = None
    memory_method: str | None = None
    rate: float | None = None
    error: str | None = None


@dataclass(frozen=True)
class Summary:
    """The medians of one tool on one corpus over the rounds."""

    tool: str
    rows: str
    cpu: float
    wall: float
    extra_mib: float
    rate: float
    ratios: tuple[float, ...]

    @property
    def speed(self) -> float | None:
        """How many times faster than the yardstick; None where that was not measured."""
        return statistics.median(self.ratios) if self.ratios else None

    @property
    def spread(self) -> str:
        """The lowest and the highest ratio: what the rounds say about the noise."""
        return f"{digits(min(self.ratios))} to {digits(max(self.ratios))}" if self.ratios else "-"


def median(values: Iterable[float | None]) -> float:
    """Return the median of the values that are there."""
    return statistics.median([value for value in values if value is not None])


def summarize(samples: Sequence[Sample], yardstick: str) -> list[Summary]:
    """Return one summary a tool, the fastest first; ratios are taken round by round."""
    reference = {s.round: s.cpu for s in samples if s.tool == yardstick and s.cpu}
    summaries = []
    for tool in dict.fromkeys(sample.tool for sample in samples):
        good = [s for s in samples if s.tool == tool and s.cpu is not None]
        if not good:
            continue
        ratios = [reference[s.round] / s.cpu for s in good if s.cpu and s.round in reference]
        summaries.append(
            Summary(
                tool,
                good[0].rows,
                median(s.cpu for s in good),
                median(s.wall for s in good),
                median(s.extra_bytes for s in good) / MIB,
                median(s.rate for s in good),
                tuple(ratios),
            )
        )
    return sorted(summaries, key=lambda summary: (-(summary.speed or 0), summary.cpu))


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table; all columns but the first are set to the right."""
    lines = [
        "| " + " | ".join(header) + " |",
        "|---|" + "---:|" * (len(header) - 1),
        *("| " + " | ".join(row) + " |" for row in rows),
    ]
    return "\n".join(lines) + "\n"


def digits(value: float | None) -> str:
    """Return a figure as a table shows it, or a dash."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= LARGE else f"{value:#.3g}".rstrip(".")


def failures(samples: Sequence[Sample]) -> list[tuple[str, str]]:
    """Return (tool, reason) for each tool that gave no figure in some round."""
    return list(dict.fromkeys((s.tool, s.error) for s in samples if s.error))


def corpus_table(samples: Sequence[Sample], yardstick: str) -> str:
    """Return the table of one corpus, with the tools that failed and odd rates named below."""
    summaries = summarize(samples, yardstick)
    measured = ("CPU s", "wall s", "extra MiB", "error rate", "rows")
    header = ("tool", f"times {yardstick}", "lowest to highest", *measured)
    text = table(
        header,
        (
            (
                s.tool,
                digits(s.speed),
                s.spread,
                f"{s.cpu:.4f}",
                f"{s.wall:.4f}",
                f"{s.extra_mib:,.1f}",
                f"{s.rate:.6f}",
                s.rows,
            )
            for s in summaries
        ),
    )
    notes = [f"- {tool}: no figure, {reason}" for tool, reason in failures(samples)]
    rates = {s.tool: s.rate for s in summaries}
    if yardstick in rates:
        notes += [
            f"- {tool}: **its rate differs** from that of {yardstick}"
            for tool, rate in rates.items()
            if abs(rate - rates[yardstick]) > RATE_TOLERANCE
        ]
    return text + ("\n" + "\n".join(notes) + "\n" if notes else "")


def ties_table(samples: Sequence[Sample], default: str) -> str:
    """Return the CPU time of mondegreen's options relative to its default."""
    summaries = summarize(samples, default)
    return table(
        ("option", "CPU, times the default", "CPU s", "extra MiB", "error rate"),
        (
            (
                "(default)" if s.tool == default else s.tool,
                digits(1 / s.speed if s.speed else None),
                f"{s.cpu:.4f}",
                f"{s.extra_mib:,.1f}",
                f"{s.rate:.6f}",
            )
            for s in summaries
        ),
    )


def latency_table(latencies: Mapping[str, float]) -> str:
    """Return the microseconds of one call with one pair."""
    ordered = sorted(latencies.items(), key=lambda item: item[1])
    return table(("tool", "microseconds"), ((tool, digits(value)) for tool, value in ordered))


def import_table(costs: Mapping[str, Mapping[str, float]]) -> str:
    """Return what import, and import with a first answer, cost over bare Python."""
    ordered = sorted(costs.items(), key=lambda item: item[1]["import_ms"])
    return table(
        ("tool", "import, CPU ms", "import and first answer, CPU ms"),
        (
            (tool, f"{cost['import_ms']:.1f}", f"{cost['first_answer_ms']:.1f}")
            for tool, cost in ordered
        ),
    )


def figures(
    samples: Sequence[Sample],
    latencies: Mapping[str, float],
    imports: Mapping[str, Mapping[str, float]],
    yardstick: str,
) -> Figures:
    """Collect everything a bar may ask for."""
    found: dict[tuple[str, str, str], float] = {}
    for part in {sample.part for sample in samples}:
        for s in summarize([sample for sample in samples if sample.part == part], yardstick):
            found[part, s.tool, CPU] = s.cpu
            found[part, s.tool, EXTRA] = s.extra_mib
            if s.speed is not None:
                found[part, s.tool, SPEED] = s.speed
    for tool, microseconds in latencies.items():
        found["call", tool, "microseconds"] = microseconds
    for tool, cost in imports.items():
        found["import", tool, "import ms"] = cost["import_ms"]
    return found


def bars_table(found: Figures) -> str:
    """Return each bar: what was promised, what was measured, and whether it is reached."""
    verdicts = {True: "reached", False: "not reached", None: "not measured"}
    rows = (
        (bar.part, bar.tool, bar.wish, digits(bar.measured(found)), verdicts[bar.reached(found)])
        for bar in BARS
    )
    return table(("part", "tool", "bar", "measured", "verdict"), rows)
