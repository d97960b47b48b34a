"""The site made from the pages: complete, without broken links, and whole in a browser.

The browser is Chromium, as for the reports; without it only the files are checked.
"""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SAMPLE = [
    "index.html",
    "docs/metrics.html",
    "docs/speakers.html",
    "docs/reference/mondegreen-class.html",
]
VIEWS = [(width, scheme) for width in (1400, 390) for scheme in ("light", "dark")]


class Page(HTMLParser):
    """The links, ids and loaded files of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.ids: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.ids |= {found["id"]} if "id" in found else set()
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag != "a":
            self.loaded += [found[name] for name in ("src", "href") if name in found]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "made"
    program = [sys.executable, str(ROOT / "docs" / "make_site.py"), str(folder)]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in site.rglob("*.html")}


def test_every_page_is_in_the_navigation(site: Path, pages: dict[Path, Page]) -> None:
    sidebar = (site / "index.html").read_text("utf-8").partition('class="sidebar-tree"')[2]
    shown = set(re.findall(r'href="([^"#]+)"', sidebar.partition("</aside>")[0]))
    named = {path.relative_to(site).as_posix() for path in pages}
    assert named - shown <= {"README.html", "index.html", "search.html"}
    written = {path.relative_to(ROOT).with_suffix(".html").as_posix() for path in docs()}
    assert written <= named


def docs() -> list[Path]:
    return [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")]


def test_the_sections(site: Path) -> None:
    captions = re.findall(r'caption-text">([^<]+)', (site / "index.html").read_text("utf-8"))
    kinds = dict.fromkeys(caption.partition(":")[0] for caption in captions)
    assert list(kinds) == [
        *("Everything", "Tutorial", "How to", "Reference", "Explanation", "The project")
    ]


def test_no_link_is_broken(site: Path, pages: dict[Path, Page]) -> None:
    broken = []
    for path, page in pages.items():
        for link in [*page.links, *page.loaded]:
            if re.match(r"[a-z]+:", link):
                continue
            target, anchor = urldefrag(link.partition("?")[0] if "?v=" in link else link)
            there = (path.parent / unquote(target)).resolve() if target else path
            known = pages.get(there)
            if not there.is_file() or (anchor and known and unquote(anchor) not in known.ids):
                broken.append(f"{path.relative_to(site)}: {link}")
    assert len(pages) > 60
    assert not broken


def test_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        elsewhere = [each for each in page.loaded if re.match(r"(?!data:)[a-z]+:|//", each)]
        assert not elsewhere, path
    for style in site.rglob("*.css"):
        assert not re.findall(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//", style.read_text("utf-8"))


def test_licences_of_others_are_there(site: Path) -> None:
    folder = site / "_static" / "licences"
    for name in ("accessible-pygments", "furo", "snowballstemmer", "sphinx"):
        texts = [file.read_text("utf-8") for file in (folder / name).iterdir()]
        assert any("opyright" in text for text in texts), name


def test_it_is_small(site: Path) -> None:
    """Wheels hold it."""
    assert sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) < 8e6


def test_every_public_name_is_in_the_reference(pages: dict[Path, Page]) -> None:
    import mondegreen

    ids = {
        each for path, page in pages.items() if path.parent.name == "reference" for each in page.ids
    }
    modules = {"languages"}  # which has a page of its own
    assert {f"mondegreen.{name}" for name in set(mondegreen.__all__) - modules} <= ids


def test_programs_find_every_page(site: Path) -> None:
    """``llms.txt`` has a title, what this is, and a link to the source of each page of the index."""
    text = (site / "llms.txt").read_text("utf-8")
    assert text.startswith("# mondegreen\n\n> mondegreen measures speech recognition.")
    links = re.findall(r"\]\(([^)]+)\)", text)
    sources = [site / link for link in links]
    assert all(source.is_file() for source in sources)
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    assert len(links) == len(re.findall(r"\]\([^)]+\.md\)", index))


@pytest.mark.parametrize(("width", "scheme"), VIEWS)
def test_pages_in_a_browser(browser: Any, site: Path, width: int, scheme: str) -> None:
    """No page is wider than the window; axe-core, which asks for a contrast of 4.5, finds nothing."""
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    size: Any = {"width": width, "height": 900}
    context = browser.new_context(color_scheme=scheme, viewport=size)
    page = context.new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    for name in SAMPLE:
        page.goto((site / name).as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == width, name
        page.evaluate(axe)
        found = page.evaluate("axe.run({preload: false})")
        assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found["violations"]] == [], name
        assert "color-contrast" in {rule["id"] for rule in found["passes"]}
    context.close()
    assert said == []
    assert not [url for url in asked if not url.startswith(("file:", "data:"))]


def test_no_page_is_too_wide_for_a_telephone(browser: Any, site: Path) -> None:
    size: Any = {"width": 390, "height": 800}
    context = browser.new_context(viewport=size, java_script_enabled=True)
    page = context.new_page()
    wide = []
    for path in sorted(site.rglob("*.html")):
        page.goto(path.as_uri(), wait_until="domcontentloaded")
        if page.evaluate("document.documentElement.scrollWidth") > 390:
            wide.append(path.name)
    context.close()
    assert wide == []


def test_the_search_works_from_disk(browser: Any, site: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto((site / "index.html").as_uri())
    page.fill("input[name=q]", "telephone")
    page.press("input[name=q]", "Enter")
    page.locator("ul.search li a").first.wait_for()
    assert "search.html" in page.url
    context.close()
