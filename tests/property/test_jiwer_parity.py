"""`mondegreen.compat.jiwer` against jiwer 4.0.0: everything equal, types and errors included.

Each round makes random texts and random pipelines and asks both packages the same. The slow test
does so until 100,000 pairs of texts have been compared.
"""

from __future__ import annotations

import copy
import importlib
import pickle
import pkgutil
import random
import re
import subprocess
import sys
import warnings
from dataclasses import asdict, fields, is_dataclass
from importlib.metadata import version
from itertools import zip_longest
from types import ModuleType
from typing import Any, NamedTuple

import jiwer as theirs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jiwer.transforms import BaseRemoveTransform

from mondegreen.compat import jiwer as ours

PAIRS = 100_000
ROUNDS = 400

VOCABULARIES: tuple[tuple[str, ...], ...] = (
    ("a", "b"),
    ("a", "b", "c", "d", "e"),
    (
        "the",
        "cat",
        "sat",
        "on",
        "a",
        "mat",
        "hat",
        "and",
        "then",
        "it",
        "was",
        "gone",
        "for",
        "good",
    ),
    ("won't", "can't", "let's", "he's", "they'd", "Won't", "we'll", "I'm", "shan't", "n't", "'s"),
    ("*", "**", "***", "-", "", "[laugh]", "<unk>", "[a", "b>", "<", ">", "a*"),
    ("Hello,", "hello", "HELLO!", "¿qué?", "“so”", "$5", "c++", "wi-fi", "l'été", "x_y", "3.14"),
    (
        "é",
        "e\u0301",
        "ß",
        "SS",
        "İ",
        "日本",
        "語",
        "हिन्दी",
        "की",
        "שלום",
        "👩\u200d👧",
        "\u200b",
        "\ufeff",
    ),
    ("\ud800", "a\udfff", "\x00", "b\x1b[1m", "q"),
)
SPACES: tuple[tuple[str, ...], ...] = (
    (" ",),
    (" ", "  ", "   "),
    (
        *(" ", " ", "\t", "\n", "\r\n", " \t", "\x0b", "\x0c", "\x1c", "\x1d ", "\x1e", "\x1f"),
        *("\x85", "\u00a0", "\u3000", "\u2028", "\u2003\u2003", "\u200a", "\u205f", "\u1680"),
    ),
)
WORD_LISTS = (["a"], ["the", "a", "on"], ["won't", "[laugh]"], ["c++", "$5"], ["की", "é"], [])
MAPPINGS = (
    {"a": "b", "b": "c"},
    {"cat": "dog", "the": ""},
    {"can't": "cannot", "'s": " is"},
    {"c++": "cpp", "é": r"\g<0>!"},
    {"a": r"\1"},
    {},
)
REGEXES = (
    {r"a": "b", r"b+": "a"},
    {r"\b(\w+)t\b": r"\1"},
    {r"[^\w\s]": "", r"\s+": " "},
    {"(": "x"},
    {r"(a)|b": r"\2"},
)
STEPS: tuple[tuple[str, tuple[tuple[Any, ...], ...]], ...] = (
    ("RemoveMultipleSpaces", ((),)),
    ("Strip", ((),)),
    ("ToLowerCase", ((),)),
    ("ToUpperCase", ((),)),
    ("RemovePunctuation", ((),)),
    ("RemoveEmptyStrings", ((),)),
    ("RemoveKaldiNonWords", ((),)),
    ("ExpandCommonEnglishContractions", ((),)),
    ("RemoveWhiteSpace", ((), (True,), (False,))),
    ("RemoveSpecificWords", tuple((words,) for words in WORD_LISTS)),
    ("SubstituteWords", tuple((mapping,) for mapping in MAPPINGS)),
    ("SubstituteRegexes", tuple((mapping,) for mapping in REGEXES)),
    ("ReduceToSingleSentence", ((), ("",), ("|",))),
)
ENDS: tuple[tuple[str, tuple[tuple[Any, ...], ...]], ...] = (
    ("ReduceToListOfListOfWords", ((), (), (), ("|",), ("a",))),
    ("ReduceToListOfListOfChars", ((),)),
)
PIPELINES = tuple(name for name in theirs.transformations.__all__)
RATES = ("wer", "mer", "wil", "wip", "cer")
ODD = (
    None,
    3,
    ("a b", "c"),
    b"a b",
    {"a": 1},
    [None],
    ["a", 3],
    [b"a"],
    [["a", "b"]],
    [["a"], "b"],
)


class Outcome(NamedTuple):
    """What a call came to: a value, or the class and arguments of an error."""

    value: Any
    error: type[BaseException] | None = None
    message: str = ""


def outcome(function: Any, *arguments: Any, **options: Any) -> Outcome:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return Outcome(function(*arguments, **options))
    except Exception as error:  # noqa: BLE001 - any that jiwer raises
        return Outcome(None, type(error), str(error))


def check(mine: Outcome, other: Outcome) -> None:
    assert mine.error is other.error, (mine, other)
    if mine.error is re.error:
        assert mine.message == other.message
    check_equal(mine.value, other.value)


def check_equal(mine: Any, other: Any) -> None:
    """Equal values of the same types, however deep."""
    if is_dataclass(mine):
        assert type(mine).__name__ == type(other).__name__
        names = [field.name for field in fields(other)]
        assert [field.name for field in fields(mine)] == names
        for name in names:
            check_equal(getattr(mine, name), getattr(other, name))
        return
    if isinstance(other, dict):
        assert dict(mine) == dict(other)
        assert list(mine) == list(other), "the order of keys"
        return
    assert type(mine) is type(other), (mine, other)
    if isinstance(mine, list | tuple):
        assert len(mine) == len(other)
        for each, its in zip(mine, other, strict=True):
            check_equal(each, its)
        return
    assert mine is other or mine == other


# -- random questions ----------------------------------------------------------------------------


def text(rng: random.Random, words: tuple[str, ...], spaces: tuple[str, ...], most: int) -> str:
    count = rng.choice((0, 1, 2, 3, 5, 8, most))
    around = rng.choice(("", "", rng.choice(spaces)))
    joined = "".join(rng.choice(words) + rng.choice(spaces) for _ in range(count))
    return around + (joined if rng.random() < 0.2 else joined.rstrip(" "))


def heard(rng: random.Random, said: str, words: tuple[str, ...], spaces: tuple[str, ...]) -> str:
    if rng.random() < 0.1:
        return text(rng, words, spaces, 8)
    kept = []
    for word in said.split(" "):
        kept += rng.choice(([word], [word], [word], [], [rng.choice(words)], [word, word]))
    return rng.choice(spaces).join(kept)


def sides(rng: random.Random) -> tuple[Any, Any, int]:
    """References, hypotheses, and how many pairs of texts they hold."""
    words, spaces = rng.choice(VOCABULARIES), rng.choice(SPACES)
    if rng.random() < 0.5:
        words += rng.choice(VOCABULARIES)
    most = rng.choice((5, 13, 13, 70, 140)) if rng.random() < 0.1 else 13
    count = rng.choice((0, 1, 1, 2, 5, 20, 60, 120))
    references = [text(rng, words, spaces, most) for _ in range(count)]
    hypotheses = [heard(rng, said, words, spaces) for said in references]
    if count and rng.random() < 0.08:
        del hypotheses[rng.randrange(count) :]
    reference: Any = references
    hypothesis: Any = hypotheses
    if count == 1 and rng.random() < 0.7:
        reference = references[0]
    if len(hypotheses) == 1 and rng.random() < 0.7:
        hypothesis = hypotheses[0]
    if rng.random() < 0.05:
        reference, count = rng.choice(ODD), 0
    if rng.random() < 0.05:
        hypothesis, count = rng.choice(ODD), 0
    return reference, hypothesis, count


def pipeline(rng: random.Random, *, ends: bool = True) -> tuple[Any, Any]:
    """The same random transform from both packages."""
    kinds = [rng.choice(STEPS) for _ in range(rng.choice((0, 1, 2, 3, 6)))]
    if ends and rng.random() < 0.9:
        if rng.random() < 0.5:  # the steps that the fast path leaves out
            kinds += rng.sample(STEPS[:2], k=rng.choice((1, 2)))
        kinds.append(rng.choice(ENDS))
    chosen = [(name, rng.choice(arguments)) for name, arguments in kinds]
    both = [
        [getattr(package, name)(*arguments) for name, arguments in chosen]
        for package in (ours, theirs)
    ]
    if len(chosen) == 1 and rng.random() < 0.5:
        return both[0][0], both[1][0]
    if len(chosen) > 1 and rng.random() < 0.1:  # one pipeline inside of another
        inner = rng.randrange(1, len(chosen) + 1)
        mine, other = (
            package.Compose([package.Compose(steps[:inner]), *steps[inner:]])
            for package, steps in zip((ours, theirs), both, strict=True)
        )
        return mine, other
    return ours.Compose(both[0]), theirs.Compose(both[1])


def options(rng: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Transforms as keyword arguments, or none."""
    kind = rng.random()
    if kind < 0.35:
        return {}, {}
    names = ("reference_transform", "hypothesis_transform")
    if kind < 0.6:
        chosen = rng.choice(PIPELINES)
        mine: dict[str, Any] = dict.fromkeys(names, getattr(ours, chosen))
        return mine, dict.fromkeys(names, getattr(theirs, chosen))
    if kind < 0.8:
        one = pipeline(rng)
        return dict.fromkeys(names, one[0]), dict.fromkeys(names, one[1])
    pairs = {name: pipeline(rng) for name in names if rng.random() < 0.8}
    return (
        {name: pair[0] for name, pair in pairs.items()},
        {name: pair[1] for name, pair in pairs.items()},
    )


def question(seed: int) -> int:
    """Ask both packages one random thing; return how many pairs of texts were compared."""
    rng = random.Random(seed)
    reference, hypothesis, count = sides(rng)
    mine, other = options(rng)
    function = rng.choice(("process_words", "process_characters", *RATES))
    if function in RATES:
        check(
            outcome(getattr(ours, function), reference, hypothesis, **mine),
            outcome(getattr(theirs, function), reference, hypothesis, **other),
        )
        return count
    found = outcome(getattr(ours, function), reference, hypothesis, **mine)
    wanted = outcome(getattr(theirs, function), reference, hypothesis, **other)
    assert found.error is wanted.error, (found, wanted)
    if found.error is None:
        order = [lambda: check_equal(found.value, wanted.value)]
        order.append(lambda: shown_alike(rng, found.value, wanted.value))
        order.append(lambda: copied_alike(rng, found.value, wanted.value))
        rng.shuffle(order)  # lists are made when they are first asked for, by whichever of these
        for ask in order:
            ask()
    return count


def shown_alike(rng: random.Random, mine: Any, other: Any) -> None:
    width = rng.choice((None, None, 0, 8, 20, 80, -1))
    for measures in (True, False):
        chosen = {
            "show_measures": measures,
            "skip_correct": rng.random() < 0.5,
            "line_width": width,
        }
        assert ours.visualize_alignment(mine, **chosen) == theirs.visualize_alignment(
            other, **chosen
        )
    check_equal(ours.collect_error_counts(mine), theirs.collect_error_counts(other))
    shown = [rng.random() < 0.7 for _ in range(3)]
    top = rng.choice((None, None, 1, 3, 0, -1, -2))
    check(
        outcome(ours.visualize_error_counts, mine, *shown, top_k=top),
        outcome(theirs.visualize_error_counts, other, *shown, top_k=top),
    )


def copied_alike(rng: random.Random, mine: Any, other: Any) -> None:
    ways = (copy.copy, copy.deepcopy, lambda out: pickle.loads(pickle.dumps(out)), lambda out: out)
    again = rng.choice(ways)(mine)
    assert type(again) is type(mine)
    if rng.random() < 0.3:
        assert vars(again) == vars(mine)
        assert list(vars(again)) == list(vars(other))
    assert again == mine
    assert repr(again) == repr(other)
    assert asdict(again) == asdict(other)


# -- the tests -----------------------------------------------------------------------------------


def test_the_oracle_is_the_version_whose_behaviour_is_promised() -> None:
    assert version("jiwer") == "4.0.0"


@pytest.mark.parametrize("part", range(4))
def test_a_few_random_questions(part: int) -> None:
    for seed in range(part * ROUNDS, (part + 1) * ROUNDS):
        try:
            question(seed)
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise


@pytest.mark.slow
def test_a_hundred_thousand_pairs() -> None:
    compared, seed = 0, 1_000_000
    while compared < PAIRS:
        try:
            compared += question(seed)
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise
        seed += 1


@pytest.mark.parametrize("seed", range(300))
def test_transforms_alone(seed: int) -> None:
    rng = random.Random(seed)
    reference, _, _ = sides(rng)
    mine, other = pipeline(rng, ends=rng.random() < 0.5)
    check(outcome(mine, reference), outcome(other, reference))


ANY_TEXT = st.text(st.characters(), max_size=30)
FEW_LETTERS = st.text(st.sampled_from("ab \t\u00a0*'n[<]>."), max_size=30)
TEXTS = st.lists(FEW_LETTERS | ANY_TEXT, max_size=6)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(FEW_LETTERS | ANY_TEXT, FEW_LETTERS | ANY_TEXT), max_size=6))
def test_any_pairs(pairs: list[tuple[str, str]]) -> None:
    references, hypotheses = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    for name in (*RATES, "process_words", "process_characters"):
        check(
            outcome(getattr(ours, name), references, hypotheses),
            outcome(getattr(theirs, name), references, hypotheses),
        )


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.sampled_from(STEPS + ENDS), st.integers(0, 9))
def test_any_texts_through_each_transform(
    texts: list[str], step: tuple[str, tuple[tuple[Any, ...], ...]], choice: int
) -> None:
    name, arguments = step
    chosen = arguments[choice % len(arguments)]
    mine, other = getattr(ours, name)(*chosen), getattr(theirs, name)(*chosen)
    check(outcome(mine, texts), outcome(other, texts))
    for text_ in texts:
        check(outcome(mine, text_), outcome(other, text_))


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.lists(st.text(max_size=3), max_size=4), st.text(max_size=2))
def test_pieces_that_are_replaced(texts: list[str], pieces: list[str], other: str) -> None:
    mine = ours.transforms.BaseRemoveTransform(pieces, replace_token=other)
    assert mine(texts) == BaseRemoveTransform(pieces, replace_token=other)(texts)


@pytest.mark.parametrize(
    "chunk",
    [
        *(("replace", 0, 1, 0, 1), ("equal", 0, 0, 0, 0), ("delete", 3, 2, 0, 0)),
        *(("insert", 0, 0, 5, 4), ("swap", 0, 1, 0, 1), ("", 0, 0, 0, 0), (None, 0, 0, 0, 0)),
        *(("equal",), ("equal", 0, 1, 0, 1, 2), ("equal", "a", 1, 0, 1)),
        *(([], 0, 1, 0, 1), ({}, 0, 1, 0, 1), (["equal"], 0, 1, 0, 1), (("equal",), 0, 0, 0, 0)),
        *((b"equal", 0, 1, 0, 1), ("Equal", 0, 1, 0, 1), ("equal ", 0, 1, 0, 1), (0, 0, 1, 0, 1)),
        *(("equal", 0, None, 0, 1), ("equal", None, None, 0, 1), ("equal", 0, 1, "b", "a")),
        *(("equal", 0, 1.5, -3, 1), ("equal", [0], [1], [1], [0]), ("equal", {1}, {2}, 0, 0)),
        *(("equal", float("nan"), 0, 0, 0), ("equal", 2**70, 0, 0, 0), ("swap", None, 3, 0, 0)),
        (),
    ],
)
def test_chunks_by_hand(chunk: tuple[Any, ...]) -> None:
    mine, other = outcome(ours.AlignmentChunk, *chunk), outcome(theirs.AlignmentChunk, *chunk)
    check(mine, other)
    assert repr(mine.value) == repr(other.value)
    if mine.error is TypeError:
        assert mine.message == other.message


@pytest.mark.parametrize("name", ["process_words", "process_characters", *RATES])
@pytest.mark.parametrize("arguments", [(), ("a",), ("a", None), (None, "a"), ("a", "a", None)])
def test_arguments_that_are_not_there(name: str, arguments: tuple[Any, ...]) -> None:
    mine, other = getattr(ours, name), getattr(theirs, name)
    found, wanted = outcome(mine, *arguments), outcome(other, *arguments)
    check(found, wanted)
    if found.error is TypeError:
        assert found.message == wanted.message


def test_the_same_public_names() -> None:
    # In another process, since a module is a name of its package once it was imported.
    listed = "import {0} as jiwer; print(sorted(n for n in dir(jiwer) if n[0] != '_'))"
    starred = "from {0} import *; print(sorted(n for n in dir() if n[0] != '_'))"
    for program in (listed, starred):
        mine, other = (
            subprocess.run(
                [sys.executable, "-c", program.format(package)], check=True, capture_output=True
            ).stdout
            for package in ("mondegreen.compat.jiwer", "jiwer")
        )
        assert mine == other


@pytest.mark.parametrize("module", [each.name for each in pkgutil.iter_modules(theirs.__path__)])
def test_the_same_public_names_of_each_module(module: str) -> None:
    mine = importlib.import_module(f"mondegreen.compat.jiwer.{module}")
    other = importlib.import_module(f"jiwer.{module}")
    if hasattr(other, "__all__"):
        assert sorted(mine.__all__) == sorted(other.__all__)
    for name, value in vars(other).items():
        own = getattr(value, "__module__", other.__name__) == other.__name__
        if not name.startswith("_") and own and not isinstance(value, ModuleType):
            assert hasattr(mine, name), name
    if hasattr(mine, "__path__"):
        assert not [
            each.name for each in pkgutil.iter_modules(mine.__path__) if each.name[0] != "_"
        ]


def test_the_same_parameters() -> None:
    from inspect import Parameter, isclass, signature  # for this test alone

    for name in ours.__all__:
        mine, other = getattr(ours, name), getattr(theirs, name)
        if isinstance(mine, ModuleType | str):
            continue
        if name in PIPELINES:
            steps = zip_longest(mine.transforms, other.transforms)
            for step, its in steps:
                assert type(step).__name__ == type(its).__name__
                assert vars(step).keys() - vars(its).keys() == set()
            continue
        for part in ("", "__call__", "process_string", "process_list"):
            if part and not (isclass(mine) and hasattr(other, part)):
                continue
            pair = [getattr(each, part) if part else each for each in (mine, other)]
            parameters = [list(signature(each).parameters.values()) for each in pair]
            shapes = [
                [
                    (p.name, p.kind, p.default if isinstance(p.default, int | str) else
                     p.default is Parameter.empty)
                    for p in each
                ]
                for each in parameters
            ]  # fmt: skip
            assert shapes[0] == shapes[1], (name, part)


def test_long_texts() -> None:
    """Long enough for RapidFuzz to halve the alignment, as it does above some size."""
    rng = random.Random(5)
    said = [rng.choice("abcdefgh") for _ in range(9000)]
    written = [rng.choice("abcdefgh") if rng.random() < 0.4 else word for word in said]
    texts = " ".join(said), " ".join(written[200:])
    check_equal(ours.process_words(*texts), theirs.process_words(*texts))


def test_other_list_classes_and_changed_lists() -> None:
    class Odd(list[str]):
        def __iter__(self) -> Any:
            return iter(["x y"] * len(self))

    class Loud(str):
        __slots__ = ()

        def split(self, *_: Any) -> Any:  # type: ignore[override]
            return ["shout"]

    for reference in (Odd(["a b"]), [Loud("a b")], [Loud("a"), "b"]):
        count = len(reference)
        for name in ("wer", "cer", "process_words"):
            check(
                outcome(getattr(ours, name), reference, ["x y"] * count),
                outcome(getattr(theirs, name), reference, ["x y"] * count),
            )
    references = ["a b"]
    out = ours.process_words(references, ["a c"])
    references[0] = "z"
    assert out.references == [["a", "b"]]
    assert out.alignments[0][0].type == "equal"


# -- hostile arguments -----------------------------------------------------------------------------

HOSTILE: tuple[Any, ...] = (
    *(None, 3, 1.5, b"a", "a", "", True, object, len, [], ["a"], [None], [3], [b"a"], (), ("a",)),
    *({}, {"a": None}, {"a": 3}, {"a": "b"}, {3: "a"}, {None: None}, {b"a": b"b"}, {"(": ""}),
    *({"a{99999999999}": ""}, {"(" * 5000 + ")" * 5000: ""}, {"a": r"\9"}, {"a": len}, {"": "-"}),
    *({"a": "\\"}, {"x": r"\g<n>"}, [["a"]], float("nan"), 10**400),
)
TRANSFORMS = [name for name in theirs.transforms.__all__ if name != "AbstractTransform"]


@pytest.mark.parametrize("name", [*TRANSFORMS, "BaseRemoveTransform"])
def test_hostile_arguments_of_transforms(name: str) -> None:
    """The same class of error at the same place, or the same result."""
    kinds = [getattr(package.transforms, name) for package in (ours, theirs)]
    texts = ("", "a b", "x", ["a", ""], ["a x"], *HOSTILE)
    for arguments in ((), *((each,) for each in HOSTILE), ("a", None), (["a"], 3), (["a"], "b")):
        made = [outcome(kind, *arguments) for kind in kinds]
        assert made[0].error is made[1].error, (arguments, made)
        if made[0].error is not None:
            continue
        for text_ in texts:
            mine, other = (outcome(each.value, copy.copy(text_)) for each in made)
            assert mine.error is other.error, (arguments, text_, mine, other)
            assert repr(mine.value) == repr(other.value), (arguments, text_)
