"""The interface of jiwer 2.0 to 2.2: ``from mondegreen.compat import jiwer2 as jiwer``.

What that version's README says is what happens. Where its code did something else, or its README
contradicts itself, ``docs/jiwer.md`` says what is done here.

>>> from mondegreen.compat import jiwer2 as jiwer
>>> jiwer.wer(["hello world", "i like monthy python"], ["hello duck", "i like python"])
0.3333333333333333
"""

from mondegreen.compat.jiwer2.measures import compute_measures, mer, wer, wil, wip
from mondegreen.compat.jiwer2.transforms import (
    AbstractTransform,
    Compose,
    ExpandCommonEnglishContractions,
    RemoveEmptyStrings,
    RemoveKaldiNonWords,
    RemoveMultipleSpaces,
    RemovePunctuation,
    RemoveSpecificWords,
    RemoveWhiteSpace,
    SentencesToListOfWords,
    Strip,
    SubstituteRegexes,
    SubstituteWords,
    ToLowerCase,
    ToUpperCase,
)

__all__ = [
    "AbstractTransform",
    "Compose",
    "ExpandCommonEnglishContractions",
    "RemoveEmptyStrings",
    "RemoveKaldiNonWords",
    "RemoveMultipleSpaces",
    "RemovePunctuation",
    "RemoveSpecificWords",
    "RemoveWhiteSpace",
    "SentencesToListOfWords",
    "Strip",
    "SubstituteRegexes",
    "SubstituteWords",
    "ToLowerCase",
    "ToUpperCase",
    "compute_measures",
    "mer",
    "wer",
    "wil",
    "wip",
]

name = "jiwer"
