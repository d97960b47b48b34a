"""One measurement in one fresh process; prints one line of JSON. ``run.py`` starts it."""
# Imports are inside the functions: a process imports only the tool that it measures

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
import timeit
from pathlib import Path
from typing import TYPE_CHECKING, Any

import calls
import contestants
from memory import PeakMemory

if TYPE_CHECKING:
    from contestants import Texts

WARM_UP = ("the cat sat", "the hat sat")


def lines(path: Path) -> list[str]:
    """Read one text per line; only a line feed ends a line."""
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def arrow(path: Path) -> Texts:
    """Read one text per line into an Arrow array, without a Python string for any."""
    import pyarrow as pa
    from pyarrow import csv

    table = csv.read_csv(
        path,
        read_options=csv.ReadOptions(column_names=["text"], block_size=1 << 26, use_threads=False),
        # A delimiter that no text has, and no quoting: a line is a text as it stands.
        parse_options=csv.ParseOptions(
            delimiter="\x1f", quote_char=False, ignore_empty_lines=False
        ),
        convert_options=csv.ConvertOptions(
            column_types={"text": pa.string()}, strings_can_be_null=False
        ),
    )
    array = table["text"].combine_chunks()
    del table
    pa.default_memory_pool().release_unused()
    return array


def load(form: str, reference: Path, hypothesis: Path) -> tuple[Texts, Texts]:
    """Bring a corpus into memory in the form that the contestant takes."""
    if form == "text":
        import mondegreen as mg

        corpus = mg.read(str(reference), str(hypothesis))
        return corpus.references, corpus.hypotheses
    read = arrow if form == "arrow" else lines
    return read(reference), read(hypothesis)


def measure(name: str, unit: str, reference: Path, hypothesis: Path) -> dict[str, Any]:
    """Score the corpus once and return CPU time, wall time, extra peak memory and the rate."""
    contestant = contestants.find(name, unit)
    score, rate = contestant.open()
    # Lazy imports, dispatch on the processor and thread pools are start-up, not scoring.
    score([WARM_UP[0]], [WARM_UP[1]])
    references, hypotheses = load(contestant.form, reference, hypothesis)
    memory = PeakMemory()
    wall, cpu = time.perf_counter(), time.process_time()
    outcome = score(references, hypotheses)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    extra = memory.extra()
    texts = references if contestant.form == "list" else lines(reference)
    return {
        "cpu": cpu,
        "wall": wall,
        "extra_bytes": extra,
        "memory_method": memory.method,
        "rate": rate(outcome, texts),
    }


def measure_latency(name: str, repeats: int) -> dict[str, Any]:
    """Call the tool with one pair again and again; return the median of the repeats."""
    call = calls.CALLS[name]
    names: dict[str, Any] = dict(zip("ab", calls.PAIR, strict=True))
    exec(call.setup, names)
    # timeit switches the garbage collector off, which flatters tools that make many objects.
    timer = timeit.Timer(call.statement, "import gc; gc.enable()", time.process_time, globals=names)
    number, _ = timer.autorange()
    taken = statistics.median(timer.repeat(repeats, number))
    return {"microseconds": taken / number * 1e6, "number": number}


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["corpus", "latency"])
    parser.add_argument("name")
    parser.add_argument("--unit", default="word")
    parser.add_argument("--reference", type=Path)
    parser.add_argument("--hypothesis", type=Path)
    parser.add_argument("--repeats", type=int, default=9)
    options = parser.parse_args()
    if options.what == "latency":
        outcome = measure_latency(options.name, options.repeats)
    else:
        outcome = measure(options.name, options.unit, options.reference, options.hypothesis)
    sys.stdout.write("\n" + json.dumps(outcome) + "\n")


if __name__ == "__main__":
    main()
