"""Rows in another order are not paired by position."""

from __future__ import annotations

from typing import Any

import pytest

from mondegreen.corpus import read
from mondegreen.corpus.columns import OTHER_ID
from mondegreen.corpus.table import as_list
from mondegreen.errors import PairingError, ParseError


@pytest.mark.parametrize("name", OTHER_ID)
def test_more_names_of_ids(write: Any, name: str) -> None:
    """Each of them pairs by id."""
    reference = write("r.csv", f"{name},text\nu1,a\nu2,b\n")
    corpus = read(reference, write("h.csv", f"{name},hyp\nu2,b\nu1,a\n"))
    assert (corpus.ids, corpus.hypotheses) == (["u1", "u2"], ["a", "b"])


@pytest.mark.parametrize("name", OTHER_ID)
def test_what_stands_for_several_utterances(write: Any, name: str) -> None:
    """In one file it is metadata; in a pair, where it would decide, an error with a way out."""
    corpus = read(write("x.csv", f"{name},ref,hyp\nu1,a,a\nu1,b,b\n"))
    assert (corpus.ids, corpus.metadata) == (None, {name: ["u1", "u1"]})
    with pytest.raises(
        ParseError, match=r"occurs here and on line 2, .* --id-column '' to do with"
    ):
        read("x.csv", "x.csv")
    assert read("x.csv", "x.csv", id_column="").hypotheses == ["a", "b"]


def test_objects_are_no_ids(write: Any) -> None:
    """The audio of a data set is passed over for the next name."""
    row = '{{"audio": {{"path": "{0}"}}, "file": "{0}", "ref": "a", "hyp": "a"}}\n'
    content = row.format("x") + row.format("y")
    assert read(write("x.jsonl", content)).ids == ["x", "y"]
    assert read("x.jsonl", "x.jsonl").ids == ["x", "y"]
    plain = write("y.jsonl", '{"audio": {}, "ref": "a", "hyp": "b"}\n')
    assert read(plain).ids is None
    assert read(plain, plain).ids is None


WRITTEN = {
    "csv": "clip,{}\n{},a\n{},b\n",
    "tsv": "clip\t{}\n{}\ta\n{}\tb\n",
    "jsonl": '{{"clip": "{1}", "{0}": "a"}}\n{{"clip": "{2}", "{0}": "b"}}\n',
}


@pytest.mark.parametrize("first", [*WRITTEN, "parquet"])
@pytest.mark.parametrize("second", [*WRITTEN, "parquet"])
def test_another_order(write: Any, first: str, second: str) -> None:
    """A column that both share says that the rows do not go together as they stand."""
    names = (
        _table(write, f"r.{first}", "text", "1", "2"),
        _table(write, f"h.{second}", "hyp", "2", "1"),
    )
    with pytest.raises(PairingError) as error:
        read(*names)
    rows = ["row 1" if kind == "parquet" else "line 2" for kind in (first, second)]
    rows = [
        "line 1" if kind == "jsonl" else r for kind, r in zip((first, second), rows, strict=True)
    ]
    assert str(error.value) == (
        f"r.{first}, h.{second}: no id column, and the rows are in another order: both have the "
        "same values in 'clip', none twice, but '1' is next to '2' "
        f"({rows[0]} and {rows[1]}). Add --id-column clip (or --id-column '' to pair by position)"
    )
    assert read(*names, id_column="clip").ids == ["1", "2"]
    assert as_list(read(*names, id_column="").hypotheses) == ["a", "b"]


def _table(write: Any, name: str, column: str, *clips: str) -> str:
    kind = name.rpartition(".")[2]
    if kind != "parquet":
        return str(write(name, WRITTEN[kind].format(column, *clips)))
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    write(name, "")
    parquet.write_table(pyarrow.table({"clip": list(clips), column: ["a", "b"]}), name)
    return name


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        ("clip,text\n1,a\n2,b\n", "clip,hyp\n1,a\n2,b\n"),  # the same order
        ("clip,text\n1,a\n2,b\n", "clip,hyp\n2,a\n3,b\n"),  # other values
        ("clip,text\n1,a\n2,b\n2,c\n", "clip,hyp\n2,a\n1,b\n2,c\n"),  # one of them twice
        ("clip,text\n1,a\n2,b\n", "other,hyp\n2,a\n1,b\n"),  # another name
        ("text\nyes\nno\n", "text\nno\nyes\n"),  # the texts themselves
    ],
)
def test_by_position(write: Any, reference: str, hypothesis: str) -> None:
    """Nothing says that these are mixed up."""
    corpus = read(write("r.csv", reference), write("h.csv", hypothesis))
    assert corpus.ids is None
    assert len(corpus) >= 2


def test_the_other_side_repeats_the_references(write: Any) -> None:
    """Then their order counts."""
    names = write("r.csv", "ref\na b\nc d\n"), write("h.csv", "ref,hyp\nc d,x\na b,y\n")
    with pytest.raises(PairingError, match=r"'ref'.* Add --id-column ref \(or"):
        read(*names)
    assert read(*names, id_column="ref").hypotheses == ["y", "x"]


def test_what_cannot_be_an_id(write: Any) -> None:
    """Times tell rows apart as well, and are not offered as ids; nothing else is compared."""
    row = '{{"start": {0}, "deep": [{0}], "flag": {2}, "text": "{1}"}}\n'
    rows = row.format(0.5, "a", "true"), row.format(1.5, "b", "false")
    with pytest.raises(PairingError, match=r"'start'.* Add a column id to both files \(or --id"):
        read(write("r.jsonl", rows[0] + rows[1]), write("h.jsonl", rows[1] + rows[0]))
    row = '{{"deep": [{0}], "flag": {2}, "none": null, "text": "{1}"}}\n'
    rows = row.format(0.5, "a", "true"), row.format(1.5, "b", "false")
    assert len(read(write("r.jsonl", rows[0] + rows[1]), write("h.jsonl", rows[1] + rows[0]))) == 2


def test_an_index_without_a_name(write: Any) -> None:
    """pandas writes one; it can be no option, so it needs a name."""
    said = write("r.csv", ",text\n0,so it goes\n1,and on\n")
    with pytest.raises(PairingError, match="Add a name to that column in both files, as id"):
        read(said, write("h.csv", ",text\n1,and on\n0,so it goes\n"))


SENTENCES = [f"this is sentence {word} of many" for word in ("one", "two", "three", "four", "five")]


@pytest.mark.parametrize(
    "heard", [SENTENCES[::-1], ["", *SENTENCES[:-1]], [*SENTENCES[1:], "and so on it goes"]]
)
def test_lines_that_are_moved(write: Any, heard: list[str]) -> None:
    """Nothing says the order of plain lines, but whole texts in other rows do."""
    said, wrote = (
        write(name, "".join(f"{text.capitalize()}\n" for text in texts))
        for name, texts in (("r.txt", SENTENCES), ("h.txt", heard))
    )
    with pytest.warns(
        UserWarning, match="paired by position, but 4 hypotheses of [45] that differ"
    ):
        read(said, wrote)


@pytest.mark.parametrize(
    "heard",
    [
        [text.replace("sentence", "a sentence") for text in SENTENCES],
        [SENTENCES[1], SENTENCES[0], *SENTENCES[2:]],
        ["one", "two", "three", "four", "five"],
    ],
)
def test_lines_that_are_not_moved(write: Any, heard: list[str]) -> None:
    said, wrote = (
        write(name, "".join(f"{text}\n" for text in texts))
        for name, texts in (("r.txt", SENTENCES), ("h.txt", heard))
    )
    assert len(read(said, wrote)) == len(SENTENCES)
