"""Days, ordinals, Roman numerals and short forms of streets: what is equal, and beside it what is not.

A row of ``dates/LANGUAGE.tsv`` is a text, another that says the same, and one that does not. What is ruled to
stay is there as well: its second text differs by punctuation alone, or by spaces for it.
"""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.text.normalizers.mondegreen import Mondegreen

pytestmark = pytest.mark.skipif(
    _kernel.name != "native", reason="these normalizers are in the native kernel alone"
)

TABLES = sorted(Path(__file__).with_name("dates").glob("*.tsv"))


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
    assert mg.cer(text, equal, normalizer=f"mondegreen-{language}") == 0
    for each in (text, equal, other):
        assert normalize(normalize(each)) == normalize(each)
        for rewrite in normalize.rewrites(each):
            assert each[rewrite.start : rewrite.end] == rewrite.source


@pytest.mark.parametrize(
    ("language", "piece"),
    [
        *(("de", piece) for piece in ("am 1.5. ", "1. 5. ", "1.5.-", "ein 2. ", "am ersten ")),
        *(("cs", piece) for piece in ("24. 12. ", "v XX. ", "od 2. do ", "mezi jedním a ")),
        *(("ru", piece) for piece in ("со 2 по ", "XX и ", "на 5 ", "второго и ", "треть ")),
        *(("es", piece) for piece in ("siglos XX y ", "diez y ", "entre uno y ", "1 2º ", "2a ")),
        *(("fr", piece) for piece in ("XXe et ", "Louis X ", "3 av. ", "du 1er au ")),
    ],
)
def test_time_grows_with_the_text_alone(language: str, piece: str) -> None:
    normalize = Mondegreen(language)
    started = process_time()
    normalize(piece * 5000)
    assert process_time() - started < 5, "a quadratic rule takes much longer"
