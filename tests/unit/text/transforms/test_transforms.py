"""Laws and edge cases of all transforms; their docstrings have the plain examples."""

from __future__ import annotations

import pickle
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
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
    """The oracle cuts the text at everything that is no letter, digit or mark."""

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
    with pytest.raises(InputTypeError):
        RemoveWords(words)
    with pytest.raises(InputTypeError):
        ReplaceWords(words if isinstance(words, str) else dict.fromkeys(words, "x"))


def test_replacements_that_are_none() -> None:
    with pytest.raises(InputTypeError, match="'a' is to become None"):
        ReplaceWords({"a": None})  # type: ignore[dict-item]
    with pytest.raises(UsageError, match="unterminated subpattern"):
        ReplacePatterns({"(": ""})
    with pytest.raises(UsageError):
        ReplacePatterns({"a": 3})  # type: ignore[dict-item]
    with pytest.raises(InputTypeError, match="keep="):
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
    with pytest.raises(mg.UsageError, match="is no text"):
        digest({1: 2})


def test_contractions_with_the_old_long_s() -> None:
    assert ExpandContractions()("it'ſ leT'ſ") == "it is let us"
