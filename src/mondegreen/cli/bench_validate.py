"""``mondegreen bench validate``: whether what a vendor hands in can be used, and all that is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mondegreen.cli.bench_options import Config
from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import INPUT, OUTPUT
from mondegreen.cli.streams import say, show
from mondegreen.errors import InputError, MissingDependencyError, UsageError, counted, visible
from mondegreen.scoring.json_text import json_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.bench.clips import Dataset
    from mondegreen.bench.submissions.checking import Checked


@with_options()
def validate(
    *,
    source: Annotated[
        Path | None,
        typer.Argument(metavar="FOLDER", help="The folder of a submission."),
    ] = None,
    manifest: Annotated[
        Path | None,
        typer.Argument(
            metavar="[MANIFEST]",
            help="The manifest of the dataset. Default: that of bench.toml with the id that the "
            "submission names.",
        ),
    ] = None,
    config: Config = Path("bench.toml"),
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON.", rich_help_panel=OUTPUT)
    ] = False,
    schema: Annotated[
        bool,
        typer.Option(
            "--schema",
            help="Print the JSON Schema of submission.toml and of the rows, and check nothing.",
            rich_help_panel=INPUT,
        ),
    ] = False,
) -> int:
    """Check a submission: transcripts and delays that a vendor hands in.

    The folder has submission.toml, transcripts.jsonl and perhaps latency.jsonl. All faults are named in
    one run, each with file and line. The exit status is 1 if there is one.

    \b
    Examples:
      mondegreen bench validate acme-nova
      mondegreen bench validate acme-nova recordings.manifest.jsonl
      mondegreen bench validate --schema
    """  # noqa: D301 - a real backspace keeps the lines apart
    check = _checker()
    if schema:
        show(_schema())
        return 0
    if source is None:
        raise UsageError("which folder? mondegreen bench validate FOLDER")
    if not source.is_dir():
        what = "is no folder" if source.exists() else "no such folder"
        raise InputError(
            f"{visible(str(source))}: {what}, expected one with submission.toml and transcripts.jsonl"
        )
    dataset = _dataset(source, manifest, config)
    checked = check(source, dataset)
    if as_json:
        show(json_text(checked.to_json(), indent=2))
    else:
        for fault in checked.faults:
            show(str(fault))
        if checked.valid:
            show(_summary(checked, dataset))
    if dataset is None:
        say(
            "the clips were not checked, for no manifest of this dataset is known: mondegreen bench validate "
            f"{visible(str(source))} MANIFEST"
        )
    if not checked.valid:
        say(f"{visible(str(source))}: not valid: {counted(len(checked.faults), 'fault')}")
    return 0 if checked.valid else 1


def _checker() -> Callable[[Path, Dataset | None], Checked]:
    """Return what checks a submission.

    Raises:
        MissingDependencyError: without the extra ``bench``.
    """
    try:
        from mondegreen.bench.submissions.checking import check_submission  # loads pydantic
    except ImportError as error:
        if error.name != "pydantic":
            raise
        raise MissingDependencyError("pydantic", "bench", "bench validate") from error
    return check_submission


def _schema() -> str:
    from mondegreen.bench.submissions.schema import Row, Submission  # loads pydantic

    found = {each.__name__.lower(): each.model_json_schema() for each in (Submission, Row)}
    return json_text(found, indent=2)


def _summary(checked: Checked, dataset: Dataset | None) -> str:
    counts, about = checked.counts, checked.about
    if about is None:
        return ""
    one = about.system
    of = "" if checked.clips is None else f" of {counted(checked.clips, 'clip')}"
    parts = [
        f"{counts['rows']:,} rows{of}, {counts['empty']:,} empty, {counts['failed']:,} failed",
        f"seconds of {counted(counts['timed'], 'call')}",
    ]
    if checked.latency is not None:
        parts.append(f"latency pass of {counted(counts['latency_pass'], 'call')}")
    where = about.dataset if dataset is None else dataset.id
    named = f"{one.name} ({one.vendor} {one.model}, {one.mode})"
    return visible(f"valid: {named} on {where}: {'; '.join(parts)}")


def _dataset(source: Path, manifest: Path | None, config: Path) -> Dataset | None:
    """Return the dataset of a manifest, or the one of the bench that a submission names; ``None`` for none.

    Raises:
        InputError: a file cannot be read.
    """
    from mondegreen.bench.freezing import load_manifest  # reads recordings elsewhere

    if manifest is not None:
        return load_manifest(_name_of(manifest), manifest)
    return of_bench(source, config)


def _name_of(manifest: Path) -> str:
    return manifest.name.removesuffix(".jsonl").removesuffix(".manifest") or "dataset"


def of_bench(source: Path, config: Path) -> Dataset | None:
    """Return the dataset of ``bench.toml`` that a submission is of; ``None`` if it names none of them.

    Raises:
        InputError: ``bench.toml`` or a manifest cannot be read.
    """
    from mondegreen.bench.config import load_bench  # as above
    from mondegreen.bench.keeping import datasets_of  # reads manifests
    from mondegreen.bench.submissions.reading import dataset_named_in  # loads pydantic

    if not config.exists():
        return None
    digest = dataset_named_in(source).rpartition("@")[2]
    found = datasets_of(load_bench(config))
    named = [each for each in found if digest and each.sha256.startswith(digest)]
    if not named:  # of one dataset it is clear what was meant, and what is wrong is then said
        named = found if len(found) == 1 else []
    return named[0] if named else None
