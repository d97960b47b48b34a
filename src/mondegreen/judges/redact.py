"""Names, numbers, e-mail addresses and phone numbers replaced before a text leaves the machine.

The same thing gets the same placeholder on both sides, and different things get different ones, so a
judge still sees that two names differ, though not which they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from mondegreen.text.numbers import read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Redaction", "redact"]

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_SPOKEN_EMAIL = re.compile(r"\b[\w.+-]+ at [\w-]+(?: dot [\w-]+)+\b", re.IGNORECASE)
_PHONE = re.compile(r"(?<![\w.])\+?\(?\d[\d ().\-/]{5,}\d(?!\w)")
_FEWEST_DIGITS = 7  # of a phone number
_WITH_DIGITS = re.compile(r"\b\w*\d\w*\b")
_WORD = re.compile(r"\w+(?:[-'’]\w+)*")
_SENTENCE_END = re.compile(r"[.!?…:]\W*$")
_PLACEHOLDER = re.compile(r"(?:NAME|NUMBER|EMAIL|PHONE)\d+")
_REDACTED = re.compile(rf"(?:{_PLACEHOLDER.pattern})+")
# In English "I" is a capital that names nobody, and the word after these is a name in any case.
_NOBODY = frozenset({"i", "i'm", "i'll", "i've", "i'd", "ok", "okay", "mr", "mrs", "ms", "dr"})
_CUES = re.compile(
    r"\b(?:my name is|this is|i am called|mr\.?|mrs\.?|ms\.?|miss|dr\.?|mister|doctor)"
    r" (?!(?:the|a|an|my|your|not|to|for|about|what|how|it|that)\b)(\w[\w'’-]+)",
    re.IGNORECASE,
)


class _Find(NamedTuple):
    start: int
    end: int
    kind: str
    key: str


@dataclass
class Redaction:
    """Replaces what tells who or how much, in any number of texts, each thing by one placeholder.

    Found are e-mail addresses and phone numbers (spoken ones too), everything that `numbers.read`
    reads and every word with a digit, and as names: the words that are given, words after "my name
    is", "Mr" and the like, and words with a capital that do not begin a sentence, or begin one and
    are before another. A name that is found anywhere is replaced everywhere, whatever its case.
    What an earlier redaction put in stays.
    **Not found** are names that are only written without a capital, or only alone at the beginning
    of a sentence: give those as ``names``.

    Args:
        names: names; of one with several words each is replaced, wherever it is.
        language: of the numbers in words.

    >>> redaction = Redaction(names=["ada"])
    >>> redaction.texts("call Ada at five five five one two three four.", "call ada on 555 1234")
    ('call NAME1 at PHONE1.', 'call NAME1 on PHONE1')
    >>> redaction.restore("PHONE1 is kept")
    '555 1234 is kept'
    """

    names: Iterable[str] = ()
    language: str = "en"
    _numbers: dict[tuple[str, str], str] = field(default_factory=dict)
    _originals: dict[str, str] = field(default_factory=dict)
    _learned: set[str] = field(default_factory=set)
    _taken: set[str] = field(default_factory=set)

    def learn(self, *texts: str) -> None:
        """Take note of the names in texts, for pieces of them in which nothing tells a name."""
        for text in texts:
            self._learned.update(_names(text))

    def texts(self, *texts: str) -> tuple[str, ...]:
        """Return the texts with placeholders; what is a name in one is a name in all."""
        given = {part for name in self.names for part in _WORD.findall(name.casefold())}
        names = given | self._learned
        for text in texts:
            self._taken.update(_PLACEHOLDER.findall(text))
        for text in texts:
            names.update(_names(text))
        return tuple(self._replace(text, names) for text in texts)

    def restore(self, text: str) -> str:
        """Return a text, such as a judge's reason, with what the placeholders stand for."""
        return _PLACEHOLDER.sub(lambda found: self._originals.get(found[0], found[0]), text)

    def _replace(self, text: str, names: set[str]) -> str:
        parts, at = [], 0
        for find in _without_overlap([*_finds(text, self.language), *_named(text, names)]):
            placeholder = self._placeholder(find, text[find.start : find.end])
            parts += [text[at : find.start], placeholder]
            at = find.end
        return "".join([*parts, text[at:]])

    def _placeholder(self, find: _Find, original: str) -> str:
        known = self._numbers.get((find.kind, find.key))
        if known is None:
            count = sum(kind == find.kind for kind, _ in self._numbers) + 1
            while f"{find.kind}{count}" in self._taken:
                count += 1
            known = self._numbers[find.kind, find.key] = f"{find.kind}{count}"
            self._taken.add(known)
        self._originals[known] = original
        return known


def redact(
    reference: str, hypothesis: str, *, names: Iterable[str] = (), language: str = "en"
) -> tuple[str, str]:
    """Return both texts with placeholders; see `Redaction`.

    >>> redact("send $5 to Bob Ray", "send five dollars to Rob Ray")
    ('send NUMBER1 to NAME1 NAME2', 'send NUMBER1 to NAME3 NAME2')
    """
    first, second = Redaction(names, language).texts(reference, hypothesis)
    return first, second


def _finds(text: str, language: str) -> Iterator[_Find]:
    """Yield what is found by its form, the surest first."""
    for found in _EMAIL.finditer(text):
        yield _Find(*found.span(), "EMAIL", found[0].casefold())
    for found in _SPOKEN_EMAIL.finditer(text):
        written = re.sub(r" dot ", ".", re.sub(r" at ", "@", found[0].casefold()))
        yield _Find(*found.span(), "EMAIL", written)
    for found in _PHONE.finditer(text):
        digits = re.sub(r"\D", "", found[0])
        if len(digits) >= _FEWEST_DIGITS:
            yield _Find(*found.span(), "PHONE", digits)
    for number in read(text, language):
        digits = number.value if number.kind == "digits" else ""
        if len(digits) >= _FEWEST_DIGITS:
            yield _Find(number.start, number.end, "PHONE", digits)
        else:
            key = f"{number.kind} {number.value} {number.unit}"
            yield _Find(number.start, number.end, "NUMBER", key)
    for found in _WITH_DIGITS.finditer(text):
        if not _REDACTED.fullmatch(found[0]):  # of an earlier redaction
            yield _Find(*found.span(), "NUMBER", found[0].casefold())


def _named(text: str, names: set[str]) -> Iterator[_Find]:
    for found in _WORD.finditer(text):
        word, start = found[0], found.start()
        bare = re.sub(r"['’]s$", "", word)
        if bare.casefold() in names and not _REDACTED.fullmatch(bare):
            yield _Find(start, start + len(bare), "NAME", bare.casefold())


def _names(text: str) -> Iterator[str]:
    """Yield the names in a text, in lower case."""
    for found in _CUES.finditer(text):
        yield found[1].casefold()
    if text.upper() == text:
        return  # all capitals say nothing
    words = list(_WORD.finditer(text))
    for place, found in enumerate(words):
        bare = re.sub(r"['’]s$", "", found[0])
        before = text[: found.start()]
        begins = not before.strip() or _SENTENCE_END.search(before)
        next_one = words[place + 1][0] if place + 1 < len(words) else ""
        goes_on = next_one[:1].isupper() and next_one.casefold() not in _NOBODY
        if bare[:1].isupper() and bare.casefold() not in _NOBODY and (not begins or goes_on):
            yield bare.casefold()


def _without_overlap(finds: list[_Find]) -> list[_Find]:
    """Keep of finds that overlap the one that came first, and put what is left in order."""
    taken: list[_Find] = []
    for find in finds:
        if all(find.end <= other.start or other.end <= find.start for other in taken):
            taken.append(find)
    return sorted(taken)
