"""How long ``mondegreen calls`` takes for a thousand different calls.

1,000 calls of 500 words a side of the agent, in 20 turns that alternate with those of the customer,
over the first 12,000 words of the pronouncing dictionary by the digest of the word; about one word in
eight is substituted, lost or put in. They are written in the layout of folders, and the whole command
runs as a user runs it: interpreter, reading, scoring, turns, and a file per call. The time is that of a
clock on the wall, the least of the rounds.

Nothing but mondegreen is needed::

    python benchmarks/call_folders.py
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

from mondegreen.forgive.data_tables import rows

BAR = 5.0
"""Seconds for a thousand calls, on two cores."""
VOCABULARY, WORDS, TURNS = 12_000, 500, 20
PROGRAM = "from mondegreen.cli.commands import program; program()()"


def vocabulary() -> list[str]:
    """Return words of the pronouncing dictionary, the same ones on every machine."""
    words = [row[0] for row in rows("pronunciations.en.tsv")]
    return sorted(words, key=lambda word: sha256(word.encode()).digest())[:VOCABULARY]


def heard(words: list[str], known: list[str], chance: random.Random) -> list[str]:
    """Return words as a recogniser might write them."""
    found = []
    for word in words:
        luck = chance.random()
        if luck < 0.03:
            continue
        found.append(chance.choice(known) if luck < 0.10 else word)
        if luck > 0.98:
            found.append(chance.choice(known))
    return found


def make(folder: Path, calls: int) -> None:
    """Write calls, all different."""
    known, chance = vocabulary(), random.Random(4)
    for number in range(calls):
        said: list[dict[str, Any]] = []
        written: list[dict[str, Any]] = []
        for turn in range(TURNS):
            for agent in (True, False):
                words = chance.choices(known, k=WORDS // TURNS if agent else 6)
                names = ("Agent", "assistant") if agent else ("Customer", "user")
                at = turn * 20.0 + (0 if agent else 15)
                texts = " ".join(words), " ".join(heard(words, known, chance))
                for turns, name, text in zip((said, written), names, texts, strict=True):
                    turns.append({"timestamp": at, "speaker": name, "content": text})
        call = folder / f"call-{number:05}"
        call.mkdir(parents=True)
        (call / "gt_transcript.json").write_text(json.dumps(said), "utf-8")
        (call / "ref_transcript.json").write_text(json.dumps(written), "utf-8")


def main() -> None:
    """Print the time, and end with 1 if it is over the bar."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "calls")
        make(folder, options.calls)
        best = float("inf")
        for _ in range(options.rounds):
            command = [sys.executable, "-c", PROGRAM, "calls", str(folder)]
            command += ["--output", str(Path(temporary, "output")), "--json"]
            start = time.perf_counter()
            done = subprocess.run(command, check=True, capture_output=True)
            best = min(best, time.perf_counter() - start)
        (side,) = json.loads(done.stdout)["sides"]
        (method,) = side["methods"]
    words = sum(list(method["counts"].values())[:3])
    print(f"{options.calls:,} calls, {words:,} words, rate {method['rate']:.2%}: {best:.2f} s")
    if best > BAR * options.calls / 1000:
        print(f"over the bar of {BAR} s for a thousand calls")
        sys.exit(1)


if __name__ == "__main__":
    main()
