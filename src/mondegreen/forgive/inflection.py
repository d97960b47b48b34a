"""``inflection``: another ending of the same word, where only number or agreement changes."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from importlib.util import find_spec
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from mondegreen.errors import UsageError
from mondegreen.forgive.agreement import agreement, is_other_meaning
from mondegreen.forgive.base import Reason
from mondegreen.forgive.data_tables import rows
from mondegreen.forgive.guarded import is_guarded
from mondegreen.forgive.optional import optional
from mondegreen.text.numbers import read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.alignment import Difference

__all__ = ["LANGUAGES", "Inflection", "has_lemmas", "same_lemma"]

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*['’]?")
_POSSESSIVE = re.compile(r"['’]s$|(?<=s)['’]$")
_NO_PLURAL = frozenset({"die"})
"""The plural is *dice*, and *dies* is what somebody does."""


class _Endings(NamedTuple):
    """What tells apart, in a language without a tagger, endings that mean more than agreement.

    ``verb``: how the lemma of a verb ends; its forms may differ in tense and are left alone.
    ``marks``: comparatives, superlatives and negations: both forms have the same, or none.
    """

    verb: re.Pattern[str]
    marks: re.Pattern[str]


def _endings(verb: str, marks: str) -> _Endings:
    return _Endings(re.compile(verb), re.compile(marks))


_ENDINGS = {
    "cs": _endings(
        r"(?:t|t se|ci)$", r"^nej|^ne|(?:[eě]j|[šžč])š?[íi](?:ho|mu|m|ch|mi)?$|ší\w{0,2}$"
    ),
    "de": _endings(r"^[a-zäöüß].*n$", r"(?<=..)er\w{0,2}$|e?st(?:e[mnrs]?)?$"),
    "es": _endings(r"(?:[aeií]r|[aeií]rse)$", r"ísim[oa]s?$"),
    "fr": _endings(r"(?:[ei]r|re)$", r"issimes?$"),
    "it": _endings(r"(?:[aei]re|rre|rsi)$", r"issim[oaie]$"),
    "pt": _endings(r"(?:[aeiô]r|por)$", r"íssim[oa]s?$"),
    "ru": _endings(r"(?:ть|ти|чь|ться|тись|чься)$", r"^наи|^не|(?:ее|ей|ше|же|че|[аея]йш\w+)$"),
}
LANGUAGES = ("en", *sorted(_ENDINGS))
"""The languages that inflections are known of."""


class Inflection:
    """Forgives another form of the same word: singular and plural, possessive, agreement.

    Word for word: both spans have as many words, and each pair is the same word in another
    number (*refund*, *refunds*), a possessive (*customer's*, *customers*), or in the form that
    agrees with another word (*has*, *have*; *rojo*, *roja*). The words must have the same lemma by
    simplemma. For English, they must also differ in number, by a table that was made with
    inflect. For the other languages, where nothing tells what a form is, verbs and forms of comparison are left alone.

    An *'s* after a noun is taken for a possessive, though it may be an *is* (*the fare's high*);
    after a pronoun, a question word or an adverb as *here* it is always a verb, and counts.

    Never forgiven: another tense (*pay*, *paid*), comparison (*good*, *better*), pronouns, words
    of closed classes such as *can*, anything with a number or a negation, and words of different
    lemma (*meeting*, *meet*). A word that the dictionary does not list is its own lemma, so
    its forms are not forgiven unless a rule of simplemma knows them.

    Needs the extra ``inflection``. Letter case does not matter.

    Args:
        language: one of ``cs``, ``de``, ``en``, ``es``, ``fr``, ``it``, ``pt``, ``ru``.

    Raises:
        UsageError: another language.
        MissingDependencyError: a package is not installed; raised when it is first asked.

    >>> from mondegreen import align
    >>> (difference,) = align("two refunds please", "two refund please").differences()
    >>> Inflection().forgives(difference).why
    'refunds and refund are forms of refund'
    """

    name = "inflection"
    version = "1-simplemma2-inflect7"
    most_words = 1
    sees_accents = True

    def __init__(self, language: str = "en") -> None:
        parts = language.split("-")
        # Of two, as hi-en, the one that forms are known of.
        self.language = next((part for part in parts if part in LANGUAGES), parts[0].lower())
        if self.language not in LANGUAGES:
            raise UsageError(
                f"inflection knows the endings of {', '.join(LANGUAGES)}, not of {language!r}; "
                "leave it out of forgive="
            )

    @property
    def endings(self) -> frozenset[tuple[str, str]] | None:
        """How words may differ that are worth asking about; ``None`` where anything is."""
        return _english_endings() if self.language == "en" else None

    def forgives(self, difference: Difference) -> Reason | None:
        """Return the words that are forms of one, or ``None``."""
        why = self._why(difference.reference, difference.hypothesis)
        if why is None:
            return None
        return Reason(forgiver=self.name, version=self.version, why=why)

    def pairs(self, spans: Sequence[tuple[tuple[str, ...], ...]]) -> list[str | None]:
        """Return for each pair of spans which words are forms of one, or ``None``."""
        return [self._why(reference, hypothesis) for reference, hypothesis in spans]

    def _why(self, reference: Sequence[str], hypothesis: Sequence[str]) -> str | None:
        if not reference or len(reference) != len(hypothesis):
            return None
        found = []
        for said, heard in zip(reference, hypothesis, strict=True):
            if said.lower() == heard.lower():
                continue
            if _begins_otherwise(said.lower(), heard.lower(), self.language):
                return None
            lemma = _common_lemma(said, heard, self.language)
            if lemma is None:
                return None
            found.append(f"{said} and {heard} are forms of {lemma}")
        return ", ".join(found) or None


def _begins_otherwise(said: str, heard: str, language: str) -> bool:
    """Whether words begin with other letters, as forms of one do for one verb of English alone.

    Elsewhere with a prefix: the dictionary of Italian has one lemma for *inverso* and *verso*.
    """
    if language == "en":
        return said[:1] != heard[:1] and {said, heard} != {"is", "are"}
    return said.endswith(heard) or heard.endswith(said)


@lru_cache(maxsize=1 << 18)
def _is_plain(word: str, language: str) -> bool:
    """Whether a word is letters, and no number."""
    number = read(word.lower(), language) or (language == "en" and is_guarded(word))
    return bool(_WORD.fullmatch(word)) and not number


@lru_cache(maxsize=1 << 18)
def _lemma(word: str) -> str:
    """Return the lemma of an English word."""
    lemmatize = optional("simplemma", "simplemma", "inflection", "inflection").lemmatize
    return str(lemmatize(word, lang="en"))


def has_lemmas(language: str) -> bool:
    """Whether `same_lemma` knows a language, and simplemma is there."""
    return language in LANGUAGES and find_spec("simplemma") is not None


def same_lemma(said: str, heard: str, language: str) -> bool:
    """Whether two words are forms of one, in any tense or comparison; not where that is not known.

    >>> same_lemma("pay", "paid", "en"), same_lemma("pay", "say", "en")
    (True, False)
    """
    if not (has_lemmas(language) and all(word and word.isprintable() for word in (said, heard))):
        return False  # the dictionaries take neither lone surrogates nor nothing
    return not _lemmas(said, language).isdisjoint(_lemmas(heard, language))


@lru_cache(maxsize=1 << 16)
def _lemmas(word: str, language: str) -> frozenset[str]:
    """Return the lemmas of a word; of a German one also that of the noun, which has a capital."""
    lemmatize = optional("simplemma", "simplemma", "inflection", "inflection").lemmatize
    forms = (word.lower(), word.capitalize()) if language == "de" else (word.lower(),)
    return frozenset(str(lemmatize(form, lang=language)) for form in forms)


@lru_cache(maxsize=65_536)
def _common_lemma(said: str, heard: str, language: str) -> str | None:
    """Return the lemma of which both words are forms that may be exchanged, or ``None``."""
    if not (_is_plain(said, language) and _is_plain(heard, language)):
        return None
    if language == "en":
        return _english(said.lower().replace("’", "'"), heard.lower().replace("’", "'"))
    return _other(said, heard, language)


def base(word: str) -> str:
    """Return an English word in lower case without the mark of the possessive."""
    return _POSSESSIVE.sub("", word.lower().replace("’", "'"))


def regular_plural(first: str, second: str) -> bool:
    """Whether one word is the other with an *s*, or with *ies* for *y*.

    >>> regular_plural("cards", "card"), regular_plural("pity", "pities")
    (True, True)
    """
    short, long = sorted((first, second), key=len)
    if long == short + "s":
        return not short.endswith("ss") and short not in _NO_PLURAL
    return short.endswith("y") and long == short[:-1] + "ies"


def _english(said: str, heard: str) -> str | None:
    bases = base(said), base(heard)
    if not _closed_words().isdisjoint({said, heard, *bases}):
        return None
    if bases[0] != bases[1] and not _differ_in_number(*bases):
        return None
    lemmas = {_lemma(word) for word in bases}
    return lemmas.pop() if len(lemmas) == 1 else None


def _differ_in_number(said: str, heard: str) -> bool:
    """Whether two forms of one word are singular and plural, or two plurals."""
    if regular_plural(said, heard):
        return True
    first, second = sorted((said, heard))
    if (first, second) in _plurals():
        return True
    # Of a compound that no dictionary lists the last part is inflected.
    parts = [word.rpartition("-") for word in (first, second)]
    return (
        bool(parts[0][1])
        and parts[0][0] == parts[1][0]
        and (parts[0][2], parts[1][2]) in _plurals()
    )


def _other(said: str, heard: str, language: str) -> str | None:
    lemmas = [_lemmas(word, language) for word in (said, heard)]
    endings = _ENDINGS[language]
    both = (said.lower(), heard.lower())
    known = partial(_is_known, language=language)
    before = {word.replace("’", "'").rpartition("'")[0] for word in both}
    if language in _ELIDED and len(before) > 1 and before != {"un", "l"}:
        return None  # *d'oro*, *oro*
    if is_other_meaning(*both, language, known):
        return None
    for lemma in sorted(lemmas[0] & lemmas[1]):
        noun = language == "de" and lemma[:1].isupper()
        if language == "de" and lemma.endswith("er") and not noun:
            continue  # by their endings alone: *teure*, but *teurer*
        if noun and {*both} == {lemma.lower(), lemma.lower()[:-1]} and lemma.endswith("er"):
            return None  # *ein Kranker*, *eine Kranke*
        if language in _WOMEN and lemma[:1].isupper() and _is_woman(both, _WOMEN[language]):
            return None  # *Иванов*, *Иванова*
        marks = {found.group() if (found := endings.marks.search(form)) else "" for form in both}
        plural = language in {"es", "pt"} and {*both} == {lemma, lemma + "es"}
        if plural or noun or (not endings.verb.search(lemma) and len(marks) == 1):
            return lemma
    return agreement(*both, (lemmas[0], lemmas[1]), language, known)


def _is_woman(names: tuple[str, str], ending: str) -> bool:
    """Whether two names, of which one may be a case of the other, are those of a man and a woman."""
    return any(one + ending == other for one, other in (names, names[::-1]))


_WOMEN: Final = {"cs": "a", "ru": "а"}
_ELIDED: Final = ("fr", "it")


@lru_cache(maxsize=65_536)
def _is_known(word: str, language: str) -> bool:
    simplemma = optional("simplemma", "simplemma", "inflection", "inflection")
    return bool(simplemma.is_known(word, lang=language))


@lru_cache(maxsize=1)
def _plurals() -> frozenset[tuple[str, str]]:
    return frozenset((first, second) for first, second in rows("plurals.en.tsv"))


@lru_cache(maxsize=1)
def _english_endings() -> frozenset[tuple[str, str]]:
    """Return how English words differ that `_differ_in_number`, after their common beginning."""
    found = {("", "s"), ("ies", "y")}
    for first, second in _plurals():
        letters = zip(first, second, strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], letters))
        found.add((first[common:], second[common:]))
    return frozenset(found)


@lru_cache(maxsize=1)
def _closed_words() -> frozenset[str]:
    return frozenset(word for (word,) in rows("closed.en.tsv"))
