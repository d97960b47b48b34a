"""What a comparison says although not all was judged holds whatever the judge would have said.

Small systems of which some rows are open are compared once; then every way to fill these rows in is
compared by itself. Where the first says something, all others say the same.
"""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

import mondegreen as mg
from mondegreen.judges.metric import JudgedMetric, Judgement
from mondegreen.metrics import METRICS
from mondegreen.metrics.base import ratio

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mondegreen.judges.asker import Asker
    from mondegreen.judges.pair import Pair

Row = tuple[int | None, int]  # errors, or None where nobody judged; and how many they may be


class Scripted(JudgedMetric):
    """Errors as the hypothesis has them: ``2/3`` are 2 of at most 3, ``?/3`` are not judged."""

    name = "scripted"
    statistics = ("errors", "words", "unjudged")
    open_statistics = ("open_errors", "open_words")
    protocols: ClassVar[Mapping[str, str]] = {"script": ""}

    def fill(self, counts: list[Any], bound: Sequence[Any], *, worst: bool) -> None:
        counts[0] = counts[0] + (bound[0] if worst else 0)
        counts[1] = counts[1] + bound[1]

    def value(self, totals: Sequence[Any]) -> Any:
        return ratio(totals[0], totals[1])

    async def judge_pairs(self, pairs: Sequence[Pair], asker: Asker) -> Sequence[Judgement]:
        del asker
        found = []
        for pair in pairs:
            errors, most = pair.hypothesis.split("/")
            words = len(pair.reference.split())
            if errors == "?":
                bound = None if most == "?" else (int(most), words)
                found.append(Judgement(None, "timeout", "no reply", bound=bound))
            else:
                found.append(Judgement((int(errors), words)))
        return found


@pytest.fixture(autouse=True)
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(METRICS, "_table", dict(METRICS._table))
    METRICS.register("scripted", Scripted)


def result(rows: Sequence[Row], **options: Any) -> mg.Result:
    heard = [f"{'?' if errors is None else errors}/{most}" for errors, most in rows]
    return mg.score(["a b c"] * len(rows), heard, metrics=["scripted"], **options)


def fillings(rows: Sequence[Row]) -> Iterator[tuple[Row, ...]]:
    ways = [
        [(each, most) for each in range(most + 1)] if errors is None else [(errors, most)]
        for errors, most in rows
    ]
    return product(*ways)


def drawn(chance: random.Random, count: int, errors: Sequence[int]) -> list[Row]:
    rows: list[Row] = []
    for _ in range(count):
        most = chance.randint(1, 3)
        unjudged = chance.random() < 0.12
        rows.append((None if unjudged else min(most, chance.choice(errors)), most))
    return rows


def small(chance: random.Random) -> dict[str, list[Row]] | None:
    """Return two systems, of which the first is better, with few enough ways to fill them in."""
    count = chance.randint(5, 12)
    systems = {"a": drawn(chance, count, [0, 0, 0, 1]), "b": drawn(chance, count, [1, 2, 3, 3])}
    ways = 1
    for errors, most in [*systems["a"], *systems["b"]]:
        ways *= most + 1 if errors is None else 1
    return systems if 1 < ways <= 32 else None


def alike(first: mg.Result, second: mg.Result) -> bool:
    """Whether all differences are the same, of which the bootstrap says nothing."""
    columns = [each.rows["scripted"].columns[0] for each in (first, second)]
    return len({x - y for x, y in zip(*columns, strict=True)}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("test", ["mcnemar", "wilcoxon", "randomisation", "bootstrap"])
def test_order_and_decision_hold_in_every_filling(test: str) -> None:
    chance = random.Random(test)
    said = {"separated": 0, "alike": 0, "refused": 0}
    cases = [systems for _ in range(60) if (systems := small(chance)) is not None]
    for systems in cases:
        (pair,) = mg.compare(
            {name: result(rows) for name, rows in systems.items()}, test=test, resamples=1000
        ).pairs
        if pair.refused:
            said["refused"] += 1
            assert (pair.test, pair.p, pair.separated) == (None, None, False)
            continue
        said["separated" if pair.separated else "alike"] += 1
        for filled in product(*map(fillings, systems.values())):
            whole = dict(zip(systems, map(result, filled), strict=True))
            if test == "bootstrap" and alike(*whole.values()):
                continue
            (other,) = mg.compare(whole, test=test, resamples=1000).pairs
            assert other.separated == pair.separated, (systems, filled)
            assert other.difference == 0 or other.first == pair.first, (systems, filled)
            if test != "bootstrap":
                low, high = (end for end, _ in pair.ends)
                assert other.difference is not None
                turned = other.difference if other.first == pair.first else -other.difference
                assert low - 1e-12 <= turned <= high + 1e-12
    assert said["separated"] > 5
    assert said["refused"] > 5


SYSTEMS: dict[str, list[Row]] = {
    "good": [(0, 3)] * 20,
    "fair": [(1, 3)] * 16 + [(None, 1)] * 4,
    "vague": [(1, 3)] * 12 + [(None, 3)] * 8,
    "bad": [(3, 3)] * 20,
}


def test_several_systems_are_ranked_as_far_as_it_holds() -> None:
    found = mg.compare({name: result(rows) for name, rows in SYSTEMS.items()}, together=True)
    assert [each.name for each in found.scores] == ["good", "fair", "vague", "bad"]
    ranks = {each.name: each.rank and each.rank.rank for each in found.scores}
    assert ranks == {"good": 1, "fair": None, "vague": None, "bad": 4}
    assert found.pair("good", "vague").separated
    assert found.pair("fair", "bad").separated
    pair = found.pair("fair", "vague")
    assert (
        pair.refused == "fair 4 of 20 unjudged, vague 8 of 20 unjudged: the order depends on them"
    )
    assert found.refused[0] == f"fair and vague are neither ranked nor tested: {pair.refused}"
    assert [each.rate for each in found.scores] == [0.0, None, None, 1.0]
    assert found.scores[1].limits == (16 / 60, 20 / 60)
    assert found.oracle is not None
    assert found.oracle.by_utterance is None
    assert found.oracle.chosen["good"] == 12  # where it is surely the best, or the first of equals


def test_the_worse_system_is_not_first_since_it_fails_where_it_differs() -> None:
    good: list[Row] = [(1, 1)] * 1 + [(0, 1)] * 35
    bad: list[Row] = [(None, 1)] * 12 + [(0, 1)] * 24
    found = mg.compare({"bad": result(bad), "good": result(good)}, by={})
    assert [each.rank for each in found.scores] == [None, None]
    assert found.groups == []
    (pair,) = found.pairs
    assert (pair.separated, pair.p, pair.wins, pair.losses) == (False, None, 0, 0)
    certain = mg.compare({"bad": result([(1, 1)] * 12 + good[12:]), "good": result(good)})
    assert [each.name for each in certain.scores] == ["good", "bad"]


def test_without_bounds_nothing_is_said() -> None:
    heard = ["1/1", "?/?", *["0/1"] * 20]
    open_ = mg.score(["a b c"] * 22, heard, metrics=["scripted"])
    whole = result([(1, 1)] * 22)
    found = mg.compare({"open": open_, "whole": whole}, baseline="whole", margin=1, min_judged=0.5)
    (pair,) = found.pairs
    assert pair.refused == (
        "whole 0 of 22 unjudged, open 1 of 22 unjudged: nothing bounds them (nothing bounds what the "
        "judge would have said)"
    )
    assert [each.rank for each in found.scores] == [None, None]
    (verdict,) = found.verdicts
    assert not verdict.met
    assert verdict.reason.endswith("nothing bounds them")


@pytest.mark.parametrize("to", ["table", "markdown", "tsv", "csv", "latex", "html", "json"])
def test_every_output_says_what_is_open(to: str) -> None:
    systems = {name: result(SYSTEMS[name], by={"k": [0, 1] * 10}) for name in ("fair", "vague")}
    text = mg.compare(systems, by="k", differ=2, together=True).render(to)
    assert "4 of 20 unjudged" in text.replace("\\", "")
    assert "depends on them" in text


@pytest.mark.parametrize(
    ("rule", "margin", "least", "met", "says"),
    [
        ("difference", 0.5, None, False, "--min-judged says how many are enough"),
        ("difference", 0.5, 0.9, False, "with 90 % of them to be judged"),
        ("difference", 0.5, 0.5, True, "difference +33.33 points, not above"),
        ("difference", 0.3, 0.5, False, "difference +33.33 points, above"),
        ("significant", 0.0, 0.5, False, "wholly above"),
        ("not-shown-equal", 0.5, 0.5, True, "nowhere above"),
    ],
)
def test_gates_take_the_worst_case(
    rule: str,
    margin: float,
    least: float | None,
    met: bool,  # noqa: FBT001
    says: str,
) -> None:
    both = {"good": result(SYSTEMS["good"]), "fair": result(SYSTEMS["fair"])}
    found = mg.compare(both, baseline="good", margin=margin, rule=rule, min_judged=least)
    (verdict,) = found.verdicts
    assert verdict.met == met
    assert says in verdict.reason
    assert "fair 4 of 20 unjudged, good 0 of 20 unjudged" in verdict.reason


def test_an_interval_holds_those_of_all_fillings() -> None:
    rows: list[Row] = [(0, 2), (1, 2), (None, 2), (2, 3), (None, 1), (0, 1)]
    part = result(rows)["scripted"].ci(0.9, seed=3)
    assert part.unjudged == 2
    assert part.low is not None
    assert part.high is not None
    for filled in fillings(rows):
        whole = result(filled)["scripted"].ci(0.9, seed=3)
        assert whole.low is not None
        assert whole.high is not None
        assert part.low <= whole.low
        assert whole.high <= part.high
    nothing = result([(0, 1), (0, 1), (None, 1)])["scripted"].ci()
    assert nothing.low == 0.0
    open_ = mg.score(["a", "b"], ["0/1", "?/?"], metrics=["scripted"])["scripted"].ci()
    assert (open_.low, open_.high) == (None, None)
    assert open_.reason == "1 not judged; nothing bounds what the judge would have said"


def test_the_worst_utterances_are_those_at_their_worst() -> None:
    found = mg.score(["a b c"] * 5, ["1/3", "?/3", "0/3", "?/?", "2/3"], metrics=["scripted"])
    assert [each.id for each in found.worst(5)] == ["2", "5", "1", "4"]
    assert str(found.worst(1)[0]).startswith("2: 0 to 3 errors, not judged (timeout: no reply)")
    last = found.worst(5)[-1]
    assert str(last).startswith("4: any number of errors, not judged")
    assert (last.most_errors, last.to_dict()["reason"]) == (None, "not judged (timeout: no reply)")


def test_slices_have_a_best_system_only_where_that_holds() -> None:
    by = {"k": ["x"] * 3 + ["y"] * 3}
    first: list[Row] = [(0, 1), (0, 1), (0, 1), (0, 1), (None, 1), (0, 1)]
    second: list[Row] = [(1, 1), (1, 1), (1, 1), (0, 1), (1, 1), (0, 1)]
    third: list[Row] = [(1, 1), (1, 1), (1, 1), (1, 1), (1, 1), (1, 1)]
    systems = {
        name: result(rows, by=by) for name, rows in zip("abc", (first, second, third), strict=True)
    }
    one, two = mg.compare(systems, by="k").slices
    assert (one.best, one.rates) == (("a",), {"a": 0.0, "b": 3 / 9, "c": 3 / 9})
    assert (two.best, two.rates["a"], two.limits) == (("a",), None, {"a": (0.0, 1 / 9)})


def test_every_pair_of_systems_is_decided_by_itself() -> None:
    found = mg.compare({name: result(rows) for name, rows in SYSTEMS.items()})
    by_two = {
        names: mg.compare({name: result(SYSTEMS[name]) for name in names}).pairs[0]
        for names in combinations(SYSTEMS, 2)
    }
    for pair in found.pairs:
        alone = by_two[pair.first, pair.second]
        assert (pair.refused, pair.ends) == (alone.refused, alone.ends)
