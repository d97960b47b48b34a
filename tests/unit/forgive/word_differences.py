"""Differences made by hand, and a way to ask a forgiver about them."""

from __future__ import annotations

from typing import Any

from mondegreen.alignment import Difference


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


def why(forgiver: Any, pair: str) -> str | None:
    """Ask about two spans, in both directions, which must agree; return the reason."""
    reference, _, hypothesis = pair.partition(" / ")
    there = forgiver.forgives(between(reference, hypothesis))
    back = forgiver.forgives(between(hypothesis, reference))
    assert (there is None) == (back is None)
    assert there is None or (there.forgiver, there.version) == (forgiver.name, forgiver.version)
    return there and there.why
