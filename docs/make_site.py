"""Make the site from the pages: ``python docs/make_site.py [FOLDER]``.

The default folder is in the package, where ``mondegreen docs`` finds it and wheels take it from. Sections
and their order are those of ``docs/README.md``. The reference of Python is made from docstrings, and
``llms.txt`` lists all pages for programs that read.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from importlib import import_module
from importlib.metadata import files
from pathlib import Path
from typing import NamedTuple

from sphinx.cmd.build import build_main

ROOT = Path(__file__).parents[1]
MADE = ROOT / "src" / "mondegreen" / "docs"
INDEX = "docs/README.md"
LINKED = [  # what pages link to, outside of docs/
    *("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "NOTICE", "README.md"),
    *("SECURITY.md", "benchmarks/README.md", "examples/README.md"),
    "src/mondegreen/examples/README.md",
    "src/mondegreen/examples/submission/submission.toml",
    "src/mondegreen/providers/data/prices.tsv",
]
MODULES = ("mondegreen", "mondegreen.judges", "mondegreen.testing", "mondegreen.text.transforms")
OTHERS = ("accessible-pygments", "furo", "snowballstemmer", "sphinx")
"""Packages of which style sheets and scripts are in the site."""

LINK = re.compile(r"\[[^\]]+\]\(([^)#]+\.md)\)")
REPAIRS = {  # of the HTML: what axe-core finds missing
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    "<pre>": '<pre tabindex="0">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="Pages">',
    'class="table-wrapper ': 'tabindex="0" class="table-wrapper ',
    '<aside class="toc-drawer">': '<aside class="toc-drawer" aria-label="On this page">',
}


class Section(NamedTuple):
    """A heading of the index, and the pages below it, as paths from the root."""

    title: str
    pages: list[str]


def sections() -> list[Section]:
    """Read the index. The title of a heading of level three begins with that above it."""
    found: list[Section] = []
    above = ""
    for line in (ROOT / INDEX).read_text("utf-8").splitlines():
        if line.startswith("## "):
            above = line.removeprefix("## ")
            found.append(Section(above, []))
        elif line.startswith("### "):
            title = line.removeprefix("### ")
            found.append(Section(f"{above}: {title[0].lower()}{title[1:]}", []))
        for link in LINK.findall(line):
            page = (ROOT / "docs" / link).resolve().relative_to(ROOT.resolve()).as_posix()
            found[-1].pages.append(page)
            if page == "docs/python.md":
                found[-1].pages.extend(python_pages())
    return [section for section in found if section.pages]


def navigation() -> str:
    """Return the sections in the form that Sphinx reads."""
    return "\n".join(
        f"```{{toctree}}\n:hidden:\n:caption: '{section.title}'\n\n"
        + "".join(f"/{page.removesuffix('.md')}\n" for page in section.pages)
        + "```\n"
        for section in [Section("Everything", [INDEX]), *sections()]
    )


def python_pages() -> dict[str, str]:
    """Return pages with the docstring of every public name, by path."""
    names: dict[tuple[str, str], list[str]] = {}
    for module in MODULES:
        for name in sorted(import_module(module).__all__):
            value = getattr(import_module(module), name)
            if not isinstance(value, type):
                kind = "function"
            else:
                kind = "exception" if issubclass(value, BaseException) else "class"
            if callable(value):
                names.setdefault((module, kind), []).append(name)
    return {
        f"docs/reference/{module}-{kind}.md": f"# `{module}`: {plural(kind)}\n\n"
        + "\n".join(documented(module, kind, name) for name in names[module, kind])
        for module, kind in sorted(names)
    }


def plural(kind: str) -> str:
    """Return the plural of a kind of names."""
    return f"{kind}es" if kind.endswith("s") else f"{kind}s"


def documented(module: str, kind: str, name: str) -> str:
    """Return the directive that shows the docstring of a name."""
    members = "   :members:\n" if kind == "class" else ""
    return f"```{{eval-rst}}\n.. auto{kind}:: {module}.{name}\n{members}```\n"


def lay_out(folder: Path) -> None:
    """Copy all pages as they lie in the project, so that links stay right."""
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("*.py", "site"))
    for path in LINKED:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, folder / path)
    for path, text in python_pages().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    with (folder / "README.md").open("a", encoding="utf-8") as readme:
        readme.write("\n" + navigation())


def repair(path: Path) -> None:
    """Name landmarks and levels of a page, and let the keyboard scroll what is too wide."""
    text = path.read_text("utf-8")
    for old, new in REPAIRS.items():
        text = text.replace(old, new)
    path.write_text(text, "utf-8")


def for_programs() -> str:
    """Return ``llms.txt``: the index, with titles of pages and links to their sources."""
    about = (ROOT / "README.md").read_text("utf-8").split("\n\n")[1].replace("\n", " ")
    _, _, index = (ROOT / INDEX).read_text("utf-8").partition("\n## ")

    def source(link: re.Match[str]) -> str:
        page = (ROOT / "docs" / link[1]).resolve().relative_to(ROOT.resolve()).as_posix()
        title = (ROOT / page).read_text("utf-8").partition("\n")[0].removeprefix("# ")
        return f"[{title}](_sources/{page})"

    return f"# mondegreen\n\n> {about}\n\n## {LINK.sub(source, index)}"


def add_licences(folder: Path) -> None:
    """Copy the licences of what others wrote."""
    for package in OTHERS:
        found = [file for file in files(package) or () if "licenses" in file.parts]
        if not found:
            raise SystemExit(f"{package}: no licence found in what is installed of it")
        for file in found:
            (folder / package).mkdir(parents=True, exist_ok=True)
            shutil.copy(str(file.locate()), folder / package)


def make(folder: Path) -> int:
    """Make the site in ``folder`` and return a status; a warning of Sphinx is an error."""
    with tempfile.TemporaryDirectory() as work:
        source, made = Path(work, "source"), Path(work, "made")
        lay_out(source)
        settings = ["-c", str(ROOT / "docs" / "site"), "-d", str(Path(work, "read"))]
        status = build_main(["-q", "-W", "--keep-going", *settings, str(source), str(made)])
        if status:
            return status
        for page in made.rglob("*.html"):
            repair(page)
        add_licences(made / "_static" / "licences")
        (made / "llms.txt").write_text(for_programs(), "utf-8")
        shutil.copy(made / "README.html", made / "index.html")
        shutil.rmtree(folder, ignore_errors=True)
        unused = shutil.ignore_patterns(".buildinfo*", "objects.inv", "*.map")
        shutil.copytree(made, folder, ignore=unused)
    return 0


if __name__ == "__main__":
    raise SystemExit(make(Path(sys.argv[1]) if sys.argv[1:] else MADE))
