"""What keeps systems from standing in one table: figures that were not made in the same way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mondegreen.bench.calls import CONDITIONS
from mondegreen.bench.judge_passes import SEMANTIC
from mondegreen.bench.observed import AT
from mondegreen.bench.weighting import Weighting
from mondegreen.errors import UsageError, counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.bench.calls import Calls
    from mondegreen.bench.standing import Standing
    from mondegreen.store import Store

__all__ = [
    "DELAY",
    "SEMANTIC_WER",
    "WITHOUT",
    "refuse_mixed_conditions",
    "refuse_mixed_judges",
    "refuse_mixed_scores",
    "refuse_partial",
    "refuse_weighted",
]

DELAY: Final = "delay"
SEMANTIC_WER: Final = SEMANTIC
WITHOUT: Final = (DELAY, SEMANTIC_WER)
"""Columns that a leaderboard can be made without."""


def refuse_mixed_scores(standings: Sequence[Standing]) -> None:
    """Refuse systems whose rates were made in different ways.

    Raises:
        UsageError: two signatures differ.
    """
    first = standings[0]
    for each in standings[1:]:
        if each.metric.signature != first.metric.signature:
            raise UsageError(
                f"{first.system} and {each.system} cannot be in one leaderboard, since they were scored "
                f"in different ways: {first.metric.signature} and {each.metric.signature}"
            )


def refuse_partial(standings: Sequence[Standing]) -> None:
    """Refuse a leaderboard in which what is missing or failed is no error.

    Raises:
        UsageError: a system has missing or failed clips that count as nothing.
    """
    for each in standings:
        coverage = each.coverage
        gone = coverage.missing + coverage.failed
        if gone and coverage.policy != "deletions":
            raise UsageError(
                f"{each.system}: {counted(gone, 'clip')} missing or failed, and missing="
                f"{coverage.policy!r} leaves them out; in a leaderboard they count as deletions, or "
                "a system could be better for not answering: --missing deletions"
            )


def refuse_weighted(standings: Sequence[Standing]) -> None:
    """Refuse a leaderboard of clips that were drawn by stratum: its ranks and tests have no weights.

    Raises:
        UsageError: the clips of the dataset that are scored are such a sample.
    """
    weighting = standings[0].weighting
    if isinstance(weighting, Weighting):
        raise UsageError(
            f"{standings[0].dataset}: its rates are weighted by {weighting.by}, since its references are "
            "those of a sample, and the ranks of a leaderboard are not weighted; for the rates: mondegreen "
            "bench report"
        )


def refuse_mixed_conditions(calls: Mapping[str, Calls]) -> None:
    """Refuse times that were measured under different conditions.

    Times of live systems stand in columns of their own, so they are compared among themselves.

    Raises:
        UsageError: with the condition, and which systems have which value.
    """
    for live in (False, True):
        _refuse_conditions({name: each for name, each in calls.items() if each.live is live})


def _refuse_conditions(calls: Mapping[str, Calls]) -> None:
    timed = {
        name: each
        for name, each in calls.items()
        if each.live or each.seconds.percentiles or each.ttfs
    }
    for condition, about in CONDITIONS.items():
        values = {name: each.conditions.get(condition, ()) for name, each in timed.items()}
        if len({value for found in values.values() for value in found}) < 2:  # noqa: PLR2004
            continue
        said = "; ".join(
            f"{name}: {' and '.join(value or 'not recorded' for value in found)}"
            for name, found in values.items()
        )
        raise UsageError(
            f"the times were measured under different conditions, so they cannot be in one "
            f"leaderboard. {about} ({condition}): {said}. Measure all in one way (mondegreen bench run "
            f"--latency-pass), choose systems with --systems, or leave the times out: --without {DELAY}"
        )


def refuse_mixed_judges(store: Store, standings: Sequence[Standing]) -> None:
    """Refuse semantic rates by different judges or prompts, or against different references.

    Evaluations that are not there at all are no such reason; their systems have no semantic rate.

    Raises:
        UsageError: with the judges, or the versions, by system.
    """
    seen = [each for each in standings if each.semantic is not None]
    if not seen:
        return
    columns = ("result_id", "ground_truth_version", "signature", "judge", "prompt_hash")
    newest: set[int] = set()
    current: dict[int, set[tuple[str, str, str]]] = {}
    wanted: dict[int, int] = {}
    for each in seen:
        if each.observed is not None:
            pairs = zip(each.observed.rows, each.observed.versions, strict=True)
            wanted |= {row[AT["id"]]: version for row, version in pairs if row is not None}
    rows = [tuple(row) for row in store.evaluations.newest(seen[0].dataset, SEMANTIC, columns)]
    for number, version, signature, judge, prompt in rows:
        newest.add(number)
        if wanted.get(number) == version:
            way = str(signature or ""), str(judge or ""), str(prompt or "")
            current.setdefault(number, set()).add(way)
    _refuse_judges(seen, current)
    for each in seen:
        observations = each.observed.rows if each.observed is not None else []
        old = [
            row[AT["id"]]
            for row in observations
            if row is not None and row[AT["id"]] not in current and row[AT["id"]] in newest
        ]
        if old:
            raise UsageError(
                f"{SEMANTIC} of {each.system} was judged against earlier references in "
                f"{counted(len(old), 'clip')}; judge them again: mondegreen bench score -m {SEMANTIC}, "
                f"or leave the rate out: --without {SEMANTIC}"
            )


def _refuse_judges(
    seen: Sequence[Standing], current: Mapping[int, set[tuple[str, str, str]]]
) -> None:
    """Refuse where no single way to judge has all that is judged."""
    ways: dict[str, set[tuple[str, str, str]]] = {}
    common: set[tuple[str, str, str]] | None = None
    for each in seen:
        rows = each.observed.rows if each.observed is not None else []
        found = [current[row[AT["id"]]] for row in rows if row and row[AT["id"]] in current]
        if found:
            ways[each.system] = set.union(*found)
            shared = set.intersection(*found)
            common = shared if common is None else common & shared
    if common is None or common:
        return
    said = "; ".join(
        f"{name}: {' and '.join(sorted(map(_way, found)))}" for name, found in ways.items()
    )
    raise UsageError(
        f"{SEMANTIC} was not judged in one way, so its rates cannot be in one leaderboard. {said}. "
        f"Judge all with one judge and prompt: mondegreen bench score -m {SEMANTIC}, choose systems with "
        f"--systems, or leave the rate out: --without {SEMANTIC}"
    )


def _way(way: tuple[str, str, str]) -> str:
    signature, judge, prompt = way
    return f"{judge or 'no judge'} (prompt {prompt[:12] or 'not known'}, {signature})"
