"""Alignments of words with times by trying all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

Word = tuple[str, int | None, int | None]
"""A word, its start and its end."""


def alignments(said: list[Word], heard: list[Word]) -> Iterator[list[tuple[int, int]]]:
    """Yield, for each way to align two lists, the places of the words that are against each other."""
    if not said or not heard:
        yield []
        return
    rest, rest_heard = said[1:], heard[1:]
    for found in alignments(rest, rest_heard):
        yield [(0, 0), *((row + 1, at + 1) for row, at in found)]
    for found in alignments(rest, heard):
        yield [(row + 1, at) for row, at in found]
    for found in alignments(said, rest_heard):
        yield [(row, at + 1) for row, at in found]


def apart(said: Word, heard: Word) -> int:
    """The distance of two words in time, as far as it is known."""
    pairs = zip(said[1:], heard[1:], strict=True)
    return sum(abs(b - a) for a, b in pairs if a is not None and b is not None)


def cost(said: list[Word], heard: list[Word], pairs: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Errors, less hits, and the distances of the hits."""
    hits = [(row, at) for row, at in pairs if said[row][0] == heard[at][0]]
    errors = len(said) + len(heard) - len(pairs) - len(hits)
    return errors, -len(hits), sum(apart(said[row], heard[at]) for row, at in hits)


def best(said: list[Word], heard: list[Word]) -> tuple[int, int, int]:
    """The cost of the best alignment."""
    return min(cost(said, heard, pairs) for pairs in alignments(said, heard))
