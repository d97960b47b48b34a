"""The interface of jiwer 4.0.0: ``from mondegreen.compat import jiwer``.

Names, arguments, defaults, types and errors are jiwer's, and so are the alignments it chooses.

>>> from mondegreen.compat import jiwer
>>> jiwer.wer(["i can spell", "i hope"], ["i kan cpell", "i hop"])
0.6
>>> out = jiwer.process_words("a b", "b a")
>>> [chunk.type for chunk in out.alignments[0]]
['insert', 'equal', 'delete']
"""

from mondegreen.compat.jiwer import alignment, measures, process, transformations, transforms
from mondegreen.compat.jiwer._outputs import AlignmentChunk, CharacterOutput, WordOutput
from mondegreen.compat.jiwer.alignment import (
    collect_error_counts,
    visualize_alignment,
    visualize_error_counts,
)
from mondegreen.compat.jiwer.measures import cer, mer, wer, wil, wip
from mondegreen.compat.jiwer.process import process_characters, process_words
from mondegreen.compat.jiwer.transformations import (
    cer_contiguous,
    cer_default,
    wer_contiguous,
    wer_default,
    wer_standardize,
    wer_standardize_contiguous,
)
from mondegreen.compat.jiwer.transforms import (
    AbstractTransform,
    Compose,
    ExpandCommonEnglishContractions,
    ReduceToListOfListOfChars,
    ReduceToListOfListOfWords,
    ReduceToSingleSentence,
    RemoveEmptyStrings,
    RemoveKaldiNonWords,
    RemoveMultipleSpaces,
    RemovePunctuation,
    RemoveSpecificWords,
    RemoveWhiteSpace,
    Strip,
    SubstituteRegexes,
    SubstituteWords,
    ToLowerCase,
    ToUpperCase,
)

__all__ = [
    "AbstractTransform",
    "AlignmentChunk",
    "CharacterOutput",
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
    "WordOutput",
    "alignment",
    "cer",
    "cer_contiguous",
    "cer_default",
    "collect_error_counts",
    "measures",
    "mer",
    "name",
    "process",
    "process_characters",
    "process_words",
    "transformations",
    "transforms",
    "visualize_alignment",
    "visualize_error_counts",
    "wer",
    "wer_contiguous",
    "wer_default",
    "wer_standardize",
    "wer_standardize_contiguous",
    "wil",
    "wip",
]

name = "jiwer"
