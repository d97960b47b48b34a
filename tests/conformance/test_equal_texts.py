"""Texts as people of each language say and write them: what is equal, and next to it what is not.

A row of a table in ``numbers``, ``amounts``, ``dates``, ``clocks`` or ``words`` is a text, another that says the
same, and one that does not; `equal_texts` says what the marks are.
"""

from __future__ import annotations

import csv
from time import process_time
from typing import TYPE_CHECKING

import pytest
from equal_texts import HERE, MARKED, Marked, lines

import mondegreen as mg
from mondegreen import _kernel
from mondegreen.cli.app import run
from mondegreen.languages import language as pack_of
from mondegreen.text.normalizers.mondegreen import Mondegreen
from mondegreen.text.numbers import read

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(
    _kernel.name != "native", reason="these normalizers are in the native kernel alone"
)

LANGUAGES = sorted({row.language for row in MARKED})
TWICE = {(code, text) for code, text, _ in lines(HERE / "written_twice.tsv")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_holds_of_each_row(language: str) -> None:
    """All rows that are not as they say are listed."""
    normalize, pack = Mondegreen(language, version="2"), pack_of(language)

    def sign(row: Marked, text: str) -> str:
        if normalize(row.text) == normalize(text):
            return "="
        return "~" if pack.meet(row.text, text) else "!"

    rows = [row for row in MARKED if row.language == language]
    found = {row: sign(row, row.equal) + sign(row, row.other) for row in rows}
    assert {row: mark for row, mark in found.items() if mark != row.mark} == {}
    assert all(row.mark == "=!" or row.why for row in rows)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_normalized_text_stays(language: str) -> None:
    """Those that do not are listed, with what they become."""
    normalize = Mondegreen(language, version="2")
    own = {text for row in MARKED if row.language == language for text in row[1:4]}
    changed = {text for text in own if normalize(normalize(text)) != normalize(text)}
    assert changed == {text for code, text in TWICE if code == language}


@pytest.mark.parametrize("language", LANGUAGES)
def test_rewrites_and_numbers_are_where_they_stand(language: str) -> None:
    normalize = Mondegreen(language, version="2")
    for text in {text for row in MARKED if row.language == language for text in row[1:4]}:
        for rewrite in normalize.rewrites(text):
            assert text[rewrite.start : rewrite.end] == rewrite.source
        end = 0
        for span in read(text, language):
            assert end <= span.start < span.end <= len(text)
            end = span.end


@pytest.mark.parametrize("language", LANGUAGES)
def test_scores_say_the_same(language: str) -> None:
    """What is written the same has no errors on either side; what is not has some."""
    same = [row for row in MARKED if row.language == language and row.mark[0] == "="]
    apart = [row for row in MARKED if row.language == language and row.mark[1] != "="]
    assert apart
    for metric in ("wer", "cer"):
        options = {"metrics": [metric], "normalizer": f"mondegreen-{language}@2"}
        for row in same:
            assert mg.score([row.text], [row.equal], **options)[metric].errors == 0
    result = mg.score([row.text for row in apart], [row.other for row in apart], **options)
    assert all(any(result.counts(at, "cer")[1:]) for at in range(len(apart)))


@pytest.mark.parametrize(
    ("language", "text", "equal", "other"),
    [
        ("de", "um halb vier", "um 3:30", "um 4:30"),
        ("en", "fifty cents", "$0.50", "$0.05"),
        ("es", "son dos y medio", "son 2,5", "son 2,2"),
        ("fr", "il y en a deux et demi", "il y en a 2,5", "il y en a 2,2"),
        ("it", "sono 2 milioni 300 mila", "sono 2.300.000", "sono 2.000.300"),
        ("pt", "cinquenta centavos", "R$ 0,50", "R$ 0,05"),
        ("ru", "полмиллиона рублей", "500 000 рублей", "50 000 рублей"),
    ],
)
def test_a_command_forgives_what_is_written_otherwise(
    language: str, text: str, equal: str, other: str, tmp_path: Path
) -> None:
    file = tmp_path / "pair.csv"
    options = ["-n", f"mondegreen-{language}@2", "--lang", language, "--fail-above", "wer=0"]
    for hypothesis, status in ((equal, 0), (other, 1)):
        with file.open("w", encoding="utf-8", newline="") as out:
            csv.writer(out).writerows([["reference", "hypothesis"], [text, hypothesis]])
        for forgive in ("numbers", "agent"):
            assert run(["score", str(file), *options, "--forgive", forgive]) == status


@pytest.mark.parametrize(
    ("language", "piece"),
    [
        *(
            ("zh", piece)
            for piece in (
                "壹佰",
                "五块零",
                "2万",
                "3点",
                "3-5",
                "一米",
                "嗯",
                "零下",
                "百分之",
                "三",
                "差五分",
                "三点差",
                "十几",
                "三天半",
                "三-",
                "万万没",
                "負三",
                "三點",
            )
        ),
        *(
            ("hi", piece)
            for piece in ("दो ", "एक, ", "1 ", "लाख ", "आधा ", "साढ़े ", "बज ", "दस बज कर ")
        ),
        *(
            ("te", piece)
            for piece in ("రెండు ", "వేల", "లక్షన్నర ", "గంటల ", "పదిమంది", "పదిమంది ", "మూడింట ")
        ),
        *(
            ("pt", piece)
            for piece in ("meia ", "um ", "um meia ", "duplo ", "1 (", "6:4 ", "mais 1 ")
        ),
        *(("de", piece) for piece in ("doppel", "doppel null ", "06 ", "0176/5 ", "1 / ", "1-")),
        *(("cs", piece) for piece in ("čtyři sta ", "padesát čtyři sta ", "777 ", "telefon 22 ")),
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
        *(("de", piece) for piece in ("am 1.5. ", "1. 5. ", "1.5.-", "ein 2. ", "am ersten ")),
        *(("cs", piece) for piece in ("24. 12. ", "v XX. ", "od 2. do ", "mezi jedním a ")),
        *(("ru", piece) for piece in ("со 2 по ", "XX и ", "на 5 ", "второго и ", "треть ")),
        *(("es", piece) for piece in ("siglos XX y ", "diez y ", "entre uno y ", "1 2º ", "2a ")),
        *(("fr", piece) for piece in ("XXe et ", "Louis X ", "3 av. ", "du 1er au ")),
        ("de", "um 8.15 bis "),
        ("de", "fünf vor halb "),
        ("fr", "à 8:15 "),
        ("es", "a las 8 y "),
        ("it", "alle ore "),
        ("pt", "das dez para as "),
        ("cs", "za pět "),
        ("ru", "с 9.00 до "),
    ],
)
def test_time_grows_with_the_text_alone(language: str, piece: str) -> None:
    normalize = Mondegreen(language, version="2")
    started = process_time()
    normalize(piece * 5000)
    assert process_time() - started < 5, "a quadratic rule takes much longer"
