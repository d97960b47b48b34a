"""jiwer's transforms: each takes one text or a list of texts."""

from mondegreen.compat.jiwer.transforms._base import (
    AbstractTransform,
    Compose,
)
from mondegreen.compat.jiwer.transforms._base import (
    BaseRemoveTransform as BaseRemoveTransform,
)
from mondegreen.compat.jiwer.transforms._cases import ToLowerCase, ToUpperCase
from mondegreen.compat.jiwer.transforms._reducing import (
    ReduceToListOfListOfChars,
    ReduceToListOfListOfWords,
    ReduceToSingleSentence,
)
from mondegreen.compat.jiwer.transforms._removing import (
    RemoveEmptyStrings,
    RemoveKaldiNonWords,
    RemovePunctuation,
    RemoveSpecificWords,
)
from mondegreen.compat.jiwer.transforms._spaces import (
    RemoveMultipleSpaces,
    RemoveWhiteSpace,
    Strip,
)
from mondegreen.compat.jiwer.transforms._substituting import (
    ExpandCommonEnglishContractions,
    SubstituteRegexes,
    SubstituteWords,
)

__all__ = [
    "AbstractTransform",
    "Compose",
    "ExpandCommonEnglishContractions",
    "ReduceToListOfListOfChars",
    "ReduceToListOfListOfWords",
    "ReduceToSingleSentence",
    "RemoveEmptyStrings",
    "RemoveKaldiNonWords",
    "RemoveMultipleSpaces",
    "RemovePunctuation",
    "RemoveSpecificWords",
    "RemoveWhiteSpace",
    "Strip",
    "SubstituteRegexes",
    "SubstituteWords",
    "ToLowerCase",
    "ToUpperCase",
]
