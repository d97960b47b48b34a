"""The Latin spellings that a word of another script may have.

A word becomes a list of pieces, each a set of spellings; it can be spelled as a text if the pieces
can be laid out over it one after the other. That takes a time that is linear in both.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from mondegreen.forgive.data_tables import rows
from mondegreen.forgive.optional import optional
from mondegreen.forgive.vowels import Sound, sounds_as_written, stands_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["heard_signs", "latin", "spelled"]

Pieces: TypeAlias = "list[frozenset[str]]"

_NUKTA, _VIRAMA = "\u093c", "\u094d"
_CONSONANT, _VOWEL, _INHERENT = "consonant", "vowel", "inherent"
_VOWEL_LETTER = "letter of a vowel"
_GLIDE = frozenset({"", "y"})
_SILENT = frozenset({"", "a", "e"})
_ARTICLE = frozenset({"al", "el", ""})
_SHORT = frozenset({"", "a", "e", "i", "o", "u"})
_LONG_OR_NOT = frozenset("وي")
"""Letters that are a long vowel, or a consonant with a short one next to it."""
_STRETCH = "\u0640"
_UNWRITTEN = Sound(any_vowel=True, silent=True)
_GLIDES = {"य": "y", "व": "w"}
_LONGEST = 64


def spelled(word: str, text: str, words: Sequence[str] = ()) -> bool:
    """Return whether a word without Latin letters can be written as a text that has no others.

    Devanagari and Arabic by tables of spellings, where a word of English must sound as it is
    written there; Chinese in pinyin without tones, unless that is a word of English; all else by the
    one spelling that anyascii gives. Texts are as `latin` returns them; ``words`` are those that
    the text is made of, if it is more than one.

    Raises:
        MissingDependencyError: a package of the extra ``script`` is not installed.

    >>> spelled("रिफंड", "refund"), spelled("रिफंड", "refined"), spelled("पेन", "pan")
    (True, False, False)
    >>> spelled("محمد", "mohamed"), spelled("北京", "beijing"), spelled("Москва", "moskva")
    (True, True, True)
    """
    if not text or max(len(word), len(text)) > _LONGEST:
        return False
    scripts = {_script(letter) for letter in word if letter.isalpha()}
    if scripts == {"DEVANAGARI"}:
        return _fits(_devanagari(word), _single(text)) and _sounds(word, words or [text])
    if scripts == {"ARABIC"}:
        return _fits(_arabic(word), _single(text)) and _sounds(word, words or [text])
    if scripts == {"CJK"}:
        english = _english_in_pinyin().issuperset(words or [text])
        return not english and _fits(_pinyin(word), text)
    if len(scripts) == 1 and "LATIN" not in scripts:
        return latin(optional("anyascii", "anyascii", "script", "script").anyascii(word)) == text
    return False


def latin(text: str) -> str | None:
    """Return the letters of a text in lower case and without accents; ``None`` if some are others.

    Apostrophes, hyphens and spaces are left out.

    >>> latin("Zoë's"), latin("x5") is None
    ('zoes', True)
    """
    plain = [
        letter
        for letter in unicodedata.normalize("NFKD", text.lower())
        if not unicodedata.combining(letter) and letter not in "'’- "
    ]
    return "".join(plain) if all("a" <= letter <= "z" for letter in plain) else None


def heard_signs(word: str) -> list[Sound]:
    """Return the signs of a word in Devanagari or Arabic as `sounds_as_written` wants them."""
    name = "deva" if _script(word[:1]) == "DEVANAGARI" else "arab"
    found: list[Sound] = []
    vowels, before = stands_for(name), ""
    for sign in _joined(unicodedata.normalize("NFD" if name == "deva" else "NFC", word), name):
        kind, _ = _table(name).get(sign, (_CONSONANT, frozenset()))
        if found and found[-1].is_vowel and (kind == _VOWEL or sign in _GLIDES):
            found[-1] = found[-1].before(_GLIDES.get(sign, ""))
        if name == "arab":
            if kind == _VOWEL and found[-1:] == [_UNWRITTEN]:
                found.pop()
            found += _arabic_sounds(sign, kind, vowels, first=not found)
        elif sign == _VIRAMA:
            before = sign
            continue
        else:
            matra = kind == _VOWEL and not sign[0].isalpha()
            if before == _CONSONANT and not matra:
                unwritten = Sound(vowels[_INHERENT], silent=True)
                found.append(unwritten.before("") if kind == _VOWEL else unwritten)
            found.append(Sound(vowels.get(sign, frozenset())))
            before = kind
    if name == "arab" and word.endswith("ي") and found[-1].vowels:
        found[-1] = found[-1].before("y")  # as in *Dubai*
    if name == "deva" and before == _CONSONANT:
        found.append(Sound(vowels[_INHERENT], silent=True))
    return found


def _joined(word: str, name: str) -> Iterator[str]:
    """Yield the signs of a table, two letters where it has them together."""
    at = 0
    while at < len(word):
        sign = word[at : at + 2] if word[at : at + 2] in _table(name) else word[at]
        at += len(sign)
        if sign not in {_NUKTA, _STRETCH}:
            yield sign


def _arabic_sounds(
    sign: str, kind: str, vowels: dict[str, frozenset[str]], *, first: bool
) -> list[Sound]:
    """Return what is heard of a sign, and the vowel after it that may be unwritten."""
    if unicodedata.combining(sign[0]):
        return []
    if kind == _CONSONANT:
        return [Sound(), _UNWRITTEN]
    if first or sign not in vowels:
        return [_UNWRITTEN._replace(glide=True)]
    return [Sound(vowels[sign], glide=sign in _LONG_OR_NOT)]


def _sounds(word: str, words: Sequence[str]) -> bool:
    return sounds_as_written(heard_signs(word), words)


def _fits(pieces: Sequence[Iterable[str]], text: str) -> bool:
    places = {0}
    for spellings in pieces:
        places = {
            place + len(spelling)
            for place in places
            for spelling in spellings
            if text.startswith(spelling, place)
        }
    return bool(pieces) and len(text) in places


def _single(text: str) -> str:
    """Write doubled consonants once, and x and qu as they sound."""
    text = text.replace("x", "ks").replace("qu", "kw")
    pairs = pairwise("." + text)
    return "".join(letter for before, letter in pairs if before != letter or letter in "aeiou")


def _devanagari(word: str) -> Pieces:
    table = _table("deva")
    signs = list(_signs(unicodedata.normalize("NFD", word), table))
    pieces: Pieces = []
    before = ""
    for at, (given, spellings) in enumerate(signs):
        following = signs[at + 1][0] if at + 1 < len(signs) else ""
        kind = _VOWEL if given == _VOWEL_LETTER else given
        if kind == "virama":
            continue
        if kind == _VOWEL and before == _VOWEL:
            pieces.append(_GLIDE)
        if kind == "nasal" and not following:
            spellings = spellings | {""}  # noqa: PLW2901 - unheard at the end
        same = (
            kind == _CONSONANT
            and before == "virama"
            and pieces[-1:]
            and (spellings & pieces[-1] and len(pieces) > 1)
        )
        if same:
            pieces[-1] |= spellings
        else:
            pieces.append(spellings)
        before = following if following == "virama" else kind
        if kind == _CONSONANT and following not in {_VOWEL, "virama"}:
            kept = table[_INHERENT][1]
            if following == _VOWEL_LETTER:  # after which the vowel of a consonant is heard: Mumbai
                pieces += [kept - {""}, _GLIDE]
            else:
                pieces.append(kept if following else _SILENT)
            before = _CONSONANT
    return pieces


def _signs(
    word: str, table: dict[str, tuple[str, frozenset[str]]]
) -> Iterator[tuple[str, frozenset[str]]]:
    at = 0
    while at < len(word):
        pair = word[at : at + 2]
        sign = pair if pair in table else word[at]
        at += len(sign)
        if sign == _VIRAMA:
            yield "virama", frozenset()
        elif sign in table:
            kind, spellings = table[sign]
            yield (_VOWEL_LETTER if "अ" <= sign <= "औ" and kind == _VOWEL else kind), spellings
        elif sign != _NUKTA:
            yield "unknown", frozenset()


def _arabic(word: str) -> Pieces:
    table = _table("arab")
    letters = "".join(
        letter
        for letter in unicodedata.normalize("NFC", word)
        if not unicodedata.combining(letter) and letter != _STRETCH
    )
    pieces: Pieces = []
    if letters.startswith("ال") and len(letters) > 3:  # noqa: PLR2004 - the article, and a word
        pieces.append(_ARTICLE)
        letters = letters[2:]
    at = 0
    while at < len(letters):
        sign = letters[at : at + 2] if letters[at : at + 2] in table else letters[at]
        kind, spellings = table.get(sign, ("unknown", frozenset()))
        if sign == "ا" and at == 0:
            spellings |= _SHORT - {""}
        at += len(sign)
        following = letters[at : at + 1]
        if sign == "ا" and not following:
            spellings |= {"an"}
        pieces.append(spellings)
        if following and kind == _CONSONANT:
            other = table.get(following, ("", frozenset()))[0]
            if other == _CONSONANT:
                pieces.append(table[_INHERENT][1])
            elif following in _LONG_OR_NOT:
                pieces.append(frozenset({"", "a"}))
        elif kind == _CONSONANT:
            pieces.append(frozenset({"", "e"}))
        elif following and sign in _LONG_OR_NOT:
            pieces.append(_SHORT)
    return pieces


def _pinyin(word: str) -> Pieces:
    pypinyin = optional("pypinyin", "pypinyin", "script", "script")
    readings = pypinyin.pinyin(
        word, style=pypinyin.Style.NORMAL, heteronym=True, v_to_u=False, errors="ignore"
    )
    return [frozenset({each.replace("ü", "v") for each in syllable}) for syllable in readings]


@lru_cache(maxsize=1)
def _english_in_pinyin() -> frozenset[str]:
    """Return words of English that have the letters of pinyin, and are no words of Chinese."""
    return frozenset(word for (words,) in rows("pinyin.en.tsv") for word in words.split(" "))


@lru_cache(maxsize=4)
def _table(name: str) -> dict[str, tuple[str, frozenset[str]]]:
    return {
        unicodedata.normalize("NFD" if name == "deva" else "NFC", sign): (
            kind,
            frozenset(spelling.strip("-") for spelling in spellings.split(" ")),
        )
        for sign, kind, spellings in rows(f"spellings.{name}.tsv")
    }


def _script(letter: str) -> str:
    return unicodedata.name(letter, "UNKNOWN").partition(" ")[0]
