"""What is in a reference for words that nobody wrote down.

A set is a regular expression with a name and a version; another can be given as it is. Those here
read a text once, from its beginning to its end. One of a user's own is Python's ``re``, in which
some patterns, as ``(a+)+b``, take for ever on some texts: take none from people you do not know.
"""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import quote, unquote

from mondegreen.errors import UsageError, did_you_mean, given
from mondegreen.text.notes import Notes

__all__ = ["DONT_CARE", "NOTES", "pattern", "pinned"]

_LONGEST = 500
_EXPRESSION: Final = "re="
_VERSION: Final = "@1"
NOTES: Final = "notes@1"
"""The set that our normalizers, forgivers and semantic-wer read by themselves."""

DONT_CARE: Final[dict[str, str | Notes]] = {
    # (unintelligible), [inaudible], ((xxx)); [REDACTED], [PERSON_NAME], ***: the words of language packs
    "notes": Notes(),
    # [NAME], [credit card], [inaudible]; <PII>, <phone number>; ****1234, ***-**-1234, 12**
    "redactions": (
        r"\[[^][\n]{1,60}\]|<[^\W\d_][^<>\n]{0,60}>|[0-9]{0,8}\*{2,}[*\d#xX.-]*|(?<![xX*])[xX*]{4,20}[\d-]{2,8}"
    ),
}


def pinned(chosen: Any) -> str:
    r"""Return a set or an expression as it is in a signature.

    Raises:
        UsageError: it is neither the name of a set nor an expression that can be read.

    >>> pinned("redactions"), pinned(r"\[.*?\]")
    ('redactions@1', 're=%5C%5B.%2A%3F%5C%5D')
    """
    if isinstance(chosen, re.Pattern):
        chosen = chosen.pattern
    if not isinstance(chosen, str):
        raise UsageError(
            f"dont_care={given(chosen)}: expected a regular expression, or one of "
            f"{', '.join(map(repr, DONT_CARE))}"
        )
    if not chosen:
        raise UsageError(
            f"dont_care={chosen!r:.80} stands for nothing; take 'redactions', or a regular expression as "
            r"'\[.*?\]', or leave it out (--dont-care redactions on the command line)"
        )
    name, _, version = chosen.partition("@")
    if name in DONT_CARE and f"@{version}" in {"@", _VERSION}:
        return name + _VERSION
    if chosen.startswith(_EXPRESSION):
        chosen = unquote(chosen.removeprefix(_EXPRESSION))
    elif re.fullmatch(r"[\w@-]+", chosen):  # no mark of a pattern in it: a name, mistyped
        near = did_you_mean(name, DONT_CARE)
        raise UsageError(
            f"dont_care={chosen!r:.80} is not known; expected a regular expression, or one of "
            f"{', '.join(map(repr, DONT_CARE))}{f'.{near}' if near else ''}"
        )
    _compiled(chosen)
    return _EXPRESSION + quote(chosen, safe="")


def pattern(pin: str) -> re.Pattern[str] | Notes | None:
    """Return the expression of `pinned`, or what finds the same."""
    if not pin:
        return None
    if pin.startswith(_EXPRESSION):
        return _compiled(unquote(pin.removeprefix(_EXPRESSION)))
    known = DONT_CARE[pin.partition("@")[0]]
    return re.compile(known) if isinstance(known, str) else known


def _compiled(expression: str) -> re.Pattern[str]:
    if len(expression) > _LONGEST:
        raise UsageError(
            f"dont_care= is an expression of {len(expression):,} characters; at most {_LONGEST}"
        )
    try:
        return re.compile(expression)
    except (re.error, OverflowError, RecursionError) as error:
        raise UsageError(
            f"dont_care={expression!r:.80} is not a regular expression: {error}"
        ) from None
