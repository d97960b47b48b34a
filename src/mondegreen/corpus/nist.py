"""What NIST's formats, stm, ctm, trn and RTTM, have in common."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mondegreen.corpus.sample import Sample

__all__ = ["BLANK", "IGNORE", "TIME", "are_records", "has_alternatives", "spoken"]

BLANK: Final = " \t\r\v\f"
"""What parts fields; a no-break space may stand in a name."""

IGNORE: Final = "IGNORE_TIME_SEGMENT_IN_SCORING"
TIME: Final = r"(?:[0-9]{1,9}(?:\.[0-9]{0,18})?|\.[0-9]{1,18})"
"""The pattern of a time in seconds."""

_POINT: Final = re.compile(r"[ \t][0-9]*\.[0-9]+[ \t]")
_MARKS: Final = re.compile(r"[{}]|(?<!\S)/(?!\S)")
_TAG: Final = re.compile(r"(?<!\\);\S*")


def spoken(text: str) -> str:
    r"""Return words without their tags, which begin with a ``;`` that has no ``\`` before it.

    >>> spoken(r"i've;tag1 { um;tag1; / uh;;tag2 } a\;s;tag1")
    "i've { um / uh } a;s"
    """
    return _TAG.sub("", text).replace("\\;", ";") if ";" in text else text


def has_alternatives(text: str) -> bool:
    """Whether a ``/`` stands by itself between braces."""
    if "{" not in text:
        return False
    depth, either = 0, False
    for mark in _MARKS.findall(text):
        if mark == "{":
            depth += 1
        elif mark == "/":
            either = either or depth > 0
        elif either:
            return True
        else:
            depth = max(0, depth - 1)
    return False


def are_records(sample: Sample, line: re.Pattern[str]) -> bool:
    """Whether all lines but comments and blank ones are of one shape.

    At least one of the times has to have a point, since words may be whole numbers.
    """
    records = [each for each in sample.whole_lines if not each.startswith(";;")]
    return any(map(_POINT.search, records)) and all(map(line.match, records))
