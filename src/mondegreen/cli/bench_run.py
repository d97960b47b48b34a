"""``mondegreen bench run``: recordings go to recognisers, and each answer is stored at once."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from mondegreen.cli.bench_options import Config, Database, Names, opened
from mondegreen.cli.groups import with_options
from mondegreen.cli.panels import GATES, INPUT
from mondegreen.cli.streams import busy, far, say
from mondegreen.errors import UsageError, counted, typed, visible

if TYPE_CHECKING:
    from mondegreen.bench.running import Run

_EVERY: Final = 10.0  # seconds between two lines where there is no terminal
_SIGNALLED: Final = 128


@with_options()
def run(
    *,
    config: Config = Path("bench.toml"),
    db: Database = None,
    systems: Names = None,
    limit: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Only the first N recordings of each dataset.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    repeats: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            help="Transcribe each recording N times.",
            rich_help_panel=INPUT,
        ),
    ] = 1,
    retry_failed: Annotated[
        bool,
        typer.Option(
            "--retry-failed",
            help="Retry what failed before. The failure stays in the store.",
            rich_help_panel=INPUT,
        ),
    ] = False,
    budget: Annotated[
        str | None,
        typer.Option(
            metavar="USD",
            help="Budget of this run in USD, by list prices. A recording is not sent if it could exceed "
            "what is left.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    env_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="File with API keys, one NAME=VALUE per line; the environment has priority. "
            "Default: env_file of the bench.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    latency_pass: Annotated[
        bool,
        typer.Option(
            "--latency-pass",
            help="Measure speed instead: one call at a time, after a warm-up call per system. It costs as "
            "much as another run.",
            rich_help_panel=INPUT,
        ),
    ] = False,
    client_region: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Region of this machine, such as eu-central-1; stored with each call.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    finalize_after: Annotated[
        float | None,
        typer.Option(
            metavar="MS",
            min=0,
            help="Milliseconds after the end of speech at which live systems are asked for their final text; "
            "the system is then called NAME[forced@0ms]. Default: they end the turns themselves.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    fail_on_error: Annotated[
        bool,
        typer.Option(
            "--fail-on-error",
            help="Exit with status 1 if anything failed or was skipped. Default: only if nothing was "
            "transcribed.",
            rich_help_panel=GATES,
        ),
    ] = False,
) -> int:
    """Transcribe the datasets of a bench with its systems.

    What is stored is not transcribed again, so the same command continues after an interruption.
    Several runs can share a database.

    \b
    Examples:
      mondegreen bench run
      mondegreen bench run --systems pocketsphinx:en-us --limit 20
      mondegreen bench run --retry-failed
      mondegreen bench run --latency-pass --client-region eu-central-1
      mondegreen bench run --systems pocketsphinx-live:en-us --finalize-after 0
    """  # noqa: D301 - a real backspace keeps the lines apart
    from mondegreen.bench.config import load_bench, refuse_keys  # reads TOML
    from mondegreen.bench.keeping import datasets_of  # reads manifests
    from mondegreen.bench.running import Run  # loads providers

    refuse_keys("--client-region", client_region or "")
    bench = load_bench(config)
    chosen = bench.chosen(systems)
    if finalize_after is not None:
        from mondegreen.bench.policies import finalized  # seldom needed

        chosen, lines = finalized(chosen, finalize_after)
        for line in lines:
            say(line)
    from mondegreen.bench.policies import asked_late, not_listened  # small

    datasets = datasets_of(bench)
    where = "" if str(config) == "bench.toml" else f" --config {typed(str(config))}"
    command = f"mondegreen bench speech-ends{where}"
    for line in asked_late(datasets, chosen, command):
        say(line)
    with bench.keys(env_file), opened(bench, db, make=True) as store, busy("transcribing"):
        if store.read_only:
            raise UsageError(
                f"{store.where} may only be read, so nothing can be kept in it; allow writing, or name another (--db)"
            )
        refuse_keys("--client-region", client_region or "")  # with the keys of the file
        one = Run(
            store,
            datasets,
            chosen,
            repeats=repeats,
            limit=limit,
            retry_failed=retry_failed,
            budget=dollars(budget),
            latency_pass=latency_pass,
            client_region=client_region or "",
            say=say,
            moved=_Progress(),
        )
        one.perform()
        where = store.where
        more = not_listened(datasets, chosen, command)
    status = _summary(one, where, fail=fail_on_error)
    for line in more:
        say(line)
    return status


def dollars(text: str | None) -> Decimal | None:
    """Return the budget that was typed.

    Raises:
        UsageError: it is no amount of money.
    """
    if text is None:
        return None
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal(-1)
    if not value.is_finite() or value < 0:
        raise UsageError(f"--budget {text}: expected US dollars, such as 2.50")
    return value


def _summary(one: Run, where: str, *, fail: bool) -> int:
    for why in one.skipped.values():
        say(why)
    for name, counts in one.counts.items():
        done = "timed" if one.latency_pass else "transcribed"
        line = f"{name}: {counted(counts.done - counts.failed, 'recording')} {done}"
        if not counts.total:
            line = f"{name}: nothing is left to transcribe"
        line += f", {counts.failed:,} failed" if counts.failed else ""
        line += f", {counts.empty:,} empty" if counts.empty else ""
        line += f", {counts.money:.4f} USD by list price" if counts.money is not None else ""
        if counts.failed_before:
            before = " before" if counts.total else ""
            line += f", {counts.failed_before:,} failed{before}: add --retry-failed"
        rest = counts.total - counts.done
        line += f", {rest:,} not sent" if rest else ""
        say(line)
        if counts.first_failure:
            why = visible(" ".join(counts.first_failure.split()))
            say(f"{name}: first failure: {why}; more: mondegreen bench status")
    if one.elsewhere:
        say(
            f"{counted(one.elsewhere, 'recording')} left to another run that is in progress; see mondegreen bench status"
        )
    if one.counts:
        say(f"results are stored in {where}")
    if one.stopped:
        say("stopped; the same command continues")
        return _SIGNALLED + one.stopped
    if one.in_vain:
        done = "timed" if one.latency_pass else "transcribed"
        say(f"no recording was {done} by any system; the lines above say why")
        return 1
    odd = one.skipped or any(each.failed or each.reason for each in one.counts.values())
    return int(bool(odd) and fail)


class _Progress:
    """Shows how far each system is: next to what goes on, else a line every ten seconds."""

    def __init__(self) -> None:
        self._said = monotonic()

    def __call__(self, run: Any) -> None:
        shown = [
            f"{name} {counts.progress()}"
            for name, counts in run.counts.items()
            if counts.total and counts.done
        ]
        if not far("; ".join(shown)) and monotonic() - self._said > _EVERY:
            self._said = monotonic()
            for line in shown:
                say(line)
