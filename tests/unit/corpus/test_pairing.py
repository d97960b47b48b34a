"""Pairs of dicts, and metadata of both sides."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.corpus import Paired, pair, read
from mondegreen.corpus.pairing import match, merge
from mondegreen.corpus.pairing_names import is_one_recording
from mondegreen.corpus.segments import Segments
from mondegreen.errors import InputError, InputTypeError, PairingError
from mondegreen.types import Failed


def test_order_of_the_reference() -> None:
    """Any order on the other side; what is missing is None, a failure stays one."""
    assert pair({"a": "x", "b": "y", "c": "z"}, {"c": Failed("late"), "a": ""}) == Paired(
        ["a", "b", "c"], ["x", "y", "z"], ["", None, Failed("late")]
    )


@given(st.dictionaries(st.text(), st.text(), min_size=1), st.randoms(use_true_random=False))
def test_shuffled(texts: dict[str, str], random: Any) -> None:
    """The order of the hypotheses never matters."""
    names = list(texts)
    random.shuffle(names)
    kept = names[: len(names) // 2 + 1]
    paired = pair(texts, {name: texts[name] for name in kept})
    assert paired.ids == list(texts)
    assert paired.hypotheses == [texts[name] if name in kept else None for name in texts]


def test_no_reference() -> None:
    """One odd id is enough, with both counts."""
    with pytest.raises(PairingError) as error:
        pair({"a": "x"}, {"a": "x", "b": "y"})
    assert str(error.value) == (
        "hypotheses: ids without a reference: 1 of 2 (references has 1), the first is 'b' "
        "(entry 2); the first id of references is 'a'. Leave out what has no reference, or give "
        "the ids that "
        "belong together the same name"
    )


@pytest.mark.parametrize(
    ("references", "hypotheses", "message"),
    [
        ({"a": None}, {"a": "x"}, "references['a'] is null, expected a str"),
        ({"a": "x"}, {"a": 1}, "hypotheses['a'] is a number (1), expected a str"),
        ({1: "x"}, {1: "x"}, "references: the id 1 is a number (1), expected a str"),
        (["x"], ["x"], "references: expected a dict of ids and texts, got list"),
    ],
)
def test_types(references: Any, hypotheses: Any, message: str) -> None:
    """Only texts are texts."""
    with pytest.raises(InputTypeError) as error:
        pair(references, hypotheses)
    assert str(error.value) == message


def test_nothing() -> None:
    """No references, no corpus."""
    with pytest.raises(InputError, match="no utterances"):
        pair({}, {})


def test_merge_keeps_all() -> None:
    """A name that is taken gets its prefix until it is free."""
    taken = {"n": [1], "hypothesis_n": [2]}
    assert merge(taken, {"n": [3], "m": [4]}) == {**taken, "hypothesis_hypothesis_n": [3], "m": [4]}


@pytest.mark.parametrize(
    ("reference", "hypothesis", "said"),
    [
        (
            "a\nb\n\n",
            "a\nb\n",
            "r.txt has 1 blank line (line 3 is the first). Without blank lines the",
        ),
        (
            "a\nb\n",
            "\n\na\nb\n",
            "h.txt has 2 blank lines (line 1 is the first). Without blank lines",
        ),
        (
            "a\n\nb\n\n",
            "a\n \t\nb\n",
            "r.txt has 2 blank lines (line 2 is the first) and h.txt has 1",
        ),
        (
            "a\n\n\nb\n",
            "a\nc\nb\n",
            "r.txt has 2 blank lines (line 2 is the first). Give both files",
        ),
    ],
)
def test_blank_lines_that_make_the_counts_differ(
    write: Any, reference: str, hypothesis: str, said: str
) -> None:
    with pytest.raises(PairingError) as error:
        read(write("r.txt", reference), write("h.txt", hypothesis))
    assert f"A blank line is an utterance without words, and {said}" in str(error.value)


FOLDERS = [("one/a", "one/b"), ("one/a", "b"), ("a", "b")]


@pytest.mark.parametrize("said", FOLDERS)
@pytest.mark.parametrize(
    "heard", [("two/a.wav", "two/b.wav"), ("two/a.wav", "b.wav"), ("a.wav", "b.wav")]
)
def test_folders_are_left_out_only_if_one_side_has_none(
    said: tuple[str, str], heard: tuple[str, str]
) -> None:
    """Where both have some, the same name in another folder is another recording."""
    sides = dict(zip(said, "xy", strict=True)), dict(zip(heard, "xy", strict=True))
    if any("/" in name for name in said) and any("/" in name for name in heard):
        with pytest.raises(PairingError, match="ids without a reference"):
            pair(*sides)
    else:
        assert pair(*sides) == Paired([*said], ["x", "y"], ["x", "y"])


@pytest.mark.parametrize(
    ("references", "hypotheses", "expected"),
    [
        (["A1", "b2"], ["B2", "a1"], [1, 0]),
        (["A1", "a1"], ["a1", "A1"], [1, 0]),  # in lower case they would be one
        (["A1", "b2"], ["a1"], [0, None]),
    ],
)
def test_case_of_ids_means_nothing_where_they_stay_different(
    references: list[str], hypotheses: list[str], expected: list[int | None]
) -> None:
    found = match(references, hypotheses, names=("r", "h"), place="row {}".format, fold=True)
    assert found == expected


def test_the_first_id_without_a_reference_is_named_with_its_place() -> None:
    with pytest.raises(PairingError, match=r"2 of 3 .*the first is 'x' \(row 1\)"):
        match(["a", "b"], ["a", "x", "y"], names=("r", "h"), place="row {}".format)


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ({"recording": ["t"]}, True),
        ({"recording": ["t", "t"]}, True),
        ({"recording": ["t", "u"]}, False),
        ({"recording": [None, "t"]}, False),
        ({"id": ["a"]}, True),
        ({"id": ["a", None]}, True),
        ({"id": ["a", "b"]}, False),  # without times they are utterances of their own
        ({"id": ["a", "b"], "start": [0, 1]}, True),
        ({"id": ["a", "b", "c"], "start": [0, 0, 1]}, False),
        ({"id": ["a", "b", "c", "d"], "start": [0, 0, 1, 2]}, True),
    ],
)
def test_what_is_one_recording(columns: dict[str, Any], *, expected: bool) -> None:
    texts = ["so"] * len(next(iter(columns.values())))
    assert is_one_recording(Segments.of_columns(texts, **columns)) is expected
