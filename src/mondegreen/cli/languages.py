"""``mondegreen languages``: the languages as data, what they read, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mondegreen.cli.panels import PanelCommand, PanelGroup
from mondegreen.cli.streams import show
from mondegreen.errors import counted, visible

languages = typer.Typer(
    name="languages",
    cls=PanelGroup,
    help="Check and try the data of languages.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help"]},
)

_Code = Annotated[str, typer.Argument(metavar="CODE", help="Code of the language, such as de.")]
_Folder = Annotated[
    Path | None,
    typer.Option("--folder", metavar="FOLDER", help="Folder with a folder per language."),
]


@languages.command("list", cls=PanelCommand)
def list_languages(folder: _Folder = None) -> None:
    """Print the codes of all languages that have data, one per line.

    \b
    Examples:
      mondegreen languages list
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.languages import codes  # the kernel is not needed for help

    for code in codes(folder):
        show(visible(code))


@languages.command(cls=PanelCommand)
def check(code: _Code, folder: _Folder = None) -> None:
    """Check a language: rows, examples, cases, and numerals read back. Exit status 1 on a fault.

    \b
    Examples:
      mondegreen languages check de
      mondegreen languages check sv --folder my-languages
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.languages import language  # the kernel is not needed for help

    found = language(code, folder).check()
    for place, what in found.faults:
        show(visible(f"{place}: {what}"))
    shares = {
        "cases": found.cases,
        "fixed points": found.fixed,
        "cardinals": found.cardinals,
        "ordinals": found.ordinals,
        "rows with an example": found.examples,
    }
    text = ", ".join(f"{name} {right} of {total}" for name, (right, total) in shares.items())
    show(f"{code}: {counted(found.rows, 'row')}; {text}")
    raise typer.Exit(int(bool(found.faults)))


@languages.command(cls=PanelCommand)
def read(
    code: _Code,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Text to read.")],
    folder: _Folder = None,
) -> None:
    """Print all readings of a text, and its normalized form.

    \b
    Examples:
      mondegreen languages read en 'at five oh five'
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.languages import language  # the kernel is not needed for help

    known = language(code, folder)
    for found in known.readings(text):
        said = text[found.start : found.end]
        value = " ".join(part for part in (found.value, found.unit) if part)
        written = f"  writes {found.written!r}" if found.written else ""
        show(visible(f"{said!r}  {found.kind} {value}{written}  {found.row}"))
    show(f"normalized: {visible(known.normalize(text))}")
