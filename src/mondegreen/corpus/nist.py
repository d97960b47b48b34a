"""What stm, ctm and RTTM have in common."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["BLANK", "IGNORE", "spoken"]

BLANK: Final = " \t\r\v\f"
"""What parts fields; a no-break space may stand in a name."""

IGNORE: Final = "IGNORE_TIME_SEGMENT_IN_SCORING"
_TAG: Final = re.compile(r"(?<!\\);\S*")


def spoken(text: str) -> str:
    r"""Return words without their tags, which begin with a ``;`` that has no ``\`` before it.

    >>> spoken(r"i've;tag1 { um;tag1; / uh;;tag2 } a\;s;tag1")
    "i've { um / uh } a;s"
    """
    return _TAG.sub("", text).replace("\\;", ";") if ";" in text else text
