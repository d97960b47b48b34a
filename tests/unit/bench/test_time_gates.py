"""Gates of delays in a leaderboard, from Python and as they are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from boards import bench, dataset_of, observe

from mondegreen.bench.keeping import keep_dataset
from mondegreen.bench.leaderboard import leaderboard
from mondegreen.bench.scoring import options_of
from mondegreen.bench.time_gates import late, names_of_times
from mondegreen.cli.app import run
from mondegreen.errors import UsageError
from mondegreen.options.gates import Gates
from mondegreen.scoring.options import Options
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
