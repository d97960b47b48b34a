"""What the tests of forgivers share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from mondegreen.alignment import Difference

if TYPE_CHECKING:
    from collections.abc import Callable


def between(reference: str, hypothesis: str) -> Difference:
    """Return the difference between two spans of words."""
    said, heard = tuple(reference.split()), tuple(hypothesis.split())
    common = min(len(said), len(heard))
    return Difference(
        reference_start=0,
        reference_end=len(said),
        hypothesis_start=0,
        hypothesis_end=len(heard),
        reference=said,
        hypothesis=heard,
        substitutions=common,
        deletions=len(said) - common,
        insertions=len(heard) - common,
    )


@pytest.fixture
def why() -> Callable[..., str | None]:
    """Ask a forgiver about two spans, in both directions, which must agree."""

    def ask(forgiver: Any, pair: str) -> str | None:
        reference, _, hypothesis = pair.partition(" / ")
        there = forgiver.forgives(between(reference, hypothesis))
        back = forgiver.forgives(between(hypothesis, reference))
        assert (there is None) == (back is None)
        assert there is None or (there.forgiver, there.version) == (forgiver.name, forgiver.version)
        return there and there.why

    return ask
