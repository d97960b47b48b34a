"""``mondegreen bench init``: a folder of recordings becomes a frozen dataset."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mondegreen.cli.bench_options import Config
from mondegreen.cli.completion import completing
from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import INPUT, OUTPUT
from mondegreen.cli.streams import busy, say
from mondegreen.errors import UsageError, counted, typed, visible
from mondegreen.scoring.options import Options

if TYPE_CHECKING:
    from mondegreen.bench.clips import Dataset

_DEFAULT = "pocketsphinx:en-us"


@with_options("format", "encoding", "reference_column", "id_column", "metrics")
def init(
    *,
    source: Annotated[
        Path,
        typer.Argument(
            metavar="SOURCE",
            help="Folder of recordings, each with a .txt next to it; or a manifest.",
        ),
    ],
    config: Config = Path("bench.toml"),
    name: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Name of the dataset. Default: the name of the source.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    language: Annotated[
        str,
        typer.Option(
            metavar="CODE",
            help="Language of clips without one, such as en or de-AT.",
            rich_help_panel=INPUT,
        ),
    ] = "en",
    licence: Annotated[
        str,
        typer.Option(metavar="TEXT", help="Licence of the recordings.", rich_help_panel=INPUT),
    ] = "",
    origin: Annotated[
        str,
        typer.Option(
            metavar="TEXT",
            help="Source of the recordings, for the manifest.",
            rich_help_panel=INPUT,
        ),
    ] = "",
    systems: Annotated[
        str | None,
        typer.Option(
            metavar="PROVIDER:MODEL,...",
            autocompletion=completing("providers"),
            help="Systems to compare; they are added to an existing file. Default, for a new "
            f"file: {_DEFAULT}.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    judge: Annotated[
        str,
        typer.Option(
            metavar="MODEL", help="Model that judges: PROVIDER:MODEL.", rich_help_panel=INPUT
        ),
    ] = "",
    options: Options,
) -> int:
    """Freeze a dataset of recordings and references.

    It writes bench.toml, and a manifest with a sha256 per clip.

    The id of the dataset is its name and a digest of ids and recordings: if one changes, the id does.
    Run it again for another dataset or more systems: they are added to the file.

    \b
    Examples:
      mondegreen bench init recordings/
      mondegreen bench init test.tsv --name calls --language de
      mondegreen bench init recordings/ --systems pocketsphinx:en-us
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.bench_toml import write_bench  # loads tomlkit
    from mondegreen.bench.clips import lasting  # small
    from mondegreen.bench.config import refuse_keys  # reads TOML
    from mondegreen.bench.freezing import (  # reads recordings
        freeze,
        keep_what_is_known,
        write_manifest,
    )
    from mondegreen.bench.sources import clips_of  # as above
    from mondegreen.scoring.language import check_language  # seldom needed

    for kept in (str(source), name, language, licence, origin, systems, judge):
        refuse_keys(f"bench init {kept}", kept or "")
    check_language(language)
    named = name or source.name.partition(".")[0] or source.resolve().name
    if not named.replace("-", "").replace("_", "").replace(".", "").isalnum():
        raise UsageError(f"--name {named}: expected letters, digits and - _ .")
    manifest = config.parent / f"{named}.manifest.jsonl"
    if not config.parent.is_dir():
        raise UsageError(f"--config {config}: there is no folder {config.parent}; make it first")
    if manifest.resolve() == source.resolve():
        raise UsageError(f"{manifest}: is the source, and would be lost; give another --name")
    listed = _systems(config, systems)
    if config.exists():
        _unchanged(config, options, judge)
    with busy("reading recordings"):
        clips = clips_of(source, options, config.parent / f"{named}.clips")
        dataset = freeze(
            *(named, clips), language=language, licence=licence, source=origin, say=say
        )
    dataset = keep_what_is_known(dataset, manifest, say)
    metrics = tuple(options.metrics or ("wer",))
    write_bench(
        *(config, (named, dataset.id, manifest.name), listed, metrics, judge),
        first=partial(write_manifest, dataset, manifest),
    )
    usable = [clip for clip in dataset.clips if not clip.reason]
    length = lasting(sum(clip.duration or 0.0 for clip in usable))
    say(f"{dataset.id}: {counted(len(usable), 'recording')}, {length}, in {manifest}")
    for line in _not_listened(config, dataset):
        say(line)
    say(f"next: mondegreen bench run{_of(config)}")
    return 0


def _systems(config: Path, given: str | None) -> tuple[str, ...]:
    """Return the systems that were typed; the usual one for a new file without any.

    Raises:
        UsageError: no provider has such a name, or it takes no such model.
    """
    from mondegreen.bench.config import System, load_bench  # reads TOML

    there = load_bench(config).systems if config.exists() else {}
    if given is None:
        return () if config.exists() else (_DEFAULT,)
    found = tuple(dict.fromkeys(each.strip() for each in given.split(",") if each.strip()))
    if not found:
        raise UsageError(f"--systems {given!r}: expected PROVIDER:MODEL, such as {_DEFAULT}")
    for each in found:
        if each not in there:
            System(each, each, where=f"--systems {visible(each)}").make()
    return found


def _unchanged(config: Path, options: Options, judge: str) -> None:
    """Refuse what a file that is there would have to be changed for.

    Raises:
        UsageError: metrics or a judge that differ from its own.
    """
    from mondegreen.bench.config import load_bench  # reads TOML

    bench, metrics = load_bench(config), [*(options.metrics or ())]
    if metrics and bench.score.get("metrics") != metrics:
        line = f"metrics = {json.dumps(metrics)} in [score]"
    elif judge and bench.judge.get("model") != judge:
        line = f"model = {json.dumps(judge)} in [judge]"
    else:
        return
    raise UsageError(f"{visible(str(config))} is there already; write {line} of it by hand")


def _not_listened(config: Path, dataset: Dataset) -> list[str]:
    """Return what finds the ends of speech, if there is a live system and they are not known."""
    from mondegreen.bench.config import load_bench  # reads TOML
    from mondegreen.bench.policies import not_listened  # small

    bench = load_bench(config)
    name = f" --name {dataset.name}" if len(bench.datasets) > 1 else ""
    command = f"mondegreen bench speech-ends{name}{_of(config)}"
    try:
        return not_listened([dataset], bench.systems.values(), command)
    except UsageError:  # another system of the file cannot be used; a run says so
        return []


def _of(config: Path) -> str:
    return "" if str(config) == "bench.toml" else f" --config {typed(str(config))}"
