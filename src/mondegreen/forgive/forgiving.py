"""``forgive``: texts in, what does not matter and why out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mondegreen._kernel import tokens
from mondegreen.alignment.alignment import Alignment
from mondegreen.errors import InputTypeError, PairingError, UsageError, given
from mondegreen.forgive.choosing import Forgiving
from mondegreen.forgive.spans import Forgiven, spans_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen._kernel.forgiven import Given
    from mondegreen.forgive.spans import Span

__all__ = ["forgive", "forgive_aligned", "forgive_many"]

_APART: Final = ("accept", "ignore")


def forgive(
    reference: Any,
    hypothesis: Any = None,
    *,
    forgive: Any = "agent",
    language: str = "en",
    guard: bool = True,
    entities: Iterable[str] = (),
) -> Forgiven:
    """Return which differences between two texts do not matter, and why, and the remaining errors.

    Args:
        reference: what was said, a text or its words; or an `Alignment` of words, which has both.
        hypothesis: what the system wrote.
        forgive: names of forgivers or a preset, in any order, or objects with ``forgives``.
        language: a code, as ``en``.
        guard: keep numbers, negations, answers and names from the loose forgivers.
        entities: names that must not be lost.

    Returns:
        The forgiven spans and the remaining differences; their errors sum to the strict errors.

    Raises:
        InputTypeError: something that is neither a text nor a list of words.
        UsageError: a forgiver or a language that is not there.

    >>> found = forgive("um the colour", "the color", forgive=["fillers", "spelling"])
    >>> [(span.reason.forgiver, span.words) for span in found.spans], found.remaining
    ([('fillers', 1), ('spelling', 1)], ())
    """
    if isinstance(reference, Alignment):
        if hypothesis is not None or reference.unit not in {"word", "word-ascii-space"}:
            raise UsageError("forgive(): expected one alignment of words, or two texts")
        if reference.edit_weights not in {None, (1, 1, 1)}:
            raise UsageError("forgive(): an alignment with edit weights; they must be 1/1/1")
        chosen = Forgiving.choose(forgive, language=language, guard=guard, entities=entities)
        return forgive_aligned([reference], chosen)[0]
    chosen = Forgiving.choose(forgive, language=language, guard=guard, entities=entities)
    return _forgive([reference], [hypothesis], chosen, "most-hits", [None])[0]


def forgive_many(
    references: Sequence[Any],
    hypotheses: Sequence[Any],
    *,
    forgive: Any = "agent",
    language: str = "en",
    guard: bool = True,
    entities: Iterable[str] = (),
    ids: Sequence[str | None] | None = None,
) -> list[Forgiven]:
    """Return for each pair what `forgive` returns; the options are the same.

    Args:
        references: texts, or lists of words.
        hypotheses: as many.
        forgive: names of forgivers or a preset, or objects.
        language: a code.
        guard: keep numbers, negations, answers and names from the loose forgivers.
        entities: names that must not be lost.
        ids: the names of the utterances, if they have any.

    Raises:
        InputTypeError: a value is neither a text nor a list of words.
        PairingError: different numbers of references and hypotheses.

    >>> [found.errors for found in forgive_many(["a b", "colour"], ["ab", "colder"])]
    [0, 1]
    """
    for side, texts in (("references", references), ("hypotheses", hypotheses)):
        if isinstance(texts, str):
            raise InputTypeError(f"{side} is one str; expected a list of texts, or call forgive()")
    references, hypotheses = list(references), list(hypotheses)
    names = [None] * len(references) if ids is None else list(ids)
    if not len(references) == len(hypotheses) == len(names):
        raise PairingError(
            f"{len(references)} references, {len(hypotheses)} hypotheses and {len(names)} ids; "
            "every utterance needs exactly one of each"
        )
    chosen = Forgiving.choose(forgive, language=language, guard=guard, entities=entities)
    return _forgive(references, hypotheses, chosen, "most-hits", names)


def forgive_aligned(
    alignments: Sequence[Alignment], chosen: Forgiving, given: Given | None = None
) -> list[Forgiven]:
    """Return what became of the differences of alignments of words, which share a rule of ties.

    What is not counted, or is right without being equal, parts an alignment in pieces, and nothing
    is forgiven across it. ``given`` are the texts before normalizing, for forgivers to read, where no
    alignment is parted.
    """
    ties = alignments[0].ties if alignments else "most-hits"
    pieces = [(each, piece) for each in alignments for piece in _pieces(each)]
    made = iter(
        _forgive(
            [each.reference[piece.said] for each, piece in pieces],
            [each.hypothesis[piece.written] for each, piece in pieces],
            chosen,
            ties,
            [each.id for each, _ in pieces],
            before=given if len(pieces) == len(alignments) else None,
        )
    )
    return [_joined([(piece, next(made)) for piece in _pieces(each)], each) for each in alignments]


class _Piece(NamedTuple):
    """The words between what does not count."""

    said: slice
    written: slice


def _pieces(alignment: Alignment) -> list[_Piece]:
    starts, found = (0, 0), []
    for run in alignment.runs:
        if run.operation in _APART:
            ends = run.reference_start, run.hypothesis_start
            found.append(_Piece(*map(slice, starts, ends)))
            starts = run.reference_end, run.hypothesis_end
    ends = len(alignment.reference), len(alignment.hypothesis)
    return [*found, _Piece(*map(slice, starts, ends))]


def _joined(parts: Sequence[tuple[_Piece, Forgiven]], alignment: Alignment) -> Forgiven:
    if len(parts) == 1:
        return parts[0][1]
    right = sum(run.steps for run in alignment.runs if run.operation == "accept")
    return Forgiven(
        spans=tuple(_moved(span, piece) for piece, found in parts for span in found.spans),
        remaining=tuple(_moved(span, piece) for piece, found in parts for span in found.remaining),
        reference_words=right + sum(found.reference_words for _, found in parts),
    )


def _moved(span: Span, piece: _Piece) -> Span:
    return span.moved(piece.said.start, piece.written.start)


def _forgive(
    references: list[Any],
    hypotheses: list[Any],
    chosen: Forgiving,
    ties: str,
    names: Sequence[str | None],
    *,
    before: Given | None = None,
) -> list[Forgiven]:
    said = [_cut(text, f"reference {row}") for row, text in enumerate(references, 1)]
    written = [_cut(text, f"hypothesis {row}") for row, text in enumerate(hypotheses, 1)]
    columns = chosen.run(said, written, ties=ties, detail=True, given=before)
    found = []
    for row, name in enumerate(names):
        spans = list(spans_of(columns, row, said[row], written[row], chosen, name))
        found.append(
            Forgiven(
                spans=tuple(span for span in spans if span.reason is not None),
                remaining=tuple(span for span in spans if span.reason is None),
                reference_words=columns.words[row],
            )
        )
    return found


def _cut(text: Any, what: str) -> list[str]:
    if isinstance(text, str):
        return list(tokens(text, "word"))
    if isinstance(text, (list, tuple)) and all(isinstance(word, str) for word in text):
        return list(text)
    raise InputTypeError(f"{what} is {given(text)}; expected a text or a list of words")
