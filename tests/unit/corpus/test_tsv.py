"""TSV: like CSV, with tabs."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up import read_made_up

from mondegreen.corpus import read
from mondegreen.errors import ParseError


def tables(odd: str) -> Any:
    """Rows of two cells with a character that must be quoted; of both a line might look like a row."""
    cell = st.text(st.sampled_from(f"ab \"'é,;{odd}"), max_size=6)
    return st.lists(st.tuples(cell, cell), min_size=1, max_size=8)


@pytest.mark.parametrize("name", ["x.tsv", "x.txt", "x.csv"])
def test_columns(write: Any, name: str) -> None:
    """A tab and a known name in the first line are enough, whatever the suffix."""
    corpus = read(write(name, "file_path\ttarget\tprediction\na.wav\tx, y\tx\n"))
    assert (corpus.ids, corpus.references, corpus.hypotheses) == (["a.wav"], ["x, y"], ["x"])


HEADER = "id\tref\thyp\n"


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ('"Yes," he said', '"Yes," he said'),
        ('"Yes he said', '"Yes he said'),
        ('Yes he said"', 'Yes he said"'),
        ('he said "yes"', 'he said "yes"'),
        ('"yes" or "no"', '"yes" or "no"'),
        ('"yes"', "yes"),
        ('"say ""yes"" now"', 'say "yes" now'),
        ('"""yes"""', '"yes"'),
        ('""', ""),
        ('"', '"'),
        ('"""', '"""'),
        ('""yes""', '""yes""'),
        ("5'10\"", "5'10\""),
    ],
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_quotation_marks_are_text_unless_they_balance(
    write: Any, cell: str, text: str, place: int
) -> None:
    """And no row is swallowed, whatever is in the rows before and after it."""
    if not text and not place:
        pytest.skip("no id is empty")
    rows = [[f"u{row}", "a", "b"] for row in range(1, 6)]
    for row in (1, 3):
        rows[row][place] = f"{cell}{row}" if place == 0 and text == cell else cell
    if place == 0 and text != cell:
        rows[3][0] = "u9"
    name = write("x.tsv", HEADER + "".join("\t".join(row) + "\n" for row in rows))
    corpus = read(name)
    found = [corpus.ids, corpus.references, corpus.hypotheses][place]
    assert len(corpus) == 5
    assert found is not None
    assert found[1] == (f"{text}1" if place == 0 and text == cell else text)
    assert [corpus.references[row] for row in (0, 2, 4)] == ["a"] * 3


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        ('u1\t"a\nb"\tc\nu2\td\te\n', [("a\nb", "c"), ("d", "e")]),
        ('u1\tc\t"a\nb"\nu2\td\te\n', [("c", "a\nb"), ("d", "e")]),
        ('u1\tc\t"a\n\nb ""x""\nd"\nu2\td\te\n', [("c", 'a\n\nb "x"\nd'), ("d", "e")]),
        ('u1\t"a\nb"\t"c\nd"\nu2\td\te\n', [("a\nb", "c\nd"), ("d", "e")]),
        ('u1\t"a\tb"\tc\nu2\td\te\n', [("a\tb", "c"), ("d", "e")]),
        ('u1\t"a\tb\tc\nd"\te\nu2\td\t"e\n', [("a\tb\tc\nd", "e"), ("d", '"e')]),
        ('u1\ta\t"b\n\n', [("a", '"b')]),
    ],
)
def test_quoted_cells_of_several_lines_and_with_tabs(
    write: Any, content: str, rows: list[tuple[str, str]]
) -> None:
    corpus = read(write("x.tsv", HEADER + content))
    assert list(zip(corpus.references, corpus.hypotheses, strict=True)) == rows


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("u1\ta\n", "x.tsv:2: got 2 cells in 'u1\\ta', expected 3"),
        ("u1\ta\tb\tc\n", "x.tsv:2: got 4 cells"),
        ('u1\ta\t"b\nc\nu2\ta\tb\n', "x.tsv:3: got 1 cell in 'c', expected 3"),
        ('u1\t"a\nu2\ta\tb\nc"\td\n', "x.tsv:2: got 2 cells"),
        ('u1\ta\t"b\nu2\ta\tb"\nu3\ta\n', "x.tsv:4: got 2 cells"),
        ("u1\ta\tb\n\nu2\ta\tb\n", "x.tsv:3: blank line, expected a row"),
        ("u1\ta\tb\n" + HEADER + "u2\ta\tb\n", "x.tsv:3: the header is repeated here"),
    ],
)
def test_what_is_no_row_is_named_by_its_line(write: Any, content: str, message: str) -> None:
    with pytest.raises(ParseError) as error:
        read(write("x.tsv", HEADER + content))
    assert str(error.value).startswith(message)


CELL = st.text(st.sampled_from("ab \"'é,;"), max_size=6)


@pytest.mark.filterwarnings("ignore:.*(is the word|hold U|hold escapes|seem encoded|have . inside)")
@given(st.lists(st.tuples(CELL, CELL), min_size=1, max_size=8))
def test_rows_in_are_rows_out(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]]
) -> None:
    """Of what nobody quotes: as many rows, and all cells but those that look quoted as they are."""
    path = tmp_path_factory.mktemp("tsv") / "x.tsv"
    lines = [f"u{at}\t{said}\t{heard}\n" for at, (said, heard) in enumerate(rows)]
    path.write_text(HEADER + "".join(lines), "utf-8")
    corpus = read_made_up(path)
    assert corpus.ids == [f"u{at}" for at in range(len(rows))]
    for row, found in zip(
        rows, zip(corpus.references, corpus.hypotheses, strict=True), strict=True
    ):
        for cell, text in zip(row, found, strict=True):
            assert text == cell or (cell[0] == cell[-1] == '"' and len(text) < len(cell))


@pytest.mark.filterwarnings("ignore:.*(is the word|hold U|hold escapes|seem encoded|have . inside)")
@given(
    st.sampled_from("\t\n").flatmap(tables),
    st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
)
def test_what_the_standard_library_writes_comes_back(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]], quoting: Any
) -> None:
    path = tmp_path_factory.mktemp("tsv") / "x.tsv"
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter="\t", lineterminator="\n", quoting=quoting)
    writer.writerows([("id", "ref", "hyp"), *((f"u{at}", *row) for at, row in enumerate(rows))])
    path.write_bytes(text.getvalue().encode())
    corpus = read_made_up(path)
    assert list(zip(corpus.references, corpus.hypotheses, strict=True)) == rows


def test_one_column(write: Any) -> None:
    """Each line is a row; a blank one could be an utterance, so it is never dropped."""
    hypotheses = write("hyp.tsv", 'hyp\n"a\nb"\n""\n')
    assert read(write("ref.tsv", "ref\na\nb\nc\n"), hypotheses).hypotheses == ['"a', 'b"', ""]
    with pytest.raises(ParseError, match=r"^bad\.tsv:3: blank line"):
        read("ref.tsv", write("bad.tsv", "hyp\na\n\n"))
