"""``u-wer``: word error rate of the words that are not listed."""

from __future__ import annotations

from typing import ClassVar

from mondegreen.metrics.b_wer import BiasedWordErrorRate

__all__ = ["GlobalUnbiasedWordErrorRate", "UnbiasedWordErrorRate"]


class UnbiasedWordErrorRate(BiasedWordErrorRate):
    """The word error rate of the words that an utterance does not list, 0 to infinity (U-WER).

    Distractors are among them: words that a recogniser was given and nobody said. Its counts and
    those of `BiasedWordErrorRate` add up to those of all words.
    """

    name = "u-wer"
    label = "word error rate of words that are not listed"
    undefined: ClassVar[str] = "no words in the references that are not listed"
    of_listed: ClassVar[bool] = False


class GlobalUnbiasedWordErrorRate(UnbiasedWordErrorRate):
    """The same with one list for all utterances."""

    name = "u-wer[global]"
    label = "word error rate of words that are not on one list"
    lists: ClassVar[str] = "global"
    uses_entities: ClassVar[bool] = True
