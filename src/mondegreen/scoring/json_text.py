"""JSON for files, pipes and terminals alike."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from mondegreen.errors import InputError
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    import re

__all__ = ["json_bytes", "json_text"]

# json.dumps escapes C0. These it sends: DEL and C1, ends of lines of Unicode, what turns the
# direction of a line, and the invisible alphabet of the tags.
_SENT: Final = pattern(
    "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_HALF: Final = pattern("[\ud800-\udfff]")


def json_text(values: Any, *, indent: int | None = None) -> str:
    r"""Return JSON of readable characters; what a terminal obeys or hides is escaped.

    A parser gives back every character as it was. NaN and infinity are errors.

    >>> print(json_text({"name": "é\x9b\u202e"}))
    {"name": "é\u009b\u202e"}

    Raises:
        InputError: lists or objects inside each other, too deep to write.
    """
    return _HALF.sub(_escaped, _safe(values, indent))


def json_bytes(values: Any) -> bytes:
    """Return the same as UTF-8, for a file.

    Raises:
        InputError: as `json_text` does.
        UnicodeEncodeError: half of a surrogate pair, which is not a character and fits in no file.
    """
    return _safe(values, None).encode()


def _safe(values: Any, indent: int | None) -> str:
    try:
        text = json.dumps(values, ensure_ascii=False, allow_nan=False, indent=indent)
    except RecursionError:
        raise InputError("lists or objects inside each other, too deep to write as JSON") from None
    if text.isascii() and "\x7f" not in text:  # told at once; looking for all takes longer
        return text
    return _SENT.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1]
