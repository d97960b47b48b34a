"""How long one pair of long texts takes, and how much memory: ``python benchmarks/long.py``.

Each figure is of a process of its own: CPU seconds of scoring, and the peak of its memory. The
exponent is the slope between the last two sizes: 1 is a time as long as the text, 2 its square.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import resource
import subprocess
import sys
import time
from typing import Any

WORK: dict[str, dict[str, Any]] = {
    "wer": {},
    "cer": {"metrics": "cer"},
    "agent": {"forgive": "agent", "lang": "en"},
    "reader": {"metrics": "reader", "lang": "en"},
    "space-wer": {"metrics": "space-wer"},
    "phonetic-wer": {"metrics": "phonetic-wer"},
    "sclite": {"ties": "sclite", "edit_weights": "sclite"},
    "jiwer": {"ties": "jiwer"},
    "weights": {"edit_weights": (2, 1, 1)},
}
KINDS = ("alike", "different", "two-words", "cut")
_UNIT = 1 if sys.platform == "darwin" else 1024


def pair(words: int, kind: str) -> tuple[str, str]:
    """Return two texts: with 10 % errors, all different, of two words, or with the end missing."""
    draw = random.Random(words)
    if kind == "different":
        return " ".join(f"a{i}" for i in range(words)), " ".join(f"b{i}" for i in range(words))
    if kind == "two-words":
        said, heard = (" ".join(draw.choices(("so", "it"), k=words)) for _ in range(2))
        return said, heard
    letters = "abcdefghijklmnopqrstuvwxyz"
    known = ["".join(draw.choices(letters, k=draw.randint(2, 9))) for _ in range(5000)]
    reference = [known[min(int(draw.expovariate(1 / 300)), 4999)] for _ in range(words)]
    if kind == "cut":
        return " ".join(reference), " ".join(reference[: words // 4])
    hypothesis: list[str] = []
    for word in reference:
        chance = draw.random()
        if chance < 0.03:
            continue
        hypothesis += [draw.choice(known)] * (chance < 0.1)
        hypothesis += [word] * (chance >= 0.08)
    return " ".join(reference), " ".join(hypothesis)


def measure(work: str, kind: str, words: int) -> None:
    """Print the seconds and the bytes of this process."""
    import mondegreen

    reference, hypothesis = pair(words, kind)
    mondegreen.score(["so it goes"], ["so it went"], **WORK[work])
    start = time.process_time()
    mondegreen.score([reference], [hypothesis], **WORK[work])
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT
    print(json.dumps([seconds, peak]))


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="30000,100000", help="words of the texts")
    parser.add_argument("--work", default=",".join(WORK))
    parser.add_argument("--kinds", default="alike")
    parser.add_argument("--timeout", type=float, default=300)
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        measure(asked.one[0], asked.one[1], int(asked.one[2]))
        return
    sizes = [int(size) for size in asked.sizes.split(",")]
    print(f"| texts | work | {' | '.join(f'{size:,} words' for size in sizes)} | exponent |")
    print(f"|---|---|{'---:|' * (len(sizes) + 1)}")
    for kind in asked.kinds.split(","):
        for work in asked.work.split(","):
            cells, seconds = [], []
            for size in sizes:
                call = [sys.executable, __file__, "--one", work, kind, str(size)]
                try:
                    done = subprocess.run(
                        call, capture_output=True, text=True, check=True, timeout=asked.timeout
                    )
                except subprocess.TimeoutExpired:
                    cells.append(f"over {asked.timeout:g} s")
                    continue
                found, peak = json.loads(done.stdout)
                seconds.append(found)
                cells.append(f"{found:.2f} s, {peak / 2**20:.0f} MiB")
            slope = ""
            if len(seconds) == len(sizes) > 1 and seconds[-2] > 0.05:
                slope = (
                    f"{math.log(seconds[-1] / seconds[-2]) / math.log(sizes[-1] / sizes[-2]):.1f}"
                )
            print(f"| {kind} | {work} | {' | '.join(cells)} | {slope} |", flush=True)


if __name__ == "__main__":
    main()
