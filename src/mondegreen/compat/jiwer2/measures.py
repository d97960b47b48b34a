"""The rates of jiwer 2: all texts of a side are one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mondegreen.compat.jiwer._outputs import edit_counts
from mondegreen.compat.jiwer._sides import Side
from mondegreen.compat.jiwer.process import rates
from mondegreen.compat.jiwer2 import transforms as tr

if TYPE_CHECKING:
    from collections.abc import Iterable

    Transform = tr.Compose | tr.AbstractTransform

__all__ = ["compute_measures", "mer", "wer", "wil", "wip"]

_default_transform: Final = tr.Compose(
    [
        tr.RemoveMultipleSpaces(),
        tr.Strip(),
        tr.SentencesToListOfWords(),
        tr.RemoveEmptyStrings(),
    ]
)

_standardize_transform: Final = tr.Compose(
    [
        tr.ToLowerCase(),
        tr.ExpandCommonEnglishContractions(),
        tr.RemoveKaldiNonWords(),
        tr.RemoveWhiteSpace(replace_by_space=True),
    ]
)


def compute_measures(
    truth: Any,
    hypothesis: Any,
    truth_transform: Transform = _default_transform,
    hypothesis_transform: Transform = _default_transform,
    *,
    standardize: bool = False,
    words_to_filter: Iterable[str] | None = None,
) -> dict[str, float]:
    """Return all rates and counts by name.

    Args:
        truth: what was said: one text, or a list of texts, which are joined.
        hypothesis: what was written, in the same form; there may be more or fewer texts.
        truth_transform: what turns the truth into one list of words.
        hypothesis_transform: the same for the hypothesis.
        standardize: lower case, contractions written out, brackets left out, before anything else.
        words_to_filter: words to leave out of both sides, before the transforms.

    Raises:
        ValueError: a truth without words, or texts that are neither string nor list.

    >>> compute_measures("hello world", "hello duck")["wil"]
    0.75
    """
    if standardize:
        truth, hypothesis = _standardize_transform(truth), _standardize_transform(hypothesis)
    if words_to_filter is not None:
        remove = tr.RemoveSpecificWords(list(words_to_filter))
        truth, hypothesis = remove(truth), remove(hypothesis)
    said, heard = truth_transform(truth), hypothesis_transform(hypothesis)
    if len(said) == 0:
        raise ValueError(
            "the truth has no words after its transform, so there is no rate; "
            "compat.jiwer and mondegreen.wer take an empty reference"
        )
    if not (isinstance(said, (str, list)) and type(said) is type(heard)):
        raise TypeError(
            f"the transforms made a {type(said).__name__} and a {type(heard).__name__}; "
            "expected two lists of words, as SentencesToListOfWords makes them"
        )
    hits, substitutions, deletions, insertions = edit_counts(
        Side([list(said)]), Side([list(heard)])
    )
    return {
        **rates(hits, substitutions, deletions, insertions)._asdict(),
        "hits": hits,
        "substitutions": substitutions,
        "deletions": deletions,
        "insertions": insertions,
    }


def wer(
    truth: Any,
    hypothesis: Any,
    truth_transform: Transform = _default_transform,
    hypothesis_transform: Transform = _default_transform,
    **options: Any,
) -> float:
    """Return the word error rate; arguments and errors are those of `compute_measures`.

    >>> wer("he's here", "He is here <unk>", standardize=True)
    0.0
    """
    return compute_measures(truth, hypothesis, truth_transform, hypothesis_transform, **options)[
        "wer"
    ]


def mer(
    truth: Any,
    hypothesis: Any,
    truth_transform: Transform = _default_transform,
    hypothesis_transform: Transform = _default_transform,
    **options: Any,
) -> float:
    """Return the match error rate; arguments and errors are those of `compute_measures`.

    >>> mer("hello world", "hello big duck")
    0.6666666666666666
    """
    return compute_measures(truth, hypothesis, truth_transform, hypothesis_transform, **options)[
        "mer"
    ]


def wip(
    truth: Any,
    hypothesis: Any,
    truth_transform: Transform = _default_transform,
    hypothesis_transform: Transform = _default_transform,
    **options: Any,
) -> float:
    """Return the word information preserved; arguments and errors as of `compute_measures`.

    >>> wip("hello world", "hello duck")
    0.25
    """
    return compute_measures(truth, hypothesis, truth_transform, hypothesis_transform, **options)[
        "wip"
    ]


def wil(
    truth: Any,
    hypothesis: Any,
    truth_transform: Transform = _default_transform,
    hypothesis_transform: Transform = _default_transform,
    **options: Any,
) -> float:
    """Return the word information lost; arguments and errors as of `compute_measures`.

    >>> wil("hello world", "hello duck")
    0.75
    """
    return compute_measures(truth, hypothesis, truth_transform, hypothesis_transform, **options)[
        "wil"
    ]
