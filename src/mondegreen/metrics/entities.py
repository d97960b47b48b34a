"""``entities``: entity error rate."""

from __future__ import annotations

import math
from array import array
from typing import TYPE_CHECKING, Any, ClassVar

from mondegreen import _kernel
from mondegreen.corpus.table import as_list
from mondegreen.errors import InputError
from mondegreen.metrics.base import Metric, Rows
from mondegreen.metrics.entity_spans import (
    Annotation,
    Entity,
    common,
    found,
    places,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.metrics.batch import Batch

__all__ = ["EntityErrorRate", "count_entities"]


class EntityErrorRate(Metric):
    """The share of the entities of the reference that the hypothesis does not have, 0 to 1.

    An entity is there if its words are in the hypothesis side by side, as often as they were
    said. Undefined (null, NaN) where the references have no entities. What the entities are comes
    from outside: see `mondegreen.score`.

    The statistics: ``lost`` entities of so many ``entities``; ``written``, entities that are in
    the hypothesis, and how many of them are ``matched``; the last two again with spaces left
    out, ``written_no_space`` and ``matched_no_space``; and ``letter_errors``, the edit distance to
    what is in place of the entities, over their ``letters``, both without spaces. What
    is there are the words aligned with an entity, and those inserted directly before and after
    it; entities side by side have one place.

    >>> EntityErrorRate().value((1, 4, 3, 3, 4, 4, 2, 30))
    0.25
    """

    name = "entities"
    label = "entity error rate"
    statistics = (
        *("lost", "entities", "written", "matched", "written_no_space", "matched_no_space"),
        *("letter_errors", "letters"),
    )
    undefined: ClassVar[str] = "no entities in the references"
    uses_entities: ClassVar[bool] = True

    def rows(self, batch: Batch) -> Rows:
        """Return the statistics of all pairs; zeros where the batch has no entities."""
        columns = tuple(array("q") for _ in self.statistics)
        sums = [0] * len(columns)
        texts = (as_list(batch.references), as_list(batch.hypotheses))
        for row, (reference, hypothesis) in enumerate(zip(*texts, strict=True)):
            there = isinstance(hypothesis, (str, list, tuple))
            entities = batch.entities[row] if batch.entities else Annotation()
            counts = count_entities(reference, hypothesis if there else "", entities)
            for column, number in zip(columns, counts, strict=True):
                column.append(number)
            if there and isinstance(reference, (str, list, tuple)):
                sums = [total + number for total, number in zip(sums, counts, strict=True)]
        return Rows(columns, tuple(sums))

    def value(self, totals: Sequence[Any]) -> Any:
        """Return lost over all, not a number without entities."""
        lost, entities = totals[:2]
        if isinstance(entities, int):
            return lost / entities if entities else math.nan
        import numpy as np  # only who brings arrays has it

        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(entities == 0, np.nan, lost / entities)


def count_entities(reference: Any, hypothesis: Any, entities: Annotation) -> tuple[int, ...]:
    """Return the statistics of one utterance.

    Args:
        reference: what was said, a text or its words.
        hypothesis: what the system wrote.
        entities: those of both.

    Raises:
        InputError: an entity is not in its reference so often.

    >>> entities = Annotation([Entity(("whatsapp",))])
    >>> count_entities("send it on whatsapp", "send it on whats app", entities)
    (1, 1, 0, 0, 1, 1, 0, 8)
    """
    if not entities.said and not entities.written and not entities.written_no_space:
        return (0,) * 8
    said, heard = _words(reference), _words(hypothesis)
    spans = _spans(said, entities.said)
    exact = [tuple(said[start:end]) for start, end in spans]
    close = ["".join(words) for words in exact]
    known = [Entity(words) for words in exact]
    written, no_space = entities.written, entities.written_no_space
    if written is None:
        written = [entity for _, entity in found(heard, known, spaces=True)]
    if no_space is None:
        no_space = [entity for _, entity in found(heard, known, spaces=False)]
    wrote, wrote_close = [each.words for each in written], [each.joined for each in no_space]
    matched = common(exact, wrote)
    return (
        len(exact) - matched,
        len(exact),
        len(wrote),
        matched,
        len(wrote_close),
        common(close, wrote_close),
        _letter_errors(said, heard, spans),
        sum(map(len, close)),
    )


def _spans(said: Sequence[str], entities: Sequence[Entity]) -> list[tuple[int, int]]:
    """Return where the entities are in the reference."""
    wanted: dict[str, int] = {}
    for entity in entities:
        wanted[entity.joined] = wanted.get(entity.joined, 0) + 1
    spans = []
    for joined, count in wanted.items():
        there = places(said, joined)
        if len(there) < count or not joined:
            name = next(" ".join(each.words) for each in entities if each.joined == joined)
            raise InputError(
                f"the entity {name!r} occurs {len(there)} times, not {count}, in the reference "
                f"{' '.join(said)[:200]!r}; an entity must be written as the reference is "
                "after its normalizer"
            )
        spans += there[:count]
    return sorted(spans)


def _letter_errors(
    said: Sequence[str], heard: Sequence[str], spans: Sequence[tuple[int, int]]
) -> int:
    """Return the letters that are wrong in what the alignment puts in place of the spans.

    Spans side by side are one, so that what is inserted between them is counted once.
    """
    if not spans:
        return 0
    runs = _kernel.align([list(said)], [list(heard)])
    starts, ends = [0] * len(said), [0] * len(said)
    rows = zip(
        runs.operations,
        *(runs.reference_starts, runs.reference_ends, runs.hypothesis_starts),
        strict=True,
    )
    for operation, first, last, column in rows:
        for row in range(first, last):
            starts[row] = column + (0 if operation == _DELETE else row - first)
            ends[row] = starts[row] + (operation != _DELETE)
    joined: list[tuple[int, int]] = []
    for first, last in spans:
        adjacent = joined and joined[-1][1] == first
        joined.append((joined.pop()[0], last) if adjacent else (first, last))
    letters: tuple[list[str], list[str]] = [], []
    for first, last in joined:
        left = ends[first - 1] if first else 0
        right = starts[last] if last < len(said) else len(heard)
        for side, words in zip(letters, (said[first:last], heard[left:right]), strict=True):
            side.append("".join(words))
    return sum(_kernel.count(*letters, unit="character").sums[1:])


_DELETE = 2


def _words(text: Any) -> list[str]:
    return text.split() if isinstance(text, str) else list(text)
