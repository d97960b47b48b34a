"""Names of columns, and the two that may be on either side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mondegreen.corpus import read
from mondegreen.corpus.columns import HYPOTHESIS, REFERENCE
from mondegreen.corpus.table import as_list
from mondegreen.errors import InputError, PairingError, UsageError


@pytest.mark.parametrize("reference", REFERENCE.names)
@pytest.mark.parametrize("hypothesis", HYPOTHESIS.names)
def test_every_pair_of_names(write: Any, reference: str, hypothesis: str) -> None:
    """In one file, in either order, and in two."""
    corpus = read(write("x.csv", f"{hypothesis},{reference}\nh,r\n"))
    assert (corpus.references, corpus.hypotheses) == (["r"], ["h"])
    pair = read(write("r.csv", f"{reference}\nr\n"), write("h.csv", f"{hypothesis}\nh\n"))
    assert (pair.references, pair.hypotheses) == (["r"], ["h"])


OTHERS = [name for name in HYPOTHESIS.names if name != "transcription"]


@pytest.mark.parametrize("other", OTHERS)
def test_transcription_next_to_a_hypothesis(write: Any, other: str) -> None:
    """Is the reference; in a second file it repeats the reference."""
    corpus = read(write("x.csv", f"transcription,{other}\nr,h\n"))
    assert (corpus.references, corpus.hypotheses) == (["r"], ["h"])
    pair = read("x.csv", write("h.csv", "asr\nh\n"))
    assert (pair.references, pair.hypotheses) == (["r"], ["h"])
    assert read(write("r.csv", "ref\nr\n"), "x.csv").hypotheses == ["h"]


def test_transcription_next_to_a_given_hypothesis(write: Any) -> None:
    """A name on the command line is as good as a known one."""
    corpus = read(write("x.csv", "transcription,whisper\nr,h\n"), hypothesis_column="whisper")
    assert (corpus.references, corpus.hypotheses) == (["r"], ["h"])
    with pytest.raises(InputError, match="no reference column"):
        read("x.csv", hypothesis_column="transcription")


def test_transcription_next_to_a_reference(write: Any) -> None:
    """Is the hypothesis, or metadata where there is a better one."""
    corpus = read(write("x.csv", "transcription,text\nh,r\n"))
    assert (corpus.references, corpus.hypotheses) == (["r"], ["h"])
    corpus = read(write("x.csv", "transcription,text,pred\nm,r,h\n"))
    assert corpus.metadata == {"transcription": ["m"]}
    assert (corpus.references, corpus.hypotheses) == (["r"], ["h"])


def test_transcription_alone(write: Any) -> None:
    """Is the reference in the first of two files, and says nothing in one file alone."""
    name = write("x.csv", "transcription,words\na,b\n")
    with pytest.raises(InputError, match=r"no reference column.*'transcription', 'words'"):
        read(name)
    corpus = read(name, write("h.csv", "hyp\nh\n"))
    assert (corpus.references, corpus.hypotheses) == (["a"], ["h"])


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (
            "Datei;Soll;Ist\nu1.wav;das ist gut;das ist Mut\n",
            r"if 'Soll' has the references, add --reference-column Soll --hypothesis-column Ist\.",
        ),
        (
            "mine,speaker,my model,B\nso it goes,bo li,so it go,so she goes\nand on,bo li,and on,and so on\n",
            r"in 'my model', 'B': .*-column 'my model'; .* mine --systems 'my model,B'\.",
        ),
        ("Soll,Ist\nja,ja\n", "Known names: reference"),  # one word may be anything
        ("who,was\nada lovelace,so it goes\nbo li,and so on\n", "Known names: reference"),
        ("Soll,Ist\n,\nso it goes,so it went\n,\n", "Known names: reference"),  # mostly empty
    ],
)
def test_columns_of_other_names_are_proposed_if_they_share_words(
    write: Any, table: str, said: str
) -> None:
    with pytest.raises(InputError, match=said):
        read(write("x.csv", table))


VAGUE = ["transcript", "sentence", "normalized_text"]
CLEAR = [name for name in REFERENCE.names if name not in {*VAGUE, "text"}]


@pytest.mark.parametrize("reference", CLEAR)
def test_text_next_to_a_reference(write: Any, reference: str) -> None:
    """Is the hypothesis where nothing else is."""
    corpus = read(write("x.csv", f"text,{reference}\nh,r\n"))
    assert (corpus.references, corpus.hypotheses) == (["r"], ["h"])
    corpus = read(write("y.csv", f"text,{reference},pred\nt,r,h\n"))
    assert corpus.hypotheses == ["h"]


def test_text_next_to_a_given_reference(write: Any) -> None:
    """A name on the command line is as good as a known one."""
    corpus = read(write("x.csv", "text,gold\nh,r\n"), reference_column="gold")
    assert (corpus.references, corpus.hypotheses) == (["r"], ["h"])
    with pytest.raises(InputError, match="no hypothesis column next to 'text'"):
        read("x.csv", reference_column="text")


@pytest.mark.parametrize("other", VAGUE)
def test_two_that_could_be_either(write: Any, other: str) -> None:
    """Two names that any text may have are not guessed at."""
    with pytest.raises(InputError, match=f"no hypothesis column. Columns found: 'text', '{other}'"):
        read(write("x.csv", f"text,{other}\na,b\n"))


def test_csv_on_standard_input(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has no suffix; the error says what to add."""
    with open(write("x.csv", "a,b\n1,2\n"), encoding="utf-8") as file:  # noqa: PTH123
        monkeypatch.setattr("sys.stdin", file)
        with pytest.raises(InputError, match=r"with --format \(if it is CSV: --format csv\)$"):
            read("-", "x.csv", reference_column="a")
    with open("x.csv", encoding="utf-8") as file:  # noqa: PTH123
        monkeypatch.setattr("sys.stdin", file)
        with pytest.raises(InputError, match=r"\(--format; if it is CSV: --format csv\)$"):
            read("-", reference_column="a")


def test_csv_without_its_suffix(write: Any) -> None:
    """So does a file whose first line has a comma; plain lines are not taken for CSV."""
    with pytest.raises(InputError, match=r"\(--format; if it is CSV: --format csv\)$"):
        read(write("x.dat", "a,b\n1,2\n"))
    for name in (write("x.txt", "so it goes\n"), write("text", "u so, so\n")):
        with pytest.raises(InputError, match=r"\(--format\)$"):
            read(name)


def write_table(name: str, columns: dict[str, list[str]]) -> str:
    """Write a table in the format that the ending of its name says."""
    import pyarrow as pa
    from pyarrow import csv, feather, parquet

    table = pa.table(columns)
    if name.endswith(".parquet"):
        parquet.write_table(table, name)
    elif name.endswith(".arrow"):
        feather.write_feather(table, name, compression="uncompressed")
    elif name.endswith(".jsonl"):
        Path(name).write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()), "utf-8")
    else:
        options = csv.WriteOptions(
            delimiter="\t" if name.endswith(".tsv") else ",", quoting_style="none"
        )
        csv.write_csv(table, name, options)
    return name


TABLES = ["csv", "tsv", "jsonl", "parquet", "arrow"]
BOTH = {"reference": ["so", "on"], "hypothesis": ["so", "no"]}


@pytest.mark.parametrize("ids", [{}, {"id": ["a", "b"]}], ids=["", "ids"])
@pytest.mark.parametrize("first", TABLES)
@pytest.mark.parametrize("second", TABLES)
def test_two_results_are_no_pair(write: Any, first: str, second: str, ids: Any) -> None:
    """Whatever their formats; unless both columns are named, or one file lacks a side."""
    write("here", "")
    files = [
        write_table(f"{name}.{end}", ids | BOTH) for name, end in (("a", first), ("b", second))
    ]
    with pytest.raises(UsageError, match=rf"compare a\.{first} b\.{second}"):
        read(*files)
    with pytest.warns(UserWarning, match=rf"compare a\.{first} b\.{second}"):
        corpus = read(*files, reference_column="reference", hypothesis_column="hypothesis")
    assert as_list(corpus.references) == ["so", "on"]
    assert as_list(corpus.hypotheses) == ["so", "no"]
    alone = write_table(f"alone.{second}", ids | {"hypothesis": ["so", "no"]})
    assert as_list(read(files[0], alone).hypotheses) == ["so", "no"]
    said = write_table(f"said.{first}", ids | {"reference": ["so", "on"]})
    assert as_list(read(said, files[1]).hypotheses) == ["so", "no"]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_ids_that_both_files_have(write: Any, order: tuple[int, int]) -> None:
    """A column that both have pairs them where the first choices have nothing in common."""
    tables = (
        write("t.csv", "id,audio,text\n0,a.wav,so\n1,b.wav,it\n"),
        write("u.csv", "audio,text\nb.wav,it\na.wav,so\n"),
    )
    corpus = read(tables[order[0]], tables[order[1]])
    assert {*corpus.ids} == {"a.wav", "b.wav"}
    assert list(corpus.references) == list(corpus.hypotheses)


def test_ids_that_differ_stay_an_error(write: Any) -> None:
    with pytest.raises(PairingError):
        read(
            write("t.csv", "id,audio,text\n0,a.wav,so\n1,b.wav,it\n"),
            write("u.csv", "audio,text\nb.wav,it\nc.wav,so\n"),
        )


@pytest.mark.parametrize("cell", ['{""text"": [""so""]}', '[""so"", ""it""]', "{}"])
def test_json_in_cells_is_refused(write: Any, cell: str) -> None:
    """Brackets and keys are no words."""
    name = write("x.csv", f'id,ref,hyp\nu1,"{cell}",so\n')
    with pytest.raises(InputError, match="holds JSON"):
        read(name)
    with pytest.raises(InputError, match="holds JSON"):
        read(write("y.csv", f'id,ref,hyp\nu1,so,"{cell}"\n'))


@pytest.mark.parametrize("cell", ["[laughter]", "{ a / b }", "[noise] so [noise]", "{", "[1]"])
def test_brackets_of_transcripts_are_kept(write: Any, cell: str) -> None:
    assert read(write("x.csv", f"id,ref,hyp\nu1,{cell},so\n")).references == [cell]
