"""Texts in, alignments out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, get_args

from mondegreen import _kernel
from mondegreen.alignment.alignment import Alignment
from mondegreen.alignment.run import OPERATIONS, Run
from mondegreen.alignment.weights import parse_edit_weights
from mondegreen.errors import InputTypeError, PairingError, UnknownNameError, UsageError
from mondegreen.types import Failed, Ties, Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Text", "align", "align_many"]

Text: TypeAlias = "str | list[str] | tuple[str, ...]"
"""A text, or the tokens of one."""


def align(
    reference: Text,
    hypothesis: Text,
    *,
    unit: Unit = "word",
    ties: Ties = "most-hits",
    edit_weights: str | Sequence[int] | None = None,
) -> Alignment:
    """Align two texts, or two lists of tokens, by the fewest errors.

    A list is one utterance that is cut already; ``unit`` then only says what the tokens are.

    Args:
        reference: what was said.
        hypothesis: what the system wrote.
        unit: how a text is cut: ``word``, ``character``, ``grapheme``, ...
        ties: which alignment is chosen among those with the fewest errors.
        edit_weights: what a substitution, a deletion and an insertion weigh, as three numbers or
            ``"sclite"`` for 4, 3, 3. Other weights than 1 may choose an alignment with more errors.

    Raises:
        InputTypeError: a side is neither a text nor a list of texts, for example ``None``.
        UsageError: an option that is not there.

    >>> print(align("press * now", "press now"))
    REF  press * now
    HYP  press - now
               D
    """
    options = _checked(unit, ties, edit_weights)
    _check_pair(reference, hypothesis, "the reference", "the hypothesis")
    return _align([reference], [hypothesis], [None], **options)[0]


def align_many(
    references: Sequence[Text],
    hypotheses: Sequence[Text],
    *,
    ids: Sequence[str | None] | None = None,
    unit: Unit = "word",
    ties: Ties = "most-hits",
    edit_weights: str | Sequence[int] | None = None,
) -> list[Alignment]:
    """Align each reference with its hypothesis; the options are those of `align`.

    Args:
        references: texts, or lists of tokens.
        hypotheses: as many, of the same kind.
        ids: the names of the utterances, if they have any.
        unit: how a text is cut.
        ties: which alignment is chosen among those with the fewest errors.
        edit_weights: what a substitution, a deletion and an insertion weigh.

    Raises:
        InputTypeError: a value is neither a text nor a list of texts.
        PairingError: the numbers of references, hypotheses and ids differ.
        UsageError: an option that is not there.

    >>> [alignment.errors for alignment in align_many(["a b", "c"], ["a", "d e"], ids=["x", "y"])]
    [1, 2]
    """
    options = _checked(unit, ties, edit_weights)
    for name, texts in (("references", references), ("hypotheses", hypotheses)):
        if isinstance(texts, str):
            raise InputTypeError(f"{name} is one str; expected a list of texts, or call align()")
    references, hypotheses = list(references), list(hypotheses)
    names = [None] * len(references) if ids is None else list(ids)
    for name, others in (("hypotheses", hypotheses), ("ids", names)):
        if len(others) != len(references):
            raise PairingError(
                f"{len(references)} references but {len(others)} {name}; every utterance needs "
                "exactly one of each"
            )
    for row, (reference, hypothesis) in enumerate(zip(references, hypotheses, strict=True)):
        _check_pair(reference, hypothesis, f"references[{row}]", f"hypotheses[{row}]")
    return _align(references, hypotheses, names, **options)


def _checked(unit: Unit, ties: Ties, edit_weights: Any) -> dict[str, Any]:
    if not isinstance(unit, str) or unit not in get_args(Unit):
        raise UnknownNameError("unit", str(unit), get_args(Unit))
    if not isinstance(ties, str) or ties not in get_args(Ties):
        raise UnknownNameError("tie rule", str(ties), get_args(Ties))
    weights = parse_edit_weights(edit_weights)
    if weights is not None and ties != "most-hits":
        raise UsageError(f"ties={ties!r} holds for edit weights 1/1/1 alone; leave one out")
    return {"unit": unit, "ties": ties, "weights": weights}


def _check_pair(reference: Any, hypothesis: Any, *names: str) -> None:
    for value, name in zip((reference, hypothesis), names, strict=True):
        _check(value, name)
    if isinstance(reference, str) != isinstance(hypothesis, str):
        kinds = (
            "a str" if isinstance(value, str) else "a list" for value in (reference, hypothesis)
        )
        said, written = (f"{name} is {kind}" for name, kind in zip(names, kinds, strict=True))
        raise InputTypeError(f"{said} and {written}; expected two texts or two lists of tokens")


def _check(value: Any, name: str) -> None:
    if isinstance(value, str):
        return
    expected = "expected a str or a list of tokens"
    if isinstance(value, list | tuple):
        for at, token in enumerate(value):
            if not isinstance(token, str):
                kind = type(token).__name__
                raise InputTypeError(f"{name}: token {at} is of type {kind}; expected a str")
        return
    if value is None or isinstance(value, Failed):
        what = "None" if value is None else repr(value)
        missing = "a missing reference" if "reference" in name else "a missing hypothesis"
        raise InputTypeError(f"{name} is {what}, {missing}, which cannot be aligned; {expected}")
    raise InputTypeError(f"{name} is of type {type(value).__name__}; {expected}")


def _align(
    references: Sequence[Text],
    hypotheses: Sequence[Text],
    ids: Sequence[str | None],
    *,
    unit: Unit,
    ties: Ties,
    weights: tuple[int, int, int] | None,
) -> list[Alignment]:
    found = _kernel.align(references, hypotheses, unit=unit, ties=ties, weights=weights)
    operations = (OPERATIONS[code] for code in found.operations)
    runs = list(map(Run, operations, *found[2:]))

    def tokens(text: Text) -> tuple[str, ...]:
        return tuple(_kernel.tokens(text, unit) if isinstance(text, str) else text)

    return [
        Alignment(
            reference=tokens(reference),
            hypothesis=tokens(hypothesis),
            runs=tuple(runs[found.starts[row] : found.starts[row + 1]]),
            unit=unit,
            ties=ties,
            edit_weights=weights,
            id=name,
        )
        for row, (reference, hypothesis, name) in enumerate(
            zip(references, hypotheses, ids, strict=True)
        )
    ]
