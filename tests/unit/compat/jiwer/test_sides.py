"""The fast path and the slow one give the same tokens."""

from __future__ import annotations

from typing import Any

import jiwer as theirs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen import _kernel
from mondegreen.compat import jiwer
from mondegreen.compat.jiwer import transforms as tr
from mondegreen.compat.jiwer._sides import transformed

WHITE_SPACE = [chr(code) for code in range(0x110000) if chr(code).isspace()]
TEXTS = st.lists(
    st.text(st.sampled_from([*"aab é日", *WHITE_SPACE]))
    | st.text(st.sampled_from("ab  "))
    | st.text(st.characters()),
    max_size=4,
)
PIPELINES: list[Any] = [getattr(jiwer, name) for name in jiwer.transformations.__all__] + [
    tr.ReduceToListOfListOfWords(),
    tr.ReduceToListOfListOfChars(),
    tr.Compose([tr.Strip(), tr.RemoveMultipleSpaces(), tr.ReduceToListOfListOfWords()]),
    tr.Compose([tr.RemoveMultipleSpaces(), tr.ReduceToListOfListOfWords()]),
    tr.Compose([tr.RemoveMultipleSpaces(), tr.ReduceToListOfListOfChars()]),
    tr.Compose([tr.RemoveEmptyStrings(), tr.Strip(), tr.ReduceToListOfListOfWords()]),
    tr.Compose([tr.ReduceToListOfListOfWords("a")]),
]


@pytest.mark.parametrize("pipeline", PIPELINES, ids=range(len(PIPELINES)))
@given(texts=TEXTS)
def test_the_same_tokens(pipeline: Any, texts: list[str]) -> None:
    side = transformed(list(texts), pipeline, "reference")
    slow = pipeline(list(texts))
    assert side.tokens() == slow
    if side.unit:  # what the kernel makes of the texts
        assert [_kernel.tokens(text, side.unit) for text in side.items] == slow


@pytest.mark.parametrize("pipeline", PIPELINES[:6], ids=jiwer.transformations.__all__)
def test_pipelines_of_jiwer_take_the_fast_path(pipeline: Any) -> None:
    assert transformed(["a b", "c"], pipeline, "reference").unit


@pytest.mark.parametrize("space", WHITE_SPACE)
def test_every_white_space_is_seen(space: str) -> None:
    for text in (f"a{space}b", f"a {space} b", f"{space}a", f"é{space}b", f"日{space}{space}b"):
        for many in ([text], ["a b"] * 9000 + [text]):
            side = transformed(many, jiwer.wer_default, "reference")
            assert side.tokens()[-1] == jiwer.wer_default(text)[0]


def test_classes_of_ones_own_take_the_slow_path() -> None:
    class Mine(tr.ReduceToListOfListOfWords):
        def process_string(self, s: str) -> list[list[str]]:
            return [[s]]

    assert transformed(["a b"], tr.Compose([Mine()]), "reference").tokens() == [["a b"]]
    assert jiwer.wer("a b", "a c", tr.Compose([Mine()]), Mine()) == 1.0

    class Steps(tr.Compose):
        def __call__(self, text: Any) -> Any:
            return [["x"] for _ in text]

    assert jiwer.wer(["a", "b"], ["c", "d"], Steps([]), Steps([])) == 0.0
    assert jiwer.wer("a", "b", lambda texts: [["x"]], lambda texts: [["x"]]) == 0.0


def test_steps_that_come_from_an_iterator_are_run() -> None:
    steps = [tr.Strip(), tr.ReduceToListOfListOfWords()]
    assert jiwer.wer("a", "a", tr.Compose(iter(steps)), tr.Compose(tuple(steps))) == 0.0  # type: ignore[arg-type]


def test_the_two_sides_may_be_cut_differently() -> None:
    options = {"reference_transform": jiwer.cer_default, "hypothesis_transform": jiwer.wer_default}
    assert jiwer.process_words("ab", "a b", **options).hits == 2  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("reference", "hypothesis", "message"),
    [
        (["a", "b"], ["a"], "2 references but 1 hypotheses"),
        (None, "a", "a transform was given None of type NoneType"),
        (("a", "b"), ["a", "b"], "expected a string or a list of strings"),
    ],
)
def test_errors_say_what_was_given(reference: Any, hypothesis: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        jiwer.wer(reference, hypothesis)


def test_a_transform_that_does_not_end_in_words() -> None:
    with pytest.raises(ValueError, match="each hypothesis must end in lists of strings"):
        jiwer.wer("a", "a", hypothesis_transform=tr.Strip())


# -- transforms that somebody changed --------------------------------------------------------------

METHODS = ("__call__", "process_string", "process_list")
KINDS = {
    "RemoveMultipleSpaces": "wer_default",
    "Strip": "wer_default",
    "ReduceToListOfListOfWords": "wer_default",
    "ReduceToListOfListOfChars": "cer_default",
    "AbstractTransform": "wer_default",
    "Compose": "wer_default",
}


def other(*_: Any) -> list[list[str]]:
    return [["other"]]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("kind", KINDS)
def test_methods_replaced_on_a_class_are_run(
    kind: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in (jiwer, theirs):
        monkeypatch.setattr(getattr(package, kind), method, other, raising=False)
    found, wanted = (
        _outcome(package.wer, "a b", "a c", *[getattr(package, KINDS[kind])] * 2)
        for package in (jiwer, theirs)
    )
    assert found == wanted


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("kind", list(KINDS)[:4])
def test_methods_replaced_on_an_instance_are_run(kind: str, method: str) -> None:
    outcomes = []
    for package in (jiwer, theirs):
        step = getattr(package, kind)()
        setattr(step, method, other)
        steps = [step] if kind.startswith("Reduce") else [step, package.ReduceToListOfListOfWords()]
        outcomes.append(_outcome(package.wer, ["a b"], ["a c"], *[package.Compose(steps)] * 2))
    assert outcomes[0] == outcomes[1]


def test_a_delimiter_changed_on_an_instance() -> None:
    step = tr.ReduceToListOfListOfWords()
    assert jiwer.wer("a|b", "a|c", step, step) == 1.0
    step.word_delimiter = "|"
    assert jiwer.wer("a|b", "a|c", step, step) == 0.5


def _outcome(function: Any, *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except Exception as error:  # noqa: BLE001 - any that jiwer raises
        return type(error)
