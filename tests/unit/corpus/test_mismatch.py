"""Ids that do not match, and what to do about it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mondegreen.corpus import read
from mondegreen.errors import PairingError

LEAVE_OUT = "Leave out what has no reference, or give the ids that belong together the same name"


def rows(name: str, values: list[Any], text: str, **more: list[Any]) -> str:
    """Return JSON lines with a column of ids, one of texts, and others."""
    columns = {name: values, text: ["so"] * len(values), **more}
    return "".join(
        json.dumps(dict(zip(columns, row, strict=True))) + "\n"
        for row in zip(*columns.values(), strict=True)
    )


def refused(write: Any, reference: str, hypothesis: str, **options: Any) -> str:
    """Return the message for two files, after the two first ids."""
    with pytest.raises(PairingError) as error:
        read(write("r", reference), write("h", hypothesis), **options)
    message = str(error.value)
    assert message.startswith("h: ids without a reference: ")
    assert "; the first id of r is '" in message
    return message.partition("; the first id of r is '")[2].partition("'. ")[2]


def test_another_column(write: Any) -> None:
    """A column that both have with the same values is named, ready to type."""
    reference = rows("id", ["1", "2", "3"], "ref", key=["a", "b", "c"])
    hypothesis = rows("id", ["x", "y", "z"], "hyp", key=["b", "a", "c"])
    assert refused(write, reference, hypothesis) == (
        "Both have 'key', with the same values: add --id-column key"
    )
    assert read("r", "h", id_column="key").ids == ["a", "b", "c"]
    odd = refused(write, reference.replace("key", "a b"), hypothesis.replace("key", "a b"))
    assert odd == "Both have 'a b', with the same values: add --id-column 'a b'"


def test_another_name(write: Any) -> None:
    """The ids of one file may be under another name in the other."""
    reference = rows("id", [1, 2, 3], "ref", clip=["a", "b", "c"])
    hypothesis = rows("utt_id", ["a", "b", "c"], "hyp")
    assert refused(write, reference, hypothesis) == (
        "The ids of h are in the column 'clip' of r: give it the name 'utt_id'"
    )
    reference = rows("id", ["a", "b", "c"], "ref")
    hypothesis = rows("id", [1, 2, 3], "hyp", clip=["a", "b", "c"])
    assert refused(write, reference, hypothesis) == (
        "The ids of r are in the column 'clip' of h: give it the name 'id'"
    )


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (
            ["a-1", "a-2", "a-3"],
            ["sys_a-1", "sys_a-2", "other"],
            "Without 'sys_' in front the ids of h are those of r: take it off",
        ),
        (
            ["data/a-1.wav", "data/a-2.wav"],
            ["more/data/a-1.wav", "more/data/a-2.wav"],
            "Without 'more/' in front the ids of h are those of r: take it off",
        ),
        (
            ["a-1", "a-2"],
            ["a-1.x", "a-2.x"],
            "Without '.x' at the end the ids of h are those of r: take it off",
        ),
        (
            ["x/a-1.wav", "y/a-2.wav"],
            ["z/a-1.wav", "z/a-2.wav"],
            "The ids differ in folders alone: write them alike, or add --id-column '' to pair by position",
        ),
        (
            ["x/a-1.wav", "y/a-2.wav"],
            ["z/a-1.txt", "z/a-2.txt"],
            "The ids differ only in folders and endings: write them alike, or add --id-column '' to pair by position",
        ),
        (
            ["a-1", "a-2"],
            ["A-1", "A-2"],
            "The ids differ in upper and lower case alone: write them alike, or add --id-column '' to pair by position",
        ),
        (
            ["A-1", "A-2"],
            ["a-2", "a-1"],
            "The ids differ in upper and lower case alone: write them alike",
        ),
        (["a-1", "a-2"], ["a-1", "b-2"], LEAVE_OUT),
        (["a-1", "a-2"], ["b-1", "b-2"], LEAVE_OUT),
    ],
)
def test_parts_of_ids(write: Any, first: list[str], second: list[str], message: str) -> None:
    """What is around the ids is named, in every format that has ids."""
    lines = ["".join(f"{name} so it goes\n" for name in names) for names in (first, second)]
    assert refused(write, *lines, format="kaldi") == message
    if message != LEAVE_OUT:
        assert refused(write, rows("id", first, "ref"), rows("id", second, "hyp")) == message


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (["a-1", "a-2"], ["a-2.wav", "a-1.wav"]),
        (["x/a-1.mp3", "x/a-2.mp3"], ["x/a-2", "x/a-1"]),
        (["a-1.wav", "a-2.wav"], ["a-2.flac", "a-1.flac"]),
        (["caf\u00e9", "f\u00fcnf"], ["fu\u0308nf", "cafe\u0301"]),
        (["data/a-1.wav", "data/a-2.wav"], ["a-2.wav", "a-1.wav"]),
        (["a-1", "a-2"], ["x/a-2.flac", "y/a-1.flac"]),
    ],
)
def test_endings_of_audio_and_forms_of_unicode_mean_nothing(
    write: Any, first: list[str], second: list[str]
) -> None:
    """Not where an id has no partner so, or where two ids become one."""
    said, heard = rows("id", first, "ref"), rows("id", second, "hyp", n=[2, 1])
    corpus = read(write("r", said), write("h", heard))
    assert (corpus.ids, corpus.metadata["n"]) == (first, [1, 2])
    odd = rows("id", [*second, "other"], "hyp")
    refused(write, said, odd)
    with pytest.raises(PairingError):
        read("r", write("h", rows("id", [second[0], first[1]], "hyp")))


@pytest.mark.parametrize("name", ["{}", "{}.mp3", "clips/{}.mp3", "{}.wav"])
@pytest.mark.parametrize("ids", [["cv_0", "cv_1", "cv_2"], ["ana", "bo", "cy"]])
def test_plain_lines_begin_with_names_of_recordings(write: Any, name: str, ids: list[str]) -> None:
    """As the predictions of a set whose table names files, as that of Common Voice does."""
    table = "path\tsentence\n" + "".join(f"{each}.mp3\tso it goes\n" for each in ids)
    lines = "".join(f"{name.format(each)} so it goes\n" for each in reversed(ids))
    corpus = read(write("r.tsv", table), write("h.txt", lines))
    assert list(corpus.hypotheses) == ["so it goes"] * 3


def test_ways_out(write: Any) -> None:
    """Where nothing is seen, the columns are named, and what could be typed."""
    reference, hypothesis = rows("id", ["1", "2"], "ref"), rows("uttid", ["x", "y"], "hyp")
    assert refused(write, reference, hypothesis) == (
        "The ids were taken from 'id' of r and 'uttid' of h: if another column has them in both "
        "files, add --id-column COLUMN, and --id-column '' to pair by position"
    )
    assert len(read("r", "h", id_column="")) == 2
    assert refused(write, reference, "x so\ny so\n", hypothesis_format="kaldi") == (
        "The ids were taken from 'id' of r: if another column has them in both files, add "
        "--id-column COLUMN, and --id-column '' to pair by position"
    )


def test_long_ids(write: Any) -> None:
    """Ids of any length are compared in little time."""
    names = [write(side, rows("id", [side * 10**6], f"{side}ef")) for side in "rh"]
    with pytest.raises(
        PairingError, match=r"\.\.\.\. The ids were taken from 'id' of r and 'id' of"
    ):
        read(*names, hypothesis_column="hef")
