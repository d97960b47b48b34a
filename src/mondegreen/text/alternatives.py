"""References that leave a choice: alternatives as NIST writes them, and don't-care spans.

    he is { going to / gonna } come      either, and { a / @ } for a word or none
    i @ want*                            an @ is no word; a * at the end is no part of one
    i (uh) want                          a word that may be left out
    a com- computer                      the beginning of a word
    my number is [NUMBER]                nobody wrote down what was said

Each is read only where it is asked for. A text that has none of them stays a text. All but the last
may be in hypotheses too.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from mondegreen.corpus.nist import MARKS, stretches, tokens
from mondegreen.errors import InputError
from mondegreen.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from mondegreen.text.dont_care import Finds

__all__ = ["Anything", "Choice", "Marks", "Node", "Sequence", "Words", "is_fragment", "parse"]

OPEN, CLOSE, OR, NOTHING = "{", "}", "/", "@"
_STAR = "*"
_SMALL = pattern(r"[@*{}]")
_DEEPEST = 50


@dataclass
class Words:
    """Words in a row; ``optional`` ones may be left out, of a fragment a part is enough.

    The hyphen of a fragment is kept apart, for normalizers would take it away.
    """

    text: str
    optional: bool = False
    before: str = ""
    after: str = ""
    words: list[str] = field(default_factory=list)


@dataclass
class Anything:
    """Where anything may have been said."""

    text: str


@dataclass
class Choice:
    """One of several."""

    ways: list[Sequence]


Node: TypeAlias = "Words | Anything | Choice"
Sequence: TypeAlias = "list[Node]"


@dataclass(frozen=True)
class Marks:
    """What is read as more than words.

    Attributes:
        braces: ``{ a / b / @ }``, and with them ``@`` and ``word*``.
        optional: ``(word)``.
        fragments: ``word-`` and ``-word``, on both sides.
        anything: what matches stands for anything, in references.
        blanks: braces and slashes have blanks around them, and ``@`` and ``*`` elsewhere are words,
            as the version 1 of ``nist`` had it.
        heard: optional words are read in hypotheses too, which the version 1 of ``optional`` did not.
    """

    braces: bool = False
    optional: bool = False
    fragments: bool = False
    anything: Finds | None = None
    blanks: bool = False
    heard: bool = True

    def __bool__(self) -> bool:
        return self.braces or self.optional or self.fragments or self.anything is not None

    def signs(self) -> str | None:
        """Return the characters without which a pair has none of them; ``None`` if nobody knows.

        >>> Marks(braces=True, optional=True).signs()
        '{}@*('
        """
        if self.anything is not None:
            return None
        braces = OPEN + CLOSE + (NOTHING + _STAR) * (not self.blanks)
        return braces * self.braces + "(" * self.optional + "-" * self.fragments

    def of_hypotheses(self) -> Marks:
        """Return those that are read in a hypothesis."""
        return replace(self, optional=self.optional and self.heard, anything=None)

    def are_in(self, reference: str, hypothesis: str) -> bool:
        """Whether a pair has any of them; quick where it has none.

        Braces, optional words and spans of the hypothesis are not looked for.
        """
        if self.braces and (OPEN in reference or CLOSE in reference):
            return True
        if self.braces and not self.blanks and _has_small_marks(reference):
            return True
        if self.optional and "(" in reference and any(map(_is_optional, reference.split())):
            return True
        if self.fragments and any(
            is_fragment(word)
            for side in (reference, hypothesis)
            if "-" in side
            for word in side.split()
        ):
            return True
        return self.anything is not None and self.anything.search(reference) is not None


def _has_small_marks(text: str) -> bool:
    """Whether a word is an ``@``, or ends in a ``*`` that is not a part of it."""
    return (NOTHING in text or _STAR in text) and any(
        word == NOTHING or (word[-1] == _STAR and len(word) > 1) for word in text.split()
    )


def is_fragment(word: str) -> bool:
    """Whether a word begins or ends with a hyphen, and is more than that.

    >>> is_fragment("th-"), is_fragment("-"), is_fragment("to-do")
    (True, False, False)
    """
    return len(word) > 1 and (word[0] == "-" or word[-1] == "-")


def _is_optional(word: str) -> bool:
    return len(word) > 2 and word[0] == "(" and word[-1] == ")"  # noqa: PLR2004 - and a letter


def parse(text: str, marks: Marks) -> Sequence:
    """Return what a reference says, as a sequence of words, choices, and places for anything.

    Raises:
        InputError: braces that do not close or open, or an alternative without a word.

    >>> parse("i { am / @ } (so) glad", Marks(braces=True))[1].ways[1]
    []
    """
    stack: list[Choice] = []
    top: Sequence = []
    here = top
    begun = False  # something is in this alternative, be it @
    for token, kind in _tokens(text, marks):
        if kind is not None:
            here.append(Anything(token) if kind else _marked(token, marks))
            begun = True
        elif token == OPEN:
            if len(stack) == _DEEPEST:
                raise InputError(
                    f"alternatives more than {_DEEPEST} deep inside each other; "
                    "--alternatives literal takes the signs as words"
                )
            choice = Choice([[]])
            here.append(choice)
            stack.append(choice)
            here, begun = choice.ways[0], False
        elif token == NOTHING:
            begun = True
            if not marks.blanks:
                here.append(Choice([[]]))
        elif refused := _refused(token, text, opened=bool(stack), begun=begun):
            raise InputError(refused)
        elif token == OR:
            here, begun = [], False
            stack[-1].ways.append(here)
        else:
            stack.pop()
            here = stack[-1].ways[-1] if stack else top
            begun = True
    if stack:
        raise InputError(f"a '{OPEN}' without its '{CLOSE}', {_near(text, OPEN)}")
    return _joined(top)


def _refused(token: str, text: str, *, opened: bool, begun: bool) -> str | None:
    """Return what is wrong about the end of an alternative."""
    if not opened:
        return f"a '{CLOSE}' without its '{OPEN}', {_near(text, CLOSE)}"
    if not begun:
        return f"an alternative without a word, {_near(text, token)}; nothing is written {NOTHING}"
    return None


def _tokens(text: str, marks: Marks) -> Iterator[tuple[str, bool | None]]:
    """Yield tokens, each a word (False), anything (True) or part of the syntax (None)."""
    depth = 0
    for part, free in _parts(text, marks):
        if free:
            yield part, True
            continue
        if not marks.braces:
            yield from ((word, False) for word in part.split())
        elif not marks.blanks:
            for stretch, inside in stretches(part, depth):
                if inside:
                    found = tokens(stretch)
                    depth += found.count(OPEN) - found.count(CLOSE)
                    yield from (
                        (token, None) if token in MARKS else _word(token) for token in found
                    )
                else:
                    yield from _outside(stretch, marks)
        else:
            depth = yield from _between_blanks(part, depth)


def _outside(stretch: str, marks: Marks) -> Iterator[tuple[str, bool | None]]:
    """Yield the words outside of alternatives; all at once where none must be looked at."""
    words = stretch.split()
    if not (marks.optional or marks.fragments or _SMALL.search(stretch)):
        yield from ((" ".join(words), False),) if words else ()
        return
    yield from map(_word, words)


def _word(word: str) -> tuple[str, bool | None]:
    if word in {NOTHING, CLOSE}:
        return word, None
    if OPEN in word:
        raise InputError(f"a brace inside of {word!r:.60}; expected a space before it")
    return (word[:-1] if word[-1] == _STAR and len(word) > 1 else word), False


def _between_blanks(part: str, depth: int) -> Generator[tuple[str, bool | None], None, int]:
    """Yield tokens as the version 1 of ``nist`` had them; return in how many alternatives it ends."""
    for word in part.split():
        rest = word.lstrip(OPEN)
        for _ in range(len(word) - len(rest)):
            depth += 1
            yield OPEN, None
        inner = rest.rstrip(CLOSE)
        if OPEN in inner or CLOSE in inner:
            raise InputError(f"a brace inside of {word!r:.60}; expected spaces around it")
        if inner:
            syntax = depth and inner in {OR, NOTHING}
            yield inner, None if syntax else False
        for _ in range(len(rest) - len(inner)):
            depth -= 1
            yield CLOSE, None
    return depth


def _parts(text: str, marks: Marks) -> Iterator[tuple[str, bool]]:
    """Cut a text into stretches that are words and spans that stand for anything."""
    end = 0
    for start, stop in _spans(text, marks.anything):
        yield text[end:start], False
        yield text[start:stop], True
        end = stop
    yield text[end:], False


def _spans(text: str, anything: Finds | None) -> list[tuple[int, int]]:
    """Return where anything may stand: matches, with the punctuation that touches them.

    Letters and digits that touch a match, except for a possessive *s*, make words of it all.
    """
    found: list[tuple[int, int, str]] = []
    for match in anything.finditer(text) if anything is not None else ():
        start, stop = match.span()
        if start == stop:
            continue
        if found and start < found[-1][1]:  # in one word with the match before it
            first, until, around = found.pop()
            cut = len(around) - (until - start)
            found.append((first, max(until, stop), around[:cut] + around[cut + stop - start :]))
            continue
        begin, until = start, stop
        while begin > 0 and not _ends_word(text[begin - 1]):
            begin -= 1
        while until < len(text) and not _ends_word(text[until]):
            until += 1
        found.append((begin, until, text[begin:start] + text[stop:until]))
    return [
        (start, stop)
        for start, stop, around in found
        if not any(map(str.isalnum, around.replace("'s", "").replace("\u2019s", "")))
    ]


def _ends_word(character: str) -> bool:
    return character.isspace() or character in {OPEN, CLOSE}


def _marked(word: str, marks: Marks) -> Words:
    optional = marks.optional and _is_optional(word)
    inner = word[1:-1] if optional else word
    # sclite looks for the hyphen before (-word) with its parenthesis, and does not find it.
    whole = optional and inner[0] == "-" and inner[-1] != "-" and marks.heard
    if marks.fragments and is_fragment(inner) and not whole:
        if inner[0] == "-":
            return Words(inner[1:], optional, before="-")
        return Words(inner[:-1], optional, after="-")
    return Words(inner, optional)


def _joined(nodes: Sequence) -> Sequence:
    """Join plain words that are in a row, so that a normalizer sees them together."""
    found: Sequence = []
    for node in nodes:
        last = found[-1] if found else None
        if isinstance(node, Choice):
            node.ways = [[] if way == [Choice([[]])] else _joined(way) for way in node.ways]
        elif _is_plain(node) and _is_plain(last):
            last.text += f" {node.text}"  # type: ignore[union-attr]
            continue
        found.append(node)
    return found


def _is_plain(node: Node | None) -> bool:
    return isinstance(node, Words) and not (node.optional or node.before or node.after)


def _near(text: str, mark: str) -> str:
    at = max(text.rfind(mark), 0)
    return f"near {text[max(0, at - 20) : at + 20]!r}"
