"""Columns of text are the same wherever they are printed."""

import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from mondegreen.alignment.cells import display_width
from mondegreen.errors import visible
from mondegreen.report.grid import grid

cells = st.text("ab é今👍🏽\u0301\x1b\nनि", max_size=6)


@given(
    st.integers(1, 4).flatmap(
        lambda n: st.lists(st.lists(cells, min_size=n, max_size=n), min_size=1)
    )
)
def test_columns_are_as_wide_as_their_widest_cell(table: list[list[str]]) -> None:
    header, *rows = [["x" + cell + "x" for cell in row] for row in table]
    lines = grid(header, rows, left=1).split("\n")
    assert len(lines) == len(table)
    if len(header) > 1:  # the last column ends at the same place in every line
        assert len({display_width(line) for line in lines}) == 1
    for row, line in zip([header, *rows], lines, strict=True):
        assert [part for cell in row for part in visible(cell).split()] == line.split()


def test_the_first_columns_are_on_the_left() -> None:
    rows = [("陈", "a", "1"), ("long", "b", "10")]
    assert grid(("name", "", "n"), rows, left=2) == "name      n\n陈    a   1\nlong  b  10"
    assert grid(("name",), []) == "name"


def test_nothing_around_decides_how_a_table_looks() -> None:
    """Such as rich, which shows in a notebook what it is asked to write."""
    program = (
        "import sys, mondegreen as mg\n"
        "result = mg.score(['a b'], ['a c'], by={'k': ['x']})\n"
        "str(result), str(result.by('k')), str(result.confusions()), str(result.classes())\n"
        "str(mg.compare({'a': result, 'b': result}))\n"
        "print(*sorted(name for name in sys.modules if name.split('.')[0] == 'rich'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    assert done.stdout == "\n"
