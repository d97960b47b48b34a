"""Names of speakers in front of texts."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mondegreen.corpus import read
from mondegreen.corpus.joining import read_sides
from mondegreen.corpus.speakers import prefixes_of

NAMES = st.sampled_from(
    ["Agent", "Customer", "Ada King", "SPEAKER_00", "Mr. O'Neil", "顾客", "Sprecher 1"]
)
TEXTS = st.text(st.characters(categories=("L", "Zs")), max_size=20)


@given(st.lists(st.tuples(NAMES, TEXTS), min_size=9))
def test_names_in_front_of_all_texts(lines: list[tuple[str, str]]) -> None:
    """Some name comes again among nine, of which there are seven."""
    found = prefixes_of(f"{name}: {text}" for name, text in lines)
    assert found is not None
    assert [match and match[1] for match in found] == [name for name, _ in lines]


@given(st.lists(st.tuples(NAMES, TEXTS), min_size=9), TEXTS.filter(str.strip))
def test_one_text_without_a_name_is_enough(lines: list[tuple[str, str]], other: str) -> None:
    assert prefixes_of([*(f"{name}: {text}" for name, text in lines), other]) is None


@pytest.mark.parametrize(
    "texts",
    [
        ["at 10:30 we go", "at 11:45 we stop"],
        ["u1: so", "u2: on"],
        ["http://a.b so", "http://a.b on"],
        ["so it goes and so on it went: a", "so it goes and so on it went: b"],
        ["one: so"],
        ["one: so", "two: on"],
        ["so", "on"],
        ["", " "],
    ],
)
def test_what_is_no_speaker(texts: list[str]) -> None:
    assert prefixes_of(texts) is None


def test_lines_of_a_call(write: Any) -> None:
    said = write("r.txt", "Agent: so it goes\n\nAgent: on\n")
    heard = write("h.txt", "so it goes\n\nno\n")
    with pytest.warns(UserWarning, match="r.txt: each line begins with a name.*'Agent:'") as caught:
        corpus = read(said, heard)
    assert caught[0].filename == __file__
    assert list(corpus.references) == ["so it goes", "", "on"]
    assert corpus.metadata["speaker"] == ["Agent", None, "Agent"]
    with pytest.warns(UserWarning, match="each line begins with a name"):
        assert list(read_sides((said, heard))[0]) == ["so it goes", "", "on"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert next(iter(read(said, heard, format="lines").references)) == "Agent: so it goes"


def test_names_that_both_files_have(write: Any) -> None:
    """Each is there once; the same ones on the other side say that they are speakers."""
    said, heard = (
        write("r.txt", "Agent: so\nCaller: on\n"),
        write("h.txt", "Agent: so\nCaller: no\n"),
    )
    with pytest.warns(UserWarning, match="names are read as speakers"):
        assert list(read(said, heard).references) == ["so", "on"]
    other = write("o.txt", "so: it\ngoes: on\n")
    assert list(read(said, other).references) == ["Agent: so", "Caller: on"]


@pytest.mark.parametrize("name", ["t.srt", "t.vtt"])
def test_cues_of_a_call(write: Any, name: str) -> None:
    dot, head = (",", "") if name == "t.srt" else (".", "WEBVTT\n\n")
    cue = "00:00:0{0}{1}000 --> 00:00:0{2}{1}000\n{3}\n\n"
    texts = ["Ada King: so it goes", "Bo: on", "Bo: and on"]
    cues = "".join(cue.format(at, dot, at + 1, text) for at, text in enumerate(texts))
    write(name, head + cues)
    write("r.stm", "f A s 0.0 1.0 so it goes\nf A t 1.0 2.0 on\nf A t 2.0 3.0 and on\n")
    with pytest.warns(UserWarning, match="'Ada King:'; the names are read as speakers"):
        assert read("r.stm", name).hypotheses == ["so it goes", "on", "and on"]
    with pytest.warns(UserWarning, match="'Ada King:'"):
        assert read(name, "r.stm").metadata["speaker"] == ["Ada King", "Bo", "Bo"]


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_tables_are_warned_of(write: Any, form: str) -> None:
    """Their columns are what the user says, so the texts stay."""
    import pyarrow as pa
    from pyarrow import parquet

    said = ["Agent: so", "Agent: on"]
    write("t.csv", "id,reference,hypothesis\na,Agent: so,so\nb,Agent: on,on\n")
    write(
        "t.jsonl",
        '{"reference": "Agent: so", "hypothesis": "so"}\n{"reference": "Agent: on", "hypothesis": "on"}\n',
    )
    parquet.write_table(pa.table({"reference": said, "hypothesis": ["so", "on"]}), "t.parquet")
    with pytest.warns(UserWarning, match="'Agent:', which are scored as words"):
        assert len(read(f"t.{form}")) == 2
