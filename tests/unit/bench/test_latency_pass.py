"""Passes that measure speed: one call at a time, apart from the transcripts, with their conditions."""

from __future__ import annotations

import asyncio
import json
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Self

import pytest
from bench_fakes import Fake, install, recordings

from mondegreen.bench.config import System
from mondegreen.bench.freezing import freeze
from mondegreen.bench.running import Run
from mondegreen.bench.scoring import options_of
from mondegreen.bench.sources import clips_of
from mondegreen.bench.standings import standings
from mondegreen.bench.status import status_of
from mondegreen.providers import Billing, Call, ProviderError, Transcript
from mondegreen.report.bench import render
from mondegreen.scoring.options import Options
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mondegreen.bench.clips import Dataset
    from mondegreen.bench.standing import Standing
    from mondegreen.store import Store

pytest.importorskip("soundfile")
UNDERWAY: list[str] = []


class Slow(Fake):
    """Notes what is open and under way with it, and takes as many seconds as it is told."""

    def __init__(self, model: str, host: str | None = None, **more: Any) -> None:
        super().__init__(model=model, host=host, **more)
        self.most, self.open, self.seconds = 0, list[tuple[str, ...]](), 0.5
        self.call: dict[str, Any] = {}

    async def __aenter__(self) -> Self:
        OPEN.append(self.model)
        return self

    async def __aexit__(self, *_error: object) -> None:
        OPEN.remove(self.model)

    def conditions(self) -> dict[str, Any]:
        return {"device": "cpu"} if self.host is None else {"concurrency": 2, "poll": None}

    async def transcribe(self, audio: Any) -> Transcript:
        UNDERWAY.append(self.model)
        self.open.append(tuple(OPEN))
        self.most = max(self.most, len(UNDERWAY))
        try:
            await asyncio.sleep(0.002)
            made = await super().transcribe(audio)
        finally:
            UNDERWAY.remove(self.model)
        has = {"cpu_seconds": 1.0, "peak_ram_bytes": 2**20 * 50} if self.host is None else {}
        return Transcript(made.text, call=Call(**{"seconds": self.seconds, **has, **self.call}))


OPEN: list[str] = []


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    folder = recordings(tmp_path / "a", 4)
    return freeze("a", clips_of(folder), language="en", say=lambda _line: None)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "results.db") as opened:
        yield opened


def performed(store: Store, dataset: Dataset, *systems: str, **more: Any) -> tuple[Run, list[str]]:
    lines: list[str] = []
    run = Run(store, [dataset], [System(name, name) for name in systems], say=lines.append, **more)
    run.perform()
    return run, lines


def reported(store: Store, dataset: Dataset) -> tuple[dict[str, Standing], str]:
    found = standings(store, [dataset.id], options_of(None, Options()))
    return {each.system: each for each in found}, render(found)


def passed(store: Store, dataset: Dataset) -> list[dict[str, Any]]:
    columns = ("system", "sample_id", "status", "transcription", "money", "conditions", "attempt")
    rows = store.observations.current(dataset.id, columns, latency_pass=True)
    made = [dict(zip(columns, row, strict=True)) for row in rows]
    return [{**row, "conditions": json.loads(row["conditions"])} for row in made]


def test_one_call_at_a_time_and_each_system_here_alone(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    fakes = [Slow("a"), Slow("b"), Slow("c", host="c.example.org"), Slow("d", host="d.example.org")]
    install(monkeypatch, *fakes)
    names = [fake.system for fake in fakes]
    performed(store, dataset, *names)
    assert max(fake.most for fake in fakes) > 1
    assert set(fakes[0].open) == {("a", "b", "c", "d")}
    for fake in fakes:
        fake.most, fake.open = 0, []
    performed(store, dataset, *names, latency_pass=True, client_region="home")
    assert [fake.most for fake in fakes] == [1] * 4
    assert [set(fake.open) for fake in fakes] == [{("a",)}, {("b",)}, {("c", "d")}, {("c", "d")}]
    rows = passed(store, dataset)
    assert len(rows) == 16
    assert {row["conditions"]["concurrency"] for row in rows} == {1}
    assert {row["conditions"]["client_region"] for row in rows} == {"home"}
    assert {row["conditions"]["warm_up"] for row in rows} == {1}
    assert {row["attempt"] for row in rows} == {2}  # both stay


def test_a_pass_changes_no_transcript_and_gives_the_speed(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = Slow("a"), Slow("b", host="b.example.org")
    install(monkeypatch, here, there)
    performed(store, dataset, "fake:a", "fake:b")
    before, text = reported(store, dataset)
    assert "no latency pass" in text
    here.seconds, there.seconds = 0.25, 2.0
    here.says = there.says = lambda _stem: "other words"
    performed(store, dataset, "fake:a", "fake:b", latency_pass=True)
    after, text = reported(store, dataset)
    for name in ("fake:a", "fake:b"):
        assert after[name].metric.value == before[name].metric.value == 0
    delays = before["fake:b"].latency, after["fake:b"].latency
    assert [each.percentiles[0].value for each in delays if each] == [0.5, 2.0]
    assert before["fake:a"].speed == pytest.approx(0.1 / 0.5)
    assert after["fake:a"].speed == pytest.approx(0.1 / 0.25)
    assert after["fake:a"].core_hours == pytest.approx(10)
    assert "RTFx of fake:a: latency pass, 4 recordings, without loading the model, cpu" in text
    assert "seconds of fake:b: latency pass, 4 recordings, concurrency 1" in text
    assert "no latency pass" not in text


def test_a_second_pass_asks_nobody_and_a_pass_may_come_first(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Slow("a")
    install(monkeypatch, one)
    performed(store, dataset, "fake:a", latency_pass=True)
    assert sorted({*one.asked}) == ["r000", "r001", "r002", "r003"]
    assert len(one.asked) == 5
    assert one.asked[0] == one.asked[1]
    performed(store, dataset, "fake:a", latency_pass=True)
    assert len(one.asked) == 5
    (status,) = status_of(store)
    assert (status.ok, status.missing, status.timed) == (0, 4, 4)
    assert status.reason == "timed, and not transcribed: mondegreen bench run"
    assert store.observations.systems_on(dataset.id) == []
    performed(store, dataset, "fake:a")
    assert len(one.asked) == 9
    (status,) = status_of(store)
    assert (status.ok, status.timed, status.peak_ram_bytes) == (4, 4, 50 * 2**20)


def test_failures_of_a_pass_are_kept_and_tried_again_when_asked(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = ProviderError("server", "500")
    one = Slow("a", says=lambda stem: bad if stem == "r001" else stem)
    install(monkeypatch, one)
    performed(store, dataset, "fake:a")
    run, _ = performed(store, dataset, "fake:a", latency_pass=True)
    assert run.counts["fake:a"].failed == 1
    assert reported(store, dataset)[0]["fake:a"].measured.timed == 3
    one.says = lambda stem: stem
    performed(store, dataset, "fake:a", latency_pass=True, retry_failed=True)
    assert reported(store, dataset)[0]["fake:a"].measured.timed == 4
    assert reported(store, dataset)[0]["fake:a"].coverage.failed == 1  # of the transcripts


def test_a_wrong_key_stops_a_pass_at_the_warm_up(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = ProviderError("unauthorized", "no such key", stops=True)
    one = Slow("a", host="example.org", says=lambda _stem: bad)
    install(monkeypatch, one)
    run, lines = performed(store, dataset, "fake:a", latency_pass=True)
    assert len(one.asked) == 1
    assert run.in_vain
    assert any("no more is sent: unauthorized: no such key" in line for line in lines)


def test_figures_of_other_conditions_are_not_shown_without_saying_so(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = Slow("a", host="a.example.org"), Slow("b", host="b.example.org")
    one.call = two.call = {"http_version": "HTTP/1.1", "reused": True}
    install(monkeypatch, one, two)
    performed(store, dataset, "fake:a", "fake:b")
    performed(store, dataset, "fake:a", "fake:b", latency_pass=True)
    assert "the conditions differ" not in reported(store, dataset)[1]
    three = Slow("c", host="c.example.org")
    three.call = {"http_version": "HTTP/2", "reused": True, "poll": 1.0}
    install(monkeypatch, one, two, three)
    performed(store, dataset, "fake:c")
    _, text = reported(store, dataset)
    said = "seconds: the conditions differ (latency pass, concurrency, http version, warm up, poll)"
    assert said in text
    performed(store, dataset, "fake:c", latency_pass=True, limit=2)
    assert (
        "seconds: the conditions differ (http version, poll, recordings)"
        in reported(store, dataset)[1]
    )


def test_what_is_stored_already_has_no_speed(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Slow("a")
    one.timed = False  # type: ignore[attr-defined]
    install(monkeypatch, one, Slow("b"))
    run, lines = performed(store, dataset, "fake:a", "fake:b", latency_pass=True)
    assert one.asked == []
    assert lines == ["fake:a: has no speed of its own, so it is not timed"]
    assert {*run.counts} == {"fake:b"}


def test_memory_is_noted_only_where_it_is_the_systems_own(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, Slow("a"), Slow("b"), Slow("c", host="c.example.org"))
    performed(store, dataset, "fake:a", "fake:b", "fake:c")
    assert {one.peak_ram_bytes for one in status_of(store)} == {None}
    performed(store, dataset, "fake:a", "fake:b", "fake:c", latency_pass=True)
    peaks = {one.system: one.peak_ram_bytes for one in status_of(store)}
    assert peaks == {"fake:a": 50 * 2**20, "fake:b": 50 * 2**20, "fake:c": None}
    assert "peak RAM 50 MiB" in reported(store, dataset)[1]


def test_the_warm_up_is_paid_for_and_the_pass_is_apart(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    billing = Billing(Decimal("3.60"), minimum=10, date="2026-11-29")
    one = Slow("a", host="example.org", billing=billing)
    install(monkeypatch, one)
    performed(store, dataset, "fake:a")
    run, lines = performed(store, dataset, "fake:a", latency_pass=True)
    assert run.counts["fake:a"].money == Decimal("0.05")
    assert lines[0].startswith("sending 5 recordings to example.org")
    assert sorted(row["money"] for row in passed(store, dataset)) == ["0.01"] * 3 + ["0.02"]
    (status,) = status_of(store)
    assert (status.money, status.timed_money) == (Decimal("0.04"), Decimal("0.05"))
    found = reported(store, dataset)[0]["fake:a"]
    assert found.cost is not None
    assert (found.cost.usd, found.cost.again) == (Decimal("0.04"), 0)


def test_calls_that_failed_are_part_of_the_cost(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    billing = Billing(Decimal("3.60"), minimum=10, rounding=1, date="2026-11-29")
    bad = ProviderError("server", "500", call=Call(1.0, attempts=3, charged=3))
    one = Slow("a", host="example.org", billing=billing)
    one.says = lambda stem: bad if stem == "r001" else stem
    install(monkeypatch, one)
    performed(store, dataset, "fake:a", limit=2)
    one.says, one.call = None, {"attempts": 2, "charged": 2}
    performed(store, dataset, "fake:a", retry_failed=True)
    found, text = reported(store, dataset)
    cost = found["fake:a"].cost
    assert cost is not None
    # one without a fault, three that failed and were charged, three that were charged twice
    assert (cost.usd, cost.again) == (Decimal("0.10"), Decimal("0.06"))
    assert found["fake:a"].usd == pytest.approx(0.10 / (4 * 0.1 / 3600))
    assert cost.prices == (
        "3.60 USD per hour of audio, at least 10 s, rounded up to 1 s (2026-11-29)",
    )
    assert "0.1000 USD, of which 0.0600 for calls that failed" in text
