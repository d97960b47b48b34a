"""Stretches without an anchor: whatever their length, they are forgiven as short ones are."""

from __future__ import annotations

import json
import time
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen._kernel import forgiving
from mondegreen._kernel.forgiven import NATIVE
from mondegreen.cli.app import run
from mondegreen.forgive import Reason, forgive, forgive_many

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("mondegreen._kernel._native")

PAIRS = (
    ("ice cream", "icecream"),
    ("icecream", "ice cream"),
    ("twenty one", "21"),
    ("do not", "don't"),
    ("five percent", "5%"),
    ("doctor Smith", "dr smith"),
    ("colour", "color"),
    ("well known", "well-known"),
    ("um so", "so"),
)
DISTINCT = tuple(pair for pair in PAIRS if pair[1] not in ("ice cream", "so"))
"""Pairs of which two, in whatever order, have no word in common: nothing stands for an anchor."""


class Nothing:
    """Forgives nothing, so that strict errors and letters can be read from the same metrics."""

    name, version, one_sided = "nothing", "1", True

    def forgives(self, _difference: mg.Difference) -> Reason | None:
        return None


def reader(said: str, written: str, forgivers: Any) -> float:
    value = mg.score(said, written, metrics=["reader"], forgive=forgivers)["reader"].value
    assert value is not None
    return value


def word(random: Random) -> str:
    return "".join(random.choices("bcdfghjklmnpqrst", k=random.randint(2, 7)))


def mixed(random: Random, count: int, share: float, block: int) -> tuple[str, str, int]:
    """Return two texts, and how many errors in them are no forgiver's."""
    said: list[str] = []
    written: list[str] = []
    errors = 0
    for at in range(count):
        if random.random() < share:
            pair = random.choice(DISTINCT)
            said.append(pair[0])
            written.append(pair[1])
        else:
            for side in random.choice(([said], [written], [said, written])):
                side.append(word(random))
            errors += 1
        if block and at == count // 2:
            random.choice((said, written)).extend(word(random) for _ in range(block))
            errors += block
    return " ".join(said), " ".join(written), errors


@pytest.mark.parametrize("count", [180, 181, 1000])
@pytest.mark.parametrize("pair", PAIRS)
def test_one_pair_over_and_over(pair: tuple[str, str], count: int) -> None:
    said, written = (" ".join([side] * count) for side in pair)
    result = mg.score(said, written, metrics=["wer", "reader"], forgive="agent")
    assert result["wer"].value == 0
    assert result["reader"].value == 0
    assert next(iter(result.waterfall())).errors == mg.score(said, written)["wer"].errors


@pytest.mark.parametrize("count", [180, 181, 1000])
def test_the_command_forgives_it_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], count: int
) -> None:
    files = [tmp_path / name for name in ("reference.txt", "hypothesis.txt")]
    for file, side in zip(files, PAIRS[0], strict=True):
        file.write_text(" ".join([side] * count) + "\n", encoding="utf-8")
    assert run(["score", *map(str, files), "--forgive", "spacing", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["metrics"][0]["value"] == 0


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("share", "block"), [(0.9, 0), (0.7, 0), (0.9, 60), (0.9, 300)])
def test_mixed_stretches(seed: int, share: float, block: int) -> None:
    said, written, errors = mixed(Random(seed), 700, share, block)
    found = forgive(said, written, forgive="agent")
    # Many words in a row that only one text has may lead astray around them.
    astray = block if block > 200 else 0
    assert found.errors <= 1.05 * errors + 5 + astray
    assert found.errors >= 0.5 * (errors - block)


def made(draw: Any) -> tuple[str, str]:
    seed, count = draw(st.integers(0, 10**6)), draw(st.integers(100, 600))
    share = draw(st.sampled_from([0, 0.02, 0.3, 0.8, 1]))
    said, written, _ = mixed(Random(seed), count, share, draw(st.sampled_from([0, 0, 40, 400])))
    return said, written


@given(st.data(), st.lists(st.sampled_from(NATIVE), min_size=1, max_size=6, unique=True))
@settings(max_examples=40, deadline=None)
def test_never_more_than_strict(data: st.DataObject, names: list[str]) -> None:
    said, written = data.draw(st.composite(made)())
    found = forgive(said, written, forgive=names)
    assert found.errors <= found.strict == forgiving.distance(said.split(), written.split())
    assert reader(said, written, names) <= reader(said, written, [Nothing()]) + 1e-12


def test_a_forgiver_of_ones_own_is_asked_each_thing_once() -> None:
    asked: list[Any] = []

    class Joined(Nothing):
        name = "joined"

        def forgives(self, difference: mg.Difference) -> Reason | None:
            asked.append((difference.reference, difference.hypothesis))
            if "".join(difference.reference) != "".join(difference.hypothesis):
                return None
            return Reason(forgiver="joined", version="1", why="the same letters")

    random = Random(5)
    halves = [(word(random), word(random)) for _ in range(400)]
    said, written = " ".join(f"{a} {b}" for a, b in halves), " ".join(a + b for a, b in halves)
    found = forgive(said, written, forgive=[Joined()])
    assert found.errors <= found.strict
    assert len(asked) == len(set(asked)) < 20 * 800


@pytest.mark.slow
@pytest.mark.parametrize("pair", [None, *PAIRS[:5]])
def test_twenty_thousand_in_reasonable_time(pair: tuple[str, str] | None) -> None:
    if pair is None:
        said, written, _ = mixed(Random(1), 20_000, 0.5, 0)
    else:
        said, written = (" ".join([side] * 20_000) for side in pair)
    started = time.process_time()
    (found,) = forgive_many([said], [written], forgive="agent")
    assert time.process_time() - started < 60
    assert pair is None or found.errors == 0
