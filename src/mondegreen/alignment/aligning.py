"""Texts in, alignments out."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

from mondegreen import _kernel
from mondegreen.alignment.alignment import Alignment
from mondegreen.alignment.run import OPERATIONS, Run
from mondegreen.alignment.weights import tie_rule
from mondegreen.errors import InputTypeError, PairingError, UnknownNameError
from mondegreen.registry import Registry
from mondegreen.types import AnyOf, Failed, Ties, Unit

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

__all__ = ["Text", "align", "align_alike", "align_many"]

Text: TypeAlias = "str | list[str] | tuple[str, ...]"
"""A text, or the tokens of one."""

WAYS: Registry[Callable[..., list[Alignment]]] = Registry(
    "way through a reference",
    "mondegreen.ways",
    {"best": "mondegreen.scoring.ways:align_ways"},
)
"""Whoever reads references that leave a choice, which scoring does, is to the right."""


def align(
    reference: Text | AnyOf,
    hypothesis: Text,
    *,
    unit: Unit = "word",
    ties: Ties = "most-hits",
    edit_weights: str | Sequence[int] | None = None,
    alternatives: str | Sequence[str] | None = None,
    dont_care: Any = None,
) -> Alignment:
    """Align two texts, or two lists of tokens, with the fewest errors.

    A list is one utterance that is already tokenized; ``unit`` then only names its tokens.

    Args:
        reference: what was said.
        hypothesis: what the system wrote.
        unit: how a text is split into tokens: ``word``, ``character``, ``grapheme``, ...
        ties: which alignment is chosen among those with the fewest errors.
        edit_weights: weights of a substitution, a deletion and an insertion, as three numbers, or
            ``"sclite"`` for 4, 3, 3 and the ties of NIST's sclite. Other weights than 1 may choose
            an alignment with more errors.
        alternatives: what is read in references, as for `mondegreen.score`: ``"nist"`` for
            ``{ a / b / @ }``, ``"optional"``, ``"fragments"``. Of an `AnyOf` all references are. The
            alignment is that of the best way, whose words are its reference.
        dont_care: what is in references for anything: a set, ``"redactions"``, or a regular
            expression.

    Raises:
        InputError: a reference whose braces do not close.
        InputTypeError: a side is neither a text nor a list of texts, for example ``None``.
        UsageError: an unknown option.

    >>> print(align("press * now", "press now"))
    REF  press * now
    HYP  press - now
               D
    >>> print(align("call { john / jon } at [TIME]", "call jon at ten past five",
    ...     alternatives="nist", dont_care="redactions"))
    REF  call jon at [TIME] ---- ----
    HYP  call jon at ten    past five
    """
    options = _checked(unit, ties, edit_weights)
    _check_pair(reference, hypothesis, "the reference", "the hypothesis")
    reads = alternatives, dont_care
    return _align([reference], [hypothesis], [None], reads, **options)[0]


def align_many(
    references: Sequence[Text | AnyOf],
    hypotheses: Sequence[Text],
    *,
    ids: Sequence[str | None] | None = None,
    unit: Unit = "word",
    ties: Ties = "most-hits",
    edit_weights: str | Sequence[int] | None = None,
    alternatives: str | Sequence[str] | None = None,
    dont_care: Any = None,
) -> list[Alignment]:
    """Align each reference with its hypothesis; the options are those of `align`.

    Args:
        references: texts, or lists of tokens.
        hypotheses: as many, of the same kind.
        ids: the names of the utterances, if they have any.
        unit: how a text is cut.
        ties: which alignment is chosen among those with the fewest errors.
        edit_weights: what a substitution, a deletion and an insertion weigh.
        alternatives: what is read in references.
        dont_care: what is in references for anything.

    Raises:
        InputError: a reference whose braces do not close.
        InputTypeError: a value is neither a text nor a list of texts.
        PairingError: the numbers of references, hypotheses and ids differ.
        UsageError: an unknown option.

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
    return _align(references, hypotheses, names, (alternatives, dont_care), **options)


def _checked(unit: Unit, ties: Ties, edit_weights: Any) -> dict[str, Any]:
    if not isinstance(unit, str) or unit not in get_args(Unit):
        raise UnknownNameError("unit", str(unit), get_args(Unit))
    if not isinstance(ties, str) or ties not in get_args(Ties):
        raise UnknownNameError("tie rule", str(ties), get_args(Ties))
    rule, weights = tie_rule(ties, edit_weights)
    return {"unit": unit, "ties": rule, "weights": weights}


def _check_pair(reference: Any, hypothesis: Any, *names: str) -> None:
    for value, name in zip((reference, hypothesis), names, strict=True):
        _check(value, name)
    if isinstance(reference, (str, AnyOf)) != isinstance(hypothesis, str):
        kinds = (
            "a list" if isinstance(value, (list, tuple)) else "a str"
            for value in (reference, hypothesis)
        )
        said, written = (f"{name} is {kind}" for name, kind in zip(names, kinds, strict=True))
        raise InputTypeError(f"{said} and {written}; expected two texts or two lists of tokens")


def _check(value: Any, name: str) -> None:
    if isinstance(value, str) or (isinstance(value, AnyOf) and "reference" in name):
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
    references: Sequence[Text | AnyOf],
    hypotheses: Sequence[Text],
    ids: Sequence[str | None],
    reads: tuple[Any, Any],
    *,
    unit: Unit,
    ties: Ties,
    weights: tuple[int, int, int] | None,
) -> list[Alignment]:
    if reads != (None, None) or any(isinstance(text, AnyOf) for text in references):
        options = {"unit": unit, "ties": ties, "edit_weights": weights}
        return WAYS.get("best")(references, hypotheses, *reads, ids, options)
    found = _kernel.align(references, hypotheses, unit=unit, ties=ties, weights=weights)
    sides = _tokens(references, unit), _tokens(hypotheses, unit)
    return [
        Alignment(said, written, runs, unit, ties, weights, name)
        for said, written, runs, name in zip(*sides, _runs(found), ids, strict=True)
    ]


def align_alike(
    references: Sequence[Text], hypotheses: Sequence[Text], alike: Collection[tuple[str, str]]
) -> list[Alignment]:
    """Align texts in words where some pairs of words are right though they differ.

    The alignment is the one of fewest errors, with most hits. Pairs that differ and are right are runs of
    ``accept``.

    Args:
        references: texts, or lists of words.
        hypotheses: as many, of the same kind.
        alike: pairs of a reference word and a hypothesis word.

    >>> (found,) = align_alike(["a knight rode"], ["the night rode"], [("knight", "night")])
    >>> [run.operation for run in found.runs]
    ['substitute', 'accept', 'equal']
    """
    found = _kernel.align_alike(references, hypotheses, sorted(alike))
    sides = _tokens(references, "word"), _tokens(hypotheses, "word")
    return [
        Alignment(said, written, tuple(_told_apart(runs, said, written)))
        for said, written, runs in zip(*sides, _runs(found), strict=True)
    ]


def _tokens(texts: Sequence[Any], unit: str) -> list[tuple[str, ...]]:
    return [tuple(_kernel.tokens(text, unit) if isinstance(text, str) else text) for text in texts]


def _runs(found: _kernel.AlignedRuns) -> Iterator[tuple[Run, ...]]:
    """Yield the runs of each pair."""
    operations = (OPERATIONS[code] for code in found.operations)
    runs = list(map(Run, operations, *found[2:]))
    for start, end in pairwise(found.starts):
        yield tuple(runs[start:end])


def _told_apart(
    runs: Sequence[Run], said: tuple[str, ...], written: tuple[str, ...]
) -> Iterator[Run]:
    """Yield runs of which ``equal`` are only words that are."""
    for run in runs:
        if run.operation != "equal":
            yield run
            continue
        steps = zip(range(*run[1:3]), range(*run[3:5]), strict=True)
        for same, group in groupby(steps, lambda step: said[step[0]] == written[step[1]]):
            places = list(group)
            (first, begin), (last, end) = places[0], places[-1]
            yield Run("equal" if same else "accept", first, last + 1, begin, end + 1)
