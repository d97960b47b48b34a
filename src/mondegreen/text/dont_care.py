"""What is in a reference for words that nobody wrote down.

A set is a regular expression with a name and a version; another can be given as it is. Those here
read a text once, from its beginning to its end. One of a user's own may take a time that doubles
with each letter, as ``(a|aa)+$``, so it has a limit on the seconds that it may take on one text. The
module ``regex`` has such a limit, and Python's ``re`` has none.
"""

from __future__ import annotations

import re
from math import prod
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import quote, unquote

from mondegreen.errors import InputError, UsageError, did_you_mean, given
from mondegreen.text.notes import Notes

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["DONT_CARE", "NOTES", "Expression", "Finds", "pattern", "pinned"]

_LONGEST = 500
_MOST_REPEATED: Final = 10_000
"""Of the counts of an expression, as in ``a{1,50}``, the product; what is made of them fills memory."""

_COUNT: Final = re.compile(r"\{(?:\d*,)?(\d*)\}|\{(\d+),\}")
_SECONDS: Final = 5.0
"""Longest time that an expression may take on one text."""
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


class Found(Protocol):
    """A match."""

    def span(self) -> tuple[int, int]:
        """Return where it begins and ends."""


class Finds(Protocol):
    """What finds spans in a text: an expression, or `Notes`."""

    def finditer(self, text: str) -> Iterator[Found]:
        """Yield each match, in order."""

    def search(self, text: str) -> Found | None:
        """Return the first match."""


class Expression:
    r"""A regular expression of a user's own, with a limit on its time.

    Raises:
        UsageError: it cannot be read.

    >>> [found.span() for found in Expression(r"\[\w+\]").finditer("[so] it [goes]")]
    [(0, 4), (8, 14)]
    """

    def __init__(self, expression: str) -> None:
        """Read an expression."""
        import regex  # imported only if needed

        if len(expression) > _LONGEST:
            raise UsageError(
                f"dont_care= is an expression of {len(expression):,} characters; at most {_LONGEST}"
            )
        if not _is_unicode(expression):
            raise UsageError(
                f"dont_care={expression!r:.80} is not valid Unicode: it holds half of a character (a lone "
                "surrogate); expected a regular expression in UTF-8"
            )
        counts = [int(first or second or 1) for first, second in _COUNT.findall(expression)]
        if prod(max(count, 1) for count in counts) > _MOST_REPEATED:
            raise UsageError(
                f"dont_care={expression!r:.80} repeats too often: the product of all counts in braces may "
                f"be at most {_MOST_REPEATED:,}; take + or * for any number"
            )
        self.expression = expression
        try:
            self._read = regex.compile(expression)
        except (regex.error, OverflowError, RecursionError, MemoryError, ValueError) as error:
            raise UsageError(
                f"dont_care={expression!r:.80} is not a regular expression: {error}"
            ) from None

    def __reduce__(self) -> tuple[type[Expression], tuple[str]]:
        """Pickle by the text."""
        return Expression, (self.expression,)

    def finditer(self, text: str) -> Iterator[Found]:
        """Yield each match, in order.

        Raises:
            InputError: it takes too long.
        """
        try:
            yield from self._read.finditer(text, timeout=_SECONDS)
        except (TimeoutError, MemoryError):
            raise InputError(
                f"dont_care={self.expression!r:.80} takes more than {_SECONDS:g} s, or all memory, on the text "
                f"{text!r:.60} of {len(text):,} characters; write it without a repetition inside of a "
                r"repetition, as '\[[^\]]*\]' for '\[(.+)*\]'"
            ) from None

    def search(self, text: str) -> Found | None:
        """Return the first match."""
        return next(self.finditer(text), None)


def _flags(compiled: re.Pattern[str]) -> str:
    """Return the flags of an expression as its first characters.

    >>> _flags(re.compile("so", re.I | re.S)), _flags(re.compile("(?i)so"))
    ('(?is)', '')
    """
    known = {re.ASCII: "a", re.IGNORECASE: "i", re.MULTILINE: "m", re.DOTALL: "s", re.VERBOSE: "x"}
    own = re.compile(compiled.pattern).flags
    letters = "".join(
        letter for flag, letter in known.items() if compiled.flags & flag and not own & flag
    )
    return f"(?{letters})" if letters else ""


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def pinned(chosen: Any) -> str:
    r"""Return a set or an expression as it is in a signature.

    Raises:
        UsageError: it is neither the name of a set nor an expression that can be read.

    >>> pinned("redactions"), pinned(r"\[.*?\]")
    ('redactions@1', 're=%5C%5B.%2A%3F%5C%5D')
    """
    if isinstance(chosen, re.Pattern) and isinstance(chosen.pattern, str):
        chosen = _flags(chosen) + chosen.pattern
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
    Expression(chosen)
    return _EXPRESSION + quote(chosen, safe="")


def pattern(pin: str) -> Finds | None:
    """Return the expression of `pinned`, or what finds the same."""
    if not pin:
        return None
    if pin.startswith(_EXPRESSION):
        return Expression(unquote(pin.removeprefix(_EXPRESSION)))
    known = DONT_CARE[pin.partition("@")[0]]
    return re.compile(known) if isinstance(known, str) else known
