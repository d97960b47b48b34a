"""What version 1 of the normalizers made of two texts and version 2 does not: ``changes.tsv`` of each language.

Each row is what happens now. All rows of the tables of equal texts that version 1 had are there if anything
became of them: 1,106 rows, and 188 pairs that forgivers did not tell apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from equal_texts import lines
from test_equal_texts_forgiven import HOW, errors

from mondegreen import _kernel
from mondegreen.languages import folders
from mondegreen.text.normalizers.mondegreen import Mondegreen

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(
    _kernel.name != "native", reason="these normalizers are in the native kernel alone"
)

TABLES = sorted(folders()[0].glob("*/changes.tsv"))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.parent.name)
def test_each_row_is_what_happens_now(table: Path) -> None:
    language, rows = table.parent.name, lines(table)
    normalize = Mondegreen(language)
    pairs = [pair for one, other, *_ in rows for pair in ((one, other), (other, one))]
    left = [errors(pairs, language, *how) for how in HOW]
    forgiven = [not all(counts) for counts in zip(*left, strict=True)]
    now = {}
    for at, (one, other, *_) in enumerate(rows):
        met = "~" if forgiven[2 * at] or forgiven[2 * at + 1] else "!"
        now[one, other] = "=" if normalize(one) == normalize(other) else met
    assert {(one, other): sign for one, other, _, sign, _ in rows} == now


def test_rows_say_what_changed_and_why() -> None:
    assert TABLES
    for table in TABLES:
        for one, other, before, now, why in lines(table):
            assert one != other
            assert {before, now} <= {"=", "~", "!"}
            assert before != now
            assert why
