"""jiwer's results: data classes, whose lists are made when somebody looks at them."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, TypeVar

from mondegreen import _kernel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.compat.jiwer._sides import Side

__all__ = ["AlignmentChunk", "CharacterOutput", "Pairs", "WordOutput", "edit_counts", "lazy"]

_TYPES: Final = ("equal", "substitute", "delete", "insert")
_LISTS: Final = frozenset({"references", "hypotheses", "alignments"})
_FEW: Final = 16
_MANY: Final = 10_000
_KNOWN: Final = ("replace", *_TYPES)  # a tuple, since a type that was given may have no hash


@dataclass
class AlignmentChunk:
    """A stretch of an alignment, as half-open ranges of tokens of both sides.

    ``type`` is ``equal``, ``substitute``, ``delete`` or ``insert``; ``replace`` is taken for
    ``substitute``.

    Raises:
        ValueError: another type, or a range that ends before it starts.

    >>> AlignmentChunk("replace", 0, 1, 0, 1)
    AlignmentChunk(type='substitute', ref_start_idx=0, ref_end_idx=1, hyp_start_idx=0, hyp_end_idx=1)
    """

    type: str
    ref_start_idx: int
    ref_end_idx: int
    hyp_start_idx: int
    hyp_end_idx: int

    def __post_init__(self) -> None:
        """Check what was given."""
        if self.type not in _KNOWN:
            raise ValueError(f"type={self.type!r}: expected one of {', '.join(_TYPES)}")
        if self.type == "replace":
            self.type = "substitute"
        if self.ref_start_idx > self.ref_end_idx:
            raise ValueError(
                f"ref_start_idx={self.ref_start_idx} is after ref_end_idx={self.ref_end_idx}"
            )
        if self.hyp_start_idx > self.hyp_end_idx:
            raise ValueError(
                f"hyp_start_idx={self.hyp_start_idx} is after hyp_end_idx={self.hyp_end_idx}"
            )


class Pairs:
    """The two sides of what was scored, from which the lists of a result are made.

    They are frozen: whoever changes a list or a transform afterwards changes no result.
    """

    def __init__(self, reference: Side, hypothesis: Side) -> None:
        self._tokens = [None if side.unit else side.items for side in (reference, hypothesis)]
        self._sides = reference.frozen(), hypothesis.frozen()
        # For few pairs one call to the kernel is cheaper than two.
        self._runs = self._align() if len(reference) <= _FEW else None

    def counts(self) -> tuple[int, int, int, int]:
        """Return hits, substitutions, deletions and insertions of all pairs together."""
        if self._runs is None:
            return edit_counts(*self._sides)
        _, operations, *places = self._runs
        counts = [0, 0, 0, 0]
        for code, ref_start, ref_end, hyp_start, hyp_end in zip(operations, *places, strict=True):
            counts[code] += (ref_end - ref_start) or (hyp_end - hyp_start)
        hits, substitutions, deletions, insertions = counts
        return hits, substitutions, deletions, insertions

    def _align(self) -> _kernel.AlignedRuns:
        reference, hypothesis = self._sides
        unit = reference.unit or "word"
        return _kernel.align(reference.items, hypothesis.items, unit=unit, ties="jiwer")

    def references(self) -> list[list[str]]:
        """Return the tokens of each reference."""
        return self._cut(0)

    def hypotheses(self) -> list[list[str]]:
        """Return the tokens of each hypothesis."""
        return self._cut(1)

    def _cut(self, which: int) -> list[list[str]]:
        made, side = self._tokens[which], self._sides[which]
        if made is not None:
            return made  # the very lists that the transform made, as in jiwer
        if len(side) < _MANY:
            return side.tokens()
        with _collection_paused():
            return side.tokens()

    def alignments(self) -> list[list[AlignmentChunk]]:
        """Return the chunks of each pair."""
        runs = self._runs or self._align()
        if len(runs.operations) < _MANY:
            return _chunks(runs)
        with _collection_paused():
            return _chunks(runs)


def edit_counts(reference: Side, hypothesis: Side) -> tuple[int, int, int, int]:
    """Return hits, substitutions, deletions and insertions of all pairs together."""
    unit = reference.unit or "word"
    return _kernel.count(reference.items, hypothesis.items, unit=unit, ties="jiwer").sums


def _chunks(runs: _kernel.AlignedRuns) -> list[list[AlignmentChunk]]:
    new, made = AlignmentChunk.__new__, []
    types = map(_TYPES.__getitem__, runs.operations)
    # Not by calling the class: what the kernel says needs no check.
    for kind, ref_start, ref_end, hyp_start, hyp_end in zip(types, *runs[2:], strict=True):
        chunk = new(AlignmentChunk)
        chunk.type = kind
        chunk.ref_start_idx = ref_start
        chunk.ref_end_idx = ref_end
        chunk.hyp_start_idx = hyp_start
        chunk.hyp_end_idx = hyp_end
        made.append(chunk)
    return [made[start:end] for start, end in pairwise(runs.starts)]


@contextmanager
def _collection_paused() -> Iterator[None]:
    """Keep the garbage collector from walking again and again over objects that are all in use.

    For millions of lists and chunks that would take longer than all the rest.
    """
    paused = gc.isenabled()
    if paused:
        gc.disable()
    try:
        yield
    finally:
        if paused:
            gc.enable()


class _Lazy:
    """A data class whose three lists are made from ``_pairs`` when they are asked for, and kept."""

    __slots__ = ("__dict__", "_pairs")
    _pairs: Pairs | None

    def __getattr__(self, name: str) -> Any:
        pairs = getattr(self, "_pairs", None) if name in _LISTS else None
        if pairs is None:  # unknown, or made by hand, and then taken away
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        made = getattr(pairs, name)()
        setattr(self, name, made)
        return made

    def __delattr__(self, name: str) -> None:
        _complete(self)
        object.__delattr__(self, name)

    def __dir__(self) -> list[str]:
        waiting = _LISTS if getattr(self, "_pairs", None) else ()
        return sorted({*dir(type(self)), *_ATTRIBUTES.__get__(self), *waiting} - _OURS)

    def __getstate__(self) -> dict[str, Any]:
        return _complete(self)


_ATTRIBUTES: Final[Any] = vars(_Lazy)["__dict__"]
_OURS: Final = frozenset({"__getattr__", "__slots__", "_pairs"})
_Output = TypeVar("_Output", bound=_Lazy)


def lazy(kind: type[_Output], pairs: Pairs, numbers: dict[str, float]) -> _Output:
    """Return a result whose lists are still to be made."""
    result = kind.__new__(kind)
    result._pairs = pairs
    _ATTRIBUTES.__get__(result).update(numbers)
    return result


def _complete(result: Any) -> dict[str, Any]:
    """Return the attributes, with all lists made, in the order of the fields."""
    attributes: dict[str, Any] = _ATTRIBUTES.__get__(result)
    if getattr(result, "_pairs", None) is not None:
        made = {field.name: getattr(result, field.name) for field in fields(result)}
        rest = {name: value for name, value in attributes.items() if name not in made}
        attributes.clear()
        attributes.update(made, **rest)
        result._pairs = None
    return attributes


def _replace(result: Any, attributes: dict[str, Any]) -> None:
    """Put other attributes in place of all."""
    _ATTRIBUTES.__set__(result, attributes)
    result._pairs = None


def _remove(result: Any) -> None:
    """Do what Python does when somebody deletes the attributes."""
    _ATTRIBUTES.__delete__(result)
    result._pairs = None


@dataclass
class WordOutput(_Lazy):
    """What `process_words` returns.

    Attributes:
        references: the words of each reference.
        hypotheses: the words of each hypothesis.
        alignments: the chunks of each pair.
        wer: word error rate; against no words at all, the number of insertions.
        mer: match error rate.
        wil: word information lost.
        wip: word information preserved.
        hits: equal words.
        substitutions: words heard as others.
        insertions: words that nobody said.
        deletions: words left out.
    """

    references: list[list[str]]
    hypotheses: list[list[str]]
    alignments: list[list[AlignmentChunk]]
    wer: float
    mer: float
    wil: float
    wip: float
    hits: int
    substitutions: int
    insertions: int
    deletions: int

    __dict__ = property(_complete, _replace, _remove)


@dataclass
class CharacterOutput(_Lazy):
    """What `process_characters` returns.

    Attributes:
        references: the code points of each reference.
        hypotheses: the code points of each hypothesis.
        alignments: the chunks of each pair.
        cer: character error rate; against no characters at all, the number of insertions.
        hits: equal characters.
        substitutions: characters written as others.
        insertions: characters that are too many.
        deletions: characters left out.
    """

    references: list[list[str]]
    hypotheses: list[list[str]]
    alignments: list[list[AlignmentChunk]]
    cer: float
    hits: int
    substitutions: int
    insertions: int
    deletions: int

    __dict__ = property(_complete, _replace, _remove)
