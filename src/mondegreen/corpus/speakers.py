"""Names of speakers in front of texts, as ``Agent: hello``, which are no words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from mondegreen.patterns import pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable

    from mondegreen.corpus.segments import Transcript
    from mondegreen.corpus.table import Column, Table

__all__ = [
    "lines_with_speakers",
    "prefix_of",
    "prefixes_of",
    "segments_with_speakers",
    "speaker_of",
    "warning_of_speakers",
]

_PREFIX: Final = pattern(r"\s*(?:-\s*)?([^\W\d_][^:：\n]{0,39}?)\s?(?::(?:\s+|$)|：\s*)")
_MOST_WORDS: Final = 4


def speaker_of(text: str) -> tuple[str, str] | None:
    """Return the name in front of one text and the rest; ``None`` if there is no name.

    >>> speaker_of("Agent: hello"), speaker_of("hello")
    (('Agent', 'hello'), None)
    """
    match = prefix_of(text)
    return None if match is None else (match[1], text[match.end() :])


def prefixes_of(
    texts: Iterable[str], others: Iterable[str] = ()
) -> list[re.Match[str] | None] | None:
    """Return what is in front of each text; ``None`` unless it is a speaker in front of all.

    Every text that is not blank begins with a name of up to four words and a colon, and some name is
    there more than once, or they are names without digits that the ``others`` begin with too.

    >>> [found[1] for found in prefixes_of(["Agent: so", "Caller: on", "Agent: no"])]
    ['Agent', 'Caller', 'Agent']
    >>> prefixes_of(["note: so", "it goes"]), prefixes_of(["one: so", "two: on"])
    (None, None)
    """
    found = _prefixes(texts)
    names = [match[1] for match in found or () if match]
    if len(set(names)) == len(names):
        if len(names) < 2 or any(char.isdigit() for name in names for char in name):  # noqa: PLR2004
            return None
        if {*names} != {match[1] for match in _prefixes(others) or () if match}:
            return None
    return found


def _prefixes(texts: Iterable[str]) -> list[re.Match[str] | None] | None:
    found: list[re.Match[str] | None] = []
    for text in texts:
        match = prefix_of(text)
        if match is None and text.strip():
            return None
        found.append(match)
    return found


def prefix_of(text: str) -> re.Match[str] | None:
    """Return the name of up to four words and the colon that a text begins with, if it does."""
    match = _PREFIX.match(text)
    return None if match is None or len(match[1].split()) > _MOST_WORDS else match


def lines_with_speakers(table: Table, other: Iterable[str] = ()) -> tuple[Table, str]:
    """Return plain lines with the names in front of them as speakers, and a warning; or as they are."""
    texts = table.columns["text"]
    found = prefixes_of(texts, other)
    if found is None:
        return table, ""
    pairs = list(zip(texts, found, strict=True))
    columns: dict[str, Column] = {
        "text": [text[match.end() :] if match else text for text, match in pairs],
        "speaker": [match and match[1] for match in found],
    }
    return replace(table, columns=columns), (
        f"{_said(table.name, 'line', found)}. --format lines says that they were spoken"
    )


def segments_with_speakers(transcript: Transcript) -> tuple[Transcript, str]:
    """Return segments with the names in front of their texts as speakers, and a warning; or as is."""
    segments = transcript.segments
    if segments.words or any(speaker is not None for speaker in segments.speaker):
        return transcript, ""
    found = prefixes_of(segments.text)
    if found is None:
        return transcript, ""
    named = segments.replace(
        text=[
            text[match.end() :] if match else text
            for text, match in zip(segments.text, found, strict=True)
        ],
        speaker=[match and match[1] for match in found],
    )
    return transcript.with_segments(named), _said(transcript.name, "text", found)


def warning_of_speakers(name: str, texts: Iterable[Any]) -> str:
    """Return a warning where speakers are in front of all texts of a table; else nothing."""
    plain = (getattr(text, "as_py", lambda text=text: text)() for text in texts)
    found = prefixes_of(text for text in plain if isinstance(text, str))
    if found is None:
        return ""
    first = next(match[1] for match in found if match)
    return (
        f"{name}: each text begins with a name and a colon, such as '{first:.40}:', which are scored as "
        "words; if they name the speakers, move them to a column speaker"
    )


def _said(name: str, what: str, found: Iterable[re.Match[str] | None]) -> str:
    first = next(match[1] for match in found if match)
    return (
        f"{name}: each {what} begins with a name and a colon, such as '{first:.40}:'; the names are read "
        "as speakers, not as words"
    )
