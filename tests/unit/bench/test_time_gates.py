"""Gates of delays in a leaderboard, from Python and as they are typed."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from boards import bench, dataset_of, observe

from mondegreen.bench.calls import Delay
from mondegreen.bench.keeping import keep_dataset
from mondegreen.bench.leaderboard import leaderboard
from mondegreen.bench.scoring import options_of
from mondegreen.bench.time_gates import late, names_of_times
from mondegreen.cli.app import run
from mondegreen.errors import UsageError
from mondegreen.options.gates import Gates
from mondegreen.scoring.options import Options
from mondegreen.stats.percentiles import Percentile
from mondegreen.store import open_store

if TYPE_CHECKING:
    from pathlib import Path

    from mondegreen.store import Store

COUNT = 80


@pytest.fixture
def board(tmp_path: Path) -> Any:
    with open_store(tmp_path / "a.db") as store:
        return made(store)


def made(store: Store) -> Any:
    dataset = dataset_of(COUNT)
    keep_dataset(store, dataset)
    observe(store, dataset, "quick:m", [0] * COUNT, seconds=[0.5] * COUNT)
    slow: list[int | None] = [0] * (COUNT - 8) + [None] * 8
    observe(store, dataset, "fails:m", slow, seconds=[1.5] * COUNT)
    return leaderboard(store, dataset, options_of(None, Options()))


@pytest.mark.parametrize(
    ("gate", "limit", "met"),
    [
        ("seconds", 1.0, {"quick:m": True, "fails:m": False}),
        ("seconds", 2.0, {"quick:m": True, "fails:m": True}),
        ("seconds", 0.5, {"quick:m": True, "fails:m": False}),  # as much as the limit is not above
        ("seconds:P95", 2.0, {"quick:m": True, "fails:m": False}),  # failed calls are slower
        ("seconds: p95", 0.4, {"quick:m": False, "fails:m": False}),
        ("seconds:P99", 9.0, {"quick:m": False, "fails:m": False}),  # not known
    ],
)
def test_percentiles(board: Any, gate: str, limit: float, met: dict[str, bool]) -> None:
    assert names_of_times(board.rows) == ["seconds"]
    gated = board.gated(None, times={gate: limit})
    assert {each.system: each.met for each in gated.verdicts} == met
    assert late(board.rows, "ttfs", 1.0) == []


@pytest.mark.parametrize(
    "text", ["ttfs=soon", "seconds=-1", "ttfs[endpointed]:P95=nan", "seconds="]
)
def test_no_seconds(text: str) -> None:
    with pytest.raises(UsageError, match="expected seconds, such as "):
        Gates(fail_above=[text])


@pytest.mark.parametrize(
    "gate",
    [
        ("seconds=0.4", 1, "seconds (median) of a:m is 0.500 s, above 0.4 s"),
        ("seconds=3s", 0, ""),
        ("wre=5%", 2, "has gates of wer, seconds (of times also P95 and P99, as seconds:P95=2)"),
        ("wre=5%", 2, "Did you mean 'wer'?"),
        ("ttfs=1", 2, "a gate of ttfs: the leaderboard ranks by wer and has gates of wer, seconds"),
        ("cer=5%", 2, "add -m cer, or name wer"),
    ],
)
def test_as_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any, gate: tuple[str, int, str]
) -> None:
    line, status, said = gate
    monkeypatch.chdir(tmp_path)
    bench(tmp_path, dataset_of(5), {"a:m": [0, 0, 0, 0, 1]})
    assert run(["bench", "leaderboard", "--fail-above", line]) == status
    err = capsys.readouterr().err
    assert said in err
    assert "-m ttfs" not in err


def delay(values: dict[int, float | None], reason: str = "") -> Delay:
    parts = tuple(
        Percentile(percent, 1, value, reason="too few calls" if value is None else "")
        for percent, value in values.items()
    )
    return Delay(parts, calls=1, reason=reason)


def row(system: str, seconds: Delay, ttfs: Any = None, live: Any = None) -> Any:
    return SimpleNamespace(
        system=system, live=live, calls=SimpleNamespace(seconds=seconds, ttfs=ttfs)
    )


def test_sentences_and_whose_delays() -> None:
    live = SimpleNamespace(ttfs=SimpleNamespace(name="ttfs[endpointed]", reason="", percentiles=()))
    live.ttfs.percentiles = (SimpleNamespace(percent=50, value=0.25, reason=""),)
    rows = [
        row("a", delay({50: 1.0, 95: 2.0})),
        row("b", delay({50: 1.5, 95: math.inf}), ttfs=delay({50: 0.5, 95: None})),
        row("c", delay({50: 9.0}), live=live),
        row("d", delay({}, "no call was made")),
    ]
    assert names_of_times(rows) == ["seconds", "ttfs", "ttfs[endpointed]"]
    assert [(each.system, each.met, each.reason) for each in late(rows, "seconds", 1.0)] == [
        ("a", True, "seconds (median) of a is 1.000 s, not above 1 s"),
        ("b", False, "seconds (median) of b is 1.500 s, above 1 s"),
        (
            "d",
            False,
            "seconds (median) of d is not known, so it cannot be below 1 s: no call was made",
        ),
    ]
    assert [(each.met, each.reason) for each in late(rows, "seconds:P95", 2.0)] == [
        (True, "seconds (P95) of a is 2.000 s, not above 2 s"),
        (False, "seconds (P95) of b is later than anybody waited, above 2 s"),
        (False, "seconds (P95) of d is not known, so it cannot be below 2 s: no call was made"),
    ]
    assert [(each.system, each.met, each.reason) for each in late(rows, "TTFS", 0.25)] == [
        ("b", False, "ttfs (median) of b is 0.500 s, above 0.25 s"),
        ("c", True, "ttfs[endpointed] (median) of c is 0.250 s, not above 0.25 s"),
    ]
    assert [each.system for each in late(rows, "ttfs[endpointed]", 1.0)] == ["c"]
    (unknown,) = late(rows[:2], "ttfs:P95", 2.0)
    assert not unknown.met
    assert unknown.reason.endswith("cannot be below 2 s: too few calls")
