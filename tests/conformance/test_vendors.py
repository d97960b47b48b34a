"""Seven systems of one benchmark, compared: what a reader must see at once.

The data are next to the project; without them every test here is skipped.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import mondegreen as mg
from mondegreen import _kernel

if TYPE_CHECKING:
    from mondegreen.scoring.comparing import Comparison

FILES = sorted((Path(__file__).parents[3] / "shared" / "data").glob("ms_revolab_*.jsonl"))
CLOSE = ["Qwen__Qwen3-ASR-1.7B", "universal-2", "openai__whisper-large-v3"]

pytestmark = [
    pytest.mark.skipif(not FILES, reason="the shared data are not next to the project"),
    # The references do hold "[laugh]", and the systems are compared with them as they are.
    pytest.mark.filterwarnings("ignore:.*hold notes:mondegreen.errors.DoubtWarning"),
]
needs_native = pytest.mark.skipif(
    _kernel.name != "native", reason="these normalizers are in the native kernel alone"
)


def name_of(path: Path) -> str:
    return path.name.removeprefix("ms_revolab_").removesuffix(".jsonl")


@cache
def compared() -> Comparison:
    results = {
        name_of(path): mg.score(
            mg.read(path, reference_column="raw_reference", hypothesis_column="raw_hypothesis")
        )
        for path in FILES
    }
    return mg.compare(results, normalizers=["lower", "whisper-basic", "mondegreen-any"])


@needs_native
def test_places_three_to_five_depend_on_the_normalizer() -> None:
    found = compared()
    assert found.places is not None
    assert found.places.groups() == [(3, 5, CLOSE)]
    line = f"places 3 to 5 depend on the normalizer: {', '.join(CLOSE)}"
    assert line in str(found).splitlines()


@needs_native
def test_these_three_cannot_be_told_apart() -> None:
    found = compared()
    for first, second in ((0, 1), (0, 2), (1, 2)):
        assert not found.pair(CLOSE[first], CLOSE[second]).separated
    assert any(set(CLOSE) <= set(group) for group in found.groups)
    assert found.scores[0].name == "aisyah-1.0-pro"
    assert found.scores[0].rank is not None
    assert found.scores[0].rank == (1, 1, "a")


@needs_native
def test_which_systems_leave_utterances_empty() -> None:
    found = compared()
    empty = {each.name: each.coverage.empty for each in found.scores if each.coverage.empty}
    assert empty == {"aisyah-1.0-flash": 13, "universal-2": 1, "nova-3": 101}
    assert "leave utterances empty: aisyah-1.0-flash 13, universal-2 1, nova-3 101" in str(found)


def test_references_that_were_normalized_system_by_system_are_refused() -> None:
    """The column ``reference`` is not the same in all files: 136 of 820 were written otherwise."""
    results = {name_of(path): mg.score(mg.read(path)) for path in FILES}
    with pytest.raises(mg.PairingError, match="have different references in"):
        mg.compare(results)
