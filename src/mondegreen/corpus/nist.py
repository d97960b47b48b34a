"""What NIST's formats, stm, ctm, trn and RTTM, have in common."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mondegreen.errors import warn
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.corpus.sample import Sample

__all__ = [
    "BLANK",
    "IGNORE",
    "MARKS",
    "TIME",
    "are_records",
    "has_alternatives",
    "is_ignored",
    "spoken",
    "stretches",
    "tokens",
    "warn_of_times",
]

BLANK: Final = " \t\r\v\f"
"""What parts fields; a no-break space may be in a name."""

IGNORE: Final = "IGNORE_TIME_SEGMENT_IN_SCORING"
_IGNORED: Final = pattern(rf"{IGNORE}|{IGNORE.replace('_', '')}", re.IGNORECASE)
TIME: Final = r"[-+]?(?:[0-9]{1,9}(?:\.[0-9]{0,18})?|\.[0-9]{1,18})"
"""The pattern of a time in seconds."""

_SHORTEST: Final = 26
_POINT: Final = pattern(r"[ \t][0-9]*\.[0-9]+[ \t]")
_BEGIN: Final = pattern(r"(?<!\S)\{")
_BRACE: Final = pattern(r"[{}]")
_INSIDE: Final = pattern(r"[{}/]|[^\s{}/]+")
_TAG: Final = pattern(r"(?<!\\);\S*")
_TAG_INSIDE: Final = pattern(r"(?<!\\);[^\s{}/]*")
_OPEN, _NOTHING = "{", "@"
MARKS: Final = frozenset("{/}")
"""The syntax of alternatives."""


def stretches(text: str, depth: int = 0) -> Iterator[tuple[str, bool]]:
    """Cut a text at its alternatives, as sclite does; yield each part, and whether it is one.

    Alternatives begin with a word that begins with ``{``, and end with the brace that closes it.

    Args:
        text: what is cut.
        depth: in how many alternatives it begins.

    >>> list(stretches("a/b {fi-/{x}}y z} {b"))
    [('a/b ', False), ('{fi-/{x}}', True), ('y z} ', False), ('{b', True)]
    """
    at = 0
    while at < len(text):
        if depth == 0 and text[at] != _OPEN:
            begin = _BEGIN.search(text, at)
            start = len(text) if begin is None else begin.start()
            yield text[at:start], False
            at = start
            continue
        end = len(text)
        for brace in _BRACE.finditer(text, at):
            depth += 1 if brace[0] == _OPEN else -1
            if depth == 0:
                end = brace.end()
                break
        yield text[at:end], True
        at = end


def tokens(alternatives: str) -> list[str]:
    """Cut alternatives into words and the `MARKS` around them, which need no blanks.

    >>> tokens("{fi-/ fig- }")
    ['{', 'fi-', '/', 'fig-', '}']
    """
    return _INSIDE.findall(alternatives)


def spoken(text: str) -> str:
    r"""Return words without their tags, which begin with a ``;`` that has no ``\`` before it.

    A word that is only a tag stays, since a word it is.

    >>> spoken(r"i've;tag1 { um;tag1;/uh;;tag2 } a\;s;tag1 ;")
    "i've { um/uh } a;s ;"
    """
    if ";" not in text:
        return text
    parts = stretches(text) if _OPEN in text else ((text, False),)
    return "".join(_untagged(part, inside=inside) for part, inside in parts)


def _untagged(part: str, *, inside: bool) -> str:
    if inside:
        return _TAG_INSIDE.sub("", part).replace("\\;", ";")
    bare = _TAG.sub(lambda tag: tag[0] if _is_alone(part, tag.start()) else "", part)
    return bare.replace("\\;", ";")


def _is_alone(part: str, start: int) -> bool:
    return start == 0 or part[start - 1].isspace()


def has_alternatives(text: str) -> bool:
    """Whether a ``/`` is between braces, or an ``@``, which is not a word, among words.

    >>> has_alternatives("so {fi-/fig-}"), has_alternatives("um @"), has_alternatives("{ a } b/c a@b")
    (True, True, False)
    """
    if _OPEN not in text:
        return _NOTHING in text and _NOTHING in text.split()
    return any(
        "/" in part and part.count("{") == part.count("}")
        if inside
        else _NOTHING in part and _NOTHING in part.split()
        for part, inside in stretches(text)
    )


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
        warn(f"{name}:{lines[0]}{also}: {what}; such times only order the words, as in sclite")


def are_records(sample: Sample, line: re.Pattern[str]) -> bool:
    """Whether all lines but comments and blank ones are of one shape.

    At least one of the times must have a point, since words may be whole numbers.
    """
    records = [each for each in sample.whole_lines if not each.startswith(";;")]
    return any(map(_POINT.search, records)) and all(map(line.match, records))
