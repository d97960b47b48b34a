"""``mondegreen docs``: the documentation that is installed with the package."""

from __future__ import annotations

import webbrowser
from importlib import resources
from pathlib import Path
from typing import Annotated, Final

import typer

from mondegreen.cli.streams import say, show
from mondegreen.errors import InputError, UnknownNameError

_PAGES: Final = Path(str(resources.files("mondegreen"))) / "docs"


def docs(
    page: Annotated[
        str,
        typer.Argument(
            metavar="[PAGE]", help="Page to open, such as units. Default: the first page."
        ),
    ] = "",
    path: Annotated[
        bool, typer.Option("--path", help="Print the path of the page, and open nothing.")
    ] = False,
) -> int:
    """Open the documentation in a browser.

    \b
    Examples:
      mondegreen docs
      mondegreen docs units
      mondegreen docs metrics/entities --path
    """  # noqa: D301 - a real backspace keeps the lines apart
    found = _found(page)
    if path:
        show(str(found))
    elif webbrowser.open(found.as_uri()):
        say(f"opened {found}")
    else:
        say(f"there is no browser here; open {found}")
    return 0


def _found(page: str) -> Path:
    """Return the file of a page.

    Raises:
        InputError: the pages were not made before the package was.
        UnknownNameError: there is no such page.
    """
    if not (_PAGES / "index.html").is_file():
        raise InputError(
            "the documentation was not made yet; in a clone, type 'make docs', or read the same pages in docs/"
        )
    if not page:
        return _PAGES / "index.html"
    inner = _PAGES / "docs"
    pages = {
        file.relative_to(inner).with_suffix("").as_posix(): file for file in inner.rglob("*.html")
    }
    name = page.removesuffix(".md").removesuffix(".html")
    if name not in pages:
        raise UnknownNameError("page", page, sorted(pages))
    return pages[name]
