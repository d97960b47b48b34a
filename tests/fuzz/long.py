"""Make inputs for every target in turns, for some minutes, and print what fails.

Run: ``python tests/fuzz/long.py [--minutes 10] [--seed N] [TARGET ...]``. Store what fails, cut short, as a file in
``tests/fuzz/corpus/TARGET``: the tests then keep it.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from typing import Any

from fuzz_inputs import inputs
from fuzz_targets import TARGETS, promised
from hypothesis import HealthCheck, given, seed, settings

WIDEST = 400
"""Characters of a line that is printed."""


def tried(name: str, start: int, count: Counter[str]) -> bool:
    """Try a hundred inputs, and return whether all were taken as promised."""

    @seed(start)
    @settings(
        max_examples=100, database=None, deadline=None, suppress_health_check=[*HealthCheck],
        print_blob=False,
    )  # fmt: skip
    @given(inputs(TARGETS[name]))
    def once(data: bytes) -> None:
        count[name] += 1
        promised(TARGETS[name], data)

    try:
        once()
    except Exception:  # noqa: BLE001 - whatever it is, it is what was looked for
        print(f"--- {name}, seed {start}")
        for line in traceback.format_exc(limit=-6).splitlines():
            print(line if len(line) < WIDEST else f"{line[:WIDEST]} ... {len(line):,} characters")
        sys.stdout.flush()
        return False
    return True


def main() -> int:
    """Fuzz, and return 1 if anything failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    chosen: Any = parser.parse_args()
    unknown = {*chosen.targets} - {*TARGETS}
    if unknown:
        parser.error(
            f"no target is named {', '.join(sorted(unknown))}; expected {', '.join(TARGETS)}"
        )
    end, start = time.monotonic() + 60 * chosen.minutes, chosen.seed
    count: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    while time.monotonic() < end:
        for name in chosen.targets or TARGETS:
            failed[name] += not tried(name, start, count)
            if time.monotonic() > end:
                break
        start += 1
    for name, inputs_made in count.items():
        print(f"{name}: {inputs_made:,} inputs; {failed[name]} rounds with a failure")
    print(f"{time.process_time() / 60:.1f} minutes of CPU, seeds {chosen.seed} to {start}")
    return 1 if failed.total() else 0


if __name__ == "__main__":
    sys.exit(main())
