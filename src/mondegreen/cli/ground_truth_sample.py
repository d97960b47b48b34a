"""``mondegreen bench ground-truth sample``: which samples to transcribe by hand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mondegreen.cli.bench_options import Config, Database
from mondegreen.cli.ground_truth_options import Name, bench_of
from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import INPUT, OUTPUT
from mondegreen.cli.streams import busy, say, show
from mondegreen.errors import counted
from mondegreen.written import written

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.bench.ground_truth.drawing import Drawn, Expected


@with_options()
def sample(
    *,
    size: Annotated[int, typer.Argument(metavar="N", min=1, help="Number of clips to draw.")],
    config: Config = Path("bench.toml"),
    db: Database = None,
    name: Name = None,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="Draw from each value of a column its share: language, licence, source, folder or "
            "duration.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="N", help="Seed of the random numbers.", rich_help_panel=INPUT)
    ] = 0,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="File to write. Default: standard output.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
) -> int:
    """Draw clips at random.

    Writes one row per clip: id, stratum, weight and recording. It also shows the width of the
    confidence interval that a rate of so many clips would have.

    \b
    Examples:
      mondegreen bench ground-truth sample 200 --by language -o drawn.tsv
      mondegreen bench ground-truth draft --only drawn.tsv
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.ground_truth.drawing import COLUMNS, draw, expected  # loads the scorer
    from mondegreen.bench.weighting import draw_record  # as above

    with bench_of(config, db, name, make=True) as (store, _, dataset):
        usable = [clip for clip in dataset.clips if not clip.reason]
        drawn = draw(usable, size, by, seed)
        with busy("scoring"):
            found = expected(store, dataset.id, drawn, len(usable), by=by)
        sizes = Counter(COLUMNS[by](clip) if by else "" for clip in usable)
        strata = {each.clip.id: each.stratum for each in drawn}
        store.ground_truth.note_draw(dataset.id, draw_record(by, seed, sizes, strata))
    rows = [("sample_id", "stratum", "weight", "audio_path")]
    rows += [(each.clip.id, each.stratum, f"{each.weight:.4g}", each.clip.audio) for each in drawn]
    text = "\n".join("\t".join(part.replace("\t", " ") for part in row) for row in rows)
    if output is None:
        show(text)
    else:
        with written(output, text=True) as file:
            file.write(f"{text}\n")
        say(f"wrote {output}")
    _tell(drawn, len(usable), found, sizes if by else {})
    return 0


def _tell(
    drawn: Sequence[Drawn], total: int, found: Expected | None, strata: Mapping[str, int]
) -> None:
    say(f"{counted(len(drawn), 'sample')} of {total:,}")
    if strata:
        sizes = Counter(each.stratum for each in drawn)
        say(", ".join(f"{name or '(none)'}: {sizes[name]:,}" for name in sorted(strata)))
        for name in sorted(strata):
            if not sizes[name]:
                say(
                    f"nothing was drawn of {name or '(none)'} ({counted(strata[name], 'clip')}), so no rate "
                    "will stand for the whole; draw more samples"
                )
    if found is None:
        say(
            "the interval to expect is not known: it takes ten samples that were drawn, and ten with "
            "references or with transcripts of two systems"
        )
        return
    low, high = max(found.rate - found.half, 0), found.rate + found.half
    say(
        f"a word error rate of {100 * found.rate:.2f} % would have an interval of about "
        f"{100 * low:.2f} to {100 * high:.2f} % ({100 * found.level:g} %); from {found.source}, "
        f"{counted(found.clips, 'sample')}"
    )
