"""Measure ``mondegreen.compat.jiwer`` against jiwer itself: ``python benchmarks/drop_in.py``.

Both have the same functions, so each task is one program run with either. Every measurement has a
process of its own, both take turns, and ratios are taken within a round. The results of both are
compared, too.
"""

from __future__ import annotations

import argparse
import importlib
import json
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import corpora
from memory import PeakMemory

if TYPE_CHECKING:
    from collections.abc import Callable

MODULES = {"jiwer": "jiwer", "mondegreen": "mondegreen.compat.jiwer"}
MIB = 1 << 20


def touched(output: Any) -> int:
    """Look at every chunk in turn; return a number that depends on all of them."""
    return sum(
        chunk.ref_end_idx + 2 * chunk.hyp_end_idx + len(chunk.type)
        for chunks in output.alignments
        for chunk in chunks
    )


TASKS: dict[str, Callable[[Any, list[str], list[str]], Any]] = {
    "wer": lambda jiwer, said, heard: jiwer.wer(said, heard),
    "wer, standardized": lambda jiwer, said, heard: jiwer.wer(
        said,
        heard,
        reference_transform=jiwer.wer_standardize,
        hypothesis_transform=jiwer.wer_standardize,
    ),
    "cer": lambda jiwer, said, heard: jiwer.cer(said, heard),
    "process_words": lambda jiwer, said, heard: jiwer.process_words(said, heard).hits,
    "process_words, every chunk touched": lambda jiwer, said, heard: touched(
        jiwer.process_words(said, heard)
    ),
    "visualize_alignment": lambda jiwer, said, heard: len(
        jiwer.visualize_alignment(jiwer.process_words(said, heard))
    ),
    "collect_error_counts": lambda jiwer, said, heard: len(
        jiwer.collect_error_counts(jiwer.process_words(said, heard))[0]
    ),
}


@dataclass(frozen=True)
class Bar:
    """What a task on a corpus must reach."""

    corpus: str
    task: str
    times: float
    most_memory: float | None = None


BARS = (
    Bar("a", "wer", 25, most_memory=1 / 4),
    Bar("b", "wer", 25),
    Bar("a", "process_words, every chunk touched", 8),
    Bar("b", "process_words, every chunk touched", 8),
)


def measure(tool: str, task: str, reference: Path, hypothesis: Path) -> dict[str, Any]:
    """Do one task once in this process."""
    jiwer = importlib.import_module(MODULES[tool])
    run = TASKS[task]
    run(jiwer, ["the cat sat"], ["the hat sat"])  # lazy imports are start-up
    said, heard = (
        path.read_text("utf-8").removesuffix("\n").split("\n") for path in (reference, hypothesis)
    )
    memory = PeakMemory()
    cpu = time.process_time()
    result = run(jiwer, said, heard)
    cpu = time.process_time() - cpu
    return {"cpu": cpu, "extra_bytes": memory.extra(), "result": result}


def in_a_process(*arguments: str) -> dict[str, Any]:
    """Measure in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--measure", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    measured: dict[str, Any] = json.loads(done.stdout)
    return measured


def compare(name: str, tasks: list[str], rounds: int, folder: Path) -> list[str]:
    """Measure the tasks on one corpus, print the table, and return the bars not reached."""
    paths = corpora.ensure(name, folder)
    print(f"## {name}: {corpora.CORPORA[name].title}\n", flush=True)
    print("| task | times jiwer | CPU s | jiwer's | extra MiB | jiwer's | equal |")
    print("|---|---:|---:|---:|---:|---:|---|", flush=True)
    missed = []
    for task in tasks:
        taken: dict[str, list[dict[str, Any]]] = {tool: [] for tool in MODULES}
        for _ in range(rounds):
            for tool, results in taken.items():
                results.append(in_a_process(tool, task, *map(str, paths)))
        theirs, ours = taken["jiwer"], taken["mondegreen"]
        times = statistics.median(t["cpu"] / o["cpu"] for t, o in zip(theirs, ours, strict=True))
        cpu, memory = (
            [statistics.median(sample[what] for sample in side) for side in (ours, theirs)]
            for what in ("cpu", "extra_bytes")
        )
        equal = all(t["result"] == o["result"] for t, o in zip(theirs, ours, strict=True))
        print(
            f"| {task} | {times:.1f} | {cpu[0]:.3f} | {cpu[1]:.3f} | {memory[0] / MIB:.0f} "
            f"| {memory[1] / MIB:.0f} | {'yes' if equal else 'NO'} |",
            flush=True,
        )
        for bar in BARS:
            if (bar.corpus, bar.task) != (name, task):
                continue
            if times < bar.times:
                missed.append(f"{name}, {task}: {times:.1f} times, the bar is {bar.times:g}")
            if bar.most_memory and memory[0] > bar.most_memory * memory[1]:
                missed.append(f"{name}, {task}: memory, the bar is {bar.most_memory:g} of jiwer's")
    print()
    return missed


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--only", default="a,b", help="corpora (default: a,b)")
    parser.add_argument("--tasks", help="parted by semicolons (default: all)")
    parser.add_argument("--rounds", type=int, default=3)
    usual = Path(tempfile.gettempdir()) / "mondegreen-benchmarks"
    parser.add_argument("--corpora", type=Path, default=usual)
    parser.add_argument("--measure", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        tool, task, *paths = options.measure
        print(json.dumps(measure(tool, task, *map(Path, paths))))
        return
    tasks = options.tasks.split(";") if options.tasks else list(TASKS)
    missed = [
        line
        for name in options.only.split(",")
        for line in compare(name, tasks, options.rounds, options.corpora)
    ]
    print("\n".join(missed) or "All bars measured are reached.")


if __name__ == "__main__":
    main()
