"""``bench report --html``: the standings of a bench as one page, with the tests of the leaderboard."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from mondegreen.bench.clips import Dataset
from mondegreen.bench.mixing import refuse_mixed_scores, refuse_partial
from mondegreen.bench.ranking import Ranking, ranking_of
from mondegreen.bench.weighting import Weighting
from mondegreen.errors import MondegreenError, PairingError, SignatureMismatchError, counted
from mondegreen.report.bench import headline, notes_of, overview, table_of
from mondegreen.report.document import render_report
from mondegreen.report.number_format import NONE
from mondegreen.report.pages import Origin, facts_of, front, page
from mondegreen.report.part import Part
from mondegreen.report.ranks import matrix_of, pairs_part, ranks_part
from mondegreen.scoring.concatenating import concatenate

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

    The whole report of the systems follows, as of `mondegreen.write_report`; of several datasets, their
    clips are one list, with the dataset as a column. Everything in it is escaped, and it loads nothing.

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
    signatures = list(dict.fromkeys(each.metric.signature for each in standings))
    try:
        results = _results(standings)
        if results and len(datasets) == 1:
            return render_report(results, title=title, origin=origin, opening=shown)
        if results:
            return render_report(
                results,
                by=[_COLUMN],
                title=title,
                origin=origin,
                opening=shown,
                about=_POOLED,
                named=("clip", "clips"),
                signatures=signatures,
            )
    except (PairingError, SignatureMismatchError):
        pass  # what cannot be put side by side is still in the tables
    content = {"front": shown, "facts": facts_of(systems, origin, signatures)}
    return page(title, content, scripts=[])


_COLUMN: Final = "dataset"
_POOLED: Final = (
    "The clips of all datasets in one list; the filter chooses a dataset. The rates below are pooled over "
    "the datasets. Those above are per dataset, and no test pools them."
)


def _results(standings: Sequence[Standing]) -> dict[str, Result]:
    """Return the results whose rates may be shown, of each system as one.

    Raises:
        SignatureMismatchError: a system was scored in several ways.
    """
    parts: dict[str, dict[str, Result]] = {}
    for each in standings:
        if each.result is not None and not each.withheld:
            parts.setdefault(each.system, {})[each.dataset] = each.result
    several = len({each.dataset for each in standings}) > 1
    return {
        name: _joined(of_system) if several else next(iter(of_system.values()))
        for name, of_system in parts.items()
    }


def _joined(parts: Mapping[str, Result]) -> Result:
    """Return one result of several datasets; an id has the dataset before it."""
    first, *others = dict.fromkeys(result.signature for result in parts.values())
    if others:
        raise SignatureMismatchError(first, others[0])
    shared = set.intersection(*({*result.metadata} for result in parts.values())) - {_COLUMN}
    return concatenate(
        [
            replace(
                result,
                ids=[f"{dataset} {result.id(row)}" for row in range(len(result))],
                metadata={
                    _COLUMN: [dataset] * len(result),
                    **{name: result.metadata[name] for name in sorted(shared)},
                },
            )
            for dataset, result in parts.items()
        ]
    )


def _parts(
    standings: Sequence[Standing],
    gone: Sequence[Absent],
    datasets: Sequence[str],
    intervals: Mapping[str, Any],
    known: Mapping[str, Dataset],
) -> Iterator[tuple[Part, list[dict[str, Any]]]]:
    by_dataset = {
        dataset: [each for each in standings if each.dataset == dataset] for dataset in datasets
    }
    rankings = {
        dataset: _ranking(
            here, known.get(dataset) or Dataset(dataset.partition("@")[0], []), intervals
        )
        for dataset, here in by_dataset.items()
    }
    one_signature = len({each.metric.signature for each in standings}) == 1
    if len(datasets) > 1:
        header, rows = overview(standings, datasets)
        note = "unweighted average of the datasets; nothing is pooled across them"
        yield Part("all datasets", header, rows, [note]), []
        yield _all_ranks([row[0] for row in rows], rankings), []
    for dataset, here in by_dataset.items():
        others = [each for each in gone if each.dataset == dataset]
        header, rows = table_of(here, others, "table")
        points = [_point(each) for each in here] + [_NOTHING] * len(others)
        notes = notes_of(here, others, header)
        if one_signature:  # the head of the page has it
            notes = [note for note in notes if not note.startswith("signature: ")]
        yield Part(headline(dataset, here), header, rows, notes), points
        for part in _ranked(here, rankings[dataset]):
            yield part._replace(title=f"{dataset}: {part.title}"), []


def _all_ranks(systems: Sequence[str], rankings: Mapping[str, Ranking | str | None]) -> Part:
    """Return the ranks of all datasets next to each other."""
    best = [
        {name: str(rank.rank) for name, rank in found.ranks.items()}
        if isinstance(found, Ranking)
        else {}
        for found in rankings.values()
    ]
    rows = [[name, *(ranks.get(name, NONE) for ranks in best)] for name in systems]
    note = "rank in each dataset: one more than the systems that are significantly better there"
    return Part("ranks of all datasets", ["system", *rankings], rows, [note])


_NOTHING: Final[dict[str, Any]] = {"value": None, "interval": None}


def _point(each: Standing) -> dict[str, Any]:
    interval = each.metric.interval
    there = interval is not None and interval.low is not None and interval.high is not None
    ends = {"low": interval.low, "high": interval.high} if interval and there else None
    return {"value": None if each.withheld else each.rate, "interval": ends}


def _ranking(
    here: Sequence[Standing], dataset: Dataset, intervals: Mapping[str, Any]
) -> Ranking | str | None:
    """Return the ranks of one dataset as the leaderboard has them, or why there are none."""
    here = _shown(here)
    if here and isinstance(here[0].weighting, Weighting):
        return f"no test is weighted by {here[0].weighting.by}"
    if len(here) < 2:  # noqa: PLR2004 - a comparison takes two
        return None
    chosen = {name: value for name, value in intervals.items() if name in _DRAWING}
    try:
        refuse_mixed_scores(here)
        refuse_partial(here)
        return ranking_of(dataset, here, **chosen)
    except MondegreenError as error:
        return str(error)


def _shown(here: Sequence[Standing]) -> list[Standing]:
    return [each for each in here if each.result is not None and not each.withheld]


def _ranked(here: Sequence[Standing], found: Ranking | str | None) -> list[Part]:
    """Return the tables of ranks and tests of one dataset."""
    if found is None:
        return []
    if isinstance(found, str):
        return [Part("differences", [], [], [f"not compared: {found}"])]
    names = [each.system for each in _shown(here)]
    tested = [matrix_of(names, found.pairs), pairs_part(found.pairs, found.choices.level)]
    return [ranks_part(found, names), *tested]
