"""``mondegreen bench speech-ends``: when the speech of each clip ends, for delays to be fair."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mondegreen.cli.bench_options import Config, Database, replace_clips
from mondegreen.cli.ground_truth_options import Name, dataset_named
from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import INPUT
from mondegreen.cli.streams import busy, say
from mondegreen.errors import UsageError, counted


@with_options()
def speech_ends(
    *,
    config: Config = Path("bench.toml"),
    db: Database = None,
    name: Name = None,
    detector: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Detector: silero (comes with faster-whisper) or energy. Default: silero if it is installed.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="Read the ends from a .jsonl, .csv or .tsv file with sample_id and speech_end_ms.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    again: Annotated[
        bool,
        typer.Option(
            "--again", help="Detect again in clips that have an end.", rich_help_panel=INPUT
        ),
    ] = False,
) -> int:
    """Detect when the speech in each clip ends.

    It is done once per clip and written to the manifest. The delay of live systems is measured from
    there. A clip without speech has no delay.

    \b
    Examples:
      mondegreen bench speech-ends
      mondegreen bench speech-ends --detector energy --again
      mondegreen bench speech-ends --from ends.csv
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.config import load_bench  # reads TOML
    from mondegreen.bench.keeping import datasets_of  # reads manifests
    from mondegreen.bench.speech_ends import detector as detector_named  # reads recordings
    from mondegreen.bench.speech_ends import ends_in, with_ends, with_given  # as above

    if source is not None and (detector is not None or again):
        raise UsageError("--from has the ends already; leave out --detector and --again")
    bench = load_bench(config)
    dataset = dataset_named(datasets_of(bench), name)
    if source is not None:
        clips = with_given(dataset.clips, ends_in(source))
        found_by = str(source)
    else:
        found_by, find = detector_named(detector)
        with busy("listening"):
            clips = with_ends(dataset.clips, found_by, find, again=again, say=say)
    changed, manifest = replace_clips(bench, db, dataset, clips)
    known = [clip for clip in clips if clip.speech_end_ms is not None]
    none = sum(bool(clip.speech_end_detector) and clip.speech_end_ms is None for clip in clips)
    line = f"{counted(changed, 'clip')} changed by {found_by}; {counted(len(known), 'speech end')}"
    say(f"{line}, {none:,} without speech, in {manifest}")
    return 0
