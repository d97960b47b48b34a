"""Participles and adjectives that agree in number and gender, told by lemma and ending.

The lemmatizer alone does not say what a form is: *mangé*, *mange* and *manger* have one lemma. So a
form counts as one that agrees only where its ending says that it can be nothing else that differs in
tense or person: the participle that belongs to the infinitive, with an ending of number or gender.
What may be a finite verb too (*finis*, German *bezahlte*) is left alone, and so are feminine
participles that are nouns of their own (*entrée*, *comida*).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Final

from mondegreen.forgive.data_tables import rows

__all__ = ["agreement", "is_other_meaning"]

Lemmas = Iterable[str]
_OWN: Final = {
    "fr": """arrivée entrée sortie vue mise prise remise surprise entreprise reprise suite tenue venue
        portée durée armée pensée dictée montée rentrée tournée assemblée dite faites dites promise battue
        étendue revue issue crue conduite poursuite écrite morte partie permise crainte plainte""",
    "es": """comida llamada entrada salida partida parada vista bebida mirada jugada pedida medida subida
        bajada llegada tirada pasada puesta vuelta muerta herida cuidado pecado mercado estado lado helado
        estada nada""",
    "it": """partita entrata uscita vista fermata chiamata andata salita discesa giornata vita scelta
        risposta spesa presa corsa posta vincita nascita caduta rata""",
    "pt": """partida chamada entrada saída vista comida parada bebida medida subida chegada vida estado
        mercado lado jogada ida volta feriado""",
    "de": "",
}
"""Words that look like a participle, and name something of their own."""
_NOUNS: Final = {language: frozenset(words.split()) for language, words in _OWN.items()}

_ROMANCE: Final = {
    "es": re.compile(
        r"(.*(?:abiert|cubiert|dich|escrit|scrit|hech|impres|muert|puest|rot|vist|vuelt|suelt|frit"
        r"|satisfech))(?:[oa]s?)"
    ),
    "it": re.compile(
        r"(.*(?:fatt|dett|scritt|lett|pres|mess|apert|chius|vist|rimast|rispost|chiest|spes|pers"
        r"|rott|tolt|mort|nat|stat|offert|cort|spent|acces|decis|divis|cott|ridott))(?:[oaie])"
    ),
    "pt": re.compile(
        r"(.*(?:abert|cobert|dit|escrit|scrit|feit|post|vist|mort|pres|eleit))(?:[oa]s?)"
    ),
}
"""Participles that are not made by rule; none of these is a finite form."""
_REGULAR: Final = {
    "es": {"ar": "ad", "er": "id", "ir": "id", "ír": "íd", "eer": "eíd", "aer": "aíd"},
    "it": {"are": "at", "ere": "ut", "ire": "it"},
    "pt": {"ar": "ad", "er": "id", "ir": "id", "air": "aíd", "uir": "uíd"},
}
_ENDINGS: Final = {"es": "o a os as", "it": "o a i e", "pt": "o a os as"}

_FRENCH_BY_RULE: Final = (
    ("er", "é", "/e/s/es"),
    ("é", "é", "/e/s/es"),
    ("oir", "oir", "/e/s/es"),  # noir, and nouns as couloir
    ("ir", "i", "/e/es"),
    ("i", "i", "/e/es"),
    ("re", "re", "/s"),  # nouns as livre
)
"""How a lemma ends, how what agrees does, and its marks of number and gender: *finis* is a finite verb."""
_FRENCH_IRREGULAR: Final = re.compile(
    r"(.*(?:fai|di|écri|scri|[vf]er|mor|[eao]in|ui)t)(?:es?|s)?"  # fait, offert, mort, peint, construit
    r"|(.*(?:pris|mis|assis|quis|clus|clos))(?:es?)?"
)
_FRENCH_U: Final = re.compile(r"(.*[^gq]u)(?:es?|s)?")
_WITHOUT_US: Final = re.compile(r"(?:[aeo]n|[eo]r)dre$|[tv]enir$|[ae]ttre$|ompre$|êtir$|incre$")
"""Verbs whose past historic is no *-us*, so that this is a plural."""
_FRENCH_ADJECTIVES: Final = (
    *(("if", "ive"), ("blanc", "blanche"), ("franc", "franche"), ("sec", "sèche")),
    *(
        ("cher", "chère"),
        ("dur", "dure"),
        ("frais", "fraîche"),
        ("clos", "close"),
        ("faux", "fausse"),
    ),
)
"""Endings, or words, of which the dictionary knows the feminine as another word, or as a verb."""
_FINITE_IN_I: Final = re.compile(r"i[st]")
_FIRST_CONJUGATION: Final = {"es": "ar", "it": "are", "pt": "ar"}
_UMLAUTS: Final = str.maketrans("äöü", "aou")
_GERMAN: Final = re.compile(r"(?:\w{2,6}|)?ge(?!n$)\w{2,}(?:t|en)")
_GERMAN_ENDINGS: Final = ("", "e", "en", "em", "es", "er")
_GERMAN_ER: Final = ("", "e", "en", "em", "es")


def agreement(
    said: str,
    heard: str,
    lemmas: tuple[Lemmas, Lemmas],
    language: str,
    is_word: Callable[[str], bool],
) -> str | None:
    """Return the form in the singular, masculine, with which both words agree, or ``None``.

    Words are in lower case, and with their lemmas. ``is_word`` says whether the dictionary has one.

    >>> agreement("mangée", "mangé", (["manger"], ["manger"]), "fr", bool)
    'mangé'
    >>> agreement("mange", "mangé", (["manger"], ["manger"]), "fr", bool) is None
    True
    """
    if language not in _NOUNS or not _NOUNS[language].isdisjoint((said, heard)):
        return None
    if language == "fr" and (plain := _french_adjective(said, heard, lemmas)):
        return plain
    stem_of: Callable[[str, str], str] = partial(_romance, language=language)
    if language == "fr":
        stem_of = _french
    elif language == "de":
        stem_of = partial(_german, is_word=is_word)
    first = {stem_of(said, lemma) for lemma in lemmas[0]}
    second = {stem_of(heard, lemma) for lemma in lemmas[1]}
    both = (first & second) - {""}
    return min(both, default=None)


def _romance(word: str, lemma: str, language: str) -> str:
    endings = _ENDINGS[language].split()
    infinitive = lemma.removesuffix("se" if language == "es" else "si")
    stems = [
        infinitive.removesuffix(end) + participle
        for end, participle in _REGULAR[language].items()
        if infinitive.endswith(end) and len(infinitive) > len(end)
    ]
    if lemma.endswith("o"):  # an adjective, or a participle that the dictionary has by itself
        stems.append(lemma[:-1])
    if language == "es" and lemma in {"buen", "mal"}:
        stems.append(lemma)
    irregular = _ROMANCE[language].fullmatch(word)
    if irregular and lemma != word and not lemma.endswith("o"):
        stems.append(irregular[1])
    found = [stem for stem in stems if word.startswith(stem) and word[len(stem) :] in endings]
    return f"{found[0]}o" if found else ""


def _french(word: str, lemma: str) -> str:
    for ending, participle, marks in _FRENCH_BY_RULE:
        masculine = lemma.removesuffix(ending) + participle
        if lemma.endswith(ending) and word in {masculine + mark for mark in marks.split("/")}:
            return masculine
    irregular = _FRENCH_IRREGULAR.fullmatch(word)
    stem = (irregular[1] or irregular[2]) if irregular else ""
    if stem and (lemma == stem or lemma.endswith(("re", "ir"))):
        return str(stem)
    past = _FRENCH_U.fullmatch(word) if lemma.endswith(("re", "ir", "u")) else None
    if past and (not word.endswith("us") or _WITHOUT_US.search(lemma)):
        return past[1]
    return ""


def _french_adjective(said: str, heard: str, lemmas: tuple[Lemmas, Lemmas]) -> str:
    """Return the masculine of which the other word is the feminine by one of the endings."""
    words = said.removesuffix("s"), heard.removesuffix("s")
    for at in (0, 1):
        masculine, feminine = words[at], words[1 - at]
        for ending, other in _FRENCH_ADJECTIVES:
            stem = masculine.removesuffix(ending)
            fits = masculine.endswith(ending) and feminine == stem + other
            if fits and masculine in lemmas[at]:
                return masculine
        if masculine.endswith("er") and feminine == f"{masculine[:-2]}ère":
            return masculine if all(masculine in each for each in lemmas) else ""
    return ""


def is_other_meaning(said: str, heard: str, language: str, is_word: Callable[[str], bool]) -> bool:
    """Whether forms of one lemma are two pronouns, of two genders that mean two things, or of two tenses.

    >>> is_other_meaning("ma", "votre", "fr", bool), is_other_meaning("ma", "mes", "fr", bool)
    (True, False)
    >>> is_other_meaning("amico", "amica", "it", bool), is_other_meaning("amici", "amico", "it", bool)
    (True, False)
    """
    closed, groups = _closed(language)
    if not closed.isdisjoint((said, heard)):
        return not any(said in group and heard in group for group in groups)
    masculine, feminine = _genders(language)
    if (said in masculine and heard in feminine) or (heard in masculine and said in feminine):
        return True
    pairs = ((said, heard), (heard, said))
    if language in _FIRST_CONJUGATION:  # activo, activa: I switch it on, do so
        infinitive = _FIRST_CONJUGATION[language]
        return any(
            one[-1:] in "oi"
            and other.removesuffix("s") == one[:-1] + "a"
            and is_word(one[:-1] + infinitive)
            for one, other in pairs
        )
    if language == "fr":  # je finis, il finit
        return any(
            _FINITE_IN_I.fullmatch(one[-2:]) is not None and is_word(one[:-1] + "r")
            for one, _ in pairs
        )
    if language == "de":
        past = any(
            one.endswith("t") and other.startswith(one + "e") and is_word(one[:-1] + "en")
            for one, other in pairs
        )
        return past or (said != heard and said.translate(_UMLAUTS) == heard.translate(_UMLAUTS))
    return False


@lru_cache(maxsize=8)
def _closed(language: str) -> tuple[frozenset[str], tuple[frozenset[str], ...]]:
    """Return the words of closed classes, and those of them that agree with another word."""
    words = {
        word
        for code, found in rows("function_words.tsv")
        if code == language
        for word in found.split(" ")
    }
    groups = []
    for code, kind, found in rows("closed.tsv"):
        if code == language:
            parts = [frozenset(part.split(" ")) for part in found.split("|")]
            words.update(*parts)
            groups += parts if kind == "agree" else []
    return frozenset(words), tuple(groups)


@lru_cache(maxsize=8)
def _genders(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the masculine and the feminine words whose genders are two meanings, in all their forms."""
    sides: tuple[set[str], set[str]] = (set(), set())
    for code, pairs in rows("genders.tsv"):
        for pair in pairs.lower().split(" ") if code == language else ():
            for side, word in zip(sides, pair.split("/"), strict=True):
                side |= {word, *_plurals(word, language)}
    return frozenset(sides[0]), frozenset(sides[1])


_DECLENSIONS: Final = {
    "ru": (
        (("ый", "ий", "ой"), ["ого", "его", "ому", "ему", "ым", "им", "ом", "ем"]),
        (("ая", "яя"), ["ой", "ей", "ую", "юю"]),
    ),
    "cs": ((("ý",), ["ého", "ému", "ém", "ým"]), (("á",), ["é", "ou"])),
}
"""Of adjectives that name persons: how the nominative ends, and the other cases of the singular."""


def _plurals(word: str, language: str) -> set[str]:
    if language == "it":
        ending = "e" if word.endswith("a") else "i"
        found = {word[:-1] + ending, f"{word[:-1]}h{ending}"}
        return found | {word[:-1]} if word.endswith("io") else found  # figli; zii
    if language in _DECLENSIONS:
        for nominatives, endings in _DECLENSIONS[language]:
            stem = next((word[: -len(end)] for end in nominatives if word.endswith(end)), "")
            if stem:
                return {stem + ending for ending in endings}
    if word.endswith("ão"):
        return {word + "s", word[:-2] + "ões"}
    return {word + "s", word + "es", word + "en", word + "nen"}


def _german(word: str, lemma: str, is_word: Callable[[str], bool]) -> str:
    if lemma.endswith("er") and lemma[:1].islower():
        stems = (lemma, lemma[:-2] + "r")
        return (
            lemma
            if word in {stem + end for stem in stems for end in _GERMAN_ER[1:]} | {lemma}
            else ""
        )
    if lemma.endswith("en") and lemma[:1].islower() and word in {lemma + end for end in _GERMAN_ER}:
        return lemma  # offen, offene
    for ending in sorted(_GERMAN_ENDINGS, key=len, reverse=True):
        plain = word.removesuffix(ending) if ending else word
        if word.endswith(ending) and _GERMAN.fullmatch(plain):
            verb = plain[:-1] + "en" if plain.endswith("t") else plain
            # "gehört" may be of "gehören", whose past is "gehörte".
            finite = plain.endswith("t") and (is_word(verb) or is_word(plain[:-1] + "n"))
            if not finite:
                return plain
    return ""
