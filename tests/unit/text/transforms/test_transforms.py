"""Laws and edge cases of all transforms; their docstrings have the plain examples."""

from __future__ import annotations

import functools
import pickle
import re
import sys
import time
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.compat import jiwer2
from mondegreen.errors import InputTypeError, UsageError
from mondegreen.text import transforms
from mondegreen.text.transforms import (
    Compose,
    ExpandContractions,
    LowerCase,
    RemoveNonWords,
    RemovePunctuation,
    RemoveSpaces,
    RemoveWords,
    ReplacePatterns,
    ReplaceWords,
    SqueezeSpaces,
    Strip,
    Transform,
    UpperCase,
)
from mondegreen.text.transforms.base import digest
from mondegreen.text.transforms.whole_words import _ANY_CASE, WholeWords
from mondegreen.types import Failed

ALL: list[Transform] = [
    Compose(["lower", RemoveWords(["uh"]), SqueezeSpaces()]),
    ExpandContractions(),
    LowerCase(),
    RemoveNonWords(),
    RemovePunctuation(),
    RemovePunctuation(keep="'-", replacement=" "),
    RemoveSpaces(),
    RemoveWords(["uh", "you know", "की"]),
    RemoveWords(["uh"], ignore_case=True),
    ReplacePatterns({r"\d+": "#", r"#+": "number"}),
    ReplaceWords({"gonna": "going to", "c++": "cpp"}, ignore_case=True),
    SqueezeSpaces(),
    Strip(),
    UpperCase(),
]
# Where something was taken out of a text, what is left may make a new word or mark.
REMOVALS = (Compose, RemoveNonWords, RemoveWords)
IDEMPOTENT = [each for each in ALL if not isinstance(each, REMOVALS)]
TEXTS = st.text(st.characters()) | st.text(st.sampled_from("uhUH c+'’tn kनकी\u200d[]<> \t.-12"))


@pytest.mark.parametrize("transform", ALL, ids=repr)
class TestEach:
    def test_it_is_a_normalizer_with_a_name_for_signatures(self, transform: Transform) -> None:
        for part in (transform.name, transform.version):
            assert re.fullmatch(r"[\w./-]+", part)
        found = mg.score(["Uh I'm 5"], ["i am 5"], normalizer=transform)
        assert f"|normalizer:{transform.name}@{transform.version}|" in found.signature

    def test_missing_texts_stay_missing(self, transform: Transform) -> None:
        failed = Failed("timeout")
        assert transform.batch(["", None, failed]) == [transform(""), None, failed]

    def test_a_copy_does_the_same(self, transform: Transform) -> None:
        text = "Uh, you know I'm gonna [laugh] की 12 c++"
        again = pickle.loads(pickle.dumps(transform))
        assert again == transform
        assert hash(again) == hash(transform)
        assert again(text) == transform(text)

    @given(text=TEXTS)
    def test_a_batch_is_one_after_the_other(self, transform: Transform, text: str) -> None:
        assert transform.batch([text, [text]]) == [transform(text), [transform(text)]]


@pytest.mark.parametrize("transform", IDEMPOTENT, ids=repr)
@given(text=TEXTS)
def test_twice_is_once(transform: Transform, text: str) -> None:
    once = transform(text)
    assert transform(once) == once


def test_every_file_has_its_transform() -> None:
    folder = Path(transforms.__file__).parent
    shared = {"__init__", "base", "whole_words"}
    names = {path.stem for path in folder.glob("*.py")} - shared
    kinds = {getattr(transforms, name) for name in transforms.__all__} - {Transform}
    assert names == {re.sub(r"(?<=.)(?=[A-Z])", "_", kind.__name__).lower() for kind in kinds}
    plain = {kind.name for kind in kinds if kind is not Compose}
    assert plain == {name.replace("_", "-") for name in names - {"compose"}}


# -- signatures ----------------------------------------------------------------------------------


def test_options_decide_the_version() -> None:
    versions = [
        RemoveWords(["a"]).version,
        RemoveWords(["b"]).version,
        RemoveWords(["a", "b"]).version,
        RemoveWords(["a"], ignore_case=True).version,
    ]
    assert len(set(versions)) == len(versions)
    assert RemoveWords(["b", "a", "a"]) == RemoveWords(["a", "b"])
    assert ReplaceWords({"a": "x", "b": "y"}) == ReplaceWords({"b": "y", "a": "x"})
    assert ReplacePatterns({"a": "x", "b": "y"}) != ReplacePatterns({"b": "y", "a": "x"})
    assert RemovePunctuation(keep="-'") == RemovePunctuation(keep="'-")
    assert LowerCase() != UpperCase()
    assert LowerCase() != "lower-case"


def test_a_composition_is_pinned_by_its_steps_and_their_order() -> None:
    ab = Compose([RemoveWords(["a"]), RemoveWords(["b"])])
    ba = Compose([RemoveWords(["b"]), RemoveWords(["a"])])
    assert ab.name == ba.name == "remove-words/remove-words"
    assert ab.version != ba.version
    assert Compose([Compose([LowerCase()]), Compose([Strip()])]) == Compose([LowerCase(), Strip()])
    alone = Compose([RemoveWords(["a"])])
    assert (alone.name, alone.version) == (RemoveWords(["a"]).name, RemoveWords(["a"]).version)
    assert Compose([])("as it is ") == "as it is "
    assert "normalizer:no-steps@" in mg.score("a", "a", normalizer=Compose([])).signature


def test_results_of_different_words_do_not_merge() -> None:
    scorers = [mg.Scorer(normalizer=RemoveWords([word])) for word in ("uh", "um")]
    for scorer in scorers:
        scorer.update("a", "a")
    with pytest.raises(mg.SignatureMismatchError):
        scorers[0].merge(scorers[1])


def test_a_stored_result_comes_back(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    result = mg.score(["Uh a"], ["a"], normalizer=Compose([LowerCase(), RemoveWords(["uh"])]))
    result.save(str(tmp_path / "run.parquet"))
    assert mg.load(str(tmp_path / "run.parquet")).signature == result.signature


def test_steps_that_cannot_be_pinned_are_refused() -> None:
    with pytest.raises(UsageError, match="no name, version and batch"):
        Compose([str.lower])
    with pytest.raises(UsageError, match="no normalizer is named 'lowr'"):
        Compose(["lowr"])

    class Odd(Transform):
        name = "odd"

    with pytest.raises(UsageError, match="cannot stand in a signature"):
        Odd(pattern=re.compile("a"))


def test_texts_emptied_are_counted() -> None:
    result = mg.score(["uh", "a"], ["uh", "a"], normalizer=RemoveWords(["uh"]))
    assert result.coverage.emptied == 1


# -- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "text", "expected"),
    [
        (["a"], "a b a", " b "),
        (["a"], "ab ba bab a1 a_ 1a", "ab ba bab a1 a_ 1a"),
        (["a"], "a-b a, (a) 'a'", "-b , () ''"),
        (["e"], "e\u0301 e", "e\u0301 "),
        (["क"], "की क क्ष", "की  क्ष"),
        (["می"], "می\u200cروم می", "می\u200cروم "),
        (["c++"], "c++ c+++ abc++", " + abc++"),
        (["new", "new york"], "new york new yorker", "  yorker"),
        (["."], "a.b . c", "ab  c"),
        ([], "a b", "a b"),
    ],
)
def test_whole_words(words: list[str], text: str, expected: str) -> None:
    assert RemoveWords(words)(text) == expected


@given(st.text(st.sampled_from("abक\u093f\u0301'- "), max_size=20))
def test_only_whole_words_are_found(text: str) -> None:
    """The oracle cuts the text at everything that is not a letter, digit or mark."""

    def pieces(given: str) -> list[str]:
        spaced = "".join(c if unicodedata.category(c)[0] in "LNM" else f" {c} " for c in given)
        return [piece for piece in spaced.split() if piece != "a"]

    assert pieces(RemoveWords(["a"])(text).replace("  ", " ")) == pieces(text)


def test_replacements_are_literal_and_all_at_once() -> None:
    assert ReplaceWords({"a": r"\1", "b": r"\g<0>"})("a b") == r"\1 \g<0>"
    assert ReplaceWords({"a": "b", "b": "c"})("a b c") == "b c c"
    assert ReplaceWords({"ß": "x"}, ignore_case=True)("ß ẞ ss") == "x X ss"
    assert ReplaceWords({"k": "x"}, ignore_case=True)("\u212a") == "X"


@pytest.mark.parametrize("words", ["uh", [""], ["a", 3], [None]])
def test_words_that_are_none(words: Any) -> None:
    with pytest.raises(UsageError):
        RemoveWords(words)
    with pytest.raises(UsageError):
        ReplaceWords(words if isinstance(words, str) else dict.fromkeys(words, "x"))


def test_replacements_that_are_none() -> None:
    with pytest.raises(UsageError, match="'a' is to become None"):
        ReplaceWords({"a": None})  # type: ignore[dict-item]
    with pytest.raises(UsageError, match="unterminated subpattern"):
        ReplacePatterns({"(": ""})
    with pytest.raises(UsageError):
        ReplacePatterns({"a": 3})  # type: ignore[dict-item]
    with pytest.raises(UsageError, match="keep="):
        RemovePunctuation(keep=None)  # type: ignore[arg-type]


# -- the others ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("won't WON'T Won't won’t", "will not WILL NOT Will not will not"),
        ("ain't shan't let's can't", "is not shall not let us can not"),
        ("isn't ISN'T Isn't", "is not IS NOT Is not"),
        ("I'm I'd I've I'll", "I am I would I have I will"),
        ("we're they'd you've", "we are they would you have"),
        ("it's he's that's who's IT'S", "it is he is that is who is IT IS"),
        ("John's dog's the boys'", "John's dog's the boys'"),
        ("'tis rock 'n' roll o'clock", "'tis rock 'n' roll o'clock"),
        ("wanton't mustn't've I'd've", "wanto not must not have I would have"),
    ],
)
def test_contractions(text: str, expected: str) -> None:
    assert ExpandContractions()(text) == expected


@given(st.text(st.characters()))
def test_punctuation_is_the_unicode_category(text: str) -> None:
    kept = "".join(c for c in text if unicodedata.category(c)[0] != "P")
    assert RemovePunctuation()(text) == kept


@given(TEXTS)
def test_spaces(text: str) -> None:
    assert SqueezeSpaces()(text).split(" ") == (text.split() or [""])
    assert not any(map(str.isspace, RemoveSpaces()(text)))


# -- what a signature must not hide ----------------------------------------------------------------


def test_a_composition_is_not_extended() -> None:
    with pytest.raises(TypeError, match="make a subclass of Transform"):
        type("Sub", (Compose,), {})


def test_words_that_are_one_without_case_have_one_replacement() -> None:
    for table in ({"Uh": "x", "uh": "y"}, {"straße": "road", "strasse": "street"}):
        with pytest.raises(mg.UsageError, match="are one"):
            ReplaceWords(table, ignore_case=True)
    assert ReplaceWords({"Uh": "x", "uh": "x"}, ignore_case=True)("UH") == "X"


@pytest.mark.parametrize("made", ["ab", {"a", "b"}, {"a": 1, "b": 2}, None, ["a"], iter("ab")])
def test_a_step_that_makes_no_column_is_refused(made: object) -> None:
    class Odd:
        name, version = "odd", "1"

        def __call__(self, text: str) -> str:
            return text

        def batch(self, _: object) -> object:
            return made

    with pytest.raises(mg.InputTypeError, match="the step 'odd' made"):
        Compose([Odd(), Strip()]).batch(["a", "b"])


def test_no_normalizer_signs_with_the_name_of_another() -> None:
    class Lower(Transform):
        name = "lower"

        def __call__(self, text: str) -> str:
            return ""

    for normalizer in (Lower(), Compose([Lower()]), Compose([Lower(), Strip()])):
        with pytest.raises(mg.UsageError, match="the name of one that is"):
            mg.score("a", "b", normalizer=normalizer)


def test_keys_that_json_makes_one_are_not_one() -> None:
    with pytest.raises(mg.UsageError, match="is not a text"):
        digest({1: 2})


def test_contractions_with_the_old_long_s() -> None:
    assert ExpandContractions()("it'ſ leT'ſ") == "it is let us"


# -- many words, and how they are looked up ----------------------------------------------------------


def pattern_of(words: list[str], *, ignore_case: bool) -> re.Pattern[str]:
    """The oracle: one regular expression that tries each word, the longest first."""
    inside = rf"[\w{all_marks()}\u200c\u200d]"
    each = [
        (rf"(?<!{inside})" if re.match(inside, word) else "")
        + re.escape(word)
        + (rf"(?!{inside})" if re.match(inside, word[-1]) else "")
        for word in sorted(set(words), key=lambda word: (-len(word), word))
    ]
    return re.compile("|".join(each) or r"(?!)", re.IGNORECASE if ignore_case else 0)


@functools.cache
def all_marks() -> str:
    return "".join(map(chr, filter(is_mark, range(sys.maxunicode + 1))))


def is_mark(code: int) -> bool:
    return unicodedata.category(chr(code))[0] == "M"


LETTERS = st.sampled_from("aAbkK\u212asſßẞiİıσςΣǅⓐⒶ'+-. _1\u0345ιकी\u0301\u200d\ud800")


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.text(LETTERS, min_size=1, max_size=4), max_size=5),
    st.text(LETTERS, max_size=30),
    st.booleans(),
)
def test_words_are_found_as_by_a_pattern(words: list[str], text: str, ignore_case: bool) -> None:  # noqa: FBT001
    found = WholeWords(words, ignore_case=ignore_case).replaced(text, lambda word: f"<{word}>")
    assert found == pattern_of(words, ignore_case=ignore_case).sub(r"<\g<0>>", text)


def test_all_cases_of_all_letters_are_one_as_by_a_pattern() -> None:
    letters = [chr(code) for code in range(sys.maxunicode + 1)]
    cased = [
        each for each in letters if not each == each.lower() == each.upper() == each.casefold()
    ]
    every, alike = "".join(cased), dict[int, set[str]]()
    for letter in cased:
        alike.setdefault(_ANY_CASE[ord(letter)], set()).add(letter)
    for letter in cased:
        found = set(re.findall(re.escape(letter), every, re.IGNORECASE))
        assert found == alike[_ANY_CASE[ord(letter)]]
    assert all(_ANY_CASE[ord(each)] == ord(each) for each in set(letters) - set(cased))


def test_ten_thousand_words_cost_little_more_than_ten() -> None:
    """Trying them one after the other took a second a text, and 13 to build."""
    words = [f"w{number}" for number in range(10_000)]
    text = " ".join(["some words", *words[:300:3]] * 10)
    began = time.process_time()
    for make in (RemoveWords, lambda each: ReplaceWords(dict.fromkeys(each, "x"))):
        for _ in range(20):
            make(words)(text)
    jiwer2.RemoveSpecificWords(words)([text] * 20)
    assert time.process_time() - began < 8


# -- hostile options and texts -------------------------------------------------------------------

CIRCLE: list[Any] = []
CIRCLE.append(CIRCLE)
ODD: list[Any] = [None, 3, 1.5, b"a", object(), str, len, [None], [3], [b"a"], CIRCLE, {1: "a"}]
OPTIONS: dict[Any, list[dict[str, Any]]] = {
    Compose: [{"steps": odd} for odd in (*ODD, "lower", {"lower"}, {"lower": 1}, ["nope"])],
    RemovePunctuation: [{name: odd} for name in ("keep", "replacement") for odd in ODD],
    RemoveWords: [
        *({"words": odd} for odd in (*ODD, "uh", [""])),
        *({"words": ["a"], "ignore_case": odd} for odd in ODD if odd != 3),
    ],
    ReplaceWords: [
        *({"replacements": odd} for odd in (*ODD, "uh", ["a"], {"": "a"}, {"a": None}, {"a": 3})),
        *({"replacements": {"a": "b"}, "ignore_case": odd} for odd in ODD if odd != 3),
    ],
    ReplacePatterns: [
        {"replacements": odd}
        for odd in (
            *(*ODD, "a", ["a"], {"a": None}, {"a": 3}, {"a": len}, {"a": CIRCLE}, {b"a": b"b"}),
            *({"(": ""}, {"a{9999999999999}": ""}, {"(" * 5000 + ")" * 5000: ""}, {"a": r"\g<x>"}),
            *({"(?P<a>)(?P<a>)": ""}, {"a": r"\999"}, {"a": "\\"}, {"[": "x" * 1000}),
        )
    ],
}


@pytest.mark.parametrize(
    ("kind", "options"), [(kind, each) for kind, many in OPTIONS.items() for each in many]
)
def test_options_that_cannot_be_used(kind: Any, options: dict[str, Any]) -> None:
    with pytest.raises(UsageError) as caught:
        kind(**options)
    assert 10 < len(str(caught.value)) < 1000


@pytest.mark.parametrize("text", [None, 3, b"a", ["a"], ("a",), {"a": 1}, object(), Failed("x")])
@pytest.mark.parametrize("transform", [*ALL, Compose([])], ids=repr)
def test_what_is_no_text_is_refused(transform: Transform, text: Any) -> None:
    with pytest.raises(InputTypeError, match="expected a text, got"):
        transform(text)
    for name in ("none", "lower"):
        with pytest.raises(InputTypeError, match=f"{name}: expected a text, got"):
            mg.normalizer(name)(text)


class Makes(Transform):
    """One that makes the same of anything."""

    name = "makes"

    def __init__(self, made: Any) -> None:
        super().__init__()
        self.made = made

    def __call__(self, text: str) -> str:
        return self.made  # type: ignore[no-any-return]


class MakesColumns(Makes):
    def batch(self, texts: Any) -> Any:
        return [self.made for _ in texts]


@pytest.mark.parametrize("made", [None, 3, b"a", ["a"], [None], float("nan"), Failed("x")])
@pytest.mark.parametrize("kind", [Makes, MakesColumns])
def test_a_normalizer_that_makes_no_text(kind: Any, made: Any) -> None:
    message = r"the normalizer 'makes' made .* of a text; expected a text, .*\((.*), row 1\)"
    for missing in ("error", "skip", "deletions"):
        with pytest.raises(InputTypeError, match=message):
            mg.score(["a", "b"], ["a", "b"], normalizer=kind(made), missing=missing)
    with pytest.raises(InputTypeError, match=message):
        mg.wer("a", "a", normalizer=kind(made))
    with pytest.raises(InputTypeError, match=r"the step 'makes' made .* of a text"):
        Compose([kind(made), LowerCase()])("a")
    with pytest.raises(InputTypeError):
        mg.score([["a"]], [["a"]], normalizer=kind(None))


def test_what_was_missing_may_stay_anything() -> None:
    result = mg.score(["a", "b"], ["a", None], normalizer=LowerCase(), missing="skip")
    assert result.coverage.missing == 1
