"""Change one place of the code at a time, and see whether a test fails.

Run: ``python scripts/mutants.py ROOM [--count 100] [--seed 1] [--list]``. The places are a sample that the seed decides.
Only tests that run the line are run, at most `MOST` of them, the quickest first; so a mutant that survives may be
killed by one that was left out, and never the other way round. Those that survive are printed, with what
``mutants.toml`` says of them.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.util
import math
import os
import pickle
import random
import resource
import sys
import time
import tomllib
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import coverage
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
MOST = 150
SECONDS = 120
"""Of CPU: a mutant that takes more is one that never ends."""

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
         "unit/scoring/comparing", "unit/cli/test_compare_command.py", "unit/report/test_shown_intervals.py"),
    ),
    "pairing": (
        ("corpus/pairing*.py", "corpus/joining.py", "corpus/segmented_pair.py"),
        ("unit/corpus", "conformance/test_file_cases.py", "property/test_conservation.py"),
    ),
    "gates": (
        ("scoring/comparing/release_gates.py", "bench/time_gates.py"),
        ("unit/scoring/comparing/test_comparing.py", "unit/cli/test_gates_in_workflows.py",
         "unit/cli/test_compare_command.py", "unit/cli/test_judged_gates.py", "unit/bench/test_time_gates.py"),
    ),
    "price": (
        ("services/money.py", "services/budget.py", "judges/usage.py", "judges/estimate.py", "bench/costs.py"),
        ("unit/judges/test_estimates.py", "unit/judges/test_judge_parts.py", "unit/judges/test_asking.py",
         "unit/cli/test_judge.py", "unit/bench/test_leaderboard.py",
         "integration/wire/test_wire_hostile.py"),
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
            yield lambda number=number, which=which: _made(file, number, which)


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
    return Mutant(str(file.relative_to(SOURCE)), child.lineno, before, after, tree)


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


class Chosen:
    """Keeps some tests, in an order."""

    def __init__(self, order: dict[str, int]) -> None:
        self.order = order

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out the others."""
        items[:] = sorted(
            (item for item in items if item.nodeid in self.order),
            key=lambda item: self.order[item.nodeid],
        )


class Watched:
    """Notes which tests run which lines, and how long they take."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self.measured, self.seconds = measured, dict[str, float]()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        """Run a test in a context of its own."""
        self.measured.switch_context(item.nodeid)
        began = time.process_time()
        done = yield
        self.seconds[item.nodeid] = time.process_time() - began
        self.measured.switch_context("")
        return done


def forked(work: Callable[[], int], seconds: int, log: Path) -> int:
    """Run something in a process of its own, and return its status; -1 if it took too long."""
    child = os.fork()
    if not child:
        with log.open("w") as out:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            os._exit(work())
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else -1


def covering(room: str, found: Path) -> int:
    """Run the tests of a room, and store which of them run which lines."""
    files, tests = ROOMS[room]
    measured = coverage.Coverage(
        data_file=None, include=[str(SOURCE / "mondegreen" / each) for each in files]
    )
    watched = Watched(measured)
    measured.start()
    arguments = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-m",
        "not slow",
        *(f"tests/{each}" for each in tests),
    ]
    status = pytest.main(arguments, plugins=[watched])
    measured.stop()
    data = measured.get_data()
    lines: dict[str, dict[int, list[str]]] = {
        str(Path(file).relative_to(SOURCE)): data.contexts_by_lineno(file)
        for file in data.measured_files()
    }
    found.write_bytes(pickle.dumps((lines, watched.seconds)))
    return int(status)


def wilson(killed: int, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a share."""
    z, share = 1.959964, killed / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count**2)) / (1 + z * z / count)
    return middle - half, middle + half


def tried(mutant: Mutant, lines: Any, seconds: dict[str, float], log: Path) -> str:
    """Return ``killed``, ``survived`` or ``not run by any test``."""
    run = lines.get(mutant.file, {}).get(mutant.line, [])
    run = sorted({each for each in run if each}, key=lambda each: (seconds.get(each, 9.0), each))
    if not run and "" not in lines.get(mutant.file, {}).get(mutant.line, []):
        return "not run by any test"
    if not run:  # it runs while the module is loaded, so every test may show it
        run = sorted(seconds, key=lambda each: seconds[each])
    order = {each: at for at, each in enumerate(run[:MOST])}

    def work() -> int:
        sys.meta_path.insert(0, Instead(mutant))
        files = sorted({each.partition("::")[0] for each in order})
        return int(
            pytest.main(["-x", "-q", "-p", "no:cacheprovider", *files], plugins=[Chosen(order)])
        )

    limit = SECONDS + int(10 * sum(seconds.get(each, 0) for each in order))
    return "survived" if forked(work, limit, log) == 0 else "killed"


def main() -> None:
    """Print how many of a sample of mutants are killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="only say how many places there are")
    chosen = parser.parse_args()
    os.chdir(ROOT)
    os.environ["CI"] = "true"  # Hypothesis then tries the same examples each time
    files = sorted(
        {each for glob in ROOMS[chosen.room][0] for each in (SOURCE / "mondegreen").glob(glob)}
    )
    makers = [maker for file in files for maker in mutants(file)]
    print(f"{chosen.room}: {len(makers):,} places in {len(files)} files", flush=True)
    if chosen.list:
        return
    known = tomllib.loads((Path(__file__).with_name("mutants.toml")).read_text("utf-8"))
    reasons = {(each["file"], each["before"], each["after"]): each["why"] for each in known["same"]}
    sample = random.Random(chosen.seed).sample(  # noqa: S311 - a sample
        makers, min(chosen.count, len(makers))
    )
    results: dict[str, int] = defaultdict(int)
    with TemporaryDirectory() as folder:
        stored, log = Path(folder, "lines"), Path(folder, "log")
        if forked(lambda: covering(chosen.room, stored), 3600, log) != 0:
            sys.exit(f"the tests fail without a change:\n{log.read_text('utf-8')[-2000:]}")
        lines, seconds = pickle.loads(stored.read_bytes())  # noqa: S301 - written above
        for maker in sample:
            mutant = maker()
            result = tried(mutant, lines, seconds, log)
            why = reasons.get((mutant.file, mutant.before, mutant.after))
            if result != "killed" and why:
                result = "the same program"
            results[result] += 1
            if result != "killed":
                print(
                    f"{result}: {mutant.file}:{mutant.line}: {mutant.before}  ->  {mutant.after}{f' ({why})' if why else ''}",
                    flush=True,
                )
    count = sum(results.values()) - results["the same program"]
    low, high = wilson(results["killed"], count)
    print(
        f"{chosen.room}, seed {chosen.seed}: {results['killed']} of {count} killed, "
        f"{results['killed'] / count:.1%} (95 %: {low:.1%} to {high:.1%}); "
        f"{results['the same program']} more change nothing"
    )


if __name__ == "__main__":
    main()
