"""What NIST's formats, stm, ctm, trn and RTTM, have in common."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from mondegreen.errors import warn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.corpus.sample import Sample

__all__ = [
    "BLANK",
    "IGNORE",
    "TIME",
    "Token",
    "are_records",
    "has_alternatives",
    "is_ignored",
    "spoken",
    "tokens",
    "warn_of_times",
]

BLANK: Final = " \t\r\v\f"
"""What parts fields; a no-break space may stand in a name."""

IGNORE: Final = "IGNORE_TIME_SEGMENT_IN_SCORING"
_IGNORED: Final = re.compile(rf"{IGNORE}|{IGNORE.replace('_', '')}", re.IGNORECASE)
TIME: Final = r"[-+]?(?:[0-9]{1,9}(?:\.[0-9]{0,18})?|\.[0-9]{1,18})"
"""The pattern of a time in seconds."""

_SHORTEST: Final = 26
_POINT: Final = re.compile(r"[ \t][0-9]*\.[0-9]+[ \t]")
_OUTSIDE: Final = re.compile(r"(\s*)(\{|\S+)")
_INSIDE: Final = re.compile(r"(\s*)([{}/]|[^\s{}/]+)")
_TAG: Final = re.compile(r"(?<!\\);\S*")
_OPEN, _OR, _CLOSE, _NOTHING = "{", "/", "}", "@"
_DEEPER: Final = {_OPEN: 1, _CLOSE: -1}


class Token(NamedTuple):
    """A word, or a ``{``, ``/`` or ``}`` of alternatives.

    Attributes:
        text: without the white space before it.
        space: that white space.
        is_mark: whether it is part of the syntax.
    """

    text: str
    space: str = ""
    is_mark: bool = False


def tokens(text: str, depth: int = 0) -> Iterator[Token]:
    """Cut a text as sclite does: a word that begins with ``{`` begins alternatives, and ends nothing.

    Within alternatives ``/`` and braces need no blanks; elsewhere they are parts of words.

    Args:
        text: what is cut.
        depth: in how many alternatives it begins.

    >>> [token.text for token in tokens("a/b {fi-/fig-}x }")]
    ['a/b', '{', 'fi-', '/', 'fig-', '}', 'x', '}']
    """
    at = 0
    while match := (_INSIDE if depth else _OUTSIDE).match(text, at):
        at = match.end()
        space, token = match.groups()
        is_mark = token == _OPEN or (depth > 0 and token in {_OR, _CLOSE})
        depth += is_mark * _DEEPER.get(token, 0)
        yield Token(token, space, is_mark)


def spoken(text: str) -> str:
    r"""Return words without their tags, which begin with a ``;`` that has no ``\`` before it.

    A word that is nothing but a tag stays, since a word it is.

    >>> spoken(r"i've;tag1 { um;tag1; / uh;;tag2 } a\;s;tag1 ;")
    "i've { um / uh } a;s ;"
    """
    if ";" not in text:
        return text
    words = [token.space + (_untagged(token.text) or token.text) for token in tokens(text)]
    return "".join(words) + text[len(text.rstrip()) :]


def _untagged(word: str) -> str:
    return _TAG.sub("", word).replace("\\;", ";") if ";" in word else word


def has_alternatives(text: str) -> bool:
    """Whether a ``/`` stands between braces, or an ``@``, which is no word, among words.

    >>> has_alternatives("so {fi-/fig-}"), has_alternatives("um @"), has_alternatives("{ a } b/c a@b")
    (True, True, False)
    """
    if _OPEN not in text:
        return _NOTHING in text and _NOTHING in text.split()
    depth, either, found = 0, False, False
    for token in tokens(text):
        found = found or (depth == 0 and token.text == _NOTHING)
        if not token.is_mark:
            continue
        depth += _DEEPER.get(token.text, 0)
        either = either or token.text == _OR
        if depth == 0:
            found, either = found or either, False
    return found


def is_ignored(text: str) -> bool:
    """Whether a segment is not scored: its text holds the mark, in one of its spellings.

    >>> is_ignored("IGNORETIMESEGMENTINSCORING"), is_ignored("ignore_time"), is_ignored("so")
    (True, False, False)
    """
    return len(text) >= _SHORTEST and _IGNORED.search(text) is not None


def warn_of_times(name: str, lines: Sequence[int], what: str) -> None:
    """Warn of times that cannot be: negative ones, and ends before their starts."""
    if lines:
        also = f" and {len(lines) - 1:,} more" if len(lines) > 1 else ""
        warn(
            f"{name}:{lines[0]}{also}: {what}; words go to segments by such times as they do in sclite"
        )


def are_records(sample: Sample, line: re.Pattern[str]) -> bool:
    """Whether all lines but comments and blank ones are of one shape.

    At least one of the times has to have a point, since words may be whole numbers.
    """
    records = [each for each in sample.whole_lines if not each.startswith(";;")]
    return any(map(_POINT.search, records)) and all(map(line.match, records))
