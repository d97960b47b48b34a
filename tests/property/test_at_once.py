"""Many threads of one process at the same time: each gets what it gets alone.

Under Python 3.11 the interpreter lock is held outside of the kernel, so this shows that the kernel and the caches of
packs share nothing that a thread changes; it says nothing of Python without the lock.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.languages import language

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.skipif(_kernel.name != "native", reason="packs are in the native kernel")

WORDS = [
    *("twenty", "one", "21", "the", "a", "uh", "colour", "color", "i'm", "I", "am", "five"),
    *("o'clock", "5:00", "half", "a", "$5", "ten", "percent"),
]


def texts(seed: int) -> tuple[list[str], list[str]]:
    chance = Random(seed)
    made = [" ".join(chance.choices(WORDS, k=chance.randrange(12))) for _ in range(120)]
    return made[:60], made[60:]


def scored(seed: int) -> Any:
    return mg.score(*texts(seed), metrics=["wer", "cer"], threads=2)["cer"].counts


def forgiven(seed: int) -> Any:
    result = mg.score(*texts(seed), forgive="agent", lang="en", normalizer="mondegreen-en")
    return result["wer"].counts, result.signature


def normalized(seed: int) -> Any:
    normalize = mg.normalizer(f"mondegreen-{('en', 'de', 'hi', 'zh')[seed % 4]}")
    return [normalize(text) for text in texts(seed)[0]]


def read(seed: int) -> Any:
    pack = language(("en", "fr")[seed % 2])
    return [pack.readings(text) for text in texts(seed)[0][:20]]


@pytest.fixture(autouse=True)
def _often() -> Iterator[None]:
    """Let threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize("work", [scored, forgiven, normalized, read])
def test_each_thread_gets_what_it_gets_alone(work: Callable[[int], Any]) -> None:
    seeds = [*range(8)] * 3
    with ThreadPoolExecutor(8) as pool:
        together = [*pool.map(work, seeds)]
    assert together == [work(seed) for seed in seeds]
