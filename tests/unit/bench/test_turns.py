"""Ends of turns against figures worked out by hand."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import pytest
from test_live_figures import SAID, frozen, put, stood
from test_live_figures import event as heard

from mondegreen.bench.standings import standings
from mondegreen.bench.turns import (
    EARLY,
    LATE,
    Turn,
    eager_ends,
    ends_of_turns,
    matched,
    turn_figures,
)
from mondegreen.providers.event import Event
from mondegreen.report.bench import render
from mondegreen.scoring.options import Options
from mondegreen.store import Store, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

END, EAGER = "end-of-turn", "eager-end-of-turn"


def event(seconds: float, kind: str, text: str = "") -> dict[str, Any]:
    return heard(seconds, kind, text, segment=None)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "a.db") as store:
        yield store


@pytest.mark.parametrize(
    ("turns", "events", "delays"),
    [
        ([2.0], [2.5], [0.5]),
        ([2.0], [], [math.inf]),
        ([], [2.5], []),
        ([2.0], [2.0 - EARLY], [-EARLY]),  # people put the end a little differently
        ([2.0], [1.7], [math.inf]),  # the speaker still speaks
        ([2.0], [2.0 + LATE], [LATE]),
        ([2.0], [2.1 + LATE], [math.inf]),
        ([2.0], [2.4, 2.9], [0.4]),  # twice: one of them is a false alarm
        ([2.0], [1.0, 2.4], [0.4]),
        ([2.0, 4.0], [2.4, 4.4], [0.4, 0.4]),
        ([2.0, 4.0], [4.4], [math.inf, 0.4]),
        ([2.0, 4.0], [3.6, 4.4], [1.6, 0.4]),  # nobody says when the second turn began
        ([2.0, 4.0], [3.8, 4.4], [math.inf, -0.2]),  # so it ends the second one, a little early
        ([4.0, 2.0], [4.4, 2.4], [0.4, 0.4]),  # in any order
        ([2.0, 2.0], [2.1, 2.2], [0.1, 0.2]),
    ],
)  # fmt: skip
def test_matching(turns: list[float], events: list[float], delays: list[float]) -> None:
    found = matched([Turn(each) for each in turns], events)
    assert found.delays == pytest.approx(tuple(delays))
    assert found.events == len(events)


def test_the_next_turn_ends_the_time_of_the_one_before() -> None:
    turns = [Turn(2.0, 0.5), Turn(6.0, 3.0)]
    assert matched(turns, [2.9, 6.1]).delays == pytest.approx((0.9, 0.1))
    assert matched(turns, [3.4, 6.1]).delays == pytest.approx((math.inf, 0.1))
    # Two speak at once: the end of the first one counts all the same.
    assert matched([Turn(3.0, 0.0), Turn(4.0, 2.0)], [3.0, 4.2]).delays == pytest.approx((0, 0.2))


def said(*events: tuple[float, str] | tuple[float, str, str] | tuple[float, str, str, int]) -> Any:
    made = []
    for seconds, kind, *more in events:
        text, segment = (*more, "", None)[:2] if len(more) < 2 else more
        made.append(Event(seconds, seconds, kind, text or "", segment))
    return made


@pytest.mark.parametrize(
    ("events", "ends"),
    [
        ([(1.0, "final", "so", 0), (1.1, END)], [1.1]),
        # speech_final, then UtteranceEnd, with an empty result in between
        ([(1.0, "final", "so", 0), (1.1, END), (1.4, "partial", "", 9), (2.0, END)], [1.1]),
        # a turn that comes again with punctuation
        ([(1.0, "final", "so", 0), (1.0, END, "", 0), (1.2, "final", "So.", 0), (1.2, END, "", 0)], [1.0]),
        # one segment for all, as of tokens
        ([(1.0, "final", "so", 0), (1.1, END), (2.0, "final", "so it", 0), (2.1, END)], [1.1, 2.1]),
        # the text comes after the end
        ([(0.5, "start-of-turn"), (1.1, END), (1.3, "final", "so", 0), (2.0, "start-of-turn"), (2.5, END)], [1.1, 2.5]),
        # nothing was heard at all
        ([(1.1, END), (1.5, END)], [1.1]),
        # closing ends any turn
        ([(1.0, "partial", "so", 0), (3.0, "close"), (3.1, "final", "so", 0), (3.1, END, "", 0)], []),
    ],
)  # fmt: skip
def test_an_end_that_is_told_twice_counts_once(events: Any, ends: list[float]) -> None:
    assert ends_of_turns(said(*events)) == ends


def test_likely_ends_are_those_that_an_eager_agent_acts_on() -> None:
    events = said(
        *((0.2, "start-of-turn"), (1.0, EAGER), (1.3, "turn-resumed"), (2.0, EAGER), (2.4, END, "", 0)),
        *((3.0, "start-of-turn"), (4.0, END, "", 1)),
        *((5.0, "start-of-turn"), (6.0, EAGER), (6.2, "turn-resumed"), (7.0, END, "", 2)),
    )  # fmt: skip
    assert eager_ends(events) == [1.0, 2.0, 4.0, 6.0, 7.0]
    assert ends_of_turns(events) == [2.4, 4.0, 7.0]


def test_figures_by_hand() -> None:
    clips = [
        matched([Turn(2.0), Turn(6.0)], [2.4, 6.3]),  # all right
        matched([Turn(2.0), Turn(6.0)], [1.0, 2.2]),  # a false alarm, and one is missed
        matched([], [1.0]),  # nobody speaks
    ]
    found = turn_figures(clips, None, {"resamples": 200})
    assert (found.clips, found.turns, found.events, found.found) == (3, 4, 5, 3)
    assert (found.missed, found.false_alarms) == (1, 2)
    assert (found.precision, found.recall, found.f1) == (3 / 5, 3 / 4, 6 / 9)
    median, high = found.delay
    assert median.value == pytest.approx(0.35)  # of 0.2, 0.3, 0.4 and never
    assert high.reason == "4 values, P90 needs 30"
    assert set(found.intervals) == {"precision", "recall", "f1"}
    assert found.intervals["precision"].units == 3
    assert 0 <= found.intervals["precision"].low <= 0.6 <= found.intervals["precision"].high <= 1
    together = turn_figures(clips, ["a", "a", "b"], {"resamples": 200, "cluster_name": "call"})
    assert (together.intervals["f1"].units, together.intervals["f1"].unit) == (2, "call")


def test_no_turns_and_no_events_have_no_rates() -> None:
    found = turn_figures([matched([], [])])
    assert (found.precision, found.recall, found.f1, found.delay) == (None, None, None, ())
    assert turn_figures([matched([Turn(1.0)], [])]).f1 == 0


def test_of_a_system_from_the_store(store: Store) -> None:
    frozen(store, 40, turn_ends_ms="[1500]")
    for at in range(40):
        late = event(1.8 + at / 100, "final", SAID), event(1.8 + at / 100, END)
        early = (event(1.0, "partial", "send"), event(1.0, END)) if at < 8 else ()
        put(store, at, SAID, *early, *(() if at >= 36 else late))
    live = stood(store).live
    assert live is not None
    found = live.turns
    assert found is not None
    assert (found.turns, found.events, found.found, found.missed, found.false_alarms) == (40, 44, 36, 4, 8)  # fmt: skip
    median, high = found.delay
    assert median.value == pytest.approx(0.495)
    assert high.value == math.inf  # the 36th is found, the 37th was missed
    plain = standings(
        store, ["d"], Options(normalizer="lower", missing="deletions"), intervals={"seed": 1}
    )
    text = render(plain)
    assert "turns: precision, recall, F1" in text
    assert "81.8 %, 90.0 %, 85.7 %" in text
    assert "one: ends of turns: 40 turns in 40 clips, 36 found, 4 missed, 8 false alarms" in text
    assert "one: ends of turns: 95 % intervals: precision" in text
    kept = json.loads(render(plain, "json"))[0]["live"]["turns"]
    assert (kept["f1"], kept["missed"]) == (pytest.approx(72 / 84), 4)
    assert kept["intervals"]["recall"]["low"] < 0.9 < kept["intervals"]["recall"]["high"]
    assert kept["window"] == {"early": EARLY, "late": LATE}


def test_a_turn_whose_stream_failed_is_missed(store: Store) -> None:
    frozen(store, 2, turn_ends_ms="[1500]")
    put(store, 0, SAID, event(1.8, "final", SAID), event(1.8, END))
    put(store, 1, None, event(1.0, "partial", "send"), event(1.4, "error"))
    live = stood(store).live
    assert live is not None
    assert live.turns is not None
    assert (live.turns.recall, live.turns.missed) == (0.5, 1)


def test_where_there_are_no_figures_there_is_a_reason(store: Store) -> None:
    frozen(store, 2, turn_ends_ms="[1500]")
    for at in range(2):
        put(store, at, SAID, event(1.8, "final", SAID))
        forced = {"policy": "forced@0ms", "finalize_after": 0}
        put(store, at, SAID, event(1.5, "finalize"), event(1.8, "final", SAID), event(1.8, END), system="two", **forced)  # fmt: skip
    one, two = (stood(store, name).live for name in ("one", "two"))
    assert one is not None
    assert two is not None
    assert one.turns is not None
    assert one.turns.reason == "it does not say when a turn ends"
    assert two.turns is not None
    assert two.turns.reason == "the turns were not ended by the system: forced@0ms"
    text = render(standings(store, ["d"], Options(normalizer="lower", missing="deletions")))
    assert "n/a: it does not say when a turn ends" in text


def test_a_dataset_without_turns_has_no_such_columns(store: Store) -> None:
    frozen(store, 1)
    put(store, 0, SAID, event(1.8, "final", SAID), event(1.8, END))
    found = stood(store)
    assert found.live is not None
    assert found.live.turns is None
    assert "turns:" not in render([found])


def test_likely_ends_have_figures_of_their_own(store: Store) -> None:
    frozen(store, 3, turn_ends_ms="[1500]")
    for at in range(3):
        put(store, at, SAID, event(1.6, EAGER), event(2.3, "final", SAID), event(2.3, END))
    found = stood(store)
    assert found.live is not None
    assert found.live.turns is not None
    assert found.live.eager_turns is not None
    assert found.live.turns.delay[0].value == pytest.approx(0.8)
    assert found.live.eager_turns.delay[0].value == pytest.approx(0.1)
    assert "likely ends of turns: precision, recall, F1 100.0 %" in render([found])
