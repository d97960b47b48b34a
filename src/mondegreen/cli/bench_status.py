"""``mondegreen bench status``: what is stored, what failed and why, what it cost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mondegreen.cli.bench_options import Config, Database, opened
from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import OUTPUT
from mondegreen.cli.streams import show
from mondegreen.errors import visible
from mondegreen.scoring.json_text import json_text

if TYPE_CHECKING:
    from mondegreen.bench.status import SystemStatus

_MOST_REASONS = 5


@with_options()
def status(
    *,
    config: Config = Path("bench.toml"),
    db: Database = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON.", rich_help_panel=OUTPUT)
    ] = False,
) -> int:
    """Show what is stored per system.

    Transcripts, failures with their reasons, and cost.

    \b
    Examples:
      mondegreen bench status
      mondegreen bench status --db mondegreen_data/results.db --json
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.config import load_bench  # reads TOML
    from mondegreen.bench.status import status_of  # loads SQLAlchemy

    bench = load_bench(config)
    with bench.keys(needed=False), opened(bench, db) as store:
        found = status_of(store, bench)
    if as_json:
        show(json_text([one.to_json() for one in found], indent=2))
        return 0
    dataset = ""
    for one in found:
        if one.dataset != dataset:
            dataset = one.dataset
            show(visible(dataset))
        show(visible(f"  {_line(one)}"))
        for (kind, reason), count in one.failed.most_common(_MOST_REASONS):
            show(visible(f"    {count:,} failed ({kind}): {reason}"))
        if len(one.failed) > _MOST_REASONS:
            show(f"    and {len(one.failed) - _MOST_REASONS:,} other reasons (--json has all)")
    if not found:
        show("nothing was transcribed yet: mondegreen bench run")
    return 0


def _line(one: SystemStatus) -> str:
    failed = sum(one.failed.values())
    parts = [f"{one.ok:,} of {one.total:,} transcribed"]
    parts += [f"{one.empty:,} of them empty"] * bool(one.empty)
    parts += [f"{failed:,} failed"] * bool(failed)
    parts += [f"{one.missing:,} missing"] * bool(one.missing)
    if one.reason:
        parts.append(one.reason)
    elif one.money is not None:
        parts.append(f"{one.money:.4f} USD")
    elif one.core_seconds is not None:
        parts.append(f"{one.core_seconds / 3600:,.4f} core-hours")
    else:
        parts.append("cost not known")
    if one.peak_ram_bytes is not None:
        parts.append(f"peak RAM {one.peak_ram_bytes / 2**20:,.0f} MiB")
    if one.timed:
        money = "" if one.timed_money is None else f" for {one.timed_money:.4f} USD"
        parts.append(f"latency pass of {one.timed:,}{money}")
    return f"{one.system}: {', '.join(parts)}"
