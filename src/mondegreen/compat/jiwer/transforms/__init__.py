"""jiwer's transforms: each takes one text or a list of texts."""

from mondegreen.compat.jiwer.transforms.base import (
    AbstractTransform,
    Compose,
)
from mondegreen.compat.jiwer.transforms.base import (
    BaseRemoveTransform as BaseRemoveTransform,
)
from mondegreen.compat.jiwer.transforms.cases import ToLowerCase, ToUpperCase
from mondegreen.compat.jiwer.transforms.reducing import (
    ReduceToListOfListOfChars,
    ReduceToListOfListOfWords,
    ReduceToSingleSentence,
)
from mondegreen.compat.jiwer.transforms.removing import (
    RemoveEmptyStrings,
    RemoveKaldiNonWords,
    RemovePunctuation,
    RemoveSpecificWords,
)
from mondegreen.compat.jiwer.transforms.spaces import (
    RemoveMultipleSpaces,
    RemoveWhiteSpace,
    Strip,
)
from mondegreen.compat.jiwer.transforms.substituting import (
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
