"""How a token looks in a terminal, and how many columns it takes there.

A terminal counts columns, not characters: a Chinese character or an emoji takes two, a combining
mark none. The rules here go by grapheme clusters, as terminals that follow Unicode do; rich's
``cell_len`` goes by code points, so that it loses a letter after a joiner (Sinhala, Arabic), and
its answer depends on its release and on the environment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from unicodedata import bidirectional, category, east_asian_width

from mondegreen import _kernel
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Cell", "cell", "display_width", "isolated", "visible"]

_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
_DOTTED_CIRCLE = "\u25cc"
_EMOJI_STYLE = "\ufe0f"
_JOINERS = "\u200c\u200d"
_BLACK_FLAG = "\U0001f3f4"
_EMOJI_BASES = frozenset("0123456789#*\u203c\u2049\u2139\u3030")
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")  # yet Python prints them
_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)} | {0x20: "\u2423", 0x7F: "\u2421"}
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_LIKE_A_GAP = pattern(r'("*)[-\u058a\u05be\u2010-\u2015\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d]*\1')


class Cell(NamedTuple):
    """What is printed, and the number of columns it takes."""

    text: str
    width: int


def cell(token: str) -> Cell:
    """Return a token ready for a column of text.

    >>> cell("今天")
    Cell(text='今天', width=4)
    """
    shown = visible(token)
    return Cell(isolated(shown), display_width(shown))


def visible(token: str) -> str:
    r"""Return a token with nothing in it that a terminal obeys, hides or leaves blank.

    White space and control characters become their pictures (``␣``, ``␛``), other characters
    that cannot be seen their code (``<U+200B>``), and what joins a letter that is not there sits
    on a dotted circle.
    Joiners and variation selectors stay where scripts and emoji need them. A token of nothing or
    of dashes alone is quoted, and so is one that already looks like that, in one more pair.

    >>> visible("\x1b[31mred"), visible("-"), visible('"-"'), visible("")
    ('␛[31mred', '"-"', '""-""', '""')
    """
    if token.isascii() and token.isprintable() and " " not in token:
        shown = token
    else:
        shown = "".join(_pieces(token))
        if len(_kernel.tokens(f"x{shown[:1]}", "grapheme")) == 1 and shown:
            shown = _DOTTED_CIRCLE + shown  # or it would join what is before the token
    return f'"{shown}"' if _LIKE_A_GAP.fullmatch(shown) else shown


def _pieces(token: str) -> Iterator[str]:
    before, in_flag = "", False
    for character in token:
        in_flag = character == _BLACK_FLAG or (
            in_flag and "\U000e0020" <= character <= "\U000e007f"
        )
        if character == _EMOJI_STYLE:
            keep = _is_emoji_base(before)
        elif character in _JOINERS:
            keep = not before.isascii() and before.isprintable() and before not in _INVISIBLE
        else:
            keep = in_flag or (character.isprintable() and character not in _INVISIBLE)
        code = ord(character)
        yield _PICTURES.get(code) or (character if keep else f"<U+{code:04X}>")
        before = character


def _is_emoji_base(character: str) -> bool:
    if character.isascii():
        return character in _EMOJI_BASES and character != ""
    return character in _EMOJI_BASES or category(character)[0] == "S"


def isolated(text: str) -> str:
    """Return ``text`` so that, if it runs right to left, it stays in its place in the line."""
    if text.isascii() or _RIGHT_TO_LEFT.isdisjoint(map(bidirectional, text)):
        return text
    return f"{_ISOLATE}{text}{_END_ISOLATE}"


def display_width(text: str) -> int:
    """Return how many columns visible text takes; isolates take none.

    >>> display_width("e\u0301"), display_width("👨‍👩‍👧"), display_width("नमस्ते")
    (1, 2, 4)
    """
    if text.isascii():
        return len(text)
    return sum(map(_cluster_width, _kernel.tokens(text, "grapheme")))


def _cluster_width(cluster: str) -> int:
    if len(cluster) > 1 and ("\U0001f1e6" <= cluster[0] <= "\U0001f1ff" or _EMOJI_STYLE in cluster):
        return 2
    if any(east_asian_width(character) in "WF" for character in cluster):
        return 2
    # Some letters of a cluster take a column of their own, such as Thai's sara am.
    return min(2, sum(category(character)[0] not in "MC" for character in cluster))
