"""What is in texts and nobody said: tokens of decoders, noises, and marks of words nobody wrote down.

Which they are is data: ``notes.tsv`` of the language packs, and ``tokens.tsv`` of the pack ``any``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen import _kernel

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Held", "Note", "Notes", "Texts", "held", "without", "without_notes"]

WITHOUT_NOTES = "without-notes"
WITHOUT_NOISES = "without-noises"
_READ_AGAIN = {"pyarrow", "polars", "pandas", "mondegreen"}


class Note(NamedTuple):
    """A mark of words that nobody wrote down, as a match of an expression is."""

    begin: int
    stop: int

    def span(self) -> tuple[int, int]:
        """Return where it begins and ends."""
        return self.begin, self.stop


class Notes:
    """Finds marks of words that were said and not written down, as an expression finds matches.

    >>> [note.span() for note in Notes().finditer("call [NAME] or (unintelligible) [sic]")]
    [(5, 11), (15, 31)]
    """

    def finditer(self, text: str) -> Iterator[Note]:
        """Yield each mark, in order."""
        from mondegreen._kernel.normalizing import native  # a normalizer of the kernel, so to say

        for begin, stop in native(WITHOUT_NOTES).speech_spans(text):
            yield Note(begin, stop)

    def search(self, text: str) -> Note | None:
        """Return the first mark."""
        return next(self.finditer(text), None)


class Texts(NamedTuple):
    """How many texts hold something, and the first of it."""

    texts: int
    first: str | None


class Held(NamedTuple):
    """What a column holds.

    Attributes:
        tokens: tokens of decoders, and pieces of words.
        noises: notes of sounds.
        speech: marks of words that nobody wrote down.
        rows: the rows with the last.
    """

    tokens: Texts
    noises: Texts
    speech: Texts
    rows: list[int]


_NOTHING = Held(Texts(0, None), Texts(0, None), Texts(0, None), [])


def held(texts: Any) -> Held:
    """Return what a column holds; nothing where it is no column of texts, or without the native kernel.

    >>> held(["good <noise> day </s>", "good day"]).tokens
    Texts(texts=1, first='</s>')
    """
    if _kernel.name != "native" or _may_be_read_once(texts):
        return _NOTHING
    from mondegreen._kernel import _native  # absent without the native kernel

    try:
        found = _native.find_notes(texts)
    except (TypeError, ValueError):  # refused by its name later
        return _NOTHING
    if found is None:  # lists of tokens
        return _NOTHING
    tokens, noises, speech, rows = found
    return Held(Texts(*tokens), Texts(*noises), Texts(*speech), rows)


def _may_be_read_once(texts: Any) -> bool:
    """Whether a column is a stream of someone of whom it is not known that it comes again."""
    if isinstance(texts, list | tuple) or hasattr(texts, "__arrow_c_array__"):
        return False
    streams = hasattr(texts, "__arrow_c_stream__")
    return streams and type(texts).__module__.partition(".")[0] not in _READ_AGAIN


def without(texts: Any, *, speech: bool = False, threads: int = 1) -> Any:
    """Return a column without tokens of decoders and noises.

    Args:
        texts: the column.
        speech: keep marks of words that nobody wrote down.
        threads: how many may work.

    >>> list(without(["<s> call [NAME] </s>", "li@@ ghts [noise]."], speech=True))
    ['call [NAME]', 'lights.']
    """
    from mondegreen._kernel.normalizing import normalize  # as above

    made = normalize(texts, WITHOUT_NOISES if speech else WITHOUT_NOTES, threads=threads)
    return texts if made is None else made


def without_notes(text: str) -> str:
    """Return a text without tokens of decoders and notes; as it is without the native kernel.

    >>> without_notes("turn on the li@@ ghts [noise]"), without_notes("if a < 5")
    ('turn on the lights', 'if a < 5')
    """
    if _kernel.name != "native":
        return text
    from mondegreen._kernel.normalizing import normalize_text  # as above

    return normalize_text(text, WITHOUT_NOTES)
