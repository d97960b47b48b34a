"""Samples that are drawn to be transcribed: strata, weights, and the interval to expect."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from ground_truth_sets import frozen, transcribe

from mondegreen.bench.clips import Clip
from mondegreen.bench.ground_truth.drawing import draw, expected
from mondegreen.errors import UsageError
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mondegreen.store import Store

pytest.importorskip("soundfile")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "results.db") as opened:
        yield opened


def clips(count: int) -> list[Clip]:
    languages = ["en"] * 6 + ["de"] * 3 + ["fr"]
    return [
        Clip(f"r{at:04}", "", duration=at % 13, language=languages[at % 10]) for at in range(count)
    ]


@pytest.mark.parametrize("by", [None, "language", "duration", "folder"])
@pytest.mark.parametrize("size", [1, 7, 50, 200])
def test_each_stratum_gets_its_share(size: int, by: str | None) -> None:
    whole = clips(200)
    drawn = draw(whole, size, by, seed=3)
    assert len({each.clip.id for each in drawn}) == size
    assert drawn == draw(whole[::-1], size, by, seed=3)
    assert size == 200 or drawn != draw(whole, size, by, seed=4)
    strata: dict[str, list[Any]] = {}
    for each in drawn:
        strata.setdefault(each.stratum, []).append(each)
    for each in strata.values():
        population = each[0].weight * len(each)
        assert population == pytest.approx(round(population))
        assert abs(len(each) - size * population / 200) < 1
    if by is None or size >= 50:
        assert sum(each.weight for each in drawn) == pytest.approx(200)


def test_draws_that_cannot_be() -> None:
    with pytest.raises(
        UsageError, match=r"--by langauge: expected one of .*Did you mean 'language'"
    ):
        draw(clips(10), 2, "langauge")
    with pytest.raises(
        UsageError, match="11 samples cannot be drawn from 10 clips; draw 10 or fewer"
    ):
        draw(clips(10), 11)


def test_the_expected_interval_covers_as_often_as_it_says(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(1)
    dataset = frozen(tmp_path / "set", 40)
    said = {clip.id: clip.reference or "" for clip in dataset.clips}
    heard = {
        name: " ".join(word if rng.random() > 0.3 else "x" for word in text.split())
        for name, text in said.items()
    }
    transcribe(store, monkeypatch, dataset, a_1=heard)
    errors = {
        name: sum(a != b for a, b in zip(said[name].split(), heard[name].split(), strict=True))
        for name in said
    }
    truth = sum(errors.values()) / (3 * len(errors))
    drawn = draw(dataset.clips, 20)
    found = expected(store, dataset.id, drawn, 40)
    assert found is not None
    assert found.rate == pytest.approx(truth)
    inside = 0
    for seed in range(300):
        some = draw(dataset.clips, 20, seed=seed)
        rate = sum(errors[each.clip.id] for each in some) / 60
        inside += abs(rate - truth) <= found.half
    assert 270 <= inside <= 297  # 95 %
    assert expected(store, dataset.id, draw(dataset.clips, 40), 40).half == 0  # type: ignore[union-attr]
    assert expected(store, dataset.id, drawn[:5], 40) is None


def test_without_references_two_systems_show_the_spread(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = frozen(tmp_path / "set", 12, texts=False)
    said = {clip.id: "ash birch" for clip in dataset.clips}
    heard = {name: "ash" if at % 3 else "ash oak" for at, name in enumerate(said)}
    drawn = draw(dataset.clips, 10)
    transcribe(store, monkeypatch, dataset, a_1=said)
    assert expected(store, dataset.id, drawn, 12) is None
    transcribe(store, monkeypatch, dataset, b_1=heard)
    found = expected(store, dataset.id, drawn, 12)
    assert found is not None
    assert (found.source, found.clips, found.rate) == ("b:1 against a:1", 12, 0.5)
