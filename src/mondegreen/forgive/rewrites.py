"""Lists of phrases that may stand for each other: TSV files, and rules files of NIST (GLM)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mondegreen.errors import InputError, ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Rewrite", "read_glm", "read_rewrites", "read_tsv"]

_RULE = re.compile(
    r"\[(?P<pattern>[^\[\]]*)\]\s*=>\s*(?P<alternatives>.*?)\s*"
    r"/\s*(?P<before>\[[^\[\]]*\])\s*__\s*(?P<after>\[[^\[\]]*\])\s*$"
)
_PLAIN_RULE = re.compile(
    r"(?P<pattern>[^\[\]=/]+?)\s*=>\s*(?P<alternatives>[^\[\]/]*?)\s*"
    r"/\s*(?P<before>\[[^\[\]]*\])\s*__\s*(?P<after>\[[^\[\]]*\])\s*$"
)
_BRACES = re.compile(r"\{\s*(?P<list>[^{}]*?)\s*\}$")
_BRACKETS = re.compile(r"\[(?P<text>[^\[\]]*)\]$")
_WHOLE = "[ ]"
_LONGEST = 2_000
_FORM = "expected [pattern] => [replacement] / [ ] __ [ ]"


class Rewrite(NamedTuple):
    """Two phrases as words in lower case, and the line that says so."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    line: int


def read_rewrites(path: str | Path) -> list[Rewrite]:
    """Read a list of phrases; a file named ``*.glm`` holds rules of NIST, any other is a TSV.

    Raises:
        ParseError: a line of another form; with file and line.
        InputError: the file cannot be read, or says nothing.
    """
    name = str(path)
    read = read_glm if name.lower().endswith(".glm") else read_tsv
    found = read(_text(path), name)
    if not found:
        raise InputError(f"{name}: no phrases; expected at least one line with two")
    return found


def read_tsv(text: str, name: str) -> list[Rewrite]:
    r"""Read lines of two phrases with a tab between them.

    Empty lines and lines that begin with ``#`` mean nothing.

    Raises:
        ParseError: another number of cells, an empty phrase, or twice the same.

    >>> read_tsv("kids\tchildren\n", "list.tsv")
    [Rewrite(first=('kids',), second=('children',), line=1)]
    """
    found = []
    for number, line in _lines(text, "#"):
        cells = line.split("\t")
        if len(cells) != 2:  # noqa: PLR2004 - a phrase and another
            problem = f"{len(cells)} cells, expected REFERENCE PHRASE<tab>HYPOTHESIS PHRASE: "
            raise ParseError(name, number, problem + repr(line[:80]))
        found.append(_rewrite(cells[0], cells[1], name, number))
    return _distinct(found, name)


def read_glm(text: str, name: str) -> list[Rewrite]:
    """Read rules of NIST: ``[pattern] => [replacement] / [ ] __ [ ]``, one a line.

    Lines that begin with ``;`` are comments, as is what follows ``;;``; those with ``*`` set options of NIST's filter, of
    which none changes what is read here. Brackets of the pattern may be left out. A replacement in
    braces, ``{ [one] / [other] }``, gives alternatives. Replacing with nothing is refused: what may
    be left out is a matter of the forgivers ``fillers`` and ``articles``. So are contexts other
    than word borders, since a phrase is compared without its neighbours.

    Raises:
        ParseError: a rule of another form, or one that is refused.

    >>> read_glm("[it's] => {[it is] / [it has]} / [ ] __ [ ]", "rules.glm")[1]
    Rewrite(first=("it's",), second=('it', 'has'), line=1)
    """
    found = []
    for number, line in _lines(text, ";"):
        if line.startswith("*"):
            continue
        if len(line) > _LONGEST:
            raise ParseError(name, number, f"a rule of {len(line):,} letters, more than {_LONGEST}")
        line = line.partition(";;")[0].rstrip()  # noqa: PLW2901 - the rule without its comment
        rule = _RULE.match(line) or _PLAIN_RULE.match(line)
        if rule is None:
            raise ParseError(name, number, f"{line[:80]!r} is no rule; {_FORM}")
        for context in (rule["before"], rule["after"]):
            if context != _WHOLE:
                problem = f"the context {context!r} is not understood; {_FORM}"
                raise ParseError(name, number, problem)
        others = _alternatives(rule["alternatives"], name, number)
        found += [_rewrite(rule["pattern"], other, name, number) for other in others]
    return _distinct(found, name)


def _alternatives(text: str, name: str, number: int) -> Iterator[str]:
    braces = _BRACES.match(text)
    for part in braces["list"].split("/") if braces else [text]:
        brackets = _BRACKETS.match(part.strip())
        if brackets is None and (braces or "[" in part or "]" in part or "{" in part):
            raise ParseError(name, number, f"{part.strip()[:80]!r} is no replacement; {_FORM}")
        yield brackets["text"] if brackets else part


def _rewrite(first: str, second: str, name: str, number: int) -> Rewrite:
    words = tuple(first.lower().split()), tuple(second.lower().split())
    if not all(words):
        raise ParseError(
            name, number, "an empty phrase; a list says what stands for what, never for nothing"
        )
    if words[0] == words[1]:
        raise ParseError(name, number, f"{first.strip()!r} stands for itself")
    return Rewrite(*words, number)


def _distinct(found: list[Rewrite], name: str) -> list[Rewrite]:
    seen: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
    for first, second, number in found:
        if (first, second) in seen:
            again = f"{' '.join(first)!r} for {' '.join(second)!r} stands in line"
            raise ParseError(name, number, f"{again} {seen[first, second]} already")
        seen[first, second] = number
    return found


def _lines(text: str, comment: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        kept = line.removesuffix("\r")
        if kept.strip() and not kept.lstrip().startswith(comment):
            yield number, kept.strip(" ") if comment == "#" else kept.strip()


def _text(path: str | Path) -> str:
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:  # a name with NUL is no name
        why = getattr(error, "strerror", None) or error
        raise InputError(f"{path}: {why}; expected a file of phrases") from None
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = f"byte 0x{data[error.start]:02x} is not UTF-8"
        raise ParseError(str(path), line, problem) from None
