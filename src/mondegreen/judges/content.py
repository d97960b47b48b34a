"""Whether a text that a model wrote has the content of its source, word by word.

A model may change how a text is written, and not what it says. So both texts are aligned, and what
the forgivers of form explain is no change: numbers by their typed values, contractions,
abbreviations, spellings, hesitations, words of the same sound. A word in another script is compared
by its sounds. The remaining errors are changes of content.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Final

from mondegreen._kernel import forgiven
from mondegreen.errors import UsageError
from mondegreen.forgive.choosing import Forgiving
from mondegreen.forgive.homophone import homophone_pairs
from mondegreen.forgive.spans import spans_of
from mondegreen.judges.data import rows
from mondegreen.judges.quoting import WITHOUT_SPACES, same_text, words_of
from mondegreen.judges.romanized import other_script, sound_alike
from mondegreen.languages import language as language_pack
from mondegreen.text.normalizers.registry import normalizer as named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

__all__ = ["FORM", "MEANING", "Change", "changes", "content_complaint", "languages_for"]

FORM: Final = (
    *("case", "punctuation", "accents", "spacing", "spelling", "numbers", "contractions"),
    *("abbreviations", "symbols", "fillers", "script"),
)
"""Forgivers of how a text is written; what they forgive is said the same."""
MEANING: Final = (*FORM, "repetition", "articles", "inflection")
"""The same, and small grammar, for models that are told to leave it out of account."""

_ONE_IN: Final = 25
"""Of so many words one may change without an explanation; none of fewer."""
_ONE_IN_LOOSE: Final = 4
"""The same where small grammar may change."""
_MOST_SHOWN: Final = 12
_LONGEST_SHOWN: Final = 60
_DIGITS: Final = re.compile(r"\d+")
_SIGNS: Final = "%&@#"
_MARKS: Final = ".,;:!?\"'()"
_GUARDED: Final = ("negation", "answer")
_BEGINS: Final = re.compile(r"[.!?…:;]\W*\w+\S*")


@dataclass(frozen=True)
class Change:
    """Words of the source, and what the model wrote in their place.

    Attributes:
        source: may be empty: then the model added something.
        written: may be empty: then the model left something out.
        grave: whether it holds a number, a denial, an answer or a name.
    """

    source: tuple[str, ...]
    written: tuple[str, ...]
    grave: bool = False

    @property
    def size(self) -> int:
        """Return how many words it has."""
        return max(len(self.source), len(self.written))

    def __str__(self) -> str:
        said, wrote = (_shown(" ".join(side)) for side in (self.source, self.written))
        if not self.written:
            return f"{said} is missing"
        return f"{said} became {wrote}" if self.source else f"{wrote} was added"


def content_complaint(
    written: str,
    source: str,
    language: str = "",
    *,
    other: str | None = None,
    loose: bool = False,
) -> str | None:
    """Return what a written text has changed of its source, as a complaint, or ``None``.

    Args:
        written: by the model.
        source: what it was given.
        language: a code; empty for any.
        other: the other text of the pair, of which nothing may be copied.
        loose: whether small grammar and one word in four may change, as the instructions of
            ``single-pass`` allow.

    >>> content_complaint("i paid 42 dollars", "I paid forty-two dollars, um.")
    >>> content_complaint("cancel my card", "Cancel my car!")
    "'car!' became 'card'; keep every word that was said, and nothing else"
    """
    found = changes(written, source, language, loose=loose)
    room = len(_tokens(source)) // (_ONE_IN_LOOSE if loose else _ONE_IN)
    grave = [each for each in found if each.grave or (other is not None and _copied(each, other))]
    if not grave and sum(each.size for each in found) <= room:
        return None
    ordered = sorted(found, key=lambda each: each not in grave)
    shown = "; ".join(map(str, ordered[:_MOST_SHOWN]))
    more = "; and more" if len(found) > _MOST_SHOWN else ""
    return f"{shown}{more}; keep every word that was said, and nothing else"


def changes(written: str, source: str, language: str = "", *, loose: bool = False) -> list[Change]:
    """Return what changed and no rule of form explains, by the language that explains most.

    >>> changes("la cita es el 3 de mayo", "La cita es el tres de mayo.")
    []
    """
    if same_text(written, source):
        return []
    names = MEANING if loose else FORM
    free = _dropped() if loose else frozenset()
    best: list[Change] | None = None
    for code in languages_for(language, source):
        for way in _ways(written, source, code, names):
            found = [each for each in way if each.written or not free.issuperset(each.source)]
            if best is None or _weight(found) < _weight(best):
                best = found
            if not best:
                return best
    return best or []


def _weight(found: Sequence[Change]) -> tuple[int, int]:
    return sum(each.grave for each in found), sum(each.size for each in found)


def languages_for(language: str, source: str) -> tuple[str, ...]:
    """Return the languages by whose rules two texts are compared: the one that is named, or all."""
    try:
        forgiven.check_language("any", language or "")
    except UsageError:
        pass  # facts are asked about in a language by its name too
    else:
        return tuple(dict.fromkeys((language, "en")))
    scripts = {_script(char) for char in source if char.isalpha()}
    numbers = [code for code, has in forgiven.languages().items() if "numbers" in has]
    others = (code for code in numbers if code != "en" and _script_of(code) in scripts)
    return ("en", *others, "any")


def _script(char: str) -> str:
    return unicodedata.name(char, "").partition(" ")[0]


@cache
def _script_of(code: str) -> str:
    """Return the script of a language: that of its word for two."""
    return next((_script(word[0]) for word in language_pack(code).spell(2)), "LATIN")


@cache
def _chosen(names: tuple[str, ...], language: str) -> Forgiving:
    return Forgiving.choose(names, language=language, lenient=True)


def _ways(
    written: str, source: str, language: str, names: tuple[str, ...]
) -> Iterator[list[Change]]:
    """Yield the changes of the texts as they are, and as the normalizer of the language leaves them."""
    chosen = _chosen(names, language)
    normalizer: Any = named(f"mondegreen-{forgiven.languages_of(language)[0]}")
    denials = {word for name in _GUARDED for word in _guards(language, name)}
    capitals = _names(source)
    foreign = other_script(source, written)  # a normalizer may write signs in words of its language
    for said, wrote in product((source, normalizer(source)), (written, normalizer(written))):
        if foreign and sound_alike(said, wrote):
            yield []
            return
        same_digits = _digits(said) == _digits(wrote)
        yield [
            Change(*span, _is_grave(*span, denials, capitals))
            for span in _remaining(_tokens(said), _tokens(wrote), chosen)
            if not (_explained(*span, foreign=foreign) or (same_digits and _is_figures(*span)))
        ]


def _guards(language: str, name: str) -> list[str]:
    return [
        word
        for each in forgiven.languages_of(language)
        for word in forgiven.lists(each.partition("-")[0]).get(name, ())
    ]


def _tokens(text: str) -> list[str]:
    """Return the words of a text; of scripts without spaces the letters."""
    return WITHOUT_SPACES.sub(lambda found: f" {found[0]} ", text).split()


Words = tuple[str, ...]


def _remaining(said: list[str], wrote: list[str], chosen: Forgiving) -> list[tuple[Words, Words]]:
    columns = chosen.run([said], [wrote], detail=True)
    return [
        (span.difference.reference, span.difference.hypothesis)
        for span in spans_of(columns, 0, said, wrote, chosen)
        if span.reason is None
    ]


def _explained(said: Words, wrote: Words, *, foreign: bool) -> bool:
    """Return whether a change is one of form all the same, in any language."""
    source, written = "".join(said), "".join(wrote)
    if _plain(source) == _plain(written):
        return True
    if len(said) == len(wrote) and all(map(_sound_the_same, said, wrote)):
        return True
    if any(_plain(source.replace(end, word)) == _plain(written) for end, word in _endings()):
        return True
    if foreign and other_script(source, written) and sound_alike(" ".join(said), " ".join(wrote)):
        return True
    # 10時15分 and 10:15: the same digits, and a letter that belongs to each number.
    rest = [[word for word in side if not _DIGITS.search(word)] for side in (said, wrote)]
    return (
        _digits(source) == _digits(written) != ""
        and 0 < max(map(len, rest)) <= len(_DIGITS.findall(source))
        and all(WITHOUT_SPACES.fullmatch(word) for side in rest for word in side)
    )


@cache
def _dropped() -> frozenset[str]:
    """Return the words that a model may leave out where small grammar may change."""
    return frozenset(word for _, words in rows("dropped.tsv") for word in re.split("[ +]", words))


@cache
def _endings() -> tuple[tuple[str, str], ...]:
    """Return endings and what each may be short for: *baby's asleep* is *baby is asleep*."""
    return tuple((end, word) for end, words in rows("endings.tsv") for word in words.split(" "))


def _sound_the_same(said: str, wrote: str) -> bool:
    """Return whether two words of English do; whichever is written, it is a hit of ``canonical-wer``."""
    first, second = ([word.strip(_MARKS).lower()] for word in (said, wrote))
    return first == second or bool(homophone_pairs(first, second))


def _digits(text: str) -> str:
    return "".join(_DIGITS.findall(text))


def _is_figures(said: Words, wrote: Words) -> bool:
    """Return whether a change has figures alone, as where 21 euro 50 became 21,50 euro."""
    signs = [[char for word in side for char in word if _is_sign(char)] for side in (said, wrote)]
    letters = any(char.isalpha() for word in (*said, *wrote) for char in word)
    return signs[0] == signs[1] and not letters


def _plain(text: str) -> str:
    """Return the letters, digits and signs of a text, without accents and case."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in folded if char.isalnum() or _is_sign(char))


def _is_sign(char: str) -> bool:
    return char in _SIGNS or unicodedata.category(char) in {"Sc", "Sm", "So"}


def _is_grave(said: Words, wrote: Words, denials: set[str], names: set[str]) -> bool:
    bare = [word.strip(_MARKS).casefold() for word in (*said, *wrote)]
    return any(any(map(str.isdigit, word)) or word in denials or word in names for word in bare)


def _names(source: str) -> set[str]:
    """Return the words with a capital that begin no sentence."""
    within = _BEGINS.sub(" ", f". {source}").split()
    return {word.strip(_MARKS).casefold() for word in within if word[:1].isupper()}


def _copied(change: Change, other: str) -> bool:
    """Return whether a change makes a text more like the other one of the pair."""
    there = {*words_of(other)}
    said, wrote = (words_of(" ".join(side)) for side in (change.source, change.written))
    return there.issuperset(wrote) if wrote else not there.issuperset(said)


def _shown(text: str) -> str:
    return repr(text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…")
