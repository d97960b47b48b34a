"""What one side has around most of its texts and the other has not: ids, times, marks, scores.

No list of formats would name all of them. So the texts themselves are compared: where most texts of
one side are those of the other with something of signs or digits in front or at the end, that is
hardly speech.
"""

from __future__ import annotations

import unicodedata
from itertools import islice
from typing import TYPE_CHECKING, Final

from mondegreen.corpus.failed_texts import is_error
from mondegreen.corpus.signs import doubt_signs
from mondegreen.corpus.speakers import prefix_of, prefixes_of
from mondegreen.corpus.table import quoted
from mondegreen.errors import DoubtWarning, counted, warn
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.corpus.corpus import Corpus

__all__ = ["doubt_frames"]

_LOOKED_AT: Final = 200
_FEWEST: Final = 2
_FEWEST_WORDS: Final = 4
"""So many texts, which are nearly all, have one word more each, before that is named."""
_NEARLY: Final = 0.8
_FARTHEST: Final = 9
"""Words in front of a text, as a date, a time, a level and a module of a log."""
_WORD: Final = pattern(r"\S+")
_SIGN: Final = pattern(r"[^\w\s'\u2019.,?!¿¡«»„“”…-]|[\d_]")
"""What is more than a word and its punctuation."""
_GAP: Final = pattern(r"\t|\S {2,}$|^ {2,}\S|\w,$|^,\w")
"""What is between cells and not between words."""
_FIRST: Final = frozenset("'\u2019.,")
_LAST: Final = frozenset(",'-:;_")
"""Signs that may be at the ends of a text, but not of all texts of a side, and of none of the other."""
_EDGES: Final = ".,?!…;:¿¡\"'“”«»„"
_QUOTES: Final = ("\"'`“„«‹‘‚", "\"'`”“»›’‘")
"""What a text in quotation marks begins with, and what it ends with."""


def doubt_frames(corpus: Corpus, spoken: tuple[bool, bool] = (False, False)) -> bool:
    """Warn where most of the first 200 texts of a side are framed, and those of the other are not.

    Where neither side is, signs that count as words on both are named.

    Args:
        corpus: what was read.
        spoken: of the references and of the hypotheses, whether the user called all of it speech.

    Returns:
        Whether there was a warning.
    """
    rows = [
        (said.casefold(), heard.casefold())
        for said, heard in islice(
            zip(corpus.references, corpus.hypotheses, strict=True), _LOOKED_AT
        )
        if isinstance(said, str) and isinstance(heard, str)
        if said.strip() and heard.strip() and not (is_error(said) or is_error(heard))
    ]
    doubts = [
        _doubt(side, [(row[at], row[1 - at]) for row in rows])
        for at, side in enumerate(("references", "hypotheses"))
        if not spoken[at]
    ]
    if not any(doubts) and not any(spoken):
        doubts = [doubt_signs(rows)]
    for doubt in filter(None, doubts):
        warn(doubt, DoubtWarning)
    return any(doubts)


def _doubt(side: str, rows: Sequence[tuple[str, str]]) -> str:
    """Return what is doubtful of the first one of each two texts, or nothing."""
    if prefixes_of(text for text, _ in rows) is not None:
        return ""  # whoever read them has said so
    found = next(((where, what) for where, what in _frames(rows) if what), None)
    if found is None:
        return ""
    where, what = found
    other = "references" if side == "hypotheses" else "hypotheses"
    return (
        f"{counted(len(what), 'text')} of the first {len(rows):,} {side} {where} text that the "
        f"{other} do not have, such as {quoted(' '.join(what[0].split()))}, and it is scored as words; if "
        "nobody said it, remove it, or name the format of the file with --format"
    )


def _frames(rows: Sequence[tuple[str, str]]) -> Iterator[tuple[str, list[str]]]:
    """Yield where texts may have something in addition, and what that is, if it is doubtful."""
    quotes = [text[0] for text, other in rows if _is_quoted(text) and not _is_quoted(other)]
    yield "begin with", quotes if _are_most(quotes, rows) else []
    for where, end in (("begin with", False), ("end with", True)):
        added = [each for text, other in rows if (each := _added(text, other, end=end))]
        found = [each for each in added if _is_sign(each, end=end)]
        yield where, found if _are_most(found, rows) else []
        yield where, added if _are_more(added, rows, end=end) else []
    for where, at, usual in (("begin with", 0, _FIRST), ("end with", -1, _LAST)):
        marks = [
            text[at]
            for text, other in ((text.strip(), other.strip()) for text, other in rows)
            if text[at] in usual and text[at] == rows[0][0].strip()[at] != other[at]
        ]
        yield where, marks if len(marks) == len(rows) >= _FEWEST_WORDS else []
    names = [name for text, other in rows if (name := _speaker(text, other))]
    yield "begin with a name and a colon,", names if len(names) >= _FEWEST else []


def _are_most(found: Sequence[str], rows: Sequence[tuple[str, str]]) -> bool:
    return len(found) >= _FEWEST and 2 * len(found) > len(rows)


def _is_quoted(text: str) -> bool:
    text = text.strip()
    return len(text) > 1 and text[0] in _QUOTES[0] and text.rstrip(".,")[-1:] in _QUOTES[1]


def _added(text: str, other: str, *, end: bool) -> str:
    """Return what a text has in addition before the first word of the other; nothing if none is.

    At the ``end``, what it has after the last word of the other. Where that word is not there, as a
    recogniser may have heard another, the one next to it says where the text begins.
    """
    spans = [found.span() for found in _WORD.finditer(text)]
    words = other.split()
    if end:
        spans, words = spans[::-1], words[::-1]
    found = (
        _before(text, spans, word, place, end=end)
        for place, word in enumerate([*words[:2], ""][:2])
    )
    if (first := next(found)) == "":
        return ""
    second = next(found)
    if first is None or (second is not None and len(second.split()) + 1 < len(first.split())):
        return second or ""
    return first


def _before(
    text: str, spans: Sequence[tuple[int, int]], word: str, place: int, *, end: bool
) -> str | None:
    """Return what is beyond the words of which this one is at a place; ``None`` if it is not there."""
    bare = word.strip(_EDGES) or word
    if not bare:
        return None
    for at, span in enumerate(spans[place:_FARTHEST]):
        rest = _beyond(text, span, bare, end=end)
        if rest is not None and place:
            start, stop = spans[at]
            return text[stop:] if end else text[:start]
        if rest is not None:
            return rest
    return None


def _beyond(text: str, span: tuple[int, int], word: str, *, end: bool) -> str | None:
    """Return what is before (at the end, after) a word that a part of a text ends (begins) with."""
    start, stop = span
    found = text[start:stop]
    if end:
        bare = found if found.startswith(word) else found.lstrip(_EDGES)
        rest = text[stop - len(bare) + len(word) :]
        return rest if bare.startswith(word) and not rest[:1].isalnum() else None
    bare = found if found.endswith(word) else found.rstrip(_EDGES)
    rest = text[: start + len(bare) - len(word)]
    return rest if bare.endswith(word) and not rest[-1:].isalnum() else None


def _is_sign(added: str, *, end: bool) -> bool:
    """Whether what is added is more than words and their punctuation."""
    words = added.split()
    if not words:
        return False
    if _GAP.search(added) or any(map(_has_no_letter, _alone(added, words, end=end))):
        return True
    if end and len(added) == 1:  # other scripts have points and question marks of their own
        return unicodedata.category(added)[0] == "S" or added in '"|;\\%/*#@&[]{}()¶§'
    return bool(_SIGN.search(added)) or (not end and words == ["-"])


def _alone(added: str, words: list[str], *, end: bool) -> list[str]:
    """Return those of the added words that are not glued to a word of the text."""
    if end:
        return words if added[:1].isspace() else words[1:]
    return words if added[-1:].isspace() else words[:-1]


def _has_no_letter(word: str) -> bool:
    return not any(map(str.isalnum, word))


def _are_more(added: Sequence[str], rows: Sequence[tuple[str, str]], *, end: bool) -> bool:
    """Whether nearly all texts have one word more, as with ids, and these are nowhere else."""
    words = [" ".join(each.split()) for each in added]
    words = [word for word in words if " " not in word and not _has_no_letter(word)]
    if len(words) < max(_FEWEST_WORDS, _NEARLY * len(rows)):
        return False
    inner = slice(0, -1) if end else slice(1, None)
    elsewhere = {word for row in rows for text in row for word in text.split()[inner]}
    return not elsewhere & {*words}


def _speaker(text: str, other: str) -> str:
    """Return the name in front of a text whose other words are mostly those of the other one."""
    found = prefix_of(text)
    if found is None or other.startswith(found[1]):
        return ""
    words, others = set(text[found.end() :].split()), set(other.split())
    return found[0].strip() if 2 * len(words & others) >= len(words) > 0 else ""
