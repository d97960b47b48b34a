"""Delays of whole systems from the store, against figures worked out by hand."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import pytest

from mondegreen.bench.delays import DEFINITIONS
from mondegreen.bench.standings import standings
from mondegreen.report.bench import render
from mondegreen.report.number_format import NONE
from mondegreen.scoring.options import Options
from mondegreen.store import Store, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mondegreen.bench.standing import Standing

SAID = "send me a new card"
LIVE = {"live": True, "policy": "endpointed", "finalize_after": None, "wait": 10.0}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "a.db") as store:
        yield store


def frozen(store: Store, count: int, **more: Any) -> None:
    clips = [
        {"dataset": "d", "sample_id": f"c{at}", "duration_seconds": 2.0, "language": "en", "speech_end_ms": 1500.0, **more}
        for at in range(count)
    ]  # fmt: skip
    store.observations.add_dataset({"dataset": "d", "name": "d"}, clips)
    said = [{"sample_id": f"c{at}", "text": SAID} for at in range(count)]
    store.observations.add_references("d", said)


def event(seconds: float, kind: str, text: str = "", **more: Any) -> dict[str, Any]:
    final = int(kind == "final")
    return {
        "seconds": seconds,
        "audio_seconds": seconds,
        "kind": kind,
        "text": text,
        "final": final,
        "segment": 0,
        **more,
    }


def put(
    store: Store, at: int, text: str | None, *events: dict[str, Any], system: str = "one", repeat: int = 0,
    **more: Any,
) -> None:  # fmt: skip
    conditions = {**LIVE, **more}
    row = {
        "dataset": "d", "sample_id": f"c{at}", "system": system, "repeat": repeat, "service_name": "x",
        "status": "no-final" if text is None else "ok", "transcription": text,
        "audio_duration_seconds": 2.0, "conditions": json.dumps(conditions),
    }  # fmt: skip
    store.observations.put(row, [event(0.0, "first-audio"), *events])


def stood(store: Store, system: str = "one") -> Standing:
    (found,) = standings(store, ["d"], Options(normalizer="lower", missing="deletions"), [system])
    return found


def test_forty_clips_by_hand(store: Store) -> None:
    frozen(store, 42)
    for at in range(36):  # final at 1.8 + 0.01 * at, which is 0.3 + 0.01 * at after the speech
        first = event(0.5, "partial", "send he")
        put(store, at, SAID, first, event(1.8 + at / 100, "final", SAID))
    put(store, 36, SAID, event(1.2, "final", SAID))  # before the end of speech
    put(store, 37, "send me a", event(1.6, "final", "send me a"))  # fast, and lost the end
    put(
        store, 38, "send me a new", event(1.6, "final", "send me a new")
    )  # one word of two is there
    put(store, 39, "", event(9.0, "done"))  # nothing
    put(store, 40, None, event(0.5, "partial", SAID), event(9.0, "timeout"))  # never final
    live = stood(store).live  # the last clip was not transcribed yet
    assert live is not None
    assert (live.policy, live.ttfs.name, live.wait) == ("endpointed", "ttfs[endpointed]", 10.0)
    assert (live.ttfs.clips, live.ttfs.lost, live.ttfs.clamped) == (41, 3, 1)
    values = {each.percent: each for each in live.ttfs.percentiles}
    # In order: 0, 0.1, 0.30 to 0.65, and three that were never there; the median is the 21st.
    assert values[50].value == pytest.approx(0.48)
    assert values[90].value == pytest.approx(0.64)  # the 37th
    assert (values[95].value, values[95].reason) == (None, "41 values, P95 needs 60")
    assert values[90].high == math.inf
    assert live.ttft.value == pytest.approx(0.5)
    assert live.audio_to_final.value == pytest.approx(-0.04)  # the 20th of 39
    assert live.taken_back == 36 + 0  # "he" became "me"
    assert live.words == 37 * 5 + 3 + 4
    first, final = live.points
    assert first.name == "first text"
    # Clips 39 and 40 have no text after the end of speech: 10 words of 205, and 3 of others.
    assert final.rate == pytest.approx((10 + 2 + 1) / 205)
    assert first.rate == pytest.approx(final.rate)
    assert final.delay.value == pytest.approx(0.47)  # an end that is lost counts in the rate


def test_the_lost_end_is_slow_however_early_the_final_text_is(store: Store) -> None:
    frozen(store, 8)
    for at in range(8):
        put(store, at, SAID, event(2.5, "final", SAID), system="slow")
        put(store, at, "send me a", event(1.6, "final", "send me a"), system="hasty")
    slow, hasty = stood(store, "slow").live, stood(store, "hasty").live
    assert slow is not None
    assert hasty is not None
    assert slow.ttfs.percentiles[0].value == pytest.approx(1.0)
    assert hasty.ttfs.percentiles[0].value == math.inf


def test_without_an_end_of_speech_there_is_an_error_rate_and_no_delay(store: Store) -> None:
    frozen(store, 3, speech_end_ms=None)
    for at in range(3):
        put(store, at, SAID, event(1.8, "final", SAID))
    found = stood(store)
    assert found.rate == 0
    assert found.live is not None
    assert found.live.ttfs.reason == "no speech end"
    assert found.live.points == ()
    shown = render([found])
    assert f"TTFS: {DEFINITIONS['TTFS']}" in shown  # the same words as in docs/live.md
    assert (
        "one: ttfs[endpointed]: n/a: no speech end; find the ends of speech: mondegreen bench speech-ends"
        in shown
    )
    assert "n/a: no speech end" in shown.splitlines()[2]


def test_units_are_in_the_heads_and_definitions_below(store: Store) -> None:
    frozen(store, 3)
    for at in range(3):
        put(store, at, SAID, event(0.4, "partial", "send"), event(1.8, "final", SAID))
    shown = render([stood(store)])
    head = shown.splitlines()[1]
    assert "TTFT in s, median" in head
    assert "churn per word" in head
    for name in ("TTFT", "TTFS", "churn"):
        assert f"\n{name}: {DEFINITIONS[name]}" in shown
    assert "audio to final:" not in shown  # no such column


@pytest.mark.parametrize("after", [0, 200])
def test_what_was_forced_without_an_end_of_speech_is_not_called_so(
    store: Store, after: int
) -> None:
    frozen(store, 3, speech_end_ms=None)
    for at in range(3):
        forced = {"policy": f"forced@{after}ms", "finalize_after": after}
        put(store, at, SAID, event(2.0, "finalize"), event(2.2, "final", SAID), **forced)
    found = stood(store)
    assert found.live is not None
    assert found.live.policy == f"forced@{after}ms after the recording"
    shown = render([found])
    assert f"ttfs[forced@{after}ms after the recording]: n/a: no speech end" in shown
    assert (
        "asked for after the end of the recording; find the ends of speech: mondegreen bench"
        in shown
    )


def test_a_recorded_system_has_no_such_delays(store: Store) -> None:
    frozen(store, 2)
    for at in range(2):
        put(store, at, SAID, live=False)
        put(store, at, SAID, event(1.8, "final", SAID), system="two")
    found = standings(store, ["d"], Options(normalizer="lower", missing="deletions"))
    assert {each.system: each.live is None for each in found} == {"one": True, "two": False}
    header, one, two = render(found).splitlines()[1:4]
    assert "ttfs[endpointed]: median, P90, P95, P99" in header
    assert "0.300, n/a, n/a, n/a" in two
    assert "0.300" not in one
    assert json.loads(render(found, "json"))[1]["live"]["ttfs"]["clips"] == 2


def test_two_policies_are_two_columns(store: Store) -> None:
    frozen(store, 2)
    for at in range(2):
        put(store, at, SAID, event(2.3, "final", SAID))
        asked = event(1.5, "finalize")
        forced = {"policy": "forced@0ms", "finalize_after": 0}
        put(store, at, SAID, asked, event(1.7, "final", SAID), system="two", **forced)
    shown = render(
        standings(store, ["d"], Options(normalizer="lower", missing="deletions")), "tsv"
    ).splitlines()
    names = shown[0].split("\t")
    rows = [dict(zip(names, line.split("\t"), strict=True)) for line in shown[1:]]
    own, forced_ = (f"ttfs[{each}]: median, P90, P95, P99" for each in ("endpointed", "forced@0ms"))
    cells = {row["system"]: (row[own][:5], row[forced_][:5]) for row in rows}
    assert cells == {"one": ("0.800", NONE), "two": (NONE, "0.200")}


def test_a_speech_end_that_has_moved_withholds_what_was_forced_at_the_old_one(store: Store) -> None:
    frozen(store, 2)
    for at in range(2):
        forced = {"policy": "forced@0ms", "finalize_after": 0}
        put(store, at, SAID, event(1.3, "finalize"), event(1.7, "final", SAID), **forced)
    live = stood(store).live
    assert live is not None
    assert live.ttfs.reason.startswith("final text of 2 of 2 clips was asked for at another moment")


def test_what_the_wire_makes_meaningless_is_withheld_with_the_reason(store: Store) -> None:
    frozen(store, 2)
    for at in range(2):
        put(
            store, at, SAID, event(1.7, "final", SAID), withheld={"ttfs": "all is final at the end"}
        )
    live = stood(store).live
    assert live is not None
    assert (live.ttfs.percentiles, live.ttfs.reason) == ((), "all is final at the end")


def test_how_far_figures_move_between_repeats(store: Store) -> None:
    frozen(store, 4)
    for repeat, late in enumerate((0.3, 0.5, 0.4)):
        for at in range(4):
            if repeat == 2 and at == 3:
                put(store, at, None, event(9.0, "timeout"), repeat=repeat)
            elif repeat == 1 and at == 3:
                put(store, at, "", event(9.0, "done"), repeat=repeat)
            else:
                put(store, at, SAID, event(1.5 + late, "final", SAID), repeat=repeat)
    found = stood(store)
    assert found.live is not None
    assert found.live.ttfs_of_repeats == pytest.approx((0.3, 0.5, 0.4))
    spread = found.between_repeats
    assert spread is not None
    assert spread.ttfs is not None
    assert (spread.ttfs.low, spread.ttfs.high, spread.ttfs.deviation) == pytest.approx(
        (0.3, 0.5, 0.1)
    )
    assert spread.answered is not None
    assert spread.answered.values == (1, 1, 0.75)
    assert spread.empty is not None
    assert spread.empty.values == (0, 0.25, 0)
    assert spread.rate is not None
    assert spread.rate.values == (0, 0.25, 0.25)
    text = render([found])
    line = next(line for line in text.splitlines() if "spread of 3 repeats" in line)
    assert "answered 75.00 to 100.00 %" in line
    assert "empty 0.00 to 25.00 %" in line
    assert "median TTFS 0.30 to 0.50 (0.10)" in line
    kept = json.loads(render([found], "json"))[0]["between_repeats"]
    assert kept["ttfs"]["high"] == pytest.approx(0.5)
    assert kept["answered"]["low"] == 0.75


def test_a_repeat_without_final_text_has_no_spread_of_delay(store: Store) -> None:
    frozen(store, 2)
    for at in range(2):
        put(store, at, SAID, event(1.8, "final", SAID))
        put(store, at, None, event(9.0, "timeout"), repeat=1)
    found = stood(store)
    assert found.live is not None
    assert found.live.ttfs_of_repeats == (pytest.approx(0.3), None)
    assert found.between_repeats is not None
    assert found.between_repeats.ttfs is None
    assert "median TTFS" not in render([found])


def test_once_is_no_spread(store: Store) -> None:
    frozen(store, 1)
    put(store, 0, SAID, event(1.8, "final", SAID))
    found = stood(store)
    assert found.between_repeats is None
    assert "spread of" not in render([found])
