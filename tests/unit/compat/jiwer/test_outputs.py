"""Results whose lists are made on demand behave like data classes that hold lists."""

from __future__ import annotations

import copy
import gc
import json
import pickle
from dataclasses import asdict, astuple, fields, is_dataclass, replace
from typing import Any

import jiwer as theirs
import pytest

from mondegreen.compat import jiwer
from mondegreen.compat.jiwer._outputs import AlignmentChunk, CharacterOutput, WordOutput

LISTS = {"references", "hypotheses", "alignments"}
TEXTS = (["the cat sat", "", "a b"], ["the hat sat", "oh", ""])


def made(output: Any) -> set[str]:
    """Which lists are there, without making any."""
    return LISTS & type(output).__mro__[1].__dict__["__dict__"].__get__(output).keys()


@pytest.fixture
def out() -> WordOutput:
    return jiwer.process_words(*TEXTS)


@pytest.fixture
def by_hand(out: WordOutput) -> WordOutput:
    return WordOutput(*(getattr(out, field.name) for field in fields(WordOutput)))


def test_nothing_is_made_for_numbers(out: WordOutput) -> None:
    assert out.wer == 0.8
    assert out.hits + out.substitutions + out.insertions + out.deletions == 6
    assert not made(out)
    assert not made(jiwer.process_characters(*TEXTS))


def test_each_list_is_made_once_and_by_itself(out: WordOutput) -> None:
    assert out.alignments is out.alignments
    assert made(out) == {"alignments"}
    assert out.references == [["the", "cat", "sat"], [], ["a", "b"]]
    assert made(out) == {"alignments", "references"}
    assert type(out.alignments) is type(out.alignments[0]) is list
    assert type(out.alignments[0][0]) is AlignmentChunk


def test_lists_can_be_changed(out: WordOutput) -> None:
    out.alignments[0].append(AlignmentChunk("insert", 3, 3, 3, 4))
    out.alignments[0][0].type = "other"
    out.references = [["x"]]
    assert [chunk.type for chunk in out.alignments[0]][::3] == ["other", "insert"]
    assert out.references == [["x"]]
    assert vars(out)["references"] == [["x"]]
    del out.references
    with pytest.raises(AttributeError, match="'WordOutput' object has no attribute 'references'"):
        _ = out.references


def test_equal_to_one_made_by_hand(out: WordOutput, by_hand: WordOutput) -> None:
    fresh = jiwer.process_words(*TEXTS)
    assert fresh == by_hand
    assert by_hand == out
    assert repr(fresh) == repr(by_hand)
    assert fresh != jiwer.process_words("a", "a")
    assert fresh != jiwer.process_characters(*TEXTS)
    assert WordOutput.__hash__ is None


@pytest.mark.parametrize(
    "way",
    [
        *(copy.copy, copy.deepcopy, lambda o: pickle.loads(pickle.dumps(o)), replace),
        lambda o: pickle.loads(pickle.dumps(o, protocol=0)),
        lambda o: pickle.loads(pickle.dumps(o, protocol=2)),
        lambda o: WordOutput(**vars(o)),
        lambda o: WordOutput(*(getattr(o, name) for name in WordOutput.__match_args__)),
    ],
)
def test_copies(way: Any, by_hand: WordOutput) -> None:
    again = way(jiwer.process_words(*TEXTS))
    assert type(again) is WordOutput
    assert again == by_hand
    assert vars(again) == vars(by_hand)
    assert list(vars(again)) == [field.name for field in fields(WordOutput)]


def test_copies_share_or_do_not_as_with_any_object(out: WordOutput) -> None:
    assert copy.copy(out).alignments is out.alignments
    assert copy.deepcopy(out).alignments is not out.alignments
    assert copy.deepcopy(out).alignments[0][0] is not out.alignments[0][0]


def test_what_else_people_do_with_data_classes(out: WordOutput) -> None:
    assert is_dataclass(out)
    as_dict = asdict(jiwer.process_words(*TEXTS))
    assert as_dict["alignments"][0][0] == {
        "type": "equal",
        "ref_start_idx": 0,
        "ref_end_idx": 1,
        "hyp_start_idx": 0,
        "hyp_end_idx": 1,
    }
    assert json.loads(json.dumps(as_dict)) == as_dict
    assert astuple(out)[3] == out.wer
    names = [field.name for field in fields(WordOutput)]
    assert list(vars(jiwer.process_words(*TEXTS))) == names
    out.note = "mine"  # type: ignore[attr-defined]
    assert list(vars(out)) == [*names, "note"]
    assert "note" in vars(pickle.loads(pickle.dumps(out)))
    match out:
        case WordOutput(references=[first, *_], hits=hits):
            assert (first[0], hits) == ("the", 2)
    with pytest.raises(AttributeError, match="no attribute 'werr'"):
        _ = out.werr  # type: ignore[attr-defined]


def test_characters() -> None:
    out = jiwer.process_characters("a b", "ab")
    assert isinstance(out, CharacterOutput)
    assert (out.cer, out.references, out.deletions) == (1 / 3, [["a", " ", "b"]], 1)
    assert repr(out).startswith("CharacterOutput(references=[['a', ' ', 'b']], hypotheses=[[")


@pytest.mark.parametrize("enabled", [True, False])
def test_garbage_collection_is_as_it_was(*, enabled: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        assert jiwer.process_words(*TEXTS).alignments
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if before else gc.disable)()


def test_chunks_say_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="type='swap': expected one of equal, substitute"):
        AlignmentChunk("swap", 0, 1, 0, 1)
    with pytest.raises(ValueError, match="hyp_start_idx=2 is after hyp_end_idx=1"):
        AlignmentChunk("insert", 0, 0, 2, 1)


# -- as data classes whose lists were there from the beginning -------------------------------------


def _deleted(out: Any, name: str) -> Any:
    delattr(out, name)
    return [hasattr(out, each) for each in ("references", "hypotheses", "alignments", "wer")]


def _set_and_deleted(out: Any) -> Any:
    out.references = []
    del out.references
    return hasattr(out, "references"), len(out.hypotheses), sorted(vars(out))


def _other_attributes(out: Any) -> Any:
    mine = {"wer": 3}
    out.__dict__ = mine
    return out.__dict__ is mine, vars(out), hasattr(out, "references"), out.wer


def _no_attributes(out: Any, value: Any) -> Any:
    out.__dict__ = value


def _without_attributes(out: Any) -> Any:
    del out.__dict__
    return vars(out)


def _emptied(out: Any) -> Any:
    vars(out).clear()
    return vars(out), hasattr(out, "alignments")


def _popped(out: Any) -> Any:
    return len(out.__dict__.pop("references")), hasattr(out, "references"), len(out.alignments)


WAYS: list[Any] = [
    *(lambda out, name=name: _deleted(out, name) for name in sorted(LISTS)),
    lambda out: _deleted(out, "wer"),
    lambda out: _deleted(out, "nothing"),
    lambda out: (out.references, _deleted(out, "references"), dir(out)),
    _set_and_deleted,
    _other_attributes,
    *(lambda out, value=value: _no_attributes(out, value) for value in (None, 3, [])),
    _without_attributes,
    _emptied,
    _popped,
    dir,
    lambda out: (_deleted(out, "references"), dir(out)),
    lambda out: (setattr(out, "note", 1), dir(out)),
    lambda out: [name for name in dir(out) if callable(getattr(out, name)) and name[0] != "_"],
    lambda out: sorted(vars(out)),
    lambda out: (out.__dict__.update(wer=7), out.wer),
    lambda out: setattr(out, "references", 3) or (repr(out.references), list(vars(out))),
]


@pytest.mark.parametrize("way", WAYS, ids=range(len(WAYS)))
@pytest.mark.parametrize("function", ["process_words", "process_characters"])
def test_attributes_are_taken_away_and_put_back_as_in_jiwer(function: str, way: Any) -> None:
    outcomes = []
    for package in (jiwer, theirs):
        out = getattr(package, function)(*TEXTS)
        try:
            outcomes.append((way(out), None))
        except (AttributeError, TypeError) as error:
            outcomes.append((type(error), str(error)))
    assert outcomes[0] == outcomes[1]


def test_a_look_at_the_names_makes_no_list(out: WordOutput) -> None:
    assert "references" in dir(out)
    assert not made(out)


# -- what was computed stays -------------------------------------------------------------------------


class Cut(theirs.AbstractTransform):  # type: ignore[misc]
    """One that gives the same lists each time, which jiwer hands on."""

    def __init__(self, count: int) -> None:
        self.lists = [["a", "b"] for _ in range(count)]

    def __call__(self, _: Any) -> list[list[str]]:
        return self.lists


@pytest.mark.parametrize("count", [1, 40])
@pytest.mark.parametrize("kind", ["words", "characters", "a list", "nested"])
def test_a_transform_changed_afterwards_changes_nothing(kind: str, count: int) -> None:
    def result(package: Any) -> Any:
        if kind == "characters":
            steps = [package.ToLowerCase(), package.ReduceToListOfListOfChars()]
        else:
            steps = [package.ToLowerCase(), package.ReduceToListOfListOfWords()]
        transform = package.Compose([package.Compose(steps)] if kind == "nested" else steps)
        texts = ["A|b c"] * count, ["a|B d"] * count
        out = package.process_words(*texts, transform, transform)
        if kind != "characters":
            steps[-1].word_delimiter = "|"
        steps[-1].process_string = lambda s: [["patched"]]
        if kind == "a list":
            transform.transforms.clear()
        return out

    assert asdict(result(jiwer)) == asdict(result(theirs))


@pytest.mark.parametrize("count", [1, 40])
def test_texts_changed_afterwards_change_nothing(count: int) -> None:
    texts = ["a b"] * count
    out = jiwer.process_words(texts, ["a c"] * count)
    steps = [lambda _: texts, jiwer.ReduceToListOfListOfWords()]
    same = jiwer.process_words("", ["a c"] * count, jiwer.Compose(steps))
    texts[:] = ["z"] * count
    for each in (out, same):
        assert each.references == [["a", "b"]] * count
        assert [chunk.type for chunk in each.alignments[-1]] == ["equal", "substitute"]


@pytest.mark.parametrize("count", [1, 40])
def test_tokens_are_handed_on_and_alignments_stay(count: int) -> None:
    for package in (jiwer, theirs):
        cut = Cut(count)
        out = package.process_words("", ["a c"] * count, cut)
        assert out.references is cut.lists
        cut.lists[-1].append("more")
        out.references[0][:] = ["x"]
        assert [chunk.type for chunk in out.alignments[-1]] == ["equal", "substitute"]
        assert out.alignments[-1][-1].ref_end_idx == 2
