"""``mondegreen languages``: the languages as data, what they read, and what is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mondegreen.cli.panels import PanelCommand, PanelGroup
from mondegreen.cli.streams import show
from mondegreen.errors import UsageError, counted, typed, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.languages import Checked, Language, Reading

languages = typer.Typer(
    name="languages",
    cls=PanelGroup,
    help="Check, try and add the data of languages.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help"]},
)

_Code = Annotated[str, typer.Argument(metavar="CODE", help="Code of the language, such as de.")]
_Folder = Annotated[
    Path | None,
    typer.Option("--folder", metavar="FOLDER", help="Folder with a folder per language."),
]
_MOST_READINGS = 6


@languages.command("list", cls=PanelCommand)
def list_languages(
    folder: _Folder = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON, a line per language.")
    ] = False,
) -> None:
    """Print what each language knows, and how many of its cases hold.

    \b
    Examples:
      mondegreen languages list
      mondegreen languages list --folder my-languages --json
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.languages import codes  # the kernel is not needed for help
    from mondegreen.languages.knowledge import knowledge

    every = [knowledge(code, folder) for code in codes(folder)]
    if as_json:
        for known in every:
            show(json.dumps({**known._asdict(), "knows": list(known.knows)}, ensure_ascii=False))
        return
    width = max((len(known.name) for known in every), default=0)
    for known in every:
        cases = f"{known.holding:,} of {known.cases:,}" if known.cases else "none"
        head = f"{known.code:6} {known.name:{width}}  cases {cases}"
        show(visible(head))
        show(f"       {', '.join(known.knows) or 'nothing of its own'}")


@languages.command(cls=PanelCommand)
def new(
    code: _Code,
    folder: Annotated[
        Path,
        typer.Option(
            "--folder", metavar="FOLDER", help="Where to write the folder of the language."
        ),
    ] = Path("my-languages"),
    extends: Annotated[
        str | None,
        typer.Option(
            "--extends", metavar="CODE", help="Write an overlay of this language instead."
        ),
    ] = None,
) -> None:
    """Write the folder of a new language, filled from Unicode's CLDR where it has the language.

    \b
    Examples:
      mondegreen languages new et
      mondegreen languages new clinic --extends en
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.languages import codes, folders  # the kernel is not needed for help
    from mondegreen.languages.beginning import begin, has_tables

    if extends is None and (folders()[0] / code).is_dir():
        raise UsageError(
            f"mondegreen has {code} already; to add to it: mondegreen languages new NAME "
            f"--extends {code}"
        )
    if extends is not None and extends not in (every := codes()):
        raise UsageError(
            f"no data for language '{extends}' to extend; there are {', '.join(every)}"
        )
    if extends is None and not has_tables(code):
        show(visible(f"CLDR has no tables for {code}: every file is empty."))
    target = begin(code, folder, extends)
    show(visible(f"{target}:"))
    for path in sorted(target.iterdir()):
        rows = sum(not line.startswith("#") for line in path.read_text("utf-8").splitlines())
        show(visible(f"  {path.name:22} {counted(rows, 'row') if rows else 'to fill in'}"))
    show("Next: read the comments at the beginning of each file, fill it in, and check:")
    show(f"  mondegreen languages check {typed(code)} --folder {typed(str(folder))}")


@languages.command(cls=PanelCommand)
def check(code: _Code, folder: _Folder = None) -> None:
    """Check a language: rows, examples, cases, and numerals read back. Exit status 1 on a fault.

    \b
    Examples:
      mondegreen languages check de
      mondegreen languages check et --folder my-languages
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.languages import language  # the kernel is not needed for help

    own = language(code, folder)
    found = own.check()
    for place, what in found.faults:
        show(visible(f"{place}: {what}"))
        for line in _readings_of_case(own, place, folder):
            show(visible(f"    {line}"))
    shares = {
        "cases": found.cases,
        "fixed points": found.fixed,
        "cardinals": found.cardinals,
        "ordinals": found.ordinals,
        "rows with an example": found.examples,
    }
    text = ", ".join(f"{name} {right} of {total}" for name, (right, total) in shares.items())
    show(f"{code}: {counted(found.rows, 'row')}; {text}")
    for step in _next_steps(code, folder, found):
        show(visible(step))
    raise typer.Exit(int(bool(found.faults)))


def _readings_of_case(own: Language, place: str, folder: Path | None) -> Iterator[str]:
    """Return what the two texts of a case that fails are read as."""
    from mondegreen.languages.folders import folders  # the kernel is not needed for help

    file, _, line = place.rpartition(":")
    if not file.endswith("/cases.tsv"):
        return
    searched = reversed([*folders(), *([folder] if folder else ())])
    path = next(root / file for root in searched if (root / file).is_file())
    for text in path.read_text("utf-8-sig").splitlines()[int(line) - 1].split("\t")[1:3]:
        yield f"{text!r} is written {own.normalize(text)!r}, and may say"
        readings = list(dict.fromkeys(_said(text, reading) for reading in _widest(own, text)))
        yield f"  {'; '.join(readings[:_MOST_READINGS]) or 'nothing but its words'}"


def _widest(own: Language, text: str) -> list[Reading]:
    """Return the readings whose span lies in no other's."""
    found = own.readings(text)

    def inside(one: Reading) -> bool:
        return any(
            other.start <= one.start
            and one.end <= other.end
            and (other.start, other.end) != (one.start, one.end)
            for other in found
        )

    return [reading for reading in found if not inside(reading)]


def _said(text: str, reading: Reading) -> str:
    value = " ".join(part for part in (reading.value, reading.unit) if part)
    return f"{text[reading.start : reading.end]!r}: {reading.kind} {value} ({reading.row})"


def _next_steps(code: str, folder: Path | None, found: Checked) -> Iterator[str]:
    """Return what to do next, for somebody who adds a language."""
    from mondegreen.languages.beginning import missing  # seldom needed

    if folder is None or not (folder / code / "pack.tsv").is_file():
        return
    own = folder / code
    is_overlay = any(
        line.startswith("extends\t") for line in (own / "pack.tsv").read_text("utf-8").splitlines()
    )
    steps = [] if is_overlay else [each.step for each in missing(own)]
    without = found.examples.all - found.examples.right
    if without > 1:
        steps.append(f"patterns.tsv: {without} rows that may be written have no example")
    if not found.cardinals.all and not is_overlay:
        steps.append("numerals.more.tsv: no cardinals are known; begin with 0 to 20")
    if steps:
        yield "Next:"
        yield from (f"  {number}. {step}" for number, step in enumerate(steps, 1))


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
