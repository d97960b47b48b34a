"""CSV: a header, rows as wide as it, lines counted right."""

from __future__ import annotations

import csv
import io
import time
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up import read_made_up

from mondegreen.corpus import read
from mondegreen.errors import InputError, ParseError
from mondegreen.types import Failed

if TYPE_CHECKING:
    from pathlib import Path

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0,"))
"""With line breaks; texts with commas as well may have lines that look like rows."""
LINE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\n\r"))
HEADER = "id,reference,hypothesis\n"


def test_columns(write: Any) -> None:
    """Empty cells are empty texts; quotes, commas and line ends in cells stay."""
    name = write(
        "x.csv",
        '\ufeffid,reference,hypothesis,city\r\n1,"a, b","say ""x""",Ulm\r\n2,"c\nd",,\r\n\r\n',
    )
    corpus = read(name)
    assert corpus.ids == ["1", "2"]
    assert corpus.references == ["a, b", "c\nd"]
    assert corpus.hypotheses == ['say "x"', ""]
    assert corpus.metadata == {"city": ["Ulm", ""]}


def test_failed(write: Any) -> None:
    """An empty cell next to an error is a failure."""
    name = write("x.csv", "ref,hyp,error\na,,timeout\na,,\na,b,late\n")
    assert read(name).hypotheses == [Failed("timeout"), "", "b"]


@pytest.mark.filterwarnings("ignore:.*(is the word|hold U|hold escapes|seem encoded|have . inside)")
@given(
    st.sampled_from([TEXT, LINE]).flatmap(lambda cell: st.lists(st.tuples(cell, cell), min_size=1)),
    st.sampled_from(["\n", "\r\n"]),
)
def test_round_trip(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]], end: str
) -> None:
    """What the standard library writes comes back, cell by cell."""
    path = tmp_path_factory.mktemp("csv") / "x.csv"
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator=end, quoting=csv.QUOTE_ALL)
    writer.writerows([("ref", "hyp"), *rows])
    path.write_bytes(text.getvalue().encode())
    corpus = read_made_up(path)
    assert list(zip(corpus.references, corpus.hypotheses, strict=True)) == rows


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            HEADER + '1,"a\nb\n",c\n2,x\n',
            (
                "x.csv:5: got 2 cells in '2,x', expected 3 as in the header; "
                "put a text that holds the separator in quotes"
            ),
        ),
        (
            HEADER + "1,so, it goes,c\n",
            (
                "x.csv:2: got 4 cells in '1,so, it goes,c', expected 3 as in the header; "
                "put a text that holds the separator in quotes"
            ),
        ),
        (
            HEADER + "1,a,b\n\n2,a,b\n",
            'x.csv:3: blank line, expected a row; an empty text is written as "" in quotes',
        ),
        (
            HEADER + '1,a,b\n2,"a,b\n3,a,b\n',
            'x.csv:3: a quoted cell of this row never ends, expected a closing "',
        ),
        (
            HEADER + '1,"a" b,c\n',
            (
                "x.csv:2: text continues after a closing quote, expected the next cell; "
                'a " inside a quoted cell is written twice: ""'
            ),
        ),
        (
            HEADER + "1,a\rb,c\n",
            (
                "x.csv:2: a single carriage return is outside of quotes, "
                "expected CRLF or LF line ends"
            ),
        ),
        (
            "id,id,ref\n1,2,3\n",
            "x.csv:1: two columns are named 'id', expected different names; rename one",
        ),
        (
            "\nid,ref\n",
            "x.csv:1: blank line, expected a header with the names of the columns",
        ),
        (
            HEADER + '1,"a\nb",c\n1,x,y\n',
            (
                "x.csv:4: the id '1' occurs here and on line 2, expected different ids; choose "
                "another column with --id-column, or --id-column '' to do without ids"
            ),
        ),
    ],
)
def test_refused(write: Any, content: str, message: str) -> None:
    """The line is that on which the row begins."""
    with pytest.raises(ParseError) as error:
        read(write("x.csv", content))
    assert str(error.value) == message


def test_one_column(write: Any) -> None:
    """With one column a blank line could be an utterance, so it is never dropped."""
    hypotheses = write("hyp.csv", 'hyp\na\n""\n')
    assert read(write("ref.csv", "ref\na\nb\n"), hypotheses).hypotheses == ["a", ""]
    with pytest.raises(ParseError, match=r"^bad\.csv:3: blank line"):
        read("ref.csv", write("bad.csv", "hyp\na\n\n"))


def test_long_cell(write: Any) -> None:
    """A cell is as long as a line may be, and no longer, over several lines too."""
    assert len(read(write("x.csv", "ref,hyp\n" + "a" * 200_000 + ",b\n")).references[0]) == 200_000
    with pytest.raises(ParseError, match="raise the limit with --max-line"):
        read(write("y.csv", 'ref,hyp\n"' + "a\n" * 2**10 + '",b\n'), max_line=2**10)


def test_header_alone(write: Any) -> None:
    """A header without rows is no corpus."""
    with pytest.raises(ValueError, match="no utterances"):
        read(write("x.csv", HEADER))


def test_many_columns(write: Any) -> None:
    """As many columns as fit into a line take no longer each than a few do."""
    names = ["ref", "hyp", *(f"c{number}" for number in range(200_000))]
    row = ",".join("a" * len(names)) + "\n"
    before = time.process_time()
    assert len(read(write("x.csv", ",".join(names) + "\n" + row)).metadata) == 200_000
    with pytest.raises(ParseError, match="two columns are named 'c0'"):
        read(write("x.csv", ",".join([*names, "c0"]) + "\n" + row))
    with pytest.raises(
        InputError, match=r"^x.csv: no column is named 'c199x'\. Did you mean 'c199'"
    ):
        read(write("x.csv", ",".join(names) + "\n" + row), id_column="c199x")
    with pytest.raises(InputError, match="no utterances"):
        read(write("x.csv", "," * 200_000))
    assert time.process_time() - before < 30  # column by column it would be ten minutes


@pytest.mark.parametrize(
    "content",
    [
        'id;reference;hypothesis;seconds\nu1;five, please;five; 2,5\nu2;"a; b";;1,5\n',
        'id,reference,hypothesis,seconds\nu1,"five, please",five," 2,5"\nu2,a; b,,"1,5"\n',
        '"id";"reference";"hypothesis";"seconds"\r\nu1;five, please;five; 2,5\r\nu2;"a; b";;"1,5"\r\n',
    ],
)
def test_semicolons_of_spreadsheets(write: Any, content: str) -> None:
    """Where the comma is in numbers, the semicolon is between cells."""
    corpus = read(write("x.csv", content))
    assert (corpus.references, corpus.hypotheses) == (["five, please", "a; b"], ["five", ""])
    assert corpus.metadata == {"seconds": [" 2,5", "1,5"]}


@pytest.mark.parametrize("header", ['"ref;x",hyp', "ref;x,hyp", '"ref;x"', '"ref;\nx"'])
def test_a_semicolon_in_a_name_is_of_the_name(write: Any, header: str) -> None:
    name = write("x.csv", f"{header}\na{',b' * header.count(',')}\n")
    with pytest.raises(InputError, match=r"no reference column|no hypothesis column"):
        read(name)


def test_ragged_semicolons(write: Any) -> None:
    with pytest.raises(ParseError, match=r"x.csv:3: got 2 cells in 'b;b', expected 3"):
        read(write("x.csv", "id;ref;hyp\n1;a;a\nb;b\n"))


def test_a_long_table_is_told_from_ids_that_stand_twice(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    long = [f"{n},{s},a b,a {s}" for s in ("first", "the second") for n in (1, 2)]
    path.write_text("\n".join(["id,the system,reference,hypothesis", *long, ""]), "utf-8")
    with pytest.raises(InputError, match="--system-column 'the system'"):
        read(path)
    twice = ["1,x,a b,a", "1,x,a b,a", "2,y,a b,a", "2,y,a b,a"]
    path.write_text("\n".join(["id,the system,reference,hypothesis", *twice, ""]), "utf-8")
    with pytest.raises(InputError, match=r"to do without ids$"):
        read(path)


SWALLOWED = (
    r"^x\.csv:{}: a quoted cell continues over {} lines, each of which has {} cells as a row"
)


@pytest.mark.parametrize(
    ("content", "line", "lines", "cells"),
    [
        (HEADER + '1,"a,b\n2,a,b\n3,a",b\n4,a,b\n', 2, 3, 3),
        (HEADER + '1,a,"b\n2,a,b"\n3,a,b\n', 2, 2, 3),
        (HEADER + '0,a,b\n1,a,"b\n2,a,b\n3,a,b\n4,a,b"\n', 3, 4, 3),
        ('ref,hyp\na b,"a b\na c,a c"\na b,a b\n', 2, 2, 2),
        ('ref,hyp\n"a b,a b\na c",a c\n', 2, 2, 2),
        ('id;ref;hyp\n1;a;"b\n2;a;b"\n', 2, 2, 3),
    ],
)
def test_a_lone_quotation_mark_swallows_no_rows(
    write: Any, content: str, line: int, lines: int, cells: int
) -> None:
    with pytest.raises(ParseError, match=SWALLOWED.format(line, lines, cells)):
        read(write("x.csv", content))


@pytest.mark.parametrize(
    ("cell", "more"),
    [
        ("a\nb", ""),
        ("a, b\nc, d", ""),
        ("Well, so\nit goes", ""),
        ("a\n\nb", ""),
        ("a\nb c,d e", ",x"),
    ],
)
def test_a_text_of_several_lines_is_one(write: Any, cell: str, more: str) -> None:
    name = write(
        "x.csv", f'id,ref,hyp{more and ",more"}\nu1,"{cell}","{cell}"{more}\nu2,a,b{more}\n'
    )
    assert read(name).references == [cell, "a"]


@pytest.mark.parametrize("mark", [",", ";", "|", "\t"])
@pytest.mark.parametrize("named", ["sep={}\n", "sep={}\r\n", '"sep={}"\n', "SEP={}\n", ""])
def test_every_separator(write: Any, mark: str, named: str) -> None:
    rows = [["id", "reference", "hypothesis"], ["u1", "a b", "a"], ["u2", "c", "c"]]
    corpus = read(
        write("x.csv", named.format(mark) + "".join(mark.join(row) + "\n" for row in rows))
    )
    assert (corpus.ids, corpus.references, corpus.hypotheses) == (
        ["u1", "u2"],
        ["a b", "c"],
        ["a", "c"],
    )


def test_lines_are_counted_from_the_first_one(write: Any) -> None:
    for begin, line in (("sep=;\n", 3), ("# made today\n# by hand\n", 4), ("", 2)):
        name = write("x.csv", f"{begin}id;reference;hypothesis\nu1;a\n")
        with pytest.raises(ParseError, match=rf"^x\.csv:{line}: got 2 cells"):
            read(name)


def test_comments_before_the_header(write: Any) -> None:
    rows = "id,reference,hypothesis\n#1,a,b\nu2,# c,d\n"
    for begin in ("", "# made today\n", "#TYPE System.Object\n", "# a\n#\n# b, c\n"):
        corpus = read(write("x.csv", begin + rows))
        assert (corpus.ids, corpus.references) == (["#1", "u2"], ["a", "# c"])
    assert read(write("y.csv", "#id,reference,hypothesis\n1,a,b\n")).metadata == {"#id": ["1"]}


def test_columns_without_a_name_at_the_end(write: Any) -> None:
    """Spreadsheets write them; they are nothing where nothing is in them."""
    corpus = read(write("x.csv", "reference,hypothesis,,\na,b,,\nc,d,,\n"))
    assert (corpus.references, corpus.metadata) == (["a", "c"], {})
    assert read(write("x.csv", "ref,hyp,\na,b,x\n")).metadata == {"": ["x"]}
    assert read(write("x.csv", "ref,hyp,,\na,b,x,\n")).metadata == {"": ["x"]}
    with pytest.raises(ParseError, match="two columns are named ''"):
        read(write("x.csv", "ref,hyp,,\na,b,x,y\n"))
    with pytest.raises(ParseError, match="got 2 cells"):
        read(write("x.csv", "ref,hyp,,\na,b\n"))


def test_the_header_stands_once(write: Any) -> None:
    table = HEADER + "1,a,b\n"
    with pytest.raises(ParseError, match=r"^x\.csv:3: the header is repeated here"):
        read(write("x.csv", table + table))
    assert read(write("r.csv", "text\ntext\n"), write("h.csv", "text\na\n")).references == ["text"]


def test_a_table_without_a_header(write: Any) -> None:
    rows = "u1,the ferry leaves the north pier\nu2,bring two blankets\n"
    with pytest.raises(InputError, match=r"is the first line a row\? A table needs a header"):
        read(write("x.csv", rows), write("y.csv", rows))


def test_words_that_stand_for_nothing_are_named(write: Any) -> None:
    for word in ("NULL", "None", "nan", "N/A"):
        name = write("x.csv", HEADER + f"1,a b,{word}\n2,{word},{word}\n3,none of it,none of it\n")
        with pytest.warns(UserWarning, match=rf"1 hypothesis is the word '{word}'") as caught:
            assert read(name).hypotheses[0] == word
        assert len(caught) == 1
