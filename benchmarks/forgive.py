"""What forgiving costs: preset ``agent`` against the strict run, on the benchmarks' corpora.

    python benchmarks/forgive.py [--corpora DIR] [--only a,b] [--rounds 3] [--forgive agent]

Each corpus is scored in turn, strictly and with forgivers, on one thread; CPU time, the best of the
rounds. Bars: 15 times the strict run, and 20 microseconds for each distinct difference.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import mondegreen as mg

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_TIMES, MOST_MICROSECONDS = 15, 20


def best(rounds: int, work: Callable[[], object]) -> float:
    """Return the least CPU time of some runs."""
    times = []
    for _ in range(rounds):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def distinct(references: list[str], hypotheses: list[str]) -> tuple[int, int]:
    """Return the number of differences, and of distinct ones."""
    found = mg.score(references, hypotheses).differences()
    return len(found), len({(each.reference, each.hypothesis) for each in found})


def lines(path: Path) -> list[str]:
    """Return the texts of a corpus."""
    return path.read_text("utf-8").split("\n")


def main() -> None:
    """Measure, and print one row a corpus in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path)
    parser.add_argument("--only", default="a,b,c,d,r")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--forgive", default="agent")
    options = parser.parse_args()
    folder = options.corpora or Path(tempfile.gettempdir()) / "bench-corpora"
    print("| corpus | differences | distinct | strict s | forgiven s | times | µs a distinct one |")
    print("|---|---|---|---|---|---|---|")
    for name in options.only.split(","):
        (said,) = folder.glob(f"{name}-v*.ref.txt")
        references = lines(said)
        hypotheses = lines(said.with_name(said.name.replace(".ref.", ".hyp.")))
        all_, each = distinct(references, hypotheses)
        strict = best(options.rounds, lambda r=references, h=hypotheses: mg.score(r, h))
        forgiven = best(
            options.rounds,
            lambda r=references, h=hypotheses: mg.score(r, h, forgive=options.forgive),
        )
        times, micro = forgiven / strict, forgiven / max(each, 1) * 1e6
        print(
            f"| {name} | {all_:,} | {each:,} | {strict:.2f} | {forgiven:.2f} | {times:.1f} | "
            f"{micro:.1f} |",
            flush=True,
        )
        if name == "a":
            reached = times <= MOST_TIMES and micro <= MOST_MICROSECONDS
            print(f"bars on a: {'reached' if reached else 'not reached'}")


if __name__ == "__main__":
    main()
