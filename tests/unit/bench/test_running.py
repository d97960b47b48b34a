"""Runs: each sample once per system, nothing lost, and failures are kept with their reasons."""

from __future__ import annotations

import json
import os
import signal
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from bench_fakes import Fake, install, recordings, write_wav

from mondegreen.bench import config
from mondegreen.bench.config import System
from mondegreen.bench.freezing import freeze
from mondegreen.bench.keeping import keep_dataset
from mondegreen.bench.running import Run
from mondegreen.bench.scoring import options_of
from mondegreen.bench.sources import clips_of
from mondegreen.bench.standings import standings
from mondegreen.bench.status import status_of
from mondegreen.cli.app import run as command
from mondegreen.errors import UsageError
from mondegreen.providers import Billing, MissingKeyError, ProviderError, make
from mondegreen.scoring.options import Options
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.bench.clips import Dataset
    from mondegreen.store import Store

pytest.importorskip("soundfile")


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    folder = recordings(tmp_path / "a", 5)
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


def kept(store: Store, dataset: Dataset) -> list[tuple[Any, ...]]:
    columns = ("system", "sample_id", "repeat", "attempt", "status")
    return sorted(map(tuple, store.observations.current(dataset.id, columns)))


def test_each_sample_once_and_a_second_run_asks_nobody(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = Fake(model="a"), Fake(model="b", host="example.org")
    install(monkeypatch, one, two)
    run, lines = performed(store, dataset, "fake:a", "fake:b")
    ids = [clip.id for clip in dataset.clips]
    assert sorted(one.asked) == sorted(two.asked) == ids
    assert [line for line in lines if "example.org" in line] == [
        f"sending 5 recordings to example.org (fake:b); transcripts are kept in {store.where}"
    ]
    assert kept(store, dataset) == [
        (name, each, 0, 1, "ok") for name in ("fake:a", "fake:b") for each in ids
    ]
    assert run.counts["fake:a"].done == 5
    performed(store, dataset, "fake:a", "fake:b")
    assert len(one.asked) == len(two.asked) == 5


def test_repeats_and_limits(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Fake(model="a")
    install(monkeypatch, one)
    performed(store, dataset, "fake:a", limit=2)
    assert len(one.asked) == 2
    performed(store, dataset, "fake:a", repeats=3)
    assert len(one.asked) == 15
    assert {row[2] for row in kept(store, dataset)} == {0, 1, 2}


def test_failures_are_kept_and_tried_again_only_when_asked(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = ProviderError("server", "500 from the server")
    one = Fake(
        model="a", says=lambda stem: bad if stem == "r001" else "" if stem == "r002" else "x"
    )
    install(monkeypatch, one)
    run, _ = performed(store, dataset, "fake:a")
    assert (run.counts["fake:a"].failed, run.counts["fake:a"].empty) == (1, 1)
    (status,) = status_of(store)
    assert (status.ok, status.empty, status.missing, status.total) == (4, 1, 0, 5)
    assert status.failed == {("server", "500 from the server"): 1}
    assert status.core_seconds == 5 - 1  # a failure that made no call took none
    performed(store, dataset, "fake:a")
    assert len(one.asked) == 5
    one.says = None
    performed(store, dataset, "fake:a", retry_failed=True)
    assert one.asked[5:] == ["r001"]
    assert ("fake:a", "r001", 0, 2, "ok") in kept(store, dataset)
    with store.engine.connect() as connection:  # both attempts stay
        rows = connection.exec_driver_sql(
            "SELECT attempt, status, error FROM results WHERE sample_id = 'r001' ORDER BY attempt"
        )
        assert [tuple(row) for row in rows] == [
            (1, "server", "500 from the server"),
            (2, "ok", None),
        ]


def test_a_wrong_key_stops_one_system_and_not_the_other(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = ProviderError("unauthorized", "no such key", stops=True)
    one, two = Fake(model="a", says=lambda _stem: bad), Fake(model="b")
    install(monkeypatch, one, two)
    run, lines = performed(store, dataset, "fake:a", "fake:b")
    assert len(one.asked) == 1
    assert len(two.asked) == 5
    assert run.counts["fake:a"].reason == "no such key"
    assert any("fake:a: no more is sent: unauthorized: no such key" in line for line in lines)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("r000.txt", "Stra\xdfe".encode("latin-1")),
        ("r000.json", b"null"),
        ("r000.json", b"["),
        ("r000.json", b"[" * 100_000),
        ("r000.txt", b"<!DOCTYPE html><html><body>404</body></html>"),
        ("r000.html", b"<!DOCTYPE html><html><body>404</body></html>"),
        ("r000.srt", b"\x00\x01\x02"),
        ("", b""),
    ],
)
def test_stored_transcripts_that_cannot_be_read_stop_their_system_alone(
    *,
    tmp_path: Path,
    store: Store,
    dataset: Dataset,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    content: bytes,
) -> None:
    folder = tmp_path / "stored"
    folder.mkdir()
    if name:
        (folder / name).write_bytes(content)
    known = {"fake:a": Fake(model="a"), "files:stored": make(f"files:{folder}")}
    monkeypatch.setattr(config, "make", lambda spec, **_options: known[spec])
    run, lines = performed(store, dataset, "files:stored", "fake:a")
    assert run.counts["fake:a"].done == 5
    assert run.counts["files:stored"].done == run.counts["files:stored"].failed
    if not run.counts["files:stored"].done:
        assert [line for line in lines if line.startswith("files:stored: no more is sent: ")]


def test_what_was_not_sent_is_no_failure(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Fake(model="a", says=lambda _stem: ProviderError("budget", "0.01 USD is spent"))
    install(monkeypatch, one)
    performed(store, dataset, "fake:a")
    assert kept(store, dataset) == []
    one.says = None
    performed(store, dataset, "fake:a")
    assert len(kept(store, dataset)) == 5


def test_a_system_without_its_key_is_skipped(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Keyless(Fake):
        def check(self) -> None:
            raise MissingKeyError(self.system, "FAKE_KEY")

    install(monkeypatch, Fake(model="a"), Keyless(model="b"))
    run, _ = performed(store, dataset, "fake:a", "fake:b")
    assert run.skipped == {
        "fake:b": "fake:b is skipped: there is no key; set FAKE_KEY in the environment"
    }
    assert not run.in_vain
    alone, _ = performed(store, dataset, "fake:b")
    assert "set FAKE_KEY" in alone.skipped["fake:b"]
    assert alone.in_vain


def test_a_recording_that_was_changed_or_is_gone_is_a_failure(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Fake(model="a")
    install(monkeypatch, one)
    write_wav(Path(dataset.clips[0].audio), 99)
    Path(dataset.clips[1].audio).unlink()
    performed(store, dataset, "fake:a")
    assert [row[4] for row in kept(store, dataset)] == ["audio", "audio", "ok", "ok", "ok"]
    reasons = {reason for _, reason in status_of(store)[0].failed}
    assert any("changed after the dataset was frozen" in reason for reason in reasons)
    assert any("cannot be read: No such file" in reason for reason in reasons)


def test_a_name_that_stands_for_other_options_is_refused(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Other(Fake):
        def settings(self) -> dict[str, Any]:
            return {"language": "de"}

    install(monkeypatch, Fake(model="a"))
    performed(store, dataset, "fake:a")
    install(monkeypatch, Other(model="a"))
    with pytest.raises(UsageError, match="give the changed system another name"):
        performed(store, dataset, "fake:a")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_gracefully_and_it_goes_on(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    one = Fake(model="a")

    def says(stem: str) -> str:
        if len(one.asked) == 2:
            os.kill(os.getpid(), number)
        return stem

    one.says = says
    install(monkeypatch, one)
    run, lines = performed(store, dataset, "fake:a")
    assert run.stopped == number
    assert 2 <= len(kept(store, dataset)) < 5
    assert any(line.startswith("stopping after the calls in progress") for line in lines)
    run, _ = performed(store, dataset, "fake:a")
    assert run.stopped == 0
    assert len(kept(store, dataset)) == len(one.asked) == 5
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_corrected_references_are_new_versions(store: Store, dataset: Dataset) -> None:
    keep_dataset(store, dataset)
    keep_dataset(store, dataset)
    assert {version for _, version in store.observations.references(dataset.id).values()} == {1}
    Path(dataset.clips[0].audio).with_suffix(".txt").write_text("corrected", "utf-8")
    folder = Path(dataset.clips[0].audio).parent
    keep_dataset(store, freeze("a", clips_of(folder), say=lambda _line: None))
    assert store.observations.references(dataset.id)["r000"] == ("corrected", 2)


def test_two_stores_do_not_make_the_same_call(tmp_path: Path, dataset: Dataset) -> None:
    key = (dataset.id, "r000", "x", 0)
    row = dict(zip(("dataset", "sample_id", "system", "repeat"), key, strict=True))
    made = {**row, "service_name": "x", "status": "ok"}
    with open_store(tmp_path / "b.db") as one, open_store(tmp_path / "b.db") as other:
        assert one.observations.claim(key, after=0)
        assert not other.observations.claim(key, after=0)
        one.observations.put(made)
        assert not other.observations.claim(key, after=0)  # it is there
        assert other.observations.claim(key, after=1)
        other.observations.drop(key)
        assert one.observations.claim(key, after=1)
        with one.engine.begin() as connection:  # a clock that jumps ends no claim
            connection.exec_driver_sql("UPDATE claims SET beat = 0")
        assert not other.observations.claim(key, after=1)
        with one.engine.begin() as connection:  # whoever had it is gone
            connection.exec_driver_sql("UPDATE claims SET beat = 0, owner = 'elsewhere:1:1.0'")
        assert other.observations.claim(key, after=1)


def test_a_database_that_is_full_says_so_and_loses_nothing(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Fake(model="a", says=lambda stem: "x" * 20_000 if stem > "r001" else stem)
    install(monkeypatch, one)
    keep_dataset(store, dataset)
    with store.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
    from sqlalchemy import event

    def full(connection: Any, _record: Any, *_more: Any) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages + 4}")

    event.listen(store.engine, "checkout", full)
    with pytest.raises(
        UsageError, match="an observation cannot be stored: database or disk is full"
    ):
        performed(store, dataset, "fake:a")
    event.remove(store.engine, "checkout", full)
    assert [row[1] for row in kept(store, dataset)] == one.asked[:-1]
    store.engine.dispose()
    performed(store, dataset, "fake:a")
    assert len(kept(store, dataset)) == 5


def test_money_by_list_price(
    store: Store, dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    billing = Billing(Decimal("3.60"), minimum=10, date="2026-11-29")
    bad = ProviderError("server", "500")  # nothing is charged for it
    one = Fake(
        model="a", host="example.org", billing=billing, says=lambda s: bad if s == "r001" else "x"
    )
    install(monkeypatch, one, Fake(model="b"))
    run, _ = performed(store, dataset, "fake:a", "fake:b")
    assert run.counts["fake:a"].money == Decimal("0.04")
    assert ", 0.0400 USD" in run.counts["fake:a"].progress()
    assert run.counts["fake:b"].money is None
    assert {each.system: each.money for each in status_of(store)} == {
        "fake:a": Decimal("0.04"),
        "fake:b": None,
    }
    found = {
        each.system: each for each in standings(store, [dataset.id], options_of(None, Options()))
    }
    hours = 4 * 0.1 / 3600
    assert found["fake:a"].usd == pytest.approx(0.04 / hours)
    assert found["fake:a"].latency.percentiles[0].value == 0.5
    assert found["fake:b"].usd is None
    assert found["fake:b"].core_hours == pytest.approx(10)


@pytest.mark.parametrize("flat", [True, False])
def test_a_stored_transcript_is_of_one_recording(
    *,
    flat: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Two recordings of one name in two folders: a transcript that fits both is of neither."""
    monkeypatch.chdir(tmp_path)
    for at, folder in enumerate("ab"):
        write_wav(Path("clips", folder, "u1.wav"), at)
        Path("clips", folder, "u1.txt").write_text(f"so it goes {folder}")
        place = Path("heard") if flat else Path("heard", folder)
        place.mkdir(parents=True, exist_ok=True)
        (place / "u1.txt").write_text(f"so it goes {folder}")
    write_wav(Path("clips/a/u2.wav"), 2)
    Path("clips/a/u2.txt").write_text("and on")
    Path("heard/u2.txt" if flat else "heard/a/u2.txt").write_text("and on")
    assert command(["bench", "init", "clips", "--systems", "files:heard"]) == 0
    assert command(["bench", "run"]) == 0
    capsys.readouterr()
    assert command(["bench", "report", "--to", "json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["coverage"]["failed"] == (2 if flat else 0)
    assert command(["bench", "status"]) == 0
    assert ("fits other recordings" in capsys.readouterr().out) is flat
