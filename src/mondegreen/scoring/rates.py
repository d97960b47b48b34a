"""One number for one call: ``wer``, ``cer``, ``mer``, ``wil``, ``wip`` and others.

Each is the value of one metric of `mondegreen.score`, and takes the same options.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mondegreen import _kernel
from mondegreen._kernel import normalizing, pair_counts, space_words

if TYPE_CHECKING:
    from typing import Unpack

    from mondegreen.options.scoring import RateKeywords

__all__ = [
    "cer",
    "mer",
    "phonetic_wer",
    "semantic_wer",
    "sentence_error_rate",
    "space_norm_wer",
    "space_wer",
    "wer",
    "wil",
    "wip",
]

_MATCHING = {"homophone": "phonetic-wer", "seed-004": "phonetic-wer[seed-004]"}

_AT_ONCE = 20_000
"""Characters of a pair that is aligned before anybody could press Ctrl-C."""


def wer(reference: Any, hypothesis: Any, **options: Unpack[RateKeywords]) -> float:
    """Return the word error rate of one pair of texts, or of many taken together.

    ``reference`` and ``hypothesis`` are two strings, or two lists, tuples, Series or Arrow
    columns of strings of the same length (a list of lists of strings is taken as tokens). The
    options are those of `mondegreen.score`.

    Returns:
        Errors over reference words, a fraction of at least 0; infinite if there are errors and
        no reference words, 0 if there are neither.

    Raises:
        PairingError: different numbers of references and hypotheses.
        MissingHypothesisError: a hypothesis is ``None``, and ``missing`` is not given.
        InputTypeError: something is not a text.

    >>> wer("the cat sat", "the hat sat")
    0.3333333333333333
    >>> wer(["the cat", "sat down"], ["the cat", "sat"])
    0.25
    """
    if not options and _is_one_pair(reference, hypothesis):
        hits, substitutions, deletions, insertions = pair_counts(reference, hypothesis, "word")
        length = hits + substitutions + deletions
        if length:
            return (substitutions + deletions + insertions) / length
    return _rate("wer", reference, hypothesis, options)


def cer(reference: Any, hypothesis: Any, **options: Unpack[RateKeywords]) -> float:
    """Return the character error rate, white space included; see `wer` for the arguments.

    >>> cer("wi-fi", "wifi")
    0.2
    """
    return _rate("cer", reference, hypothesis, options)


def mer(reference: Any, hypothesis: Any, **options: Unpack[RateKeywords]) -> float:
    """Return the match error rate, 0 to 1; see `wer` for the arguments.

    >>> mer("one two three four", "two three four five")
    0.4
    """
    return _rate("mer", reference, hypothesis, options)


def wil(reference: Any, hypothesis: Any, **options: Unpack[RateKeywords]) -> float:
    """Return the word information lost, 0 to 1; see `wer` for the arguments.

    >>> wil("one two three four", "two three four five")
    0.4375
    """
    return _rate("wil", reference, hypothesis, options)


def wip(reference: Any, hypothesis: Any, **options: Unpack[RateKeywords]) -> float:
    """Return the word information preserved, 0 to 1; see `wer` for the arguments.

    >>> wip("one two three four", "two three four five")
    0.5625
    """
    return _rate("wip", reference, hypothesis, options)


def sentence_error_rate(reference: Any, hypothesis: Any, **options: Unpack[RateKeywords]) -> float:
    """Return the share of utterances with any error, 0 to 1; see `wer` for the arguments.

    >>> sentence_error_rate(["yes please", "no"], ["yes please", "oh"])
    0.5
    """
    return _rate("sentence", reference, hypothesis, options)


def phonetic_wer(
    reference: Any, hypothesis: Any, *, matching: str = "homophone", **options: Unpack[RateKeywords]
) -> float:
    """Return the word error rate in which words that sound alike are no errors, in English.

    The arguments are those of `wer`, and:

    Args:
        reference: what was said.
        hypothesis: what the system wrote.
        matching: ``"homophone"``: words that a dictionary gives the same phonemes, except for
            numbers, negations and answers; ``"seed-004"``: the loose rules of
            `mondegreen.forgive.sounds_alike`, which need the extra ``phonetic``.
        options: those of `mondegreen.score`.

    Raises:
        UsageError: another ``matching``.
        MissingDependencyError: ``seed-004`` without its packages.

    >>> phonetic_wer("the knight rode", "the night rode")
    0.0
    >>> phonetic_wer("pay the card", "pay the cart"), phonetic_wer("no", "know")
    (0.3333333333333333, 1.0)
    >>> phonetic_wer("pay the card", "pay the cart", matching="seed-004")
    0.0
    """
    if matching not in _MATCHING:
        from mondegreen.errors import UnknownNameError  # seldom needed

        raise UnknownNameError("matching", str(matching), list(_MATCHING))
    return _rate(_MATCHING[matching], reference, hypothesis, options)


def semantic_wer(reference: Any, hypothesis: Any, **options: Unpack[RateKeywords]) -> float:
    """Return the semantic word error rate; see `wer` for the arguments.

    Without ``judge=`` rules decide what does not matter, and no model is asked; ``judge=`` names
    one. NaN where not all that needed it could be judged.

    >>> semantic_wer("I'd like two tickets, um, please", "i would like 2 ticket please")
    0.0
    >>> semantic_wer("cancel my card", "cancel my car")
    0.3333333333333333
    """
    return _rate("semantic-wer", reference, hypothesis, options)


def space_wer(reference: Any, hypothesis: Any, **options: Unpack[RateKeywords]) -> float:
    """Return the space-insensitive word error rate; see `wer` for the arguments.

    Words of the reference that are touched by an edit of a letter, spaces left out, and words
    inserted, over the words of the reference. ``insertions="neighbour"`` has inserted words touch
    the word before them instead of counting them. ``normalizer`` says what is done to the texts
    before; digits are kept.

    >>> space_wer("new york city", "newyork city")
    0.0
    >>> space_wer("one two three", "one two three four five six")
    1.0
    >>> space_wer("one two three", "one two three four five six", insertions="neighbour")
    0.3333333333333333
    """
    if not options and _is_one_pair(reference, hypothesis):
        words = len(reference.split())
        if words:
            touched, inserted = space_words(reference, hypothesis)
            return (len(touched) + len(inserted)) / words
    return _rate("space-wer", reference, hypothesis, options)


def space_norm_wer(reference: Any, hypothesis: Any, **options: Unpack[RateKeywords]) -> float:
    """Return the space-insensitive word error rate without punctuation and digits, 0 to 1.

    See `wer` for the arguments. It has a normalizer of its own, ``space-norm``; `mondegreen.score`
    takes another one in the name of the metric, ``space-norm-wer[normalizer=lower]``. Pairs of which a text is empty after it are left out; NaN if no pair is left. `mondegreen.score`
    says how many were, and how many differ only in what was deleted.

    >>> space_norm_wer("Money transfer limit.", "moneytransfer limt")
    0.3333333333333333
    >>> space_norm_wer("transfer 1500 to room 15", "transfer 500 to room 50")  # digits are deleted
    0.0
    """
    if not options and _kernel.name == "native" and _is_one_pair(reference, hypothesis):
        said = normalizing.normalize_text(reference, "space-norm")
        written = normalizing.normalize_text(hypothesis, "space-norm")
        if said and written:
            touched, _ = space_words(said, written, insertions="neighbour")
            return len(touched) / len(said.split())
    return _rate("space-norm-wer", reference, hypothesis, options)


def _is_one_pair(reference: Any, hypothesis: Any) -> bool:
    """Whether these are two texts, with which to go straight to the kernel."""
    if type(reference) is not str or type(hypothesis) is not str:
        return False
    if "." in reference and reference.rpartition(".")[2].isalnum():
        return False  # perhaps the name of a file, which the long way refuses
    return len(reference) + len(hypothesis) < _AT_ONCE


def _rate(name: str, reference: Any, hypothesis: Any, options: RateKeywords) -> float:
    from mondegreen.errors import UsageError  # one pair, nothing asked, does without them
    from mondegreen.scoring.scorer import score  # as above

    if "metrics" in options:
        raise UsageError(
            f"this function computes only {name!r}; for other metrics call score(metrics=...)"
        )
    return float(score(reference, hypothesis, metrics=(name,), **options)[name])
