"""The rooms of the package are in one order; imports go to the left alone."""

import ast
import re
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

import mondegreen

SOURCE = Path(mondegreen.__file__).parent
ORDER = (
    ("errors",),
    ("types",),
    ("patterns",),
    ("written",),
    ("offline",),
    ("registry",),
    ("_kernel",),
    ("languages",),
    ("options",),
    ("corpus",),
    ("text",),
    ("alignment",),
    ("forgive",),
    ("speakers",),
    ("metrics",),
    ("stats",),
    ("scoring",),
    ("store",),
    ("services",),
    ("judges",),
    ("providers",),
    ("engine",),
    ("calls",),
    ("bench",),
    ("report",),
    ("serve",),
    ("compat", "cli"),
    ("testing",),
    ("__main__",),
)
RANK = {room: rank for rank, rooms in enumerate(ORDER) for room in rooms}
DATA = {"docs", "examples"}  # folders without code
BANNED = {"utils", "util", "helpers", "helper", "common", "misc"}


@dataclass(frozen=True)
class Import:
    """One imported module, and where it stands."""

    path: str
    line: int
    text: str
    module: str
    target: str
    when: str  # "import", "call" or "typing"

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text.strip()}"


def name_of(path: Path, root: Path) -> str:
    parts = path.relative_to(root.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def imports_of(path: Path, root: Path, modules: set[str]) -> Iterator[Import]:
    """Yield each import of an own module, wherever it is in the file."""
    source = path.read_text("utf-8")
    lines = source.splitlines()
    module = name_of(path, root)
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]

    def visit(node: ast.AST, when: str) -> Iterator[Import]:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for target in targets(node, package, modules):
                line = lines[node.lineno - 1]
                shown = str(path.relative_to(root.parent.parent))
                yield Import(shown, node.lineno, line, module, target, when)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            when = "call"
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for guarded in node.body:
                yield from visit(guarded, "typing")
            for other in node.orelse:
                yield from visit(other, when)
            return
        for child in ast.iter_child_nodes(node):
            yield from visit(child, when)

    yield from visit(ast.parse(source), "import")


def targets(node: ast.Import | ast.ImportFrom, package: str, modules: set[str]) -> Iterator[str]:
    """Yield the own modules that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "mondegreen")
        return
    base = node.module or ""
    if node.level:
        parents = package.split(".")
        kept = parents[: len(parents) - node.level + 1]
        base = ".".join([*kept, *filter(None, [base])])
    if base.split(".")[0] != "mondegreen":
        return
    for alias in node.names:
        if f"{base}.{alias.name}" in modules:
            yield f"{base}.{alias.name}"
        elif base == "mondegreen" and alias.name in mondegreen._HOMES:
            yield f"mondegreen.{mondegreen._HOMES[alias.name]}"
        elif base != "mondegreen" or alias.name != "__version__":
            yield base


def files(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*.py") if "__pycache__" not in path.parts)


@cache
def walk(root: Path) -> tuple[Import, ...]:
    modules = {name_of(path, root) for path in files(root)}
    # The kernel's binary is a module without a source file.
    modules |= {f"mondegreen.{part}" for part in ("_kernel._native",)}
    return tuple(found for path in files(root) for found in imports_of(path, root, modules))


def broken(imports: tuple[Import, ...]) -> list[str]:
    """Return each import that does not go to the left, with its place."""
    wrong = []
    for each in imports:
        here, there = room_of(each.module), room_of(each.target)
        if not here or here == there:  # the top names the public things and does nothing else
            continue
        if there not in RANK or here not in RANK:
            odd = there if there not in RANK else here
            wrong.append(f"{each}\n    {odd or 'the package itself'!r} is no room")
        elif RANK[there] >= RANK[here]:
            wrong.append(f"{each}\n    {here!r} is left of, or next to, {there!r}")
    return wrong


HANDS_OUT = "mondegreen.scoring."
"""A `Result` hands out tables, slices and comparisons that know it: types there may go round."""


def cycle(imports: tuple[Import, ...]) -> str:
    """Return the imports that make a cycle, those for types included, or nothing."""
    graph: dict[str, set[str]] = {}
    for each in imports:
        result = each.when == "typing" and each.module.startswith(HANDS_OUT)
        if each.when != "call" and not result and each.module != each.target:
            graph.setdefault(each.module, set()).add(each.target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        around = list(error.args[1])[::-1]
        steps = pairwise(around)
        first = {(each.module, each.target): str(each) for each in reversed(imports)}
        return "\n".join(first.get(step, f"{step[0]} -> {step[1]}") for step in steps)
    return ""


def test_rooms_import_to_the_left_alone() -> None:
    wrong = broken(walk(SOURCE))
    assert not wrong, "imports that break the order of rooms:\n" + "\n".join(wrong)


def test_every_folder_and_module_is_a_room() -> None:
    found = {
        path.stem if path.suffix == ".py" else path.name
        for path in SOURCE.iterdir()
        if (path.suffix == ".py" or (path.is_dir() and path.name != "__pycache__"))
    }
    assert found - DATA - {"__init__"} <= set(RANK)


def test_every_home_of_a_public_name_exists() -> None:
    modules = {name_of(path, SOURCE) for path in files(SOURCE)}
    homes = {f"mondegreen.{home}" for home in mondegreen._HOMES.values()}
    assert homes <= modules
    type_checked = {each.target for each in walk(SOURCE) if each.module == "mondegreen"}
    assert type_checked == homes, "the names for type checkers come from other modules"


def test_no_import_cycles() -> None:
    found = cycle(walk(SOURCE))
    assert not found, "these imports go round in a circle:\n" + found


def test_no_module_without_a_subject() -> None:
    names = {path: {path.stem, *path.relative_to(SOURCE).parts} for path in files(SOURCE)}
    assert not [str(path) for path, parts in names.items() if parts & BANNED]


def test_files_are_short() -> None:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in files(SOURCE)}
    assert not {str(path): length for path, length in lengths.items() if length > 600}
    assert statistics.median(lengths.values()) <= 200


def test_imports_inside_functions_say_why() -> None:
    silent = [line for path in files(SOURCE) for line in unexplained(path)]
    assert not silent, "imports inside functions without a comment:\n" + "\n".join(silent)


def unexplained(path: Path) -> Iterator[str]:
    source = path.read_text("utf-8")
    lines = source.splitlines()
    functions = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    inside = {
        node.lineno: node.end_lineno or node.lineno
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    for start, end in sorted(inside.items()):
        above = start - 2
        while above + 1 in inside:  # one comment serves imports that stand together
            above -= 1
        if not any("# " in lines[at] for at in range(above, end)):
            yield f"{path.relative_to(SOURCE.parent)}:{start}: {lines[start - 1].strip()}"


# -- and that the walk sees what it should -------------------------------------------------------


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A package with one sin in each of three places."""
    root = tmp_path / "src" / "mondegreen"
    for room in ("metrics", "scoring", "corpus"):
        (root / room).mkdir(parents=True)
        (root / room / "__init__.py").write_text("")
    (root / "__init__.py").write_text("")
    (root / "metrics" / "a.py").write_text(
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from mondegreen.scoring import b\n"
        "def f():\n    import mondegreen.scoring.b\n    from ..scoring import b\n"
        "from mondegreen.corpus import c\n"
    )
    (root / "scoring" / "b.py").write_text("from mondegreen.metrics import a\n")
    (root / "corpus" / "c.py").write_text("from .d import x\n")
    (root / "corpus" / "d.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from mondegreen.corpus.c import y\n"
    )
    return root


def test_the_walk_finds_imports_everywhere(house: Path) -> None:
    wrong = broken(walk(house))
    assert [line.split(":")[1] for line in wrong] == ["3", "5", "6"]
    assert wrong[0].startswith("src/mondegreen/metrics/a.py:3: from mondegreen.scoring import b")


def test_the_walk_finds_cycles(house: Path) -> None:
    found = cycle(walk(house))
    assert "corpus/c.py:1: from .d import x" in found
    assert "corpus/d.py:3: from mondegreen.corpus.c import y" in found
    assert "metrics" not in found


def test_files_of_tests_have_different_names() -> None:
    """Two of one name in different folders are one module to pytest, which then collects neither."""
    tests = Path(__file__).parents[1]
    names = [
        path.name for path in tests.rglob("*.py") if path.name not in {"conftest.py", "__init__.py"}
    ]
    assert sorted(set(names)) == sorted(names)


CRATES = Path(__file__).parents[2] / "crates"
TEST_MODULE = re.compile(r"#\[cfg\(test\)\]\s*mod \w+ \{.*", re.DOTALL)
USED = re.compile(r"\bcrate::(\w+)")


def modules_used(crate: Path) -> dict[str, set[str]]:
    """Return by module at the top of a crate which others of it are used; tests do not count."""
    found: dict[str, set[str]] = {}
    for file in (crate / "src").rglob("*.rs"):
        module = file.relative_to(crate / "src").parts[0].removesuffix(".rs")
        code = TEST_MODULE.sub("", file.read_text("utf-8"))
        found.setdefault(module, set()).update(USED.findall(code))
    return {
        module: {other for other in used if other in found} - {module}
        for module, used in found.items()
    }


@pytest.mark.parametrize("crate", sorted(path.parent.name for path in CRATES.glob("*/Cargo.toml")))
def test_no_cycles_in_the_kernel(crate: str) -> None:
    try:
        TopologicalSorter(modules_used(CRATES / crate)).prepare()
    except CycleError as error:
        raise AssertionError(f"these modules of {crate} use each other: {error.args[1]}") from None
