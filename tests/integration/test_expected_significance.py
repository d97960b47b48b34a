"""Published pairs of real systems, tested by NIST's ``sc_stats`` 2.4.12 somewhere else.

Those numbers are of 734 utterances: the ones whose reference was the same for five systems, of which
one is not among the data. For the four that are it is the same in 738, so four more were left out
because of the fifth. Six choices of four give all the numbers at once, segments, means, deviations
and Z of six pairs; `LEFT_OUT` is one of them.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.stats.mapsswe import mapsswe, segments
from mondegreen.stats.mcnemar import mcnemar
from mondegreen.stats.sclite_steps import sclite_steps

DATA = Path(__file__).parents[3] / "shared" / "data"
EXPECTED = DATA / "expected_significance.json"
NAMES = ("nova-3", "universal-2", "openai__whisper-large-v3", "Qwen__Qwen3-ASR-1.7B")
LEFT_OUT = {"rv00173", "rv00651", "rv00671", "rv00779"}

pytestmark = pytest.mark.skipif(not EXPECTED.exists(), reason="the shared data are not here")


def plain(name: str) -> str:
    return name.replace("-", "_").replace(".", "_")


@pytest.fixture(scope="module")
def texts() -> tuple[list[str], list[str], dict[str, list[str]]]:
    """Return ids, references, and the hypotheses of the four systems."""
    rows = {}
    for name in NAMES:
        lines = (DATA / f"ms_revolab_{name}.jsonl").read_text("utf-8").splitlines()
        rows[name] = {row["id"]: row for row in map(json.loads, lines)}
    same = [
        each
        for each in rows[NAMES[0]]
        if len({rows[name][each]["reference"] for name in NAMES}) == 1
    ]
    assert len(same) == 738
    kept = [each for each in same if each not in LEFT_OUT]
    said = [rows[NAMES[0]][each]["reference"] for each in kept]
    return kept, said, {name: [rows[name][each]["hypothesis"] for each in kept] for name in NAMES}


def published(test: str) -> dict[tuple[str, str], dict[str, Any]]:
    content = json.loads(EXPECTED.read_text("utf-8"))["revolab_ms"][test]
    found = {}
    for first, second in combinations(NAMES, 2):
        names = (f"ms_revolab_{plain(first)}", f"ms_revolab_{plain(second)}")
        (found[first, second],) = (
            each for each in content if (each["sys1"], each["sys2"]) == names
        )
    assert len(found) == 6
    return found


def test_mapsswe(texts: Any) -> None:
    ids, said, heard = texts
    steps = {
        name: [sclite_steps(a.split(), b.split()) for a, b in zip(said, written, strict=True)]
        for name, written in heard.items()
    }
    results = {name: mg.score(said, written, ids=ids) for name, written in heard.items()}
    compared = mg.compare(results, test="mapsswe", differ=0)
    for (first, second), expected in published("mapsswe").items():
        pairs = zip(steps[first], steps[second], strict=True)
        found = mapsswe(each for pair in pairs for each in segments(*pair))
        assert found.segments == expected["segments"]
        for number, name in ((found.mean, "mean"), (found.deviation, "sd"), (found.z, "z")):
            assert round(number, 3) == expected[name]
        pair = compared.pair(first, second)
        sign = 1 if pair.first == first else -1
        assert round(sign * pair.test.statistic, 3) == expected["z"]
        assert (pair.test.p < 0.05) is expected["significant_5pct"]


def test_mcnemar(texts: Any) -> None:
    """The tables of right and wrong; p is the exact binomial, where ``sc_stats`` is wrong."""
    _, said, heard = texts
    right = {
        name: [a.split() == b.split() for a, b in zip(said, written, strict=True)]
        for name, written in heard.items()
    }
    for (first, second), expected in published("mcnemar").items():
        table = Counter(zip(right[first], right[second], strict=True))
        cells = {"cc": (True, True), "only1_correct": (True, False), "ii": (False, False)}
        for name, cell in {**cells, "only2_correct": (False, True)}.items():
            assert table[cell] == expected[name]
        p = mcnemar(right[first], right[second]).p
        assert p == pytest.approx(expected["exact_p"], abs=5e-7)
