"""``bench report --html``: the standings of a bench as one page, with the tests of the leaderboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.clips import Dataset
from mondegreen.bench.mixing import refuse_mixed_scores, refuse_partial
from mondegreen.bench.ranking import ranking_of
from mondegreen.bench.weighting import Weighting
from mondegreen.errors import MondegreenError, PairingError, SignatureMismatchError, counted
from mondegreen.report.bench import headline, notes_of, overview, table_of
from mondegreen.report.document import render_report
from mondegreen.report.pages import Origin, facts_of, front, page
from mondegreen.report.part import Part
from mondegreen.report.ranks import matrix_of, pairs_part, ranks_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mondegreen.bench.absent import Absent
    from mondegreen.bench.standing import Standing
    from mondegreen.scoring.result import Result

__all__ = ["render"]

_DRAWING: Final = ("level", "resamples", "seed", "cluster")


def render(
    standings: Sequence[Standing],
    gone: Sequence[Absent] = (),
    intervals: Mapping[str, Any] | None = None,
    frozen: Sequence[Dataset] = (),
) -> str:
    """Return the page: per dataset the table of the systems, then ranks and tests as on the leaderboard.

    Of one dataset the whole report of the systems follows, as of `mondegreen.write_report`. Everything
    in it is escaped, and it loads nothing.

    Args:
        standings: of systems, the best first.
        gone: systems of which nothing is stored.
        intervals: options of drawing, for the tests too.
        frozen: the datasets, which say which clips are drawn together; without one its clips are drawn.

    Raises:
        MissingDependencyError: jinja2 is not installed.
    """
    datasets = list(dict.fromkeys(each.dataset for each in standings))
    systems = list(
        dict.fromkeys([each.system for each in standings] + [each.system for each in gone])
    )
    where = datasets[0] if len(datasets) == 1 else counted(len(datasets), "dataset")
    known = {each.id: each for each in frozen}
    shown = [
        front(part, bars, begins_with_name=part.title.startswith(tuple(datasets)))
        for part, bars in _parts(standings, gone, datasets, intervals or {}, known)
    ]
    title = f"{counted(len(systems), 'system')} on {where}"
    origin = Origin(dataset=", ".join(datasets))
    results = _results(standings) if len(datasets) == 1 else {}
    if results:
        try:
            return render_report(results, title=title, origin=origin, opening=shown)
        except (PairingError, SignatureMismatchError):
            pass  # what cannot be put side by side is still in the tables
    signatures = dict.fromkeys(each.metric.signature for each in standings)
    content = {"front": shown, "facts": facts_of(systems, origin, signatures)}
    return page(title, content, scripts=[])


def _results(standings: Sequence[Standing]) -> dict[str, Result]:
    """Return the results whose rates may be shown."""
    found = {each.system: each.result for each in standings if not each.withheld}
    return {name: result for name, result in found.items() if result is not None}


def _parts(
    standings: Sequence[Standing],
    gone: Sequence[Absent],
    datasets: Sequence[str],
    intervals: Mapping[str, Any],
    known: Mapping[str, Dataset],
) -> Iterator[tuple[Part, list[dict[str, Any]]]]:
    if len(datasets) > 1:
        header, rows = overview(standings, datasets)
        note = "unweighted average of the datasets; nothing is pooled across them"
        yield Part("all datasets", header, rows, [note]), []
    for dataset in datasets:
        here = [each for each in standings if each.dataset == dataset]
        others = [each for each in gone if each.dataset == dataset]
        header, rows = table_of(here, others, "table")
        points = [_point(each) for each in here] + [_NOTHING] * len(others)
        yield Part(headline(dataset, here), header, rows, notes_of(here, others, header)), points
        frozen = known.get(dataset) or Dataset(dataset.partition("@")[0], [])
        for part in _ranked(here, frozen, intervals):
            yield part._replace(title=f"{dataset}: {part.title}"), []


_NOTHING: Final[dict[str, Any]] = {"value": None, "interval": None}


def _point(each: Standing) -> dict[str, Any]:
    interval = each.metric.interval
    there = interval is not None and interval.low is not None and interval.high is not None
    ends = {"low": interval.low, "high": interval.high} if interval and there else None
    return {"value": None if each.withheld else each.rate, "interval": ends}


def _ranked(here: Sequence[Standing], dataset: Dataset, intervals: Mapping[str, Any]) -> list[Part]:
    """Return ranks and tests of one dataset as the leaderboard has them; why there are none, if so."""
    here = [each for each in here if each.result is not None and not each.withheld]
    if here and isinstance(here[0].weighting, Weighting):
        by = here[0].weighting.by
        return [Part("differences", [], [], [f"not compared: no test is weighted by {by}"])]
    if len(here) < 2:  # noqa: PLR2004 - a comparison takes two
        return []
    chosen = {name: value for name, value in intervals.items() if name in _DRAWING}
    try:
        refuse_mixed_scores(here)
        refuse_partial(here)
        found = ranking_of(dataset, here, **chosen)
    except MondegreenError as error:
        return [Part("differences", [], [], [f"not compared: {error}"])]
    names = [each.system for each in here]
    tested = [matrix_of(names, found.pairs), pairs_part(found.pairs, found.choices.level)]
    return [ranks_part(found, names), *tested]
