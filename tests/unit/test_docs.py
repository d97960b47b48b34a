"""The documentation says what is so: its examples run, its tables are current, its links resolve.

In ``README.md``, ``CONTRIBUTING.md`` and ``docs/``:

- a ```python block with ``>>>`` is a doctest; the blocks of a page share their names, and what they
  register is forgotten;
- a ```python block that does not begin with ``>>>`` is a file: it is executed, and the examples of
  its docstrings run;
- a ```console block is run line by line: what follows ``$`` is given to a shell, and what stands
  below is what it prints, errors included. ``...`` stands for anything. The blocks of a page share
  a folder, which is empty at first. A command may have a here-document that ends with ``END``.

Other blocks (```text, ```sh, ```py, ...) are only read.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from mondegreen._kernel import TIES, UNITS
from mondegreen.cli.commands import program
from mondegreen.compat import jiwer, jiwer2
from mondegreen.corpus import FORMATS
from mondegreen.metrics import METRICS
from mondegreen.scoring.renderers import RENDERERS
from mondegreen.text import transforms
from mondegreen.text.normalizers import NORMALIZERS

if TYPE_CHECKING:
    from mondegreen.registry import Registry

ROOT = Path(__file__).parents[2]
DOCS = sorted((ROOT / "docs").rglob("*.md"))
PAGES = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", *DOCS]
LINKED = [
    *PAGES,
    ROOT / "CHANGELOG.md",
    ROOT / "SECURITY.md",
    *(ROOT / folder / "README.md" for folder in ("benchmarks", "examples")),
]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEREDOC = "<<'END'"


class Block(NamedTuple):
    """A code block: its language, its text, and the line of its first line."""

    language: str
    text: str
    line: int


def blocks(page: Path, language: str) -> list[Block]:
    text = page.read_text("utf-8") if page.is_file() else ""  # links to it say that it is gone
    found = [
        Block(match[1], match[2], text.count("\n", 0, match.start()) + 2)
        for match in BLOCK.finditer(text)
    ]
    return [block for block in found if block.language == language]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def with_blocks(language: str, mark: str) -> list[Path]:
    return [page for page in PAGES if any(mark in b.text for b in blocks(page, language))]


# -- examples run --------------------------------------------------------------------------------


@pytest.mark.parametrize("page", with_blocks("python", ">>>"), ids=name_of)
def test_python_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for registry in (METRICS, NORMALIZERS, FORMATS):
        monkeypatch.setattr(registry, "_table", dict(registry._table))
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    names: dict[str, object] = {}
    report: list[str] = []
    for block in blocks(page, "python"):
        if not block.text.startswith(">>>"):
            for test in examples_of_file(block):
                runner.run(test, out=report.append)
            continue
        test = doctest.DocTestParser().get_doctest(
            block.text, names, name_of(page), str(page), block.line - 1
        )
        test.globs = names  # the parser copies; blocks build on each other
        runner.run(test, out=report.append, clear_globs=False)
    assert not runner.failures, "".join(report)


def examples_of_file(block: Block) -> list[doctest.DocTest]:
    module = ModuleType("example")
    exec(compile(block.text, f"<block at line {block.line}>", "exec"), vars(module))
    return doctest.DocTestFinder(exclude_empty=True).find(module, "example", module=module)


class Step(NamedTuple):
    """A command, what it must print, and where it stands."""

    command: str
    wanted: str
    line: int


def steps(block: Block) -> list[Step]:
    """Cut a console block into commands and what they print."""
    found: list[Step] = []
    command: list[str] = []
    wanted: list[str] = []
    start, inside = block.line, False
    for number, line in enumerate(block.text.splitlines(), block.line):
        if inside:
            command.append(line)
            inside = line != "END"
        elif line.startswith("$ "):
            if command:
                found.append(Step("\n".join(command), "\n".join(wanted), start))
            command, wanted, start = [line.removeprefix("$ ")], [], number
            inside = line.endswith(HEREDOC)
        else:
            wanted.append(line)
    return [*found, Step("\n".join(command), "\n".join(wanted), start)]


def same(wanted: str, printed: str) -> bool:
    """Compare, with ``...`` for anything; the ends of lines and of the whole do not count."""
    sides = (
        ["\n".join(line.rstrip() for line in t.strip("\n").split("\n"))] for t in (wanted, printed)
    )
    (expected,), (found,) = sides
    pattern = ".*?".join(map(re.escape, expected.split("...")))
    return re.fullmatch(pattern, found, re.DOTALL) is not None


@pytest.mark.parametrize("page", with_blocks("console", "$ "), ids=name_of)
def test_console_examples_run(page: Path, tmp_path: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "COLUMNS": "80", "LC_ALL": "C.UTF-8"}
    environment.pop("MONDEGREEN_KERNEL", None)
    wrong = []
    for step in (step for block in blocks(page, "console") for step in steps(block)):
        done = subprocess.run(
            step.command,
            shell=True,
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        if not same(step.wanted, done.stdout):
            wrong.append(f"{name_of(page)}:{step.line}: $ {step.command}\n{done.stdout}")
    assert not wrong, "these commands print something else:\n" + "\n".join(wrong)


def test_what_is_compared() -> None:
    block = Block("console", "$ cat > a <<'END'\nx\nEND\n$ cat a\nx\n", 5)
    assert steps(block) == [Step("cat > a <<'END'\nx\nEND", "", 5), Step("cat a", "x", 8)]
    assert same("a\n...\nd", "a\nb\nc\nd\n")
    assert not same("a ...", "b")
    assert not same("a.c", "abc")


# -- nothing is left out -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *("make_cli.py", "make_formats.py", "make_normalizers.py", "make_pictures.py"),
        "make_providers.py",
    ],
)
def test_made_pages_are_current(name: str) -> None:
    script = ROOT / "docs" / name
    done = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_page_of_the_command_line_has_every_option_that_help_shows() -> None:
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    for command in commands():
        done = subprocess.run(
            [str(Path(sys.executable).with_name("mondegreen")), command, "--help-all"],
            capture_output=True,
            text=True,
            check=True,
        )
        defined = re.findall(r"^  (?:-\w, )?--\S+(?: / --\S+)?", done.stdout, re.MULTILINE)
        shown = set(re.findall(r"--[a-z][a-z-]*[a-z]", " ".join(defined)))
        part = page.partition(f"## `mondegreen {command}`")[2].partition("\n## ")[0]
        assert part, f"no section about mondegreen {command}"
        documented = set(re.findall(r"--[a-z][a-z-]*[a-z]", part)) | {"--help", "--help-all"}
        assert shown <= documented, sorted(shown - documented)


def commands() -> list[str]:
    return [command.name or "" for command in program().registered_commands]


def built_in(registry: Registry[Any]) -> list[str]:
    """Return the names that the package itself brings."""
    return [name for name in registry.names() if registry.origin(name) is None]


NAMES = {
    "metrics.md": built_in(METRICS),
    "formats.md": built_in(FORMATS),
    "units.md": [*UNITS, *built_in(NORMALIZERS)],
    "ties.md": list(TIES),
    "jiwer.md": [*jiwer.__all__, *jiwer2.__all__],
    "transforms.md": transforms.__all__,
    "cli.md": [*(f"mondegreen {name}" for name in commands()), *built_in(RENDERERS)],
}


@pytest.mark.parametrize("page", NAMES)
def test_every_name_is_documented(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    missing = [name for name in NAMES[page] if f"`{name}`" not in text]
    assert not missing, f"docs/{page} does not mention {missing}"


@pytest.mark.parametrize("name", built_in(NORMALIZERS))
def test_every_normalizer_has_examples_on_a_page(name: str) -> None:
    """Ten, or three for names that share a page."""
    begin, end = (f"<!-- made by make_normalizers.py: {mark} -->" for mark in ("begin", "end"))
    pages = [page for page in DOCS if page.parent.name == "normalizers"]
    made = [page.read_text("utf-8").partition(begin)[2].partition(end)[0] for page in pages]
    parts = [
        part for text in made for part in re.split(r"^(?=\*\*`|## )", text, flags=re.MULTILINE)
    ]
    (mine,) = [part for part in parts if f"`{name}@" in part]
    rows = len(re.findall(r"^- `", mine, re.MULTILINE))
    assert rows + mine.count(">>> normalize(") == (
        10 if name in [page.stem for page in pages] else 3
    )


def test_the_table_of_commands_has_each_once() -> None:
    text = (ROOT / "docs" / "cli.md").read_text("utf-8")
    table = text.partition("| command | what it does |\n")[2].partition("\n\n")[0]
    shown = re.findall(r"^\| `mondegreen ([a-z]+)`", table, re.MULTILINE)
    groups = [group.name or "" for group in program().registered_groups]
    assert sorted(shown) == sorted([*commands(), *groups])


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").split()) <= 900


MADE = re.compile(r"<!-- made by .*?: begin -->.*?<!-- made by .*?: end -->", re.DOTALL)
"""What a program of ``docs/`` writes into a page."""


def test_the_pages_are_short() -> None:
    """All pages together, without what programs write."""
    by_themselves = ("cli.md", "reliability.md", "scale.md")
    written = [page.read_text("utf-8") for page in DOCS if page.name not in by_themselves]
    assert sum(len(MADE.sub("", text).split()) for text in written) <= 42_500


def test_the_page_of_reliability_is_short() -> None:
    """Its figures need room, which it has next to the other pages."""
    text = (ROOT / "docs" / "reliability.md").read_text("utf-8")
    assert len(MADE.sub("", text).split()) <= 1_800


def test_the_page_of_scale_is_short() -> None:
    text = (ROOT / "docs" / "scale.md").read_text("utf-8")
    assert len(text.split()) <= 600


WITHOUT_A_COMMAND = {"docs/README.md", "docs/normalizers/mondegreen-languages.md"}
"""The index, and a list of examples."""


@pytest.mark.parametrize("page", DOCS, ids=name_of)
def test_a_page_begins_with_what_to_type(page: Path) -> None:
    """Before its second heading, a page shows a command, code, or an option."""
    head, *_ = re.split(r"^## ", page.read_text("utf-8"), maxsplit=1, flags=re.MULTILINE)
    shown = re.search(r"^```|`mondegreen [a-z]|`pip |`-{1,2}[a-z]|`mg\.", head, re.MULTILINE)
    assert shown or name_of(page) in WITHOUT_A_COMMAND


# -- links ---------------------------------------------------------------------------------------


def anchors(page: Path) -> set[str]:
    """Return what links into a page can name: its headings, as code hosts write them."""
    text = BLOCK.sub("", page.read_text("utf-8"))
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings
    }


@pytest.mark.parametrize("page", LINKED, ids=name_of)
def test_links_resolve(page: Path) -> None:
    text = BLOCK.sub("", page.read_text("utf-8"))
    for link in re.findall(r"\[[^\]]*\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", link):
            continue
        target, _, anchor = link.partition("#")
        there = (page.parent / target).resolve() if target else page
        assert there.exists(), f"{name_of(page)}: {link}"
        assert not anchor or anchor in anchors(there), f"{name_of(page)}: {link}"


def test_each_promise_of_security_names_tests_that_are_there() -> None:
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    named = set(re.findall(r"`((?:tests|docs)/[^`]+)`", text))
    assert len(named) > 10
    assert not [name for name in named if not (ROOT / name).exists()]
    files = {path.name for path in (ROOT / "tests").rglob("test_*.py")}
    assert set(re.findall(r"`(test_\w+\.py)`", text)) <= files


def test_the_index_leads_to_every_page() -> None:
    index = ROOT / "docs" / "README.md"
    links = re.findall(r"\]\(([^)#]+)\)", index.read_text("utf-8"))
    shown = {(index.parent / link).resolve() for link in links}
    assert not [name_of(page) for page in LINKED[1:] if page != index and page not in shown]
    assert f"({name_of(index)})" in (ROOT / "README.md").read_text("utf-8")
