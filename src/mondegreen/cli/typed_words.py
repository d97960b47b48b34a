"""Messages of the library in the words of the command line: ``--missing skip`` for ``missing='skip'``."""

from __future__ import annotations

import re
import shlex
from typing import Final

from mondegreen.patterns import pattern

__all__ = ["as_typed"]

_BEFORE: Final = r"(?<![\w\[\]./'\"=-])(?<!\w\()(?<!\.toml: )(?<!recipe with )"
_MAYBE: Final = pattern(rf"{_BEFORE}[a-z_]+=")
_LIST: Final = pattern(r"'([^']*)'|\"([^\"]*)\"")
_VALUE: Final = r"(?:(\[[^\[\]]*\])|'([^']*)'|\"([^\"]*)\"|([\w%+-][\w.%+-]*(?<!\.))|)"
_SAID_TWICE: Final = tuple(
    (pattern(expression), instead)
    for expression, instead in (
        (r"(--[a-z-]+)( [^\s(]+)? \(\1[^()]*\)", r"\1\2"),
        (r"\((--[a-z-]+), \1\)", r"(\1)"),
        (r"(--[a-z-]+ [\w-]+), \1 on the command line", r"\1"),
        (r", (?:or )?--[a-z-]+(?: and --[a-z-]+)? on the command line", ""),
        (r"(--[a-z-]+ \S+), \1 in Python", r"\1"),
        (r"(--[a-z-]+) \.\.\., (?=\1)", ""),
        (r", or in Python --[a-z-]+ \S+", ""),
        (r"((?<!\S)--[a-z-]+ \S+) of type \w+(?=[:;,])", r"\1"),
    )
)
"""What is left where a message has the words of both."""
_ASSIGNED: Final = pattern(
    r"(?<!\S)(--[a-z-]+)=(?:'([^']*)'|\"([^\"]*)\"|(-?\w[\w.%]*))(?: of type \w+)?(?=[:;, ])"
)
"""What checks say of an option, as ``--level='95' of type str``."""
_OF_COMPARE: Final = {
    "differ": "--differ",
    "ids": "--ids",
    "normalizers": "--normalizers",
    "test": "--test",
    "together": "--together",
    "texts": "--save-texts",
}
"""What Python calls options that only one command has."""


def as_typed(message: str) -> str:
    """Return a message with the options that it names as they are typed.

    >>> as_typed("missing='jump': expected one of error, skip; leave out lang=")
    '--missing jump: expected one of error, skip; leave out --lang'
    >>> as_typed("score with forgive=['spacing', 'numbers'], or texts=True")
    'score with --forgive spacing,numbers, or --save-texts'
    >>> as_typed("name a model, as model='openai-chat:NAME' (--model)")
    'name a model, as --model openai-chat:NAME'
    >>> as_typed("--resamples=5 of type int: expected 100 or more")
    '--resamples 5: expected 100 or more'
    """
    message = _ASSIGNED.sub(lambda found: f"{found[1]} {_plain(found)}", message)
    if not _MAYBE.search(message):
        return message
    from mondegreen.options.judging import Judging  # where a message has an option
    from mondegreen.scoring.options import Options

    described = {**Judging.described, **Options.described}
    flags = _OF_COMPARE | {
        name: each.flags[0].name for name, each in described.items() if each.flags
    }
    known = "|".join(sorted(flags, key=len, reverse=True))
    option = re.compile(rf"{_BEFORE}({known})={_VALUE}(?![\w=(])")

    def typed(found: re.Match[str]) -> str:
        flag, listed = flags[found[1]], found[2]
        values = [*filter(None, found.groups()[2:])]
        if listed is not None:
            values = [",".join(one or two for one, two in _LIST.findall(listed)) or "..."]
        if values == ["True"]:
            values = []
        return " ".join([flag, *map(_value, values)])

    words = option.sub(typed, message)
    for expression, instead in _SAID_TWICE:
        words = expression.sub(instead, words)
    return words


def _plain(found: re.Match[str]) -> str:
    return _value(next((each for each in found.groups()[1:] if each is not None), "")) or "''"


def _value(text: str) -> str:
    return text if re.fullmatch(r"[^\s'\"]+", text) else shlex.quote(text)
