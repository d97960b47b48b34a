"""Agreement with people: against published numbers, closed forms, and simulated judges."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.errors import ParseError, UsageError
from mondegreen.judges.audit import (
    AuditItem,
    Estimate,
    Label,
    agreement,
    draw,
    read_labels,
    strata_of,
    write_sheet,
)
from mondegreen.judges.audit.agreement import Stratum
from mondegreen.judges.audit.sampling import allocate

if TYPE_CHECKING:
    from pathlib import Path

YES, NO = Stratum(True), Stratum(False)


def table(hits: int, false: int, missed: int, quiet: int) -> list[tuple[Stratum, bool]]:
    return [
        *[(YES, True)] * hits, *[(YES, False)] * false, *[(NO, True)] * missed, *[(NO, False)] * quiet,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cells", "kappa"),
    [
        ((20, 5, 10, 15), 0.4),  # the worked example of most textbooks
        ((45, 15, 25, 15), 0.1304),  # two tables of equal agreement and unequal kappa
        ((25, 35, 5, 35), 0.2593),
        ((50, 0, 0, 50), 1.0),
        ((0, 50, 50, 0), -1.0),
    ],
)
def test_kappa_against_published_tables(cells: tuple[int, int, int, int], kappa: float) -> None:
    found = agreement(table(*cells), draws=200)
    assert found.kappa.value == pytest.approx(kappa, abs=5e-5)
    assert found.observed.value == pytest.approx((cells[0] + cells[3]) / sum(cells))


def test_intervals_against_closed_forms_where_there_is_much() -> None:
    hits, false, missed, quiet = 400, 100, 200, 800
    n = hits + false + missed + quiet
    found = agreement(table(hits, false, missed, quiet))
    half = (found.true_positive_rate.high - found.true_positive_rate.low) / 2  # type: ignore[operator]
    tpr = hits / (hits + missed)
    assert found.true_positive_rate.value == pytest.approx(tpr)
    assert half == pytest.approx(1.96 * math.sqrt(tpr * (1 - tpr) / (hits + missed)), rel=0.08)
    # The standard error of kappa of Fleiss, Cohen and Everitt (1969).
    cells = [[hits / n, false / n], [missed / n, quiet / n]]
    rows = [sum(row) for row in cells]
    columns = [cells[0][0] + cells[1][0], cells[0][1] + cells[1][1]]
    po = cells[0][0] + cells[1][1]
    pe = sum(r * c for r, c in zip(rows, columns, strict=True))
    kappa = (po - pe) / (1 - pe)
    a = sum(cells[i][i] * (1 - (rows[i] + columns[i]) * (1 - kappa)) ** 2 for i in (0, 1))
    b = (1 - kappa) ** 2 * sum(
        cells[i][j] * (columns[i] + rows[j]) ** 2 for i, j in ((0, 1), (1, 0))
    )
    error = math.sqrt(a + b - (kappa - pe * (1 - kappa)) ** 2) / ((1 - pe) * math.sqrt(n))
    half = (found.kappa.high - found.kappa.low) / 2  # type: ignore[operator]
    assert half == pytest.approx(1.96 * error, rel=0.08)


def test_the_corrected_rate_is_that_of_rogan_and_gladen() -> None:
    labels = table(80, 10, 20, 90)  # TPR 0.8, TNR 0.9
    found = agreement(labels, judged=(300, 1000))
    assert found.judged_rate.value == 0.3
    assert found.corrected_rate.value == pytest.approx((0.3 + 0.9 - 1) / (0.8 + 0.9 - 1))
    assert agreement(labels, judged=(5, 1000)).corrected_rate.value == 0.0
    assert agreement(labels, judged=(990, 1000)).corrected_rate.value == 1.0


@given(st.tuples(*[st.integers(1, 30)] * 4), st.tuples(st.integers(0, 300), st.integers(0, 300)))
def test_corrected_in_its_own_corpus_is_the_stratified_estimate(
    cells: tuple[int, int, int, int], more: tuple[int, int]
) -> None:
    """With labels from the corpus itself the correction is p·PPV + (1-p)·(1-NPV), however drawn."""
    hits, false, missed, quiet = cells
    sizes = {YES: hits + false + more[0], NO: missed + quiet + more[1]}
    found = agreement(table(*cells), sizes, draws=20)
    share = sizes[YES] / sum(sizes.values())
    wanted = share * hits / (hits + false) + (1 - share) * missed / (missed + quiet)
    if found.corrected_rate.value is None:
        assert "no better than chance" in found.reason
    else:
        assert found.corrected_rate.value == pytest.approx(wanted)


def test_strata_count_by_their_share_however_many_are_labelled() -> None:
    rare, common = Stratum(True, "rare"), Stratum(True, "common")
    labels = [(rare, False)] * 50 + [(common, True)] * 50 + [(NO, False)] * 50
    found = agreement(labels, {rare: 50, common: 950, NO: 1000}, draws=200)
    assert found.observed.value == pytest.approx((950 + 1000) / 2000)
    unlabelled = agreement(
        labels, {rare: 50, common: 950, NO: 1000, Stratum(False, "x"): 9}, draws=9
    )
    assert unlabelled.observed.value == pytest.approx((950 + 1009) / 2009)


def test_a_sample_without_errors_is_not_certain() -> None:
    found = agreement(table(20, 0, 0, 20))
    assert (found.true_positive_rate.value, found.kappa.value) == (1.0, 1.0)
    assert 0.8 < found.true_positive_rate.low < 0.97  # type: ignore[operator]
    assert found.reason == "only 20 labels on one side; below 30 intervals are wide"


def test_a_judge_no_better_than_chance_corrects_nothing() -> None:
    found = agreement(table(25, 25, 25, 25), draws=200)
    assert found.corrected_rate == Estimate()
    assert "no better than chance" in found.reason
    one_kind = agreement(table(10, 0, 10, 0), draws=50)
    assert one_kind.true_negative_rate == Estimate()
    assert one_kind.reason.startswith("labels of one kind only")
    one_side = agreement([(YES, True)] * 5, {YES: 5, NO: 5}, draws=50)
    assert one_side.kappa == Estimate()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"labels": []}, "there are no labels"),
        ({"rulings": {YES: 1, NO: 9}}, "has 2 labels and 1 rulings"),
        ({"level": 1.0}, "level=1.0"),
        ({"draws": 0}, "draws=0"),
        ({"judged": (3, 2)}, "judged="),
        ({"judged": (0, 0)}, "judged="),
    ],
)
def test_what_cannot_be_used(options: dict[str, Any], message: str) -> None:
    given_ = {"labels": table(2, 0, 0, 2), **options}
    with pytest.raises(UsageError, match=message):
        agreement(given_.pop("labels"), given_.pop("rulings", None), **given_)


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    chance = random.Random(5)
    prevalence, tpr, tnr, covered, runs = 0.3, 0.85, 0.9, Counter[str](), 150
    for run in range(runs):
        truth = [chance.random() < prevalence for _ in range(600)]
        judged = [chance.random() < (tpr if each else 1 - tnr) for each in truth]
        sizes = {YES: sum(judged), NO: 600 - sum(judged)}
        labels = [
            (Stratum(side), truth[at])
            for side in (True, False)
            for at in chance.sample([at for at in range(600) if judged[at] is side], 60)
        ]
        found = agreement(labels, sizes, draws=400, seed=run)
        for name, value in (
            ("true_positive_rate", tpr), ("true_negative_rate", tnr), ("corrected_rate", prevalence),
        ):  # fmt: skip
            estimate = getattr(found, name)
            covered[name] += estimate.low <= value <= estimate.high
    for name, count in covered.items():
        assert 0.88 <= count / runs <= 1.0, (name, count / runs)


def items(positive: int, negative: int) -> list[AuditItem]:
    return [
        AuditItem(f"k{n}", Stratum(n < positive, "a" if n % 2 else "b"), f"lost? {n}", f"text\t{n}")
        for n in range(positive + negative)
    ]


def test_a_sample_has_both_kinds_and_is_the_same_again() -> None:
    found = draw(items(10, 490), 40)
    assert Counter(item.stratum.positive for item in found) == {True: 10, False: 30}
    assert found == draw(items(10, 490)[::-1], 40)
    assert found != draw(items(10, 490), 40, seed=1)
    assert len(draw(items(3, 4), 100)) == 7
    with pytest.raises(UsageError):
        draw([], 0)


@given(
    st.dictionaries(
        st.builds(Stratum, st.booleans(), st.sampled_from("abc")), st.integers(1, 50), min_size=1
    ),
    st.integers(1, 200),
)
def test_allocation_is_whole_and_within(sizes: dict[Stratum, int], count: int) -> None:
    given_ = allocate(sizes, count)
    assert sum(given_.values()) == min(count, sum(sizes.values()))
    assert all(0 <= given_[stratum] <= sizes[stratum] for stratum in sizes)


def test_sheets_make_a_round_trip_and_do_not_say_what_the_judge_said(tmp_path: Path) -> None:
    listed = items(2, 2)
    path = tmp_path / "sheet.tsv"
    write_sheet(path, listed)
    assert read_labels(path) == {}
    text = path.read_text("utf-8")
    assert "True" not in text
    assert text.splitlines()[0] == "id\tlabel\tquestion\ttext\tnote"
    labels = {"k0": Label("k0", True, "sure"), "k1": Label("k1", None), "k2": Label("k2", False)}
    write_sheet(path, listed, labels)
    assert read_labels(path) == labels
    path.write_text("id\tlabel\nk0\tY\nk1\t 0 \nk2\t\n", "utf-8")
    assert read_labels(path) == {"k0": Label("k0", True), "k1": Label("k1", False)}
    path.write_text("id\tlabel\nk0\tmaybe\n", "utf-8")
    with pytest.raises(ParseError, match=r"sheet.tsv:2: label 'maybe': expected yes, no or \?"):
        read_labels(path)
    assert strata_of(listed)[Stratum(True, "a")] == 1


@pytest.mark.parametrize(("side", "other"), [(True, "no error"), (False, "an error")])
def test_labels_of_one_kind_of_ruling_name_the_other(side: bool, other: str) -> None:  # noqa: FBT001
    labels = [(Stratum(side), True), (Stratum(side), False)]
    found = agreement(labels, {Stratum(True): 5, Stratum(False): 5})
    assert found.true_positive_rate.value is None
    assert found.reason.startswith(f"no label of a ruling that the judge calls {other};")
