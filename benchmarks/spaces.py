"""How fast ``space-norm-wer`` is next to its definition in plain Python, and how much memory it takes.

Two parts, each in one run:

* **utterances**: the first pairs of corpora b (25 words of ASCII letters) and e (Hindi, Telugu and
  Chinese, a third as long), scored by the functions of ``tests/unit/metrics/space_oracle.py``, which takes the steps
  of the definition one after the other over a full table, and by ``mondegreen.score`` with one
  thread. CPU time per pair, the least of the rounds; normalizing is inside for both. First it is
  checked that both count the same words.
* **a long pair**: 10,000 letters against 10,000 others, in a process of its own: how far the peak of
  its resident set goes, interpreter and package included (Linux).

Nothing but mondegreen is needed::

    python benchmarks/spaces.py
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import corpora
import mondegreen as mg

if TYPE_CHECKING:
    from collections.abc import Callable

ORACLE = Path(__file__).parents[1] / "tests" / "unit" / "metrics"
BAR = 200
"""How many times as fast as the definition it must be.

The definition's time grows with the square of a text, so on shorter ones the ratio is lower.
"""
MEMORY_BAR = 100
"""MiB that a process with a pair of 10,000 letters may take."""
LONG = """
import random, time
from pathlib import Path
import mondegreen as mg
chance = random.Random(1)
said, heard = ("".join(chance.choices("abcdefghij ", k=11_000)) for _ in range(2))
started = time.process_time()
mg.NAME(said, heard)
seconds = time.process_time() - started
peak = Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]
print(int(peak) / 1024, seconds)
"""


def definition() -> Any:
    """Return the module that does what the definition says."""
    sys.path.insert(0, str(ORACLE))
    import space_oracle

    return space_oracle


def timed(work: Callable[[], Any]) -> float:
    """Return the CPU seconds that one call takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def utterances(folder: Path, slice_rows: int, rounds: int) -> bool:
    """Print microseconds per pair and the ratios; return whether each reaches the bar."""
    oracle = definition()
    print("| corpus | pairs | letters a side | definition, µs | space-norm-wer, µs | ratio |")
    print("|---|---:|---:|---:|---:|---:|")
    reached = True
    for name in ("b", "e"):
        texts = [
            path.read_text(encoding="utf-8").splitlines() for path in corpora.ensure(name, folder)
        ]
        pairs = list(zip(*(side[:slice_rows] for side in texts), strict=True))
        counts = mg.score(*(side[:slice_rows] for side in texts), metrics="space-norm-wer")
        found = counts["space-norm-wer"]
        wanted = oracle.corpus(pairs)
        assert wanted[:2] == (found.errors, found.counts["reference_words"]), name

        old, new = [], []
        for _ in range(rounds):
            old.append(timed(lambda: oracle.corpus(pairs)) / len(pairs))  # noqa: B023
            ours = lambda: mg.score(*texts, metrics="space-norm-wer")  # noqa: E731, B023
            new.append(timed(ours) / len(texts[0]))
        before, after = min(old) * 1e6, min(new) * 1e6
        letters = sum(len(text.replace(" ", "")) for text, _ in pairs) / len(pairs)
        print(
            f"| {name} | {len(pairs):,} of {len(texts[0]):,} | {letters:.0f} | {before:,.0f} | "
            f"{after:.2f} | × {before / after:,.0f} |"
        )
        reached &= before / after >= BAR
    return reached


def long_pair() -> bool:
    """Print the peak memory of a process with one long pair; return whether it is in bounds."""
    reached = True
    for name in ("space_wer", "space_norm_wer"):
        done = subprocess.run(
            [sys.executable, "-c", LONG.replace("NAME", name)],
            capture_output=True,
            text=True,
            check=True,
        )
        peak, seconds = map(float, done.stdout.split())
        print(f"{name}, 10,000 letters a side: {peak:.0f} MiB in all, {1000 * seconds:.0f} ms")
        reached &= peak < MEMORY_BAR
    return reached


def main() -> None:
    """Run both parts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--slice", type=int, default=300, help="pairs for the definition")
    parser.add_argument(
        "--corpora", type=Path, default=Path(tempfile.gettempdir()) / "bench-corpora"
    )
    given = parser.parse_args()
    fast = utterances(given.corpora, given.slice, given.rounds)
    print()
    small = long_pair()
    words = {True: "reached", False: "not reached"}
    print(f"\nBar, {BAR} times as fast: {words[fast]}.")
    print(f"Bar, a long pair in {MEMORY_BAR} MiB: {words[small]}.")


if __name__ == "__main__":
    main()
