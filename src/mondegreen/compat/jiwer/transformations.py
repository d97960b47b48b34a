"""jiwer's pipelines."""

from __future__ import annotations

from mondegreen.compat.jiwer import transforms as tr

__all__ = [
    "cer_contiguous",
    "cer_default",
    "wer_contiguous",
    "wer_default",
    "wer_standardize",
    "wer_standardize_contiguous",
]


def _standardized() -> list[tr.AbstractTransform]:
    return [
        tr.ToLowerCase(),
        tr.ExpandCommonEnglishContractions(),
        tr.RemoveKaldiNonWords(),
        tr.RemoveWhiteSpace(replace_by_space=True),
    ]


def _words(
    *before: tr.AbstractTransform, last: tuple[tr.AbstractTransform, ...] = ()
) -> tr.Compose:
    spaces = (tr.RemoveMultipleSpaces(), tr.Strip())
    return tr.Compose([*before, *spaces, *last, tr.ReduceToListOfListOfWords()])


wer_default = _words()
"""The usual one for words: white space is tidied, then cut at spaces."""

wer_contiguous = _words(last=(tr.ReduceToSingleSentence(),))
"""The same, with all texts of a side joined into one."""

wer_standardize = _words(*_standardized())
"""Lower case, contractions written out and brackets left out before the usual."""

wer_standardize_contiguous = _words(*_standardized(), last=(tr.ReduceToSingleSentence(),))
"""The same, with all texts of a side joined into one."""

cer_default = tr.Compose([tr.Strip(), tr.ReduceToListOfListOfChars()])
"""The usual one for characters: the ends are stripped; spaces within count."""

cer_contiguous = tr.Compose(
    [tr.Strip(), tr.ReduceToSingleSentence(), tr.ReduceToListOfListOfChars()]
)
"""The same, with all texts of a side joined into one."""
