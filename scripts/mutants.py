"""Change one place of the code at a time, and see whether a test fails.

Run: ``python scripts/mutants.py ROOM [--count 60] [--seed 1] [--list] [--write]``. The places are a sample that the
seed decides. The tests of the room are collected and run once, to see which lines each runs. Then each mutant has a
fork of this process, in which the code of one function is changed and only tests that run the line are run, at most
`MOST` of them, the quickest first; so a mutant that survives may be killed by one that was left out, and never the
other way round. What runs while a module is loaded is changed in a process that loads the module anew. Mutants that
survive are printed, with what ``mutants.toml`` says of them. ``--write`` stores the figures for ``docs``.
"""

from __future__ import annotations

import argparse
import ast
import copy
import csv
import gc
import importlib.abc
import importlib.util
import os
import pickle
import random
import resource
import sys
import time
import tomllib
from collections import Counter
from datetime import UTC, datetime
from functools import partial
from inspect import CO_OPTIMIZED
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

import coverage
import pytest
from scipy.stats import binomtest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
FIGURES = ROOT / "tests" / "faults" / "mutants.tsv"
MOST = 150
SECONDS = 20
"""Of CPU, and ten times that on the wall, beyond what the tests took: a mutant that takes more never ends."""

ROOMS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "scoring": (
        ("scoring/*.py",),
        ("unit/scoring", "unit/cli/test_score.py", "unit/cli/test_summing.py", "unit/metrics"),
    ),
    "forgive": (
        ("forgive/*.py",),
        ("unit/forgive", "property/test_forgiving_laws.py", "conformance/test_cases_of_forgivers.py"),
    ),
    "statistics": (
        ("stats/*.py",),
        ("unit/stats", "unit/scoring/test_ci.py", "unit/scoring/test_number_columns.py",
         "unit/report/test_shown_intervals.py"),
    ),
    "pairing": (
        ("corpus/pairing*.py", "corpus/joining.py", "corpus/segmented_pair.py"),
        ("unit/corpus", "unit/report/test_transcribe_and_diff.py", "integration/test_sclite_segments.py"),
    ),
    "gates": (
        ("scoring/comparing/release_gates.py", "bench/time_gates.py"),
        ("unit/scoring/comparing/test_release_gates.py", "unit/scoring/comparing/test_comparing.py",
         "unit/cli/test_judged_gates.py", "unit/bench/test_time_gates.py"),
    ),
    "price": (
        ("services/money.py", "services/budget.py", "judges/usage.py", "judges/estimate.py", "bench/costs.py"),
        ("unit/services", "unit/judges/test_estimates.py", "unit/judges/test_usage.py", "unit/judges/test_judge_parts.py",
         "unit/judges/test_asking.py", "unit/bench/test_costs.py", "unit/bench/test_latency_pass.py"),
    ),
}  # fmt: skip

COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COMPUTED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}


class Mutant(NamedTuple):
    """A changed module."""

    file: str
    line: int
    statement: int
    before: str
    after: str
    tree: ast.Module


def changes(node: ast.AST) -> Iterator[ast.AST]:  # noqa: C901, PLR0912 - a case for each mistake
    """Yield what a node could be by mistake."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARED:
            yield ast.Compare(node.left, [COMPARED[type(op)]()], node.comparators)
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield ast.BoolOp(other, node.values)
        case ast.BinOp() if type(node.op) in COMPUTED:
            yield ast.BinOp(node.left, COMPUTED[type(node.op)](), node.right)
        case ast.AugAssign() if type(node.op) in COMPUTED:
            yield ast.AugAssign(node.target, COMPUTED[type(node.op)](), node.value)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            yield node.operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in CALLED:
            yield ast.Call(ast.Name(CALLED[name], ast.Load()), node.args, node.keywords)
        case ast.If() | ast.IfExp() | ast.While():
            turned = copy.copy(node)
            turned.test = ast.UnaryOp(ast.Not(), node.test)
            yield turned
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()


def skipped(node: ast.AST) -> set[str]:
    """Return the fields in which nothing runs, or only while a module is loaded for type checkers."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return {"returns", "decorator_list"}
        case ast.arg() | ast.AnnAssign():
            return {"annotation"}
        case ast.ClassDef():
            return {"decorator_list"}
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return {"body", "test", "orelse"}
        case ast.Raise():  # the words of messages are looked at by people
            return {"exc", "cause"}
    return set()


def places(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None]]:
    """Yield each child that runs: its parent, the field, and its place in a list."""
    for name, value in ast.iter_fields(node):
        if name in skipped(node):
            continue
        for at, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST):
                yield node, name, at
                yield from places(child)


def mutants(file: Path) -> Iterator[Callable[[], Mutant]]:
    """Yield makers of all mutants of a file, in its order."""
    tree = ast.parse(file.read_text("utf-8"))
    ways = [*places(tree)]
    for number, (parent, name, at) in enumerate(ways):
        child = getattr(parent, name) if at is None else getattr(parent, name)[at]
        if any(isinstance(each, ast.If) and skipped(each) for each in (parent, child)):
            continue
        for which, _ in enumerate(changes(child)):
            yield partial(_made, file, number, which)


def _made(file: Path, number: int, which: int) -> Mutant:
    tree = ast.parse(file.read_text("utf-8"))
    parent, name, at = [*places(tree)][number]
    child: Any = getattr(parent, name) if at is None else getattr(parent, name)[at]
    new: Any = [*changes(child)][which]
    before, after = _shown(child), _shown(new)
    ast.copy_location(new, child)
    if at is None:
        setattr(parent, name, new)
    else:
        getattr(parent, name)[at] = new
    ast.fix_missing_locations(tree)
    statement = max(
        each.lineno
        for each in ast.walk(tree)
        if isinstance(each, ast.stmt) and each.lineno <= child.lineno <= (each.end_lineno or 0)
    )
    return Mutant(str(file.relative_to(SOURCE)), child.lineno, statement, before, after, tree)


def _shown(node: ast.AST) -> str:
    if isinstance(node, ast.If | ast.While):
        return f"if {ast.unparse(node.test)}"
    return " ".join(ast.unparse(node).split())[:160]


class Instead(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one changed module where Python would load the one of the file."""

    def __init__(self, mutant: Mutant) -> None:
        parts = Path(mutant.file).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.path, self.tree = SOURCE / mutant.file, mutant.tree

    def find_spec(self, fullname: str, _path: Any, _target: Any = None) -> Any:
        """Return the changed module, if it is the one."""
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self)

    def exec_module(self, module: Any) -> None:
        """Run the changed code."""
        exec(compile(self.tree, str(self.path), "exec"), vars(module))  # noqa: S102 - our own file


class Covered(NamedTuple):
    """Which tests run which lines of which file, and how long each takes."""

    lines: dict[str, dict[int, list[str]]]
    seconds: dict[str, float]

    def tests(self, mutant: Mutant) -> list[str]:
        """Return the tests that run what is changed, the quickest first."""
        file = self.lines.get(mutant.file, {})
        if mutant.line in file or mutant.statement in file:
            found = file.get(mutant.line) or file.get(mutant.statement, [])
        else:  # no test ran it alone: it ran while the module was loaded, or never
            found = [] if inner(mutant) else [each for tests in file.values() for each in tests]
        chosen = {each for each in found if each in self.seconds}
        return sorted(chosen, key=lambda each: (self.seconds[each], each))[:MOST]


def functions(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of each function and method of a module, without those inside of functions."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from [each] if each.co_flags & CO_OPTIMIZED else functions(each)


def inner(mutant: Mutant) -> list[tuple[CodeType, CodeType]]:
    """Return the code of the function that is changed, before and after; none if it is the module that is."""
    path = SOURCE / mutant.file
    before = [*functions(compile(path.read_text("utf-8"), str(path), "exec"))]
    after = [*functions(compile(mutant.tree, str(path), "exec"))]
    if len(before) != len(after):
        return []
    return [(old, new) for old, new in zip(before, after, strict=True) if old != new]


def changed(mutant: Mutant) -> bool:
    """Change a function of this process, and say whether there is one."""
    gc.unfreeze()  # what is frozen is not listed
    there = False
    for old, new in inner(mutant):
        for each in gc.get_objects():
            if type(each) is not FunctionType or each.__code__ != old:
                continue
            if Path(each.__code__.co_filename) != SOURCE / mutant.file:
                continue
            if each.__code__.co_freevars != new.co_freevars:
                return False
            each.__code__, there = new, True
    return there


def forked(work: Callable[[], int], seconds: float, log: Path) -> int:
    """Run something in a process of its own, and return its status; -1 if it took too long."""
    child = os.fork()
    if not child:
        with log.open("w") as out, Path(os.devnull).open() as nothing:
            os.dup2(nothing.fileno(), 0)
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
            os._exit(work())
    ends = time.monotonic() + 10 * seconds
    while time.monotonic() < ends:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else -1
        time.sleep(0.02)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return -1


ANEW = 77
"""The status of a fork in which no function could be changed."""


class Trials:
    """In place of the loop of pytest: runs all tests once, then some of them for each mutant."""

    def __init__(self, room: str, sample: list[Mutant], folder: Path) -> None:
        self.files, self.sample, self.folder = ROOMS[room][0], sample, folder

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Store which tests run which lines, and what became of each mutant."""
        log, stored = self.folder / "log", self.folder / "covered"
        if forked(lambda: self.cover(session, stored), 3600, log) != 0:
            return True
        covered = Covered(*pickle.loads(stored.read_bytes()))  # noqa: S301 - written above
        found = []
        for mutant in self.sample:
            tests = covered.tests(mutant)
            seconds = SECONDS + 5 * sum(covered.seconds[each] for each in tests)
            work = partial(self.attempt, session, mutant, tests)
            found.append((forked(work, seconds, log) if tests else None, tests, seconds))
            print(len(found), found[-1][0], f"{mutant.file}:{mutant.line}", len(tests), flush=True)
        (self.folder / "found").write_bytes(pickle.dumps(found))
        return True

    def cover(self, session: pytest.Session, stored: Path) -> int:
        """Run every test in a context of its own; those that fail without a change are left out."""
        source = [str(SOURCE / "mondegreen" / each) for each in self.files]
        measured = coverage.Coverage(data_file=None, include=source)
        seconds: dict[str, float] = {}
        measured.start()
        for item, following in zip(session.items, [*session.items[1:], None], strict=True):
            failed, began = session.testsfailed, time.process_time()
            measured.switch_context(item.nodeid)
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed == failed:
                seconds[item.nodeid] = time.process_time() - began
        measured.stop()
        data = measured.get_data()
        lines = {
            str(Path(file).relative_to(SOURCE)): data.contexts_by_lineno(file)
            for file in data.measured_files()
        }
        stored.write_bytes(pickle.dumps((lines, seconds)))
        return 0

    def attempt(self, session: pytest.Session, mutant: Mutant, tests: list[str]) -> int:
        """Change the code, and run tests until one fails."""
        if not changed(mutant):
            return ANEW
        items = {item.nodeid: item for item in session.items}
        for test, following in pairwise([*tests, ""]):
            session.config.hook.pytest_runtest_protocol(
                item=items[test], nextitem=items.get(following)
            )
            if session.testsfailed:
                return 1
        return 0


class Chosen:
    """Keeps some tests, in an order."""

    def __init__(self, tests: list[str]) -> None:
        self.order = {each: at for at, each in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out the others."""
        items[:] = sorted(
            (item for item in items if item.nodeid in self.order),
            key=lambda item: self.order[item.nodeid],
        )


OPTIONS = [
    "-q",
    "-s",
    "--assert=plain",
    "--doctest-modules",
    "-p",
    "no:cacheprovider",
    "-m",
    "not slow",
]


def loaded_anew(mutant: Mutant, tests: list[str]) -> int:
    """Run tests with a module that is changed before it is loaded."""
    sys.meta_path.insert(0, Instead(mutant))
    files = sorted({each.partition("::")[0] for each in tests})
    return int(pytest.main([*OPTIONS, "-x", *files], plugins=[Chosen(tests)]))


def tried(room: str, sample: list[Mutant], folder: Path) -> list[str]:
    """Return what became of each mutant: ``killed``, ``survived`` or ``not run by any test``."""
    examples = sorted({f"src/{each.file}" for each in sample})
    arguments = [*OPTIONS, *(f"tests/{each}" for each in ROOMS[room][1]), *examples]
    forked(
        lambda: int(pytest.main(arguments, plugins=[Trials(room, sample, folder)])),
        24 * 3600,
        folder / "session",
    )
    found = folder / "found"
    if not found.exists():
        logs = "".join((folder / each).read_text("utf-8")[-2000:] for each in ("session", "log"))
        sys.exit(f"the tests could not be run:\n{logs}")
    words = []
    for mutant, (status, tests, seconds) in zip(
        sample,
        pickle.loads(found.read_bytes()),  # noqa: S301 - written above
        strict=True,
    ):
        if status == ANEW:
            work = partial(loaded_anew, mutant, tests)
            status = forked(work, seconds + SECONDS, folder / "log")  # noqa: PLW2901
        words.append({None: "not run by any test", 0: "survived"}.get(status, "killed"))
    return words


def written(row: dict[str, str]) -> None:
    """Put a row into the table of all rooms."""
    with FIGURES.open(encoding="utf-8", newline="") as lines:
        rows = {each["room"]: each for each in csv.DictReader(lines, delimiter="\t")}
    rows[row["room"]] = row
    with FIGURES.open("w", encoding="utf-8", newline="") as out:
        table = csv.DictWriter(out, list(row), delimiter="\t", lineterminator="\n")
        table.writeheader()
        table.writerows(rows.values())


def main() -> None:
    """Print how many of a sample of mutants are killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="only say how many places there are")
    parser.add_argument("--write", action="store_true", help=f"into {FIGURES.name}")
    chosen = parser.parse_args()
    os.chdir(ROOT)
    os.environ["CI"] = "true"  # Hypothesis then tries the same examples each time
    globs = ROOMS[chosen.room][0]
    files = sorted({each for glob in globs for each in (SOURCE / "mondegreen").glob(glob)})
    makers = [maker for file in files for maker in mutants(file)]
    print(f"{chosen.room}: {len(makers):,} places in {len(files)} files", flush=True)
    if chosen.list:
        return
    known = tomllib.loads((Path(__file__).with_name("mutants.toml")).read_text("utf-8"))
    reasons = {(each["file"], each["before"], each["after"]): each["why"] for each in known["same"]}
    taken = random.Random(chosen.seed).sample(  # noqa: S311 - a sample
        makers, min(chosen.count, len(makers))
    )
    sample = [maker() for maker in taken]
    results = Counter[str]()
    with TemporaryDirectory() as folder:
        os.environ["TMPDIR"] = folder  # forks that end at once leave their files
        for mutant, word in zip(sample, tried(chosen.room, sample, Path(folder)), strict=True):
            why = reasons.get((mutant.file, mutant.before, mutant.after))
            result = "the same program" if word != "killed" and why else word
            results[result] += 1
            if result != "killed":
                place = f"{mutant.file}:{mutant.line}: {mutant.before}  ->  {mutant.after}"
                print(f"{result}: {place}{f' ({why})' if why else ''}", flush=True)
    count = results.total() - results["the same program"]
    share = binomtest(results["killed"], count).proportion_ci(method="wilson")
    row = {
        "room": chosen.room,
        "places": f"{len(makers):,}",
        "mutants": str(len(sample)),
        "the same program": str(results["the same program"]),
        "killed": f"{results['killed']} of {count}",
        "share": f"{100 * results['killed'] / count:.0f} %",
        "95 % interval": f"{100 * share.low:.0f} to {100 * share.high:.0f} %",
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "command": f"make mutants ROOM={chosen.room} COUNT={chosen.count} SEED={chosen.seed}",
    }
    print(" | ".join(row.values()))
    if chosen.write:
        written(row)


if __name__ == "__main__":
    main()
