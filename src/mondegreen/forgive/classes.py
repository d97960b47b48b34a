"""What kind of mistake a difference is: one class each, by the first rule that fits."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from mondegreen import _kernel
from mondegreen._kernel import forgiven
from mondegreen._kernel.forgiven import languages_of, lists
from mondegreen._kernel.reference_ties import DELETE, EQUAL, INSERT, SUBSTITUTE
from mondegreen.errors import MissingDependencyError
from mondegreen.forgive.data_tables import rows
from mondegreen.forgive.inflection import has_lemmas, same_lemma
from mondegreen.forgive.optional import optional
from mondegreen.forgive.pronunciation import same_sounds
from mondegreen.forgive.spelling import Spelling
from mondegreen.text.numbers import read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mondegreen.alignment import Difference

__all__ = ["CLASSES", "Classifier"]

CLASSES: Final = (
    "form",
    "number",
    "negation",
    "name",
    "split or joined",
    "homophone",
    "inflection",
    "function word",
    "spelling",
    "other",
)
"""In the order in which they are tried."""

_MARKS: Final = ".,;:!?\"'()[]{}<>-_“”„«»‘’…¿¡–—。、，！？।"
_MOST_WORDS: Final = 3
"""A difference with more words on a side is looked at word by word."""
_LETTERS_A_MISTAKE: Final = 4
"""Of so many letters one may be another in a word that is misspelled."""
_CAPITAL_NOUNS: Final = frozenset({"de"})
"""Where capitals say nothing of names."""

Words = tuple[str, ...]


class Classifier:
    """Says of differences between words what kind of mistake they are.

    Both sides are compared without case and punctuation. The first that fits is the class:

    - ``form``: only case and punctuation;
    - ``number``: a side holds a number, and they do not hold the same numbers in the same words;
    - ``negation``: they do not hold the same negations, and yes and no, in the same order;
    - ``name``: a side has one of ``entities``, or a capital within a sentence, and the other has not
      the same one;
    - ``split or joined``: the same letters, with spaces or hyphens elsewhere;
    - ``homophone``: they can be spoken with the same sounds (English alone); but British and
      American spellings of a word are ``spelling``;
    - ``inflection``: word for word forms of the same words, tense and comparison included;
    - ``function word``: all words of both are articles, pronouns, prepositions, helping verbs, ...;
    - ``spelling``: word for word, few letters differ (one in four at most), and one of the words is
      in no dictionary;
    - ``other``.

    A difference of a few words may be more than one of these; a number in it comes before all else.
    One of more than three words on a side is cut up first, by `pieces`.

    Args:
        language: a code, or two, as ``hi-en``. Classes that need a list which the language does not
            have are left out: `missing` names them.
        entities: names.

    Raises:
        UsageError: nothing is known of the language.

    >>> from mondegreen import align
    >>> (found,) = align("call me at five", "call me at nine").differences()
    >>> Classifier().of(found)
    'number'
    """

    def __init__(self, language: str = "en", entities: Any = ()) -> None:
        self.languages = languages_of(language)
        self.language = language
        self._entities = {_plain(word) for name in entities for word in name.split()} - {""}
        plain = tuple(each.partition("-")[0] for each in self.languages)
        self._denials = {
            word
            for each in plain
            for kind in ("negation", "answer")
            for word in lists(each).get(kind, ())
        }
        self._articles = {word for each in plain for word in lists(each).get("article", ())}
        self._function = frozenset().union(*(_function_words(each) for each in plain))
        self._capitals = not _CAPITAL_NOUNS.intersection(plain)
        self._plain_languages = plain
        self._dictionary = "en" in plain or any(map(_has_dictionary, plain))
        self._known: dict[tuple[Words, Words, bool], str] = {}
        self._spellings: dict[tuple[str, str], bool] = {}

    @property
    def missing(self) -> tuple[str, ...]:
        """The classes of which nothing is known in the language."""
        plain = self._plain_languages
        return tuple(
            name
            for name, there in (
                ("negation", bool(self._denials)),
                ("homophone", "en" in plain),
                ("inflection", any(map(has_lemmas, plain))),
                ("function word", bool(self._function)),
                ("spelling", self._dictionary),
            )
            if not there
        )

    @staticmethod
    def pieces(difference: Difference) -> list[Difference]:
        """Return what has a class of its own: a difference of at most three words on a side, or steps.

        A longer one is cut into its substitutions, deletions and insertions, so that one number in a
        passage that was not understood does not make all of its errors errors in numbers.
        """
        said, written = difference.reference, difference.hypothesis
        if max(len(said), len(written)) <= _MOST_WORDS:
            return [difference]
        found = []
        i = j = 0
        for step in _kernel.steps(said, written):
            to_i, to_j = i + (step != INSERT), j + (step != DELETE)
            if step != EQUAL:
                found.append(
                    replace(
                        difference,
                        reference_start=difference.reference_start + i,
                        reference_end=difference.reference_start + to_i,
                        hypothesis_start=difference.hypothesis_start + j,
                        hypothesis_end=difference.hypothesis_start + to_j,
                        reference=said[i:to_i],
                        hypothesis=written[j:to_j],
                        substitutions=int(step == SUBSTITUTE),
                        deletions=int(step == DELETE),
                        insertions=int(step == INSERT),
                        before=said[max(0, i - 1) : i] or difference.before,
                        after=(),
                    )
                )
            i, j = to_i, to_j
        return found

    def learn(self, differences: Iterable[Difference]) -> None:
        """Ask at once of many differences what is asked of the kernel, which is quicker than one by one."""
        if "en" not in self._plain_languages:
            return
        pairs = {
            pair
            for each in differences
            if len(each.reference) == len(each.hypothesis)
            for pair in zip(map(_plain, each.reference), map(_plain, each.hypothesis), strict=True)
        }
        asked = [pair for pair in pairs - self._spellings.keys() if all(pair)]
        self._spellings.update(zip(asked, _same_spellings(asked), strict=True))

    def of(self, difference: Difference) -> str:
        """Return the class of a difference."""
        opens = difference.reference_start == 0 or difference.hypothesis_start == 0
        before = difference.before[-1:] or ("",)
        opens = opens or before[0][-1:] in {".", "?", "!"}
        key = difference.reference, difference.hypothesis, opens
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._class(*key)
        return found

    def _class(self, reference: Words, hypothesis: Words, opens: bool) -> str:  # noqa: FBT001 - part of the key
        said, written = (tuple(filter(None, map(_plain, side))) for side in (reference, hypothesis))
        pairs = list(zip(said, written, strict=False)) if len(said) == len(written) else []
        english = "en" in self._plain_languages and said and written

        def names(words: Words) -> list[str]:
            return self._names(words, opens=opens)

        tests: Iterator[tuple[str, Any]] = (
            (name, test())
            for name, test in (
                ("form", lambda: said == written),
                ("number", lambda: self._numbers(said) != self._numbers(written)),
                ("negation", lambda: self._denied(said) != self._denied(written)),
                ("name", lambda: names(reference) != names(hypothesis)),
                ("split or joined", lambda: _joined(said) == _joined(written)),
                ("spelling", lambda: pairs and all(self._respelled(*pair) for pair in pairs)),
                ("homophone", lambda: english and same_sounds(said, written)),
                ("inflection", lambda: pairs and all(self._forms(*pair) for pair in pairs)),
                ("function word", lambda: self._function.issuperset((*said, *written))),
                ("spelling", lambda: pairs and all(self._misspelled(*pair) for pair in pairs)),
            )
        )
        return next((name for name, fits in tests if fits), "other")

    def _numbers(self, words: Words) -> list[str]:
        text = " ".join(words)
        spans = [span for each in self.languages for span in read(text, each)]
        found = (text[span.start : span.end] for span in spans)
        return [words for words in found if words not in self._articles]

    def _denied(self, words: Words) -> list[str]:
        return [
            word
            for word in words
            if word in self._denials or ("en" in self._plain_languages and word.endswith("n't"))
        ]

    def _names(self, words: Words, *, opens: bool) -> list[str]:
        found = []
        for at, word in enumerate(words):
            plain = _plain(word)
            letters = word.lstrip(_MARKS)
            capital = (
                self._capitals
                and letters[:1].isupper()
                and not (opens and at == 0)
                and plain not in self._function
            )
            if capital or plain.removesuffix("'s") in self._entities:
                found.append(plain)
        return found

    def _forms(self, said: str, heard: str) -> bool:
        if said == heard:
            return True
        return any(same_lemma(said, heard, each) for each in self._plain_languages)

    def _misspelled(self, said: str, heard: str) -> bool:
        if said == heard:
            return True
        if not self._dictionary:
            return False
        found = _kernel.count([said], [heard], unit="character")
        errors = sum(found.sums[1:])
        if errors * _LETTERS_A_MISTAKE > max(len(said), len(heard), _LETTERS_A_MISTAKE):
            return False
        return not all(_is_word(word, self._plain_languages) for word in (said, heard))

    def _respelled(self, said: str, heard: str) -> bool:
        if said == heard or "en" not in self._plain_languages:
            return said == heard
        found = self._spellings.get((said, heard))
        if found is None:
            (found,) = _same_spellings([(said, heard)])
            self._spellings[said, heard] = found
        return found


def _plain(word: str) -> str:
    return word.lower().replace("’", "'").strip(_MARKS)


def _joined(words: Words) -> str:
    return "".join(words).replace("-", "")


@lru_cache(maxsize=32)
def _function_words(language: str) -> frozenset[str]:
    found = (words for code, words in rows("function_words.tsv") if code == language)
    return frozenset(word for words in found for word in words.split(" "))


@lru_cache(maxsize=1 << 16)
def _is_word(word: str, languages: Words) -> bool:
    """Whether a dictionary has the word; not, where there is none."""
    try:
        is_known = optional("simplemma", "simplemma", "inflection", "classes").is_known
    except MissingDependencyError:
        return False
    for each in languages:
        try:
            if is_known(word, lang=each):
                return True
        except ValueError:  # no dictionary of that language
            continue
    return False


def _has_dictionary(language: str) -> bool:
    """Whether there is a dictionary of a language; so, where none can be asked."""
    try:
        optional("simplemma", "simplemma", "inflection", "classes").is_known("a", lang=language)
    except MissingDependencyError:
        return True
    except ValueError:
        return False
    return True


def _same_spellings(pairs: Sequence[tuple[str, str]]) -> list[bool]:
    """Whether two English words are spellings of one, for each pair."""
    said, heard = [[one] for one, _ in pairs], [[other] for _, other in pairs]
    found = forgiven.run(said, heard, chosen=[Spelling("en")], language="en")
    return [not errors for errors in found.remaining]
