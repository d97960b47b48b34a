"""``mondegreen docs``: the installed pages, in a browser or as a path."""

from __future__ import annotations

import webbrowser
from typing import TYPE_CHECKING, Any

import pytest

from mondegreen.cli import docs

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Command = Callable[..., Any]


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three pages in the place of the installed ones."""
    there = tmp_path / "with space" / "docs"
    for name in ("index", "docs/units", "docs/metrics/entities"):
        file = there / f"{name}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name, "utf-8")
    monkeypatch.setattr(docs, "_PAGES", there)
    return there


@pytest.mark.parametrize(
    ("words", "file"),
    [
        ((), "index.html"),
        (("units",), "docs/units.html"),
        (("units.md",), "docs/units.html"),
        (("metrics/entities",), "docs/metrics/entities.html"),
    ],
)
def test_a_page_is_opened(
    command: Command,
    pages: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    file: str,
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda url: opened.append(url) or True)
    done = command("docs", *words, "--path")
    assert (done.status, done.out, opened) == (0, f"{pages / file}\n", [])
    done = command("docs", *words)
    assert (done.status, done.out) == (0, "")
    assert opened == [(pages / file).as_uri()]
    assert "%20" in opened[0]


def test_without_a_browser(command: Command, pages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda _: False)
    done = command("docs")
    assert done.status == 0
    assert done.err == f"mondegreen: there is no browser here; open {pages / 'index.html'}\n"


@pytest.mark.parametrize("name", ["unit", "../index", "/etc/passwd", "metrics"])
def test_a_page_that_is_not_there(command: Command, pages: Path, name: str) -> None:
    done = command("docs", name)
    assert (done.status, done.out) == (2, "")
    assert f"no page is named {name!r}" in done.err
    assert "units" in done.err


def test_an_installation_without_pages(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(docs, "_PAGES", tmp_path / "none")
    done = command("docs")
    assert done.status == 2
    assert "type 'make docs'" in done.err
