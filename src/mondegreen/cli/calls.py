"""``mondegreen calls``: a folder of calls of two parties, scored by up to three methods."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mondegreen.cli import judging as j
from mondegreen.cli.panels import INPUT, OUTPUT, SCORING
from mondegreen.cli.streams import say, show
from mondegreen.corpus.phrases import read_phrases
from mondegreen.errors import InputError, UsageError, visible

if TYPE_CHECKING:
    from mondegreen.calls.scoring_calls import SideResult

_NOTHING_SCORED = 1


def calls(  # noqa: PLR0917 - one option each
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR",
            help="A folder a call, or a table of turns: .csv, .tsv or .jsonl.",
        ),
    ],
    method: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="library, canonical, conversational or all.",
            rich_help_panel=SCORING,
        ),
    ] = "library",
    speaker: Annotated[
        str,
        typer.Option(
            metavar="SIDE",
            help="agent, customer, all, or REFERENCE=HYPOTHESIS, as Agent=assistant.",
            rich_help_panel=INPUT,
        ),
    ] = "agent",
    recipe: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="seed-004: the library's words are alike by the loose rules of that system.",
            rich_help_panel=SCORING,
        ),
    ] = None,
    entities: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Phrases to look for, one a line, a tab, its type; in place of annotations.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    lang: Annotated[
        str | None, typer.Option(metavar="CODE", help="Language.", rich_help_panel=SCORING)
    ] = None,
    output: Annotated[
        Path,
        typer.Option(metavar="DIR", help="Where the files go.", rich_help_panel=OUTPUT),
    ] = Path("calls-output"),
    in_place: Annotated[
        bool,
        typer.Option("--in-place", help="Write into output/ of each call.", rich_help_panel=OUTPUT),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON.", rich_help_panel=OUTPUT)
    ] = False,
    model: j.Model = None,
    base_url: j.BaseUrl = None,
    temperature: j.Temperature = 0.0,
    concurrency: j.Concurrency = 8,
    requests_per_minute: j.RequestsPerMinute = None,
    budget: j.Budget = None,
    record: j.Record = None,
    cache: j.Cache = None,
    redact: j.Redact = False,
    no_text: j.NoText = False,
) -> int:
    """Score the calls of a folder: rates by call and over all, turns, entities.

    A call has gt_transcript.json (what was said) and ref_transcript.json (what was heard), and
    may have annotated.json. The method library asks nobody; the two others ask the model that
    is named.

    Examples:
    \b
      mondegreen calls calls/
      mondegreen calls calls/ --method all --model openai:gpt-5.2 --budget 2
      mondegreen calls calls/ --speaker all --output scored
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.calls.method import METHODS
    from mondegreen.calls.reading import read_calls
    from mondegreen.calls.roles import parse_roles
    from mondegreen.calls.scoring_calls import score_calls
    from mondegreen.report import calls as report

    methods = METHODS if method == "all" else tuple(part.strip() for part in method.split(","))
    if recipe not in {None, "seed-004", "seed-004@1"}:
        raise UsageError(
            f"--recipe {recipe}: calls know seed-004 alone; leave it out for the usual"
        )
    judging = j.chosen(
        model=model,
        base_url=base_url,
        temperature=temperature,
        concurrency=concurrency,
        requests_per_minute=requests_per_minute,
        budget=budget,
        record=record,
        cache=cache,
        redact=redact,
        no_text=no_text,
        lang=lang,
    )
    roles = parse_roles(speaker)
    phrases = None if entities is None else read_phrases(entities)
    found, unread = read_calls(folder)
    if in_place and any(call.folder is None for call in found):
        raise UsageError(f"--in-place: {folder} is a table, which has no folders of calls")
    if not found:
        call, why = next(iter(unread.items()))
        raise InputError(f"none of the {len(unread)} calls can be read; {call}: {why}")
    sides = score_calls(
        found,
        methods=methods,
        roles=roles,
        judging=judging if model else None,
        loose=recipe is not None,
        entities=phrases,
        redact=redact,
        lang=lang or "en",
    )
    keep = not no_text
    _write(sides, unread, folder, None if in_place else output, keep=keep)
    if as_json:
        plain = report.content(sides, unread, keep_texts=keep)
        show(json.dumps(plain, ensure_ascii=False, indent=2, allow_nan=False))
    else:
        show(report.render(sides, unread, keep_texts=keep))
    return 0 if all(m.scored for side in sides for m in side.methods) else _NOTHING_SCORED


def _write(
    sides: list[SideResult],
    unread: dict[str, str],
    folder: Path,
    output: Path | None,
    *,
    keep: bool,
) -> None:
    """Write the files of all sides, and say where."""
    from mondegreen.calls.artifacts import artifacts, write
    from mondegreen.calls.comparison import comparison

    base = (folder if folder.is_dir() else folder.parent) if output is None else output
    written = 0
    for side in sides:
        folders = {each.call.id: each.call.folder for each in side.sides}
        name = side.role.name if len(sides) > 1 else ""
        whole = (base / "output" if output is None else base) / name

        def place(
            call: str, whole: Path = whole, folders: dict[str, Path | None] = folders
        ) -> Path:
            if not call:
                return whole
            own = folders[call]
            if output is None and own is not None:
                return own / "output" / name  # noqa: B023 - called at once
            return whole / _folder_name(call)

        for method in side.methods:
            files = artifacts(method, side.turns, side.entities_of(method.method), keep_texts=keep)
            written += len(write(files, place))
        table = comparison(side.methods, unread)
        written += len(write({("", "comparison.md"): table}, place))
    say(f"wrote {written} files to {visible(str(base))}")


def _folder_name(call: str) -> str:
    """Return the name of a call as one of a folder: without separators, and never a way up."""
    name = "".join("_" if char in '/\\:*?"<>|' or ord(char) < 32 else char for char in call)  # noqa: PLR2004
    return f"_{name}" if name.startswith(".") or not name else name
