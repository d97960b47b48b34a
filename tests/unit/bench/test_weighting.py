"""Rates over samples that were drawn by stratum: weights, intervals, refusals, and the whole way."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from boards import SAID, bench, observe, wrong

from mondegreen.bench.clips import Clip, Dataset
from mondegreen.bench.ground_truth.drawing import COLUMNS, draw
from mondegreen.bench.keeping import keep_dataset
from mondegreen.bench.leaderboard import leaderboard
from mondegreen.bench.scoring import options_of
from mondegreen.bench.standings import standings
from mondegreen.bench.weighting import Weighting, draw_record
from mondegreen.cli.app import run
from mondegreen.errors import UsageError
from mondegreen.report import bench_html
from mondegreen.report.bench import render
from mondegreen.scoring.options import Options
from mondegreen.stats.stratified import stratified_interval
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.store import Store

WHOLE = {"en": 30, "de": 10}
OPTIONS = options_of(None, Options())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "results.db") as opened:
        yield opened


def whole(said: dict[str, list[str]]) -> Dataset:
    """Return 30 English and 10 German clips; those with a reference are named, by language."""
    clips = []
    for language, size in WHOLE.items():
        texts = said.get(language, [])
        for at in range(size):
            text = texts[at] if at < len(texts) else None
            name = f"{language}{at:02}"
            clips.append(Clip(name, "", text, duration=4.0, sha256=f"{at:064x}", language=language))
    return Dataset("talk", clips)


def kept(store: Store, said: dict[str, list[str]], **errors: list[int]) -> Dataset:
    """Keep the dataset, its draw by language, and a system that makes so many errors."""
    made = whole(said)
    keep_dataset(store, made)
    strata = {f"{name}{at:02}": name for name, texts in said.items() for at in range(len(texts))}
    store.ground_truth.note_draw(made.id, draw_record("language", 0, WHOLE, strata))
    every = [
        errors[clip.language][int(clip.id[2:])] if clip.reference is not None else 0
        for clip in made.clips
    ]
    observe(store, made, "a:m", every)
    return made


def test_the_rate_is_that_of_the_whole_by_fractions(store: Store) -> None:
    en, de = [1, 0, 2, 0, 0, 1], [4, 6]
    made = kept(store, {"en": [SAID] * 6, "de": [SAID] * 2}, en=en, de=de)
    (each,) = standings(store, [made.id], OPTIONS, intervals={})
    weights = {"en": Fraction(30, 6), "de": Fraction(10, 2)}
    by_hand = (weights["en"] * sum(en) + weights["de"] * sum(de)) / (
        weights["en"] * 60 + weights["de"] * 20
    )
    assert each.rate == pytest.approx(float(by_hand))
    assert each.mean == pytest.approx(float(by_hand))  # all references have ten words
    assert each.perfect_share == pytest.approx(float(weights["en"] * 3) / 40)
    assert each.answered_only == each.no_normalizer == each.rate
    assert each.metric.counts["substitutions"] == sum(en) + sum(de)
    text = render([each])
    assert text.startswith(f"{made.id}, weighted by language\n")
    assert "weighted by language (de: 2 of 10; en: 6 of 30): rates and shares are of" in text
    plain = json.loads(render([each], "json"))[0]
    assert plain["weighted"]["strata"]["en"] == {"clips": 6, "of": 30, "weight": 5.0}
    page = bench_html.render([each], (), {})
    assert "weighted by language" in page


@pytest.mark.parametrize(("en", "de"), [(10, 2), (3, 9), (2, 2), (29, 2)])
def test_weights_undo_the_shares_of_the_draw(store: Store, en: int, de: int) -> None:
    """Whatever the shares are, a rate that depends on the stratum alone comes out as that of the whole."""
    made = kept(store, {"en": [SAID] * en, "de": [SAID] * de}, en=[1] * en, de=[5] * de)
    (each,) = standings(store, [made.id], OPTIONS, intervals={})
    assert each.rate == pytest.approx((30 * 1 + 10 * 5) / 400)
    assert each.metric.interval is not None
    assert each.metric.interval.low is None  # within each stratum all are alike
    assert "no spread" in str(each.metric.interval.reason)


def test_the_interval_by_all_draws_there_are() -> None:
    rows = {"a": [[0, 10], [1, 10], [4, 10]], "b": [[6, 10], [2, 10], [3, 8]]}
    sizes = {"a": 90, "b": 10}
    rates = []
    for draws in product(*(product(range(3), repeat=2) for _ in "ab")):
        totals = np.zeros(2)
        for name, drawn in zip("ab", draws, strict=True):
            totals += sizes[name] / 2 * np.array([rows[name][at] for at in drawn]).sum(axis=0)
        rates.append(totals[0] / totals[1])
    found = stratified_interval(
        [*rows["a"], *rows["b"]],
        lambda totals: totals[0] / totals[1],
        [*"aaabbb"],
        sizes,
        level=0.8,
        resamples=20_000,
    )
    low, high = np.quantile(sorted(rates), [0.1, 0.9], method="inverted_cdf")
    assert found.low == pytest.approx(low, abs=1e-9)
    assert found.high == pytest.approx(high, abs=1e-9)
    assert (found.units, found.method, found.resamples) == (6, "percentile", 20_000)


@pytest.mark.parametrize("sizes", [{"a": 900, "b": 100}, {"a": 500, "b": 500}])
def test_the_interval_covers_the_rate_of_the_whole(sizes: dict[str, int]) -> None:
    random = np.random.default_rng(3)
    errors = {"a": random.poisson(1, sizes["a"]), "b": random.poisson(5, sizes["b"])}
    truth = sum(each.sum() for each in errors.values()) / (10 * sum(sizes.values()))
    inside = 0
    for at in range(150):
        rows, strata = [], []
        for name, count in (("a", 30), ("b", 12)):
            chosen = random.choice(errors[name], count, replace=False)
            rows += [[int(each), 10] for each in chosen]
            strata += [name] * count
        found = stratified_interval(
            rows, lambda totals: totals[0] / totals[1], strata, sizes, resamples=400, seed=at
        )
        inside += truth in found
    assert inside >= 132  # 95 % of 150, less three standard deviations


def test_equal_weights_in_one_stratum_are_the_plain_rate(store: Store) -> None:
    en, de = [1, 0, 2], [3]
    made = kept(store, {"en": [SAID] * 3, "de": [SAID] * 1}, en=en, de=de)
    (each,) = standings(store, [made.id], OPTIONS, intervals={})
    assert each.rate == pytest.approx(6 / 40)
    reason = str(each.metric.interval.reason) if each.metric.interval else ""
    assert "a single utterance of 10 in de shows no spread" in reason


def test_repeats_are_one_unit_and_one_spread(store: Store) -> None:
    en, de = [1, 0, 2, 0], [4, 6]
    made = kept(store, {"en": [SAID] * 4, "de": [SAID] * 2}, en=en, de=de)
    every = [9 if clip.language == "de" else 0 for clip in made.clips]
    observe(store, made, "a:m", every, repeat=1)
    (each,) = standings(store, [made.id], OPTIONS, intervals={})
    first = (30 / 4 * 3 + 5 * 10) / 400
    second = 5 * 18 / 400
    assert each.spread == pytest.approx(tuple(sorted((first, second))))
    assert each.rate == pytest.approx((first + second) / 2)
    assert each.metric.interval is not None
    assert (each.metric.interval.units, each.metric.interval.unit) == (6, "sample")


# -- what is not weighted, and why ------------------------------------------------------------------


def test_a_stratum_without_a_scored_clip_is_refused(store: Store) -> None:
    made = kept(store, {"en": [SAID] * 6}, en=[1, 0, 2, 0, 0, 1])
    (each,) = standings(store, [made.id], OPTIONS, intervals={})
    assert "no clip is scored of language de (10 clips)" in each.withheld
    text = render([each])
    assert (
        "n/a: no clip is scored of language de (10 clips), so the clips stand for no whole" in text
    )
    assert "6.67 %" not in text


def test_clips_that_were_not_drawn_are_named(store: Store) -> None:
    made = whole({"en": [SAID] * 5, "de": [SAID] * 2})
    keep_dataset(store, made)
    drawn = {"en00": "en", "de00": "de"}
    store.ground_truth.note_draw(made.id, draw_record("language", 0, WHOLE, drawn))
    observe(store, made, "a:m", [1] * 40)
    (each,) = standings(store, [made.id], OPTIONS, intervals={})
    assert each.rate == 0.1
    assert "not weighted by language: 5 scored clips of 7 were not drawn" in render([each])
    more = {f"en{at:02}": "en" for at in range(1, 5)} | {"de01": "de"}
    store.ground_truth.note_draw(made.id, draw_record("language", 1, WHOLE, more))
    (each,) = standings(store, [made.id], OPTIONS, intervals={})  # two draws are one sample
    assert isinstance(each.weighting, Weighting)
    assert each.weighting.counts == {"de": 2, "en": 5}


@pytest.mark.parametrize("by", [None, "language"])
def test_the_whole_and_draws_from_the_whole_need_no_weights(store: Store, by: str | None) -> None:
    made = whole({"en": [SAID] * 30, "de": [SAID] * (10 if by else 0)})
    keep_dataset(store, made)
    strata = {clip.id: COLUMNS[by](clip) if by else "" for clip in made.clips}
    store.ground_truth.note_draw(made.id, draw_record(by, 0, WHOLE if by else {"": 40}, strata))
    observe(store, made, "a:m", [1] * 40)
    (each,) = standings(store, [made.id], OPTIONS, intervals={})
    assert each.weighting is None
    assert "weighted" not in render([each])


@pytest.mark.parametrize(
    ("options", "reason"),
    [({"cluster": "language"}, "not by the unit"), ({"method": "bca"}, "percentile alone")],
)
def test_intervals_that_do_not_follow(store: Store, options: Any, reason: str) -> None:
    made = kept(store, {"en": [SAID] * 6, "de": [SAID] * 2}, en=[1, 0, 2, 0, 0, 1], de=[4, 6])
    (each,) = standings(store, [made.id], OPTIONS, intervals=options)
    assert each.metric.interval is not None
    assert reason in str(each.metric.interval.reason)


def test_a_leaderboard_has_no_weights_and_says_so(store: Store) -> None:
    made = kept(store, {"en": [SAID] * 6, "de": [SAID] * 2}, en=[1, 0, 2, 0, 0, 1], de=[4, 6])
    with pytest.raises(UsageError, match=r"weighted by language.*bench report"):
        leaderboard(store, made, OPTIONS)


# -- the whole way ----------------------------------------------------------------------------------


def test_from_the_draw_to_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    made = whole({})
    errors = [5 if clip.language == "de" else 1 for clip in made.clips]
    bench(tmp_path / "bench", made, {"a:m": errors})
    monkeypatch.chdir(tmp_path / "bench")
    words = ["bench", "ground-truth", "sample", "12", "--by", "language", "-o", "drawn.tsv"]
    assert run(words) == 0
    assert run(words) == 0  # the same draw is kept once
    names = [line.split("\t")[0] for line in Path("drawn.tsv").read_text("utf-8").split("\n")[1:]]
    chosen = [each.clip.id for each in draw(made.clips, 12, "language")]
    assert names == [*chosen, ""]
    german = [name for name in chosen if name.startswith("de")][:1]
    for name in (*german, *(name for name in chosen if name.startswith("en"))):
        assert run(["bench", "ground-truth", "edit", name, "--text", SAID, "--by", "ada"]) == 0
    capsys.readouterr()
    assert run(["bench", "report"]) == 0
    shown = capsys.readouterr().out
    assert f"{made.id}, weighted by language" in shown
    assert "20.00 %" in shown  # (30 * 1 + 10 * 5) / 400, and not what 9 and 1 clips would make
    assert "weighted by language (de: 1 of 10; en: 9 of 30)" in shown
    assert run(["bench", "score"]) == 0
    assert "20.00 %" in capsys.readouterr().out
    assert run(["bench", "ground-truth", "export", "-o", "out"]) in {0, 2}
    assert not [*Path().glob("out/draw*")]


def test_a_small_stratum_that_was_not_drawn_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    clips = [Clip(f"c{at}", "", SAID, duration=1.0, language="en") for at in range(30)]
    made = Dataset("talk", [*clips, Clip("x", "", SAID, duration=1.0, language="fr")])
    bench(tmp_path / "bench", made, {"a:m": [0] * 31})
    monkeypatch.chdir(tmp_path / "bench")
    assert run(["bench", "ground-truth", "sample", "3", "--by", "language"]) == 0
    assert "nothing was drawn of fr (1 clip), so no rate will stand" in capsys.readouterr().err


def unweighted(rows: Sequence[int]) -> float:
    return sum(rows) / (10 * len(rows))


def test_the_plain_rate_is_another_one(store: Store) -> None:
    """The test above would not see weights that are all alike."""
    made = kept(store, {"en": [SAID] * 3, "de": [SAID] * 9}, en=[1] * 3, de=[5] * 9)
    (each,) = standings(store, [made.id], OPTIONS, intervals={})
    assert each.rate != pytest.approx(unweighted([1] * 3 + [5] * 9))
    assert wrong(2).split().count("zzz") == 2
