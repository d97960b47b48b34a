"""The files of each Rust crate import in one direction."""

import re
from collections import defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

CRATES = Path(__file__).parents[2] / "crates"
pytestmark = pytest.mark.skipif(not CRATES.is_dir(), reason="the crates are not here")

WING = ("mondegreen-language/src", "mondegreen-core/src/forgive")
MOST_LINES = 400
PATH = re.compile(r"\b\w+(?:::\w+)+")
USE = re.compile(r"\buse ([^;]+);")
OWNED = re.compile(r"^(?:pub(?:\(\w+\))? )?(?:struct|enum|trait) (\w+)", re.MULTILINE)
METHODS = re.compile(r"^impl(?:<[^>]*>)? (\w+)(?:<[^>]*>)? \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)


def code_of(path: Path) -> str:
    """Return a file without comments and without its tests."""
    text = re.sub(r"//[^\n]*", "", path.read_text("utf-8"))
    return text.partition("#[cfg(test)]\nmod ")[0]


def module_of(path: Path, root: Path) -> tuple[str, ...]:
    parts = path.relative_to(root).with_suffix("").parts
    return parts[:-1] if parts[-1] in {"mod", "lib"} else parts


def expanded(tree: str, prefix: str = "") -> Iterator[str]:
    """Yield each path of a `use` tree: `a::{b, c::d}` is `a::b` and `a::c::d`."""
    head, brace, rest = tree.strip().partition("{")
    if not brace:
        yield prefix + head.partition(" as ")[0].strip()
        return
    depth, item = 0, ""
    for letter in rest.rpartition("}")[0] + ",":
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == "," and not depth:
            if item.strip():
                yield from expanded(item, prefix + head.strip())
            item = ""
        else:
            item += letter


def imports_of(crate: Path) -> dict[str, set[str]]:
    """Return which files of a crate each file needs; a module's name is its path."""
    root = crate / "src"
    code = {module_of(path, root): code_of(path) for path in sorted(root.rglob("*.rs"))}
    needs: dict[str, set[str]] = defaultdict(set)
    homes = {name: module for module, text in code.items() for name in OWNED.findall(text)}
    for module, text in code.items():
        paths = [path for tree in USE.findall(text) for path in expanded(tree)]
        paths += PATH.findall(USE.sub("", text))
        for path in paths:
            target = resolved(tuple(path.split("::")), module, code)
            if target is not None and target != module:
                needs["::".join(module)].add("::".join(target))
        # Methods of a type that are in another file than the type, which may call them.
        for name, body in METHODS.findall(text):
            home = homes.get(name, module)
            here = set(re.findall(r"\bfn (\w+)", code[home]))
            called = set(re.findall(r"\bself\s*\.(\w+)\(", code[home])) - here
            if home != module and called & set(re.findall(r"\bfn (\w+)", body)):
                needs["::".join(home)].add("::".join(module))
    return needs


def resolved(
    path: tuple[str, ...], module: tuple[str, ...], code: dict[tuple[str, ...], str]
) -> tuple[str, ...] | None:
    """Return the file that a path leads to; nothing for those of other crates."""
    base = module
    if path[0] == "crate":
        base, path = (), path[1:]
    elif path[0] in {"self", "super"}:
        while path and path[0] in {"self", "super"}:
            base = base[:-1] if path[0] == "super" else base
            path = path[1:]
    elif (*module, path[0]) not in code:
        return None
    whole = base + path
    lengths = range(len(whole), -1, -1)
    return next(whole[:length] for length in lengths if whole[:length] in code)


def circle_of(needs: dict[str, set[str]]) -> list[str]:
    """Return the files of one circle, or none."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("crate", sorted(path.parent.name for path in CRATES.glob("*/src")))
def test_files_of_a_crate_have_no_circle(crate: str) -> None:
    circle = circle_of(imports_of(CRATES / crate))
    assert not circle, f"these files of {crate} need each other: {' <- '.join(circle)}"


@pytest.mark.parametrize(
    ("files", "circle"),
    [
        ({"a.rs": "use crate::b::{B, c};", "b.rs": "use super::a::A;"}, {"a", "b"}),
        ({"a.rs": "fn f() { crate::b::g() }", "b.rs": "use crate::a;"}, {"a", "b"}),
        (
            {"m/mod.rs": "mod x; pub use x::X;\nenum Kind {}", "m/x.rs": "use super::Kind;"},
            {"m", "m::x"},
        ),
        (
            {
                "a.rs": "struct A;\nimpl A {\n fn f(&self) { self.g() }\n}\n",
                "b.rs": "use crate::a::A;\nimpl A {\n fn g(&self) {}\n}\n",
            },
            {"a", "b"},
        ),
        ({"a.rs": "use crate::b::B;", "b.rs": "// use crate::a::A;\nuse std::fmt;"}, set()),
        (
            {"a.rs": "use crate::b::B;", "b.rs": "#[cfg(test)]\nmod tests { use crate::a::A; }"},
            set(),
        ),
    ],
)
def test_a_circle_is_found(tmp_path: Path, files: dict[str, str], circle: set[str]) -> None:
    for name, text in {"lib.rs": "mod a; mod b; mod m;", **files}.items():
        path = tmp_path / "src" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert set(circle_of(imports_of(tmp_path))) == circle


def test_files_of_the_language_engine_are_short() -> None:
    paths = [path for part in WING for path in (CRATES / part).rglob("*.rs")]
    lengths = {str(path.relative_to(CRATES)): path.read_bytes().count(b"\n") for path in paths}
    assert len(lengths) > 50
    assert not {name: lines for name, lines in lengths.items() if lines > MOST_LINES}
