"""``mondegreen judge audit``: label a sample of a judge's rulings, and see how far it can be trusted."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mondegreen.cli.groups import with_options
from mondegreen.cli.judging import opened
from mondegreen.cli.panels import INPUT, OUTPUT
from mondegreen.cli.streams import say, show
from mondegreen.errors import UsageError, counted, did_you_mean, visible
from mondegreen.report.json import to_json
from mondegreen.scoring.options import Options

if TYPE_CHECKING:
    from mondegreen.judges.audit import Agreement, AuditItem, Label
    from mondegreen.options.judging import Judging

_ANSWERS = {"y": True, "yes": True, "n": False, "no": False, "?": None, "s": None}


@with_options("cache", "model", "seed", "level")
def audit(
    *,
    judge: Annotated[
        str, typer.Argument(metavar="JUDGE", help="Name of the judged metric, such as facts.")
    ] = "facts",
    draw: Annotated[
        int | None,
        typer.Option("--draw", metavar="N", help="Draw N rulings to label, for --sheet."),
    ] = None,
    sheet: Annotated[
        Path | None,
        typer.Option("--sheet", metavar="FILE.tsv", help="Sheet of labels, .tsv."),
    ] = None,
    ask: Annotated[
        bool, typer.Option("--ask", help="Label in the terminal. Each label is stored at once.")
    ] = False,
    options: Options,
    judged: Annotated[
        str | None,
        typer.Option(
            metavar="K/N",
            help="Rate of positive rulings to correct, from another run. Default: that of the store.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON.", rich_help_panel=OUTPUT)
    ] = False,
) -> int:
    """Compare a judge's rulings with the labels of people.

    1. --draw 200 --sheet labels.tsv writes a sheet. 2. Fill in the column label with yes, no or ?, in an
    editor or with --ask. 3. --sheet labels.tsv shows how far the judge agrees.

    \b
    Examples:
      mondegreen judge audit facts --draw 200 --sheet labels.tsv
      mondegreen judge audit facts --sheet labels.tsv
    """  # noqa: D301 - a real backspace keeps the lines apart
    if sheet is None:
        raise UsageError("give --sheet FILE.tsv: with --draw N it is written, alone it is read")
    rate, seed = _rate(judged), options.seed  # a wrong one is refused before any labelling
    items = _stored(judge, options.judge)
    if draw is not None:
        _draw(items, draw, sheet, seed)
        if not ask:
            return 0
    if ask:
        _label(items, sheet)
    _report(items, sheet, rate, options.level, seed, as_json=as_json)
    return 0


def _stored(judge: str, judging: Judging | None) -> list[AuditItem]:
    from mondegreen.judges.audit import items_of  # only where there is a store to look into
    from mondegreen.judges.audit.rulings import AUDITED

    model = None if judging is None else judging.model
    with opened(judging) as store:
        items, hidden = items_of(store, judge, model)
        where = store.where
    if hidden:
        kept = "was kept without its texts" if hidden == 1 else "were kept without texts"
        say(f"{counted(hidden, 'judgement')} {kept}, and cannot be shown; left out")
    if not items:
        if judge not in AUDITED:
            raise UsageError(
                f"the rulings of {judge!r} cannot be labelled; expected one of "
                f"{', '.join(AUDITED)}.{did_you_mean(judge, AUDITED)}"
            )
        of = f" of {model}" if model else ""
        raise UsageError(
            f"{where} has no rulings of the judge {judge!r}{of} that people can label; score with it "
            "first, or name another store with --cache"
        )
    return items


def _draw(items: list[AuditItem], count: int, sheet: Path, seed: int) -> None:
    from mondegreen.judges.audit import draw, strata_of, write_sheet  # as above

    if sheet.exists():
        raise UsageError(f"{sheet} is there already; labels in it would be lost. Name another file")
    drawn = draw(items, count, seed)
    write_sheet(sheet, drawn)
    sizes, of = strata_of(drawn), strata_of(items)
    kinds = ", ".join(f"{sizes[s]} of {of[s]} {s.name or s.positive}" for s in sorted(sizes))
    say(
        f"{counted(len(drawn), 'ruling')} to label in {sheet} ({kinds}); write yes, no or ? in column label"
    )


def _label(items: list[AuditItem], sheet: Path) -> None:
    """Ask for the labels that are missing; what is answered is kept even if the rest is not."""
    from mondegreen.judges.audit import Label, read_labels, write_sheet  # as above

    listed = _in_sheet(items, sheet)
    labels = read_labels(sheet)
    left = [item for item in listed if item.id not in labels]
    for number, item in enumerate(left, 1):
        show(f"\n{number} of {len(left)}\n")
        show("\n".join(map(visible, item.text.split("\n"))))
        show(f"\n{visible(item.question)}")
        answer = _answer()
        if answer == "q":
            break
        labels[item.id] = Label(item.id, _ANSWERS[answer])
        write_sheet(sheet, listed, labels)


def _answer() -> str:
    while True:
        sys.stdout.write("[y]es, [n]o, [?] unsure, [q]uit: ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        answer = line.strip().lower()
        if not line:
            return "q"
        if answer in _ANSWERS or answer == "q":
            return answer


def _in_sheet(items: list[AuditItem], sheet: Path) -> list[AuditItem]:
    import csv  # only where labels are asked for

    known = {item.id: item for item in items}
    try:
        with sheet.open(encoding="utf-8-sig", newline="") as lines:
            ids = [row.get("id") or "" for row in csv.DictReader(lines, delimiter="\t")]
    except OSError as error:
        raise UsageError(
            f"{sheet}: cannot be read: {error.strerror}; --draw N writes one"
        ) from error
    return [known[each] for each in ids if each in known]


def _report(
    items: list[AuditItem],
    sheet: Path,
    judged: tuple[int, int] | None,
    level: float,
    seed: int,
    *,
    as_json: bool,
) -> None:
    from mondegreen.judges.audit import agreement, read_labels, strata_of  # as above

    labels = read_labels(sheet)
    strata = {item.id: item.stratum for item in items}
    unknown = [each for each in labels if each not in strata]
    if unknown:
        say(
            f"{counted(len(unknown), 'label')} without its ruling: the store does not have it (any more)"
        )
    unsure = [label for label in labels.values() if label.positive is None]
    used = [
        (strata[label.id], label.positive)
        for label in labels.values()
        if label.positive is not None and label.id in strata
    ]
    found = agreement(used, strata_of(items), judged=judged, level=level, seed=seed)
    if as_json:
        show(to_json({**asdict(found), "unsure": len(unsure)}))
        return
    for line in _lines(found, unsure):
        show(line)


def _lines(found: Agreement, unsure: list[Label]) -> list[str]:
    rows: list[tuple[str, Any]] = [
        ("true positive rate", found.true_positive_rate),
        ("true negative rate", found.true_negative_rate),
        ("agreement", found.observed),
        ("Cohen's kappa", found.kappa),
        ("positive rulings", found.judged_rate),
        ("corrected rate", found.corrected_rate),
    ]
    doubt = f", {len(unsure)} unsure" if unsure else ""
    level = f"{100 * found.level:g} %"
    lines = [
        f"{found.labelled} of {counted(found.rulings, 'ruling')} labelled{doubt}; {level} intervals"
    ]
    lines += [f"{name:<20}{estimate}" for name, estimate in rows]
    return [*lines, found.reason] if found.reason else lines


def _rate(judged: str | None) -> tuple[int, int] | None:
    if judged is None:
        return None
    first, slash, second = judged.partition("/")
    if not (slash and first.strip().isdecimal() and second.strip().isdecimal()):
        raise UsageError(f"--judged {judged}: expected positive rulings of all, such as 120/1000")
    return int(first), int(second)
