"""``mondegreen normalize``: what a normalizer makes of texts, and why two of them differ."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from mondegreen.alignment import align
from mondegreen.alignment.cells import isolated
from mondegreen.cli import files as f
from mondegreen.cli.completion import completing
from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import INPUT, OUTPUT
from mondegreen.cli.streams import say, show
from mondegreen.corpus.table import as_list
from mondegreen.corpus.texts import Texts, read_texts
from mondegreen.errors import InputError, UsageError, counted, visible
from mondegreen.report.json import to_json
from mondegreen.scoring.json_text import json_text
from mondegreen.scoring.options import Options
from mondegreen.text.normalizers import normalize as normalize_column
from mondegreen.text.normalizers import normalizer
from mondegreen.text.normalizers.typed_names import FAMILIES
from mondegreen.written import written

_MISSING = "(missing)"


@with_options("normalizer", "id_column", "format", "encoding", "max_line")
def normalize(
    *,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="File of texts. - is standard input.")
    ] = "-",
    options: Options,
    column: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Column of the texts.", rich_help_panel=INPUT),
    ] = None,
    shows: Annotated[
        bool,
        typer.Option("--show", help="Show what was changed in each text.", rich_help_panel=OUTPUT),
    ] = False,
    other: Annotated[
        str | None,
        typer.Option(
            "--diff",
            metavar="OTHER",
            autocompletion=completing("normalizers"),
            help="Compare with another normalizer, and show the texts that differ.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print one JSON object per line; with --diff a single object.",
            rich_help_panel=OUTPUT,
        ),
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write the normalized texts to this file, one per line.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
) -> int:
    """Normalize texts, and print one per line.

    \b
    Examples:
      mondegreen normalize -n whisper-english transcripts.txt
      mondegreen normalize -n semantic table.csv --column text --show
      mondegreen normalize -n semantic transcripts.txt --diff whisper-english
    """  # noqa: D301 - a real backspace keeps the lines apart
    if output is not None and (shows or other or as_json):
        raise UsageError("--output writes only the texts; leave out --show, --diff and --json")
    if shows and other:
        raise UsageError("--show and --diff: choose one")
    by = _chosen(_named(options))
    second = _chosen(other) if other else None
    if output is not None:
        f.refuse_overwriting((file, None), {"--output": output})
    read = read_texts(file, column=column, options=options)
    by, second = (_by_column(each, read) for each in (by, second))
    before, after = as_list(read.texts), _made(by, read)
    missing = sum(not isinstance(text, str) for text in before)
    if missing:
        of, are = counted(len(before), "text"), "is" if missing == 1 else "are"
        say(f"{missing:,} of {of} {are} missing; their lines are empty")
    if second is not None:
        _differences(read, (by, after), (second, _made(second, read)), as_json=as_json)
    elif shows:
        _rewrites(read, by, after, as_json=as_json)
    elif as_json:
        for row, (old, new) in enumerate(zip(before, after, strict=True)):
            show(json_text({"id": _name(read, row), "text": _text(old), "normalized": new}))
    elif output is not None:
        _write(output, after)
    else:
        _print(after)
    return 0


def _named(options: Options) -> str:
    if "normalizer" not in options.given:
        raise UsageError(
            "no normalizer is given, expected -n NAME, such as -n lower; type mondegreen list normalizers to see "
            "all"
        )
    return str(options.normalizer)


def _chosen(name: str) -> Any:
    """Return the normalizer of a name; say so when it has another."""
    by = normalizer(name)
    if name.startswith(FAMILIES) and by.name != name.partition("@")[0]:
        say(f"{name} is read as {by.name}@{by.version}")
    return by


def _by_column(by: Any, read: Texts) -> Any:
    """Return the normalizer of these texts, where a column of them chooses it."""
    return by.chosen(read.columns) if hasattr(by, "chosen") else by


def _made(by: Any, read: Texts) -> list[str | None]:
    column = list(map(_text, as_list(read.texts)))
    return list(map(_text, as_list(normalize_column(by, column, 0))))


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _name(read: Texts, row: int) -> str:
    return str(row + 1) if read.ids is None else read.ids[row]


def _print(texts: list[str | None]) -> None:
    changed = 0
    for text in texts:
        shown = visible(text or "")
        changed += shown != (text or "")
        show(shown)
    if changed:
        say(
            f"{counted(changed, 'text has', 'texts have')} characters that a terminal obeys or hides, "
            "shown as escapes; --output FILE writes them as they are"
        )


def _write(path: Path, texts: list[str | None]) -> None:
    for row, text in enumerate(texts, 1):
        if text is not None and "\n" in text:
            raise InputError(
                f"text {row:,} has a line break, and would be two in a file of lines; "
                "use --json, or a normalizer that makes single spaces"
            )
    with written(path, text=True) as out:
        out.writelines(f"{text or ''}\n" for text in texts)


def _rewrites(read: Texts, by: Any, after: list[str | None], *, as_json: bool) -> None:
    changed = 0
    for row, (old, new) in enumerate(zip(as_list(read.texts), after, strict=True)):
        at_work = by.of_row(row) if hasattr(by, "of_row") else by
        found = _found(at_work, old, new) if isinstance(old, str) and new is not None else []
        differs = isinstance(old, str) and old != new
        changed += differs
        if as_json:
            shown = {"id": _name(read, row), "text": _text(old), "normalized": new}
            show(json_text({**shown, "rewrites": found}))
        elif differs:
            show(visible(_name(read, row)))
            show(f"  before  {_line(old)}\n  after   {_line(new)}")
            for each in found:
                sides = (_line(each[side]) or '""' for side in ("before", "after"))
                show(f"    {' -> '.join(sides)}{_where(each)}")
    if not as_json:
        show(f"{changed:,} of {counted(len(after), 'text')} changed ({by.name}@{by.version})")


def _found(by: Any, old: str, new: str) -> list[dict[str, Any]]:
    """Return the rewrites that the normalizer names, or else the words that differ."""
    names = ("rule", "start", "end", "before", "after")
    if hasattr(by, "rewrites"):
        found = [*by.rewrites(old), *(by.folds(old) if hasattr(by, "folds") else ())]
        found.sort(key=lambda rewrite: rewrite[1:3])
        return [dict(zip(names, rewrite, strict=True)) for rewrite in found]
    words = [word.span() for word in re.finditer(r"\S+", old)]
    words.append((len(old), len(old)))
    return [
        {
            "start": words[difference.reference_start][0],
            "end": words[max(difference.reference_end - 1, difference.reference_start)][
                bool(difference.reference)
            ],
            "before": " ".join(difference.reference),
            "after": " ".join(difference.hypothesis),
        }
        for difference in align(old, new).differences(0)
    ]


def _where(rewrite: dict[str, Any]) -> str:
    rule = f"{visible(str(rewrite['rule']))}, " if "rule" in rewrite else ""
    return f"  ({rule}{rewrite['start']}-{rewrite['end']})"


def _line(text: str | None) -> str:
    return _MISSING if text is None else isolated(visible(text))


def _differences(
    read: Texts,
    first: tuple[Any, list[str | None]],
    second: tuple[Any, list[str | None]],
    *,
    as_json: bool,
) -> None:
    labels = [f"{by.name}@{by.version}" for by, _ in (first, second)]
    before = as_list(read.texts)
    rows = [
        row for row, (one, two) in enumerate(zip(first[1], second[1], strict=True)) if one != two
    ]
    if as_json:
        listed = [
            {
                "id": _name(read, row),
                "text": _text(before[row]),
                "normalized": [first[1][row], second[1][row]],
            }
            for row in rows
        ]
        shown = {"normalizers": labels, "texts": len(before), "differ": len(rows), "rows": listed}
        show(to_json(shown))
        return
    width = max(map(len, ("text", *labels)))
    for row in rows:
        show(visible(_name(read, row)))
        sides = (before[row], first[1][row], second[1][row])
        for label, text in zip(("text", *labels), sides, strict=True):
            show(f"  {visible(label):<{width}}  {_line(_text(text))}")
    differ = "differs" if len(rows) == 1 else "differ"
    of = counted(len(before), "text")
    show(f"{len(rows):,} of {of} {differ} ({labels[0]}, {labels[1]})")
