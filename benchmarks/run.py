"""Measure mondegreen against other scorers: ``python benchmarks/run.py``.

Every measurement runs in a process of its own, and the tools take turns, so that a machine that
is busy for a while slows them all. Ratios are taken within a round; trust them, not the seconds.
Tables go to standard output, progress to standard error, everything measured to a JSON file.
A bar that is not reached is said, but never an error: machines differ.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import calls
import corpora
import report
from bars import BARS
from contestants import CONTESTANTS, OURS, YARDSTICK, Contestant, find

WORKER = Path(__file__).with_name("worker.py")
TIES_CORPORA = ("b", "r")
PARTS = (*corpora.CORPORA, "call", "import", "ties")
SCHEMA = 1


def say(text: str) -> None:
    """Write progress to standard error."""
    print(text, file=sys.stderr, flush=True)


def show(text: str) -> None:
    """Write a piece of the report to standard output."""
    print(text, flush=True)


def work(arguments: list[str], timeout: float) -> dict[str, Any]:
    """Run the worker; return what it measured, or ``{"error": reason}``."""
    command = [sys.executable, str(WORKER), *arguments]
    try:
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired:
        return {"error": f"stopped after {timeout:g} s"}
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or [f"exit status {done.returncode}"]
        return {"error": last[0][:200]}
    measured: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return measured


@dataclass
class Bench:
    """The options of a run and what it has measured so far."""

    folder: Path
    rounds: int
    quick: bool
    slow: bool
    timeout: float
    tools: set[str] | None
    samples: list[report.Sample] = field(default_factory=list)
    ties: list[report.Sample] = field(default_factory=list)
    latencies: dict[str, float] = field(default_factory=dict)
    imports: dict[str, dict[str, float]] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)

    def wanted(self, package: str) -> bool:
        """Return whether ``--tools`` asks for this tool."""
        return self.tools is None or package in self.tools

    def field_of(self, name: str) -> list[Contestant]:
        """Return the contestants for a corpus, without those that cannot or should not run."""
        return [
            contestant
            for contestant in CONTESTANTS
            if contestant.unit == corpora.CORPORA[name].unit
            and not contestant.variant
            and contestant.installed
            and self.wanted(contestant.package)
            and name not in contestant.never_on
            and (self.slow or self.quick or name not in contestant.slow_on)
        ]

    def corpus(self, name: str, part: str, entrants: list[Contestant]) -> list[report.Sample]:
        """Let the contestants take turns on one corpus."""
        say(f"corpus {name}: {corpora.CORPORA[name].title}")
        paths = corpora.ensure(name, self.folder, quick=self.quick)
        self.digests[name] = corpora.digest(paths)
        if not self.quick and self.digests[name] != corpora.DIGESTS[name]:
            say(f"  the files in {self.folder} are not the published corpus: delete them")
        taken: list[report.Sample] = []
        failed: set[str] = set()
        for turn in range(1, self.rounds + 1):
            for entrant in entrants:
                if entrant.name in failed:
                    continue
                arguments = ["corpus", entrant.name, "--unit", entrant.unit]
                arguments += ["--reference", str(paths[0]), "--hypothesis", str(paths[1])]
                measured = work(arguments, self.timeout)
                sample = report.Sample(part, entrant.name, turn, entrant.rows, **measured)
                taken.append(sample)
                if sample.cpu is None:
                    failed.add(entrant.name)
                    say(f"  round {turn}  {entrant.name}: {sample.error}")
                else:
                    say(f"  round {turn}  {entrant.name}: {sample.cpu:.4f} s CPU")
        return taken

    def run_corpus(self, name: str) -> None:
        """Measure one corpus and show its table."""
        taken = self.corpus(name, name, self.field_of(name))
        self.samples += taken
        cut = " (a quick cut of it)" if self.quick else ""
        show(f"## {name}: {corpora.CORPORA[name].title}{cut}\n")
        show(report.corpus_table(taken, YARDSTICK))

    def run_ties(self) -> None:
        """Measure the options that choose among alignments, relative to the default."""
        default = find(OURS, "word")
        entrants = [default, *(c for c in CONTESTANTS if c.variant)]
        if not default.installed:
            say("ties: mondegreen is not installed")
            return
        for name in TIES_CORPORA:
            taken = self.corpus(name, f"ties {name}", entrants)
            self.ties += taken
            show(f"## Ties and weights on {name}\n")
            show(report.ties_table(taken, default.name))
            for tool, reason in report.failures(taken):
                show(f"- {tool}: no figure, {reason}\n")

    def usual_calls(self) -> list[calls.Call]:
        """Return the one-pair calls that can be made here."""
        return [c for c in calls.CALLS.values() if c.installed and self.wanted(c.name)]

    def run_call(self) -> None:
        """Measure one pair per call."""
        say("one pair a call")
        values: dict[str, list[float]] = {}
        for _ in range(self.rounds):
            for call in self.usual_calls():
                measured = work(["latency", call.name], self.timeout)
                if "error" in measured:
                    say(f"  {call.name}: {measured['error']}")
                    continue
                values.setdefault(call.name, []).append(measured["microseconds"])
        self.latencies = {tool: statistics.median(taken) for tool, taken in values.items()}
        show("## One pair of ten words a call\n")
        show(report.latency_table(self.latencies))

    def run_import(self) -> None:
        """Measure what imports cost."""
        say("imports")
        able = []
        for call in self.usual_calls():
            try:
                calls.cpu_of(call.answer)  # also compiles bytecode and fills the disk cache
            except RuntimeError as error:
                say(f"  {call.name}: {error}")
            else:
                able.append(call)
        self.imports = calls.import_costs(able, 5 if self.quick else 21)
        show("## Import, over bare Python\n")
        show(report.import_table(self.imports))

    def run(self, part: str) -> None:
        """Measure one part."""
        if part == "call":
            self.run_call()
        elif part == "import":
            self.run_import()
        elif part == "ties":
            self.run_ties()
        else:
            self.run_corpus(part)

    def verdict(self) -> None:
        """Show the bars; a quick run is too short to hold anything against them."""
        if self.quick:
            show("A quick run is not held against the bars.\n")
            return
        found = report.figures(self.samples, self.latencies, self.imports, YARDSTICK)
        show("## Bars\n")
        show(report.bars_table(found))

    def as_json(self) -> dict[str, Any]:
        """Return everything measured."""
        found = report.figures(self.samples, self.latencies, self.imports, YARDSTICK)
        return {
            "schema": SCHEMA,
            "quick": self.quick,
            "rounds": self.rounds,
            "machine": machine(),
            "versions": versions(),
            "corpora": self.digests,
            "samples": [asdict(sample) for sample in (*self.samples, *self.ties)],
            "latency_microseconds": self.latencies,
            "imports": self.imports,
            "figures": [[*key, value] for key, value in sorted(found.items())],
            "bars": [
                asdict(bar) | {"measured": bar.measured(found), "reached": bar.reached(found)}
                for bar in BARS
            ],
        }


def machine() -> dict[str, Any]:
    """Return what is worth knowing about where this runs."""
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
    }


def versions() -> dict[str, str]:
    """Return the versions of the tools that are installed."""
    found = {}
    for package in sorted({contestant.package for contestant in CONTESTANTS}):
        with suppress(metadata.PackageNotFoundError):
            found[package] = metadata.version(package)
    return found


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)

    def names(text: str) -> list[str]:
        return [name.strip() for name in text.split(",") if name.strip()]

    parser.add_argument(
        "--only", type=names, metavar="PARTS", help=f"of {','.join(PARTS)} (default: no ties)"
    )
    parser.add_argument("--tools", type=names, help="packages to measure (default: all there are)")
    parser.add_argument("--rounds", type=int, help="default: 3, or 1 with --quick")
    parser.add_argument("--quick", action="store_true", help="small cuts of all corpora")
    parser.add_argument("--slow", action="store_true", help="slow tools on long pairs as well")
    parser.add_argument("--ties", action="store_true", help="mondegreen's ties and edit weights")
    parser.add_argument("--timeout", type=float, default=300.0, help="seconds a measurement")
    parser.add_argument(
        "--corpora",
        type=Path,
        default=Path(tempfile.gettempdir()) / "mondegreen-benchmarks",
        help="folder where the corpora are kept (default: %(default)s)",
    )
    parser.add_argument("--json", type=Path, help="default: results.json next to the corpora")
    options = parser.parse_args(arguments)
    if options.only is None:
        options.only = [part for part in PARTS if part != "ties"]
    unknown = sorted(set(options.only) - set(PARTS))
    if unknown:
        parser.error(f"--only knows {','.join(PARTS)}, and not {','.join(unknown)}")
    known = {contestant.package for contestant in CONTESTANTS}
    unknown = sorted(set(options.tools or ()) - known)
    if unknown:
        parser.error(f"--tools knows {','.join(sorted(known))}, and not {','.join(unknown)}")
    if options.ties and "ties" not in options.only:
        options.only.append("ties")
    if options.rounds is None:
        options.rounds = 1 if options.quick else 3
    if options.rounds < 1:
        parser.error(f"--rounds must be at least 1, and was {options.rounds}")
    return options


def main(arguments: list[str] | None = None) -> None:
    """Measure the parts that were asked for, show them, and keep them."""
    options = parse(arguments)
    bench = Bench(
        folder=options.corpora,
        rounds=options.rounds,
        quick=options.quick,
        slow=options.slow,
        timeout=options.timeout,
        tools=set(options.tools) if options.tools else None,
    )
    there = ", ".join(f"{name} {version}" for name, version in versions().items())
    show(f"# Benchmarks\n\nRounds: {bench.rounds} (the figures are medians). {there}.\n")
    if not find(OURS, "word").installed:
        say("mondegreen is not installed here: only the other tools are measured")
    target = options.json or options.corpora / "results.json"
    try:
        for part in options.only:
            bench.run(part)
        bench.verdict()
    except KeyboardInterrupt:
        say("stopped; what was measured so far is kept")
    finally:
        target.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(bench.as_json(), indent=1, ensure_ascii=False)
        target.write_text(text + "\n", encoding="utf-8")
        say(f"written: {target}")


if __name__ == "__main__":
    main()
