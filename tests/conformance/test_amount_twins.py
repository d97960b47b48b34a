"""Amounts, units and marks as good transcribers of each language write them: what is equal, and beside it what is not.

A row of ``amounts/LANGUAGE.tsv`` is a text, another that says the same, and one that does not.
"""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from mondegreen import _kernel
from mondegreen.text.normalizers.mondegreen import Mondegreen
from mondegreen.text.numbers import read

pytestmark = pytest.mark.skipif(
    _kernel.name != "native", reason="these normalizers are in the native kernel alone"
)

TABLES = sorted(Path(__file__).with_name("amounts").glob("*.tsv"))


def rows() -> list[tuple[str, str, str, str]]:
    found = []
    for table in TABLES:
        for line in table.read_text("utf-8").splitlines():
            if line and not line.startswith("#"):
                text, equal, other = line.split("\t")
                found.append((table.stem, text, equal, other))
    return found


@pytest.mark.parametrize(("language", "text", "equal", "other"), rows())
def test_equal_and_its_twin(language: str, text: str, equal: str, other: str) -> None:
    normalize = Mondegreen(language)
    once = normalize(text)
    assert once == normalize(equal)
    assert once != normalize(other)
    for each in (text, equal, other):
        assert normalize(normalize(each)) == normalize(each)
        end = 0
        for rewrite in normalize.rewrites(each):
            assert each[rewrite.start : rewrite.end] == rewrite.source
        for span in read(each, language):
            assert end <= span.start < span.end <= len(each)
            end = span.end


@pytest.mark.parametrize(
    ("language", "piece"),
    [
        ("fr", "nº5"),
        ("fr", "km / h "),
        ("fr", "une demi "),
        ("es", "kilo y medio "),
        ("es", "12 € 50 "),
        ("de", "§"),
        ("de", "viertel"),
        ("en", "5'10"),
        ("en", "5'"),
        ("en", "foot five "),
        ("en", "half a "),
        ("en", "1 - 500 - "),
        ("en-IN", "5/-"),
        ("ru", "полчаса "),
    ],
)
def test_time_grows_with_the_text_alone(language: str, piece: str) -> None:
    normalize = Mondegreen(language)
    started = process_time()
    normalize(piece * 5000)
    assert process_time() - started < 5, "a quadratic rule takes much longer"
