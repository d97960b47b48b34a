"""``mondegreen demo``: the shipped example, scored; real recognisers, real mistakes."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mondegreen.cli.streams import say, show
from mondegreen.errors import InputError, visible
from mondegreen.report.grid import grid
from mondegreen.report.number_format import short_rate
from mondegreen.report.rows import write
from mondegreen.scoring.scorer import score
from mondegreen.written import written

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SLICES = ("noise", "speaker")
DATA = "utterances.jsonl"
_FILES = (DATA, "recordings", "submission")


def demo(
    output: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Folder for files with one row per utterance.")
    ] = Path("mondegreen-demo"),
    copy: Annotated[
        bool,
        typer.Option(
            "--copy",
            help="Only copy the files of the example to the folder: utterances.jsonl, recordings/ and submission/.",
        ),
    ] = False,
) -> int:
    """Score the shipped example of three real recognisers.

    The voices are synthetic; the outputs of the recognisers are unchanged.

    \b
    Examples:
      mondegreen demo --output demo
      mondegreen demo --copy --output .
    """  # noqa: D301 - a real backspace keeps the lines apart
    try:
        output.mkdir(parents=True, exist_ok=True)  # before anything is printed
    except OSError as error:
        raise InputError(
            f"{output}: cannot be made a folder: {error.strerror or error}; choose another --output"
        ) from None
    if copy:
        _copy(output)
        return 0
    rows = _rows()
    systems = [name for name in rows[0] if name not in _NOT_SYSTEMS]
    references = [row["reference"] for row in rows]
    metadata = {name: [row[name] for row in rows] for name in ("topic", *SLICES)}
    results = {
        system: score(
            references,
            [row[system] for row in rows],
            metrics=["wer", "cer", "mer", "sentence"],
            ids=[row["id"] for row in rows],
            by=metadata,
            normalizer="lower",
            threads=0,
        )
        for system in systems
    }
    names = list(results[systems[0]].rows)
    show(f"{len(rows)} utterances, lower-cased, punctuation kept\n")
    show(
        grid(
            ("system", *names, "empty"),
            [
                (system, *(short_rate(metric) for metric in result), str(result.coverage.empty))
                for system, result in results.items()
            ],
        )
    )
    for column in SLICES:
        groups = {system: result.by(column) for system, result in results.items()}
        keys = list(groups[systems[0]])
        show(f"\nwer by {column}\n")
        show(
            grid(
                (column, "utterances", *systems),
                [
                    (
                        str(key),
                        str(groups[systems[0]][key]["wer"].utterances),
                        *(short_rate(groups[system][key]["wer"]) for system in systems),
                    )
                    for key in keys
                ],
            )
        )
    best = min(systems, key=lambda system: float(results[system]["wer"]))
    show(f"\nworst of {best}\n")
    for utterance in results[best].worst(2):
        show(f"{utterance}\n")
    for system, result in results.items():
        write(result, output / f"{system}.tsv")
    show(f"coverage: {results[best].coverage}")
    show(f"signature: {results[best].signature}")
    show(f"per-utterance files: {visible(str(output))}/")
    return 0


_NOT_SYSTEMS = {"id", "topic", "speaker", "noise", "snr_db", "duration", "reference"}


def _copy(folder: Path) -> None:
    """Copy the files of the example.

    Raises:
        InputError: one is there already.
    """
    there = [name for name in _FILES if (folder / name).exists()]
    if there:
        raise InputError(
            f"--output {folder}: {there[0]} is there already, and is not replaced; choose another folder"
        )
    for name in _FILES:
        _copied(resources.files("mondegreen.examples") / name, folder / name)
    say(f"copied {', '.join(_FILES)} to {folder}")


def _copied(source: Traversable, target: Path) -> None:
    if source.is_file():
        with written(target) as file:
            file.write(source.read_bytes())
        return
    target.mkdir()
    for each in source.iterdir():
        _copied(each, target / each.name)


def _rows() -> list[dict[str, Any]]:
    text = resources.files("mondegreen.examples").joinpath(DATA).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]
