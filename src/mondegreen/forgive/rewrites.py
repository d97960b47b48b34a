"""Lists of phrases that may stand for each other: TSV files, and rules files of NIST."""

from __future__ import annotations

from pathlib import Path

from mondegreen.errors import InputError, ParseError
from mondegreen.forgive.glm import read_glm
from mondegreen.forgive.rewrite import Rewrite, filled_lines

__all__ = ["Rewrite", "read_rewrites", "read_tsv"]


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
    for number, line in filled_lines(text, "#"):
        cells = line.split("\t")
        if len(cells) != 2:  # noqa: PLR2004 - a phrase and another
            problem = f"{len(cells)} cells, expected REFERENCE PHRASE<tab>HYPOTHESIS PHRASE: "
            raise ParseError(name, number, problem + repr(line[:80]))
        found.append(_rewrite(cells[0], cells[1], name, number))
    return _distinct(found, name)


def _rewrite(first: str, second: str, name: str, number: int) -> Rewrite:
    words = tuple(first.lower().split()), tuple(second.lower().split())
    if not all(words):
        raise ParseError(name, number, "an empty phrase; both phrases need words")
    if words[0] == words[1]:
        raise ParseError(name, number, f"{first.strip()!r} is replaced by itself")
    return Rewrite(*words, number)


def _distinct(found: list[Rewrite], name: str) -> list[Rewrite]:
    seen: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
    for first, second, number in found:
        if (first, second) in seen:
            again = f"{' '.join(first)!r} for {' '.join(second)!r} is in line"
            raise ParseError(name, number, f"{again} {seen[first, second]} already")
        seen[first, second] = number
    return found


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
