"""The command line next to its kernel: CPU time and peak memory of whole processes.

A million pairs of ten English words, one in ten of them wrong, are written as two text files, as Parquet
and as JSON lines. Each row of the table is a command in a process of its own: its user CPU time and the
peak of its resident set, as the system counts them for a process that ended. Next to it stands what the
same work costs in the kernel alone, on lists of the same texts in Python, and the bar. Below Parquet is what
pyarrow takes to be imported and to decode the two columns, without which none can be scored. The ratios of one
run are the result; the seconds depend on the machine::

    python benchmarks/end_to_end.py
    python benchmarks/end_to_end.py --only plain,parquet --rounds 3
    python benchmarks/end_to_end.py --pairs 20000000 --only parquet

Parquet needs pyarrow; nothing else but mondegreen is needed. With ``--python`` another interpreter, of another
checkout, runs the commands.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from statistics import median

from corpora import CORPORA, SEED, Drawer, corrupt

VOCABULARY = 12_000
UNWANTED = {"PYTHONDONTWRITEBYTECODE"}
"""As what is installed has its bytecode; where there is none, a first run writes it."""
COMMAND = "import sys; from mondegreen.cli import main; sys.exit(main())"
KERNEL = """
import sys, time
from pathlib import Path
from mondegreen import _kernel
from mondegreen.text.normalizers import normalize, normalizer
sides = [Path(name).read_text("utf-8").split("\\n")[:-1] for name in sys.argv[2:]]
_kernel.count(["a"], ["b"])
started = time.process_time()
if sys.argv[1]:
    by = normalizer(sys.argv[1])
    for side in sides:
        normalize(by, side, 1)
else:
    _kernel.count(*sides)
print(time.process_time() - started)
"""
FRAMES = """
import sys, time
from pathlib import Path
import mondegreen as mg
import pyarrow
sides = [Path(name).read_text("utf-8").split("\\n")[:-1] for name in sys.argv[2:]]
mg.score(["a"], ["b"]).to_arrow()
started = time.process_time()
result = mg.score(*sides)
between = time.process_time()
result.to_arrow()
print((time.process_time() - started) / (between - started))
"""

DECODING = """
import os, sys, time
os.environ["ARROW_DEFAULT_MEMORY_POOL"] = "system"
started = time.process_time()
import pyarrow.parquet as pq
imported = time.process_time()
names = ["reference", "hypothesis"]
for batch in pq.ParquetFile(sys.argv[2]).iter_batches(1 << 15, columns=names, use_threads=False):
    pass
print((time.process_time() if sys.argv[1] else imported) - (imported if sys.argv[1] else started))
"""


@dataclass(frozen=True)
class Work:
    """A command, and its bar: at most ``ratio`` times the kernel, after the normalizer if there is one.

    ``of`` names another row of which the ratio is one; ``seconds`` and ``memory`` (MB) are bars too.
    """

    name: str
    arguments: tuple[str, ...]
    ratio: float | None = None
    of: str = ""
    normalizer: str = ""
    seconds: float | None = None
    memory: float = 300


TEXTS = ("score", "{ref}", "{hyp}")
WORK = (
    Work("plain", TEXTS, 1.6),
    Work("parquet", ("score", "{parquet}"), 1.3),
    Work("jsonl", ("score", "{jsonl}")),
    Work("per-utterance", (*TEXTS, "--per-utterance", "{out}.parquet"), 2.5),
    Work("whisper-english", (*TEXTS, "-n", "whisper-english"), 1.6, normalizer="whisper-english"),
    Work("mondegreen-en", (*TEXTS, "-n", "mondegreen-en"), 1.6, normalizer="mondegreen-en"),
    Work("agent", (*TEXTS, "--forgive", "agent"), 10, of="plain", memory=400),
    Work("report", ("report", "{ref}", "{hyp}", "-o", "{out}.html")),
    Work("small", ("score", "{small_ref}", "{small_hyp}"), seconds=0.15),
)


def words() -> list[str]:
    """Return words of the pronouncing dictionary, in an order that is the same on every machine."""
    from mondegreen.forgive.data_tables import rows  # of the checkout that is measured

    known = sorted({row[0] for row in rows("pronunciations.en.tsv")})
    return sorted(known, key=lambda word: sha256(word.encode()).digest())[:VOCABULARY]


def make(folder: Path, pairs: int) -> dict[str, str]:
    """Write the corpus in all its forms, unless it is there, and return the names of its files."""
    names = {"ref": "txt", "hyp": "txt", "jsonl": "jsonl", "parquet": "parquet"}
    files = {name: folder / f"{pairs}-{name}.{ending}" for name, ending in names.items()}
    small = {f"small_{name}": folder / f"small-{name}.txt" for name in ("ref", "hyp")}
    if not all(path.exists() for path in (files | small).values()):
        corpus = replace(CORPORA["a"], error_rate=0.10)
        rng = random.Random(f"end to end {SEED}")
        drawer = Drawer(words(), rng)
        with (
            files["ref"].open("w", encoding="utf-8") as references,
            files["hyp"].open("w", encoding="utf-8") as hypotheses,
            files["jsonl"].open("w", encoding="utf-8") as lines,
        ):
            for row in range(pairs):
                said = drawer.many(corpus.words[0])
                pair = " ".join(said), " ".join(corrupt(said, corpus.error_rate, drawer, rng))
                references.write(f"{pair[0]}\n")
                hypotheses.write(f"{pair[1]}\n")
                values = {"id": f"utt-{row:08}", "reference": pair[0], "hypothesis": pair[1]}
                lines.write(f"{json.dumps(values)}\n")
        _write_parquet(files["jsonl"], files["parquet"])
        for name in ("ref", "hyp"):
            with files[name].open(encoding="utf-8") as whole:
                small[f"small_{name}"].write_text("".join(next(whole) for _ in range(100)), "utf-8")
    return {name: str(path) for name, path in (files | small).items()}


def _write_parquet(lines: Path, target: Path) -> None:
    import pyarrow as pa  # only where the corpus is made
    import pyarrow.parquet as pq
    from pyarrow import json as pj

    with pj.open_json(lines) as reader, pq.ParquetWriter(target, reader.schema) as writer:
        for batch in reader:
            writer.write_table(pa.table(batch))


def run(python: str, arguments: list[str]) -> tuple[float, float, float]:
    """Run a command and return its user CPU and system CPU seconds, and its peak memory in MB."""
    environment = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    with tempfile.TemporaryFile() as said:
        command = [python, "-c", COMMAND, *arguments]
        process = subprocess.Popen(command, stdout=said, stderr=said, env=environment)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise SystemExit(f"{arguments}: {said.read().decode()}")
    peak = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return used.ru_utime, used.ru_stime, peak / 1e6


def inside(python: str, program: str, *arguments: str) -> float:
    """Return what a program prints: a number."""
    command = [python, "-c", program, *arguments]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def bar_of(work: Work, kernel: float, found: dict[str, float], normalizer: float) -> float | None:
    """Return the most user CPU seconds that a command may take."""
    if work.seconds is not None or work.ratio is None:
        return work.seconds
    return normalizer + work.ratio * (found.get(work.of, kernel) if work.of else kernel)


def main() -> None:
    """Measure and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--only", default=",".join(work.name for work in WORK) + ",to_arrow")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--threads", default="1", help="as --threads of the commands")
    folder = Path(tempfile.gettempdir()) / "mondegreen-end-to-end"
    parser.add_argument("--corpora", type=Path, default=folder)
    options = parser.parse_args()
    options.corpora.mkdir(parents=True, exist_ok=True)
    files = make(options.corpora, options.pairs) | {"out": str(options.corpora / "out")}
    sides = files["ref"], files["hyp"]
    only = options.only.split(",")
    run(options.python, ["score", files["small_ref"], files["small_hyp"]])
    kernel = median(inside(options.python, KERNEL, "", *sides) for _ in range(options.rounds))
    print(f"kernel alone: {kernel:.2f} s for {options.pairs:,} pairs\n")
    print("| work | user CPU s | system | peak MB | times kernel | bar | reached |")
    print("|---|---|---|---|---|---|---|")
    found: dict[str, float] = {}
    for work in (work for work in WORK if work.name in only):
        arguments = [part.format(**files) for part in work.arguments]
        arguments += ["--threads", options.threads] if arguments[0] == "score" else []
        runs = [run(options.python, arguments) for _ in range(options.rounds)]
        user, system, peak = (median(column) for column in zip(*runs, strict=True))
        found[work.name] = user
        own = inside(options.python, KERNEL, work.normalizer, *sides) if work.normalizer else 0.0
        bar = bar_of(work, kernel, found, own)
        reached = bar is None or (user <= bar and peak <= work.memory)
        wish = "-" if bar is None else f"{bar:.2f} s, {work.memory:g} MB"
        print(
            f"| {work.name} | {user:.2f} | {system:.2f} | {peak:.0f} | {user / kernel:.1f} | {wish} "
            f"| {'-' if bar is None else 'yes' if reached else 'no'} |",
            flush=True,
        )
    if "parquet" in only:
        for what in ("", "decoding"):
            took = median(
                inside(options.python, DECODING, what, files["parquet"])
                for _ in range(options.rounds)
            )
            name = f"pyarrow alone: {what or 'import'}"
            print(f"| {name} | {took:.2f} | | | {took / kernel:.1f} | - | - |")
    if "to_arrow" in only:
        ratio = inside(options.python, FRAMES, "", *sides)
        print(f"| score and to_arrow | | | | {ratio:.1f} times score | 2 | {ratio <= 2} |")


if __name__ == "__main__":
    main()
