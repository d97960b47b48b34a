"""How each tool scores one pair, and what its import costs."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec

# Ten words, one substituted and one lost.
PAIR = (
    "the first patient arrived at the clinic before seven today",
    "the first patient arrived at a clinic before seven",
)


@dataclass(frozen=True)
class Call:
    """The import and the statement that score the texts ``a`` and ``b``."""

    name: str
    module: str
    setup: str
    statement: str

    @property
    def answer(self) -> str:
        """The program that imports the tool and scores one pair."""
        return f"{self.setup}; a, b = {PAIR!r}; {self.statement}"

    @property
    def installed(self) -> bool:
        """Whether the Python that runs this has the tool."""
        return find_spec(self.module) is not None


CALLS = {
    call.name: call
    for call in (
        Call("mondegreen", "mondegreen", "import mondegreen as mg", "mg.wer(a, b)"),
        Call("werx", "werx", "import werx", "werx.wer(a, b)"),
        Call(
            "universal-edit-distance",
            "universal_edit_distance",
            "import universal_edit_distance as ued",
            "ued.word_error_rate([b], [a])",
        ),
        Call("fastwer", "fastwer", "import fastwer", "fastwer.score_sent(b, a)"),
        Call(
            "rapidfuzz",
            "rapidfuzz",
            "from rapidfuzz.distance.Levenshtein import distance",
            "distance(a.split(), b.split())",
        ),
        Call("agwer", "agwer", "import agwer", "agwer.wer(a, b)"),
        Call("werpy", "werpy", "import werpy", "werpy.wer(a, b)"),
        Call(
            "kaldialign",
            "kaldialign",
            "import kaldialign",
            "kaldialign.edit_distance(a.split(), b.split())",
        ),
        Call("jiwer", "jiwer", "import jiwer", "jiwer.wer(a, b)"),
    )
}


def cpu_of(code: str) -> float:
    """Run ``code`` in a fresh Python and return its user and system CPU time in seconds."""
    with (
        # `-c` puts the working folder first on the path: an empty one holds no namesakes.
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd=folder,
        ) as process,
    ):
        _, exit_status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(exit_status)
    if process.returncode:
        message = f"{code!r} ended with status {process.returncode}"
        raise RuntimeError(message)
    return usage.ru_utime + usage.ru_stime


def import_costs(calls: list[Call], repeats: int) -> dict[str, dict[str, float]]:
    """Return CPU milliseconds over bare Python: of the import, and of import and first answer.

    The runs are interleaved with ``python -c pass`` and the figure is the median of the
    differences, so that a machine that slows down for a while does not shift it.
    """
    differences: dict[str, list[tuple[float, float]]] = {call.name: [] for call in calls}
    for _ in range(repeats):
        for call in calls:
            bare = cpu_of("pass")
            imported = cpu_of(f"import {call.module}")
            answered = cpu_of(call.answer)
            differences[call.name].append((imported - bare, answered - bare))
    costs = {}
    for name, taken in differences.items():
        imports, answers = zip(*taken, strict=True)
        costs[name] = {
            "import_ms": statistics.median(imports) * 1e3,
            "first_answer_ms": statistics.median(answers) * 1e3,
        }
    return costs
